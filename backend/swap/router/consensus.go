package router

import (
	"container/heap"
	"math"
)

const (
	consensusRounds = 3     // of weighing by how far pools are off
	consensusOff    = 0.002 // of a logarithm: beyond it a pool's word counts less
)

// agreed are the logarithms of what all tokens are worth to the market as a whole, in a token that
// most pools trade: deep pools have more say, and those that are far from the others less. NaN is
// no price. A search takes no pool to pay more than these prices when it looks for ways, since
// profitable cycles would lead it around.
func (s *Snapshot) agreed() []float64 {
	log := s.grow()
	s.agree(log)
	return log
}

// reach is a token that an edge values.
type reach struct {
	token int32
	log   float64
	depth float64 // worth of the edge's depth
}

type reaches []reach

func (r reaches) Len() int           { return len(r) }
func (r reaches) Less(i, j int) bool { return r[i].depth > r[j].depth }
func (r reaches) Swap(i, j int)      { r[i], r[j] = r[j], r[i] }
func (r *reaches) Push(v any)        { *r = append(*r, v.(reach)) }
func (r *reaches) Pop() any {
	last := (*r)[len(*r)-1]
	*r = (*r)[:len(*r)-1]
	return last
}

// grow prices tokens one after the other by the deepest pools that lead to them.
func (s *Snapshot) grow() []float64 {
	log := make([]float64, len(s.Tokens))
	for i := range log {
		log[i] = math.NaN()
	}
	for {
		start := -1 // of the largest part of the market that has no prices yet
		for i := range log {
			if math.IsNaN(log[i]) && len(s.out[i]) > 0 &&
				(start < 0 || len(s.out[i]) > len(s.out[start])) {
				start = i
			}
		}
		if start < 0 {
			return log
		}
		for list := (reaches{{token: int32(start)}}); len(list) > 0; {
			r := heap.Pop(&list).(reach)
			if !math.IsNaN(log[r.token]) {
				continue
			}
			log[r.token] = r.log
			for _, id := range s.out[r.token] {
				to := s.edges[id].to
				if worth := s.depth(id, r.log); math.IsNaN(log[to]) && worth > 0 {
					heap.Push(&list, reach{to, r.log - s.mid(id), worth})
				}
			}
		}
	}
}

// depth is the worth of an edge's depth in the source token's price.
func (s *Snapshot) depth(id int32, log float64) float64 {
	if c := &s.curves[id]; c.Price > 0 {
		return math.Exp(log) * min(c.Depth, c.Limit)
	}
	return 0
}

// mid is the logarithm of an edge's price without the fee, where both directions have one.
func (s *Snapshot) mid(id int32) float64 {
	if back := s.logs[s.edges[id].reverse]; !math.IsInf(back, 0) {
		return (s.logs[id] - back) / 2
	}
	return s.logs[id]
}

// agree moves prices to where the squares of what pools are off by, weighed by depth, are least.
func (s *Snapshot) agree(log []float64) {
	var sys system
	right, step := make([]float64, len(log)), make([]float64, len(log))
	for range consensusRounds {
		sys.reset(len(log))
		clear(right)
		for id := range int32(len(s.edges)) {
			e := &s.edges[id]
			worth := s.depth(id, log[e.from])
			if e.reverse < id || worth <= 0 || math.IsNaN(log[e.to]) {
				continue
			}
			off := log[e.from] - log[e.to] - s.mid(id)
			worth *= min(1, consensusOff/math.Abs(off))
			if math.IsInf(worth, 0) || math.IsNaN(worth) {
				continue
			}
			sys.join(e.from, e.to, worth)
			right[e.from] += worth * off
			right[e.to] -= worth * off
		}
		sys.relax(right, step)
		for i := range log {
			log[i] += step[i]
		}
	}
}
