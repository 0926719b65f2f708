package market

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

func token(n byte) common.Address { return common.Address{19: n} }

// pool is both directions of a pool of a depth in USD on each side; a unit of a is worth so many
// millionths of a USD.
func pool(a, b common.Address, price, micros, depth float64) []Edge {
	value := micros * 1e-6
	ofA, ofB := depth/value, depth/(value/price)
	return []Edge{{a, b, price, ofB, ofA}, {b, a, 1 / price, ofA, ofB}}
}

func TestRatesAreMediansByDepth(t *testing.T) {
	t.Parallel()
	usd, eth, link, rare, far, dead := token(1), token(2), token(3), token(4), token(5), token(6)
	var edges []Edge
	for _, p := range [][]Edge{
		pool(eth, usd, 3000, 3000, 5e4), pool(eth, usd, 3100, 3000, 2e4),
		pool(eth, usd, 2900, 3000, 4e4), // the median of depth lies at 3000
		pool(link, usd, 16, 15, 2e2), pool(link, eth, 0.005, 15, 1e4),
		pool(rare, link, 2, 30, 5e2),
		pool(far, rare, 1, 30, 9e1), // too shallow
	} {
		edges = append(edges, p...)
	}
	rates := Rates(map[common.Address]float64{usd: 1e-6}, edges)
	for at, want := range map[common.Address]float64{
		eth: 3000e-6, link: 15e-6, rare: 30e-6} {
		if got := rates[at].USD; math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%s is %g, want %g", at, got, want)
		}
	}
	if r, ok := rates[far]; ok {
		t.Errorf("a token behind a shallow pool is worth %g", r.USD)
	}
	if _, ok := rates[dead]; ok {
		t.Error("a token without pools has a price")
	}
	if rates[usd].USD != 1e-6 {
		t.Errorf("the USD token is worth %g", rates[usd].USD)
	}
}

// A pool that names another price moves that of the others only once it holds more than they do, on
// both sides; one that would pay out one token alone, or next to none of what it prices high, holds
// nothing.
func TestOnePoolIsNotThePrice(t *testing.T) {
	t.Parallel()
	usd, eth := token(1), token(2)
	honest := append(pool(eth, usd, 3000, 3000, 5e4), pool(eth, usd, 3003, 3003, 3e4)...)
	for name, c := range map[string]struct {
		fake  []Edge
		moves bool
	}{
		"less of both":    {pool(eth, usd, 1500, 1500, 7e4), false},
		"more of both":    {pool(eth, usd, 1500, 1500, 9e4), true},
		"one side only":   {[]Edge{{eth, usd, 1500, 7.5e9 * 1e6, 0.0001}}, false},
		"a dear nothing":  {[]Edge{{eth, usd, 3e7, 125 * 1e6, 1}}, false},
		"nothing to take": {[]Edge{{eth, usd, 3e7, 0, math.Inf(1)}}, false},
	} {
		rates := Rates(map[common.Address]float64{usd: 1e-6}, append(c.fake, honest...))
		got := rates[eth].USD * 1e6
		if moved := got < 2990 || got > 3010; moved != c.moves {
			t.Errorf("%s: it is worth %g", name, got)
		}
	}
}

// What holds for two blocks of five moves nothing; what lasts does, a step a block.
func TestSteadyValuesIgnoreMoments(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		newestFirst []float64
		want        float64
	}{
		"one block":        {[]float64{50, 100, 100, 100, 100, 100}, 100},
		"two blocks":       {[]float64{50, 50, 100, 100, 100, 100}, 100},
		"three are a step": {[]float64{50, 50, 50, 100, 100, 100}, 95},
		"and another":      {[]float64{50, 50, 50, 50, 100, 100, 100}, 95 * 0.95},
		"up as down":       {[]float64{1e9, 1e9, 1e9, 100, 100, 100}, 105},
		"a new token":      {[]float64{7}, 7},
		"small moves":      {[]float64{101, 101, 101, 100, 100, 100}, 101},
		"what is long ago": {repeat(2, 16, repeat(9, 9, nil)), 2},
		"none":             {nil, 0},
	} {
		if got := Steady(c.newestFirst); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %g, want %g", name, got, c.want)
		}
	}
}

func repeat(v float64, n int, tail []float64) []float64 {
	list := make([]float64, 0, n+len(tail))
	for range n {
		list = append(list, v)
	}
	return append(list, tail...)
}

// What is worth less than a price can say has none.
func TestPricesThatRoundToNothing(t *testing.T) {
	for _, c := range []struct {
		value    float64 // USD of a raw unit
		decimals int
		known    bool
	}{{3000e-18, 18, true}, {2e-18, 0, true}, {0.4e-18, 0, false}, {1e-40, 18, false},
		{0, 18, false}} {
		if p, ok := PriceOf(c.value, c.decimals); ok != c.known || ok == p.Quote.IsZero() {
			t.Errorf("%g USD of %d decimals: %+v, %t", c.value, c.decimals, p, ok)
		}
	}
}
