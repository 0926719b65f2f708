package swap

import (
	"context"
	"errors"
	"slices"

	"bourse/backend/api"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// finding is a searched route, ready for the method that performs it.
type finding struct {
	result *router.Result
	route  api.PriceRoute
	method *method
	gas    int // of the method, beside the result's
}

// search finds the best route that one of the methods can perform. Shapes that an earlier one covers are searched only where that one's result
// fits no method.
func (s *Service) search(ctx context.Context, st *state, q *request, methods []method) (*finding, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.Budget)
	defer cancel()
	snap, book, err := s.withOrders(ctx, st, q)
	if err != nil {
		return nil, err
	}
	query := s.query(st, q)
	var best *finding
	var fitting []shape
	var failure error = router.ErrNoRoute
	for _, sh := range shapesOf(methods) {
		if slices.ContainsFunc(fitting, func(f shape) bool { return f.covers(sh) }) {
			continue
		}
		narrow, ok := narrowed(query, sh)
		if !ok {
			continue
		}
		result, err := router.Best(ctx, snap, narrow)
		if err != nil {
			failure = err
			continue
		}
		f := &finding{result: result, route: s.describe(q, st, snap, result, book)}
		if err = s.fit(f, methods); err != nil {
			return nil, err
		}
		if f.method == nil {
			continue
		}
		fitting = append(fitting, sh)
		if best == nil || better(query, result, best.result) {
			best = f
		}
	}
	if best == nil {
		return nil, failure
	}
	if q.OtherPrices {
		others, err := router.Others(ctx, snap, query)
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		best.route.Others = s.others(q, others)
	}
	return best, nil
}

// shapesOf lists the shapes of methods, each after those that cover it.
func shapesOf(methods []method) []shape {
	var list []shape
	for _, m := range methods {
		list = append(list, m.shapes...)
	}
	above := func(x shape) (n int) {
		for _, other := range list {
			if other.covers(x) && !x.covers(other) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(list, func(a, b shape) int { return above(a) - above(b) })
	return list
}

// query is the router's question for the whole market.
func (s *Service) query(st *state, q *request) router.Query {
	amount := *q.Amount.U256()
	if q.Side == api.Sell {
		amount = pool.AfterTax(amount, uint16(q.srcUserTax))
	}
	rates := s.usdRates(st)
	query := router.Query{
		Src: q.src, Dest: q.dest, Amount: amount, SrcTax: uint16(q.srcTax), DestTax: uint16(q.destTax), Include: q.IncludeExchanges,
		Exclude: q.ExcludeExchanges, ExcludePools: q.ExcludePools, Route: q.route,
	}
	if q.Side == api.Buy {
		query.Side = router.Buy
	}
	if dest := rates[q.dest].USD; dest > 0 {
		query.GasPrice = q.gasPrice.Float() * rates[s.wrapped].USD / dest
	}
	return query
}

// narrowed is a query for results of a shape; ok is false where nothing could be one.
func narrowed(q router.Query, sh shape) (router.Query, bool) {
	q.Limits = sh.limits
	if sh.limits.Tokens > 0 && len(q.Route) > sh.limits.Tokens {
		return q, false
	}
	if len(sh.only) > 0 {
		only := sh.only
		if len(q.Include) > 0 {
			only = slices.DeleteFunc(slices.Clone(only), func(e string) bool { return !slices.Contains(q.Include, e) })
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
		in, out, gas := float(r.SrcAmount.ToBig()), float(r.DestAmount.ToBig()), float64(r.Gas)*q.GasPrice
		if q.Side == router.Buy {
			return -in * (1 + gas/out)
		}
		return out - gas
	}
	return net(a) > net(b)
}

// fit chooses the method that performs a finding's route for the least gas; nil if none can.
func (s *Service) fit(f *finding, methods []method) error {
	p, err := s.planOf(&f.route)
	if err != nil {
		return err
	}
	for i := range methods {
		m := &methods[i]
		if cost := m.costFor(p); m.fits(p) && (f.method == nil || cost < f.gas) {
			f.method, f.gas = m, cost
		}
	}
	return nil
}
