package orders

import (
	"context"
	"slices"
	"testing"
	"time"

	"bourse/backend/api"
)

// Readers hear of new orders, fills and what funds change, with the records as they are read
// afterwards.
func TestEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	events := w.bus.Subscribe(ctx, api.TopicOrder, api.TopicFill, api.TopicBook)
	hear := func(what string, wants func(e api.Event) bool) {
		t.Helper()
		for e := range events {
			if wants(e) {
				return
			}
		}
		t.Fatal("never heard: ", what)
	}
	key := api.PairKey(w.tokens["WETH"], w.tokens["USDC"])
	ofBook := func(e api.Event) bool { return e.Topic == api.TopicBook && e.Key == key }

	rec := w.create(w.sell(0, 2, 3000))
	hear("the new order", func(e api.Event) bool {
		return e.Topic == api.TopicOrder && e.Key == rec.Hash.Hex() && e.Order.State == api.Pending
	})
	hear("its book", ofBook)
	pair := api.Pair{Base: w.tokens["WETH"], Quote: w.tokens["USDC"]}
	before, err := w.orders.Book(t.Context(), pair, 10)
	if err != nil || len(before.Asks) != 1 || len(before.Bids) != 0 ||
		before.Asks[0].Size != units(2, 18) || before.Asks[0].Maker != rec.Maker {
		t.Fatalf("%+v, %v", before, err)
	}

	tx := w.fill(1, rec.Hash, units(3000, 6))
	hear("the fill", func(e api.Event) bool {
		return e.Topic == api.TopicFill && e.Key == rec.Hash.Hex() && e.Fill.TxHash == tx
	})
	hear("the filled order", func(e api.Event) bool {
		return e.Topic == api.TopicOrder && e.Key == rec.Hash.Hex() &&
			show(*e.Order) == show(w.get(rec.Hash))
	})
	hear("the book after the fill", ofBook)
	after, err := w.orders.Book(t.Context(), pair, 10)
	if err != nil || after.Version <= before.Version || after.Block != w.chain.Head().Number ||
		after.Asks[0].Size != units(1, 18) {
		t.Fatalf("%+v, %v", after, err)
	}

	w.do(trader(0), w.tokens["WETH"], approveData(w.rfq, zero))
	hear("the suspension", func(e api.Event) bool {
		return e.Topic == api.TopicOrder && e.Order.State == api.Suspended
	})
	hear("the empty book", ofBook)
	if b, err := w.orders.Book(t.Context(), pair, 10); err != nil || len(b.Asks) != 0 ||
		b.Version <= after.Version {
		t.Fatalf("%+v, %v", b, err)
	}

	// from the other side it is a bid, sized by what can be sold to it
	bid := w.create(w.sell(1, 1, 1, func(o *api.Order) {
		o.MakerAsset, o.TakerAsset = o.TakerAsset, o.MakerAsset
		o.MakerAmount, o.TakerAmount = units(5800, 6), units(2, 18)
	}))
	b, err := w.orders.Book(t.Context(), pair, 0)
	want := []api.BookOrder{{Hash: bid.Hash, Maker: bid.Maker,
		Price: api.Price{Quote: units(5800, 6), Base: units(2, 18)}, Size: units(2, 18)}}
	if err != nil || !slices.Equal(b.Bids, want) {
		t.Fatalf("%+v, %v", b, err)
	}
}
