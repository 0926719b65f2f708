package router_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

var tokenA, tokenB, tokenC = common.Address{0xa}, common.Address{0xb}, common.Address{0xc}

func units(n uint64) uint256.Int {
	return *new(uint256.Int).Mul(uint256.NewInt(n), uint256.NewInt(1e18))
}

func pair(t *testing.T, exchange string, a, b common.Address, reserveA,
	reserveB uint64) router.Venue {
	t.Helper()
	p, err := pool.NewProduct(units(reserveA), units(reserveB), 3000)
	if err != nil {
		t.Fatal(err)
	}
	return router.Venue{Exchange: exchange, Tokens: []common.Address{a, b}, Pool: p}
}

func order(t *testing.T, taker, maker common.Address, takerAmount,
	makerAmount uint64) router.Venue {
	t.Helper()
	o, err := pool.NewOrders([]pool.Order{
		{Maker: units(makerAmount), Taker: units(takerAmount), Most: units(takerAmount)}})
	if err != nil {
		t.Fatal(err)
	}
	return router.Venue{Exchange: "orders", Tokens: []common.Address{taker, maker}, Pool: o}
}

func small(t *testing.T, taxed bool, venues ...router.Venue) *router.Snapshot {
	t.Helper()
	s, err := router.NewSnapshot(7,
		[]router.Token{{Address: tokenA}, {Address: tokenB, Taxed: taxed}, {Address: tokenC}},
		venues)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestOrdersAreFilledAndCovered(t *testing.T) {
	t.Parallel()
	// The order is better than the pools but holds only a part of what is sold.
	s := small(t, false,
		pair(t, "V2", tokenA, tokenB, 1_000, 2_000_000),
		order(t, tokenA, tokenB, 10, 20_500),
		pair(t, "V2", tokenA, tokenB, 900, 1_790_000),
		pair(t, "tiny", tokenA, tokenB, 20, 39_000),
	)
	q := router.Query{Src: tokenA, Dest: tokenB, Amount: units(8)}
	r := best(t, s, q)
	leg := r.Routes[0].Hops[0].Legs[0]
	if len(r.Routes) != 1 || leg.Venue != 1 || leg.Share != router.Whole {
		t.Fatalf("8 A within the order: %+v", r.Routes)
	}
	if f := leg.Fallback; f == nil || f.Venue != 0 || f.Share != router.Whole {
		t.Fatalf("fallback %+v, want the deepest pool", f)
	}
	q.Amount = units(100)
	r = best(t, s, q)
	filled, fallbacks := 0, map[int]bool{}
	for _, leg := range r.Routes[0].Hops[0].Legs {
		if s.Venues[leg.Venue].Pool.Kind() != pool.KindOrder {
			if leg.Fallback != nil {
				t.Errorf("a pool has a fallback")
			}
			continue
		}
		filled = leg.Share
		if leg.Fallback != nil {
			fallbacks[leg.Fallback.Venue] = true
		}
	}
	if filled != 1000 {
		t.Errorf("%d bps of 100 A go to an order of 10 A at the best price", filled)
	}
	for _, leg := range r.Routes[0].Hops[0].Legs {
		if fallbacks[leg.Venue] {
			t.Errorf("pool %d is a fallback and a leg", leg.Venue)
		}
	}
}

// TestFallbackDelivers runs the fallback after all other legs.
func TestFallbackDelivers(t *testing.T) {
	t.Parallel()
	g := newGenerated(t, 6)
	s := g.snapshot(t)
	seen := 0
	for _, q := range g.queries(60) {
		q.GasPrice = 0
		r, err := router.Best(context.Background(), s, q)
		if err != nil {
			continue
		}
		legs := map[int]bool{}
		visit := func(see func(*router.Leg)) {
			for i := range r.Routes {
				for k := range r.Routes[i].Hops {
					for l := range r.Routes[i].Hops[k].Legs {
						see(&r.Routes[i].Hops[k].Legs[l])
					}
				}
			}
		}
		visit(func(leg *router.Leg) { legs[leg.Venue] = true })
		visit(func(leg *router.Leg) {
			f := leg.Fallback
			if f == nil {
				return
			}
			seen++
			if legs[f.Venue] {
				t.Fatalf("fallback pool %d is used elsewhere", f.Venue)
			}
			legs[f.Venue] = true
			var state pool.State
			p := s.Venues[f.Venue].Pool
			p.Init(&state)
			got, err := p.ExactIn(&state, f.In, f.Out, leg.SrcAmount)
			fixed := f.SrcAmount == leg.SrcAmount
			if q.Side == router.Buy {
				p.Init(&state)
				got, err = p.ExactOut(&state, f.In, f.Out, leg.DestAmount)
				fixed = !f.DestAmount.Lt(&leg.DestAmount)
			}
			if err != nil || got.Out != f.DestAmount || got.In != f.SrcAmount || !fixed ||
				p.Kind() == pool.KindOrder {
				t.Fatalf("fallback promises %s for %s, pays %s for %s, %v", f.DestAmount.Dec(),
					f.SrcAmount.Dec(), got.Out.Dec(), got.In.Dec(), err)
			}
		})
	}
	if seen == 0 {
		t.Error("no leg had a fallback")
	}
}

func TestTaxes(t *testing.T) {
	t.Parallel()
	o := order(t, tokenA, tokenB, 1_000, 2_100_000)
	s := small(t, true, pair(t, "V2", tokenA, tokenB, 1_000, 2_000_000), o,
		pair(t, "V2", tokenB, tokenC, 1_000_000, 500))
	var state pool.State
	p := s.Venues[0].Pool

	q := router.Query{Src: tokenA, Dest: tokenB, Amount: units(3), SrcTax: 500, DestTax: 200}
	r := best(t, s, q)
	p.Init(&state)
	want, err := p.ExactIn(&state, 0, 1, pool.AfterTax(q.Amount, 500))
	if err != nil || r.DestAmount != pool.AfterTax(want.Out, 200) {
		t.Errorf("sale with taxes gives %s", r.DestAmount.Dec())
	}
	q.Side, q.Amount = router.Buy, units(5_000)
	if r = best(t, s, q); r.DestAmount.Lt(&q.Amount) {
		t.Errorf("purchase with taxes delivers %s of %s", r.DestAmount.Dec(), q.Amount.Dec())
	}
	// A taxed token is no stop on the way, and an order takes no taxed payment.
	if _, err := router.Best(context.Background(), s,
		router.Query{Src: tokenA, Dest: tokenC, Amount: units(1)}); !errors.Is(
		err, router.ErrNoRoute) {
		t.Errorf("route through a taxed token: %v", err)
	}
	if others, err := router.Others(
		context.Background(), s, router.Query{
			Src: tokenA, Dest: tokenB, Amount: units(1), SrcTax: 1}); err != nil ||
		len(others) != 1 || others[0].Exchange != "V2" {
		t.Errorf("others for a taxed payment: %+v, %v", others, err)
	}
	if others, _ := router.Others(
		context.Background(), s, router.Query{Src: tokenA, Dest: tokenB, Amount: units(1)}); len(
		others) != 2 || others[0].Exchange != "orders" {
		t.Errorf("others: %+v", others)
	}
}

func TestSharedPoolIsCountedOnce(t *testing.T) {
	t.Parallel()
	// Everything must pass the one pool of A and B; then two ways lead to C.
	d := common.Address{0xd}
	tokens := []router.Token{{Address: tokenA}, {Address: tokenB}, {Address: tokenC}, {Address: d}}
	venues := []router.Venue{
		pair(t, "V2", tokenA, tokenB, 1_000, 1_000), pair(t, "V2", tokenB, tokenC, 1_000, 1_000),
		pair(t, "V2", tokenB, d, 10_000, 10_000), pair(t, "V2", d, tokenC, 10_000, 10_000),
	}
	s, err := router.NewSnapshot(1, tokens, venues)
	if err != nil {
		t.Fatal(err)
	}
	r := best(t, s, router.Query{Src: tokenA, Dest: tokenC, Amount: units(300)})
	if len(r.Routes) != 2 {
		t.Fatalf("routes: %+v", r.Routes)
	}
	// Selling once through the shared pool and splitting freely afterwards bounds the result
	// closely.
	after := 1000 * 0.997 * 300 / (1000 + 0.997*300)
	bound := 0.0
	for share := 0.0; share <= 1; share += 0.001 {
		x, y := 0.997*share*after, 0.997*(1-share)*after
		y = 0.997 * 1e4 * y / (1e4 + y)
		bound = max(bound, 1000*x/(1000+x)+1e4*y/(1e4+y))
	}
	if got := asFloat(r.DestAmount) / 1e18; got > bound*1.0001 || got < bound*0.999 {
		t.Errorf("two routes over a shared pool give %g, best %g", got, bound)
	}
}

// TestRouteUsesAPoolOnce fixes a route whose best pool for both hops is the same.
func TestRouteUsesAPoolOnce(t *testing.T) {
	t.Parallel()
	third := *uint256.NewInt(333333333333333333)
	rest := *uint256.NewInt(333333333333333334)
	p, err := pool.NewWeighted([]uint256.Int{units(1e6), units(1e6), units(1e6)},
		[]uint256.Int{third, third, rest}, []int{18, 18, 18}, *uint256.NewInt(1e15))
	if err != nil {
		t.Fatal(err)
	}
	deep := router.Venue{Exchange: "weighted", Tokens: []common.Address{tokenA, tokenB, tokenC},
		Pool: p}
	s := small(t, false, deep, pair(t, "V2", tokenA, tokenB, 1e5, 1e5),
		pair(t, "V2", tokenB, tokenC, 1e5, 1e5))
	for _, side := range []router.Side{router.Sell, router.Buy} {
		q := router.Query{Src: tokenA, Dest: tokenC, Side: side, Amount: units(100),
			Route: []common.Address{tokenA, tokenB, tokenC}}
		best(t, s, q)
	}
}

func TestSnapshotRefusesMismatches(t *testing.T) {
	t.Parallel()
	good := pair(t, "V2", tokenA, tokenB, 10, 10)
	tokens := []router.Token{{Address: tokenA}, {Address: tokenB}}
	for name, venue := range map[string]router.Venue{
		"unknown token": pair(t, "V2", tokenA, tokenC, 10, 10),
		"same token":    pair(t, "V2", tokenA, tokenA, 10, 10),
		"missing token": {Tokens: []common.Address{tokenA}, Pool: good.Pool},
	} {
		if _, err := router.NewSnapshot(1, tokens, []router.Venue{good, venue}); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := router.NewSnapshot(1, append(tokens, tokens[0]), nil); err == nil {
		t.Error("token listed twice: accepted")
	}
}

// TestClosingTakesTheCycle opens a cycle by moving one pool's price and closes it again.
func TestClosingTakesTheCycle(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	for i := range u.markets {
		if m := &u.markets[i]; m.record.ID == "p06" {
			u.markets[i] = newMarket(m.after(m.root*math.Sqrt(1.05)), m.token)
		}
	}
	after, profit := u.closed(t)
	weth := u.index["WETH"]
	left, _ := after.least(weth, weth, 0)
	if profit < 1e15 || left > profit*1e-6 {
		t.Fatalf("a cycle worth %g was closed to %g", profit, left)
	}
	// The largest gaps are those of optima that need five tokens in a row.
	if list := gaps(t, after, 1e6); list[len(list)/2] > 0.2 || list[0] < -1e-4 {
		t.Errorf("gaps on the closed market: %v", list)
	}
}
