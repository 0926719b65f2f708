package swap

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/router"
)

// moduleWait is how long a price waits for what modules hold.
const moduleWait = time.Second

// onModules offers trades on stability modules beside what a search found. The one method that
// trades on them carries nothing else, so that they take no part in searches.
type onModules struct {
	*Service
	st      *pools.Snapshot
	q       *request
	methods []calldata.Method
}

// or is what a search found, or a trade on a module where that is better.
func (s onModules) or(ctx context.Context, found *candidate, err error) (*candidate, error) {
	if err != nil && !errors.Is(err, router.ErrNoRoute) && !errors.Is(err, router.ErrToken) {
		return nil, err
	}
	f := s.best(ctx)
	if f == nil {
		return found, err
	}
	offer := api.OtherPrice{Exchange: f.route.BestRoute[0].Swaps[0].Exchanges[0].Exchange,
		SrcAmount: f.route.SrcAmount, DestAmount: f.route.DestAmount}
	if found != nil {
		f.route.Others = found.route.Others
		if !better(s.query(s.st, s.q), f.whole(), found.whole()) {
			f = found
		}
	}
	if s.q.OtherPrices {
		f.route.Others = append(slices.Clone(f.route.Others), offer)
		slices.SortStableFunc(f.route.Others, func(a, b api.OtherPrice) int {
			if s.q.Side == api.Buy {
				return a.SrcAmount.Cmp(b.SrcAmount)
			}
			return b.DestAmount.Cmp(a.DestAmount)
		})
	}
	return f, nil
}

// best is the best trade on a module that the request admits, nil if there is none.
func (s onModules) best(ctx context.Context) (best *candidate) {
	st, q := s.st, s.q
	m := methodNamed(s.methods, q.Version, q.Side, calldata.ModuleMethod)
	if m == nil || !q.admits(api.MakerPSM) || len(q.route) > 2 ||
		slices.Contains(q.ExcludePricing, api.SimplePath) ||
		q.srcTax+q.srcUserTax+q.destTax+q.destUserTax > 0 {
		return nil
	}
	limit, cancel := context.WithTimeout(ctx, max(s.cfg.Budget, moduleWait))
	defer cancel()
	list, err := s.cfg.Pools.Modules.At(limit, st.Block.Hash, q.srcToken.Address,
		q.destToken.Address)
	if err != nil {
		s.cfg.Logger.Warn("stability modules can't be read: prices leave them out", "chain",
			s.cfg.Network.ChainID(), "error", err)
		return nil
	}
	for _, x := range list {
		if slices.Contains(q.ExcludePools, x.Address) {
			continue
		}
		f := s.on(m, x)
		if f != nil && (best == nil || better(s.query(st, q), f.result, best.result)) {
			best = f
		}
	}
	return best
}

// on is the trade on a module, nil where it can't pay.
func (s onModules) on(m *calldata.Method, x *pools.Module) *candidate {
	st, q := s.st, s.q
	sells, trade := x.Gem == q.srcToken.Address, x.ExactIn
	if q.Side == api.Buy {
		trade = x.ExactOut
	}
	quote, err := trade(sells, *q.Amount.U256())
	if err != nil {
		return nil
	}
	r := s.blank(q, st)
	r.SrcAmount, r.DestAmount = q.Amount, api.AmountOf(&quote.Out)
	if q.Side == api.Buy {
		r.SrcAmount, r.DestAmount = api.AmountOf(&quote.In), q.Amount
	}
	other := router.Other{Leg: router.Leg{Gas: quote.Gas}}
	hop := s.hop(q.srcToken.Address, q.destToken.Address)
	hop.Exchanges = []api.SwapLeg{{
		Exchange: x.Exchange, SrcAmount: r.SrcAmount, DestAmount: api.AmountOf(&quote.Out),
		Percent: 100, PoolAddresses: []common.Address{x.Address},
		Data: encode(moduleData(x, sells)),
	}}
	r.BestRoute = []api.SwapRoute{{Percent: 100, Swaps: []api.SwapHop{hop}}}
	return &candidate{route: r, method: m, gas: m.LegsGas(1),
		result: &router.Result{Block: st.Block.Number, SrcAmount: *r.SrcAmount.U256(),
			DestAmount: quote.Out, Gas: other.Gas()}}
}

// whole is a candidate's result with the gas of its method.
func (f *candidate) whole() *router.Result {
	r := *f.result
	r.Gas += uint64(f.gas)
	return &r
}

// moduleData describes a leg on a module.
func moduleData(x *pools.Module, sellsGem bool) calldata.LegData {
	toll := x.Toll(sellsGem)
	amount, to18 := api.AmountOf(&toll), api.AmountOf(&x.To18)
	return calldata.LegData{Direction: &sellsGem, Toll: &amount, To18: &to18, GemJoin: &x.Address}
}
