package router

import (
	"context"
	"slices"

	"bourse/backend/swap/pool"
)

// Other is what the best single pool of one exchange offers for a whole query.
type Other struct {
	Exchange string
	Leg      Leg
}

// Gas is the estimate for a transaction that swaps in the pool alone, as a Result's is.
func (o *Other) Gas() uint64 { return gasBase + gasLeg + o.Leg.Gas }

// Others are the best single-pool quotes of every exchange that trades the pair directly, best
// first. They consider no gas.
func Others(ctx context.Context, s *Snapshot, q Query) ([]Other, error) {
	x, err := newSearch(ctx, s, q)
	if err != nil {
		return nil, err
	}
	var others []Other
	for _, id := range s.out[x.src] {
		e := &s.edges[id]
		if e.to != x.dest || x.barred[id] {
			continue
		}
		x.ledger.restart()
		leg, ok := x.trade(id, &x.q.Amount)
		if !ok {
			continue
		}
		leg.Share = Whole
		exchange := s.Venues[e.venue].Exchange
		at := slices.IndexFunc(others, func(o Other) bool { return o.Exchange == exchange })
		if at < 0 {
			others = append(others, Other{exchange, leg})
		} else if x.compare(&leg, &others[at].Leg) < 0 {
			others[at].Leg = leg
		}
	}
	slices.SortStableFunc(others, func(a, b Other) int { return x.compare(&a.Leg, &b.Leg) })
	return others, nil
}

// compare orders legs, the better one first.
func (x *search) compare(a, b *Leg) int {
	if x.q.Side == Buy {
		return a.SrcAmount.Cmp(&b.SrcAmount)
	}
	return b.DestAmount.Cmp(&a.DestAmount)
}

// addFallbacks gives every leg that fills a limit order another pool to turn to, since its maker
// may take it back.
func (x *search) addFallbacks(r *Result) {
	busy := make(map[int]bool)
	for i := range r.Routes {
		for k := range r.Routes[i].Hops {
			for _, leg := range r.Routes[i].Hops[k].Legs {
				busy[leg.Venue] = true
			}
		}
	}
	for i := range r.Routes {
		for k := range r.Routes[i].Hops {
			legs := r.Routes[i].Hops[k].Legs
			for l := range legs {
				if x.snap.Venues[legs[l].Venue].Pool.Kind() == pool.KindOrder {
					if legs[l].Fallback = x.fallback(&legs[l], busy); legs[l].Fallback != nil {
						busy[legs[l].Fallback.Venue] = true
					}
				}
			}
		}
	}
}

// fallback is the pool that trades a leg's fixed amount best among those that nothing else in the
// result touches.
func (x *search) fallback(leg *Leg, busy map[int]bool) *Leg {
	venue := &x.snap.Venues[leg.Venue]
	from, to := x.snap.index[venue.Tokens[leg.In]], x.snap.index[venue.Tokens[leg.Out]]
	amount := &leg.SrcAmount
	if x.q.Side == Buy {
		amount = &leg.DestAmount
	}
	var best *Leg
	for _, id := range x.snap.out[from] {
		e := &x.snap.edges[id]
		if e.to != to || x.barred[id] || busy[int(e.venue)] ||
			x.snap.Venues[e.venue].Pool.Kind() == pool.KindOrder {
			continue
		}
		x.ledger.restart()
		other, ok := x.trade(id, amount)
		if ok && (best == nil || x.compare(&other, best) < 0) {
			other.Share = leg.Share
			best = &other
		}
	}
	return best
}
