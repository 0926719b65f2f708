package delta_test

import (
	"testing"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
)

func TestAnOrderIsSettledOnThePools(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.users[0]
	o := w.build(owner, "5000", "USDC", "WETH")
	before := w.balance(owner, "WETH")
	r := w.submit(o)
	if r.Status != api.DeltaNotStarted || len(r.Signature) != 64 {
		t.Errorf("status %s, signature of %d bytes", r.Status, len(r.Signature))
	}
	r = w.await(r.ID, api.DeltaExecuted)
	if len(r.Transactions) != 1 {
		t.Fatalf("%d transactions", len(r.Transactions))
	}
	tx := r.Transactions[0]
	if got := w.balance(owner, "WETH").Sub(before); got != tx.Received || got.Less(o.DestAmount) {
		t.Errorf("the owner got %s, the record says %s, the floor was %s", got, tx.Received,
			o.DestAmount)
	}
	if tx.Spent != o.SrcAmount || tx.FilledPercent != 10_000 || tx.Agent != "router" ||
		tx.From != agent(0) || tx.To != w.contracts.Delta ||
		tx.AuctionID != r.ID || tx.Status != 1 || tx.GasUsed == 0 || tx.GasPrice == 0 {
		t.Errorf("transaction %+v", tx)
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	if len(a.Rounds) != 1 || a.Rounds[0].Winner != "router" ||
		a.Rounds[0].Bids[0].Received.Add(a.Rounds[0].Bids[0].Rebate) != tx.Received {
		t.Errorf("rounds %+v", a.Rounds)
	}
	if b := &a.Rounds[0].Bids[0]; b.Charged < tx.GasUsed || b.Charged > tx.GasUsed*105/100 ||
		b.Rebate.IsZero() {
		t.Errorf("the settlement used %d gas, the bid is %+v", tx.GasUsed, b)
	}
	last := api.DeltaStatus("")
	for _, e := range a.Events {
		if e.From != last || e.Reason == "" {
			t.Errorf("event %+v follows %s", e, last)
		}
		last = e.To
	}
	if last != r.Status {
		t.Errorf("events end in %s", last)
	}
}
