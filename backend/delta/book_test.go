package delta_test

import (
	"slices"
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
)

// Limit orders of several makers are filled in one settlement, and what they leave is sold on the
// pools. An opposite order lets all agents that run here bid, and the auction shows every bid.
func TestLimitOrdersSettleADeltaOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	makers := w.users[3:5]
	for _, maker := range makers {
		w.approve(maker, "WETH", w.contracts.AugustusRFQ)
	}
	w.mine()
	before := w.quote("5000", "USDC", "WETH")
	better := func(percent uint64) api.Amount { // for 1,000 USDC
		return before.DestAmount.MulDiv(api.NewAmount(percent), api.NewAmount(500))
	}
	pays := w.amount("1000", "USDC")
	w.limit(makers[0], 1, "WETH", better(103), "USDC", pays)
	w.limit(makers[1], 2, "WETH", better(102), "USDC", pays)
	w.limit(makers[0], 3, "WETH", better(90), "USDC", pays) // worse than the pools: stays
	w.mine()
	after := w.quote("5000", "USDC", "WETH")
	if !before.DestAmount.Less(after.DestAmount) {
		t.Errorf("the quote is %s with limit orders, %s without", after.DestAmount,
			before.DestAmount)
	}
	held := []api.Amount{w.balance(makers[0], "USDC"), w.balance(makers[1], "USDC")}
	r := w.submit(w.build(w.users[0], "5000", "USDC", "WETH"))
	w.submit(w.build(w.users[1], "1", "WETH", "USDC"))
	r = w.await(r.ID, api.DeltaExecuted)
	tx := r.Transactions[0]
	if len(r.Transactions) != 1 || tx.Agent != "book" || tx.Received.Less(after.DestAmount) {
		t.Errorf("settled by %+v, the quote was %s", r.Transactions, after.DestAmount)
	}
	for i, maker := range makers {
		if got := w.balance(maker, "USDC").Sub(held[i]); got != pays {
			t.Errorf("maker %d got %s", i, got)
		}
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	last := a.Rounds[len(a.Rounds)-1]
	ranks, reasons := make(map[string]int), make(map[string]string)
	for _, b := range last.Bids {
		ranks[b.Agent], reasons[b.Agent] = b.Rank, b.Reason
	}
	if len(last.Bids) != 3 || ranks["book"] != 1 || ranks["router"] != 2 || reasons["ring"] == "" {
		t.Errorf("the last round: %+v", last)
	}
}

// A limit order that is cancelled in the block of a settlement that fills it is replaced by a spare
// one, which costs the agent what it brings less. Where there is none the settlement fails, says
// why, and the order is settled otherwise.
func TestSpareLimitOrders(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	makers, book, slippage := w.users[3:5], contracts.NewAugustusRFQ(), 500
	for _, maker := range makers {
		w.approve(maker, "WETH", w.contracts.AugustusRFQ)
	}
	pays := w.amount("1000", "USDC")
	brings := w.quote("1000", "USDC", "WETH").DestAmount.MulDiv(
		api.NewAmount(103), api.NewAmount(100))
	first := w.limit(makers[0], 1, "WETH", brings, "USDC", pays)
	spare := w.limit(makers[1], 2, "WETH", brings.Sub(api.NewAmount(1_000_000_000)), "USDC", pays)
	w.mine()
	overtaken := func(amount string, gone api.OrderRecord) api.DeltaRecord {
		t.Helper()
		o := w.build(w.users[0], amount, "USDC", "WETH",
			func(r *api.DeltaBuildRequest) { r.Slippage = &slippage })
		r := w.await(w.submit(o).ID, api.DeltaExecuting)
		if err := w.Idle(t.Context()); err != nil { // its transaction is with the node
			t.Fatal(err)
		}
		// comes first in the block
		w.call(gone.Maker, w.contracts.AugustusRFQ, book.PackCancelOrder(gone.Hash), 100)
		return w.until(r.ID, func(r api.DeltaRecord) bool { return len(r.Transactions) > 0 })
	}
	held := w.balance(makers[1], "USDC")
	r := overtaken("500", first)
	if tx := r.Transactions[0]; tx.Agent != "book" || tx.Status != 1 ||
		w.balance(makers[1], "USDC").Sub(held) != r.Order.SrcAmount {
		t.Errorf("with a spare order: %s, %+v", r.Status, tx)
	}
	r = overtaken("200", spare)
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), r.ID)
	if err != nil || r.Transactions[0].Status != 0 {
		t.Fatalf("without one: %+v, %v", r.Transactions, err)
	}
	const reason = "Couldn't swap the requested fill amount (after other transactions of its block)"
	if !slices.ContainsFunc(a.Events,
		func(e api.DeltaEvent) bool { return strings.Contains(e.Reason, reason) }) {
		t.Errorf("nothing says why it failed: %+v", a.Events)
	}
	if r = w.await(r.ID, api.DeltaExecuted); r.Transactions[1].Agent != "router" {
		t.Errorf("settled by %+v", r.Transactions)
	}
}

// Orders of next to nothing at the best price, however many, neither hide those behind them from
// agents and swaps, nor does anybody pay more for them.
func TestDustHidesNoBook(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	for _, maker := range w.users[3:5] {
		w.approve(maker, "WETH", w.contracts.AugustusRFQ)
	}
	w.mine()
	offered := func() (swap, delta float64) {
		t.Helper()
		w.mine()
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
		amount := w.amount("5900", "USDC")
		r, err := apitest.On(w, api.LocalChainID).Prices(t.Context(), api.PriceRequest{
			Src: api.Lower(w.tokens["USDC"].Address), Dest: api.Lower(w.tokens["WETH"].Address),
			Amount: amount, Side: api.Sell, Version: api.Version62})
		if err != nil {
			t.Fatal(err)
		}
		auctioned := w.quote("5900", "USDC", "WETH").DestAmount
		return r.DestAmount.Float() / 1e18, auctioned.Float() / 1e18
	}
	swap, delta := offered()
	t.Logf("pools alone: /prices %.5f, Delta %.5f", swap, delta)
	w.limit(w.users[3], 1, "WETH", w.amount("2", "WETH"), "USDC", w.amount("5900", "USDC"))
	swap, delta = offered()
	t.Logf("and 2 WETH at 2,950: /prices %.5f, Delta %.5f", swap, delta)
	if swap < 1.9999 || delta < 1.999 {
		t.Fatalf("with the order /prices %.5f, Delta %.5f", swap, delta)
	}
	for n := range 100 {
		w.limit(w.users[4], uint64(100+n), "WETH", w.amount("0.000001", "WETH"), "USDC",
			w.amount("0.00294", "USDC"))
		if n == 31 || n == 59 || n == 99 {
			nowSwap, nowDelta := offered()
			t.Logf("behind %d of 0.000001 WETH at 2,940: /prices %.5f, Delta %.5f", n+1, nowSwap,
				nowDelta)
			if nowSwap < swap*0.9999 || nowDelta < delta*0.9999 {
				t.Errorf("behind %d: /prices %.5f, Delta %.5f", n+1, nowSwap, nowDelta)
			}
		}
	}
}
