package market

import (
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
)

func token(n byte) common.Address { return common.Address{19: n} }

// pool is both directions of a pool of a depth in USD; a unit of a is worth so many millionths of a
// USD.
func pool(a, b common.Address, price, micros, depth float64) []Edge {
	value := micros * 1e-6
	return []Edge{{a, b, price, depth / value}, {b, a, 1 / price, depth / (value / price)}}
}

func TestRatesFollowTheDeepestPath(t *testing.T) {
	t.Parallel()
	usd, eth, link, rare, far, dead := token(1), token(2), token(3), token(4), token(5), token(6)
	var edges []Edge
	for _, p := range [][]Edge{
		pool(eth, usd, 3000, 3000, 5e6), pool(eth, usd, 3100, 3000, 1e5), // the deep one counts
		pool(link, usd, 16, 15, 2e4), pool(link, eth, 0.005, 15, 1e6), // over ETH, not directly
		pool(rare, link, 2, 30, 5e4),
		pool(far, rare, 1, 30, 9e3), // too shallow
	} {
		edges = append(edges, p...)
	}
	rates := Rates(map[common.Address]float64{usd: 1e-6}, edges)
	for at, want := range map[common.Address]Rate{
		eth: {3000e-6, 5e6}, link: {15e-6, 1e6}, rare: {30e-6, 5e4}} {
		got := rates[at]
		if math.Abs(got.USD/want.USD-1) > 1e-9 || math.Abs(got.Depth/want.Depth-1) > 1e-9 {
			t.Errorf("%s is %+v, want %+v", at, got, want)
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
