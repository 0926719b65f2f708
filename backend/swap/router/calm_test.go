package router_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"bourse/backend/swap/router"
)

// calmGaps are how far half of the routes may be from the bound, in basis points, by the part of
// the scarcer token that a query trades. The bound is mostly the optimum itself:
// what is between it and routes is what basis points and the number of routes lose. The optimum of
// a large trade has hundreds of flows.
var calmGaps = map[float64]float64{1e-4: 0.01, 1e-3: 0.05, 1e-2: 0.5, 5e-2: 3}

// TestGapOfCalmMarkets prints how far routes are from what no allocation can beat.
func TestGapOfCalmMarkets(t *testing.T) {
	t.Parallel()
	count := 20
	if testing.Short() {
		count = 8
	}
	for _, c := range []struct {
		name          string
		tokens, pools int
		kinds         kindsOf
	}{
		{"19 pools", 6, 19, anyKinds},
		{"227 pools, 321 tokens", 160, 227, anyKinds},
		{"1,232 weighted and stable pools, 782 tokens", 782, 1232, vaultKinds},
		{"1,300 pools, 300 tokens", 300, 1300, anyKinds},
	} {
		m := newCalm(t, 1, c.tokens, c.pools, c.kinds)
		s := m.snapshot(t)
		for _, part := range []float64{1e-4, 1e-3, 1e-2, 5e-2} {
			var gaps []float64
			var times []time.Duration
			none := 0
			for range count {
				q := m.query(part)
				start := time.Now()
				r, err := router.Best(context.Background(), s, q)
				times = append(times, time.Since(start))
				if errors.Is(err, router.ErrNoRoute) {
					none++
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				check(t, s, q, r)
				gaps = append(gaps, r.GapBps)
			}
			slices.Sort(gaps)
			slices.Sort(times)
			n := len(gaps)
			if n == 0 {
				t.Errorf("%s: no answers at %g", c.name, part)
				continue
			}
			t.Logf("%s, %g of depth: %d unanswered, gap %.4f bps p50, %.4f p90, %.4f p99, "+
				"%.4f most; %v p50 %v p99", c.name, part, none, gaps[n/2], gaps[n*9/10],
				gaps[n*99/100], gaps[n-1],
				times[len(times)/2].Round(time.Microsecond),
				times[len(times)-1].Round(time.Microsecond))
			if most := calmGaps[part]; gaps[n/2] > most {
				t.Errorf("%s: half of the routes are more than %g bps from the bound", c.name, most)
			}
		}
	}
}

// TestRoutesKeepWithinTheirGas: where the best division has more pools than there is gas for, the
// answer is one of fewer.
func TestRoutesKeepWithinTheirGas(t *testing.T) {
	t.Parallel()
	const most = 12_000_000
	m := newCalm(t, 1, 160, 227, anyKinds)
	s := m.snapshot(t)
	var gaps []float64
	over := 0
	for range 12 {
		q := m.query(5e-2)
		r, err := router.Best(t.Context(), s, q)
		if err != nil {
			t.Fatal(err)
		}
		if r.Gas > most {
			over++
		}
		q.Limits.Gas = most
		if r, err = router.Best(t.Context(), s, q); err != nil {
			t.Fatal(err)
		}
		check(t, s, q, r)
		if r.Gas > most {
			t.Errorf("a route takes %d gas", r.Gas)
		}
		gaps = append(gaps, r.GapBps)
	}
	slices.Sort(gaps)
	t.Logf("%d of 12 take more without the limit; within it %.2f bps p50, %.2f most from a bound "+
		"without one", over, gaps[6], gaps[11])
	if over == 0 {
		t.Error("the limit changes nothing here")
	}
}
