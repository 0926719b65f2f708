package router

import (
	"math"
	"slices"
)

const (
	mostCandidates = 400 // edges that a search tries between other tokens than the ends
	endCandidates  = 100 // that it tries at the ends
)

const (
	leastPart = 100 // in so many parts an amount is divided at most: the least an edge must carry
	overload  = 1.0 // of logarithms of prices: what an edge that cannot carry that loses at least
)

// burden sets by how much less each edge pays for the least part of the amount than for its first
// unit, in logarithms; what is worth less than the gas of a pool is no part. Where it can't carry
// that much, it loses more the less it can carry: so pools that hold next to nothing set no prices
// and lead no ways, and yet nothing is cut off.
func (x *search) burden() {
	s := x.snap
	x.drag = make([]float64, len(s.edges))
	prices, paid := s.prices(), x.src
	if x.q.Side == Buy {
		paid = x.dest
	}
	least := x.amount / leastPart * math.Exp(prices[paid]-prices[x.dest]) // in the destination
	if gas := x.q.GasPrice * gasGuess; !(least > gas) {
		least = gas
	}
	parts := make([]float64, len(prices)) // the least part in each token
	for token, log := range prices {
		parts[token] = least * math.Exp(prices[x.dest]-log)
	}
	for id := range s.edges {
		c, part := &s.curves[id], parts[s.edges[id].from]
		if x.barred[id] || !(c.Limit > 0) || math.IsNaN(part) {
			continue
		}
		if x.drag[id] = math.Log1p(part / c.Depth); part > c.Limit {
			x.drag[id] += overload + math.Log(part/c.Limit)
		}
	}
}

// choose makes the edges on the best ways at the dual's prices those that the search tries, beside
// those that it tried before and all that lead from the source to the destination at once. Where
// the number of tokens is limited to three or more, good ways may be too long, so that all are
// tried, as they are where all is asked for.
func (x *search) choose(d *dual, all bool) {
	s := x.snap
	limited := x.q.Limits.Tokens
	tried := slices.Concat(x.out...)
	var ends, inner []candidate
	for id := range int32(len(s.edges)) {
		if x.barred[id] || math.IsInf(s.logs[id], 0) {
			continue
		}
		e := &s.edges[id]
		if e.from == x.src && e.to == x.dest {
			tried = append(tried, id)
			continue
		}
		loss := d.detour(id)
		if limited == 2 || !(loss < math.Inf(1)) || e.to == x.src || e.from == x.dest {
			continue
		}
		if c := (candidate{id, loss}); e.from == x.src || e.to == x.dest {
			ends = append(ends, c)
		} else {
			inner = append(inner, c)
		}
	}
	if limited == 0 && !all {
		ends, inner = least(ends, endCandidates), least(inner, mostCandidates)
	}
	for _, c := range append(ends, inner...) {
		tried = append(tried, c.id)
	}
	slices.Sort(tried)
	tried = slices.Compact(tried)
	x.out, x.in = make([][]int32, len(s.Tokens)), make([][]int32, len(s.Tokens))
	for _, id := range tried {
		e := &s.edges[id]
		x.out[e.from] = append(x.out[e.from], id)
		x.in[e.to] = append(x.in[e.to], id)
	}
	x.measure()
}

// candidate is an edge that a search may try, and what it loses against the best.
type candidate struct {
	id   int32
	loss float64
}

// least are the candidates of least loss.
func least(list []candidate, most int) []candidate {
	if len(list) <= most {
		return list
	}
	losses := make([]float64, len(list))
	for i, c := range list {
		losses[i] = c.loss
	}
	limit := smallest(losses, most)
	return slices.DeleteFunc(list, func(c candidate) bool { return c.loss > limit })
}

// smallest is what would stand at a place of a list if it were sorted. It changes the order.
func smallest(list []float64, place int) float64 {
	for len(list) > 1 {
		pivot := list[len(list)/2]
		low, high := 0, len(list)-1
		for low <= high {
			for list[low] < pivot {
				low++
			}
			for list[high] > pivot {
				high--
			}
			if low <= high {
				list[low], list[high] = list[high], list[low]
				low++
				high--
			}
		}
		switch {
		case place <= high:
			list = list[:high+1]
		case place >= low:
			list, place = list[low:], place-low
		default:
			return pivot
		}
	}
	return list[0]
}
