package router

import (
	"math"
	"slices"
)

const (
	maxTries = 1500 // replays that polishing may spend
	patience = 40   // moves in a row that may fail before the less promising ones are given up
	leastGap = 0.35 // percent: a smaller shift than this rounds to nothing better
)

// move shifts percents from one share (or route) of the best plan to another. gain is its predicted worth, for ordering.
type move struct {
	from, to *int
	percent  int
	gain     float64
}

// polish improves the best plan until no shift of a percent does: the sum of pools' outputs is concave, so where all
// marginal prices agree to within a percent's worth, the plan is optimal in whole percents.
func (x *search) polish() {
	tries, barred := 0, []int32(nil)
	defer func() {
		for _, id := range barred {
			x.barred[id] = false
		}
	}()
	for tries < maxTries && !x.done() {
		moves, fresh := x.settle()
		improved := x.tryAll(moves, &tries)
		if !improved {
			improved = x.tryAll(x.mergers(), &tries)
		}
		if improved {
			continue
		}
		// A new route that looked better and was not hides others.
		if fresh < 0 || len(barred) == attempts {
			return
		}
		x.barred[fresh] = true
		barred = append(barred, fresh)
	}
}

// tryAll performs every move that improves the plan, the most promising first. Earlier ones change what later ones are
// worth, but each is kept or not by its own replay.
func (x *search) tryAll(moves []move, tries *int) (improved bool) {
	slices.SortStableFunc(moves, func(a, b move) int {
		switch {
		case a.gain > b.gain:
			return -1
		case a.gain < b.gain:
			return 1
		}
		return 0
	})
	failures := 0
	for _, m := range moves {
		if failures++; failures > patience {
			break
		}
		for percent := min(m.percent, *m.from); percent > 0; percent /= 2 {
			if *tries++; *tries > maxTries || x.done() {
				return improved
			}
			if x.shift(m, percent) {
				improved, failures = true, 0
				break
			}
		}
	}
	return improved
}

// shift keeps a move if the exact replay is better for it.
func (x *search) shift(m move, percent int) bool {
	*m.from -= percent
	*m.to += percent
	if score, ok := x.rate(x.best); ok && score > x.score {
		x.score = score
		return true
	}
	*m.from += percent
	*m.to -= percent
	return false
}

// settle replays the best plan and lists the moves that its marginal prices suggest. fresh is an edge of the new route
// among them, or -1.
func (x *search) settle() (moves []move, fresh int32) {
	x.best = x.best.clone()
	x.rate(x.best)
	x.refresh(x.best)
	for i := range x.best {
		for k := range x.best[i].hops {
			moves = x.withinHop(moves, &x.best[i], k)
		}
	}
	fresh = x.proposeRoute()
	return x.betweenRoutes(moves), fresh
}

// depth is the amount, in units of what the percents divide, over which an edge's price halves about twice.
func (x *search) depth(id int32) float64 {
	c := x.curves[id]
	if x.q.Side == Buy {
		return c.Depth * c.Price
	}
	return c.Depth
}

// room is how much more an edge can carry, in the same units.
func (x *search) room(id int32) float64 {
	c := x.curves[id]
	if x.q.Side == Buy {
		return c.Limit * c.Price
	}
	return c.Limit
}

// withinHop proposes shifts between the pools of a hop, and towards the best pool that it does not use.
func (x *search) withinHop(moves []move, r *route, k int) []move {
	h := &r.hops[k]
	if best := x.bestUnused(r, h); best >= 0 && (x.q.Limits.Legs == 0 || len(h.shares) < x.q.Limits.Legs) {
		h.shares = append(h.shares, share{edge: best})
	}
	for i := range h.shares {
		for j := range h.shares {
			a, b := &h.shares[i], &h.shares[j]
			gap := math.Log(x.curves[b.edge].Price / x.curves[a.edge].Price)
			if a.percent == 0 || !(gap > 0) {
				continue
			}
			slope := 2/x.depth(a.edge) + 2/x.depth(b.edge)
			gap = min(gap, slope*x.room(b.edge))
			moves = propose(moves, &a.percent, &b.percent, gap, slope, h.amount, float64(r.percent)/100)
		}
	}
	return moves
}

// propose adds the shift that evens out a gap between logarithms of prices that closes at slope for each unit shifted.
func propose(moves []move, from, to *int, gap, slope, whole, weight float64) []move {
	part := gap / slope / whole
	if !(part*100 >= leastGap) {
		return moves
	}
	return append(moves, move{from, to, max(1, int(math.Round(min(part, 1)*100))), gap * min(part, 1) * weight})
}

// bestUnused is the edge with the best price for a hop that its route does not trade in yet, or -1.
func (x *search) bestUnused(r *route, h *hop) int32 {
	best := int32(-1)
	for _, id := range x.snap.out[h.from] {
		if x.snap.edges[id].to != h.to || !x.open(id) || x.curves[id].Price <= 0 || r.trades(x, id) {
			continue
		}
		if best < 0 || x.curves[id].Price > x.curves[best].Price {
			best = id
		}
	}
	return best
}

// trades tells whether a route passes through an edge's venue.
func (r *route) trades(x *search, id int32) bool {
	for k := range r.hops {
		for _, s := range r.hops[k].shares {
			if x.sameVenue(s.edge, id) {
				return true
			}
		}
	}
	return false
}

// proposeRoute appends the best path for another percent over tokens that no route has. It returns the edge of the path
// with the least depth, or -1.
func (x *search) proposeRoute() int32 {
	if most := x.q.Limits.Routes; most > 0 && len(x.best) >= most {
		return -1
	}
	p, ok := x.find(x.amount/100, 0, x.best)
	if !ok {
		return -1
	}
	r := x.along(p, 100)
	r.percent = 0
	x.best = append(x.best, r)
	return x.weakest(p, x.amount/100)
}

// betweenRoutes proposes shifts between routes.
func (x *search) betweenRoutes(moves []move) []move {
	for i := range x.best {
		for j := range x.best {
			from, to := &x.best[i], &x.best[j]
			gap := x.price(to) - x.price(from)
			if from.percent > 0 && gap > 0 {
				moves = propose(moves, &from.percent, &to.percent, gap, x.slope(from, to)+x.slope(to, from), x.amount, 1)
			}
		}
	}
	return moves
}

// price is the logarithm of what a route pays at its margin.
func (x *search) price(r *route) float64 {
	product := 1.0
	for k := range r.hops {
		product *= x.mean(&r.hops[k])
	}
	return math.Log(product)
}

// mean is the marginal price of a hop.
func (x *search) mean(h *hop) (price float64) {
	for _, s := range h.shares {
		price += float64(s.percent) / 100 * x.curves[s.edge].Price
	}
	return price
}

// slope is how fast a route's price falls for each unit of the fixed amount that is shifted to it from another: pools that
// both trade in the same direction keep their total.
func (x *search) slope(r, other *route) (slope float64) {
	reach := 1.0 // what arrives at the hop, or leaves it, for each unit
	for k := range r.hops {
		if x.q.Side == Buy {
			k = len(r.hops) - 1 - k
		}
		h := &r.hops[k]
		mean := x.mean(h)
		if x.q.Side == Buy {
			mean = 1 / mean
		}
		for _, s := range h.shares {
			if w := float64(s.percent) / 100; !other.trades(x, s.edge) {
				slope += reach * 2 * w * w / x.depth(s.edge)
			}
		}
		reach *= mean
	}
	return slope
}

// mergers are the moves that save gas: a whole route into another, a whole leg into another of its hop.
func (x *search) mergers() (moves []move) {
	if x.gas == 0 {
		return nil
	}
	for i := range x.best {
		r := &x.best[i]
		for j := range x.best {
			if i != j && r.percent > 0 && x.best[j].percent >= r.percent {
				moves = append(moves, move{&r.percent, &x.best[j].percent, r.percent, -float64(r.percent)})
			}
		}
		for k := range r.hops {
			shares := r.hops[k].shares
			for a := range shares {
				for b := range shares {
					if a != b && shares[a].percent > 0 && shares[b].percent >= shares[a].percent {
						weight := float64(r.percent*shares[a].percent) / 100
						moves = append(moves, move{&shares[a].percent, &shares[b].percent, shares[a].percent, -weight})
					}
				}
			}
		}
	}
	return moves
}
