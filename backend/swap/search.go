package swap

import (
	"cmp"
	"context"
	"errors"
	"math/big"
	"slices"

	"bourse/backend/api"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/router"
)

// candidate is a searched route, ready for the method that performs it.
type candidate struct {
	result *router.Result
	route  api.PriceRoute
	method *calldata.Method
	gas    int // of the method, beside the result's
	// what the result's pools pay for the first unit of what is sold, without their fees, along the
	// routes as the result divides them; 0 where that is not known
	margin float64
	cut    bool // there was no time for more of the search
}

// search finds the best route that one of the methods can perform, in its turn, which then ends.
// Shapes that an earlier one covers are searched only where that one's result fits no method.
func (s *Service) search(ctx context.Context, st *pools.Snapshot, q *request,
	methods []calldata.Method) (*candidate, error) {
	defer q.back()
	q.gasPrice = s.gasPriceAt(st.Block.Number, q.gasPrice)
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Budget)
	defer cancel()
	query := s.query(st, q)
	var best *candidate
	var fitting []calldata.Shape
	var failure error = router.ErrNoRoute
	for _, sh := range shapesOf(methods) {
		if slices.ContainsFunc(fitting, func(f calldata.Shape) bool { return f.Covers(sh) }) {
			continue
		}
		narrow, ok := narrowed(query, sh)
		if !ok {
			continue
		}
		f, err := finding{s, q, st}.best(ctx, narrow, methods)
		switch {
		case err != nil:
			failure = err
			continue
		case f.method == nil:
			continue
		}
		fitting = append(fitting, sh)
		if best == nil || better(query, f.result, best.result) {
			best = f
		}
	}
	if best == nil {
		return nil, failure
	}
	if best.route.DestAmount.IsZero() {
		return nil, router.ErrNoRoute
	}
	if q.OtherPrices {
		others, err := router.Others(ctx, q.snap, query)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		best.route.Others = s.others(q, others)
	}
	best.cut = ctx.Err() != nil
	return best, nil
}

// finding is what a search is made on and written down with.
type finding struct {
	s  *Service
	q  *request
	st *pools.Snapshot
}

// best is the best result of a query with the method that performs it, nil if none can. Pools of
// the native coin that no method can use are no reason to do without others.
func (on finding) best(ctx context.Context, query router.Query,
	methods []calldata.Method) (*candidate, error) {
	f, err := on.found(ctx, query, methods)
	if err != nil || f.method != nil || !on.tradesCoins(f.result) {
		return f, err
	}
	query.ExcludePools = slices.Clone(query.ExcludePools)
	for _, l := range on.st.Venues {
		if l.HasCoin() {
			query.ExcludePools = append(query.ExcludePools, l.Address)
		}
	}
	return on.found(ctx, query, methods)
}

func (on finding) found(ctx context.Context, query router.Query,
	methods []calldata.Method) (*candidate, error) {
	result, err := bestOf(ctx, on.q.snap, query, on.q.ExcludePricing)
	if err != nil {
		return nil, err
	}
	f := &candidate{result: result, route: on.s.describe(on.q, on.st, on.q.snap, result, on.q.book),
		margin: marginOf(on.q.snap, result)}
	return f, on.s.pickMethod(f, methods)
}

// tradesCoins tells whether a result goes over a pool of the native coin.
func (on finding) tradesCoins(r *router.Result) bool {
	for _, route := range r.Routes {
		for _, h := range route.Hops {
			for _, l := range h.Legs {
				if l.Venue < len(on.st.Venues) && on.st.Venues[l.Venue].HasCoin() {
					return true
				}
			}
		}
	}
	return false
}

// gasPriceAt is the price of gas that quotes on a block reckon with: the one that was known when
// the first of them was made, since what a route is worth depends on it.
func (s *Service) gasPriceAt(block uint64, newest api.Amount) api.Amount {
	if price, ok := s.gas.Get(block); ok {
		return price
	}
	s.gas.Add(block, newest)
	return newest
}

// bestOf is the best result that was not found in an excluded way.
func bestOf(ctx context.Context, snap *router.Snapshot, query router.Query,
	excluded []string) (*router.Result, error) {
	result, err := router.Best(ctx, snap, query)
	for _, narrower := range []router.Limits{{Routes: 1}, {Routes: 1, Tokens: 2}} {
		if err != nil || !slices.Contains(excluded, pricingOf(result)) {
			return result, err
		}
		query.Limits.Routes = narrower.Routes
		query.Limits.Tokens = cmp.Or(narrower.Tokens, query.Limits.Tokens)
		result, err = router.Best(ctx, snap, query)
	}
	if err == nil && slices.Contains(excluded, pricingOf(result)) {
		return nil, router.ErrNoRoute
	}
	return result, err
}

// pricingOf names the way in which a result was found.
func pricingOf(r *router.Result) string {
	switch {
	case len(r.Routes) > 1:
		return api.MegaPath
	case len(r.Routes[0].Hops) > 1:
		return api.MultiPath
	}
	return api.SimplePath
}

// shapesOf lists the shapes of methods, each after those that cover it.
func shapesOf(methods []calldata.Method) []calldata.Shape {
	var list []calldata.Shape
	for _, m := range methods {
		list = append(list, m.Shapes...)
	}
	above := func(x calldata.Shape) (n int) {
		for _, other := range list {
			if other.Covers(x) && !x.Covers(other) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b calldata.Shape) int { return above(a) - above(b) })
	return list
}

// mostGas is what a route may be estimated to take of the 2^24 that a transaction may have
// (EIP-7825); the rest is for what estimates miss, and for a settlement around the swap.
const mostGas = 12_000_000

// query is the router's question for the whole market.
func (s *Service) query(st *pools.Snapshot, q *request) router.Query {
	amount := *q.Amount.U256()
	if q.Side == api.Sell {
		amount = pool.AfterTax(amount, uint16(q.srcUserTax))
	} else {
		amount, _ = pool.BeforeTax(amount, uint16(q.destUserTax))
		amount.AddUint64(&amount, q.onTheWay())
	}
	rates := st.Rates()
	query := router.Query{
		Src: q.src, Dest: q.dest, Amount: amount, SrcTax: uint16(q.srcTax),
		DestTax: uint16(q.destTax), Include: q.IncludeExchanges,
		Exclude:      slices.Concat(q.ExcludeExchanges, s.encoder.Beyond(q.Version)),
		ExcludePools: q.ExcludePools, Route: q.route,
		Limits: router.Limits{Gas: mostGas},
	}
	if q.Side == api.Buy {
		query.Side = router.Buy
	}
	if q.Version == api.Version5 { // whose adapters know nothing of them
		query.ExcludePools = slices.Concat(q.ExcludePools, st.Rebasing())
	}
	if dest := rates[q.dest].USD; dest > 0 {
		query.GasPrice = q.gasPrice.Float() * rates[s.wrapped].USD / dest
	}
	return query
}

// narrowed is a query for results of a shape; ok is false where nothing could be one.
func narrowed(q router.Query, sh calldata.Shape) (router.Query, bool) {
	gas := q.Limits.Gas
	q.Limits = sh.Limits
	q.Limits.Gas = gas
	if sh.Limits.Tokens > 0 && len(q.Route) > sh.Limits.Tokens {
		return q, false
	}
	if len(sh.Only) > 0 {
		only := sh.Only
		if len(q.Include) > 0 {
			only = slices.DeleteFunc(slices.Clone(only),
				func(e string) bool { return !slices.Contains(q.Include, e) })
		}
		if q.Include = only; len(only) == 0 {
			return q, false
		}
	}
	return q, true
}

// better compares results of one query net of gas.
func better(q router.Query, a, b *router.Result) bool {
	net := func(r *router.Result) float64 {
		in, out, gas := float(r.SrcAmount.ToBig()), float(r.DestAmount.ToBig()),
			float64(r.Gas)*q.GasPrice
		if q.Side == router.Buy {
			return -in * (1 + gas/out)
		}
		return out - gas
	}
	return net(a) > net(b)
}

// pickMethod chooses the method that performs a candidate's route for the least gas; nil if none
// can.
func (s *Service) pickMethod(f *candidate, methods []calldata.Method) error {
	p, err := s.encoder.PlanOf(&f.route)
	if err != nil {
		return err
	}
	for i := range methods {
		m := &methods[i]
		cost := m.Gas(p)
		if m.Fits(p) && (f.method == nil || cost+m.Avoid() < f.gas+f.method.Avoid()) {
			f.method, f.gas = m, cost
		}
	}
	return nil
}

func float(b *big.Int) float64 {
	f, _ := new(big.Float).SetInt(b).Float64()
	return f
}
