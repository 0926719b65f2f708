package router

import (
	"container/heap"
	"math"
)

const (
	mostToll = 0.05 // of the amount's worth: the most that ways are looked for which cost less
	mostGas  = 3    // times what it takes at least: what a leg takes at most
	unsure   = 1e-2 // of what a search leaves unbalanced: how far its price is off at most
)

// toll is what any way from the source to the destination costs at the dual's prices: the gas of
// its pools, less what these earn, and by how much less than the prices they pay. The amount goes
// at least one way, whatever else is traded.
func (d *dual) toll(gas, whole float64) float64 {
	x := d.x
	if gas == 0 {
		return 0
	}
	// 1 − exp(−s) is at least so much of s, as far as the toll may be
	part := whole * -math.Expm1(-mostToll) / mostToll
	most := part * mostToll
	least := make([]float64, len(x.snap.Tokens))
	for i := range least {
		least[i] = math.Inf(1)
	}
	for list := (reaches{{token: x.src}}); len(list) > 0; {
		at := heap.Pop(&list).(reach)
		cost := -at.depth
		switch {
		case at.token == x.dest || cost >= most:
			return min(cost, most)
		case cost > least[at.token]:
			continue
		}
		for _, id := range x.snap.out[at.token] {
			e := &x.snap.edges[id]
			slack := max(0, d.slack(id))
			if x.barred[id] || math.IsInf(slack, 0) || math.IsNaN(slack) {
				continue
			}
			sum := cost + max(0, x.snap.gas[e.venue]*gas-d.earned[e.venue]) + slack*part
			if sum < min(least[e.to], most) {
				least[e.to] = sum
				heap.Push(&list, reach{token: e.to, depth: -sum})
			}
		}
	}
	return most
}

// around is what the market pays for nothing, whatever the query: no less than this can be earned
// by trading in cycles alone, in the token that is not fixed. What does not pay its gas is nothing.
func (d *dual) around() float64 {
	x := d.x
	if len(d.sought) == 0 || x.done() {
		return 0
	}
	d.bring(d.sought)
	n := newInterior(d)
	n.amount = 0
	if !n.run() {
		return 0
	}
	gap := max(0, n.product(0)) * float64(n.count())
	earned := n.value - gap - unsure*n.imbalance() - dualSlack*n.whole
	gas := x.gas / x.q.keepDest()
	if x.q.Side == Buy {
		gas = x.gas * x.q.keepSrc()
	}
	if gas > 0 {
		used := make(map[int32]bool)
		for _, f := range n.flows() {
			v := x.snap.edges[f.edge].venue
			if used[v] {
				continue
			}
			used[v] = true
			earned -= mostGas * x.snap.gas[v] * gas
		}
	}
	return max(0, earned)
}
