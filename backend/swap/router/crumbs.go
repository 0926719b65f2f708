package router

import (
	"cmp"
	"math"
	"slices"

	"bourse/backend/swap/pool"
)

const (
	crowd = 16   // pools of a pair of which each counts, the deepest of it
	crumb = 1e-3 // of what these hold: a pool that holds less is of no account beside them
)

// Crumbs tells of every venue whether its pool holds next to nothing beside many others of each of
// its pairs. Whoever puts up hundreds of such pools takes back all that they hold, while every
// search weighs each of them for what it can add: together less than a pool of the sixteen.
func (s *Snapshot) Crumbs() (crumbs []bool) {
	pairs := make(map[[2]int32][]int32) // an edge of each pool
	most := 0
	for id := range int32(len(s.edges)) {
		if e := &s.edges[id]; e.reverse > id {
			pair := [2]int32{min(e.from, e.to), max(e.from, e.to)}
			pairs[pair] = append(pairs[pair], id)
			most = max(most, len(pairs[pair]))
		}
	}
	crumbs = make([]bool, len(s.Venues))
	if most <= crowd {
		return crumbs
	}
	counts := make([]bool, len(s.Venues))
	for _, list := range pairs {
		s.count(list, counts)
	}
	for v := range s.Venues {
		kind := s.Venues[v].Pool.Kind()
		crumbs[v] = !counts[v] && kind != pool.KindWrapper && kind != pool.KindVault
	}
	return crumbs
}

// count notes the pools of a pair that count beside each other, by an edge of each.
func (s *Snapshot) count(pair []int32, counts []bool) {
	type place struct {
		venue int32
		worth float64
	}
	list := make([]place, len(pair))
	for i, id := range pair {
		list[i] = place{s.edges[id].venue, s.worth(id)}
	}
	slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(b.worth, a.worth) })
	whole := 0.0
	for i, p := range list {
		if i < crowd {
			whole += p.worth
		}
		if i < crowd || p.worth >= whole*crumb {
			counts[p.venue] = true
		}
	}
}

// worth is what a pool holds for trades along an edge and back, +Inf where nobody knows.
func (s *Snapshot) worth(id int32) float64 {
	e, prices := &s.edges[id], s.prices()
	worth := s.depth(id, prices[e.from])
	if back := s.depth(e.reverse, prices[e.to]); !(worth >= back) {
		worth = back
	}
	if math.IsNaN(worth) {
		return math.Inf(1)
	}
	return worth
}
