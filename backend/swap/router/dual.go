package router

import (
	"math"

	"bourse/backend/swap/pool"
)

const (
	mostVisits   = 40_000 // of pools by a search for prices
	cycleVisits  = 1_500  // where there are profitable cycles
	dualExact    = 1e-10  // of the value: what a further step may promise before the search ends
	dualSlack    = 1e-9   // of the value: more than the rounding of floats in it
	leastReach   = 2e-4   // of logarithms of prices: how far pools are looked at before they trade
	mostStep     = 1.0    // of a logarithm of a price at a time
	searchRounds = 12     // of the search along a step
	mostFall     = 40.0   // of the log of the fixed token's price: a market that is exhausted
	firstVerge   = 0.02   // of logarithms of prices: where pools are on the verge of trading
	widerVerge   = 4      // how much wider the verge is after a step that was too long
	closerVerge  = 2      // and closer after one that was not
	mostVerge    = 0.5
	farReach     = 8 // how much farther than needed venues may be looked at
)

// dual bounds every allocation by Lagrangian duality. Put a price on every token, in the token of
// the query that is not fixed, value the fixed amount by it and let every pool be arbitraged
// against these prices by itself: for any prices this is worth at least what any allocation brings
// (Sell), or, subtracted from the worth of what is bought, at most what any allocation costs (Buy).
// The prices that make the bound tightest are found by Newton's method on their logarithms, which
// counts pools on the verge of trading as if they traded already. At the optimum, what the pools
// trade is the best allocation in fractions.
//
// With gas, a pool earns its arbitrage less the gas of one swap, or nothing.
type dual struct {
	x      *search
	log    []float64 // of each token's price; NaN where there is no way
	loss   []float64 // between what a token costs and brings, when prices were last set
	unit   int32     // the token that is not fixed, of price 1
	paid   int32     // the fixed one
	amount float64   // of it, as pools see it; negative for a Buy
	gas    float64   // cost of a unit of gas in the unit, 0 to leave it out

	near   []int32 // venues that may trade before prices have moved by reach
	coins  []int32 // their tokens, as places in tokens, -1 for those that they may not trade
	tokens []int32 // of the venues that are near
	place  []int32 // of each token among them, -1 for others
	reach  float64
	moved  float64 // since the venues were chosen, at most
	now    point   // at log
	next   point   // that is tried
	step   []float64
	system system
	// Idle pools that are closer to trading than this, in logarithms of prices, pull at them
	// already: without them, a step leads far past the prices at which they trade.
	verge  float64
	visits int // of pools, since the search for prices began
	// The best bounds so far in the unit, without gas and with it.
	free, net float64
	// The market has profitable cycles, whatever the query: what pools trade at the best prices is
	// not what leads from the source to the destination, and no bound is close.
	cycles bool
}

// point is a vector of prices of the near tokens and what the pools do there.
type point struct {
	log, price []float64
	grad       []float64 // of the value by the logarithms
}

func newDual(x *search) *dual {
	d := &dual{x: x, unit: x.dest, paid: x.src, amount: x.amount * x.q.keepSrc()}
	d.free, d.net = math.Inf(1), math.Inf(1)
	if x.q.Side == Buy {
		d.unit, d.paid, d.amount = x.src, x.dest, -x.amount/x.q.keepDest()
		d.free, d.net = math.Inf(-1), math.Inf(-1)
	}
	d.place = make([]int32, len(x.snap.Tokens))
	for i := range d.place {
		d.place[i] = -1
	}
	return d
}

// keepSrc and keepDest are what taxes leave.
func (q *Query) keepSrc() float64  { return 1 - float64(q.SrcTax)/1e4 }
func (q *Query) keepDest() float64 { return 1 - float64(q.DestTax)/1e4 }

// slack is by how much the logarithms of prices must move before an edge trades.
func (d *dual) slack(id int32) float64 {
	e := &d.x.snap.edges[id]
	return d.log[e.from] - d.x.snap.logs[id] - d.log[e.to]
}

// detour is by how much the best way over an edge pays less than the best way of all. Where there
// are profitable cycles, no pool pays more than the market's prices.
func (d *dual) detour(id int32) float64 {
	e := &d.x.snap.edges[id]
	log := d.x.snap.logs[id]
	if d.cycles {
		prices := d.x.snap.prices()
		log = min(log, prices[e.from]-prices[e.to])
	}
	return d.log[e.from] - log - d.log[e.to] + (d.loss[e.from]+d.loss[e.to])/2
}

// chooseVenues chooses the venues to look at until prices have moved by half of reach.
func (d *dual) chooseVenues(reach float64) {
	x, s := d.x, d.x.snap
	for _, token := range d.tokens {
		d.place[token] = -1
	}
	d.near, d.coins, d.tokens = d.near[:0], d.coins[:0], d.tokens[:0]
	d.reach, d.moved = reach, 0
	d.add(d.unit)
	d.add(d.paid)
	for v := range s.Venues {
		for id := s.first[v]; id < s.first[v+1]; id++ {
			if !x.barred[id] && d.slack(id) < reach {
				d.include(int32(v))
				break
			}
		}
	}
	n := len(d.tokens)
	for _, p := range []*point{&d.now, &d.next} {
		p.log, p.price, p.grad = sized(p.log, n), sized(p.price, n), sized(p.grad, n)
	}
	d.step = sized(d.step, n)
	for i, token := range d.tokens {
		d.now.log[i] = d.log[token]
	}
}

func sized[T any](v []T, n int) []T {
	if cap(v) < n {
		return make([]T, n, 2*n)
	}
	return v[:n]
}

func (d *dual) add(token int32) int32 {
	if d.place[token] < 0 {
		d.place[token] = int32(len(d.tokens))
		d.tokens = append(d.tokens, token)
	}
	return d.place[token]
}

// include makes a venue near, with the tokens that the query may trade in it.
func (d *dual) include(v int32) {
	x, s := d.x, d.x.snap
	d.near = append(d.near, v)
	n := s.Venues[v].Pool.Coins()
	for i := range n {
		sold, bought := false, false
		token := s.edges[s.first[v]+int32(i*(n-1))].from
		for j := range n {
			if i != j {
				sold = sold || !x.barred[s.first[v]+int32(position(i, j, n))]
				bought = bought || !x.barred[s.first[v]+int32(position(j, i, n))]
			}
		}
		if token == x.src && !sold || token == x.dest && !bought || !sold && !bought ||
			math.IsNaN(d.log[token]) {
			d.coins = append(d.coins, -1)
			continue
		}
		d.coins = append(d.coins, d.add(token))
	}
}

// visit lets every near venue be arbitraged at a point: see gets the venue, the places of its
// tokens and the trade.
func (d *dual) visit(p *point, see func(v int32, coins []int32, a *pool.Arbitrage)) {
	for i := range p.log {
		p.price[i] = math.Exp(p.log[i])
	}
	d.x.snap.arbitrage(d.near, d.coins, p.price, see)
}

// arbitrage lets venues be arbitraged at prices: see gets the venue, the places of its tokens among
// the prices, which coins has one venue after the other and less than zero where there is none, and
// the trade.
func (s *Snapshot) arbitrage(venues, coins []int32, prices []float64,
	see func(v int32, coins []int32, a *pool.Arbitrage)) {
	var a pool.Arbitrage
	var price [pool.MaxCoins]float64
	for _, v := range venues {
		one := s.Venues[v].Pool
		own := coins[:one.Coins()]
		coins = coins[len(own):]
		for i, c := range own {
			price[i] = 0
			if c >= 0 {
				price[i] = prices[c]
			}
		}
		one.Arbitrage(&price, &a)
		see(v, own, &a)
	}
}

// evaluate sets the gradient of a point, the system of its curvature, and returns what the point
// bounds, without gas. Venues that are not near are known to earn nothing there.
func (d *dual) evaluate(p *point) (value float64) {
	clear(p.grad)
	d.system.reset(len(p.log))
	d.visits += len(d.near)
	paid := d.place[d.paid]
	free, net := 0.0, 0.0
	d.visit(p, func(v int32, coins []int32, a *pool.Arbitrage) {
		earned := a.Value + a.Slack
		if earned <= 0 {
			d.lean(v, coins, p)
			return
		}
		free += earned
		net += max(0, earned-float64(a.Gas+gasLeg)*d.gas)
		for i, c := range coins {
			if c < 0 {
				continue
			}
			p.grad[c] += a.Get[i]
			for j := range i {
				if other := coins[j]; other >= 0 {
					d.system.join(c, other, -a.Bend[i][j])
				}
			}
		}
	})
	whole := math.Abs(d.amount) * p.price[paid]
	p.grad[paid] += d.amount * p.price[paid]
	p.grad[d.place[d.unit]] = 0
	if d.amount < 0 {
		value = whole - free - (whole+free)*dualSlack
		d.free = max(d.free, value)
		d.net = max(d.net, whole-net-(whole+net)*dualSlack)
	} else {
		value = whole + free + (whole+free)*dualSlack
		d.free = min(d.free, value)
		d.net = min(d.net, whole+net+(whole+net)*dualSlack)
	}
	return value
}

// lean adds an idle pool to the system, as the prices are closer to where it trades the more.
func (d *dual) lean(v int32, coins []int32, p *point) {
	s := d.x.snap
	for i, sold := range coins {
		for j, bought := range coins {
			if i == j || sold < 0 || bought < 0 {
				continue
			}
			id := s.first[v] + int32(position(i, j, len(coins)))
			slack := p.log[sold] - s.logs[id] - p.log[bought]
			if slack < d.verge && !d.x.barred[id] {
				// Half the depth is what a price moves by a logarithm of one.
				d.system.join(sold, bought,
					p.price[sold]*s.curves[id].Depth/2*min(1, 1-slack/d.verge))
			}
		}
	}
}

// look takes the bound of the present prices and returns it, without gas.
func (d *dual) look() float64 {
	d.gas = d.x.gas / d.x.q.keepDest()
	if d.x.q.Side == Buy {
		d.gas = d.x.gas * d.x.q.keepSrc()
	}
	d.chooseVenues(leastReach)
	return d.evaluate(&d.now)
}

// tighter tells whether a bound is closer to what routes bring than another.
func (d *dual) tighter(bound, other float64) bool {
	return d.amount < 0 && bound > other || d.amount > 0 && bound < other
}

// solve searches for the prices of the least bound, from the present ones. It ends early with the
// search's time, after a look at the present prices; every price gives a bound.
func (d *dual) solve() {
	start := d.log[d.paid]
	scale := math.Abs(d.amount) * math.Exp(start)
	d.visits, d.verge = 0, firstVerge
	most := mostVisits
	if d.cycles {
		most = cycleVisits
	}
	d.chooseVenues(2 * d.verge)
	for d.evaluate(&d.now); d.visits < most && !d.x.done(); {
		promise, length := d.direction()
		if promise <= dualExact*scale || length == 0 ||
			math.Abs(d.now.log[d.place[d.paid]]-start) > mostFall {
			break
		}
		reach := max(leastReach, 4*length, 2*d.verge)
		if d.moved+length > d.reach/2 || reach < d.reach/farReach {
			d.commit()
			d.chooseVenues(reach)
			d.evaluate(&d.now)
			continue
		}
		d.walk(length)
	}
	d.commit()
}

// commit makes the near prices those of all.
func (d *dual) commit() {
	for i, token := range d.tokens {
		d.log[token] = d.now.log[i]
	}
}

// direction is Newton's step, no longer than mostStep; how much it promises, and the most it moves.
func (d *dual) direction() (promise, most float64) {
	d.system.solve(d.now.grad, d.step, d.place[d.unit])
	for i, s := range d.step {
		promise -= s * d.now.grad[i]
		most = max(most, math.Abs(s))
	}
	if most > mostStep {
		for i := range d.step {
			d.step[i] *= mostStep / most
		}
		most = mostStep
	}
	return promise, most
}

// walk goes along the step to where the value has nearly stopped falling.
func (d *dual) walk(most float64) {
	went := 0.0
	slope := func(p *point) (sum float64) {
		for i, g := range p.grad {
			sum += g * d.step[i]
		}
		return sum
	}
	start := slope(&d.now)
	low, lowSlope := 0.0, start
	length := 1.0
	for range searchRounds {
		went = length
		for i := range d.next.log {
			d.next.log[i] = d.now.log[i] + length*d.step[i]
		}
		d.evaluate(&d.next)
		at := slope(&d.next)
		if at <= -start/2 {
			break
		}
		// Regula falsi between a point where the value falls and one where it rises.
		length = low + (length-low)*min(max(lowSlope/(lowSlope-at), 0.1), 0.9)
	}
	d.moved += went * most
	if went < 1 {
		d.verge = min(d.verge*widerVerge, mostVerge)
	} else {
		d.verge /= closerVerge
	}
	d.now, d.next = d.next, d.now
}

// flow is what an edge carries at the dual prices: what is paid and got are worth.
type flow struct {
	edge      int32
	paid, got float64
}

// flows are what the pools trade at the present prices. A pool of several tokens matches what it is
// paid with what it pays in proportion.
func (d *dual) flows() (list []flow) {
	s := d.x.snap
	d.visit(&d.now, func(v int32, coins []int32, a *pool.Arbitrage) {
		paid, got := 0.0, 0.0
		for i := range coins {
			paid -= min(0, a.Get[i])
			got += max(0, a.Get[i])
		}
		if paid == 0 || got == 0 {
			return
		}
		for i := range coins {
			for j := range coins {
				id := s.first[v] + int32(position(i, j, len(coins)))
				if a.Get[i] >= 0 || a.Get[j] <= 0 || d.x.barred[id] {
					continue
				}
				part := -a.Get[i] / paid * a.Get[j] / got
				list = append(list, flow{id, part * paid, part * got})
			}
		}
	})
	return list
}
