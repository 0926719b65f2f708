package router

import (
	"slices"

	"github.com/holiman/uint256"
)

const (
	chunks   = 50 // equal parts in which the first allocation is poured
	attempts = 12 // single paths to replay, or new routes that polishing may find useless
	dryEdges = 60 // edges that may run dry while pouring before the market counts as exhausted
)

// run finds the best plan and the bound on all. The first plan is the better of one path for
// everything and of parts poured one after the other, each by the path that is best after those
// before it. Where its margins are, the dual prices are near; what pools trade at these is the next
// plan.
func (x *search) run() bool {
	d := newDual(x)
	x.dual = d
	if !d.spot() {
		return false
	}
	x.priceGas(d)
	x.choose(d, false)
	x.offerSingles(true)
	alone := d.onePool()
	if !alone && !x.done() {
		x.offerSingles(false)
		x.offerPoured()
	}
	if x.best == nil && !x.done() {
		x.choose(d, true)
		x.fillParts()
	}
	if x.best == nil {
		return false
	}
	if x.improve(d); !alone {
		(&polisher{x}).polish()
	}
	return true
}

// offerPoured offers what pouring finds.
func (x *search) offerPoured() {
	if flows, complete := x.pour(); complete {
		x.offerFlows(flows)
	}
}

// onePool offers every pool between the ends alone, and tells whether the best of them is the best
// there is: where not even the bound on what pools pay without gas is worth the gas of a second
// one.
func (d *dual) onePool() bool {
	x := d.x
	if x.gas == 0 || x.done() {
		return false
	}
	for _, id := range x.out[x.src] {
		if x.snap.edges[id].to == x.dest {
			p := path{n: 1}
			p.edges[0] = id
			x.offer(plan{x.along(p)})
		}
	}
	if x.best == nil {
		return false
	}
	d.look()
	x.bounds(d)
	bound, gas := x.free, (gasBase+2*(leastPoolGas+gasLeg))*x.gas
	if x.q.Side == Buy {
		bound = -bound
	}
	return x.score >= bound-gas
}

// improve proves the bound and offers what pools trade at its prices. The search for them starts
// at the best plan's margins.
func (x *search) improve(d *dual) {
	x.rate(x.best)
	x.refresh(x.best)
	d.look()
	x.lying = d.lying
	spot := slices.Clone(d.log)
	d.settle(x.best)
	x.refresh(nil)
	d.solve(spot)
	x.bounds(d)
	if x.done() {
		return
	}
	x.choose(d, false)
	if all, gas := x.offerFlows(d.flows); all != nil {
		d.economize(all, gas, spot)
	}
}

// pour sends the amount part by part. complete is false if the market is exhausted before the end.
func (x *search) pour() (flows []flow, complete bool) {
	x.ledger.restart()
	var part, count uint256.Int
	part.Div(&x.q.Amount, count.SetUint64(chunks))
	if part.IsZero() {
		return nil, false
	}
	defer x.refresh(nil)
	size := float(&part)
	bars := 0
	carried := map[int32]float64{}
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
		for _, id := range p.edges[:p.n] {
			carried[id]++
		}
	}
	for id := range int32(len(x.used)) {
		if parts := carried[id]; parts > 0 {
			flows = append(flows, flow{id, parts, parts})
		}
	}
	return flows, true
}

// push trades one part along a path in the ledger and bends the curves. It returns the edge that
// cannot carry it, or -1.
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

// offer makes p the best plan if it is, and tells so.
func (x *search) offer(p plan) bool {
	score, ok := x.rate(p)
	if !ok || x.best != nil && score <= x.score {
		return false
	}
	x.best, x.score = p.clone(), score
	return true
}

// priceGas sets what gas costs in the token that is not fixed, which for a Buy is the source token
// at its margin.
func (x *search) priceGas(d *dual) {
	x.gas = x.q.GasPrice
	if x.q.Side == Buy {
		x.gas *= d.priceOf(x.dest) / (x.q.keepSrc() * x.q.keepDest())
	}
}

// offerSingles offers single paths for the whole amount: the best by its curves first, then the
// best without the shallowest pool of the one before, since only the replay tells how curves err on
// large amounts. The first ends with the first that can be performed.
func (x *search) offerSingles(first bool) {
	var barred []int32
	for range attempts {
		if x.best != nil && (first || x.done()) {
			break
		}
		p, ok := x.find(x.amount, 1, nil)
		if !ok {
			break
		}
		x.offer(plan{x.along(p)})
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

// weakest is the edge of a path with the least depth for what it would carry of an amount, among
// those that the plan does not trade already, or -1.
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

// along is a route over a path for the whole amount.
func (x *search) along(p path) route {
	r := route{bps: Whole, hops: make([]hop, p.n)}
	for k, id := range p.edges[:p.n] {
		e := &x.snap.edges[id]
		r.hops[k] = hop{from: e.from, to: e.to, shares: []share{{edge: id, bps: Whole}}}
	}
	return r
}

// clone copies a plan without its empty routes and shares.
func (p plan) clone() plan {
	out := make(plan, 0, len(p)+1)
	for _, r := range p {
		if r.bps == 0 {
			continue
		}
		hops := make([]hop, len(r.hops))
		for k, h := range r.hops {
			hops[k] = hop{from: h.from, to: h.to, shares: make([]share, 0, len(h.shares)+1)}
			for _, s := range h.shares {
				if s.bps > 0 {
					hops[k].shares = append(hops[k].shares, s)
				}
			}
		}
		out = append(out, route{r.bps, hops})
	}
	return out
}

// inBps scales weights to basis points that sum to Whole, by largest remainder.
func inBps(weights []float64) []int {
	sum, left := 0.0, Whole
	for _, w := range weights {
		sum += w
	}
	bps := make([]int, len(weights))
	for i, w := range weights {
		bps[i] = int(w * Whole / sum)
		left -= bps[i]
	}
	for ; left > 0; left-- {
		most := 0
		for i, w := range weights {
			if w*Whole-float64(bps[i])*sum > weights[most]*Whole-float64(bps[most])*sum {
				most = i
			}
		}
		bps[most]++
	}
	return bps
}
