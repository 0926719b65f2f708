package router

import (
	"cmp"
	"math"
	"slices"

	"bourse/backend/swap/pool"
)

const (
	crowd = 16 // pools of a pair of which each counts, the deepest of it
	// crumb is of what these hold, or the deepest of each of both tokens: a pool that holds less is
	// of no account beside them.
	crumb = 1e-3
)

// Crumbs tells of every venue whether its pool holds next to nothing beside many others of each of
// its pairs, or beside those by which each of the two tokens is traded for others, since whoever
// trades them can go that way round. Whoever puts up hundreds of such pools takes back all that
// they hold, while every search weighs each of them for what it can add: together less than a pool
// of the sixteen.
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
	ofToken := make(map[int32][]float64)
	ranked := make(map[[2]int32][]holding, len(pairs))
	for pair, list := range pairs {
		ranked[pair] = s.ranked(list)
		for _, p := range ranked[pair][:min(len(list), crowd)] {
			for _, token := range pair {
				ofToken[token] = append(ofToken[token], p.worth)
			}
		}
	}
	traded := make(map[int32]float64, len(ofToken))
	for token, list := range ofToken {
		slices.Sort(list)
		for _, worth := range list[max(0, len(list)-crowd):] {
			traded[token] += worth
		}
	}
	for pair, list := range ranked {
		noteWhatCounts(list, min(traded[pair[0]], traded[pair[1]]), counts)
	}
	for v := range s.Venues {
		kind := s.Venues[v].Pool.Kind()
		crumbs[v] = !counts[v] && kind != pool.KindWrapper && kind != pool.KindVault
	}
	return crumbs
}

// holding is a pool of a pair and what it holds.
type holding struct {
	venue int32
	worth float64
}

// ranked are the pools of a pair, the deepest first, by an edge of each.
func (s *Snapshot) ranked(pair []int32) []holding {
	list := make([]holding, len(pair))
	for i, id := range pair {
		list[i] = holding{s.edges[id].venue, s.worth(id)}
	}
	slices.SortStableFunc(list, func(a, b holding) int {
		return cmp.Compare(b.worth, a.worth)
	})
	return list
}

// noteWhatCounts notes the pools of a pair that count beside each other, and beside what trades
// each of its tokens.
func noteWhatCounts(list []holding, around float64, counts []bool) {
	whole := 0.0
	for i, p := range list {
		if i < crowd {
			whole += p.worth
		}
		if i < crowd || p.worth >= max(whole, around)*crumb {
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
