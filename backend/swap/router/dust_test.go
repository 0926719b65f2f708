package router_test

import (
	"context"
	"errors"
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/router"
)

// TestDustIsNeverSplitIntoNothing asks for amounts of a few units, of which shares are often less
// than one. Whatever is promised must hold: check performs every leg, and no pool trades nothing.
func TestDustIsNeverSplitIntoNothing(t *testing.T) {
	t.Parallel()
	g := newGenerated(t, 2)
	s := g.snapshot(t)
	answered, last := 0, 6
	if testing.Short() {
		last = 3
	}
	for _, side := range []router.Side{router.Sell, router.Buy} {
		for _, units := range []uint64{1, 2, 3, 50, 99, 101, 250} {
			for src := range 6 {
				for dest := range last {
					if src == dest {
						continue
					}
					for _, limits := range []router.Limits{{}, {Routes: 1}} {
						q := router.Query{Src: g.tokens[src].Address, Dest: g.tokens[dest].Address,
							Side: side, Amount: *uint256.NewInt(units), Limits: limits}
						r, err := router.Best(context.Background(), s, q)
						if errors.Is(err, router.ErrNoRoute) {
							continue
						}
						if err != nil {
							t.Fatal(err)
						}
						answered++
						check(t, s, q, r)
						nothingIsZero(t, r)
					}
				}
			}
		}
	}
	if answered == 0 {
		t.Error("no amount found a route")
	}
	t.Logf("%d answered", answered)
}

func nothingIsZero(t *testing.T, r *router.Result) {
	t.Helper()
	for _, route := range r.Routes {
		for _, h := range route.Hops {
			for _, leg := range h.Legs {
				if leg.SrcAmount.IsZero() || leg.DestAmount.IsZero() {
					t.Fatalf("a leg of %d bps of %d bps pays %s for %s", leg.Share, route.Share,
						leg.DestAmount.Dec(), leg.SrcAmount.Dec())
				}
			}
		}
	}
}
