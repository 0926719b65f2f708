package pool

import (
	"math"
	"sort"

	"github.com/holiman/uint256"
)

// Arbitrage implements Pool.
func (c *Concentrated) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	c.arbitrage(price, [2]float64{c.ticks.tolls[0].gamma, c.ticks.tolls[1].gamma}, a)
}

// Feeless implements Pool.
func (c *Concentrated) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	c.arbitrage(price, [2]float64{1, 1}, a)
	return 1, 1 / min(c.ticks.tolls[0].gamma, c.ticks.tolls[1].gamma)
}

// arbitrage trades where the part gamma of what is paid in each token counts: the price goes to
// where the outside's leaves the fee only, across ranges whose exact amounts are summed up already.
func (c *Concentrated) arbitrage(price *[MaxCoins]float64, gamma [2]float64, a *Arbitrage) {
	a.none(2, gasConcentrated)
	if price[0] <= 0 || price[1] <= 0 {
		return
	}
	ratio := price[0] / price[1]
	if down := math.Sqrt(ratio / gamma[0]); down < c.root*(1+touch) {
		c.fall(min(down, c.root), gamma[0], price, a)
	} else if up := math.Sqrt(ratio * gamma[1]); up > c.root*(1-touch) {
		c.rise(max(up, c.root), gamma[1], price, a)
	}
}

// fall sells token 0 until the square root of the price is target.
func (c *Concentrated) fall(target, gamma float64, price *[MaxCoins]float64, a *Arbitrage) {
	t, root := c.ticks, c.root
	at := min(c.pos, sort.SearchFloat64s(t.roots, target))
	var in, out float64
	if at < c.pos {
		in, out = t.between(&t.down, at, c.pos-1)
		in *= t.tolls[0].gamma / gamma
		in += falling(t.depth[c.pos], root, t.roots[c.pos-1]) / gamma
		out += t.depth[c.pos] * (root - t.roots[c.pos-1])
		root = t.roots[at]
	}
	in += falling(t.depth[at], root, target) / gamma
	out += t.depth[at] * (root - target)
	next := min(at, sort.SearchFloat64s(t.roots, target*(1-touch)))
	a.swap(0, 1, max(0, in)*price[0], max(0, out)*price[1], t.depth[next]*target/2*price[1])
}

// rise sells token 1 until the square root of the price is target.
func (c *Concentrated) rise(target, gamma float64, price *[MaxCoins]float64, a *Arbitrage) {
	t, root := c.ticks, c.root
	at := max(c.pos, sort.SearchFloat64s(t.roots, target))
	var in, out float64
	if at > c.pos {
		in, out = t.between(&t.up, c.pos, at-1)
		in *= t.tolls[1].gamma / gamma
		in += t.depth[c.pos] * (t.roots[c.pos] - root) / gamma
		out += falling(t.depth[c.pos], t.roots[c.pos], root)
		root = t.roots[at-1]
	}
	in += t.depth[at] * (target - root) / gamma
	out += falling(t.depth[at], target, root)
	next := max(at, sort.SearchFloat64s(t.roots, target*(1+touch)))
	a.swap(1, 0, max(0, in)*price[1], max(0, out)*price[0], t.depth[next]/target/2*price[0])
}

// falling is what a range takes of token 0 when the square root of its price goes from a to b ≤ a.
func falling(depth, a, b float64) float64 {
	if depth == 0 {
		return 0
	}
	return depth * (a - b) / (a * b)
}

// between are the amounts of crossing all ranges between two ticks.
func (t *Ticks) between(s *sums, low, high int) (in, out float64) {
	var v uint256.Int
	in = toFloat(v.Sub(&s.in[high], &s.in[low]))
	out = toFloat(v.Sub(&s.out[high], &s.out[low]))
	return in, out
}
