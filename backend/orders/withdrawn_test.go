package orders

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Of makers that a failed fill names, those are left out of quotes who broke it by what they took
// back in front of it in its block, whichever way they did so, and nobody else: what others do
// there, and what changes nothing for the fill, is no maker's doing.
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
		}, true},
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
		fill, err := w.prepareFill(taker, order, api.Amount{})
		if err != nil {
			t.Fatal(name, err)
		}
		c.front(order)
		failed := w.send(trader(taker), fill.To, fill.Data)
		w.mine()
		if r, err := w.net.RawReceipt(t.Context(), failed); err != nil || r == nil ||
			r.Status != types.ReceiptStatusFailed {
			t.Fatalf("%s: the fill has not failed: %+v, %v", name, r, err)
		}
		if err := w.orders.Judge(t.Context(), failed); err != nil {
			t.Fatal(name, err)
		}
		if out := w.orders.withdrawn.out(from(maker), w.chain.Head().Number); out != c.out {
			t.Errorf("%s: left out %v", name, out)
		}
		w.orders.withdrawn.mu.Lock()
		w.orders.withdrawn.of = nil
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
		if r, err := w.net.RawReceipt(t.Context(), failed); err != nil || r == nil ||
			r.Status != types.ReceiptStatusFailed {
			t.Fatalf("%s: the fill has not failed: %+v, %v", name, r, err)
		}
		if err := w.orders.Judge(t.Context(), failed); err != nil {
			t.Fatal(err)
		}
		if out := w.orders.withdrawn.out(addressOf(trader(maker)),
			w.chain.Head().Number); out != c.out {
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
	w.create(w.sell(maker, 2, 3_000))
	name := addressOf(trader(maker))
	w.send(trader(maker), w.tokens["WETH"], approveData(w.rfq, api.Amount{}))
	// a token that refuses to move what nobody has
	failed := w.send(trader(stranger), w.tokens["USDC"],
		contracts.NewStandardToken().PackTransfer(name, api.MaxAmount.Big()))
	w.mine()
	if r, err := w.net.RawReceipt(t.Context(), failed); err != nil || r == nil ||
		r.Status != types.ReceiptStatusFailed {
		t.Fatalf("%+v, %v", r, err)
	}
	if err := w.orders.Judge(t.Context(), failed); err != nil {
		t.Fatal(err)
	}
	if w.orders.withdrawn.out(name, w.chain.Head().Number) {
		t.Error("a transaction that fills nothing leaves a maker out")
	}
}
