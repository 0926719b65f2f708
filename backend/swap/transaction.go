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
	"bourse/backend/swap/seal"
)

// maxAge is how old, in seconds, the block of a route may be when it is built.
const maxAge = uint64(seal.MaxAge / time.Second)

// BuildTransaction returns the transaction for a route as it was given, for limit orders, or for a
// purchase of what limit orders take and their fill.
func (s *Service) BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error) {
	c, err := s.prepared(ctx, &r)
	if err != nil {
		return api.TxParams{}, err
	}
	p, err := s.params(ctx, c.Call, &r.Terms)
	if err != nil || r.Terms.IgnoreChecks || r.Terms.OnlyParams {
		return p, err
	}
	if err := s.checkFunds(ctx, c, &r.Terms); err != nil || r.Terms.IgnoreGas {
		return p, err
	}
	simulation, err := s.cfg.Network.Estimate(ctx, c.Call)
	if err != nil {
		return p, mayFail(s.explain(ctx, &r, err))
	}
	gas := api.NewAmount(simulation.Gas)
	p.Gas = &gas
	return p, nil
}

// PrepareSwap is BuildTransaction for whoever signs here.
func (s *Service) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	c, err := s.prepared(ctx, &r)
	if err != nil {
		return api.Transaction{}, err
	}
	if err := s.checkFunds(ctx, c, &r.Terms); err != nil {
		return api.Transaction{}, err
	}
	tx, err := s.cfg.Network.Prepare(ctx, c.Call)
	return tx, s.explain(ctx, &r, err)
}

// preparedCall is a call with what it takes from its sender.
type preparedCall struct {
	chain.Call
	token   common.Address
	amount  api.Amount
	spender common.Address
}

// prepared is what is built of a request to be sent.
func (s *Service) prepared(ctx context.Context, r *api.BuildRequest) (preparedCall, error) {
	c, err := s.built(ctx, r)
	if err == nil && s.cfg.Prepared != nil {
		s.cfg.Prepared(c.Data)
	}
	return c, err
}

func (s *Service) built(ctx context.Context, r *api.BuildRequest) (preparedCall, error) {
	if r.Terms.User == (common.Address{}) {
		return preparedCall{}, invalid("userAddress", "is required")
	}
	if err := s.checkTerms(&r.Terms); err != nil {
		return preparedCall{}, err
	}
	if len(r.Route) == 0 {
		if len(r.Orders) == 0 {
			return preparedCall{}, withText(api.ValidationError, "Missing price route",
				"priceRoute or orders must be given")
		}
		return s.fill(ctx, r)
	}
	route, err := s.trusted(r)
	if err != nil {
		return preparedCall{}, err
	}
	if len(r.Orders) > 0 {
		return s.swapAndFill(r, route)
	}
	limit, err := s.agree(ctx, r, route)
	if err != nil {
		return preparedCall{}, err
	}
	return s.call(route, &r.Terms, limit)
}

// trusted reads a route and refuses one that is not ours, was changed, or is too old.
func (s *Service) trusted(r *api.BuildRequest) (*api.PriceRoute, error) {
	route := new(api.PriceRoute)
	if err := json.Unmarshal(r.Route, route); err != nil {
		return nil, invalid("priceRoute", "is no price route: pass it as it came")
	}
	if route.Network != s.cfg.Network.ChainID() {
		return nil, mismatch("Network Mismatch",
			fmt.Sprintf("the route is for network %d", route.Network))
	}
	switch err := s.cfg.Seal.Check(r.Route); {
	case errors.Is(err, seal.ErrStale):
		return nil, rateChanged(fmt.Sprintf(
			"the price is more than %d seconds old: ask for the newest", maxAge))
	case err != nil:
		return nil, rateChanged("the price route was changed after it was made, or is none of " +
			"ours: pass it as it came")
	}
	of, head := s.cfg.Pools.At(route.BlockNumber), s.cfg.Pools.Newest()
	if of == nil || head.Block.Time > of.Block.Time+maxAge {
		return nil, rateChanged(fmt.Sprintf(
			"the price is of block %d, more than %d seconds ago: ask for the newest",
			route.BlockNumber, maxAge))
	}
	return route, nil
}

func mismatch(text, details string) error { return withText(api.ValidationError, text, details) }

// agree checks a request against its route and returns the limit that it names in place of a
// slippage.
func (s *Service) agree(ctx context.Context, r *api.BuildRequest,
	route *api.PriceRoute) (*api.Amount, error) {
	if err := s.agreeTokens(ctx, r, route); err != nil {
		return nil, err
	}
	given, limit, fixed, name := r.SrcAmount, r.DestAmount, route.SrcAmount,
		[2]string{"srcAmount", "destAmount"}
	texts := [2]string{"Source Amount Mismatch", "Destination Amount Mismatch"}
	if route.Side == api.Buy {
		given, limit, fixed, name = r.DestAmount, r.SrcAmount, route.DestAmount,
			[2]string{"destAmount", "srcAmount"}
		texts[0], texts[1] = texts[1], texts[0]
	}
	switch {
	case given == nil:
		return nil, mismatch("Missing "+name[0], name[0]+" must be given")
	case *given != fixed:
		return nil, mismatch(texts[0],
			fmt.Sprintf("%s is %s, the route's is %s", name[0], given, fixed))
	case limit != nil && r.HasSlippage:
		return nil, mismatch("Cannot specify both slippage and "+name[1], "give one of them")
	case limit == nil && !r.HasSlippage:
		return nil, mismatch("Missing slippage or "+name[1], "give one of them")
	case limit == nil:
		return nil, nil
	case route.Side == api.Sell && route.DestAmount.Less(*limit), route.Side == api.Buy &&
		limit.Less(route.SrcAmount):
		return nil, mismatch(texts[1],
			fmt.Sprintf("%s is %s, which the route does not reach", name[1], limit))
	}
	return limit, nil
}

func (s *Service) agreeTokens(
	ctx context.Context, r *api.BuildRequest, route *api.PriceRoute) error {
	for _, x := range []struct {
		field, name, text string
		token             common.Address
		decimals          *int
		want              int
	}{
		{"srcToken", r.Src, "Source", route.SrcToken, r.SrcDecimals, route.SrcDecimals},
		{"destToken", r.Dest, "Destination", route.DestToken, r.DestDecimals, route.DestDecimals},
	} {
		if x.name != "" {
			t, err := s.find(ctx, x.field, x.name, nil)
			if err != nil {
				return err
			}
			if t.Address != x.token {
				return mismatch(x.text+" Token Mismatch",
					fmt.Sprintf("%s is %s, the route's is %s", x.field, api.Lower(t.Address),
						api.Lower(x.token)))
			}
		}
		if x.decimals != nil && *x.decimals != x.want {
			return mismatch(x.text+" Decimals Mismatch",
				fmt.Sprintf("%d were given, the route says %d", *x.decimals, x.want))
		}
	}
	return nil
}

// checkFunds refuses what the sender cannot pay or has not approved.
func (s *Service) checkFunds(ctx context.Context, c preparedCall, t *api.SwapTerms) error {
	h, err := s.cfg.Tokens.UserToken(ctx, t.User, c.token)
	switch {
	case err != nil:
		return err
	case h.Balance.Less(c.amount):
		return withText(api.TransactionFails, "Not enough "+h.Symbol+" balance",
			fmt.Sprintf("%s holds %s units of %s and would pay up to %s", api.Lower(t.User),
				h.Balance, h.Symbol, c.amount))
	case c.token == api.NativeToken || t.IgnoreAllowance || len(t.Permit) > 0 ||
		!h.Allowances[c.spender].Less(c.amount):
		return nil
	}
	return withText(api.TransactionFails,
		"Not enough "+h.Symbol+" allowance given to TokenTransferProxy",
		fmt.Sprintf("%s lets %s take %s units of %s and would pay up to %s: approve it first",
			api.Lower(t.User), api.Lower(c.spender),
			h.Allowances[c.spender], h.Symbol, c.amount))
}

// mayFail gives a failed simulation the text that clients know, and the reason in the details.
func mayFail(err error) error {
	var e *api.Error
	if !errors.As(err, &e) || e.Type != api.TransactionFails {
		return err
	}
	return withText(api.TransactionFails,
		"This transaction has some errors and may fail. Please contact support for more details",
		e.Details).WithCause(err)
}
