package orders

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// left are the orders of a book that quotes count on.
func (w *world) left(sell, buy string) []common.Hash {
	w.t.Helper()
	maker, taker := w.tokens[sell], w.tokens[buy]
	page, err := Quotable{w.orders}.OrderBook(w.t.Context(), api.BookQuery{MakerAsset: &maker,
		TakerAsset: &taker})
	if err != nil {
		w.t.Fatal(err)
	}
	return hashesOf(page.Orders)
}

// fails judges a transaction that must have failed.
func (w *world) fails(what string, tx common.Hash) {
	w.t.Helper()
	if r, err := w.net.RawReceipt(w.t.Context(), tx); err != nil || r == nil ||
		r.Status != types.ReceiptStatusFailed {
		w.t.Fatalf("%s: the fill has not failed: %+v, %v", what, r, err)
	}
	if err := w.orders.Judge(w.t.Context(), tx); err != nil {
		w.t.Fatal(what, err)
	}
}

// isOut tells whether quotes leave an order out.
func (w *world) isOut(order common.Hash) bool {
	w.t.Helper()
	w.orders.mu.RLock()
	defer w.orders.mu.RUnlock()
	return !w.orders.countsOn(w.orders.index.row(w.orders.index.find(order)))
}

// Whoever sees that a maker cancels an order or moves what is its own can have a transaction fail
// behind: where it was not prepared here that costs the maker nothing, and where it was no more
// than the orders that it names.
func TestStrangersLeaveNoMakerOut(t *testing.T) {
	t.Parallel()
	const maker, stranger, helper = 0, 1, 2
	w := newWorld(t)
	w.approveAll(maker, stranger)
	best := w.create(w.sell(maker, 1, 2_950)).Hash
	for round := range 2 * patience {
		far := w.create(w.sell(maker, 1, 3_500)).Hash
		prepared, err := w.prepareFill(stranger, far, units(1, 6))
		if err != nil {
			t.Fatal(err)
		}
		data := prepared.Data
		if round%2 == 0 { // the same, for half a dollar
			rfq := contracts.NewAugustusRFQ()
			rec := w.orders.index.record(w.orders.index.find(far))
			data = rfq.PackPartialFillOrder(ContractOrder(rec.order), rec.signature,
				big.NewInt(500_000))
		}
		cancel, err := w.orders.PrepareCancel(t.Context(), api.CancelRequest{
			Maker: addressOf(trader(maker)), Hashes: []common.Hash{far}})
		if err != nil {
			t.Fatal(err)
		}
		w.send(trader(maker), cancel.To, cancel.Data)
		failed := w.send(trader(stranger), prepared.To, data)
		w.mine()
		w.fails("behind a cancellation", failed)
		if got := w.left("WETH", "USDC"); !slices.Equal(got, []common.Hash{best}) {
			t.Fatalf("round %d: quotes count on %v", round, got)
		}
	}
	far := w.create(w.sell(maker, 1, 3_500)).Hash
	for round, handmade := range []bool{true, false} {
		prepared, err := w.prepareFill(stranger, far, units(uint64(1+round), 6))
		if err != nil {
			t.Fatal(err)
		}
		if handmade {
			w.orders.prepared = newPrepared()
		}
		has := w.holds(addressOf(trader(maker)), w.tokens["WETH"])
		w.send(trader(maker), w.tokens["WETH"], transferData(addressOf(trader(helper)), has))
		failed := w.send(trader(stranger), prepared.To, prepared.Data)
		w.mine()
		w.do(trader(helper), w.tokens["WETH"], transferData(addressOf(trader(maker)), has))
		w.fails("behind a payment", failed)
		want := []common.Hash{best, far}
		if !handmade {
			want = want[:1]
		}
		if got := w.left("WETH", "USDC"); !slices.Equal(got, want) {
			t.Fatalf("handmade %t: quotes count on %v", handmade, got)
		}
	}
}

// A maker who takes back what pays for its orders in front of fills that were prepared here, again
// and again, is left out with all that it has.
func TestWhoTakesBackOftenIsLeftOut(t *testing.T) {
	t.Parallel()
	const maker, taker = 0, 1
	w := newWorld(t)
	w.approveAll(maker, taker)
	other := w.create(w.sell(maker, 1, 3_100)).Hash
	for round := range patience {
		if w.isOut(other) {
			t.Fatalf("after %d times all is left out", round)
		}
		order := w.create(w.sell(maker, 1, 3_000)).Hash
		fill, err := w.prepareFill(taker, order, api.Amount{})
		if err != nil {
			t.Fatal(err)
		}
		w.send(trader(maker), w.tokens["WETH"], approveData(w.rfq, api.Amount{}))
		failed := w.send(trader(taker), fill.To, fill.Data)
		w.mine()
		w.do(trader(maker), w.tokens["WETH"], approveData(w.rfq, api.MaxAmount))
		w.fails("a fill", failed)
		if !w.isOut(order) {
			t.Error("an order that could not be had is counted on")
		}
	}
	if !w.isOut(other) {
		t.Errorf("after %d times the maker is counted on", patience)
	}
	for range leftOut {
		w.mine()
	}
	if w.isOut(other) {
		t.Error("it is left out for ever")
	}
}

// Of makers that a failed fill names, the orders that it fills are left out of quotes where they
// broke it by what they took back in front of it in its block, whichever way they did so, and no
// others: what others do there, and what changes nothing for the fill, is no maker's doing. What is
// cancelled is gone.
func TestOnlyWhoTakesBackIsLeftOut(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	const maker, taker, helper = 0, 1, 2
	w := newWorld(t)
	w.approveAll(maker, taker)
	weth, usdc, batch := w.tokens["WETH"], w.tokens["USDC"], w.net.Contracts().Multicall
	token := contracts.NewStandardToken()
	from := func(i int) common.Address { return addressOf(trader(i)) }
	balance := func(of common.Address, token common.Address) *big.Int {
		raw, err := w.net.Call(t.Context(), w.chain.Head().Hash,
			call(token, selBalanceOf, word(of)))
		if err != nil {
			t.Fatal(err)
		}
		return new(big.Int).SetBytes(raw)
	}
	together := func(calls ...contracts.Multicall3Call3) []byte {
		return contracts.NewMulticall3().PackAggregate3(calls)
	}
	one := func(to common.Address, data []byte) contracts.Multicall3Call3 {
		return contracts.Multicall3Call3{Target: to, CallData: data}
	}
	drain := func() []byte { // moves all that the taker would pay with
		return token.PackTransferFrom(from(taker), from(helper), balance(from(taker), usdc))
	}
	for _, i := range []int{maker, taker} {
		for _, spender := range []common.Address{batch, from(helper)} {
			w.send(trader(i), weth, approveData(spender, api.MaxAmount))
			w.send(trader(i), usdc, approveData(spender, api.MaxAmount))
		}
	}
	w.mine()
	for name, c := range map[string]struct {
		front func(order common.Hash)
		out   bool
	}{
		"the maker takes the allowance back": {func(common.Hash) {
			w.send(trader(maker), weth, approveData(w.rfq, api.Amount{}))
		}, true},
		"the maker allows less than its order needs": {func(common.Hash) {
			w.send(trader(maker), weth, approveData(w.rfq, units(1, 17)))
		}, true},
		"the maker moves the token away": {func(common.Hash) {
			w.send(trader(maker), weth,
				token.PackTransfer(from(helper), balance(from(maker), weth)))
		}, true},
		"whom the maker lets move the token": {func(common.Hash) {
			w.send(trader(helper), weth,
				token.PackTransferFrom(from(maker), from(helper), balance(from(maker), weth)))
		}, true},
		"the maker cancels": {func(order common.Hash) {
			tx, err := w.orders.PrepareCancel(t.Context(), api.CancelRequest{
				Maker: from(maker), Hashes: []common.Hash{order}})
			if err != nil {
				t.Fatal(err)
			}
			w.send(trader(maker), tx.To, tx.Data)
		}, false},
		"the maker moves what its order does not need": {func(common.Hash) {
			w.send(trader(maker), weth, transferData(from(helper), units(1, 15)))
			w.send(trader(taker), usdc, approveData(w.rfq, api.Amount{}))
		}, false},
		"a stranger moves nothing of the maker's": {func(common.Hash) {
			w.send(trader(taker), weth,
				token.PackTransferFrom(from(maker), from(taker), new(big.Int)))
			w.send(trader(taker), usdc, approveData(w.rfq, api.Amount{}))
		}, false},
		"a stranger moves nothing of the maker's, and at once the pay": {func(common.Hash) {
			w.send(trader(taker), batch, together(
				one(weth, token.PackTransferFrom(from(maker), from(helper), new(big.Int))),
				one(usdc, drain())))
		}, false},
		"a bit that no order needs is moved, and at once the pay": {func(common.Hash) {
			w.send(trader(taker), batch, together(
				one(weth, token.PackTransferFrom(from(maker), from(helper), big.NewInt(1e15))),
				one(usdc, drain())))
		}, false},
		"a stranger fills another order, and moves the pay": {func(common.Hash) {
			other := w.create(w.sell(maker, 1, 3_001)).Hash
			tx, err := w.prepareFill(taker, other, api.Amount{})
			if err != nil {
				t.Fatal(err)
			}
			w.send(trader(taker), tx.To, tx.Data)
			w.send(trader(taker), usdc, approveData(w.rfq, api.Amount{}))
		}, false},
		"the maker takes back what breaks nothing": {func(common.Hash) {
			w.send(trader(maker), weth, approveData(w.rfq, api.Amount{}))
			w.send(trader(taker), usdc, approveData(w.rfq, api.Amount{}))
		}, false},
	} {
		before := w.chain.Head()
		order := w.create(w.sell(maker, 2, 3_000)).Hash
		rest := w.create(w.sell(maker, 1, 3_002)).Hash
		fill, err := w.prepareFill(taker, order, api.Amount{})
		if err != nil {
			t.Fatal(name, err)
		}
		c.front(order)
		failed := w.send(trader(taker), fill.To, fill.Data)
		w.mine()
		w.fails(name, failed)
		if w.isOut(order) != c.out || w.isOut(rest) {
			t.Errorf("%s: left out %v, and another order %v", name, w.isOut(order), w.isOut(rest))
		}
		w.orders.withdrawn.mu.Lock()
		w.orders.withdrawn.orders, w.orders.withdrawn.makers = nil, nil
		w.orders.withdrawn.mu.Unlock()
		if err := w.chain.Fork(t.Context(), before.Hash); err != nil {
			t.Fatal(err)
		}
		if err := w.chain.DropPending(); err != nil {
			t.Fatal(err)
		}
		clear(w.senders)
		w.mine()
	}
}

// A permit of an order can be handed in by whoever reads it: where that cuts the allowance in front
// of a fill, it is not the maker's doing, unless the maker sends it.
func TestOthersHandInPermits(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("what runs at the same time is watched in other tests")
	}
	const maker, taker, helper = 0, 1, 2
	for name, c := range map[string]struct {
		sender int
		out    bool
	}{"a stranger": {helper, false}, "the maker": {maker, true}} {
		w := newWorld(t)
		w.approveAll(maker, taker)
		order := w.create(w.sell(maker, 1, 15, func(o *api.Order) {
			o.MakerAsset.Address, o.MakerAmount = w.tokens["LINK"], units(5, 18)
		})).Hash
		fill, err := w.prepareFill(taker, order, api.Amount{})
		if err != nil {
			t.Fatal(err)
		}
		permit := w.permitOf(maker, units(1, 18), 0, 1<<40)
		w.send(trader(c.sender), w.tokens["LINK"], append([]byte{0xd5, 0x05, 0xac, 0xcf},
			permit...))
		failed := w.send(trader(taker), fill.To, fill.Data)
		w.mine()
		w.fails(name, failed)
		if out := w.isOut(order); out != c.out {
			t.Errorf("%s hands a permit in: the maker is left out %v", name, out)
		}
	}
}

// What makes quotes leave a maker out has to be sent to a contract that fills orders.
func TestNamesAloneLeaveNobodyOut(t *testing.T) {
	t.Parallel()
	const maker, stranger = 0, 1
	w := newWorld(t)
	w.approveAll(maker, stranger)
	order := w.create(w.sell(maker, 2, 3_000)).Hash
	name := addressOf(trader(maker))
	w.send(trader(maker), w.tokens["WETH"], approveData(w.rfq, api.Amount{}))
	// a token that refuses to move what nobody has
	failed := w.send(trader(stranger), w.tokens["USDC"],
		contracts.NewStandardToken().PackTransfer(name, api.MaxAmount.Big()))
	w.mine()
	w.fails("a payment", failed)
	if w.isOut(order) {
		t.Error("a transaction that fills nothing leaves a maker out")
	}
}
