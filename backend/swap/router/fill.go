package router

import (
	"slices"

	"github.com/holiman/uint256"
)

const (
	chunks   = 100 // equal parts in which the first allocation is poured
	attempts = 12  // single paths to replay, or new routes that polishing may find useless
	dryEdges = 60  // edges that may run dry while pouring before the market counts as exhausted
)

// start finds a first plan: the better of one path for everything and of parts poured one after the other, each by the
// path that is best after those before it.
func (x *search) start() bool {
	x.priceGas()
	x.offerSingles()
	if x.best != nil && (x.done() || x.q.Limits.Routes == 1 && x.q.Limits.Legs == 1) {
		return true
	}
	flows, complete := x.pour()
	clear(x.used)
	if complete {
		x.offerFlows(flows)
	}
	return x.best != nil
}

// offer makes p the best plan if it is, and tells so.
func (x *search) offer(p plan) bool {
	score, ok := x.rate(p)
	if !ok || x.best != nil && score <= x.score {
		return false
	}
	x.best, x.score = p.clone(), score
	return true
}

// priceGas sets what gas costs in the token that is not fixed, which for a Buy is the source token at its margin.
func (x *search) priceGas() {
	x.gas = x.q.GasPrice
	if x.q.Side == Sell || x.gas == 0 {
		return
	}
	price := 1.0
	if p, ok := x.find(x.amount/1000, 0, nil); ok {
		for _, id := range p.edges[:p.n] {
			price *= x.curves[id].Price
		}
	}
	x.gas /= price
}

// offerSingles offers single paths for the whole amount: the best by its curves first, then the best without the shallowest
// pool of the one before, since only the replay tells how curves err on large amounts.
func (x *search) offerSingles() {
	var barred []int32
	for range attempts {
		p, ok := x.find(x.amount, 1, nil)
		if !ok || x.best != nil && x.done() {
			break
		}
		x.offer(plan{x.along(p, 100)})
		id := x.weakest(p, x.amount)
		if id < 0 {
			break
		}
		x.barred[id] = true
		barred = append(barred, id)
	}
	for _, id := range barred {
		x.barred[id] = false
	}
}

// weakest is the edge of a path with the least depth for what it would carry of an amount, among those that the plan does
// not trade already, or -1.
func (x *search) weakest(p path, amount float64) int32 {
	worst, load := int32(-1), 0.0
	for k := range p.n {
		if x.q.Side == Buy {
			k = p.n - 1 - k
		}
		id := p.edges[k]
		c := x.curves[id]
		if use := amount / min(c.Depth, c.Limit); x.used[id] == 0 && use > load {
			worst, load = id, use
		}
		if amount = x.carry(id, amount); amount <= 0 {
			return worst
		}
	}
	return worst
}

// flow is a path and the parts poured along it.
type flow struct {
	path  path
	parts int
}

// pour sends the amount part by part. complete is false if the market is exhausted before the end.
func (x *search) pour() (flows []flow, complete bool) {
	x.ledger.restart()
	var part, count uint256.Int
	part.Div(&x.q.Amount, count.SetUint64(chunks))
	if part.IsZero() {
		return nil, false
	}
	size := float(&part)
	bars := 0
	for poured := 0; poured < chunks; {
		if x.done() || bars > dryEdges {
			return nil, false
		}
		p, ok := x.find(size, 0.5, nil)
		if !ok {
			return nil, false
		}
		if blame := x.push(p, part); blame >= 0 {
			x.barred[blame] = true
			defer func() { x.barred[blame] = false }()
			bars++
			continue
		}
		poured++
		flows = counted(flows, p)
	}
	return flows, true
}

// counted adds one part to a path's flow.
func counted(flows []flow, p path) []flow {
	for i := range flows {
		if flows[i].path == p {
			flows[i].parts++
			return flows
		}
	}
	return append(flows, flow{p, 1})
}

// push trades one part along a path in the ledger and bends the curves. It returns the edge that cannot carry it, or -1.
func (x *search) push(p path, part uint256.Int) int32 {
	for k := range p.n {
		if x.q.Side == Buy {
			k = p.n - 1 - k
		}
		leg, ok := x.trade(p.edges[k], &part)
		if !ok {
			return p.edges[k]
		}
		part = leg.DestAmount
		if x.q.Side == Buy {
			part = leg.SrcAmount
		}
	}
	for _, id := range p.edges[:p.n] {
		if x.used[id] == 0 {
			x.use(id)
		}
		x.bend(x.snap.edges[id].venue)
	}
	return -1
}

// offerFlows groups flows by their tokens into routes with shared hops and offers the plan, cut to the query's limits.
func (x *search) offerFlows(flows []flow) {
	var p plan
	var parts []int
	for _, f := range flows {
		r := x.along(f.path, 0)
		at := p.withTokens(r.hops)
		if at < 0 {
			p, parts, at = append(p, r), append(parts, 0), len(p)
		}
		parts[at] += f.parts
		for k := range p[at].hops {
			if !x.elsewhere(&p[at], k, f.path.edges[k]) {
				p[at].hops[k].add(f.path.edges[k], f.parts)
			}
		}
	}
	percents := inPercent(parts)
	for i := range p {
		p[i].percent = percents[i]
		for k := range p[i].hops {
			x.level(&p[i].hops[k])
		}
	}
	slices.SortStableFunc(p, func(a, b route) int { return b.percent - a.percent })
	if most := x.q.Limits.Routes; most > 0 && len(p) > most {
		x.offerCut(p, most)
		return
	}
	x.offer(p)
}

// elsewhere tells whether another hop of a route trades in an edge's venue, which two paths over the same tokens may use for different hops.
func (x *search) elsewhere(r *route, k int, id int32) bool {
	for i := range r.hops {
		if i != k && slices.ContainsFunc(r.hops[i].shares, func(s share) bool { return x.sameVenue(s.edge, id) }) {
			return true
		}
	}
	return false
}

// level turns the parts of a hop's shares into percents and keeps as many as the query allows.
func (x *search) level(h *hop) {
	slices.SortStableFunc(h.shares, func(a, b share) int { return b.percent - a.percent })
	if most := x.q.Limits.Legs; most > 0 && len(h.shares) > most {
		h.shares = h.shares[:most]
	}
	parts := make([]int, len(h.shares))
	for i, s := range h.shares {
		parts[i] = s.percent
	}
	for i, percent := range inPercent(parts) {
		h.shares[i].percent = percent
	}
}

// offerCut offers a plan's largest routes, and for a single route each of them.
func (x *search) offerCut(p plan, most int) {
	for i := range p {
		candidate := slices.Clone(p[i:min(i+most, len(p))])
		parts := make([]int, len(candidate))
		for k := range candidate {
			parts[k] = candidate[k].percent
		}
		for k, percent := range inPercent(parts) {
			candidate[k].percent = percent
		}
		x.offer(candidate)
		if most > 1 {
			return
		}
	}
}

// along is a route over a path; with percent 0 its hops have no shares yet.
func (x *search) along(p path, percent int) route {
	r := route{percent: percent, hops: make([]hop, p.n)}
	for k, id := range p.edges[:p.n] {
		e := &x.snap.edges[id]
		r.hops[k] = hop{from: e.from, to: e.to}
		if percent > 0 {
			r.hops[k].shares = []share{{edge: id, percent: 100}}
		}
	}
	return r
}

// add counts percent (or parts) on an edge's share.
func (h *hop) add(edge int32, percent int) {
	for i := range h.shares {
		if h.shares[i].edge == edge {
			h.shares[i].percent += percent
			return
		}
	}
	h.shares = append(h.shares, share{edge: edge, percent: percent})
}

// withTokens is the index of the route over the same tokens, or -1.
func (p plan) withTokens(hops []hop) int {
	return slices.IndexFunc(p, func(r route) bool {
		return slices.EqualFunc(r.hops, hops, func(a, b hop) bool { return a.from == b.from && a.to == b.to })
	})
}

// clone copies a plan without its empty routes and shares.
func (p plan) clone() plan {
	out := make(plan, 0, len(p)+1)
	for _, r := range p {
		if r.percent == 0 {
			continue
		}
		hops := make([]hop, len(r.hops))
		for k, h := range r.hops {
			hops[k] = hop{from: h.from, to: h.to, shares: make([]share, 0, len(h.shares)+1)}
			for _, s := range h.shares {
				if s.percent > 0 {
					hops[k].shares = append(hops[k].shares, s)
				}
			}
		}
		out = append(out, route{r.percent, hops})
	}
	return out
}

// inPercent scales parts to integers that sum to 100, by largest remainder, each at least 0.
func inPercent(parts []int) []int {
	sum, left := 0, 100
	for _, n := range parts {
		sum += n
	}
	percents := make([]int, len(parts))
	for i, n := range parts {
		percents[i] = n * 100 / sum
		left -= percents[i]
	}
	for ; left > 0; left-- {
		most := 0
		for i, n := range parts {
			if n*100-percents[i]*sum > parts[most]*100-percents[most]*sum {
				most = i
			}
		}
		percents[most]++
	}
	return percents
}
