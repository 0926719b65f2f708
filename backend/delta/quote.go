package delta

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/agents"
	"bourse/backend/delta/auction"
	"bourse/backend/eip712"
)

// DeltaQuote prices an intent by what agents can get for it on the newest block.
func (s *Service) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	switch r.Mode {
	case "", api.ModeAll, api.ModeDelta, api.ModeMarket:
	default:
		return api.DeltaQuote{}, api.Invalid(
			api.FieldError{Field: "mode", Reason: "must be ALL, DELTA or MARKET"})
	}
	if r.Mode == api.ModeMarket {
		return s.cfg.marketQuote(ctx, r, nil)
	}
	price, err := s.price(ctx, r)
	if err == nil {
		return api.DeltaQuote{Delta: &price}, nil
	}
	err = inStep(err)
	var reason *api.Error
	if r.Mode == api.ModeDelta || !errors.As(err, &reason) || reason.Type == api.ValidationError ||
		reason.Type == api.StoreUnavailable {
		return api.DeltaQuote{}, err
	}
	return s.cfg.marketQuote(ctx, r, &api.FallbackReason{
		ErrorType: reason.Type, Details: reason.Details})
}

func (c *Config) marketQuote(ctx context.Context, r api.DeltaQuoteRequest,
	reason *api.FallbackReason) (api.DeltaQuote, error) {
	route, err := c.Market(ctx, r)
	return api.DeltaQuote{Market: route, FallbackReason: reason}, err
}

// price is a Delta price, sealed.
func (s *Service) price(ctx context.Context, r api.DeltaQuoteRequest) (p api.DeltaPrice,
	err error) {
	src, dest, err := s.cfg.checkQuote(&r)
	if err != nil {
		return p, err
	}
	at, err := s.positionRef()
	if err != nil {
		return p, notFollowed()
	}
	if err := s.cfg.Network.CanSimulate(ctx); err != nil {
		return p, err // nobody could settle it
	}
	if r.Second {
		if err := s.checkForms(ctx, at.Hash); err != nil {
			return p, err
		}
	}
	prices, err := s.cfg.prices(ctx, src, dest)
	if err != nil {
		return p, err
	}
	gasPrice, err := s.cfg.Network.GasPrice(ctx)
	if err != nil {
		return p, err
	}
	b := auction.NewBatch(s.market(), at, gasPrice)
	if r.Side == api.Buy {
		p, err := s.buyPrice(ctx, b, r, prices)
		units, _ := strconv.ParseUint(p.GasCost, 10, 64)
		p.GasWei = gasPrice.MulDiv(api.NewAmount(units), api.NewAmount(1))
		return p, err
	}
	route, cost, err := bestRoute(ctx, b, r)
	if err != nil {
		return p, err
	}
	gas := route.Gas + auction.SettleGas
	if !cost.Less(route.Received) {
		return p, api.Errorf(api.GasCostExceedsTradeAmount,
			"Gas cost exceeds trade amount: gas costs %s of the %s that the trade brings: trade "+
				"more", s.cfg.Tokens.AmountText(cost, r.Dest),
			s.cfg.Tokens.AmountText(route.Received, r.Dest))
	}
	if err := checkLoss(&r, prices, &route); err != nil {
		return p, err
	}
	partner := s.partnerOf(&r)
	bps := min(math.Round(partner.PartnerFee*100), eip712.MaxPartnerBps)
	before := route.Received.Sub(cost)
	after := eip712.LessFlatFee(before, eip712.PartnerAndFee(
		partner.PartnerAddress, uint8(bps), partner.TakeSurplus))
	p = api.DeltaPrice{
		SrcToken: r.Src, DestToken: r.Dest, SrcAmount: r.Amount, DestAmount: after,
		DestAmountBeforeFee: before,
		GasCost:             strconv.FormatUint(gas, 10),
		GasCostBeforeFee:    strconv.FormatUint(gas, 10),
		Partner:             partnerName(r.Partner), PartnerFee: partner.PartnerFee,
	}
	p.SrcUSD, p.DestUSD, p.DestUSDBeforeFee = prices[0].USD(p.SrcAmount),
		prices[1].USD(p.DestAmount), prices[1].USD(p.DestAmountBeforeFee)
	p.GasCostUSD = prices[1].USD(cost)
	p.GasCostUSDBeforeFee = p.GasCostUSD
	if r.Second {
		p.Bridge = &api.DeltaBridge{}
	}
	p.GasWei = gasPrice.MulDiv(api.NewAmount(gas), api.NewAmount(1))
	p.Hmac, err = s.cfg.Seal.Sign(p)
	return p, err
}

// partnerOf is the partner of a quote, with what it charges there.
func (s *Service) partnerOf(r *api.DeltaQuoteRequest) api.DeltaPartner {
	p := s.cfg.Partners[r.Partner]
	if r.PartnerFeeBps == nil {
		return p
	}
	if p.PartnerFee = float64(*r.PartnerFeeBps) / 100; p.PartnerAddress == (common.Address{}) {
		p.PartnerAddress = common.Address{19: 1} // whose the fee is does not change the price
	}
	return p
}

// buyPrice is what it takes to buy an amount, with gas and the partner's fee.
func (s *Service) buyPrice(ctx context.Context, b *auction.Batch, r api.DeltaQuoteRequest,
	prices []api.Price) (p api.DeltaPrice, err error) {
	// what it is worth, twice, and more where the pools take more than that
	const tries = 4
	most := prices[0].BaseFor(prices[1].QuoteFor(r.Amount, api.Up), api.Up)
	route := auction.Route{}
	for try := range tries {
		most = most.Add(most).Max(api.NewAmount(1))
		route, err = b.Cheapest(ctx, r.Src, r.Dest, r.Amount, most)
		if err == nil || api.TypeOf(err) != api.NoRoute || try == tries-1 {
			break
		}
	}
	if err != nil {
		return p, err
	}
	gas := route.Gas + auction.SettleGas
	cost, err := b.GasIn(ctx, r.Src, gas)
	if err != nil {
		return p, err
	}
	sells := r
	sells.Amount = route.Spends
	if err := checkLoss(&sells, prices,
		&auction.Route{Received: r.Amount, Margin: route.Margin}); err != nil {
		return p, err
	}
	partner := s.partnerOf(&r)
	spends := route.Spends.Add(cost)
	fee := spends.BPSUp(uint64(min(math.Round(partner.PartnerFee*100), eip712.MaxPartnerBps)))
	p = api.DeltaPrice{
		SrcToken: r.Src, DestToken: r.Dest, SrcAmount: spends.Add(fee), DestAmount: r.Amount,
		DestAmountBeforeFee: r.Amount, GasCost: strconv.FormatUint(gas, 10),
		GasCostBeforeFee: strconv.FormatUint(gas, 10), Partner: partnerName(r.Partner),
		PartnerFee: partner.PartnerFee, Bridge: &api.DeltaBridge{}, Side: api.Buy,
	}
	p.SrcUSD, p.DestUSD = prices[0].USD(p.SrcAmount), prices[1].USD(p.DestAmount)
	p.DestUSDBeforeFee, p.GasCostUSD = p.DestUSD, prices[0].USD(cost)
	p.GasCostUSDBeforeFee = p.GasCostUSD
	p.Hmac, err = s.cfg.Seal.Sign(p)
	return p, err
}

func notFollowed() error {
	e := api.Errorf(api.ChainUnavailable, "the network is not followed yet: try again shortly")
	e.RetryAfter = time.Second
	return e
}

// inStep is an error of a search at the newest block, at which this node's pools or books do not
// stand yet, or no longer.
func inStep(err error) error {
	if api.TypeOf(err) == api.RateChanged {
		return notFollowed()
	}
	return err
}

// checkLoss refuses a price at which more of the value would be lost, before gas, than is allowed.
// prices are those of the two tokens. Where these say that more is lost than by what the route's
// own pools pay at the margin, these count: a search over all pools found nothing better.
func checkLoss(r *api.DeltaQuoteRequest, prices []api.Price, route *auction.Route) error {
	most := float64(api.DefaultMaxImpact)
	if r.MaxImpact != nil {
		most = *r.MaxImpact
	}
	in, out := prices[0].QuoteFor(r.Amount, api.Up), prices[1].QuoteFor(route.Received, api.Down)
	if in.IsZero() {
		return nil
	}
	lost := (1 - out.Float()/in.Float()) * 100
	if margin := r.Amount.Float() * route.Margin; margin > 0 {
		lost = min(lost, (1-route.Received.Float()/margin)*100)
	}
	if lost > most {
		return api.ImpactTooHigh(lost, most)
	}
	return nil
}

// bestRoute is the best that agents can do for an amount, on the pools or with limit orders before,
// and what its gas costs in the destination token.
func bestRoute(ctx context.Context, b *auction.Batch, r api.DeltaQuoteRequest) (best auction.Route,
	cost api.Amount, err error) {
	found := false
	for _, find := range []func() (auction.Route, error){
		func() (auction.Route, error) { return b.Best(ctx, r.Src, r.Dest, r.Amount) },
		func() (auction.Route, error) { return agents.Blend(ctx, b, r.Src, r.Dest, r.Amount) },
	} {
		route, failure := find()
		if failure != nil {
			err = cmp.Or(err, failure)
			continue
		}
		fee, failure := b.GasIn(ctx, r.Dest, route.Gas+auction.SettleGas)
		if failure != nil {
			return best, cost, failure
		}
		if !found || best.Received.Sub(cost).Less(route.Received.Sub(fee)) {
			best, cost, found = route, fee, true
		}
	}
	if found {
		err = nil
	}
	return best, cost, err
}

func partnerName(name string) string {
	if name == "" {
		return "anon"
	}
	return name
}

// checkQuote refuses what Delta can't do and returns the tokens.
func (c *Config) checkQuote(r *api.DeltaQuoteRequest) (src, dest api.Token, err error) {
	switch {
	case r.Side != "" && r.Side != api.Sell && r.Side != api.Buy:
		return src, dest, api.Invalid(api.FieldError{Field: "side", Reason: "must be SELL or BUY"})
	case r.Amount.IsZero():
		return src, dest, api.Invalid(api.FieldError{Field: "amount", Reason: "must not be 0"})
	case r.MaxImpact != nil && !(*r.MaxImpact >= 0):
		return src, dest, api.Invalid(api.FieldError{Field: "maxImpact",
			Reason: fmt.Sprintf("must be at least 0, got %g", *r.MaxImpact)})
	case r.Src == r.Dest:
		return src, dest, api.Invalid(
			api.FieldError{Field: "destToken", Reason: "must differ from srcToken"})
	case r.Side == api.Buy && !r.Second:
		return src, dest, api.Errorf(api.UnsupportedSide,
			"BUY is not supported: give the amount to sell")
	case r.Src == api.NativeToken:
		return src, dest, api.Errorf(api.SourceEth,
			"ETH as source token is not supported: wrap it first")
	}
	if src, err = c.token(r.Src, "srcDecimals", r.SrcDecimals); err != nil {
		return src, dest, err
	}
	dest, err = c.token(r.Dest, "destDecimals", r.DestDecimals)
	return src, dest, err
}

func (c *Config) token(a common.Address, field string, decimals *int) (api.Token, error) {
	t, ok := c.Tokens.Listed(a)
	if !ok || t.TransferTax > 0 {
		return t, unsupported(a)
	}
	if decimals != nil && *decimals != t.Decimals {
		return t, api.Invalid(api.FieldError{
			Field: field, Reason: fmt.Sprintf(
				"is %d, the token %s has %d", *decimals, t.Symbol, t.Decimals)})
	}
	return t, nil
}

// prices are of tokens, in USD.
func (c *Config) prices(ctx context.Context, tokens ...api.Token) (list []api.Price, err error) {
	for _, t := range tokens {
		price, ok, err := c.Oracle.PriceUSD(ctx, t.Address)
		if err == nil && !ok {
			err = api.Errorf(api.PricingError,
				"Error getting price data: token %s has no USD price", t.Symbol)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, price)
	}
	return list, nil
}
