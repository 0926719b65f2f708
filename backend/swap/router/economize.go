package router

import (
	"cmp"
	"math"
	"slices"
)

// fewer is the most of its routes that a plan keeps when it takes too much gas.
const fewer = 0.9

// economize offers plans of ever fewer routes than one that takes too much gas, until there is gas
// for one. The best division over all pools has routes that share their first and last pools, whose
// gas each of them takes. So the routes that carry most a leg stay, and the amount is divided anew,
// as well as the pools between their tokens can. How many stay is by the square root of how much
// too much the gas is: routes that carry more take more gas.
func (d *dual) economize(p plan, gas uint64, spot []float64) {
	x, flows := d.x, d.flows
	for len(p) > 1 && !x.done() {
		over := float64(gas) / float64(x.q.Limits.Gas)
		most := max(1, int(float64(len(p))*min(fewer, 1/math.Sqrt(over))))
		slices.SortStableFunc(p, func(a, b route) int {
			return cmp.Compare(b.bps*a.legs(), a.bps*b.legs())
		})
		flows = d.divide(flows, p[:most], spot)
		p = x.allocate(flows, most)
		x.took = 0
		if x.offerPlan(p.clone()); !x.q.Limits.exceeded(x.took) {
			return
		}
		gas = x.took
	}
}

// divide is the best division of the amount over the pools of flows that trade between the tokens
// of some routes' hops.
func (d *dual) divide(flows []flow, routes plan, spot []float64) []flow {
	pairs := make(map[[2]int32]bool)
	for i := range routes {
		for _, h := range routes[i].hops {
			pairs[[2]int32{h.from, h.to}] = true
		}
	}
	known := make(map[int32]bool)
	var venues []int32
	for _, f := range flows {
		e := &d.x.snap.edges[f.edge]
		if pairs[[2]int32{e.from, e.to}] && !known[e.venue] {
			known[e.venue] = true
			venues = append(venues, e.venue)
		}
	}
	copy(d.log, spot)
	d.bring(venues)
	n := newInterior(d)
	if !n.run() {
		return nil
	}
	return n.flows()
}
