package router_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// newWide draws a market as public networks are: a few tokens that hundreds of deep pools trade, a
// long tail that hangs on these and on itself, often many hops away, and between all of them pools
// that hold next to nothing at prices that nobody has put right.
func newWide(tb testing.TB, seed uint64, tokens, pools int) *calm {
	tb.Helper()
	m := newCalm(tb, seed, tokens, 0, anyKinds)
	core := 8 + tokens/50
	tail := tokens - core
	dust := (pools - tail) * 3 / 7
	for n := range pools - tail - dust {
		a := n % core
		b := (a + 1 + m.random.IntN(core-1)) % core
		m.addOf(tb, a, b, anyKinds, math.Exp(m.random.NormFloat64()*1.2+15))
	}
	for t := core; t < tokens; t++ {
		on := m.random.IntN(t) // now and then on the tail, so that ways are long
		if m.random.IntN(3) > 0 {
			on = m.random.IntN(core)
		}
		m.addOf(tb, t, on, anyKinds, math.Exp(m.random.NormFloat64()+13))
	}
	for range dust {
		a := m.random.IntN(tokens)
		b := (a + 1 + m.random.IntN(tokens-1)) % tokens
		saved := m.price[a]
		m.price[a] *= math.Exp(m.random.NormFloat64() * 0.5)
		worth := slices.Clone(m.worth)
		m.addOf(tb, a, b, kindsOf{product: 4, weighted: 1}, math.Exp(m.random.NormFloat64()*2-5))
		m.price[a], m.worth = saved, worth
	}
	return m
}

// parts trades an amount in equal parts one after the other, each by the exact way over at most so
// many hops that carries it best on what those before it left. It shares nothing with the router
// but the pools.
type parts struct {
	s      *router.Snapshot
	q      router.Query
	states []pool.State
	edges  map[common.Address][]router.Way // that lead on from a token, in the walk's direction
	ended  map[router.Way]bool             // directions that are traded
}

// longestWay is how many hops a way of the parts has at most.
const longestWay = 8

func newParts(s *router.Snapshot, q router.Query) *parts {
	p := &parts{s: s, q: q, states: make([]pool.State, len(s.Venues)),
		edges: map[common.Address][]router.Way{}, ended: map[router.Way]bool{}}
	for v := range s.Venues {
		venue := &s.Venues[v]
		venue.Pool.Init(&p.states[v])
		for i := range venue.Tokens {
			for j := range venue.Tokens {
				if near := i; i != j {
					if q.Side == router.Buy {
						near = j
					}
					p.edges[venue.Tokens[near]] = append(p.edges[venue.Tokens[near]],
						router.Way{Venue: v, In: i, Out: j})
				}
			}
		}
	}
	return p
}

// swap trades in the walk's direction: what is got for an amount, or what must be paid for it.
func (p *parts) swap(w router.Way, state *pool.State, amount uint256.Int) (uint256.Int, bool) {
	venue := p.s.Venues[w.Venue].Pool
	if p.q.Side == router.Buy {
		q, err := venue.ExactOut(state, w.In, w.Out, amount)
		return q.In, err == nil && !q.In.IsZero()
	}
	q, err := venue.ExactIn(state, w.In, w.Out, amount)
	return q.Out, err == nil && !q.Out.IsZero()
}

// reached is how far a part can come to a token in a number of hops.
type reached struct {
	amount uint256.Int
	way    []router.Way
	tokens []common.Address
}

// send trades one part, and tells whether there is a way for it.
func (p *parts) send(amount uint256.Int) bool {
	start, finish := p.q.Src, p.q.Dest
	if p.q.Side == router.Buy {
		start, finish = finish, start
	}
	best := map[common.Address]reached{}
	row := map[common.Address]reached{start: {amount, nil, []common.Address{start}}}
	for range longestWay {
		next := map[common.Address]reached{}
		for at, r := range row {
			if at == finish {
				continue
			}
			for _, w := range p.edges[at] {
				p.step(r, w, best, next)
			}
		}
		row = next
	}
	found, ok := best[finish]
	amountLeft := amount
	for _, w := range found.way {
		if amountLeft, ok = p.swap(w, &p.states[w.Venue], amountLeft); !ok {
			return false
		}
		p.ended[w] = true
	}
	return ok
}

func (p *parts) step(r reached, w router.Way, best, next map[common.Address]reached) {
	venue := &p.s.Venues[w.Venue]
	to := venue.Tokens[w.Out]
	if p.q.Side == router.Buy {
		to = venue.Tokens[w.In]
	}
	if slices.Contains(r.tokens, to) || p.ended[router.Way{Venue: w.Venue, In: w.Out, Out: w.In}] ||
		slices.ContainsFunc(r.way, func(o router.Way) bool { return o.Venue == w.Venue }) {
		return
	}
	state := p.states[w.Venue]
	got, ok := p.swap(w, &state, r.amount)
	if !ok {
		return
	}
	known, seen := best[to]
	if seen && (p.q.Side == router.Sell && !got.Gt(&known.amount) ||
		p.q.Side == router.Buy && !got.Lt(&known.amount)) {
		return
	}
	one := reached{got, append(slices.Clone(r.way), w), append(slices.Clone(r.tokens), to)}
	best[to], next[to] = one, one
}

// answered tells whether a query can be answered in some number of equal parts up to 16.
func answered(s *router.Snapshot, q router.Query) bool {
	for count := uint64(1); count <= 16; count *= 2 {
		p := newParts(s, q)
		part := *new(uint256.Int).Div(&q.Amount, uint256.NewInt(count))
		last := *new(uint256.Int).Sub(&q.Amount,
			new(uint256.Int).Mul(&part, uint256.NewInt(count-1)))
		all := !part.IsZero()
		for n := uint64(0); n < count && all; n++ {
			if n == count-1 {
				part = last
			}
			all = p.send(part)
		}
		if all {
			return true
		}
	}
	return false
}

// pairs draws pairs of tokens and sells or buys a part of the scarcer one, with and without gas.
func (m *calm) pairs(seed uint64, count int, part float64) (queries []router.Query) {
	random := rand.New(rand.NewPCG(seed, 11))
	for n := range count {
		a := random.IntN(len(m.tokens))
		b := (a + 1 + random.IntN(len(m.tokens)-1)) % len(m.tokens)
		worth := part * min(m.worth[a], m.worth[b])
		q := router.Query{Src: m.tokens[a].Address, Dest: m.tokens[b].Address,
			Amount: m.units(a, worth)}
		if n%2 == 1 {
			q.Side, q.Amount = router.Buy, m.units(b, worth)
		}
		if n%4 >= 2 { // 1e-6 of the unit of worth for a unit of gas
			q.GasPrice = 1e-6 / m.price[b]
		}
		queries = append(queries, q)
	}
	return queries
}

// TestEveryAnswerableQueryIsAnswered: what goes in parts over few enough hops has a route. Where
// the amount is large beside what lies around in pools that hold next to nothing, it is proved to
// be near the best there is.
func TestEveryAnswerableQueryIsAnswered(t *testing.T) {
	t.Parallel()
	pairs := 200
	if testing.Short() {
		pairs = 24
	}
	m := newWide(t, 1, 700, 1200)
	s := m.snapshot(t)
	for _, c := range []struct{ part, half float64 }{
		{1e-4, math.Inf(1)}, {1e-3, 20}, {1e-2, 5}, {5e-2, 5}} {
		var gaps []float64
		none, refused := 0, 0
		for _, q := range m.pairs(2, pairs, c.part) {
			r, err := router.Best(context.Background(), s, q)
			if errors.Is(err, router.ErrNoRoute) {
				if none++; answered(s, q) {
					refused++
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			check(t, s, q, r)
			gaps = append(gaps, r.GapBps)
		}
		slices.Sort(gaps)
		n := len(gaps)
		t.Logf("%g of depth: %d of %d unanswered, %d of them answerable; gap %.4f bps p50, %.4f "+
			"p90, %.4f p99", c.part, none, pairs, refused, gaps[n/2], gaps[n*9/10], gaps[n*99/100])
		if refused > 0 {
			t.Errorf("%g of depth: %d queries are refused that go in parts", c.part, refused)
		}
		if gaps[n/2] > c.half {
			t.Errorf("%g of depth: half of the routes are more than %g bps from the bound", c.part,
				c.half)
		}
	}
}

// BenchmarkWide answers queries between tokens of a market that is mostly tail and dust.
func BenchmarkWide(b *testing.B) {
	for _, c := range []struct{ tokens, pools int }{{700, 1232}, {4000, 20_000}} {
		m := newWide(b, 1, c.tokens, c.pools)
		s := m.snapshot(b)
		for _, part := range []float64{1e-4, 1e-3, 1e-2} {
			queries := m.pairs(2, 100, part)
			b.Run(fmt.Sprintf("%d/%g", c.pools, part), func(b *testing.B) {
				var times []time.Duration
				for b.Loop() {
					times = append(times, latencies(b, s, queries)...)
				}
				slices.Sort(times)
				report(b, times)
			})
		}
	}
}
