package router_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"bourse/backend/swap/router"
)

// calmGaps are how far half of the routes, and any, may be from the bound, in basis points, by the
// part of the scarcer token that a query trades. The bound is mostly the optimum itself: what is
// between it and routes is what basis points and the number of routes lose. The optimum of a large
// trade has hundreds of flows.
var calmGaps = map[float64]struct{ half, most float64 }{
	1e-4: {0.01, 1}, 1e-3: {0.05, 0.2}, 1e-2: {0.5, 10}, 5e-2: {3, 40},
}

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
			if limit := calmGaps[part]; gaps[n/2] > limit.half || gaps[n-1] > limit.most {
				t.Errorf("%s, %g of depth: half of the routes are more than %g bps from the bound "+
					"or one more than %g", c.name, part, limit.half, limit.most)
			}
		}
	}
}

// TestRoutesKeepWithinTheirGas: where the best division has more pools than there is gas for, the
// answer is one of fewer, which loses little against the bound without a limit. It keeps within its
// gas also where the search is cut short.
func TestRoutesKeepWithinTheirGas(t *testing.T) {
	t.Parallel()
	m := newCalm(t, 1, 160, 227, anyKinds)
	s := m.snapshot(t)
	limits := []struct {
		gas  uint64
		mean float64 // bps
	}{{12_000_000, 1.9}, {3_000_000, 30}}
	over, sums := 0, make([]float64, len(limits))
	const count = 12
	for n := range count {
		q := m.query(5e-2)
		free := best(t, s, q)
		for i, l := range limits {
			if free.Gas > l.gas {
				over++
			}
			q.Limits.Gas = l.gas
			r := best(t, s, q)
			cut, err := router.Best(&looks{t.Context(), 20 << n}, s, q)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range []*router.Result{r, cut} {
				if check(t, s, q, r); r.Gas > l.gas {
					t.Errorf("a route takes %d gas of %d", r.Gas, l.gas)
				}
			}
			sums[i] += r.GapBps / count
		}
	}
	for i, l := range limits {
		t.Logf("within %d gas %.2f bps from a bound without a limit", l.gas, sums[i])
		if sums[i] > l.mean {
			t.Errorf("the mean is more than %g", l.mean)
		}
	}
	if over < count {
		t.Errorf("the limits change only %d answers", over)
	}
}
