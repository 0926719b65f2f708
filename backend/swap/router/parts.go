package router

import "github.com/holiman/uint256"

const (
	mostParts = 16 // in which an amount is filled where nothing else finds a way for it
	partHops  = 8  // that each part may go
)

// fillParts offers plans of few equal parts, each by the exact way that carries it best after those
// before it. That takes long, and is for amounts near to all that there is, which curves misjudge.
func (x *search) fillParts() {
	for count := mostParts; count > 0 && x.best == nil && !x.done(); count /= 2 {
		if x.offerParts(count) == 0 {
			return // what is more than the least part goes nowhere either
		}
	}
}

// offerParts offers a plan of so many parts, and returns how many of them there is a way for.
func (x *search) offerParts(count int) (n int) {
	defer x.refresh(nil)
	x.ledger.restart()
	rest := x.q.Amount
	var p plan
	for n = range count {
		bps := Whole / count
		part := portion(&x.q.Amount, bps, n == count-1, &rest)
		way, ok := x.exactWay(part)
		if !ok || x.push(way, part) >= 0 || x.done() {
			return n
		}
		r := x.along(way)
		r.bps = bps
		p = append(p, r)
	}
	x.offerPlan(p)
	return count
}

// place is how a part can come to a token.
type place struct {
	token  int32
	amount uint256.Int
	edge   int32 // that led there
	before *place
}

// passed tells whether a way to a place goes over a token, or through a venue.
func (p *place) passed(x *search, token, edge int32) bool {
	for ; p.before != nil; p = p.before {
		if p.token == token || x.sameVenue(p.edge, edge) {
			return true
		}
	}
	return p.token == token
}

// exactWay is the way that carries a part best on the states of the ledger.
func (x *search) exactWay(part uint256.Int) (way path, ok bool) {
	start, finish, leaving := x.src, x.dest, x.snap.out
	if x.q.Side == Buy {
		start, finish, leaving = finish, start, x.snap.in
	}
	best := make([]*place, len(x.snap.Tokens))
	row := []*place{{token: start, amount: part}}
	for hops := min(x.hops, partHops); hops > 0 && len(row) > 0; hops-- {
		var next []*place
		for _, at := range row {
			if at.token == finish || at != best[at.token] && at.token != start {
				continue // the end, or a better way came there in the same row
			}
			for _, id := range leaving[at.token] {
				if to := x.step(at, id, best); to != nil {
					best[to.token] = to
					next = append(next, to)
				}
			}
		}
		row = next
	}
	for at := best[finish]; at != nil && at.before != nil; at = at.before {
		way.edges[way.n] = at.edge
		way.n++
	}
	if x.q.Side == Sell {
		for i := range way.n / 2 {
			way.edges[i], way.edges[way.n-1-i] = way.edges[way.n-1-i], way.edges[i]
		}
	}
	return way, way.n > 0
}

// step goes over an edge, nil where that is not possible or no better than what is known.
func (x *search) step(at *place, id int32, best []*place) *place {
	to := x.far(id)
	if !x.open(id) || at.passed(x, to, id) {
		return nil
	}
	state := x.ledger.state(x.snap.edges[id].venue)
	before := *state
	leg, ok := x.trade(id, &at.amount)
	*state = before
	got := &leg.DestAmount
	if x.q.Side == Buy {
		got = &leg.SrcAmount
	}
	known := best[to]
	if !ok || known != nil && (x.q.Side == Sell) != got.Gt(&known.amount) {
		return nil
	}
	return &place{to, *got, id, at}
}
