package agents

import (
	"cmp"
	"context"
	"math"
	"slices"

	"bourse/backend/swap/router"
)

const (
	priceRounds = 8    // in which it is found who can agree on prices
	nearEnough  = 1e-2 // of how scarce tokens are
	swapsMargin = 1.25 // of what swaps cost, for what is found when payments are known
)

// agree settles some of the orders that were chosen and can't all be, since those of a pair get one
// price, and returns these and the others: the better of two ways to leave some out.
func (s *solver) agree(ctx context.Context, first *router.Joint, chosen, rest []wanted) (
	best *clearing, fit, odd []wanted) {
	fit, odd = chosen, rest
	for best == nil && len(fit) > 2 {
		some, others := s.apart(ctx, fit)
		fit, odd = some, append(odd, others...)
		best = s.clear(ctx, fit)
	}
	some, others := s.priced(ctx, first)
	if c := s.clear(ctx, some); c != nil && (best == nil || c.gain > best.gain) {
		return c, some, others
	}
	return best, fit, odd
}

// apart takes out of a set that can't be settled together the orders that fit it least: which the
// optimum fills least when orders of a pair get one price, and of those that with the least to win.
func (s *solver) apart(ctx context.Context, orders []wanted) (fit, odd []wanted) {
	places := make([]int, len(orders))
	for i := range places {
		places[i] = i
	}
	if joint := s.optimum(ctx, s.uniform(orders, 0)); joint != nil {
		slices.SortStableFunc(places, func(x, y int) int {
			return cmp.Compare(joint.Fill(y), joint.Fill(x))
		})
	}
	keep := len(orders) - 1 - len(orders)/8
	for n, i := range places {
		if n < keep {
			fit = append(fit, orders[i])
		} else {
			odd = append(odd, orders[i])
		}
	}
	return fit, odd
}

// uniform is a set of orders as the optimum sees it where each gets the price of its pair, of which
// swaps take a part.
func (s *solver) uniform(orders []wanted, swaps float64) *router.Batch {
	batch, price := s.batch(orders), prices(orders)
	for i := range orders {
		o, in := &orders[i], &batch.Intents[i]
		pays := o.Amount.Float() * price[pair{o.src, o.dest}] * (1 + swaps + rounding)
		more := max(0, pays-o.least.Float())
		in.Ask, in.Bonus = in.Ask+more, in.Bonus+more*s.worth[o.dest]
	}
	return batch
}

// priced leaves out the orders that ask so much for a unit that it is better for all together not
// to pay the others of their pair as much, and those that the optimum of the others does not fill.
// How much better it is depends on how scarce what all can get is, by which the prices of an
// optimum are above what tokens are worth: the more orders are left out, the less it is, so that
// halving finds it.
func (s *solver) priced(ctx context.Context, first *router.Joint) (fit, odd []wanted) {
	at, low, high, most, swaps := 1.0, 1.0, 1.0, 0.0, s.swapping(first)
	for range priceRounds {
		kept, left := s.below(s.caps(first, at))
		joint := s.optimum(ctx, s.uniform(kept, swaps))
		if joint == nil {
			break
		}
		some, others, gain := s.whole(ctx, kept, joint, swaps)
		if gain > most {
			fit, odd, most = some, append(others, left...), gain
		}
		if scarce := s.scarcity(joint); scarce > at {
			low, high = at, max(high, scarce)
		} else {
			high = at
		}
		if high < low*(1+nearEnough) {
			break
		}
		at = math.Sqrt(low * high)
	}
	return fit, odd
}

// swapping is a bit more than what the swaps of an optimum cost as a part of all payments.
func (s *solver) swapping(joint *router.Joint) float64 {
	gas, paid := uint64(0), 0.0
	for _, t := range joint.Trades() {
		gas += t.Gas
	}
	for i := range s.orders {
		paid += joint.Fill(i) * s.orders[i].least.Float() * s.worth[s.orders[i].dest]
	}
	return swapsMargin * float64(gas) * s.b.GasPrice().Float() / paid
}

// scarcity is by how much more than it is worth a token counts at an optimum at least.
func (s *solver) scarcity(joint *router.Joint) float64 {
	least := math.Inf(1)
	for token, worth := range s.worth {
		if price := joint.Price(token); price > 0 {
			least = min(least, price/worth)
		}
	}
	return least
}

// caps are what each pair's orders are paid for a unit at most so that all together gain most, at
// the prices of an optimum with tokens as scarce as is said.
func (s *solver) caps(joint *router.Joint, scarce float64) map[pair]float64 {
	pairs := make(map[pair][]*wanted)
	for i := range s.orders {
		o := &s.orders[i]
		pairs[pair{o.src, o.dest}] = append(pairs[pair{o.src, o.dest}], o)
	}
	scale := scarce / s.scarcity(joint)
	caps := make(map[pair]float64)
	for key, orders := range pairs {
		src, dest, most := scale*joint.Price(key.src), scale*joint.Price(key.dest), -1.0
		for _, first := range orders {
			price, gains := first.asks(), 0.0
			for _, o := range orders {
				if more := (price - o.asks()) * o.Amount.Float(); more >= 0 {
					gains += max(0, o.Amount.Float()*src-(o.least.Float()+o.gas+more)*dest+
						s.slack(o)+more*s.worth[o.dest])
				}
			}
			if gains > most || gains == most && price > caps[key] {
				most, caps[key] = gains, price
			}
		}
	}
	return caps
}

// below parts the orders that ask no more than the cap of their pair from the others.
func (s *solver) below(caps map[pair]float64) (kept, left []wanted) {
	for _, o := range s.orders {
		if o.asks() > caps[pair{o.src, o.dest}] {
			left = append(left, o)
		} else {
			kept = append(kept, o)
		}
	}
	return kept, left
}

// whole leaves out the orders that an optimum does not fill, and those that without them the next
// one does not, until it fills all. gain is what owners gain then.
func (s *solver) whole(ctx context.Context, orders []wanted, joint *router.Joint,
	swaps float64) (some, others []wanted, gain float64) {
	for some = orders; joint != nil && len(some) > 0; {
		filled, left := s.filled(some, joint)
		if len(left) == 0 {
			return some, others, joint.Bound
		}
		some, others = filled, append(others, left...)
		joint = s.optimum(ctx, s.uniform(some, swaps))
	}
	return nil, orders, 0
}

// filled parts the orders that an optimum fills from the others.
func (s *solver) filled(orders []wanted, joint *router.Joint) (some, others []wanted) {
	for i, o := range orders {
		fill := joint.Fill(i)
		if fill > 1-leastFill || o.parts && fill > leastFill {
			some = append(some, o)
		} else {
			others = append(others, o)
		}
	}
	return some, others
}
