package swap

import (
	"math/rand/v2"
	"slices"
	"testing"

	"bourse/backend/api"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/router"
)

// TestPercentsAddUp rounds random splits: percents add up to 100, each part has one at least, and
// where no part is smaller than a percent, none is off by a whole one.
func TestPercentsAddUp(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(7, 7))
	for range 2000 {
		shares := make([]int, 1+random.IntN(router.MaxParts))
		for i := range shares {
			shares[i] = 1
		}
		for left := router.Whole - len(shares); left > 0; {
			part := 1 + random.IntN(left)
			shares[random.IntN(len(shares))] += part
			left -= part
		}
		fair := slices.Min(shares) >= calldata.BpsOfPercent
		sum := 0
		for i, percent := range percents(shares) {
			sum += percent
			off := percent*calldata.BpsOfPercent - shares[i]
			if percent < 1 || fair && max(off, -off) >= calldata.BpsOfPercent {
				t.Fatalf("%d basis points of %v are said to be %d %%", shares[i], shares, percent)
			}
		}
		if sum != 100 {
			t.Fatalf("%v add up to %d %%", shares, sum)
		}
	}
}

// A bound is told with as many digits as make it no smaller, up to 50 basis points; beyond them
// only that there was a search, over so many pools.
func TestOnlyNearBoundsAreTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	st := w.swap.cfg.Pools.Newest()
	q, err := w.swap.readRequest(t.Context(), api.PriceRequest{ChainID: api.LocalChainID,
		Src: "WETH", Dest: "USDC", Amount: api.NewAmount(1e18)})
	if err != nil {
		t.Fatal(err)
	}
	r, err := router.Best(t.Context(), st.Search, w.swap.query(st, q))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ gap, told float64 }{
		{1e-9, 1e-4}, {0.31, 0.31}, {49.99995, 50}, {50, 50}, {50.00001, 0}, {1e9, 0},
	} {
		r.GapBps = c.gap
		route, told := w.swap.describe(q, st, st.Search, r, nil), 0.0
		if route.BoundGapBps != nil {
			told = *route.BoundGapBps
		}
		if told != c.told || route.BoundPools != r.Pools || r.Pools < 2 {
			t.Errorf("%g bps over %d pools are told as %g over %d", c.gap, r.Pools, told,
				route.BoundPools)
		}
	}
}
