package router

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/swap/pool"
)

// search is one query under way.
type search struct {
	ctx  context.Context
	snap *Snapshot
	q    Query
	ids
	hops   int     // most hops on a route
	amount float64 // the fixed amount
	gas    float64 // cost of a unit of gas in the token that is not fixed
	ledger *ledger

	curves      []pool.Curve // of each edge after the present plan
	logs        []float64    // of their prices
	drag        []float64    // by how much less each pays for a part, see burden
	barred      []bool       // edges the query or the search excludes
	used        []int16      // how many shares of the present plan trade each edge
	touched     []int32      // venues whose curves differ from the snapshot's
	out, in     [][]int32    // edges that are tried, by the token sold and bought
	work        int          // that replays have done, a leg performed anew counting freshWork
	failed      failure
	took        uint64  // gas of the last replay that came to its end
	free, bound float64 // what no allocation can beat, without gas and with it

	dual   *dual
	lying  float64 // what pools earn at the prices before the trade
	labels labels
	best   plan
	score  float64
}

func newSearch(ctx context.Context, s *Snapshot, q Query) (*search, error) {
	t, err := q.resolve(s)
	if err != nil {
		return nil, fmt.Errorf("route: %w", err)
	}
	x := &search{
		ctx: ctx, snap: s, q: q, ids: t, hops: MaxHops, ledger: newLedger(s),
		curves: make([]pool.Curve, len(s.curves)), barred: make([]bool, len(s.edges)),
		used: make([]int16, len(s.edges)),
	}
	if t.fixed != nil {
		x.hops = len(t.fixed) - 1
	}
	for _, most := range []*int{&x.q.Limits.Routes, &x.q.Limits.Legs} {
		if *most == 0 || *most > MaxParts {
			*most = MaxParts
		}
	}
	if q.Limits.Tokens > 0 {
		x.hops = min(x.hops, q.Limits.Tokens-1)
	}
	x.labels = newLabels(len(s.Tokens), x.hops)
	copy(x.curves, s.curves)
	x.logs = slices.Clone(s.logs)
	x.amount = float(&q.Amount)
	allowed := make(map[string]bool)
	for v := range s.Venues {
		exchange := s.Venues[v].Exchange
		admitted, known := allowed[exchange]
		if !known {
			admitted = q.allows(exchange)
			allowed[exchange] = admitted
		}
		admitted = admitted && !slices.ContainsFunc(q.ExcludePools, s.Venues[v].Is)
		for id := s.first[v]; id < s.first[v+1]; id++ {
			x.barred[id] = !admitted || !x.tradesTaxed(id) || !x.onRoute(id)
		}
	}
	for keepOnly(s, x.fixed, x.barred) {
	}
	x.burden()
	return x, nil
}

// keepOnly keeps the only venue of a hop of a query's route for that hop, since a route goes once
// through a venue. It tells whether that barred edges of other hops.
func keepOnly(s *Snapshot, route []int32, barred []bool) (more bool) {
	for k := range max(len(route)-1, 0) {
		const none, several = -1, -2
		from, only := route[k], int32(none)
		for id := range s.edges {
			e := &s.edges[id]
			switch {
			case e.from != from || barred[id] || math.IsInf(s.logs[id], 0) || only == e.venue:
			case only == none:
				only = e.venue
			default:
				only = several
			}
		}
		if only < 0 {
			continue
		}
		for id := s.first[only]; id < s.first[only+1]; id++ {
			if s.edges[id].from != from && !barred[id] {
				barred[id], more = true, true
			}
		}
	}
	return more
}

// tradesTaxed tells whether an edge can handle the taxes of its tokens: only constant-product pairs
// take what arrives for what was paid, and taxed tokens stand only at a route's ends, as do strange
// ones in routes that are found here.
func (x *search) tradesTaxed(id int32) bool {
	e := &x.snap.edges[id]
	if e.from == x.src && x.q.SrcTax > 0 && x.snap.Venues[e.venue].Pool.Kind() != pool.KindProduct {
		return false
	}
	middle := func(token int32) bool {
		t := &x.snap.Tokens[token]
		return token != x.src && token != x.dest &&
			(t.Taxed || t.Strange && len(x.q.Route) == 0)
	}
	return !middle(e.from) && !middle(e.to)
}

// onRoute tells whether an edge is a hop of the query's route, if it names one.
func (x *search) onRoute(id int32) bool {
	e := &x.snap.edges[id]
	at := slices.Index(x.fixed, e.from)
	return x.fixed == nil || at >= 0 && at+1 < len(x.fixed) && x.fixed[at+1] == e.to
}

func (x *search) address(token int32) common.Address { return x.snap.Tokens[token].Address }

// rate judges a plan by exact replay: output net of gas, or input and gas negated. ok is false if
// it cannot be performed.
func (x *search) rate(p plan) (score float64, ok bool) {
	t, ok := x.replay(p, nil)
	if !ok {
		return 0, false
	}
	return x.net(&t), true
}

func (x *search) net(t *total) float64 {
	if x.q.Side == Sell {
		return float(&t.dest) - float64(t.gas)*x.gas
	}
	return -float(&t.src) - float64(t.gas)*x.gas
}

// done tells whether the time budget is spent.
func (x *search) done() bool { return x.ctx.Err() != nil }

// result replays the best plan once more and records it.
func (x *search) result() *Result {
	r := &Result{Block: x.snap.Block}
	t, _ := x.replay(x.best, r)
	r.SrcAmount, r.DestAmount, r.Gas, r.Ticks = t.src, t.dest, t.gas, t.ticks
	x.addFallbacks(r)
	x.measureGap(r)
	return r
}

// refresh brings curves and used to where the plan leaves the pools. The ledger must hold its
// replay.
func (x *search) refresh(p plan) {
	for _, v := range x.touched {
		from, to := x.snap.first[v], x.snap.first[v+1]
		copy(x.curves[from:to], x.snap.curves[from:to])
		copy(x.logs[from:to], x.snap.logs[from:to])
		clear(x.used[from:to])
	}
	x.touched = x.touched[:0]
	for i := range p {
		for k := range p[i].hops {
			for _, s := range p[i].hops[k].shares {
				if s.bps > 0 && p[i].bps > 0 {
					x.use(s.edge)
				}
			}
		}
	}
	for _, v := range x.touched {
		x.bend(v)
	}
}

// use marks an edge as part of the plan.
func (x *search) use(id int32) {
	v := x.snap.edges[id].venue
	fresh := true
	for e := x.snap.first[v]; e < x.snap.first[v+1]; e++ {
		fresh = fresh && x.used[e] == 0
	}
	if fresh {
		x.touched = append(x.touched, v)
	}
	x.used[id]++
}

// bend takes a venue's curves from the ledger.
func (x *search) bend(v int32) {
	state, p := x.ledger.state(v), x.snap.Venues[v].Pool
	for e := x.snap.first[v]; e < x.snap.first[v+1]; e++ {
		x.curves[e] = p.Curve(state, int(x.snap.edges[e].i), int(x.snap.edges[e].j))
		x.logs[e] = math.Log(x.curves[e].Price)
	}
}

// open tells whether an edge may be added to a plan: not excluded, and not against the flow of the
// plan.
func (x *search) open(id int32) bool {
	return !x.barred[id] && x.used[x.snap.edges[id].reverse] == 0
}
