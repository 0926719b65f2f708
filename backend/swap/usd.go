package swap

import (
	"context"
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/market"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/router"
)

// loss is the price impact of a route.
type loss struct{ percent, usd float64 }

// against is the loss by what the route's own pools pay at the margin, where what tokens are worth
// elsewhere says that more is lost: a search over all pools found nothing better.
func (l loss) against(margin float64, r *api.PriceRoute) loss {
	most := r.SrcAmount.Float() * margin
	if !(most > 0) {
		return l
	}
	own := (1 - r.DestAmount.Float()/most) * 100
	if l.percent <= 0 || l.percent <= own {
		return l
	}
	own = max(0, own)
	return loss{own, l.usd * own / l.percent}
}

// overall tells whether a request leaves the search all pools, routes and methods.
func (q *request) overall() bool {
	r := &q.PriceRequest
	return len(q.route)+len(r.IncludeExchanges)+len(r.ExcludeExchanges)+len(r.ExcludePools)+
		len(r.IncludeMethods)+len(r.ExcludeMethods)+len(r.ExcludePricing) == 0
}

// marginOf is what the pools of a result pay at the margin, without their fees, in raw units of
// what is bought for one of what is sold; 0 where one of them trades one way alone.
func marginOf(snap *router.Snapshot, result *router.Result) (margin float64) {
	all := 0.0
	for i := range result.Routes {
		route := &result.Routes[i]
		rate := 1.0
		for _, hop := range route.Hops {
			in, out := 0.0, 0.0
			for _, leg := range hop.Legs {
				amount := leg.SrcAmount.Float64()
				in += amount
				out += amount * pool.Margin(snap.Venues[leg.Venue].Pool, leg.In, leg.Out)
			}
			rate *= out / in
		}
		amount := route.SrcAmount.Float64()
		all += amount
		margin += amount * rate
	}
	return margin / all
}

// value sets the route's figures in USD and returns the price impact; known is false where a token
// has no price.
func (s *Service) value(ctx context.Context, st *pools.Snapshot, r *api.PriceRoute, gas uint64,
	gasPrice api.Amount) (impact loss, known bool, err error) {
	src, okSrc, err := s.priceUSD(ctx, st, r.SrcToken)
	if err != nil {
		return impact, false, err
	}
	dest, okDest, err := s.priceUSD(ctx, st, r.DestToken)
	if err != nil {
		return impact, false, err
	}
	if okSrc {
		r.SrcUSD = new(src.USD(r.SrcAmount))
	}
	if okDest {
		r.DestUSD = new(dest.USD(r.DestAmount))
	}
	r.GasCost, r.GasCostUSD = strconv.FormatUint(gas, 10), "0.0000000000"
	coin, okCoin, err := s.priceUSD(ctx, st, api.NativeToken)
	if err != nil {
		return impact, false, err
	}
	if okCoin {
		cost := new(big.Int).Mul(new(big.Int).SetUint64(gas), gasPrice.Big())
		r.GasCostUSD = coin.USD(api.MustBig(cost))
	}
	if !okSrc || !okDest {
		return impact, false, nil
	}
	in, out := worth(src, r.SrcAmount), worth(dest, r.DestAmount)
	if in == 0 {
		return impact, false, nil
	}
	return loss{(in - out) / in * 100, in - out}, true, nil
}

// priceUSD is what a token is worth: by the pools of the snapshot or, where they do not tell, by
// whatever else the network's oracle knows.
func (s *Service) priceUSD(ctx context.Context, st *pools.Snapshot,
	token common.Address) (api.Price, bool, error) {
	t := s.token(token)
	rate, ok := st.Rates()[s.wrap(token)]
	switch {
	case ok && math.IsInf(rate.Depth, 1): // a token that prices in USD start from
		return api.Price{Quote: api.NewAmount(1e18), Base: api.MustBig(
			new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Decimals)), nil))}, true, nil
	case ok:
		if p, ok := market.PriceOf(rate.USD, t.Decimals); ok {
			return p, true, nil
		}
	}
	if s.cfg.Oracle == nil {
		return api.Price{}, false, nil
	}
	return s.cfg.Oracle.PriceUSD(ctx, token)
}

// worth is a value for comparing.
func worth(p api.Price, amount api.Amount) float64 {
	return amount.Float() * p.Quote.Float() / p.Base.Float() / 1e18
}

// Fair is what a raw unit of a token is worth in raw units of another by all pools at a block that
// is the newest or close to it. ok is false where they do not tell. It is for comparing prices
// with, never for moving money.
func (s *Service) Fair(block uint64, src, dest common.Address) (price float64, ok bool) {
	st := s.cfg.Pools.At(block)
	if st == nil {
		return 0, false
	}
	wrapped := s.cfg.Network.Contracts().WrappedNative
	for _, token := range []*common.Address{&src, &dest} {
		if *token == api.NativeToken {
			*token = wrapped
		}
	}
	return st.Fair(src, dest)
}

// Weakened are the pools that pay less than after a block, for an amount of a token or what is
// worth as much, once logs of the next block told of them, and where these are thin beside others
// of their pair, all that are; none where the block is not one of the last, or nothing tells what
// the token is worth.
func (s *Service) Weakened(block uint64, logs []types.Log, token common.Address,
	amount api.Amount) []common.Address {
	st := s.cfg.Pools.At(block)
	if st == nil {
		return nil
	}
	list := s.cfg.Pools.Weakened(block, logs, amount.Float()*st.Rates()[token].USD)
	list = append(list, s.cfg.Pools.Thin(block, list)...)
	slices.SortFunc(list, common.Address.Cmp)
	return slices.Compact(list)
}
