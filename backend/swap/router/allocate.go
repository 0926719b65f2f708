package router

import (
	"cmp"
	"slices"
)

const (
	mostMends = 60 // shares that may run dry before a plan is given up
)

// network is a set of flows as parts of the amount, without cycles, in the walk's direction.
type network struct {
	arcs  []arc
	order []int32 // tokens, each after those that flow into it
}

type arc struct {
	edge int32
	part float64 // of the amount
}

// weigh is what counts of a flow for how a token's amount is divided: what is paid (Sell) or got.
func (x *search) weigh(f *flow) float64 {
	if x.q.Side == Sell {
		return f.paid
	}
	return f.got
}

// arrange turns flows into parts of the amount, from the walk's start on: each token passes on all
// that it gets, divided as its flows are. Flows that lead back or nowhere are left out.
func (x *search) arrange(flows []flow) (n network) {
	start, finish, _, _ := x.ends()
	slices.SortStableFunc(flows, func(a, b flow) int {
		return cmp.Compare(x.weigh(&b), x.weigh(&a))
	})
	leaving := map[int32][]flow{}
	for _, f := range flows {
		leaving[x.near(f.edge)] = append(leaving[x.near(f.edge)], f)
	}
	const open, useless, useful = 1, 2, 3
	state := map[int32]int{finish: useful}
	var visit func(token int32) bool
	visit = func(token int32) bool {
		if at := state[token]; at != 0 {
			return at == useful
		}
		state[token] = open
		var kept []flow
		for _, f := range leaving[token] {
			if visit(x.far(f.edge)) {
				kept = append(kept, f)
			}
		}
		leaving[token] = kept
		if state[token] = useless; len(kept) > 0 {
			state[token] = useful
			n.order = append(n.order, token)
		}
		return len(kept) > 0
	}
	visit(start)
	slices.Reverse(n.order)
	parts := map[int32]float64{start: 1}
	for _, token := range n.order {
		whole := 0.0
		for i := range leaving[token] {
			whole += x.weigh(&leaving[token][i])
		}
		for i := range leaving[token] {
			f := &leaving[token][i]
			a := arc{f.edge, parts[token] * x.weigh(f) / whole}
			parts[x.far(f.edge)] += a.part
			n.arcs = append(n.arcs, a)
		}
	}
	return n
}

// channel is what leads from one token to another in a network.
type channel struct {
	from, to int // places of the tokens in the network's order, in the walk's direction
	arcs     []int
	part     float64 // of the amount, that is left
}

// channels are those of a network, and the places of its tokens: the start is the first, the finish
// the last.
func (x *search) channels(n *network) (list []channel, tokens int) {
	start, finish, _, _ := x.ends()
	places := map[int32]int{start: 0}
	for _, token := range n.order {
		if token != start {
			places[token] = len(places)
		}
	}
	places[finish] = len(places)
	known := map[[2]int]int{}
	for i := range n.arcs {
		a := &n.arcs[i]
		ends := [2]int{places[x.near(a.edge)], places[x.far(a.edge)]}
		at, seen := known[ends]
		if !seen {
			at = len(list)
			known[ends] = at
			list = append(list, channel{from: ends[0], to: ends[1]})
		}
		list[at].arcs = append(list[at].arcs, i)
		list[at].part += a.part
	}
	return list, len(places)
}

// widest is the way of at most so many hops that can carry most, as places of channels in the
// order of the walk, and how much.
func widest(list []channel, tokens, hops int) (places []int, part float64) {
	type mark struct {
		part    float64
		channel int
	}
	rows := make([][]mark, 1, hops+1)
	rows[0] = make([]mark, tokens)
	rows[0][0].part = 1
	best, bestPart := 0, 0.0
	for k := 1; k <= hops; k++ {
		row := make([]mark, tokens)
		rows = append(rows, row)
		for i := range list {
			c := &list[i]
			if part := min(rows[k-1][c.from].part, c.part); part > row[c.to].part {
				row[c.to] = mark{part, i}
			}
		}
		if part := row[tokens-1].part; part > bestPart {
			best, bestPart = k, part
		}
	}
	for token, k := tokens-1, best; k > 0; k-- {
		at := rows[k][token].channel
		places = append(places, at)
		token = list[at].from
	}
	slices.Reverse(places)
	return places, bestPart
}

// allocate makes a plan of flows, in basis points and of so many routes at most: the ways that
// carry most are taken out one after the other. What rounding gives a pool more or less than its
// flow, it has less or more for the ways after.
func (x *search) allocate(flows []flow, most int) (p plan) {
	n := x.arrange(flows)
	list, tokens := x.channels(&n)
	leastLeg := 0.5 / float64(most) // of what a hop carries: what a pool must be left to be part
	for left := Whole; left > 0 && len(p) < most; {
		places, part := widest(list, tokens, x.hops)
		if len(places) == 0 {
			break
		}
		bps := min(max(int(part*Whole), roundUp(left, most-len(p))), left)
		r, blocked := x.draw(&n, list, places, bps, leastLeg)
		if blocked >= 0 {
			list[blocked].part = 0
			continue
		}
		left -= bps
		p = append(p, r)
	}
	if len(p) == 0 {
		return nil
	}
	weights := make([]float64, len(p))
	for i := range p {
		weights[i] = float64(p[i].bps)
	}
	for i, bps := range inBps(weights) {
		p[i].bps = bps
	}
	slices.SortStableFunc(p, func(a, b route) int { return b.bps - a.bps })
	return p.clone()
}

// draw takes basis points of the amount out of channels, by the pools of each with most left.
// blocked is a channel whose pools all stand elsewhere on the route, or −1.
func (x *search) draw(n *network, list []channel, places []int, bps int,
	leastLeg float64) (r route, blocked int) {
	r = route{bps: bps, hops: make([]hop, len(places))}
	part := float64(bps) / Whole
	for k, place := range places {
		at := k
		if x.q.Side == Buy {
			at = len(places) - 1 - k
		}
		c, h := &list[place], &r.hops[at]
		e := &x.snap.edges[n.arcs[c.arcs[0]].edge]
		h.from, h.to = e.from, e.to
		slices.SortStableFunc(c.arcs, func(a, b int) int {
			return cmp.Compare(n.arcs[b].part, n.arcs[a].part)
		})
		var weights []float64
		rest := part
		for _, i := range c.arcs {
			a := &n.arcs[i]
			if rest < part*leastLeg || a.part <= 0 && len(h.shares) > 0 {
				break
			}
			if x.elsewhere(&r, at, a.edge) {
				continue
			}
			weight := min(rest, max(a.part, part*leastLeg))
			h.shares, weights = append(h.shares, share{edge: a.edge}), append(weights, weight)
			rest -= weight
		}
		if len(h.shares) == 0 {
			return r, place
		}
		for l, bps := range inBps(weights) {
			h.shares[l].bps = bps
		}
	}
	for k, place := range places {
		at := k
		if x.q.Side == Buy {
			at = len(places) - 1 - k
		}
		list[place].part -= part
		for _, i := range list[place].arcs {
			for _, s := range r.hops[at].shares {
				if n.arcs[i].edge == s.edge {
					n.arcs[i].part -= part * float64(s.bps) / Whole
				}
			}
		}
	}
	return r, -1
}

// elsewhere tells whether another hop of a route trades in an edge's venue, which two paths over
// the same tokens may use for different hops.
func (x *search) elsewhere(r *route, k int, id int32) bool {
	for i := range r.hops {
		if i != k && slices.ContainsFunc(
			r.hops[i].shares, func(s share) bool { return x.sameVenue(s.edge, id) }) {
			return true
		}
	}
	return false
}

// offerFlows offers a plan of flows, of as many routes and pools as there is gas for. Where that is
// not for all of them, it returns the plan of all and the gas that it takes.
func (x *search) offerFlows(flows []flow) (all plan, gas uint64) {
	p := x.allocate(flows, MaxParts)
	all, x.took = p.clone(), 0
	if x.offerPlan(p); !x.q.Limits.exceeded(x.took) {
		return nil, 0
	}
	gas = x.took
	for most := MaxParts * 2 / 3; most > 0 && x.q.Limits.exceeded(x.took); most = most * 2 / 3 {
		x.took = 0
		x.offerPlan(x.allocate(flows, most))
	}
	return all, gas
}

// offerPlan offers a plan cut to the query's limits; where only one route may be, each.
func (x *search) offerPlan(p plan) {
	for i := range p {
		p[i].trim(x.q.Limits)
	}
	most := x.q.Limits.Routes
	if len(p) <= most {
		x.offerMended(p)
		return
	}
	for i := range p {
		part := p[i:min(i+most, len(p))].clone()
		weights := make([]float64, len(part))
		for k := range part {
			weights[k] = float64(part[k].bps)
		}
		for k, bps := range inBps(weights) {
			part[k].bps = bps
		}
		x.offerMended(part)
		if most > 1 || i >= attempts {
			return
		}
	}
}

// trim keeps as many pools of a route as a query allows, those that carry most.
func (r *route) trim(to Limits) {
	for k := range r.hops {
		h := &r.hops[k]
		slices.SortStableFunc(h.shares, func(a, b share) int { return b.bps - a.bps })
		if most := to.Legs; len(h.shares) > most {
			h.cut(most)
		}
	}
	for most := to.RouteLegs; most > 0 && r.legs() > most; {
		thin := -1
		for k := range r.hops {
			if n := len(r.hops[k].shares); n > 1 && (thin < 0 ||
				r.hops[k].shares[n-1].bps < r.hops[thin].shares[len(
					r.hops[thin].shares)-1].bps) {
				thin = k
			}
		}
		if thin < 0 {
			return
		}
		r.hops[thin].cut(len(r.hops[thin].shares) - 1)
	}
}

// cut keeps a hop's first shares.
func (h *hop) cut(most int) {
	h.shares = h.shares[:most]
	weights := make([]float64, most)
	for i, s := range h.shares {
		weights[i] = float64(s.bps)
	}
	for i, bps := range inBps(weights) {
		h.shares[i].bps = bps
	}
}

// offerMended offers a plan after giving to others what its pools cannot carry.
func (x *search) offerMended(p plan) bool {
	if len(p) == 0 {
		return false
	}
	for range mostMends {
		if _, ok := x.rate(p); ok {
			return x.offer(p)
		}
		if !x.mend(p) {
			return false
		}
	}
	return false
}

// mend takes from the share that failed the last replay what its pool cannot carry and gives it to
// the deepest pool of its hop, or, where it is alone, from its route to another.
func (x *search) mend(p plan) bool {
	r, h, s := x.failed.route, x.failed.hop, x.failed.share
	if r == nil || s == nil {
		return false
	}
	c := x.snap.Venues[x.snap.edges[s.edge].venue].Pool.Curve(
		x.ledger.state(x.snap.edges[s.edge].venue), int(x.snap.edges[s.edge].i),
		int(x.snap.edges[s.edge].j))
	room := c.Limit
	if x.q.Side == Buy {
		room = c.Out(c.Limit)
	}
	keep := 0
	if x.failed.amount > 0 && room > 0 {
		keep = int(float64(s.bps) * min(room/x.failed.amount, 1))
	}
	keep = min(keep, s.bps-1)
	var deepest *share
	for i := range h.shares {
		other := &h.shares[i]
		if other != s && other.bps > 0 &&
			(deepest == nil || x.room(other.edge) > x.room(deepest.edge)) {
			deepest = other
		}
	}
	if deepest != nil {
		deepest.bps += s.bps - keep
		s.bps = keep
		return true
	}
	var widest *route
	for i := range p {
		if &p[i] != r && p[i].bps > 0 && (widest == nil || p[i].bps > widest.bps) {
			widest = &p[i]
		}
	}
	if widest == nil {
		return false
	}
	part := min(r.bps-1, r.bps*keep/s.bps)
	widest.bps += r.bps - part
	r.bps = part
	return true
}

// legs counts a route's shares.
func (r *route) legs() (n int) {
	for k := range r.hops {
		n += len(r.hops[k].shares)
	}
	return n
}

// roundUp is a/b, rounded up.
func roundUp(a, b int) int { return (a + b - 1) / b }
