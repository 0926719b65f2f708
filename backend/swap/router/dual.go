package router

import (
	"cmp"
	"math"
	"slices"

	"bourse/backend/swap/pool"
)

const (
	dualSlack   = 1e-9   // of the value: more than the rounding of floats in it
	nearDetour  = 3e-4   // of logarithms of prices: by how much worse ways count as near
	levelBand   = 5e-6   // of logarithms of prices: half of that within which wrappers trade
	leastTrade  = 1e-6   // of logarithms of prices: how near to trading a pool counts as trading
	farOff      = 0.01   // of logarithms of prices: beyond which nobody puts a pool right
	astray      = 1e-2   // of the amount's worth: what prices that were found may leave unbalanced
	floatOff    = 4e-15  // of what a venue holds, by worth: how exact its arbitrage is
	powerOff    = 1e-13  // where that takes powers
	leastEarned = 1e-9   // of the amount's worth: what a pool must earn to make a bound loose
	looseBound  = 2e-6   // of the amount's worth: from which on a bound is worth a wider search
	mostVenues  = 1300   // that a search for prices begins with
	mostWider   = 300    // by how many it is widened
	mostWork    = 20_000 // visits of pools, after which it is not
)

// dual bounds every allocation by Lagrangian duality. Put a price on every token, in the token of
// the query that is not fixed, value the fixed amount by it and let every pool be arbitraged
// against these prices by itself: for any prices this is worth at least what any allocation brings
// (Sell), or, subtracted from the worth of what is bought, at most what any allocation costs (Buy).
// The prices that make the bound tightest are found by an interior point method (interior.go). At
// the optimum, what the pools trade is the best allocation in fractions.
//
// With gas, a pool earns its arbitrage less the gas of one swap, or nothing.
type dual struct {
	x      *search
	log    []float64 // of each token's price; NaN where there is no way
	loss   []float64 // between what a token costs and brings, when prices were last set
	unit   int32     // the token that is not fixed, of price 1
	paid   int32     // the fixed one
	amount float64   // of it, as pools see it; negative for a Buy

	near   []int32 // venues that are looked at
	coins  []int32 // their tokens, as places in tokens, -1 for those that they may not trade
	tokens []int32 // of the venues that are near
	place  []int32 // of each token among them, -1 for others
	prices []float64
	flows  []flow // what pools trade at the prices that were found
	// The best bounds so far in the unit, without gas and with it.
	free, net float64
	earned    []float64 // by each venue at the prices of the last look
	lying     float64   // what pools earn at the prices that they have before the trade
	sought    []int32   // venues of the last search that came to its end
	// The market has profitable cycles, whatever the query: what pools trade at the best prices is
	// not what leads from the source to the destination, and no bound is close.
	cycles bool
}

func newDual(x *search) *dual {
	d := &dual{x: x, unit: x.dest, paid: x.src, amount: x.amount * x.q.keepSrc()}
	d.free, d.net = math.Inf(1), math.Inf(1)
	if x.q.Side == Buy {
		d.unit, d.paid, d.amount = x.src, x.dest, -x.amount/x.q.keepDest()
		d.free, d.net = math.Inf(-1), math.Inf(-1)
	}
	d.earned = make([]float64, len(x.snap.Venues))
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

// pays is what an edge counts as paying where prices are moved for it not to trade. Where there are
// profitable cycles, that is not more than the market's prices if it is far from these.
func (d *dual) pays(id int32) float64 {
	e := &d.x.snap.edges[id]
	log := d.x.snap.logs[id]
	if drag := d.x.drag[id]; drag > overload {
		log -= drag
	}
	if d.cycles {
		prices := d.x.snap.prices()
		if market := prices[e.from] - prices[e.to]; log > market+farOff {
			return market
		}
	}
	return log
}

// detour is by how much the best way over an edge pays less than the best way of all. Where there
// are profitable cycles, no pool pays more than the market's prices.
func (d *dual) detour(id int32) float64 {
	e := &d.x.snap.edges[id]
	log := d.x.snap.logs[id] - d.x.drag[id]
	if d.cycles {
		prices := d.x.snap.prices()
		log = min(log, prices[e.from]-prices[e.to])
	}
	return d.log[e.from] - log - d.log[e.to] + (d.loss[e.from]+d.loss[e.to])/2
}

// bring makes venues near.
func (d *dual) bring(venues []int32) {
	for _, token := range d.tokens {
		d.place[token] = -1
	}
	d.near, d.coins, d.tokens = d.near[:0], d.coins[:0], d.tokens[:0]
	d.add(d.unit)
	d.add(d.paid)
	for _, v := range venues {
		d.include(v)
	}
	d.prices = sized(d.prices, len(d.tokens))
	for i, token := range d.tokens {
		d.prices[i] = math.Exp(d.log[token])
	}
}

// trading lists the venues that trade at the present prices.
func (d *dual) trading() (venues []int32) {
	s := d.x.snap
	for v := range int32(len(s.Venues)) {
		for id := s.first[v]; id < s.first[v+1]; id++ {
			if d.slack(id) < leastTrade && !d.x.barred[id] {
				venues = append(venues, v)
				break
			}
		}
	}
	return venues
}

// closest lists the venues on the best ways: those that are nearly as good as any, and where these
// are many, as many as a search may have.
func (d *dual) closest() (venues []int32) {
	s := d.x.snap
	var found []candidate
	near := 0
	for v := range int32(len(s.Venues)) {
		best := math.Inf(1)
		for id := s.first[v]; id < s.first[v+1]; id++ {
			if loss := d.detour(id); !d.x.barred[id] && loss < best {
				best = loss
			}
		}
		if best < math.Inf(1) {
			found = append(found, candidate{v, best})
		}
		if best < nearDetour {
			near++
		}
	}
	if near > mostVenues/2 {
		near = mostVenues
	}
	for _, c := range least(found, near) {
		venues = append(venues, c.id)
	}
	return venues
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

// look takes the bound of the present prices, and lists the venues that earn there what makes it
// loose, more than their gas, those that earn most first.
func (d *dual) look() (venues []int32) {
	for _, v := range d.near {
		d.earned[v] = 0
	}
	d.bring(d.trading())
	var earning []candidate
	gas := d.x.gas / d.x.q.keepDest()
	if d.x.q.Side == Buy {
		gas = d.x.gas * d.x.q.keepSrc()
	}
	free, net := 0.0, 0.0
	whole := math.Abs(d.amount) * d.prices[d.place[d.paid]]
	see := func(v int32, _ []int32, a *pool.Arbitrage) {
		earned := a.Value + a.Slack
		if gas == 0 && earned <= leastEarned*whole {
			earning = append(earning, candidate{v, 0})
		}
		earned += d.rounding(v)
		if earned > 0 {
			free += earned
			d.earned[v] = earned
			cost := float64(a.Gas+gasLeg) * gas
			net += max(0, earned-cost)
			if earned > max(cost, leastEarned*whole) {
				earning = append(earning, candidate{v, -earned})
			}
		}
	}
	d.x.snap.arbitrage(d.near, d.coins, d.prices, see)
	slices.SortStableFunc(earning, func(a, b candidate) int { return cmp.Compare(a.loss, b.loss) })
	for _, c := range earning {
		venues = append(venues, c.id)
	}
	d.lying = free
	net -= d.toll(gas, whole)
	if d.amount < 0 {
		d.free = max(d.free, whole-free-(whole+free)*dualSlack)
		d.net = max(d.net, whole-net-(whole+net)*dualSlack)
	} else {
		d.free = min(d.free, whole+free+(whole+free)*dualSlack)
		d.net = min(d.net, whole+net+(whole+net)*dualSlack)
	}
	return venues
}

// rounding is how far off what a venue earns may be by its computation in floats, which know an
// amount that is small beside what the venue holds the less exactly.
func (d *dual) rounding(v int32) (most float64) {
	s := d.x.snap
	for id := s.first[v]; id < s.first[v+1]; id++ {
		c := &s.curves[id]
		worth := min(c.Depth, c.Limit) * math.Exp(d.log[s.edges[id].from])
		if worth > most && worth < math.Inf(1) {
			most = worth
		}
	}
	if s.Venues[v].Pool.Kind() == pool.KindWeighted {
		return most * powerOff
	}
	return most * floatOff
}

// solve finds the prices of the least bound and what pools trade there. The search is among the
// venues on the best ways first, and then among those as well that trade at its prices, as long as
// the bound on all is not that on these. It ends early with the time; every price gives a bound.
func (d *dual) solve(spot []float64) {
	venues := d.closest()
	for work := 0; work < mostWork && !d.x.done(); work += interiorRounds / 3 * len(venues) {
		copy(d.log, spot)
		d.bring(venues)
		n := newInterior(d)
		ok := n.run()
		if !ok {
			break
		}
		d.flows = n.flows()
		tokens, traded := slices.Clone(d.tokens), n.traded()
		d.price(spot, tokens, n, traded)
		wider := beside(d.look(), venues)
		d.price(spot, tokens, n, among(tokens, len(spot)))
		more := beside(d.look(), venues)
		if len(wider) == 0 {
			wider = more
		}
		if n.imbalance() > astray*n.whole {
			break
		}
		d.sought = venues
		if len(wider) == 0 || math.Abs(math.Abs(n.value)-d.free) < looseBound*n.whole {
			break
		}
		venues = d.anchored(venues, wider[:min(len(wider), mostWider)])
	}
}

// anchored are venues and more of them, with those that hold the tokens of these to the market:
// the deepest that sells each and the deepest that buys it.
func (d *dual) anchored(venues, more []int32) []int32 {
	s := d.x.snap
	in, known := among(venues, len(s.Venues)), make([]bool, len(s.Tokens))
	bring := func(v int32) (fresh []int32) {
		if !in[v] {
			in[v] = true
			venues = append(venues, v)
		}
		for id := s.first[v]; id < s.first[v+1]; id++ {
			if token := s.edges[id].from; !known[token] {
				known[token] = true
				fresh = append(fresh, token)
			}
		}
		return fresh
	}
	for _, v := range venues {
		bring(v)
	}
	for _, v := range more {
		for queue := bring(v); len(queue) > 0; queue = queue[1:] {
			for _, edges := range [][]int32{s.in[queue[0]], s.out[queue[0]]} {
				if id := d.deepest(edges); id >= 0 {
					queue = append(queue, bring(s.edges[id].venue)...)
				}
			}
		}
	}
	return venues
}

// deepest is the edge that a part moves least, -1 for none.
func (d *dual) deepest(edges []int32) int32 {
	best := int32(-1)
	for _, id := range edges {
		if !d.x.barred[id] && !math.IsInf(d.x.snap.logs[id], 0) &&
			(best < 0 || d.x.drag[id] < d.x.drag[best]) {
			best = id
		}
	}
	return best
}

// beside are the venues of a list that are not among others.
func beside(list, others []int32) []int32 {
	among := make(map[int32]bool, len(others))
	for _, v := range others {
		among[v] = true
	}
	return slices.DeleteFunc(list, func(v int32) bool { return among[v] })
}

// among tells which of so many tokens a list has.
func among(list []int32, count int) []bool {
	has := make([]bool, count)
	for _, i := range list {
		has[i] = true
	}
	return has
}

// price gives the tokens of a search the prices that it found, and others those of the market. Then
// it moves all but those that are known such that pools don't trade them, as far as that is
// possible.
func (d *dual) price(spot []float64, tokens []int32, n *interior, known []bool) {
	var shifts []float64 // how the market's prices have moved in those of the unit
	for i, token := range tokens {
		if known[token] && n.joined[i] && token != d.unit && token != d.paid {
			shifts = append(shifts, math.Log(n.price[i])-spot[token])
		}
	}
	shift := 0.0
	if slices.Sort(shifts); len(shifts) > 0 {
		shift = shifts[len(shifts)/2]
	}
	for token, log := range spot {
		d.log[token] = log + shift
	}
	for i, token := range tokens {
		if d.log[token] = math.Log(n.price[i]); !n.joined[i] {
			d.log[token] += shift
		}
	}
	d.relax(tokens, known, false)
	d.relax(tokens, known, true)
	d.flatten()
}

// flatten puts tokens that a wrapper turns into each other at its one price where they are so near
// to it that less than half of all there is would be traded: what it could earn by the rest of it
// makes a bound loose.
func (d *dual) flatten() {
	for _, id := range d.x.snap.level {
		off := d.slack(id)
		if d.x.barred[id] || !(math.Abs(off) < levelBand) {
			continue
		}
		if e := &d.x.snap.edges[id]; e.to == d.unit {
			d.log[e.from] -= off
		} else {
			d.log[e.to] += off
		}
	}
}

// relax moves prices that are not known no farther than it takes for no pool to trade their tokens
// for some or for others that moved: down to the most that these pay, or up to the least that they
// bring. Where there are prices at which no pool trades, those that went down and then up are such.
func (d *dual) relax(some []int32, known []bool, up bool) {
	s := d.x.snap
	edges, sign := s.out, -1.0
	if up {
		edges, sign = s.in, 1
	}
	rounds := make([]uint8, len(known))
	for queue := slices.Clone(some); len(queue) > 0; queue = queue[1:] {
		for _, id := range edges[queue[0]] {
			e := &s.edges[id]
			pays := d.pays(id)
			token, log := e.to, d.log[e.from]-pays
			if up {
				token, log = e.from, d.log[e.to]+pays
			}
			if known[token] || rounds[token] >= spotRounds || d.x.barred[id] ||
				!(sign*(log-d.log[token]) > 1e-12) {
				continue
			}
			d.log[token] = log
			rounds[token]++
			queue = append(queue, token)
		}
	}
}

// flow is what an edge carries at the dual prices: what is paid and got are worth.
type flow struct {
	edge      int32
	paid, got float64
}
