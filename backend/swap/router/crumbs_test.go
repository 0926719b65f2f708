package router_test

import (
	"context"
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/router"
)

// littered is a market of deep pools between three tokens, beside which a stranger has put up many
// that hold 60 units of worth of each.
func littered(tb testing.TB, deep, dust int) *calm {
	tb.Helper()
	m := newCalm(tb, 5, 3, 0, anyKinds)
	for n := range deep {
		m.addOf(tb, n%3, (n+1)%3, kindsOf{product: 1, concentrated: 1}, 2e7)
	}
	for n := range dust {
		v := router.Venue{Exchange: "weighted", Address: common.Address{1, byte(n >> 8), byte(n)}}
		var err error
		if v.Pool, _, err = m.weighted([]int{0, 1, 2}, 60); err != nil {
			tb.Fatal(err)
		}
		for _, t := range m.tokens {
			v.Tokens = append(v.Tokens, t.Address)
		}
		m.venues = append(m.venues, v)
	}
	return m
}

// What hundreds of pools hold that are next to nothing beside others is of no account, and who
// trades without them gets as much.
func TestCrumbsAreOfNoAccount(t *testing.T) {
	t.Parallel()
	const deep, dust = 60, 100
	m := littered(t, deep, dust)
	s := m.snapshot(t)
	kept := *m
	kept.venues = nil
	for v, crumb := range s.Crumbs() {
		if crumb != (v >= deep) {
			t.Errorf("pool %d, of which %d are deep: crumb %v", v, deep, crumb)
		}
		if !crumb {
			kept.venues = append(kept.venues, m.venues[v])
		}
	}
	fewer := kept.snapshot(t)
	for _, worth := range []float64{10, 1000, 30_000, 1e6} {
		for i := range 3 {
			dest := (i + 1) % 3
			q := router.Query{Src: m.tokens[i].Address, Dest: m.tokens[dest].Address,
				Amount: m.units(i, worth), GasPrice: 1e-6 / m.price[dest]}
			net := func(s *router.Snapshot) float64 {
				r, err := router.Best(context.Background(), s, q)
				if err != nil {
					t.Fatal(err)
				}
				return asFloat(r.DestAmount) - float64(r.Gas)*q.GasPrice
			}
			all, some := net(s), net(fewer)
			if loss := (all - some) / math.Abs(all) * 1e4; loss > 0.1 {
				t.Errorf("%g of token %d: %g bps are lost", worth, i, loss)
			}
		}
	}
}

// Hundreds of pools of two tokens that nobody else trades for each other count no more than sixteen
// beside those that trade each of them for a third.
func TestCrumbsOfAPairNobodyTrades(t *testing.T) {
	t.Parallel()
	const deep, dust, crowd = 60, 100, 16
	m := newCalm(t, 5, 3, 0, anyKinds)
	for n := range deep {
		m.addOf(t, n%2, n%2+1, kindsOf{product: 1, concentrated: 1}, 2e7)
	}
	for range dust {
		m.addOf(t, 0, 2, kindsOf{product: 1}, 60)
	}
	crumbs := 0
	for v, crumb := range m.snapshot(t).Crumbs() {
		if crumb {
			crumbs++
		}
		if crumb && v < deep {
			t.Errorf("pool %d is a crumb, and deep", v)
		}
	}
	if crumbs != dust-crowd {
		t.Errorf("of %d pools of a pair that nobody trades %d are crumbs", dust, crumbs)
	}
}

// Pools that are few are all there is, and so are those whose tokens nobody else trades.
func TestFewPoolsAreNoCrumbs(t *testing.T) {
	t.Parallel()
	for v, crumb := range littered(t, 3, 15).snapshot(t).Crumbs() {
		if crumb {
			t.Errorf("pool %d of 18 is a crumb", v)
		}
	}
	for _, m := range []*calm{newCalm(t, 1, 300, 1300, anyKinds), newWide(t, 1, 700, 1200)} {
		count := 0
		for _, crumb := range m.snapshot(t).Crumbs() {
			if crumb {
				count++
			}
		}
		if count > len(m.venues)/100 {
			t.Errorf("%d of %d pools of a market without litter are crumbs", count, len(m.venues))
		}
	}
}
