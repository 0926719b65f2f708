package router_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/router"
)

// jointMarket is a calm market with what its tokens are worth.
func jointMarket(tb testing.TB, seed uint64) (*calm, *router.Snapshot, map[common.Address]float64) {
	tb.Helper()
	m := newCalm(tb, seed, 8, 30, anyKinds)
	worth := make(map[common.Address]float64)
	for i, t := range m.tokens {
		worth[t.Address] = m.price[i]
	}
	return m, m.snapshot(tb), worth
}

// An intent alone is worth what the best route brings it, to what the route's own bound leaves
// open.
func TestOptimumOfOneIntent(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		m, s, worth := jointMarket(t, seed)
		src, dest := m.tokens[m.random.IntN(8)].Address, m.tokens[m.random.IntN(8)].Address
		if src == dest {
			continue
		}
		amount := amountOf(math.Exp(m.random.Float64()*6+6) / worth[src])
		r, err := router.Best(t.Context(), s, router.Query{Src: src, Dest: dest, Amount: amount})
		if err != nil {
			continue
		}
		got := asFloat(r.DestAmount)
		j, err := s.Optimum(t.Context(), &router.Batch{Worth: worth,
			Intents: []router.Intent{{Src: src, Dest: dest, Sell: asFloat(amount),
				Ask: got * 0.99, Must: true}}})
		if err != nil {
			t.Fatal(err)
		}
		gained := (got - got*0.99) * worth[dest]
		if j.Bound < gained || j.Bound > gained+(r.Bound-got)*worth[dest]*(1+1e-6)+gained*1e-3 {
			t.Errorf("seed %d: the bound is %g, the route gains %g and its own bound is %g above",
				seed, j.Bound, gained, (r.Bound-got)*worth[dest])
		}
	}
}

// What a token is worth to the batch may be far from what pools say of it, with many steps between.
// These are seeds where a search from there alone leaves a bound that is up to 90 % too loose.
func TestOptimumFarFromWhatTokensAreWorth(t *testing.T) {
	t.Parallel()
	for _, seed := range []uint64{45, 193, 257} {
		m, s, worth := jointMarket(t, seed)
		src, dest := m.tokens[m.random.IntN(8)].Address, m.tokens[m.random.IntN(8)].Address
		worth[dest] *= math.Exp(m.random.Float64()*2 - 1)
		amount := amountOf(math.Exp(m.random.Float64()*6+6) / worth[src])
		r, err := router.Best(t.Context(), s, router.Query{Src: src, Dest: dest, Amount: amount})
		if err != nil {
			t.Fatal(err)
		}
		got := asFloat(r.DestAmount)
		j, err := s.Optimum(t.Context(), &router.Batch{Worth: worth,
			Intents: []router.Intent{{Src: src, Dest: dest, Sell: asFloat(amount),
				Ask: got * 0.99, Must: true}}})
		if err != nil {
			t.Fatal(err)
		}
		if gain := got * 0.01 * worth[dest]; j.Bound < gain || j.Bound > gain*1.001 {
			t.Errorf("seed %d: the bound is %g of the %g that the route gains", seed, j.Bound, gain)
		}
	}
}

// Two opposite intents meet without a pool: what they gain is all that lies between their limits.
func TestOptimumOfOppositeIntents(t *testing.T) {
	t.Parallel()
	a, b := common.Address{19: 1}, common.Address{19: 2}
	s, err := router.NewSnapshot(1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	j, err := s.Optimum(t.Context(), &router.Batch{
		Worth: map[common.Address]float64{a: 1, b: 2},
		Intents: []router.Intent{{Src: a, Dest: b, Sell: 200, Ask: 98},
			{Src: b, Dest: a, Sell: 100, Ask: 195}, {Src: b, Dest: a, Sell: 50, Ask: 99}}})
	if err != nil {
		t.Fatal(err)
	}
	// The first two leave 2 and 5, and for the 5 the third gives 5/1.98 at 99 for 50.
	if want := 4 + 2*5/1.98; math.Abs(j.Bound-want) > 1e-3*want {
		t.Errorf("the bound is %g, want %g", j.Bound, want)
	}
	if j.Margin(0) < 0 || j.Margin(1) < 0 || j.Margin(2) > 0 {
		t.Errorf("margins %g, %g, %g", j.Margin(0), j.Margin(1), j.Margin(2))
	}
}

// What pools trade at the optimum gives every intent that is filled what it asks, leaves no token
// short, and gains what the bound says: no bound is less, and no batch can do more.
func TestOptimumIsTheBound(t *testing.T) {
	t.Parallel()
	for seed := range uint64(24) {
		m, s, worth := jointMarket(t, seed)
		b := drawBatch(m, worth, 2+m.random.IntN(99))
		j, err := s.Optimum(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		have := make(map[common.Address]float64)
		for _, trade := range j.Trades() {
			v := &s.Venues[trade.Venue]
			have[v.Tokens[trade.In]] -= trade.Pays
			have[v.Tokens[trade.Out]] += trade.Gets
		}
		sold := 0.0
		for i, in := range b.Intents {
			sold += in.Sell * worth[in.Src]
			have[in.Src] += in.Sell * j.Fill(i)
			have[in.Dest] -= in.Ask * j.Fill(i)
		}
		gained := 0.0
		for token, left := range have {
			gained += left * worth[token]
			if left*worth[token] < -1e-6*sold {
				t.Errorf("seed %d: a token is short of %g, %g are sold", seed, left*worth[token],
					sold)
			}
		}
		if math.Abs(gained-j.Bound) > 1e-4*j.Bound {
			t.Errorf("seed %d: %d intents gain %g, the bound is %g", seed, len(b.Intents), gained,
				j.Bound)
		}
	}
}

// Intents that must be settled and can't be are an error, and so is a token without a worth.
func TestOptimumRefuses(t *testing.T) {
	t.Parallel()
	m, s, worth := jointMarket(t, 1)
	src, dest := m.tokens[0].Address, m.tokens[1].Address
	b := &router.Batch{Worth: worth, Intents: []router.Intent{{Src: src, Dest: dest,
		Sell: 1000 / worth[src], Ask: 1010 / worth[dest], Must: true}}}
	if _, err := s.Optimum(t.Context(), b); !errors.Is(err, router.ErrTogether) {
		t.Errorf("an intent that asks too much: %v", err)
	}
	b.Worth = map[common.Address]float64{src: 1}
	if _, err := s.Optimum(t.Context(), b); !errors.Is(err, router.ErrWorth) {
		t.Errorf("a token without a worth: %v", err)
	}
}

// BenchmarkOptimum finds the joint optimum of a batch of 100 intents over 30 pools.
func BenchmarkOptimum(b *testing.B) {
	m, s, worth := jointMarket(b, 1)
	batch := drawBatch(m, worth, 100)
	for b.Loop() {
		if _, err := s.Optimum(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
	}
}

// drawBatch draws intents that ask up to two per cent less than the market's price.
func drawBatch(m *calm, worth map[common.Address]float64, n int) *router.Batch {
	b := &router.Batch{Worth: worth}
	random := rand.New(rand.NewPCG(uint64(n), m.random.Uint64()))
	for len(b.Intents) < n {
		src, dest := m.tokens[random.IntN(5)].Address, m.tokens[random.IntN(5)].Address
		if src == dest {
			continue
		}
		value := math.Exp(random.NormFloat64() + 7)
		b.Intents = append(b.Intents, router.Intent{Src: src, Dest: dest,
			Sell: value / worth[src], Ask: value * (1 - 0.02*random.Float64()) / worth[dest]})
	}
	return b
}
