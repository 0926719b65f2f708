package pools

import (
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/market"
	"bourse/backend/swap/pool"
)

// What stands in a pool at the end of a block may be there for nobody: whoever makes up the next
// block's first transactions can take it out, or trade its price back, before anybody trades. So a
// pool's price counts by the least that stood around it at any moment of the last blocks. That can
// be made less by its owners alone, and nobody else's money in it makes it more before it has
// stayed.

// past is what a block that touched a pool showed of it.
type past struct {
	block uint64
	// passed: it was not there throughout the block for trades, see dips
	passed bool
	// swung: its price was elsewhere within the block than at both of its ends
	swung bool
	least []depth // that stood in it at a moment of the block
}

// depth is what stands around a pool's price between two of its tokens, see pool.Standing; none
// where it has no price.
type depth struct{ to, out float64 }

func depthOf(s pool.Standing) (d depth) {
	if s.Price > 0 {
		d = depth{s.To, s.From}
	}
	return d
}

// swing is by how much, as a share, a price has to be elsewhere within a block to count for less
// than others.
const swing = 0.005

// pastBy is what the last blocks before one showed of pools, and whether the snapshot knows more.
func (s *Snapshot) pastBy(block uint64) (list map[common.Address][]past, less bool) {
	list = make(map[common.Address][]past, len(s.past))
	for at, all := range s.past {
		kept := slices.DeleteFunc(slices.Clone(all), func(p past) bool {
			return p.block+market.SteadyBlocks < block
		})
		less = less || len(kept) < len(all)
		if len(kept) > 0 {
			list[at] = kept
		}
	}
	return list, less
}

// show is what the block after a snapshot showed of a pool by its logs.
func (t *Tracker) show(before *Snapshot, begin, end *State, logs []*types.Log,
	block uint64) past {
	moments, told := momentsOf(begin, end, logs)
	if !told {
		turned := t.turns(before, logs)
		return past{block, turned, turned, least([][]depth{depths(begin), depths(end)})}
	}
	stood := make([][]depth, len(moments))
	for i, m := range moments {
		stood[i] = depths(m)
	}
	passed := len(logs) > 1 && before.dips(moments, stood)
	return past{block, passed, swings(moments), least(stood)}
}

// least is the least of what stood in a pool at some moments.
func least(stood [][]depth) []depth {
	list := slices.Clone(stood[0])
	for _, then := range stood[1:] {
		for i, d := range then {
			list[i] = depth{min(list[i].to, d.to), min(list[i].out, d.out)}
		}
	}
	return list
}

// standing is what stands in a pool, by pairs of its tokens.
func standing(p *State) (list []pool.Standing) {
	for i := range p.Tokens {
		for j := range i {
			var stands pool.Standing
			if p.Pool != nil {
				stands = pool.Stands(p.Pool, i, j)
			}
			list = append(list, stands)
		}
	}
	return list
}

// depths is how deep a pool is, by pairs of its tokens.
func depths(p *State) (list []depth) {
	for _, s := range standing(p) {
		list = append(list, depthOf(s))
	}
	return list
}

// swings tells whether a pool's price was elsewhere at some moment of a block than at both ends.
func swings(moments []*State) bool {
	begin, end := moments[0], moments[len(moments)-1]
	for i := range begin.Tokens {
		for j := range i {
			from, to := priceOf(begin, i, j), priceOf(end, i, j)
			for _, m := range moments[1 : len(moments)-1] {
				then := priceOf(m, i, j)
				if then > max(from, to)*(1+swing) || then < min(from, to)*(1-swing) {
					return true
				}
			}
		}
	}
	return false
}

func priceOf(p *State, i, j int) float64 {
	if p.Pool == nil {
		return 0
	}
	return pool.Margin(p.Pool, i, j)
}

// edges are the ways to trade in the pools: as deep as they are, as they have been throughout the
// last blocks, and of these those whose prices did not swing.
type edges struct{ now, stood, steady []market.Edge }

func (s *Snapshot) edges() (all edges) {
	for _, l := range s.Venues {
		past, stands := s.past[l.handle()], s.stands[l.Pool]
		pair := 0
		for i := range l.Tokens {
			for j := range i {
				all.add(l, i, j, pair, stands[pair], past)
				pair++
			}
		}
	}
	return all
}

// add adds both directions between two tokens of a pool. The middle of the prices of both
// directions is the price without the fee.
func (e *edges) add(l *State, i, j, pair int, stands pool.Standing, list []past) {
	price, d := stands.Price, depthOf(stands)
	if price <= 0 {
		return
	}
	e.now = append(e.now, d.edges(l, i, j, price)...)
	swung := false
	for _, p := range list {
		d = depth{min(d.to, p.least[pair].to), min(d.out, p.least[pair].out)}
		swung = swung || p.swung
	}
	stood := d.edges(l, i, j, price)
	e.stood = append(e.stood, stood...)
	if !swung {
		e.steady = append(e.steady, stood...)
	}
}

func (d depth) edges(l *State, i, j int, price float64) []market.Edge {
	return []market.Edge{
		{From: l.Tokens[i], To: l.Tokens[j], Price: price, PaysTo: d.to, PaysOut: d.out},
		{From: l.Tokens[j], To: l.Tokens[i], Price: 1 / price, PaysTo: d.out, PaysOut: d.to},
	}
}
