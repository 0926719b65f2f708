package router_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

func best(t testing.TB, s *router.Snapshot, q router.Query) *router.Result {
	t.Helper()
	r, err := router.Best(context.Background(), s, q)
	if err != nil {
		t.Fatal(err)
	}
	check(t, s, q, r)
	return r
}

func TestRecordedMarketsDeliver(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s := u.snapshot(t)
	for _, q := range recordedQueries(u) {
		best(t, s, q)
	}
}

// TestGeneratedMarketsDeliver runs queries of every shape over pools of every kind.
func TestGeneratedMarketsDeliver(t *testing.T) {
	t.Parallel()
	g := newGenerated(t, 2)
	s := g.snapshot(t)
	answered, split, shared := 0, 0, 0
	kinds := map[pool.Kind]int{}
	count := 150
	if testing.Short() {
		count = 40
	}
	queries := g.queries(count)
	for i, q := range queries {
		switch i % 6 {
		case 1:
			q.DestTax = 250
		case 2:
			q.SrcTax = 100
		case 3:
			q.Limits = router.Limits{Tokens: 3, Routes: 1}
		case 4:
			q.Limits = router.Limits{Routes: 3, Legs: 1}
		}
		r, err := router.Best(context.Background(), s, q)
		// before anything was found
		if errors.Is(err, router.ErrNoRoute) || errors.Is(err, context.DeadlineExceeded) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		check(t, s, q, r)
		answered++
		uses := map[int]int{}
		for _, route := range r.Routes {
			for _, h := range route.Hops {
				for _, leg := range h.Legs {
					uses[leg.Venue]++
					kinds[s.Venues[leg.Venue].Pool.Kind()]++
				}
			}
		}
		if len(r.Routes) > 1 {
			split++
		}
		for _, n := range uses {
			if n > 1 {
				shared++
			}
		}
	}
	if testing.Short() {
		return
	}
	if answered < len(queries)*8/10 || split == 0 || shared == 0 || len(kinds) != 6 {
		t.Errorf("of %d queries %d answered, %d split, %d pools shared, kinds %v", len(queries),
			answered, split, shared, kinds)
	}
}

func TestSameQuerySameResult(t *testing.T) {
	t.Parallel()
	g := newGenerated(t, 3)
	s, again := g.snapshot(t), newGenerated(t, 3).snapshot(t)
	for _, q := range g.queries(12) {
		a, errA := router.Best(context.Background(), s, q)
		b, errB := router.Best(context.Background(), again, q)
		if !errors.Is(errA, errB) || !reflect.DeepEqual(a, b) {
			t.Fatalf("two answers to %+v", q)
		}
	}
}

// TestBeatsEverySinglePool compares with what each pool alone would pay.
func TestBeatsEverySinglePool(t *testing.T) {
	t.Parallel()
	g := newGenerated(t, 4)
	s := g.snapshot(t)
	compared := 0
	count := 120
	if testing.Short() {
		count = 30
	}
	for _, q := range g.queries(count) {
		q.GasPrice = 0
		others, err := router.Others(context.Background(), s, q)
		if err != nil {
			t.Fatal(err)
		}
		if len(others) == 0 {
			continue
		}
		compared++
		r := best(t, s, q)
		alone := q
		alone.Limits = router.Limits{Tokens: 2, Routes: 1, Legs: 1}
		if one := best(t, s, alone); one.SrcAmount != others[0].Leg.SrcAmount ||
			one.DestAmount != others[0].Leg.DestAmount {
			t.Fatalf("the best pool gives %s for %s, the route of one pool %s for %s",
				others[0].Leg.DestAmount.Dec(),
				others[0].Leg.SrcAmount.Dec(), one.DestAmount.Dec(), one.SrcAmount.Dec())
		}
		for i, o := range others {
			if q.Side == router.Sell && o.Leg.DestAmount.Gt(&r.DestAmount) ||
				q.Side == router.Buy && o.Leg.SrcAmount.Lt(&r.SrcAmount) {
				t.Fatalf("%s alone is better", o.Exchange)
			}
			if i > 0 && q.Side == router.Sell && o.Leg.DestAmount.Gt(&others[i-1].Leg.DestAmount) {
				t.Fatal("others are out of order")
			}
			if slices.ContainsFunc(others[:i],
				func(p router.Other) bool { return p.Exchange == o.Exchange }) {
				t.Fatalf("%s twice", o.Exchange)
			}
			var state pool.State
			p := s.Venues[o.Leg.Venue].Pool
			p.Init(&state)
			if sold, err := p.ExactIn(&state, o.Leg.In, o.Leg.Out,
				o.Leg.SrcAmount); q.Side == router.Sell &&
				(err != nil || sold.Out != o.Leg.DestAmount) {
				t.Fatalf("%s promises %s, pays %s", o.Exchange, o.Leg.DestAmount.Dec(),
					sold.Out.Dec())
			}
		}
	}
	if compared < count/6 {
		t.Errorf("only %d pairs with a pool of their own", compared)
	}
}

func TestBudgetEndsWithTheBestSoFar(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s := u.snapshot(t)
	weth, usdc := u.index["WETH"], u.index["USDC"]
	q := router.Query{Src: u.tokens[weth].Address, Dest: u.tokens[usdc].Address,
		Amount: amountOf(u.dollars(weth, 5e6))}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := router.Best(ctx, s, q)
	if err != nil {
		t.Fatal(err)
	}
	check(t, s, q, r)
	whole := best(t, s, q)
	if !r.DestAmount.Lt(&whole.DestAmount) || len(r.Routes) != 1 {
		t.Errorf("without time %s over %d routes, with time %s", r.DestAmount.Dec(), len(r.Routes),
			whole.DestAmount.Dec())
	}
}

// looks is a context that ends after it was looked at a number of times, so that a search is cut at
// the same place on any machine.
type looks struct {
	context.Context
	left int
}

func (c *looks) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

func TestBudgetIsKept(t *testing.T) {
	t.Parallel()
	g := newGenerated(t, 1)
	s := g.snapshot(t)
	found := 0
	for i, q := range g.queries(40) {
		r, err := router.Best(&looks{context.Background(), 1 << (i % 10)}, s, q)
		// before anything was found
		if errors.Is(err, router.ErrNoRoute) || errors.Is(err, context.DeadlineExceeded) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		check(t, s, q, r)
		found++
	}
	if found == 0 {
		t.Error("no query found a route in its time")
	}
}

func TestGasMergesRoutes(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s := u.snapshot(t)
	weth, usdc := u.index["WETH"], u.index["USDC"]
	q := router.Query{Src: u.tokens[weth].Address, Dest: u.tokens[usdc].Address,
		Amount: amountOf(u.dollars(weth, 1e6))}
	free := best(t, s, q)
	q.GasPrice = 1e9 // raw USDC for a unit of gas: only the cheapest call is worth it
	dear := best(t, s, q)
	if len(free.Routes[0].Hops[0].Legs)+len(free.Routes) < 4 || len(dear.Routes) != 1 ||
		len(dear.Routes[0].Hops) != 1 || len(dear.Routes[0].Hops[0].Legs) != 1 {
		t.Errorf("free gas: %+v; dear gas: %+v", free.Routes, dear.Routes)
	}
	if dear.Gas >= free.Gas {
		t.Errorf("gas %d with dear gas, %d with free gas", dear.Gas, free.Gas)
	}
}

func TestExchangesAreIncludedAndExcluded(t *testing.T) {
	t.Parallel()
	g := newGenerated(t, 5)
	s := g.snapshot(t)
	exchanges := func(r *router.Result) map[string]bool {
		names := map[string]bool{}
		for _, route := range r.Routes {
			for _, h := range route.Hops {
				for _, leg := range h.Legs {
					names[s.Venues[leg.Venue].Exchange] = true
				}
			}
		}
		return names
	}
	q := router.Query{Src: g.tokens[5].Address, Dest: g.tokens[1].Address,
		Amount: g.units(5, 50_000)}
	if names := exchanges(best(t, s, q)); !names["V3"] || len(names) < 2 {
		t.Fatalf("unrestricted: %v", names)
	}
	q.Exclude = []string{"V3", "stable"}
	if names := exchanges(best(t, s, q)); names["V3"] || names["stable"] {
		t.Errorf("excluded exchanges appear: %v", names)
	}
	q.Exclude, q.Include = nil, []string{"V3"}
	if names := exchanges(best(t, s, q)); !names["V3"] || len(names) != 1 {
		t.Errorf("others than the included exchange appear: %v", names)
	}
	q.Include = []string{"no such exchange"}
	if _, err := router.Best(context.Background(), s, q); !errors.Is(err, router.ErrNoRoute) {
		t.Errorf("without exchanges: %v", err)
	}
}

func TestFixedRoute(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s := u.snapshot(t)
	address := func(symbol string) common.Address { return u.tokens[u.index[symbol]].Address }
	for _, side := range []router.Side{router.Sell, router.Buy} {
		for _, symbols := range [][]string{
			{"USDC", "WETH"}, {"USDC", "WBTC", "WETH"}, {"USDC", "WBTC", "USDT", "WETH"},
			{"USDT", "WBTC", "USDC"},
		} {
			src, dest := symbols[0], symbols[len(symbols)-1]
			q := router.Query{Src: address(src), Dest: address(dest), Side: side,
				Amount: amountOf(u.dollars(u.index[src], 1e5))}
			if side == router.Buy {
				q.Amount = amountOf(u.dollars(u.index[dest], 1e5))
			}
			for _, symbol := range symbols {
				q.Route = append(q.Route, address(symbol))
			}
			r := best(t, s, q)
			if len(r.Routes) != 1 || len(r.Routes[0].Hops) != len(symbols)-1 {
				t.Fatalf("%v: %+v", symbols, r.Routes)
			}
			for k, h := range r.Routes[0].Hops {
				if h.Src != address(symbols[k]) || h.Dest != address(symbols[k+1]) {
					t.Errorf("%v: hop %d leads elsewhere", symbols, k)
				}
			}
		}
	}
}

func TestBadQueries(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s := u.snapshot(t)
	a, b, c := u.tokens[0].Address, u.tokens[1].Address, u.tokens[2].Address
	good := router.Query{Src: a, Dest: b, Amount: *uint256.NewInt(1e9)}
	for name, c := range map[string]struct {
		change func(*router.Query)
		want   error
	}{
		"isolated":    {func(*router.Query) {}, router.ErrNoRoute},
		"same token":  {func(q *router.Query) { q.Dest = a }, router.ErrQuery},
		"no amount":   {func(q *router.Query) { q.Amount.Clear() }, router.ErrQuery},
		"huge amount": {func(q *router.Query) { q.Amount.Lsh(&q.Amount, 200) }, router.ErrQuery},
		"tax":         {func(q *router.Query) { q.SrcTax = 10_000 }, router.ErrQuery},
		"gas":         {func(q *router.Query) { q.GasPrice = -1 }, router.ErrQuery},
		"limits": {func(q *router.Query) { q.Limits.Tokens = router.MaxHops + 2 },
			router.ErrQuery},
		"source": {func(q *router.Query) { q.Src = common.Address{1} }, router.ErrToken},
		"dest":   {func(q *router.Query) { q.Dest = common.Address{1} }, router.ErrToken},
		"route start": {func(q *router.Query) { q.Route = []common.Address{c, b} },
			router.ErrQuery},
		"route end": {func(q *router.Query) { q.Route = []common.Address{a, c} },
			router.ErrQuery},
		"route length": {func(q *router.Query) { q.Route = []common.Address{a, c, c, c, b} },
			router.ErrQuery},
		"route repeats": {func(q *router.Query) { q.Route = []common.Address{a, b, b} },
			router.ErrQuery},
		"route token": {func(q *router.Query) { q.Route = []common.Address{a, {1}, b} },
			router.ErrToken},
	} {
		q := good
		c.change(&q)
		if _, err := router.Best(context.Background(), s, q); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
