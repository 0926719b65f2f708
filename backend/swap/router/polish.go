package router

import (
	"math"
	"slices"
)

const (
	maxTries   = 1500   // replays that polishing may spend
	maxWork    = 12_000 // legs that they may perform
	mostDrops  = 24     // shares of a plan that dropping one by one is tried for
	dropRounds = 3
	usualPart  = 0.1  // of a hop by which pools that it does not use are compared
	triedPart  = 0.01 // the same without gas; and of the amount, for a route that there is not
	patience   = 40   // moves in a row that may fail before the less promising ones are given up
	leastGap   = 0.35 // bps: a smaller shift than this rounds to nothing better
)

// move shifts basis points from one share (or route) of the best plan to another. gain is its
// predicted worth, for ordering.
type move struct {
	from, to *int
	bps      int
	gain     float64
}

// polisher improves the best plan of a search by moves of basis points.
type polisher struct{ x *search }

// polish improves the best plan until no shift of a basis point does: the sum of pools' outputs is
// concave, so where all marginal prices agree to within its worth, the plan is optimal in basis
// points.
func (p *polisher) polish() {
	p.x.work = 0
	tries, barred := 0, []int32(nil)
	defer func() {
		for _, id := range barred {
			p.x.barred[id] = false
		}
	}()
	for tries < maxTries && p.x.work < maxWork && !p.x.done() {
		moves, fresh := p.settle()
		improved := p.tryAll(moves, &tries)
		if !improved {
			improved = p.tryAll(p.mergers(), &tries)
		}
		if !improved {
			improved = p.dropLegs(&tries)
		}
		if improved {
			continue
		}
		// A new route that looked better and was not hides others.
		if fresh < 0 || len(barred) == attempts {
			return
		}
		p.x.barred[fresh] = true
		barred = append(barred, fresh)
	}
}

// tryAll performs every move that improves the plan, the most promising first. Earlier ones change
// what later ones are worth, but each is kept or not by its own replay.
func (p *polisher) tryAll(moves []move, tries *int) (improved bool) {
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
		for bps := min(m.bps, *m.from); bps > 0; bps /= 4 {
			if *tries++; *tries > maxTries || p.x.work > maxWork || p.x.done() {
				return improved
			}
			if p.shift(m, bps) {
				improved, failures = true, 0
				break
			}
		}
	}
	return improved
}

// shift keeps a move if the exact replay is better for it.
func (p *polisher) shift(m move, bps int) bool {
	*m.from -= bps
	*m.to += bps
	if score, ok := p.x.rate(p.x.best); ok && score > p.x.score {
		p.x.score = score
		return true
	}
	*m.from += bps
	*m.to -= bps
	return false
}

// settle replays the best plan and lists the moves that its marginal prices suggest. fresh is an
// edge of the new route among them, or -1.
func (p *polisher) settle() (moves []move, fresh int32) {
	p.x.best = p.x.best.clone()
	p.x.rate(p.x.best)
	p.x.refresh(p.x.best)
	for i := range p.x.best {
		for k := range p.x.best[i].hops {
			moves = p.withinHop(moves, &p.x.best[i], k)
		}
	}
	fresh = p.proposeRoute()
	return p.betweenRoutes(moves), fresh
}

// depth is the amount, in units of what the shares divide, over which an edge's price halves
// about twice.
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

// withinHop proposes shifts between the pools of a hop, and towards the best pool that it does not
// use.
func (p *polisher) withinHop(moves []move, r *route, k int) []move {
	h := &r.hops[k]
	if best := p.bestUnused(r, h); best >= 0 &&
		len(h.shares) < p.x.q.Limits.Legs &&
		(p.x.q.Limits.RouteLegs == 0 || r.legs() < p.x.q.Limits.RouteLegs) {
		h.shares = append(h.shares, share{edge: best})
	}
	return p.evened(moves, r, k)
}

// evened proposes shifts between the pools of a hop.
func (p *polisher) evened(moves []move, r *route, k int) []move {
	h := &r.hops[k]
	for i := range h.shares {
		for j := range h.shares {
			a, b := &h.shares[i], &h.shares[j]
			gap := math.Log(p.x.curves[b.edge].Price / p.x.curves[a.edge].Price)
			if a.bps == 0 || !(gap > 0) {
				continue
			}
			slope := 2/p.x.depth(a.edge) + 2/p.x.depth(b.edge)
			gap = min(gap, slope*p.x.room(b.edge))
			moves = propose(moves, &a.bps, &b.bps, gap, slope, h.amount,
				float64(r.bps)/Whole)
		}
	}
	return moves
}

// propose adds the shift that evens out a gap between logarithms of prices that closes at slope for
// each unit shifted.
func propose(moves []move, from, to *int, gap, slope, whole, weight float64) []move {
	part := gap / slope / whole
	if !(part*Whole >= leastGap) {
		return moves
	}
	return append(moves, move{from, to, max(1, int(math.Round(min(part, 1)*Whole))),
		gap * min(part, 1) * weight})
}

// bestUnused is the edge with the best price for a hop that its route does not trade in yet, or -1.
func (p *polisher) bestUnused(r *route, h *hop) int32 {
	best, most, part := int32(-1), 0.0, h.amount*triedPart
	if p.x.gas > 0 { // a pool more must carry something
		part = h.amount * usualPart
	}
	for _, id := range p.x.out[h.from] {
		if p.x.snap.edges[id].to != h.to || !p.x.open(id) || p.x.curves[id].Price <= 0 ||
			r.trades(p.x, id) {
			continue
		}
		if pays := p.pays(id, part); best < 0 || pays > most {
			best, most = id, pays
		}
	}
	return best
}

// pays is what an edge pays a unit, about, for an amount of what the shares divide.
func (p *polisher) pays(id int32, amount float64) float64 {
	return p.x.curves[id].Price / (1 + amount/p.x.depth(id))
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

// proposeRoute appends the best path for a little more over tokens that no route has. It returns
// the edge of the path with the least depth, or -1.
func (m *polisher) proposeRoute() int32 {
	if len(m.x.best) >= m.x.q.Limits.Routes {
		return -1
	}
	p, ok := m.x.find(m.x.amount*triedPart, 0, m.x.best)
	if !ok {
		return -1
	}
	r := m.x.along(p)
	r.bps = 0
	m.x.best = append(m.x.best, r)
	return m.x.weakest(p, m.x.amount*triedPart)
}

// betweenRoutes proposes shifts between routes.
func (p *polisher) betweenRoutes(moves []move) []move {
	for i := range p.x.best {
		for j := range p.x.best {
			from, to := &p.x.best[i], &p.x.best[j]
			gap := p.price(to) - p.price(from)
			if from.bps > 0 && gap > 0 {
				moves = propose(moves, &from.bps, &to.bps, gap,
					p.slope(from, to)+p.slope(to, from), p.x.amount, 1)
			}
		}
	}
	return moves
}

// price is the logarithm of what a route pays at its margin.
func (p *polisher) price(r *route) float64 {
	product := 1.0
	for k := range r.hops {
		product *= p.x.mean(&r.hops[k])
	}
	return math.Log(product)
}

// mean is the marginal price of a hop.
func (x *search) mean(h *hop) (price float64) {
	for _, s := range h.shares {
		price += float64(s.bps) / Whole * x.curves[s.edge].Price
	}
	return price
}

// slope is how fast a route's price falls for each unit of the fixed amount that is shifted to it
// from another: pools that both trade in the same direction keep their total.
func (p *polisher) slope(r, other *route) (slope float64) {
	reach := 1.0 // what arrives at the hop, or leaves it, for each unit
	for k := range r.hops {
		if p.x.q.Side == Buy {
			k = len(r.hops) - 1 - k
		}
		h := &r.hops[k]
		mean := p.x.mean(h)
		if p.x.q.Side == Buy {
			mean = 1 / mean
		}
		for _, s := range h.shares {
			if w := float64(s.bps) / Whole; !other.trades(p.x, s.edge) {
				slope += reach * 2 * w * w / p.x.depth(s.edge)
			}
		}
		reach *= mean
	}
	return slope
}

// dropLegs saves the gas of a pool by dividing what it carries between the others of its hop, which
// are then evened out. Shifting all of it to one of them, as mergers do, may not pay while this
// does.
func (p *polisher) dropLegs(tries *int) (improved bool) {
	if p.x.gas == 0 || p.x.best.legs() > mostDrops {
		return false
	}
	for i := range p.x.best {
		for k := range p.x.best[i].hops {
			for l := 0; l < len(p.x.best[i].hops[k].shares); l++ {
				if p.dropLeg(i, k, l, tries) {
					return true
				}
			}
		}
	}
	return false
}

// dropLeg keeps a plan without a share if it is better once its hop is evened out.
func (p *polisher) dropLeg(i, k, l int, tries *int) bool {
	best, score := p.x.best, p.x.score
	whole := 0
	for _, s := range best[i].hops[k].shares {
		whole += s.bps
	}
	gone := best[i].hops[k].shares[l].bps
	if gone == 0 || gone == whole {
		return false
	}
	p.x.best = best.clone()
	h := &p.x.best[i].hops[k]
	h.shares = slices.DeleteFunc(h.shares, func(s share) bool {
		return s.edge == best[i].hops[k].shares[l].edge
	})
	h.cut(len(h.shares))
	if worth, ok := p.x.rate(p.x.best); ok {
		p.x.score = worth
		for range dropRounds {
			p.x.rate(p.x.best)
			p.x.refresh(p.x.best)
			if !p.tryAll(p.evened(nil, &p.x.best[i], k), tries) {
				break
			}
		}
		if p.x.score > score {
			return true
		}
	}
	p.x.best, p.x.score = best, score
	return false
}

// legs counts a plan's shares.
func (p plan) legs() (n int) {
	for i := range p {
		n += p[i].legs()
	}
	return n
}

// mergers are the moves that save gas: a whole route into another, a whole leg into another of its
// hop, or to a pool that the hop does not use.
func (p *polisher) mergers() (moves []move) {
	if p.x.gas == 0 {
		return nil
	}
	for i := range p.x.best {
		r := &p.x.best[i]
		for j := range p.x.best {
			if i != j && r.bps > 0 && p.x.best[j].bps >= r.bps {
				moves = append(moves, move{&r.bps, &p.x.best[j].bps, r.bps,
					-float64(r.bps)})
			}
		}
		for k := range r.hops {
			shares := r.hops[k].shares
			for a := range shares {
				for b := range shares {
					if a != b && shares[a].bps > 0 &&
						(shares[b].bps >= shares[a].bps || shares[b].bps == 0) {
						weight := float64(r.bps*shares[a].bps) / Whole
						moves = append(moves, move{&shares[a].bps, &shares[b].bps,
							shares[a].bps, -weight})
					}
				}
			}
		}
	}
	return moves
}
