package orders

import (
	"bytes"
	"cmp"
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
)

// plain is an order as the model of memory keeps it.
type plain struct {
	id  uint32
	rec record
	st  status
}

func smallAddress(n int) common.Address { return common.BytesToAddress([]byte{byte(n)}) }

// drawAmount favours amounts that share prices and amounts of more than 128 bits.
func drawAmount(t *rapid.T, label string) api.Amount {
	a := api.NewAmount(rapid.Uint64Range(1, 3).Draw(t, label))
	switch rapid.IntRange(0, 9).Draw(t, label+" width") {
	case 0:
		return a.MulDiv(units(1, 60), api.NewAmount(1))
	case 1:
		return a.MulDiv(units(1, 36), api.NewAmount(1))
	}
	return a
}

func drawOrder(t *rapid.T, id uint32) plain {
	asset := func(side string, nft bool) api.Asset {
		a := api.Asset{Address: smallAddress(rapid.IntRange(10, 11).Draw(t, side))}
		if nft {
			a.Kind = api.AssetKind(rapid.IntRange(0, 2).Draw(t, side+" kind"))
		}
		return a
	}
	o := api.Order{NFT: rapid.IntRange(0, 2).Draw(t, "nft") == 0,
		Maker: smallAddress(rapid.IntRange(1, 3).Draw(t, "maker"))}
	o.MakerAsset, o.TakerAsset = asset("sell", o.NFT), asset("buy", o.NFT)
	o.MakerAmount, o.TakerAmount = drawAmount(t, "give"), drawAmount(t, "ask")
	o.Expiry = uint64(rapid.IntRange(0, 3).Draw(t, "expiry"))
	switch rapid.IntRange(0, 5).Draw(t, "taker") {
	case 0:
		o.Taker = smallAddress(4)
		o.NonceAndMeta = api.PackNonce(zero, smallAddress(5))
	case 1:
		o.Taker = smallAddress(5)
		o.NonceAndMeta = api.PackNonce(zero, smallAddress(5))
	case 2:
		o.Taker = smallAddress(4) // the swap contract
	case 3:
		o.Taker = smallAddress(6)
	}
	p := plain{id: id, rec: record{
		order: o, created: int64(rapid.IntRange(100, 103).Draw(t, "created"))}}
	p.rec.hash = common.BigToHash(
		new(big.Int).Mul(big.NewInt(int64(id)),
			new(big.Int).Lsh(big.NewInt(0x9e3779b97f4a7c15>>1), 190)))
	p.rec.hash[31] = byte(id)
	p.st = drawStatus(t, &p.rec)
	p.rec.first = p.st
	return p
}

func drawStatus(t *rapid.T, r *record) status {
	st := status{state: state(rapid.IntRange(int(pending), int(expired)).Draw(t, "state")),
		updated: r.created + int64(rapid.IntRange(0, 3).Draw(t, "updated"))}
	st.left(r.order.MakerAmount.MulDiv(
		api.NewAmount(uint64(rapid.IntRange(0, 3).Draw(t, "left"))), api.NewAmount(3)),
		r.order.MakerAmount)
	return st
}

// model answers from a slice what memory answers from its views.
type model []*plain

func (m model) page(keep func(*plain) bool, compare func(a, b *plain) int) []uint32 {
	var list []*plain
	for _, p := range m {
		if keep(p) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, compare)
	out := make([]uint32, len(list))
	for i, p := range list {
		out[i] = p.id
	}
	return out
}

func byArrival(a, b *plain) int { return cmp.Compare(a.id, b.id) }

// checkMemory compares every list, book and count with the model.
func checkMemory(t *rapid.T, ix *index, all model) {
	keys := map[api.OrderBy]func(*plain) uint64{
		api.ByCreatedAt: func(p *plain) uint64 { return uint64(p.rec.created) },
		api.ByUpdatedAt: func(p *plain) uint64 { return uint64(p.st.updated) },
		api.ByExpiry:    func(p *plain) uint64 { return p.rec.order.Expiry },
	}
	for who := 0; who <= 6; who++ {
		address := smallAddress(who)
		for flags := range 4 {
			nft, p2p := flags&1 != 0, flags&2 != 0
			for _, as := range []role{asMaker, asTaker} {
				key := listKey{ix.addresses.number[address], as, 0}
				if nft {
					key.flags |= isNFT
				}
				if p2p {
					key.flags |= isP2P
				}
				for by, of := range keys {
					for _, hide := range []bool{false, true} {
						want := all.page(func(p *plain) bool {
							o := &p.rec.order
							mine := o.Maker == address
							if as == asTaker {
								mine = o.Taker == address || p2p && o.TakerFromMeta() == address
							}
							return mine && o.NFT == nft && (o.Type() == api.P2P) == p2p &&
								!(hide && p.st.small)
						}, func(a, b *plain) int {
							return cmp.Or(
								cmp.Compare(of(b), of(a)), byArrival(b, a))
						})
						var list *ranked.List
						var order ranked.Order
						if v := ix.lists[key]; v != nil {
							list, order = ix.view(v, by)
						} else {
							list = &ranked.List{}
						}
						if got := list.Page(nil, 0, 1000, hide, order); !slices.Equal(got, want) ||
							list.Len(hide) != len(want) {
							t.Fatalf("list %+v by %s hide %v: %v, want %v", key, by, hide,
								got, want)
						}
					}
				}
			}
		}
	}
	checkBooks(t, ix, all)
	for i, p := range all {
		if ix.find(p.rec.hash) != p.id ||
			ix.amounts.unpack(ix.row(p.id).fillable) != p.st.fillable {
			t.Fatalf("order %d: id %d, fillable %s want %s", i, ix.find(p.rec.hash),
				ix.amounts.unpack(ix.row(p.id).fillable), p.st.fillable)
		}
	}
	want := all.page(func(p *plain) bool { return p.st.state.open() && p.rec.order.Expiry != 0 },
		func(a, b *plain) int {
			return cmp.Or(cmp.Compare(a.rec.order.Expiry, b.rec.order.Expiry),
				cmp.Compare(a.id, b.id))
		})
	if got := ix.expiring.Page(nil, 0, 1000, false, ix.byEnd); !slices.Equal(got, want) {
		t.Fatalf("expiring %v, want %v", got, want)
	}
	for who := 1; who <= 3; who++ {
		n := len(all.page(func(p *plain) bool {
			return p.st.state.open() && p.rec.order.Maker == smallAddress(who)
		}, byArrival))
		if ix.openOrders(smallAddress(who)) != n {
			t.Fatalf("%d open orders of %d, want %d", ix.openOrders(smallAddress(who)), who, n)
		}
	}
}

func checkBooks(t *rapid.T, ix *index, all model) {
	price := func(p *plain) *big.Rat {
		return new(big.Rat).SetFrac(p.rec.order.TakerAmount.Big(), p.rec.order.MakerAmount.Big())
	}
	compare := func(a, b *plain) int {
		return cmp.Or(price(a).Cmp(price(b)), byArrival(a, b))
	}
	s := &Service{index: ix}
	for i := range 4 * 4 * 4 * 4 * 2 {
		q := api.BookQuery{NFT: i&1 != 0}
		sell, buy, sellKind, buyKind := i/2%4, i/8%4, i/32%4, i/128%4
		if !q.NFT && (sell == 3 || buy == 3 || sellKind+buyKind > 0) {
			continue
		}
		address := func(n int) *common.Address {
			if n == 3 {
				return nil
			}
			a := smallAddress(10 + n)
			return &a
		}
		kind := func(n int) *api.AssetKind {
			if n == 3 || !q.NFT {
				return nil
			}
			k := api.AssetKind(n)
			return &k
		}
		q.MakerAsset, q.TakerAsset, q.MakerAssetKind, q.TakerAssetKind = address(sell),
			address(buy), kind(sellKind), kind(buyKind)
		want := all.page(func(p *plain) bool {
			o := &p.rec.order
			fits := func(a *common.Address, k *api.AssetKind, asset api.Asset) bool {
				return (a == nil || *a == asset.Address) && (k == nil || *k == asset.Kind)
			}
			anyone := o.Taker == common.Address{} || o.Taker == smallAddress(4)
			// for one unit
			sells := !p.st.fillable.Less(o.MakerAmount.MulDiv(api.NewAmount(1), o.TakerAmount))
			return o.NFT == q.NFT && p.st.state == pending && sells && o.Type() == api.Limit &&
				anyone &&
				fits(q.MakerAsset, q.MakerAssetKind, o.MakerAsset) &&
				fits(q.TakerAsset, q.TakerAssetKind, o.TakerAsset)
		}, compare)
		var got []uint32
		if b := s.bookFor(q); b != nil {
			got = b.Page(nil, 0, 1000, false, ix.byPrice)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("book %+v: %v, want %v", q, got, want)
		}
	}
}

// Random orders and statuses, against sorting a slice; and against the same rows sorted all at
// once, as at a start.
func TestMemoryAgainstModel(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		ix, again := newIndex(), newIndex()
		ix.swappers, again.swappers = []common.Address{smallAddress(4)},
			[]common.Address{smallAddress(4)}
		var all model
		for range rapid.IntRange(40, 200).Draw(t, "steps") {
			if len(all) == 0 || rapid.IntRange(0, 2).Draw(t, "new") == 0 {
				p := drawOrder(t, uint32(len(all)+1))
				ix.addRow(p.id, &p.rec)
				ix.addToViews(p.id)
				all = append(all, &p)
				continue
			}
			p := all[rapid.IntRange(0, len(all)-1).Draw(t, "which")]
			p.st = drawStatus(t, &p.rec)
			ix.update(p.id, p.st)
		}
		checkMemory(t, ix, all)
		for _, p := range all {
			again.putRow(p.id, &p.rec)
			again.setStatus(again.row(p.id), p.st)
		}
		again.build()
		checkMemory(t, again, all)
	})
}

// Prices are compared exactly, however large the amounts.
func TestPriceComparison(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var a amounts
		draw := func(label string) api.Amount {
			v := api.NewAmount(rapid.Uint64Min(1).Draw(t, label))
			for range rapid.IntRange(0, 3).Draw(t, label+" words") {
				v = v.MulDiv(api.NewAmount(1<<62), api.NewAmount(1)).Add(
					api.NewAmount(rapid.Uint64().Draw(t, label+" low")))
			}
			return v
		}
		x, y := [2]api.Amount{draw("t1"), draw("m1")}, [2]api.Amount{draw("t2"), draw("m2")}
		if rapid.Bool().Draw(t, "scaled") {
			k := api.NewAmount(rapid.Uint64Range(1, 1<<20).Draw(t, "k"))
			y = [2]api.Amount{x[0].MulDiv(k, api.NewAmount(1)), x[1].MulDiv(k, api.NewAmount(1))}
		}
		rx, ry := row{takerAmount: a.pack(x[0]), makerAmount: a.pack(x[1])},
			row{takerAmount: a.pack(y[0]), makerAmount: a.pack(y[1])}
		want := new(big.Rat).SetFrac(x[0].Big(), x[1].Big()).Cmp(
			new(big.Rat).SetFrac(y[0].Big(), y[1].Big()))
		if got := a.cmpPrice(&rx, &ry); got != want {
			t.Fatalf("%v %v: %d, want %d", x, y, got, want)
		}
		for i, v := range []api.Amount{x[0], x[1], y[0], y[1]} {
			if back := a.unpack([]wide{rx.takerAmount, rx.makerAmount, ry.takerAmount,
				ry.makerAmount}[i]); back != v {
				t.Fatalf("%s came back as %s", v, back)
			}
		}
	})
}

// Memory gives back what was accepted and the newest status of every order, whatever is in them.
func TestMemoryKeepsRecords(t *testing.T) {
	t.Parallel()
	bytesOf := func(r record) []byte {
		r.first = status{state: pending}
		b, err := recordCodec{}.Append(nil, r)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	rapid.Check(t, func(t *rapid.T) {
		ix := newIndex()
		records, statuses := []record{{}}, []status{{}}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			if len(records) == 1 || rapid.Bool().Draw(t, "new") {
				rec := drawRecord(t)
				if rapid.IntRange(0, 9).Draw(t, "long") == 0 { // the signature of a contract
					rec.signature = bytes.Repeat(rec.hash[:],
						rapid.IntRange(0, 4000).Draw(t, "times"))
				}
				ix.addRow(uint32(len(records)), &rec)
				records, statuses = append(records, rec), append(statuses, rec.first)
				continue
			}
			id := rapid.IntRange(1, len(records)-1).Draw(t, "which")
			statuses[id] = drawStoredStatus(t)
			ix.setStatus(ix.row(uint32(id)), statuses[id])
		}
		for id := 1; id < len(records); id++ {
			if got := ix.record(uint32(id)); !bytes.Equal(bytesOf(got), bytesOf(records[id])) {
				t.Fatalf("order %d: %+v, want %+v", id, got, records[id])
			}
			if got := ix.status(uint32(id)); got != statuses[id] {
				t.Fatalf("order %d: %+v, want %+v", id, got, statuses[id])
			}
		}
	})
}
