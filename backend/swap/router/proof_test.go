package router_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// legGas is what the router counts for a leg beside the pool, baseGas for the transaction.
const legGas, baseGas = 10_000, 75_000

// allocator spends an amount by methods of its own on exact pools.
type allocator struct {
	random *rand.Rand
	s      *router.Snapshot
	states []pool.State
	gas    float64
}

func newAllocator(random *rand.Rand, s *router.Snapshot) *allocator {
	a := &allocator{random: random, s: s, states: make([]pool.State, len(s.Venues))}
	for i := range a.states {
		s.Venues[i].Pool.Init(&a.states[i])
	}
	return a
}

// swap trades in a venue; what comes out is zero where the pool refuses.
func (a *allocator) swap(venue, in, out int, amount uint256.Int) uint256.Int {
	q, err := a.s.Venues[venue].Pool.ExactIn(&a.states[venue], in, out, amount)
	if err != nil {
		return uint256.Int{}
	}
	a.gas += float64(q.Gas + legGas)
	return q.Out
}

// wander sells an amount along a random walk to the destination, and gives what arrives.
func (a *allocator) wander(at, dest common.Address, amount uint256.Int) uint256.Int {
	for range 12 {
		v := a.random.IntN(len(a.s.Venues))
		tokens := a.s.Venues[v].Tokens
		in, out := -1, a.random.IntN(len(tokens))
		for i, t := range tokens {
			if t == at {
				in = i
			}
		}
		if in < 0 || in == out {
			continue
		}
		saved := a.states[v]
		got := a.swap(v, in, out, amount)
		if got.IsZero() {
			a.states[v] = saved
			continue
		}
		if at, amount = tokens[out], got; at == dest {
			return amount
		}
	}
	return uint256.Int{}
}

// best sells an amount along the best of all walks of at most three hops.
func (a *allocator) best(at, dest common.Address, amount uint256.Int, hops int,
	do bool) (best uint256.Int) {
	if at == dest || hops == 0 {
		if at == dest {
			return amount
		}
		return best
	}
	bestVenue, bestIn, bestOut := -1, 0, 0
	for v := range a.s.Venues {
		tokens := a.s.Venues[v].Tokens
		for in := range tokens {
			for out := range tokens {
				if tokens[in] != at || in == out {
					continue
				}
				saved, gas := a.states[v], a.gas
				got := a.swap(v, in, out, amount)
				if !got.IsZero() {
					got = a.best(tokens[out], dest, got, hops-1, false)
				}
				if got.Gt(&best) {
					best, bestVenue, bestIn, bestOut = got, v, in, out
				}
				a.states[v], a.gas = saved, gas
			}
		}
	}
	if do && bestVenue >= 0 {
		got := a.swap(bestVenue, bestIn, bestOut, amount)
		return a.best(a.s.Venues[bestVenue].Tokens[bestOut], dest, got, hops-1, true)
	}
	return best
}

// tiny is a market of a few tokens and pools of all kinds. Prices are apart by up to spread.
func tiny(tb testing.TB, seed uint64, spread float64) (*calm, *router.Snapshot) {
	tb.Helper()
	m := newCalm(tb, seed, 4, 0, anyKinds)
	for range 4 + m.random.IntN(12) {
		a := m.random.IntN(4)
		b := (a + 1 + m.random.IntN(3)) % 4
		saved := m.price[a]
		m.price[a] *= math.Exp((m.random.Float64()*2 - 1) * spread)
		m.add(tb, a, b, anyKinds)
		m.price[a] = saved
	}
	return m, m.snapshot(tb)
}

// TestNoAllocationBeatsTheBound spends amounts greedily and at random on exact pools, in any number
// of parts, and lets the router do it under other limits. Selling what they spend never brings more
// than the bound, and buying what they got never costs less.
func TestNoAllocationBeatsTheBound(t *testing.T) {
	t.Parallel()
	compared, closest := 0, 0.0
	markets := uint64(150)
	if testing.Short() {
		markets = 30
	}
	for seed := range markets {
		m, s := tiny(t, seed, []float64{0, 0.003, 0.1}[seed%3])
		q := router.Query{Src: m.tokens[0].Address, Dest: m.tokens[1].Address,
			Amount: m.units(0, math.Exp(m.random.Float64()*12+1))}
		if seed%2 == 0 {
			q.GasPrice = 1e-5 / m.price[1] * m.random.Float64()
		}
		r, err := router.Best(context.Background(), s, q)
		if errors.Is(err, router.ErrNoRoute) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		check(t, s, q, r)
		try := func(name string, got uint256.Int, gas float64) {
			t.Helper()
			if got.IsZero() {
				return
			}
			net := asFloat(got) - gas*q.GasPrice
			if net > r.Bound {
				t.Fatalf("market %d: %s brings %g, the bound is %g", seed, name, net, r.Bound)
			}
			compared++
			closest = max(closest, net/r.Bound)
			back := q
			back.Side, back.Amount = router.Buy, got
			if b, err := router.Best(context.Background(), s, back); err == nil {
				if paid := asFloat(q.Amount); q.GasPrice == 0 && paid < b.Bound {
					t.Fatalf("market %d: %s pays %g, the bound is %g", seed, name, paid, b.Bound)
				}
			}
		}
		try("the route", r.DestAmount, float64(r.Gas-baseGas))
		for n := 1; n <= 64; n *= 8 {
			greedy, random := newAllocator(m.random, s), newAllocator(m.random, s)
			part := *new(uint256.Int).Div(&q.Amount, uint256.NewInt(uint64(n)))
			var all, some uint256.Int
			for range n {
				got := greedy.best(q.Src, q.Dest, part, 3, true)
				all.Add(&all, &got)
				got = random.wander(q.Src, q.Dest, part)
				some.Add(&some, &got)
			}
			try("greed", all, greedy.gas)
			try("chance", some, random.gas)
		}
		for _, limits := range []router.Limits{{Routes: 1}, {Legs: 1}, {Tokens: 3}} {
			other := q
			other.Limits = limits
			if o, err := router.Best(context.Background(), s, other); err == nil {
				try("a limited route", o.DestAmount, float64(o.Gas-baseGas))
			}
		}
	}
	t.Logf("%d allocations, the closest at %.9f of its bound", compared, closest)
	if compared < int(markets)*4 {
		t.Errorf("only %d allocations", compared)
	}
}

// TestSplitsPayForTheirGas compares with every division of whole percents over three pools of one
// pair, at several prices of gas.
func TestSplitsPayForTheirGas(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 5))
	rounds, used := 40, map[int]int{}
	if testing.Short() {
		rounds = 8
	}
	for round := range rounds {
		var venues []router.Venue
		for range 3 {
			depth := uint64(1e4 * math.Exp(random.Float64()*3))
			venues = append(venues, pair(t, "V2", tokenA, tokenB, depth, depth*2))
		}
		s := small(t, false, venues...)
		q := router.Query{Src: tokenA, Dest: tokenB, Side: router.Side(round % 2),
			Amount: units(uint64(10 * math.Exp(random.Float64()*5))), GasPrice: math.Exp(
				random.Float64()*12) * 1e10}
		r := best(t, s, q)
		price := q.GasPrice
		worth := func(src, dest uint256.Int, gas uint64) float64 { // larger is better
			if q.Side == router.Buy { // gas at the best margin of the pools
				return -asFloat(src) - float64(gas)*price/(2*0.997)
			}
			return asFloat(dest) - float64(gas)*price
		}
		ours := worth(r.SrcAmount, r.DestAmount, r.Gas)
		most, how := math.Inf(-1), [2]int{}
		for a := range 101 {
			for b := range 101 - a {
				if got, ok := divided(s, q, [3]int{a, b, 100 - a - b}); ok {
					if w := worth(got.In, got.Out, got.Gas+baseGas); w > most {
						most, how = w, [2]int{a, b}
					}
				}
			}
		}
		used[len(r.Routes[0].Hops[0].Legs)]++
		if lost := (most - ours) / math.Abs(most) * 1e4; lost > 0.01 {
			t.Errorf("round %d, side %d: %+v lose %g bps against %d and %d %%", round, q.Side,
				r.Routes[0].Hops[0].Legs, lost, how[0], how[1])
		}
	}
	t.Logf("legs: %v", used)
	if len(used) < 2 {
		t.Errorf("gas made no difference: %v", used)
	}
}

// divided trades shares of a query in the first three pools.
func divided(s *router.Snapshot, q router.Query, percents [3]int) (sum pool.Quote, ok bool) {
	rest := q.Amount
	for i, percent := range percents {
		if percent == 0 {
			continue
		}
		part := *new(uint256.Int).Mul(&q.Amount, uint256.NewInt(uint64(percent)))
		part.Div(&part, uint256.NewInt(100))
		if i == 2 || percents[2] == 0 && (i == 1 || percents[1] == 0) {
			part = rest
		}
		rest.Sub(&rest, &part)
		var state pool.State
		s.Venues[i].Pool.Init(&state)
		trade := s.Venues[i].Pool.ExactIn
		if q.Side == router.Buy {
			trade = s.Venues[i].Pool.ExactOut
		}
		one, err := trade(&state, 0, 1, part)
		if err != nil {
			return sum, false
		}
		sum.In.Add(&sum.In, &one.In)
		sum.Out.Add(&sum.Out, &one.Out)
		sum.Gas += one.Gas + legGas
	}
	return sum, true
}
