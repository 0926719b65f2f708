package router

import "math"

// bounds takes what the dual proves, after taxes.
func (x *search) bounds(d *dual) {
	x.free, x.bound = d.free*x.q.keepDest(), d.net*x.q.keepDest()
	if x.q.Side == Buy {
		x.free, x.bound = d.free/x.q.keepSrc(), d.net/x.q.keepSrc()
	}
}

// priceOf is a token's price in the unit.
func (d *dual) priceOf(token int32) float64 { return math.Exp(d.log[token]) }

// gap is the bound, and how far the best plan is from it, in basis points of it. What the
// transaction costs whatever its route does not count; neither does any allocation cost less than
// the gas of one pool a hop. What the market pays for nothing is no part of what the order can get.
func (x *search) gap(around float64) (bound, bps float64) {
	least, score := x.leastGas()*x.gas, x.score+gasBase*x.gas
	if x.q.Side == Sell {
		bound = min(x.bound, x.free-least)
		return bound, max(0, (bound-around-score)/math.Abs(bound)*1e4)
	}
	bound = max(x.bound, x.free+least)
	return bound, max(0, (-bound-around-score)/math.Abs(bound)*1e4)
}

// measureGap writes how far a result is from the bound.
func (x *search) measureGap(r *Result) {
	bound, gap := x.gap(0)
	if gap > loose && x.lying > loose*math.Abs(bound)/1e4 {
		r.Around = x.dual.around() * x.q.keepDest()
		if x.q.Side == Buy {
			r.Around /= x.q.keepDest() * x.q.keepSrc()
		}
		_, gap = x.gap(r.Around)
	}
	units := x.dual.units()
	r.Bound, r.GapBps = bound+units, gap+units/math.Abs(bound)*1e4
	if x.q.Side == Buy {
		r.Bound = bound - units
	}
	for v := range x.snap.Venues {
		for id := x.snap.first[v]; id < x.snap.first[v+1]; id++ {
			if !x.barred[id] {
				r.Pools++
				break
			}
		}
	}
}

// leastGas is what the pools between the ends need at least: one, or two where none trades both.
func (x *search) leastGas() float64 {
	start, _, _, _ := x.ends()
	return float64(min(2, x.labels.away[start]-1)) * (leastPoolGas + gasLeg)
}

// units is what rounding in favour of whoever trades may bring on any way that the bound is over:
// a unit a hop, of the token whose unit is worth most.
func (d *dual) units() float64 {
	most := 1.0
	for _, token := range d.tokens {
		if price := d.priceOf(token); price > most && price < math.Inf(1) {
			most = price
		}
	}
	return most * MaxHops
}

// loose is the gap in basis points from which on it is worth to find what the market pays for
// nothing.
const loose = 0.5

// leastPoolGas is less than any pool's swap costs.
const leastPoolGas = 45_000
