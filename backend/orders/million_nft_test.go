//go:build linux

package orders

import (
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"runtime/debug"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// stockNFTs fills a store with open NFT orders of 1,000 makers: four collections of each kind and
// two tokens, in any combination.
func (w *world) stockNFTs(db *store.Store, n int) {
	w.t.Helper()
	t, block, r := tablesOf(api.LocalChainID), w.chain.Head(), rand.New(rand.NewPCG(9, 9))
	asset := func() api.Asset {
		kind := api.AssetKind(r.IntN(3))
		a := api.Asset{Kind: kind, Address: common.BytesToAddress(
			[]byte{0xcc, byte(kind), byte(r.IntN(4))})}
		if kind != api.ERC20 {
			a.ID = api.NewAmount(r.Uint64())
		}
		return a
	}
	amount := func(k api.AssetKind) api.Amount {
		if k == api.ERC721 {
			return api.NewAmount(1)
		}
		return api.NewAmount(1 + r.Uint64N(1_000_000))
	}
	err := db.Update(func(tx *store.Tx) error {
		for i := range n {
			o := api.Order{NFT: true, NonceAndMeta: api.PackNonce(
				api.NewAmount(uint64(i)), common.Address{}), MakerAsset: asset(),
				TakerAsset: asset(),
				Maker:      common.BytesToAddress([]byte{0xaa, byte(r.IntN(4)), byte(r.IntN(250))}),
				Expiry:     2_000_000_000}
			o.MakerAmount, o.TakerAmount = amount(o.MakerAsset.Kind), amount(o.TakerAsset.Kind)
			rec := record{order: o, created: 1_800_000_000 + int64(i/100),
				signature: make([]byte, 65)}
			binary.BigEndian.PutUint64(rec.hash[:], r.Uint64())
			binary.BigEndian.PutUint64(rec.hash[24:], uint64(i))
			rec.first = status{state: pending, fillable: o.MakerAmount, updated: rec.created,
				base: 1}
			id, err := t.orders.NextID(tx)
			if err != nil {
				return err
			}
			key := holdingKey{o.Maker, o.MakerAsset}
			if err := t.holdings.Put(tx, key,
				fundsRecord{funds{o.MakerAmount, api.MaxAmount}, block.Number}); err != nil {
				return err
			}
			if err := t.orders.Put(tx, id, rec); err != nil {
				return err
			}
		}
		return t.position.Put(tx, 0, []api.BlockRef{block})
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// BenchmarkNFTBook reads pages of the book of 100,000 NFT orders, filtered in every way, and
// reports their p99.
func BenchmarkNFTBook(b *testing.B) {
	defer debug.SetGCPercent(debug.SetGCPercent(50)) // as the program does
	w := newWorld(b)
	db, err := store.Open(filepath.Join(b.TempDir(), "nft.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	w.stockNFTs(db, 100_000)
	s := w.openOn(db)
	r := rand.New(rand.NewPCG(1, 1))
	for _, size := range []struct {
		name  string
		limit int
	}{{"100", 100}, {"1000", api.MaxPage}} {
		b.Run(size.name, func(b *testing.B) {
			seen, pages := 0, 0
			measure(b, func() error {
				q := api.BookQuery{NFT: true, Limit: size.limit, Offset: r.IntN(2000)}
				kind, other := api.AssetKind(r.IntN(3)), api.AssetKind(r.IntN(3))
				address := common.BytesToAddress([]byte{0xcc, byte(kind), byte(r.IntN(4))})
				paid := common.BytesToAddress([]byte{0xcc, byte(other), byte(r.IntN(4))})
				for bit, set := range []func(){func() { q.MakerAsset = &address },
					func() { q.MakerAssetKind = &kind }, func() { q.TakerAsset = &paid },
					func() { q.TakerAssetKind = &other }} {
					if r.IntN(16)>>bit&1 == 1 {
						set()
					}
				}
				list, err := s.OrderBook(b.Context(), q)
				seen, pages = seen+len(list.Orders), pages+1
				return err
			})
			b.ReportMetric(float64(seen)/float64(pages), "orders/page")
		})
	}
}
