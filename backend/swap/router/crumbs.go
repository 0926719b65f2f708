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
	type place struct {
		venue int32
		worth float64
	}
	pairs := make(map[[2]int32][]place)
	prices := s.prices()
	for id := range int32(len(s.edges)) {
		e := &s.edges[id]
		if e.reverse < id {
			continue
		}
		worth := s.depth(id, prices[e.from])
		if back := s.depth(e.reverse, prices[e.to]); !(worth >= back) {
			worth = back
		}
		if math.IsNaN(worth) {
			worth = math.Inf(1) // nobody knows
		}
		pair := [2]int32{min(e.from, e.to), max(e.from, e.to)}
		pairs[pair] = append(pairs[pair], place{e.venue, worth})
	}
	counts := make([]bool, len(s.Venues))
	for _, list := range pairs {
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
	crumbs = make([]bool, len(s.Venues))
	for v := range s.Venues {
		kind := s.Venues[v].Pool.Kind()
		crumbs[v] = !counts[v] && kind != pool.KindWrapper &&
			kind != pool.KindVault
	}
	return crumbs
}
