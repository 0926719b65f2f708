package router

import (
	"math"
	"slices"
)

const (
	mostCandidates = 400 // edges that a search tries between other tokens than the ends
	endCandidates  = 100 // that it tries at the ends
)

// burden is how far the least share that a plan can give to an edge moves its price, infinite where
// the edge cannot carry it.
func (d *dual) burden(id int32) float64 {
	x := d.x
	e, c := &x.snap.edges[id], &x.curves[id]
	share := math.Abs(d.amount) / 100 * math.Exp(d.log[d.paid]-d.log[e.from])
	if !(share <= c.Limit) {
		return math.Inf(1)
	}
	return share / c.Depth
}

// choose makes the edges on the best ways at the dual's prices those that the search tries, and all
// that lead from the source to the destination at once. Where the number of tokens is limited to
// three or more, good ways may be too long, so that all are tried.
func (x *search) choose(d *dual) {
	s := x.snap
	limited := x.q.Limits.Tokens
	var direct []int32
	var ends, inner []candidate
	for id := range int32(len(s.edges)) {
		if x.barred[id] || math.IsInf(s.logs[id], 0) {
			continue
		}
		e := &s.edges[id]
		if e.from == x.src && e.to == x.dest {
			direct = append(direct, id)
			continue
		}
		loss := d.detour(id) + d.burden(id)
		if limited == 2 || !(loss < math.Inf(1)) || e.to == x.src || e.from == x.dest {
			continue
		}
		if c := (candidate{id, loss}); e.from == x.src || e.to == x.dest {
			ends = append(ends, c)
		} else {
			inner = append(inner, c)
		}
	}
	if limited == 0 {
		ends, inner = least(ends, endCandidates), least(inner, mostCandidates)
	}
	for _, c := range append(ends, inner...) {
		direct = append(direct, c.id)
	}
	slices.Sort(direct)
	x.out, x.in = make([][]int32, len(s.Tokens)), make([][]int32, len(s.Tokens))
	for _, id := range direct {
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
