package delta_test

import (
	"math"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
	"bourse/backend/eip712"
)

// Levels are reckoned by hand: 1.5 WETH at 3,000 USDC are worth 4,500, and 4,500 USDC buy as many.
func TestATrailStandsItsDistanceBelow(t *testing.T) {
	t.Parallel()
	const usdc, weth = 6, 18
	amount := func(s string, decimals int) api.Amount {
		a, err := api.ParseUnits(s, decimals)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	for name, c := range map[string]struct {
		trail       api.DeltaTrail
		worth, sold api.Amount
		src, dest   int
		level       string // of the token that is bought
	}{
		"a sale, 3 %": {api.DeltaTrail{Bps: 300}, amount("4500", usdc), amount("1.5", weth),
			weth, usdc, "4365"},
		"a sale, 90 USDC": {api.DeltaTrail{Price: amount("90", usdc)}, amount("4500", usdc),
			amount("1.5", weth), weth, usdc, "4365"},
		"a sale, rounded down": {api.DeltaTrail{Bps: 1}, amount("0.000003", usdc),
			amount("1", weth), weth, usdc, "0.000002"},
		"a sale, more than the price": {api.DeltaTrail{Price: amount("3000", usdc)},
			amount("4500", usdc), amount("1.5", weth), weth, usdc, "0"},
		// at 3,000 the price may rise to 3,090: 4,500 / 3,090
		"a purchase, 3 %": {api.DeltaTrail{Bps: 300, Buys: true}, amount("1.5", weth),
			amount("4500", usdc), usdc, weth, "1.456310679611650485"},
		"a purchase, 90 USDC": {api.DeltaTrail{Price: amount("90", usdc), Buys: true},
			amount("1.5", weth), amount("4500", usdc), usdc, weth, "1.456310679611650485"},
		"nothing trades it": {api.DeltaTrail{Bps: 300}, api.Amount{}, amount("1", weth), weth,
			usdc, "0"},
	} {
		if got := c.trail.Level(c.worth, c.sold, c.src, c.dest); got != amount(c.level, c.dest) {
			t.Errorf("%s: %s, not %s", name, got.Units(c.dest), c.level)
		}
	}
}

// ownerSees is a held order as its owner's program sees it over HTTP.
func (w *world) ownerSees(url, id string) api.DeltaRecord {
	w.Helper()
	remote, err := client.New(url, nil)
	if err != nil {
		w.Fatal(err)
	}
	defer remote.Close()
	r, err := apitest.On(remote, api.LocalChainID).DeltaOrder(api.WithSecrets(w.Context(), secret),
		id)
	if err != nil {
		w.Fatal(err)
	}
	return r
}

// trails wants a stop to stand 20 bps below what its order brought at best.
func (w *world) trails(when, url, id string, best api.Amount) api.Amount {
	w.Helper()
	r := w.ownerSees(url, id)
	if r.Trigger == nil || r.Status != api.DeltaNotStarted {
		w.Fatalf("%s: it is %+v", when, r)
	}
	// the route told here counts gas, the trail does not: their ways may differ a little
	want := best.Float() * 0.998
	if off := math.Abs(r.Trigger.Worth.Float()/want - 1); off > 1e-5 {
		w.Errorf("%s: it stands at %s, 20 bps below %s is %.0f", when, r.Trigger.Worth, best, want)
	}
	return r.Trigger.Worth
}

// A trailing stop rises with what its order would bring, by blocks and not by a moment; it never
// falls, also not over a restart; and sells once the market has fallen by its distance.
func TestATrailingStopFollowsTheMarketUp(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	dir, id := t.TempDir(), ""
	var stood api.Amount
	t.Run("rising", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		w.approve(w.users[0], "WETH", w.contracts.Delta)
		a, url := attackOn(w), w.serve()
		o := w.build(w.users[0], "1", "WETH", "USDC")
		o.DestAmount = o.DestAmount.MulDiv(api.NewAmount(5), api.NewAmount(10))
		fall := func(worth api.Amount, trail api.DeltaTrail) api.DeltaTrigger {
			return api.DeltaTrigger{Below: true, Worth: worth, Trail: trail}
		}
		dear := w.amount("9000", "USDC")
		for name, c := range map[string]struct {
			trigger api.DeltaTrigger
			says    string
		}{
			"rises":  {api.DeltaTrigger{Trail: api.DeltaTrail{Bps: 300}}, "below must be true"},
			"all":    {fall(api.Amount{}, api.DeltaTrail{Bps: 10_000}), "1 to 9999"},
			"beyond": {fall(api.Amount{}, api.DeltaTrail{Price: dear}), "more than"},
			"two":    {fall(api.Amount{}, api.DeltaTrail{Bps: 1, Price: dear}), "not by both"},
			"met":    {fall(dear, api.DeltaTrail{Bps: 300}), "is met already"},
		} {
			if _, err := w.hold(o, c.trigger); api.TypeOf(err) != api.ValidationError ||
				!strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v", name, err)
			}
		}
		remote, err := client.New(url, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer remote.Close()
		r, _, err := apitest.On(remote, api.LocalChainID).SubmitDelta(t.Context(),
			api.DeltaSubmission{
				Order: o, Signature: w.sign(o), Secret: secret,
				Trigger: &api.DeltaTrigger{Below: true, Trail: api.DeltaTrail{Bps: 20}}})
		if err != nil || r.Trigger == nil || r.Trigger.Trail.From != r.Trigger.Worth ||
			!strings.Contains(r.Reason, "rises with the market, from "+
				r.Trigger.Worth.Units(6)[:5]) || !strings.HasSuffix(r.Reason, " USDC per WETH on") {
			t.Fatalf("it is %+v, %v", r, err)
		}
		id = r.ID
		stood = w.trails("at first", url, id, a.route("1", "WETH", "USDC").DestAmount)

		// what holds for a block or two moves nothing
		a.swap(a.who, a.amount("300000", "USDC"), "USDC", "WETH")
		a.settleBlocks(1)
		spike := a.route("1", "WETH", "USDC").DestAmount
		a.swap(a.who, a.amount("96", "WETH"), "WETH", "USDC")
		a.settleBlocks(6)
		if now := w.ownerSees(url, id).Trigger.Worth; spike.Float() < a.fair*1.002e6 ||
			now.Float() > stood.Float()*1.001 {
			t.Errorf("a block at %s moves it from %s to %s", spike, stood, now)
		}

		// what stays does, and what falls again does not take it down
		a.swap(a.who, a.amount("300000", "USDC"), "USDC", "WETH")
		a.settleBlocks(6)
		best := a.route("1", "WETH", "USDC").DestAmount
		up := w.trails("risen", url, id, best)
		if up.Float() < stood.Float()*1.002 {
			t.Errorf("it stands at %s after %s", up, stood)
		}
		stood = up
		a.swap(a.who, a.amount("20", "WETH"), "WETH", "USDC")
		a.settleBlocks(6)
		if now := w.ownerSees(url, id); now.Trigger == nil || now.Trigger.Worth != up {
			t.Errorf("after a small fall it is %+v", now)
		}
		stranger, err := apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(), id)
		if err != nil || !stranger.Hidden || stranger.Trigger != nil ||
			stranger.Reason != "held back" || !stranger.UpdatedAt.Equal(stranger.CreatedAt) {
			t.Errorf("a stranger sees %+v, %v", stranger, err)
		}
	})
	t.Run("fired", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		a, url := attackOn(w), w.serve()
		if r := w.ownerSees(url, id); r.Trigger == nil || r.Trigger.Worth != stood {
			t.Fatalf("after a restart it is %+v, before at %s", r.Trigger, stood)
		}
		a.swap(a.who, a.amount("90", "WETH"), "WETH", "USDC")
		r := w.await(id, api.DeltaExecuted)
		w.history(r)
		if got := r.Transactions[0].Received.Float(); got > stood.Float() ||
			got < stood.Float()*0.99 {
			t.Errorf("it brought %f, the stop stood at %s", got, stood)
		}
		// where it stood is told with what it brought
		if h := r.Held; h == nil || !h.Fired || h.Worth != stood || h.Trail.Bps != 20 ||
			h.Trail.From.IsZero() || stood.Less(h.Trail.From) {
			t.Errorf("it was held by %+v, the stop stood at %s", h, stood)
		}
	})
}

// A stop and a take profit of one nonce: when one is let go, the other is cancelled, also after a
// restart; the contract would settle no second one of the nonce.
func TestOneCancelsTheOther(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a network of its own")
	}
	dir := t.TempDir()
	var stop, profit, other api.DeltaRecord
	t.Run("held", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		w.approve(w.users[0], "WETH", w.contracts.Delta)
		w.mine()
		fair := w.quote("1", "WETH", "USDC").DestAmount
		part := func(n uint64) api.Amount {
			return fair.MulDiv(api.NewAmount(n), api.NewAmount(1000))
		}
		one := w.build(w.users[0], "1", "WETH", "USDC")
		two := w.build(w.users[0], "1", "WETH", "USDC",
			func(r *api.DeltaBuildRequest) { r.Nonce = &one.Nonce })
		alone := w.build(w.users[0], "1", "WETH", "USDC")
		if two.Nonce != one.Nonce || alone.Nonce == one.Nonce {
			t.Fatalf("nonces %s, %s and %s", one.Nonce, two.Nonce, alone.Nonce)
		}
		one.DestAmount, two.DestAmount, alone.DestAmount = part(800), part(1001), part(800)
		for _, x := range []struct {
			to    *api.DeltaRecord
			order api.DeltaOrder
			at    api.DeltaTrigger
		}{{&stop, one, api.DeltaTrigger{Below: true, Worth: part(999)}},
			{&profit, two, api.DeltaTrigger{Worth: part(1010)}},
			{&other, alone, api.DeltaTrigger{Worth: part(1100)}}} {
			var err error
			if *x.to, err = w.hold(x.order, x.at); err != nil {
				t.Fatal(err)
			}
		}
	})
	t.Run("let go", func(t *testing.T) {
		w := openWorld(t, dir, nil)
		a := attackOn(w)
		a.swap(a.who, a.amount("90", "WETH"), "WETH", "USDC")
		fired := w.await(stop.ID, api.DeltaExecuted)
		w.history(fired)
		if h := fired.Held; h == nil || !h.Fired || h.Worth != stop.Trigger.Worth {
			t.Errorf("the stop was held by %+v", h)
		}
		gone, err := apitest.On(w, api.LocalChainID).DeltaOrder(api.WithSecrets(t.Context(),
			secret), profit.ID)
		if err != nil || gone.Status != api.DeltaCancelled || gone.Trigger != nil ||
			!strings.Contains(gone.Reason, stop.ID+" of the same nonce is let go") {
			t.Errorf("the take profit is %+v, %v", gone, err)
		}
		if h := gone.Held; h == nil || h.Fired || h.Worth != profit.Trigger.Worth {
			t.Errorf("the take profit was held by %+v", h)
		}
		w.history(gone)
		if seen, err := apitest.On(w, api.LocalChainID).DeltaOrder(t.Context(),
			profit.ID); err != nil || !seen.Hidden || seen.Held != nil {
			t.Errorf("a stranger sees of the take profit %+v, %v", seen, err)
		}
		if held, err := apitest.On(w, api.LocalChainID).DeltaOrder(api.WithSecrets(t.Context(),
			secret),
			other.ID); err != nil || held.Status != api.DeltaNotStarted {
			t.Errorf("an order of another nonce is %+v, %v", held, err)
		}
		hash := eip712.DeltaTypedData(api.LocalChainID, w.contracts.Delta, gone.Order).Hash()
		if hash != profit.OrderHash || hash == (common.Hash{}) {
			t.Errorf("the order is another one: %s", hash)
		}
	})
}
