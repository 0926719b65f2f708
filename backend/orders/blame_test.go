package orders

import (
	"slices"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// Quotes count on the orders of a contract once one of them was filled, after others of the same
// price, and on none once one was refused on chain alone, also after a restart; an order of it that
// was filled in part is safe. A fill of the order that was refused clears its maker.
func TestMakersWithCodeAreQuotedOnceFilled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(1, 2)
	_, r := w.orderOfWallet(trader(0))
	link, usdc := r.Order.MakerAsset.Address, r.Order.TakerAsset.Address
	next := func() common.Hash {
		w.nonce++
		r.Order.NonceAndMeta = api.PackNonce(api.NewAmount(w.nonce), common.Address{})
		return w.create(w.sign(r.Order, trader(0))).Hash
	}
	first, second, third := next(), next(), next()
	byKey := w.create(w.sell(1, 1, 15, func(o *api.Order) {
		o.MakerAsset.Address, o.MakerAmount = link, r.Order.MakerAmount
		o.TakerAmount = r.Order.TakerAmount
	})).Hash
	counted := func(when string, s *Service, want ...common.Hash) {
		t.Helper()
		page, err := Quotable{s}.OrderBook(t.Context(), api.BookQuery{MakerAsset: &link,
			TakerAsset: &usdc})
		if got := hashesOf(page.Orders); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v are quoted, not %v: %v", when, got, want, err)
		}
		for depth, n := range []int{0: len(want), 1: 1} {
			book, err := Quotable{s}.Book(t.Context(), api.Pair{Base: link, Quote: usdc}, depth)
			if err != nil || len(book.Asks) != n {
				t.Errorf("%s: %d asks are counted, not %d: %v", when, len(book.Asks), n, err)
			}
		}
	}
	counted("before any fill", w.orders, byKey)
	if all := w.book("LINK", "USDC"); len(all) != 4 {
		t.Errorf("the book has %d orders", len(all))
	}
	part := r.Order.TakerAmount.MulDiv(api.NewAmount(1), api.NewAmount(5))
	w.fill(2, first, part)
	counted("after a fill in part", w.orders, byKey, first, second, third)
	counted("after a fill and a restart", w.openOn(w.orders.cfg.Store), byKey, first, second, third)

	if err := w.orders.blame([]uint32{w.orders.index.find(second)}); err != nil {
		t.Fatal(err)
	}
	says := func(s *Service) {
		t.Helper()
		got, err := s.Order(t.Context(), second, false)
		if err != nil || got.State != api.Suspended ||
			!strings.Contains(got.StateReason, "refused it on chain") {
			t.Errorf("an order that was refused is %s: %s, %v", got.State, got.StateReason, err)
		}
	}
	says(w.orders)
	counted("after a refusal", w.orders, byKey, first)
	if _, err := w.prepareFill(2, second, part); api.TypeOf(err) != api.OrderNotFillable ||
		!strings.Contains(err.Error(), "refused it on chain") {
		t.Errorf("a fill of it is prepared: %v", err)
	}
	w.mine()
	again := w.openOn(w.orders.cfg.Store)
	says(again)
	counted("after a restart", again, byKey, first)

	tx, err := w.prepareFill(2, third, part)
	if err != nil {
		t.Fatal(err)
	}
	id := w.orders.index.find(third)
	if err := w.orders.blame([]uint32{id}); err != nil {
		t.Fatal(err)
	}
	w.do(trader(2), tx.To, tx.Data) // the contract takes it
	if got := w.get(third); got.State != api.Pending {
		t.Errorf("an order that was filled since is %s: %s", got.State, got.StateReason)
	}
	counted("with another one refused", w.orders, byKey, first, third)
}

// Neither many orders that one balance pays for once nor many of a contract that nobody has filled
// take the places at the top of a book from others.
func TestOneBalanceFillsNoBook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(1, 2)
	_, r := w.orderOfWallet(trader(0))
	link, usdc := r.Order.MakerAsset.Address, r.Order.TakerAsset.Address
	sells := func(amount, pays api.Amount) func(*api.Order) {
		return func(o *api.Order) {
			o.MakerAsset.Address, o.MakerAmount, o.TakerAmount = link, amount, pays
		}
	}
	has := w.holds(addressOf(trader(1)), link)
	var top []common.Hash
	for n := range uint64(30) {
		w.nonce++
		r.Order.NonceAndMeta = api.PackNonce(api.NewAmount(w.nonce), common.Address{})
		r.Order.TakerAmount = units(1, 6).Add(api.NewAmount(n))
		w.create(w.sign(r.Order, trader(0)))
		top = append(top, w.create(w.sell(1, 1, 1, sells(has, units(2, 6).Add(
			api.NewAmount(n))))).Hash)
	}
	half := has.MulDiv(api.NewAmount(1), api.NewAmount(2))
	honest := []common.Hash{w.create(w.sell(2, 1, 1, sells(half, units(900, 6)))).Hash,
		w.create(w.sell(2, 1, 1, sells(half, units(901, 6)))).Hash}
	want := append(top[:1:1], honest...)
	for offset := range len(want) + 1 {
		page, err := Quotable{w.orders}.OrderBook(t.Context(), api.BookQuery{MakerAsset: &link,
			TakerAsset: &usdc, Limit: 2, Offset: offset})
		end := min(offset+2, len(want))
		if got := hashesOf(page.Orders); err != nil || !slices.Equal(got, want[offset:end]) ||
			page.HasMore != (end < len(want)) {
			t.Errorf("from %d: %v are quoted, not %v; more %t, %v", offset, got,
				want[offset:end], page.HasMore, err)
		}
	}
	if all := w.book("LINK", "USDC"); len(all) != 62 {
		t.Errorf("the book has %d orders", len(all))
	}
}

// Orders that nobody can fill, since one unit of what they ask for buys more than their maker has,
// take no place of a book, however many there are, and stand in it once their maker has enough. So
// they do after a restart, though an earlier program left them open.
func TestUnfillableOrdersTakeNoPlace(t *testing.T) {
	t.Parallel()
	const flooder, honest, count, rich = 0, 1, 40, 2
	w := newWorld(t)
	w.approveAll(flooder, honest)
	weth, usdc := w.tokens["WETH"], w.tokens["USDC"]
	ask := w.create(w.sell(honest, 1, 3_000)).Hash
	more := w.holds(addressOf(trader(flooder)), weth).Add(api.NewAmount(1))
	var flood []common.Hash
	for range count {
		flood = append(flood, w.create(w.sell(flooder, 1, 1, func(o *api.Order) {
			o.MakerAmount, o.TakerAmount = more, api.NewAmount(1)
		})).Hash)
	}
	check := func(when string, want []common.Hash) {
		t.Helper()
		if r := w.get(flood[0]); r.State != api.Suspended || !r.SwappableBalance.IsZero() {
			t.Errorf("%s: %s, %s can be had", when, r.State, r.SwappableBalance)
		}
		for _, limit := range []int{1, 20, 100} {
			page, err := w.orders.OrderBook(t.Context(), api.BookQuery{MakerAsset: &weth,
				TakerAsset: &usdc, Limit: limit})
			if got := hashesOf(page.Orders); err != nil || !slices.Equal(got, want) ||
				page.Total != len(want) || page.HasMore {
				t.Errorf("%s, limit %d: %d orders of %d, more %t, %v", when, limit, len(got),
					page.Total, page.HasMore, err)
			}
			book, err := w.orders.Book(t.Context(), api.Pair{Base: weth, Quote: usdc}, limit)
			if err != nil || len(book.Asks) != len(want) || book.Asks[0].Hash != ask {
				t.Errorf("%s, depth %d: %d asks, %v", when, limit, len(book.Asks), err)
			}
		}
	}
	check("posted", []common.Hash{ask})
	w.do(trader(rich), weth, transferData(addressOf(trader(flooder)), api.NewAmount(1)))
	if got := w.book("WETH", "USDC"); len(got) != count+1 || got[count] != ask {
		t.Errorf("with enough to fill one, %d orders stand in the book", len(got))
	}
	w.do(trader(flooder), weth, transferData(addressOf(trader(rich)), api.NewAmount(1)))
	check("moved away", []common.Hash{ask})
	db := w.orders.cfg.Store
	if err := db.Update(func(tx *store.Tx) error {
		for _, hash := range flood {
			id := w.orders.index.find(hash)
			st := w.orders.index.status(id)
			st.state = pending
			if err := w.orders.tables.statuses.Put(tx, uint64(id), st); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	w.orders = w.openOn(db)
	check("after a restart", []common.Hash{ask})
	w.orders = w.openOn(db)
	check("after another", []common.Hash{ask})
}
