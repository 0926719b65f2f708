package orders

import (
	"encoding/binary"
	"errors"
	"path/filepath"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// Orders and their newest statuses are read from the store in runs, beside each other: every order
// comes back with the status that it had last, whichever run either is in, and the list of all has
// the newest first. The status of an order that is not there is damage.
func TestLoadInRuns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const n = 2*runSize + 100
	db, err := store.Open(filepath.Join(t.TempDir(), "runs.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables, block := tablesOf(api.LocalChainID), w.chain.Head()
	update := func(fn func(tx *store.Tx) error) {
		t.Helper()
		if err := db.Update(fn); err != nil {
			t.Fatal(err)
		}
	}
	maker, sold, bought := common.Address{1}, common.Address{2}, common.Address{3}
	hash := func(id uint64) (h common.Hash) {
		binary.BigEndian.PutUint64(h[:], id*0x9e3779b97f4a7c15)
		return h
	}
	ends := func(id uint64) bool { return id%3 == 0 || id > n-50 }
	update(func(tx *store.Tx) error {
		key := holdingKey{maker, api.Asset{Address: sold}}
		f := fundsRecord{funds{units(1, 18), api.MaxAmount}, block.Number}
		err := errors.Join(tables.position.Put(tx, 0, []api.BlockRef{block}),
			tables.holdings.Put(tx, key, f))
		for id := uint64(1); id <= n && err == nil; id++ {
			rec := record{hash: hash(id), signature: make([]byte, 65), created: 1_800_000_000 -
				int64(id*7919%n), order: api.Order{Maker: maker, Expiry: 2_000_000_000 + id%5,
				NonceAndMeta: api.PackNonce(api.NewAmount(id), common.Address{}),
				MakerAsset:   api.Asset{Address: sold}, TakerAsset: api.Asset{Address: bought},
				MakerAmount: api.NewAmount(1 + id%7), TakerAmount: api.NewAmount(1 + id%11)}}
			rec.first = status{state: pending, fillable: rec.order.MakerAmount,
				updated: rec.created, base: 1}
			err = tables.orders.Put(tx, id, rec)
			if st := rec.first; err == nil && ends(id) {
				st.state, st.tx = cancelled, hash(id)
				err = tables.statuses.Put(tx, id, st)
			}
		}
		return err
	})
	s := w.openOn(db)
	for id := uint64(1); id <= n; id++ {
		got, err := s.Order(t.Context(), hash(id), false)
		want := api.Pending
		if ends(id) {
			want = api.Cancelled
		}
		if err != nil || got.State != want || got.Order.NonceAndMeta.String() !=
			api.PackNonce(api.NewAmount(id), common.Address{}).String() {
			t.Fatalf("order %d: %s, nonce %s, %v", id, got.State, got.Order.NonceAndMeta, err)
		}
	}
	last, seen := api.OrderRecord{CreatedAt: 1 << 40}, 0
	for seen < n {
		page, err := s.Orders(t.Context(), api.OrderQuery{Type: api.Limit, Maker: &maker,
			OrderBy: api.ByCreatedAt, Limit: api.MaxPage, Offset: seen})
		if err != nil || len(page.Orders) == 0 {
			t.Fatal(len(page.Orders), err)
		}
		for _, rec := range page.Orders {
			if rec.CreatedAt > last.CreatedAt {
				t.Fatalf("%d is listed after %d", rec.CreatedAt, last.CreatedAt)
			}
			last = rec
		}
		seen += len(page.Orders)
	}
	update(func(tx *store.Tx) error {
		return tables.statuses.Put(tx, n+1, status{state: cancelled})
	})
	_, err = Open(t.Context(), Config{Store: db, Network: w.net, Bus: w.bus})
	if !errors.Is(err, store.ErrCorrupt) {
		t.Fatal(err)
	}
}
