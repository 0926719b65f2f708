package delta_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain/local"
	"bourse/backend/eip712"
)

// cancelling is the signature that ends an order.
func (w *world) cancelling(owner common.Address, id string) []byte {
	w.Helper()
	signature, err := w.wallet.Sign(owner, eip712.CancellationsTypedData(
		api.LocalChainID, w.contracts.Delta, []string{id}))
	if err != nil {
		w.Fatal(err)
	}
	return signature.Bytes()
}

func (w *world) cancel(r api.DeltaRecord) error {
	w.Helper()
	return apitest.On(w, api.LocalChainID).CancelDelta(w.Context(), []string{r.ID},
		w.cancelling(r.User, r.ID))
}

// priced is an order that the pools can't settle: who does pays more than they would.
func (w *world) priced(thousandths uint64) api.DeltaOrder {
	w.Helper()
	o := w.build(w.users[0], "5000", "USDC", "WETH")
	most := w.quote("5000", "USDC", "WETH").DestAmount
	o.DestAmount = most.MulDiv(api.NewAmount(thousandths), api.NewAmount(1000))
	o.ExpectedDestAmount = o.DestAmount
	return o
}

// Agents elsewhere win rounds and are late. While a transaction may still come, no cancel is
// acknowledged; after that the order ends as cancelled and stays so, whatever an agent does against
// the rules, and what it did is told.
func TestALateAwardUndoesNoCancel(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ctx := t.Context()
	late := func(trader int) (*outsider, api.DeltaRecord) {
		o := newOutsider(w, local.House{}.Trader(trader))
		w.admit(o)
		r := w.submit(w.priced(1003))
		w.round(func() error { return o.bid(ctx) })
		if _, err := o.awarded(ctx); err != nil {
			t.Fatal(err)
		}
		w.await(r.ID, api.DeltaExecuting)
		return o, w.await(r.ID, api.DeltaRunning)
	}
	send := func(o *outsider, r api.DeltaRecord) {
		if err := o.send(ctx, o.delta, o.bids[r.ID]); err != nil {
			t.Fatal(err)
		}
		w.mine()
		if err := w.Idle(ctx); err != nil {
			t.Fatal(err)
		}
	}

	o, r := late(0)
	if err := w.cancel(r); api.TypeOf(err) != api.OrderNotFillable ||
		!strings.Contains(err.Error(), "is being settled") {
		t.Errorf("the award can still be mined, and its cancel is answered with %v", err)
	}
	send(o, r)
	w.history(w.await(r.ID, api.DeltaExecuted))

	o, r = late(1)
	blocks := 0
	for err := w.cancel(r); err != nil; err = w.cancel(r) {
		if blocks++; blocks > 20 {
			t.Fatalf("never cancelled: %v", err)
		}
		w.mine()
		if err := w.Idle(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if blocks < 6 {
		t.Errorf("cancelled after %d blocks", blocks)
	}
	before := w.balance(w.users[0], "WETH")
	send(o, r)
	got := w.await(r.ID, api.DeltaCancelled)
	if w.balance(w.users[0], "WETH") == before || len(got.Transactions) != 1 ||
		got.Transactions[0].From != o.address || !strings.Contains(got.Reason, "had ended") {
		t.Errorf("settled after its end, it says %q and has %+v", got.Reason, got.Transactions)
	}
	w.history(got)
}
