package router_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// executor performs a result the way the contract does: route by route, hop by hop, leg by leg,
// each swap on the state that the one before it left. It shares nothing with the router but the
// pools.
type executor struct {
	t      testing.TB
	s      *router.Snapshot
	q      router.Query
	states map[int]*pool.State
}

// check fails the test unless the result has the shape of a price route and every amount in it is
// delivered.
func check(t testing.TB, s *router.Snapshot, q router.Query, r *router.Result) {
	t.Helper()
	e := &executor{t, s, q, map[int]*pool.State{}}
	shares := 0
	var src, dest, fixed uint256.Int
	for i := range r.Routes {
		route := &r.Routes[i]
		shares += route.Share
		e.route(route)
		src.Add(&src, &route.SrcAmount)
		dest.Add(&dest, &route.DestAmount)
		if i < len(r.Routes)-1 {
			e.share("route", q.Amount, route.Share,
				e.divided(route.SrcAmount, route.DestAmount, route.Hops[len(route.Hops)-1]))
		}
	}
	if shares != router.Whole || len(r.Routes) > router.MaxParts || src != r.SrcAmount ||
		dest != r.DestAmount || r.Block != s.Block {
		t.Fatalf("shares of %d, %s for %s; the result says %s for %s", shares, src.Dec(),
			dest.Dec(),
			r.SrcAmount.Dec(), r.DestAmount.Dec())
	}
	fixed = r.SrcAmount
	if q.Side == router.Buy {
		fixed = r.DestAmount
	}
	if q.Side == router.Sell && fixed != q.Amount || fixed.Lt(&q.Amount) {
		t.Fatalf("%s of %s", fixed.Dec(), q.Amount.Dec())
	}
	e.limits(r)
	e.directions(r)
}

// directions sees that no pool is traded against itself.
func (e *executor) directions(r *router.Result) {
	e.t.Helper()
	type direction struct{ venue, in, out int }
	seen := map[direction]bool{}
	for _, route := range r.Routes {
		for _, h := range route.Hops {
			for _, leg := range h.Legs {
				seen[direction{leg.Venue, leg.In, leg.Out}] = true
				if seen[direction{leg.Venue, leg.Out, leg.In}] {
					e.t.Fatalf("pool %d is traded both ways", leg.Venue)
				}
			}
		}
	}
}

// divided is the amount that shares divide: the input of a sale, the output of a purchase.
func (e *executor) divided(src, dest uint256.Int, last router.Hop) uint256.Int {
	if e.q.Side == router.Sell {
		return src
	}
	for _, leg := range last.Legs {
		if k := e.s.Venues[leg.Venue].Pool.Kind(); k == pool.KindStable || k == pool.KindOrder ||
			e.q.SrcTax+e.q.DestTax > 0 {
			return uint256.Int{} // may deliver more than its share
		}
	}
	return dest
}

func (e *executor) share(what string, whole uint256.Int, bps int, got uint256.Int) {
	e.t.Helper()
	var want uint256.Int
	want.Mul(&whole, uint256.NewInt(uint64(bps)))
	want.Div(&want, uint256.NewInt(router.Whole))
	if got != want && !got.IsZero() {
		e.t.Fatalf("%s of %d bps carries %s of %s", what, bps, got.Dec(), whole.Dec())
	}
}

func (e *executor) route(r *router.Route) {
	e.t.Helper()
	if len(r.Hops) == 0 || len(r.Hops) > router.MaxHops || r.Share <= 0 {
		e.t.Fatalf("route of %d hops and %d bps", len(r.Hops), r.Share)
	}
	at, seen := e.q.Src, map[common.Address]bool{e.q.Src: true}
	venues := map[int]bool{}
	have := r.SrcAmount
	for k := range r.Hops {
		h := &r.Hops[k]
		if h.Src != at || seen[h.Dest] {
			e.t.Fatalf("hop from %s after %s", h.Src, at)
		}
		at, seen[h.Dest] = h.Dest, true
		var spent, got uint256.Int
		shares := 0
		for l := range h.Legs {
			leg := &h.Legs[l]
			shares += leg.Share
			if venues[leg.Venue] || leg.Share <= 0 {
				e.t.Fatalf("pool %d twice on a route or with %d bps", leg.Venue, leg.Share)
			}
			venues[leg.Venue] = true
			e.leg(h, leg)
			spent.Add(&spent, &leg.SrcAmount)
			got.Add(&got, &leg.DestAmount)
			if e.q.Side == router.Sell && l < len(h.Legs)-1 {
				e.share("leg", have, leg.Share, leg.SrcAmount)
			}
		}
		if shares != router.Whole || len(h.Legs) > router.MaxParts ||
			e.q.Side == router.Sell && spent != have || spent.Gt(&have) {
			e.t.Fatalf("hop of %d bps spends %s of %s", shares, spent.Dec(), have.Dec())
		}
		have = got
	}
	if at != e.q.Dest || have != r.DestAmount {
		e.t.Fatalf("route ends at %s with %s, promised %s", at, have.Dec(), r.DestAmount.Dec())
	}
}

// leg performs one swap and compares it with the promise.
func (e *executor) leg(h *router.Hop, leg *router.Leg) {
	e.t.Helper()
	v := &e.s.Venues[leg.Venue]
	if v.Tokens[leg.In] != h.Src || v.Tokens[leg.Out] != h.Dest {
		e.t.Fatalf("leg does not trade its hop's tokens")
	}
	state := e.states[leg.Venue]
	if state == nil {
		state = new(pool.State)
		v.Pool.Init(state)
		e.states[leg.Venue] = state
	}
	var taxIn, taxOut uint16
	if h.Src == e.q.Src {
		taxIn = e.q.SrcTax
	}
	if h.Dest == e.q.Dest {
		taxOut = e.q.DestTax
	}
	var q pool.Quote
	var err error
	kind := v.Pool.Kind()
	if e.q.Side == router.Buy && taxIn == 0 && kind == pool.KindOrder {
		q, err = fillWanted(state, v.Pool, leg, taxOut)
	} else if e.q.Side == router.Sell || taxIn > 0 || kind == pool.KindStable ||
		kind == pool.KindOrder {
		q, err = v.Pool.ExactIn(state, leg.In, leg.Out, pool.AfterTax(leg.SrcAmount, taxIn))
	} else {
		wanted, _ := pool.BeforeTax(leg.DestAmount, taxOut)
		q, err = v.Pool.ExactOut(state, leg.In, leg.Out, wanted)
		if q.In != leg.SrcAmount {
			e.t.Fatalf("%s asks %s, promised %s", v.Pool.Kind(), q.In.Dec(), leg.SrcAmount.Dec())
		}
	}
	if got := pool.AfterTax(q.Out, taxOut); err != nil || got != leg.DestAmount ||
		q.In != pool.AfterTax(leg.SrcAmount, taxIn) {
		e.t.Fatalf("%s pays %s, %v; promised %s", v.Pool.Kind(), got.Dec(), err,
			leg.DestAmount.Dec())
	}
}

// fillWanted buys from orders what a leg delivers. Rounding gives at most a unit for each order
// above what was wanted of it, which a leg does not tell.
func fillWanted(state *pool.State, p pool.Pool, leg *router.Leg, taxOut uint16) (q pool.Quote,
	err error) {
	const orders = 4
	before := *state
	wanted, _ := pool.BeforeTax(leg.DestAmount, taxOut)
	for range orders + 1 {
		*state = before
		q, err = p.ExactOut(state, leg.In, leg.Out, wanted)
		if err == nil && q.In == leg.SrcAmount && pool.AfterTax(q.Out, taxOut) == leg.DestAmount {
			return q, nil
		}
		wanted.SubUint64(&wanted, 1)
	}
	return q, err
}

func (e *executor) limits(r *router.Result) {
	e.t.Helper()
	l := e.q.Limits
	if l.Routes > 0 && len(r.Routes) > l.Routes {
		e.t.Fatalf("%d routes, at most %d allowed", len(r.Routes), l.Routes)
	}
	for _, route := range r.Routes {
		if l.Tokens > 0 && len(route.Hops) >= l.Tokens {
			e.t.Fatalf("%d hops, at most %d tokens allowed", len(route.Hops), l.Tokens)
		}
		for _, h := range route.Hops {
			if l.Legs > 0 && len(h.Legs) > l.Legs {
				e.t.Fatalf("%d legs, at most %d allowed", len(h.Legs), l.Legs)
			}
		}
	}
}
