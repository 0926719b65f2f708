package router

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// wholeFill is how near to 0 or 1 the fill of an intent must be to be taken for it.
const wholeFill = 2e-3

// branch is a set of decisions about intents: which of them must be settled and which are left out.
type branch struct {
	must, out []int
	bound     float64
	fills     []float64
	joint     *Joint
}

// Whole chooses intents that are settled together, of which none is divided that must not be: by
// branch and bound over at most so many optima in which all may be. Where that is not enough to
// find such a set they are those that the best optimum fills by more than half. No settlement that
// divides none of them gains more than bound: it is the highest of the optima not gone into.
func (s *Snapshot) Whole(ctx context.Context, b *Batch, most int) (chosen []int, bound float64,
	err error) {
	root, err := s.branch(ctx, b, nil, nil, b.Near)
	if err != nil {
		return nil, math.Inf(1), err
	}
	gained, open := math.Inf(-1), []*branch{root}
	for n := 1; len(open) > 0; {
		slices.SortFunc(open, func(x, y *branch) int { return cmp.Compare(x.bound, y.bound) })
		best := open[len(open)-1]
		open = open[:len(open)-1]
		i := b.divided(best)
		switch {
		case best.bound <= gained:
			return chosen, gained, nil
		case i < 0:
			return best.settled(), best.bound, nil
		case n >= most || ctx.Err() != nil:
			if chosen == nil {
				chosen = best.settled()
			}
			return chosen, best.bound, nil
		}
		for _, in := range []bool{true, false} {
			must, out := slices.Clone(best.must), slices.Clone(best.out)
			if in {
				must = append(must, i)
			} else {
				out = append(out, i)
			}
			n++
			next, err := s.branch(ctx, b, must, out, best.joint)
			if err != nil || next.bound <= gained {
				continue
			}
			if open = append(open, next); b.divided(next) < 0 {
				chosen, gained = next.settled(), next.bound
			}
		}
	}
	return chosen, max(gained, 0), nil
}

// settled lists the intents that a branch settles.
func (n *branch) settled() (list []int) {
	for i, fill := range n.fills {
		if fill > 0.5 {
			list = append(list, i)
		}
	}
	return list
}

// divided is the intent of a branch that is most nearly half filled and can't be, -1 if there is
// none.
func (b *Batch) divided(n *branch) int {
	at, most := -1, wholeFill
	for i, fill := range n.fills {
		if off := min(fill, 1-fill); off > most && !b.Intents[i].Parts {
			at, most = i, off
		}
	}
	return at
}

// branch finds the optimum under some decisions, from the prices of one nearby.
func (s *Snapshot) branch(ctx context.Context, b *Batch, must, out []int, near *Joint) (*branch,
	error) {
	some := *b
	some.Intents, some.Near = nil, near
	var places []int
	for i, t := range b.Intents {
		if slices.Contains(out, i) {
			continue
		}
		t.Must = t.Must || slices.Contains(must, i)
		some.Intents, places = append(some.Intents, t), append(places, i)
	}
	joint, err := s.Optimum(ctx, &some)
	if err != nil {
		return nil, err
	}
	n := &branch{must: must, out: out, bound: joint.Bound, joint: joint,
		fills: make([]float64, len(b.Intents))}
	for k, i := range places {
		if n.fills[i] = joint.Fill(k); some.Intents[k].Must {
			n.fills[i] = 1
		}
	}
	return n, nil
}
