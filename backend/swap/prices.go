package swap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/router"
	"bourse/backend/tracing"
)

// Texts that clients of the interface compare with.
const (
	textNoAnswer  = "Missing response from pricing API"
	textNoRoute   = "Can not receive price route"
	textBadUSD    = "Bad USD Price"
	textBadMaxUSD = "Invalid max USD impact"
	wrapGas       = 75_000
	feeGas        = 38_000 // of paying or registering a fee
	retryUnsynced = time.Second
)

// Prices returns the best route of a swap on the newest block.
func (s *Service) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	if s.cfg.Pools.Newest() == nil {
		return api.PriceRoute{}, notReady()
	}
	q, err := s.readRequest(ctx, r)
	if err != nil {
		return api.PriceRoute{}, err
	}
	if err := s.cfg.Pools.Freshen(ctx); err != nil {
		return api.PriceRoute{}, err
	}
	return s.priced(ctx, q, s.cfg.Pools.Newest())
}

// PricesAt repeats a quote on one of the last blocks, RateChanged if it is not one.
func (s *Service) PricesAt(ctx context.Context, r api.PriceRequest, block uint64) (api.PriceRoute,
	error) {
	q, st, err := s.readAt(ctx, r, block)
	if err != nil {
		return api.PriceRoute{}, err
	}
	return s.priced(ctx, q, st)
}

// readAt checks a request and finds its tokens and the pools of one of the last blocks, after what
// the two need was read.
func (s *Service) readAt(ctx context.Context, r api.PriceRequest, block uint64) (*request,
	*pools.Snapshot, error) {
	gone := rateChanged(
		fmt.Sprintf("block %d is not one of the last: ask for the newest price", block))
	if s.cfg.Pools.At(block) == nil {
		return nil, nil, gone
	}
	q, err := s.readRequest(ctx, r)
	if err != nil {
		return nil, nil, err
	}
	if err := s.cfg.Pools.Freshen(ctx); err != nil {
		return nil, nil, err
	}
	st := s.cfg.Pools.At(block)
	if st == nil {
		return nil, nil, gone
	}
	return q, st, nil
}

func notReady() error {
	e := withText(api.ChainUnavailable, textNoAnswer,
		"the pools are not read yet: try again shortly")
	e.RetryAfter = retryUnsynced
	return e
}

func withText(t api.ErrorType, text, details string) *api.Error {
	e := api.Errorf(t, "%s", details)
	e.Text = text
	return e
}

// RouteAt finds the best route on the state after a recent block for a call in the same process:
// what PricesAt finds, without its seal and its checks of value, the call that performs it for an
// account that has approved it, and what its own pools pay at the margin, in raw units of what is
// bought for one of what is sold; 0 where that is not known.
func (s *Service) RouteAt(ctx context.Context, r api.PriceRequest, terms api.SwapTerms,
	block uint64) (route api.PriceRoute, call chain.Call, margin float64, err error) {
	q, st, err := s.readAt(ctx, r, block)
	if err != nil {
		return route, call, 0, err
	}
	found, err := s.routed(ctx, q, st)
	if err != nil {
		return route, call, 0, err
	}
	prepared, err := s.call(&found.route, &terms, nil)
	return found.route, prepared.Call, found.margin, err
}

// routed is a route with the loss of value that comes with it, if that is known, and what its own
// pools pay at the margin.
type routed struct {
	route  api.PriceRoute
	impact loss
	known  bool
	margin float64
	cut    bool // there was no time for more of the search
}

// routed finds the best route, with its gas and what it is worth, or takes it from who has just
// asked the same.
func (s *Service) routed(ctx context.Context, q *request, st *pools.Snapshot) (out routed,
	err error) {
	ctx, span := tracing.Start(ctx, "route")
	span.Number("chain", s.cfg.Network.ChainID())
	defer func() { span.End(err) }()
	if s.contract(q.Version) == (common.Address{}) {
		return out, api.Errorf(api.UnsupportedChain,
			"version %s of the swap contract is not deployed on network %d", q.Version,
			s.cfg.Network.ChainID())
	}
	methods := s.allowed(ctx, &q.PriceRequest)
	if len(methods) == 0 {
		return out, withText(api.NoRoute, textNoRoute,
			fmt.Sprintf("no contract method of version %s for %s is left by the lists of methods",
				q.Version, q.Side))
	}
	find := func() (routed, error) { return s.route(ctx, q, st, methods) }
	if q.wrapOnly {
		return find()
	}
	q.srcLoss, q.destLoss = st.Loss(q.src), st.Loss(q.dest)
	return s.answers.to(ctx, st, s.question(ctx, q),
		func(needless <-chan struct{}) (func(), error) { return s.turn(ctx, st, q, needless) },
		find)
}

func (s *Service) route(ctx context.Context, q *request, st *pools.Snapshot,
	methods []calldata.Method) (out routed, err error) {
	f, err := s.found(ctx, q, st, methods)
	if err != nil {
		return out, s.noRoute(q, st, err)
	}
	r := f.route
	r.ContractMethod = f.method.Name
	gas := uint64(wrapGas)
	if f.result != nil {
		gas = f.result.Gas + uint64(f.gas)
	}
	if q.feeBps > 0 {
		gas += feeGas
	}
	impact, known, err := s.value(ctx, st, &r, gas, q.gasPrice)
	if err != nil {
		return out, err
	}
	if known && q.overall() {
		impact = impact.against(f.margin, &r)
	}
	r.MaxImpactReached = known && (impact.percent > q.maxImpact ||
		q.MaxUSDImpact != nil && impact.usd > *q.MaxUSDImpact)
	return routed{r, impact, known, f.margin, f.cut}, nil
}

func (s *Service) priced(ctx context.Context, q *request, st *pools.Snapshot) (api.PriceRoute,
	error) {
	found, err := s.routed(ctx, q, st)
	r := found.route
	if err != nil {
		return r, err
	}
	if r.Hmac, err = s.cfg.Seal.Sign(r); err != nil {
		return r, err
	}
	switch {
	case !found.known && !q.IgnoreBadUSDPrice:
		return r, withText(api.BadUsdPrice, textBadUSD, fmt.Sprintf(
			"no pools tell what %s or %s is worth in USD: pass ignoreBadUsdPrice=true to swap "+
				"without this check", q.srcToken.Symbol, q.destToken.Symbol))
	case r.MaxImpactReached:
		return r, impactError(&r, found.impact, q)
	}
	return r, nil
}

func (s *Service) found(ctx context.Context, q *request, st *pools.Snapshot,
	methods []calldata.Method) (*candidate, error) {
	if !q.wrapOnly {
		f, err := s.search(ctx, st, q, methods)
		return onModules{s, st, q, methods}.or(ctx, f, err)
	}
	f := &candidate{route: s.wrapping(q, st)}
	err := s.pickMethod(f, methods)
	if err == nil && f.method == nil {
		err = router.ErrNoRoute
	}
	return f, err
}

func impactError(r *api.PriceRoute, impact loss, q *request) error {
	e := api.ImpactTooHigh(impact.percent, q.maxImpact)
	if impact.percent <= q.maxImpact {
		e.Details = fmt.Sprintf("the swap would lose %.2f USD of its value, more than %g USD: "+
			"swap less, or raise maxUSDImpact", impact.usd, *q.MaxUSDImpact)
	}
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	e.PriceRoute = text
	return e
}

// noRoute says why there is no route.
func (s *Service) noRoute(q *request, st *pools.Snapshot, err error) error {
	var known *api.Error
	switch {
	case errors.As(err, &known):
		return err
	case errors.Is(err, router.ErrNoRoute), errors.Is(err, router.ErrToken),
		errors.Is(err, router.ErrQuery):
		return withText(api.NoRoute, textNoRoute, s.whyNoRoute(q, st)).WithCause(err)
	case errors.Is(err, context.DeadlineExceeded):
		return withText(api.PricingError, textNoAnswer,
			"no route was found in time: try again").WithCause(err)
	}
	return err
}

func (s *Service) whyNoRoute(q *request, st *pools.Snapshot) string {
	rates := st.Rates()
	src, known := rates[q.src]
	switch {
	case q.Side == api.Buy && q.srcTax > 0:
		return fmt.Sprintf("a purchase cannot be paid in %s, which keeps a part of transfers: "+
			"sell an amount of it instead", q.srcToken.Symbol)
	case q.Side == api.Buy && q.destTax > 0 && q.Version == api.Version5:
		return fmt.Sprintf("version 5 cannot buy an amount of %s, which keeps a part of "+
			"transfers: use version 6.2, or sell %s", q.destToken.Symbol, q.srcToken.Symbol)
	case q.Side == api.Sell && known && q.Amount.Float()*src.USD < rates[q.dest].USD:
		return fmt.Sprintf("amount %s is too small to proceed: so little %s is worth less than "+
			"the least unit of %s", q.Amount, q.srcToken.Symbol, q.destToken.Symbol)
	}
	return fmt.Sprintf("no routes found with enough liquidity from %s to %s for amount %s: try "+
		"another amount, or fewer limits on exchanges and methods",
		q.srcToken.Symbol, q.destToken.Symbol, q.Amount)
}

// Exchanges lists the names of exchanges.
func (s *Service) Exchanges(context.Context, api.SwapVersion) ([]string, error) {
	return s.exchanges, nil
}
