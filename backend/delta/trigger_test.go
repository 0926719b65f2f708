package delta_test

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/eip712"
)

// secret opens the held orders of these tests.
var secret = common.Hash{7}

// hold submits an order with a trigger.
func (w *world) hold(o api.DeltaOrder, trigger api.DeltaTrigger) (api.DeltaRecord, error) {
	r, _, err := apitest.On(w, api.LocalChainID).SubmitDelta(w.Context(), api.DeltaSubmission{
		Order: o, Signature: w.sign(o), Trigger: &trigger,
		Secret: secret})
	return r, err
}

// A stop waits, its signature told to nobody, until what it sells has fallen to its worth, also
// over a restart; one that is met already or can never be met is refused.
func TestAStopWaitsForItsPrice(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	dir, id := t.TempDir(), ""
	t.Run("armed", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		for _, user := range w.users[:2] {
			w.approve(user, "WETH", w.contracts.Delta)
		}
		w.mine()
		o := w.build(w.users[0], "1", "WETH", "USDC")
		o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(8), api.NewAmount(10))
		near := o.ExpectedDestAmount.MulDiv(api.NewAmount(999), api.NewAmount(1000))
		for name, c := range map[string]struct {
			trigger api.DeltaTrigger
			says    string
		}{
			"empty":    {api.DeltaTrigger{}, "neither a time nor a worth"},
			"too late": {api.DeltaTrigger{NotBefore: o.Deadline}, "before the deadline"},
			"met": {api.DeltaTrigger{Below: true, Worth: o.ExpectedDestAmount.Add(near)},
				"is met already"},
		} {
			if _, err := w.hold(o, c.trigger); api.TypeOf(err) != api.ValidationError ||
				!strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", name, err)
			}
		}
		r, err := w.hold(o, api.DeltaTrigger{Below: true, Worth: near})
		if err != nil {
			t.Fatal(err)
		}
		id = r.ID
		for range 3 {
			w.mine()
		}
		r, err = apitest.On(w, api.LocalChainID).DeltaOrder(api.WithSecrets(t.Context(), secret),
			id)
		if err != nil || len(r.Signature) > 0 ||
			r.Status != api.DeltaNotStarted || r.Trigger == nil || r.Trigger.Worth != near ||
			!strings.Contains(r.Reason, "held back") {
			t.Fatalf("held back it is %+v, %v", r, err)
		}
	})
	t.Run("fired", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		w.mine()
		if r, err := apitest.On(w, api.LocalChainID).DeltaOrder(api.WithSecrets(t.Context(),
			secret), id); err != nil ||
			r.Trigger == nil {
			t.Fatalf("after a restart it is %+v, %v", r, err)
		}
		// a large sale by somebody else moves the price
		w.await(w.submit(w.build(w.users[1], "80", "WETH", "USDC")).ID, api.DeltaExecuted)
		r := w.await(id, api.DeltaExecuted)
		if r.Trigger != nil || len(r.Signature) == 0 {
			t.Errorf("settled it is %+v", r)
		}
		w.history(r)
		a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), id)
		if err != nil || !strings.Contains(a.Events[1].Reason, "its trigger is met: it could "+
			"trade at ") || !strings.Contains(a.Events[1].Reason, " USDC per WETH, the stop stood "+
			"at ") {
			t.Errorf("%+v, %v", a.Events, err)
		}
	})
}

// An order that is to begin later begins at its time; the owner can cancel it before.
func TestAnOrderBeginsAtItsTime(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	w := newWorld(t)
	at := w.mine()
	start := api.DeltaTrigger{NotBefore: at.Time + 30}
	remote, err := client.New(w.serve(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(remote.Close)
	o := w.build(w.users[0], "1", "WETH", "USDC")
	r, created, err := apitest.On(remote, api.LocalChainID).SubmitDelta(t.Context(),
		api.DeltaSubmission{
			Order: o, Signature: w.sign(o), Trigger: &start,
			Secret: secret})
	if err != nil || !created || r.Trigger == nil || *r.Trigger != start || len(r.Signature) > 0 {
		t.Fatalf("over HTTP it is %+v, %t, %v", r, created, err)
	}
	gone, err := w.hold(w.build(w.users[0], "2", "WETH", "USDC"), start)
	if err != nil {
		t.Fatal(err)
	}
	signature, err := w.wallet.Sign(w.users[0], eip712.CancellationsTypedData(
		api.LocalChainID, w.contracts.Delta, []string{gone.ID}))
	if err != nil {
		t.Fatal(err)
	}
	if err := apitest.On(w, api.LocalChainID).CancelDelta(t.Context(), []string{gone.ID},
		signature.Bytes()); err != nil {
		t.Fatal(err)
	}
	done := w.await(r.ID, api.DeltaExecuted)
	if block := done.Transactions[0].BlockNumber; block <= at.Number+1 {
		t.Errorf("settled in block %d, submitted at %d", block, at.Number)
	}
	a, err := apitest.On(w, api.LocalChainID).DeltaAuction(t.Context(), r.ID)
	if err != nil || !strings.Contains(a.Events[1].Reason, "its time has come") {
		t.Errorf("%+v, %v", a.Events, err)
	}
	if gone, err = apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(), gone.ID); err != nil ||
		gone.Status != api.DeltaCancelled || gone.Trigger != nil {
		t.Errorf("cancelled it is %+v, %v", gone, err)
	}
}
