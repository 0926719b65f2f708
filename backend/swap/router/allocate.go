package router

import (
	"cmp"
	"slices"
)

const (
	leastPath = 0.001 // of the amount: what a path must carry to be part of a plan
	mostPaths = 150   // that flows are taken apart into
	mostMends = 60    // shares that may run dry before a plan is given up
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

// widest is the path of at most the query's hops that can carry most, as places of arcs in the
// order of the walk, and how much. It passes no venue twice.
func (x *search) widest(n *network) (places []int, part float64) {
	type mark struct {
		part float64
		arc  int
	}
	start, finish, _, _ := x.ends()
	rows := make([]map[int32]mark, x.hops+1)
	rows[0] = map[int32]mark{start: {part: 1}}
	best, bestPart := 0, 0.0
	for k := 1; k <= x.hops; k++ {
		rows[k] = map[int32]mark{}
		for i := range n.arcs {
			a := &n.arcs[i]
			from, reached := rows[k-1][x.near(a.edge)]
			if !reached {
				continue
			}
			to, part := x.far(a.edge), min(from.part, a.part)
			if part > rows[k][to].part {
				rows[k][to] = mark{part, i}
			}
		}
		if part := rows[k][finish].part; part > bestPart {
			best, bestPart = k, part
		}
	}
	token := finish
	for k := best; k > 0; k-- {
		at := rows[k][token].arc
		places = append(places, at)
		token = x.near(n.arcs[at].edge)
	}
	slices.Reverse(places)
	return places, bestPart
}

// allocate makes a plan of flows, in whole percents: paths that carry most are taken out one after
// the other, and those over the same tokens are a route.
func (x *search) allocate(flows []flow) (p plan) {
	n := x.arrange(flows)
	var weights []float64
	type legs [][]float64
	var shares []legs
	for range mostPaths {
		places, part := x.widest(&n)
		if part < leastPath {
			break
		}
		way, twice := x.pathOf(&n, places)
		if twice >= 0 {
			n.arcs[twice].part = 0
			continue
		}
		r := x.along(way, 0)
		at := p.withTokens(r.hops)
		if at < 0 {
			at = len(p)
			p, weights = append(p, r), append(weights, 0)
			shares = append(shares, make(legs, way.n))
		}
		weights[at] += part
		for k, id := range way.edges[:way.n] {
			h, list := &p[at].hops[k], &shares[at][k]
			place := slices.IndexFunc(h.shares, func(s share) bool { return s.edge == id })
			if place < 0 && x.elsewhere(&p[at], k, id) {
				continue // the other pools of the hop take it
			}
			if place < 0 {
				place = len(h.shares)
				h.shares, *list = append(h.shares, share{edge: id}), append(*list, 0)
			}
			(*list)[place] += part
		}
		for _, place := range places {
			n.arcs[place].part -= part
		}
	}
	if len(p) == 0 {
		return nil
	}
	for i, percent := range inPercent(weights) {
		p[i].percent = percent
		for k := range p[i].hops {
			for l, percent := range inPercent(shares[i][k]) {
				p[i].hops[k].shares[l].percent = percent
			}
		}
	}
	slices.SortStableFunc(p, func(a, b route) int { return b.percent - a.percent })
	return p.clone()
}

// pathOf reads a path; twice is the thinner of two arcs of the same venue on it, or −1.
func (x *search) pathOf(n *network, places []int) (p path, twice int) {
	p.n, twice = len(places), -1
	for k, place := range places {
		at := k
		if x.q.Side == Buy {
			at = p.n - 1 - k
		}
		p.edges[at] = n.arcs[place].edge
		for _, other := range places[:k] {
			if x.sameVenue(n.arcs[other].edge, n.arcs[place].edge) {
				twice = place
				if n.arcs[other].part < n.arcs[place].part {
					twice = other
				}
			}
		}
	}
	return p, twice
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

// offerFlows offers a plan of flows, cut to the query's limits; where only one route may be, each.
func (x *search) offerFlows(flows []flow) {
	p := x.allocate(flows)
	for i := range p {
		x.trim(&p[i])
	}
	most := x.q.Limits.Routes
	if most == 0 || len(p) <= most {
		x.offerMended(p)
		return
	}
	for i := range p {
		part := p[i:min(i+most, len(p))].clone()
		weights := make([]float64, len(part))
		for k := range part {
			weights[k] = float64(part[k].percent)
		}
		for k, percent := range inPercent(weights) {
			part[k].percent = percent
		}
		x.offerMended(part)
		if most > 1 || i >= attempts {
			return
		}
	}
}

// trim keeps as many pools of a route as the query allows, those that carry most.
func (x *search) trim(r *route) {
	for k := range r.hops {
		h := &r.hops[k]
		slices.SortStableFunc(h.shares, func(a, b share) int { return b.percent - a.percent })
		if most := x.q.Limits.Legs; most > 0 && len(h.shares) > most {
			h.cut(most)
		}
	}
	for most := x.q.Limits.RouteLegs; most > 0 && r.legs() > most; {
		thin := -1
		for k := range r.hops {
			if n := len(r.hops[k].shares); n > 1 && (thin < 0 ||
				r.hops[k].shares[n-1].percent < r.hops[thin].shares[len(
					r.hops[thin].shares)-1].percent) {
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
		weights[i] = float64(s.percent)
	}
	for i, percent := range inPercent(weights) {
		h.shares[i].percent = percent
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
		keep = int(float64(s.percent) * min(room/x.failed.amount, 1))
	}
	keep = min(keep, s.percent-1)
	var deepest *share
	for i := range h.shares {
		other := &h.shares[i]
		if other != s && other.percent > 0 &&
			(deepest == nil || x.room(other.edge) > x.room(deepest.edge)) {
			deepest = other
		}
	}
	if deepest != nil {
		deepest.percent += s.percent - keep
		s.percent = keep
		return true
	}
	var widest *route
	for i := range p {
		if &p[i] != r && p[i].percent > 0 && (widest == nil || p[i].percent > widest.percent) {
			widest = &p[i]
		}
	}
	if widest == nil {
		return false
	}
	part := min(r.percent-1, r.percent*keep/s.percent)
	widest.percent += r.percent - part
	r.percent = part
	return true
}

// legs counts a route's shares.
func (r *route) legs() (n int) {
	for k := range r.hops {
		n += len(r.hops[k].shares)
	}
	return n
}
