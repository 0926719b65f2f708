package delta_test

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/contracts"
)

// TestOrdersOutliveWhoFrontRunsThem trades against an order's route just before each of its
// settlements, as anybody can who sees them wait, and takes a bit of what the owner has beside,
// which looks as if the owner moved it: that costs whoever does it fees and ends nothing. Once it
// is left alone the order is settled, and its owner is not taken for one who makes settlements
// fail, whether it does nothing meanwhile or sends payments in the same blocks.
func TestOrdersOutliveWhoFrontRunsThem(t *testing.T) {
	t.Parallel()
	for name, busy := range map[string]bool{"an idle owner": false, "a busy owner": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			outlives(t, busy)
		})
	}
}

func outlives(t *testing.T, busy bool) {
	a := newAttack(t)
	owner := a.users[0]
	a.approve(owner, "WETH", a.contracts.Delta)
	a.approve(owner, "WETH", a.who) // as to one who may fill other orders of his
	a.mine()
	o := a.build(owner, "10", "WETH", "USDC")
	o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(80), api.NewAmount(100))
	id := a.submit(o).ID
	before := a.holdings(a.who)
	const attacks = 6
	for failed := 0; failed < attacks; {
		r, err := apitest.On(a, api.LocalChainID).DeltaOrder(t.Context(), id)
		if err != nil || r.Status.Final() {
			t.Fatalf("after %d settlements that were front-run the order is %s: %s (%v)", failed,
				r.Status, r.Reason, err)
		}
		if r.Status == api.DeltaExecuting {
			a.call(a.who, a.weth, contracts.NewStandardToken().PackTransferFrom(owner, a.who,
				big.NewInt(5)), 200)
			a.frontRun("5", "WETH", "USDC")
		}
		if busy {
			a.call(owner, a.users[1], nil, 300)
		}
		a.mine()
		if err := a.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, blocks := a.failures(id)
		failed = len(blocks)
	}
	a.mine()
	_, blocks := a.failures(id)
	t.Logf("settlements failed in blocks %v; it cost %.0f USD", blocks, before-a.holdings(a.who))
	a.await(id, api.DeltaExecuted)
	auction, err := apitest.On(a, api.LocalChainID).DeltaAuction(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, e := range auction.Events {
		if strings.Contains(e.Reason, "others moved the price in front of it") {
			told++
		}
	}
	if told < attacks {
		t.Errorf("%d of %d failures tell of the price", told, attacks)
	}
}

// frontRun sells a token with a tip that brings it before everything else in the block.
func (a *attack) frontRun(amount, src, dest string) {
	a.Helper()
	sells := a.amount(amount, src)
	route, err := json.Marshal(a.routeOf(sells, src, dest))
	if err != nil {
		a.Fatal(err)
	}
	tx, err := apitest.On(a, api.LocalChainID).PrepareSwap(a.Context(), api.BuildRequest{
		Route: route, Src: api.Lower(a.tokens[src].Address),
		Dest: api.Lower(a.tokens[dest].Address), SrcAmount: &sells,
		HasSlippage: true, Terms: api.SwapTerms{User: a.who, Slippage: 5000}})
	tip := api.NewAmount(100 * params.GWei)
	tx.GasPrice, tx.Tip = tx.GasPrice.Add(tip), tip
	a.send(tx, err)
}

// TestOwnersWhoMoveAwayEndTheirOrders has an owner take the allowance back in the block of each
// settlement, and give it again afterwards: that is no stranger's doing, and ends the order.
func TestOwnersWhoMoveAwayEndTheirOrders(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	owner := w.users[0]
	allow := func(amount string, price int64) {
		w.call(owner, w.tokens["USDC"].Address, contracts.NewStandardToken().PackApprove(
			w.contracts.Delta, w.amount(amount, "USDC").Big()), price)
	}
	allow("1000", 1)
	w.mine()
	id := w.submit(w.build(owner, "500", "USDC", "WETH")).ID
	for range 2000 { // blocks, of which a busy machine has many between two settlements
		r, err := apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if r.Status == api.DeltaFailed {
			if _, blocks := w.failures(id); len(blocks) != 4 {
				t.Errorf("it ended after failures in blocks %v", blocks)
			}
			return
		}
		if r.Status == api.DeltaExecuting {
			allow("0", 100)
			w.mine()
			allow("1000", 1)
		}
		w.mine()
		if err := w.Idle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("an order whose owner takes the allowance back before each settlement goes on")
}
