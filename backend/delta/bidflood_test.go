package delta_test

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
)

// burner runs the precompiled hash for as many rounds as it has gas, which takes a core most of a
// second for what a transaction may use.
var burner = common.FromHex("5a60051c5a0360e01b5f52600160d4535f5f60d55f60095afa00")

// floods hands in as many bids as an agent may, each of which burns all the gas that it is given.
func (o *outsider) floods(ctx context.Context, executor common.Address) error {
	r, err := o.opened(ctx)
	if err != nil {
		return err
	}
	var names []string
	for i := range r.Orders {
		names = append(names, r.Orders[i].ID)
	}
	for i := range 64 {
		data := contracts.NewDelta().PackSwapSettle(settled(r.Orders[0].Order,
			r.Orders[0].Signature), binary.BigEndian.AppendUint64(nil, uint64(i)), executor)
		if err := o.handIn(ctx, r, data, api.Amount{}, names...); err != nil {
			return err
		}
	}
	return nil
}

// An agent's bids that burn all gas cost the round of a second's block at most half of one, and
// orders beside them are settled by the next block. The agent is told why and sits out.
func TestOneAgentsBidsHoldNoRoundUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	executor := w.putCode(burner)[0]
	o := newOutsider(w, local.House{}.Trader(0))
	w.register(o.address)
	w.mine()
	var ids []string
	for i := range 12 {
		ids = append(ids, w.submit(w.build(w.users[i%4], "500", "USDC", "WETH")).ID)
	}
	var begin time.Time
	w.round(func() error {
		defer func() { begin = time.Now() }()
		return o.floods(t.Context(), executor)
	})
	if err := w.Idle(t.Context()); err != nil {
		t.Fatal(err)
	}
	// many times what a round without the flood takes, and a twentieth of what these bids would
	if took := time.Since(begin); took > 3*time.Second {
		t.Errorf("the round took %v", took)
	}
	at := w.head()
	for _, id := range ids {
		if r := w.await(id, api.DeltaExecuted); r.Transactions[0].BlockNumber > at+2 {
			t.Errorf("an order was settled in block %d, its round was on %d",
				r.Transactions[0].BlockNumber, at)
		}
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), ids[0])
	if err != nil {
		t.Fatal(err)
	}
	reasons := make(map[string]int)
	for _, b := range a.Rounds[0].Bids {
		if b.Agent == api.Lower(o.address) {
			reasons[b.Reason]++
		}
	}
	if len(reasons) == 0 || reasons[""] > 0 {
		t.Errorf("the bids were refused because of %v", reasons)
	}
	again := w.submit(w.build(w.users[0], "500", "USDC", "WETH"))
	w.round(func() error { return o.floods(t.Context(), executor) })
	w.await(again.ID, api.DeltaExecuted)
	if a, err = apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), again.ID); err != nil {
		t.Fatal(err)
	}
	for _, b := range a.Rounds[0].Bids {
		if b.Agent == api.Lower(o.address) && !strings.Contains(b.Reason, "sits out until block") {
			t.Errorf("its next bid was refused because %q", b.Reason)
		}
	}
}
