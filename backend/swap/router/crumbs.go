package router

import (
	"cmp"
	"math"
	"slices"

	"bourse/backend/swap/pool"
)

const (
	// crumb is of what trades each of two tokens: a pool in which less stands between them is of
	// little account.
	crumb = 1e-3
	// crowd is of how many pools what trades a token is summed up, and how many pairs pools of
	// little account may have in any case: else a part of those of the others, one in littleShare.
	crowd       = 16
	littleShare = 4
)

// Crumbs tells of every venue whether next to nothing stands in its pool beside what trades each of
// its tokens for any others, since whoever trades them can go that way round, and it is not among
// the deepest of such pools. Whoever puts up hundreds of them, of one pair or of many, takes back
// all that they hold, while every search weighs each of them for what it can add: together less
// than one of the others. stands is what stands in a venue, by pairs of a token and those before
// it.
func (s *Snapshot) Crumbs(stands func(v int) []pool.Standing) (crumbs []bool) {
	crumbs = make([]bool, len(s.Venues))
	if len(s.Venues) <= crowd {
		return crumbs
	}
	held := make([][]holding, len(s.Venues))
	for v := range s.Venues {
		held[v] = s.held(v, stands(v))
	}
	traded := s.traded(held)
	var little []holding // the deepest pair of each
	places := 0          // of pairs, of the others
	for v, list := range held {
		counts, most := len(list) == 0, holding{venue: v}
		for _, h := range list {
			counts = counts || h.worth >= crumb*min(traded[h.pair[0]], traded[h.pair[1]])
			most.worth = max(most.worth, h.worth)
		}
		if counts {
			places += len(list)
		} else {
			little = append(little, most)
		}
	}
	slices.SortStableFunc(little, func(a, b holding) int { return cmp.Compare(b.worth, a.worth) })
	room := max(crowd, places/littleShare)
	for _, h := range little {
		if room -= len(held[h.venue]); room < 0 {
			crumbs[h.venue] = true
		}
	}
	return crumbs
}

// holding is what stands in a pool between two tokens.
type holding struct {
	venue int
	pair  [2]int32
	worth float64
}

// held is what stands in a pool, by pairs of its tokens, at the market's prices: the more of both
// sides. What trades at one price whatever stands in it has none.
func (s *Snapshot) held(v int, stands []pool.Standing) (list []holding) {
	venue := &s.Venues[v]
	if kind := venue.Pool.Kind(); kind == pool.KindWrapper || kind == pool.KindVault {
		return nil
	}
	prices := s.prices()
	for i := range venue.Tokens {
		for j := range i {
			one, other := s.index[venue.Tokens[i]], s.index[venue.Tokens[j]]
			h := holding{v, [2]int32{one, other}, 0}
			for _, worth := range []float64{stands[len(list)].To * math.Exp(prices[other]),
				stands[len(list)].From * math.Exp(prices[one])} {
				if worth > h.worth { // which is not so where there is no price
					h.worth = worth
				}
			}
			list = append(list, h)
		}
	}
	return list
}

// traded is what stands in the deepest pools of each token.
func (s *Snapshot) traded(held [][]holding) []float64 {
	of := make([][]float64, len(s.Tokens))
	for _, list := range held {
		for _, h := range list {
			for _, token := range h.pair {
				of[token] = append(of[token], h.worth)
			}
		}
	}
	sums := make([]float64, len(of))
	for token, list := range of {
		slices.Sort(list)
		for _, worth := range list[max(0, len(list)-crowd):] {
			sums[token] += worth
		}
	}
	return sums
}
