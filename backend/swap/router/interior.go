package router

import (
	"math"
	"slices"

	"bourse/backend/swap/pool"
)

const (
	interiorRounds = 60
	interiorExact  = 1e-6 // of the amount's worth: the gap at which the search ends
	interiorOff    = 1e-4 // and by how much flows may be unbalanced
	interiorStart  = 1e-4 // of the amount's worth: what flows and slacks multiply to at first
	leastKnown     = 1e-6 // what trades of a token must be for its price to be known
	leastSlack     = 1e-5 // and how far prices may be from where these cost nothing
	leastFlow      = 1e-5 // of the amount's worth: what a pool must be paid to count as trading
	leastBand      = 1e-6 // between the least and the most of prices inside of a pool
	leastInside    = 0.1  // of the band's width: how far inside prices are at first
	closest        = 0.98 // of the way to where a flow or a slack would vanish
	farthest       = 0.4  // by which part prices move at a time
)

// interior finds the prices of least bound by a primal-dual interior point method.
//
// Every token of a pool has a price inside of it, which the fee keeps within a band around the
// price outside: where it is the least, the pool pays the token out, where it is the most, it is
// paid. Inside there is no fee, so that every pool moves with every price. Between a flow out of or
// into a pool and how far the inner price is from where such a flow costs nothing, one is zero at
// the optimum; on the way there, their product is the same for all, and goes to zero.
type interior struct {
	d      *dual
	amount float64 // that is sold of the fixed token
	lodges []lodge
	links  []link
	rungs  []rung
	price  []float64 // outside, of the near tokens
	force  []float64 // on them
	joined []bool    // those that pools connect to the unit
	step   []float64
	factor *factor
	whole  float64 // the amount's worth at first
	target float64 // of the products
	value  float64 // what the pools of the search bound at its prices
}

// lodge is a pool in the search.
type lodge struct {
	venue       int32
	from, to    int32 // its links
	least, most float64
	cells       [pool.MaxCoins * pool.MaxCoins]float64 // factor of its own system
}

// link is a token of a pool.
type link struct {
	token, place int32 // place in the pool
	price        float64
	get          float64 // what the pool pays out, by worth inside
	out, in      flux
	right, move  float64 // of the pool's own system
}

// flux is a flow, by worth, and how far prices are from where it costs nothing, as a part of them.
type flux struct {
	flow, slack float64
	dFlow       float64
	dSlack      float64
	want        float64 // what the flow would be at the target, with the present slack
}

// rung is a limit order: it is filled in part, and worth something only where it is filled.
type rung struct {
	venue       int32
	sold, paid  int32 // tokens
	takes, give float64
	fill, open  flux // the part that is filled and its slack, and the rest with its own
}

func newInterior(d *dual) *interior {
	n := &interior{d: d, amount: d.amount}
	pat := newPattern(len(d.tokens))
	coins := d.coins
	for _, v := range d.near {
		one := d.x.snap.Venues[v].Pool
		own := coins[:one.Coins()]
		coins = coins[len(own):]
		if orders, ok := one.(*pool.Orders); ok {
			if own[0] >= 0 && own[1] >= 0 {
				orders.Each(func(takes, gives float64) {
					n.rungs = append(n.rungs, rung{venue: v, paid: own[0], sold: own[1],
						takes: takes, give: gives})
				})
				pat.join(own[0], own[1])
			}
			continue
		}
		l := lodge{venue: v, from: int32(len(n.links))}
		for i, c := range own {
			if c < 0 {
				continue
			}
			for _, other := range n.links[l.from:] {
				pat.join(c, other.token)
			}
			n.links = append(n.links, link{token: c, place: int32(i)})
		}
		if l.to = int32(len(n.links)); l.to < l.from+2 {
			n.links = n.links[:l.from]
			continue
		}
		n.lodges = append(n.lodges, l)
	}
	n.price, n.force = make([]float64, len(d.tokens)), make([]float64, len(d.tokens))
	n.step = make([]float64, len(d.tokens))
	// Prices of tokens that nothing connects are free to rise and fall together, so that one stays.
	fixed := make([]bool, len(d.tokens))
	fixed[d.place[d.unit]] = true
	n.joined = pat.reached(d.place[d.unit])
	seen := slices.Clone(n.joined)
	for i := range fixed {
		if !seen[i] {
			fixed[i] = true
			for k, too := range pat.reached(int32(i)) {
				seen[k] = seen[k] || too
			}
		}
	}
	n.factor = newFactor(pat, fixed)
	return n
}

// begin puts inner prices into the middle of their bands and flows where they make all products the
// same.
func (n *interior) begin() {
	copy(n.price, n.d.prices)
	n.whole = math.Abs(n.d.amount) * n.price[n.d.place[n.d.paid]]
	n.target = interiorStart * n.whole
	for k := range n.lodges {
		n.settle(&n.lodges[k])
	}
	for k := range n.rungs {
		r := &n.rungs[k]
		gain := r.give*n.price[r.sold] - r.takes*n.price[r.paid]
		// The part at which flow and slack of both sides multiply to the target.
		low, high := 0.0, 1.0
		for range 60 {
			part := (low + high) / 2
			if n.target/(1-part)-n.target/part < gain {
				low = part
			} else {
				high = part
			}
		}
		r.fill.flow = min(max((low+high)/2, 1e-9), 1-1e-9)
		r.open.flow = 1 - r.fill.flow
		r.open.slack = max(gain, 0) + n.target/r.open.flow
		r.fill.slack = r.open.slack - gain
	}
}

// settle sets a pool's inner prices to its own, at which it does not trade, as far as its bands
// allow, and keeps them as far inside of these as they are when flows are at the target.
func (n *interior) settle(l *lodge) {
	s, own := n.d.x.snap, n.links[l.from:l.to]
	one := s.Venues[l.venue].Pool
	var a pool.Arbitrage
	var price [pool.MaxCoins]float64
	low, high := math.Inf(1), math.Inf(-1)
	for i := range own {
		t := &own[i]
		t.price = n.price[own[0].token]
		if i > 0 {
			id := s.first[l.venue] + int32(position(
				int(own[0].place), int(t.place), one.Coins()))
			t.price *= math.Exp(-s.mid(id))
		}
		price[t.place] = t.price
		ratio := t.price / n.price[t.token]
		low, high = min(low, ratio), max(high, ratio)
	}
	l.least, l.most = one.Feeless(&price, &a)
	if l.most < l.least*(1+leastBand) {
		l.most, l.least = l.most*(1+leastBand/2), l.least*(1-leastBand/2)
	}
	shift := math.Sqrt(l.least * l.most / (low * high))
	width := l.most/l.least - 1
	for i := range own {
		t := &own[i]
		inside := 1 + min(leastInside*width, math.Sqrt(n.target/a.Bend[t.place][t.place]))
		outside := n.price[t.token]
		t.price = min(max(t.price*shift, outside*l.least*inside), outside*l.most/inside)
		n.measure(l, t)
		t.out.flow, t.in.flow = n.target/t.out.slack, n.target/t.in.slack
	}
}

// measure sets how far a link's inner price is from both ends of its band.
func (n *interior) measure(l *lodge, t *link) {
	ratio := n.price[t.token] / t.price
	t.out.slack, t.in.slack = 1-l.least*ratio, l.most*ratio-1
}

// run searches until the gap is small or the time ends, and tells whether it found prices.
func (n *interior) run() (found bool) {
	n.begin()
	for range interiorRounds {
		mean := n.product(0)
		n.assemble()
		gap := mean * float64(n.count()) / n.whole
		if n.d.x.done() || gap < interiorExact/10 || gap < interiorExact &&
			n.imbalance() < interiorOff*n.whole {
			break
		}
		n.aim(0, false)
		n.solve()
		part := n.product(n.reach()) / mean
		n.aim(mean*part*part*part, true)
		n.solve()
		n.advance(n.reach())
	}
	for _, p := range n.price {
		if !(p > 0 && p < math.Inf(1)) {
			return false
		}
	}
	return true
}

// flows are what the pools trade. A pool of several tokens matches what it is paid with what it
// pays in proportion.
func (n *interior) flows() (list []flow) {
	s := n.d.x.snap
	least := leastFlow * n.whole
	for k := range n.lodges {
		l := &n.lodges[k]
		own := n.links[l.from:l.to]
		paid, got := 0.0, 0.0
		for i := range own {
			net := own[i].out.flow - own[i].in.flow
			paid -= min(0, net)
			got += max(0, net)
		}
		for i := range own {
			for j := range own {
				pays, gets := own[i].in.flow-own[i].out.flow, own[j].out.flow-own[j].in.flow
				id := s.first[l.venue] + int32(position(
					int(own[i].place), int(own[j].place), s.Venues[l.venue].Pool.Coins()))
				if pays <= 0 || gets <= 0 || n.d.x.barred[id] {
					continue
				}
				if f := (flow{id, pays * gets / got, pays / paid * gets}); f.paid > least {
					list = append(list, f)
				}
			}
		}
	}
	for k := range n.rungs {
		r := &n.rungs[k]
		f := flow{s.first[r.venue], r.fill.flow * r.takes * n.price[r.paid],
			r.fill.flow * r.give * n.price[r.sold]}
		if f.paid <= least || n.d.x.barred[f.edge] {
			continue
		}
		if last := len(list) - 1; last >= 0 && list[last].edge == f.edge {
			list[last].paid += f.paid
			list[last].got += f.got
		} else {
			list = append(list, f)
		}
	}
	return list
}

// traded tells which of the snapshot's tokens pools trade, or have beside those that they trade:
// what a pool has traded moves its prices of all of its tokens.
func (n *interior) traded() (tokens []bool) {
	d := n.d
	tokens = make([]bool, len(d.log))
	tokens[d.unit], tokens[d.paid] = true, true
	for k := range n.lodges {
		own := n.links[n.lodges[k].from:n.lodges[k].to]
		if slices.ContainsFunc(own, func(t link) bool {
			return math.Abs(t.out.flow-t.in.flow) > leastKnown*n.whole &&
				min(t.out.slack, t.in.slack) < leastSlack
		}) {
			for _, t := range own {
				tokens[d.tokens[t.token]] = true
			}
		}
	}
	for i := range n.rungs {
		r := &n.rungs[i]
		pays := r.takes * n.price[r.paid]
		if r.fill.flow*pays > leastKnown*n.whole && r.fill.slack < leastSlack*pays {
			tokens[d.tokens[r.sold]], tokens[d.tokens[r.paid]] = true, true
		}
	}
	return tokens
}

// imbalance is by how much tokens are not passed on, by worth.
func (n *interior) imbalance() (sum float64) {
	clear(n.force)
	paid := n.d.place[n.d.paid]
	n.force[paid] = n.amount * n.price[paid]
	for i := range n.links {
		t := &n.links[i]
		n.force[t.token] += (1-t.out.slack)*t.out.flow - (1+t.in.slack)*t.in.flow
		sum += math.Abs(t.get - t.out.flow + t.in.flow)
	}
	for k := range n.rungs {
		r := &n.rungs[k]
		n.force[r.sold] += r.fill.flow * r.give * n.price[r.sold]
		n.force[r.paid] -= r.fill.flow * r.takes * n.price[r.paid]
	}
	n.force[n.d.place[n.d.unit]] = 0
	for _, f := range n.force {
		sum += math.Abs(f)
	}
	return sum
}
