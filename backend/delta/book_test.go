package delta_test

import (
	"testing"

	"bourse/backend/api"
)

// Limit orders of several makers are filled in one settlement, and what they leave is sold on the pools. An opposite order lets all agents that run
// here bid, and the auction shows every bid.
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
		t.Errorf("the quote is %s with limit orders, %s without", after.DestAmount, before.DestAmount)
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
	a, err := w.DeltaAuction(t.Context(), r.ID)
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
