package router_test

import (
	"context"
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/pool"
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

// crumbsOf tells of every venue of a snapshot whether it is a crumb.
func crumbsOf(s *router.Snapshot) []bool {
	return s.Crumbs(func(v int) (list []pool.Standing) {
		for i := range s.Venues[v].Tokens {
			for j := range i {
				list = append(list, pool.Stands(s.Venues[v].Pool, i, j))
			}
		}
		return list
	})
}

// swept is a market without its crumbs, of which all but a few places of pairs are, and none of the
// deep pools, which come first.
func (m *calm) swept(t *testing.T, deep int) *calm {
	t.Helper()
	const places = 16
	kept, pairs := *m, 0
	kept.venues = nil
	for v, crumb := range crumbsOf(m.snapshot(t)) {
		if crumb && v < deep {
			t.Errorf("pool %d is a crumb, and deep", v)
		}
		if !crumb {
			kept.venues = append(kept.venues, m.venues[v])
			if n := len(m.venues[v].Tokens); v >= deep {
				pairs += n * (n - 1) / 2
			}
		}
	}
	if pairs > places {
		t.Errorf("of %d pools beside %d deep ones those of %d pairs are no crumbs",
			len(m.venues)-deep, deep, pairs)
	}
	return &kept
}

// What hundreds of pools hold that are next to nothing beside others is of no account, and who
// trades without them gets as much.
func TestCrumbsAreOfNoAccount(t *testing.T) {
	t.Parallel()
	const deep, dust = 60, 100
	m := littered(t, deep, dust)
	s, kept := m.snapshot(t), m.swept(t, deep)
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

// Hundreds of pools count no more where they are of two tokens that nobody else trades for each
// other, beside those that trade each of them for a third, or where there are few of each of many
// pairs.
func TestCrumbsOfPairsNobodyTrades(t *testing.T) {
	t.Parallel()
	const deep, dust = 60, 160
	for name, pairs := range map[string][][2]int{
		"one pair": {{0, 2}},
		"many pairs": {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}, {1, 3}, {1, 4}, {2, 4}, {2, 5},
			{3, 5}},
	} {
		m := newCalm(t, 5, 6, 0, anyKinds)
		for n := range deep {
			m.addOf(t, n%5, n%5+1, kindsOf{product: 1, concentrated: 1}, 2e7)
		}
		for n := range dust {
			m.addOf(t, pairs[n%len(pairs)][0], pairs[n%len(pairs)][1], kindsOf{product: 1}, 60)
		}
		t.Run(name, func(t *testing.T) { m.swept(t, deep) })
	}
}

// Pools that are few are all there is, and so are those whose tokens nobody else trades.
func TestFewPoolsAreNoCrumbs(t *testing.T) {
	t.Parallel()
	for v, crumb := range crumbsOf(littered(t, 13, 5).snapshot(t)) {
		if crumb {
			t.Errorf("pool %d of 18 is a crumb", v)
		}
	}
	for _, m := range []*calm{newCalm(t, 1, 300, 1300, anyKinds), newWide(t, 1, 700, 1200)} {
		count := 0
		for _, crumb := range crumbsOf(m.snapshot(t)) {
			if crumb {
				count++
			}
		}
		if count > len(m.venues)/100 {
			t.Errorf("%d of %d pools of a market without litter are crumbs", count, len(m.venues))
		}
	}
}
