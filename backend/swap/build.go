package swap

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/calldata"
)

// defaultDeadline is how long a version 5 transaction stays valid after its block.
const defaultDeadline = 20 * time.Minute

// Swap returns the best route over pools and the transaction that performs it. Limit orders take no
// part: they may be taken by somebody else while nobody checks the transaction.
func (s *Service) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams,
	error) {
	excluded := append(slices.Clone(r.Price.ExcludeExchanges), api.LimitOrders)
	r.Price.ExcludeExchanges = excluded
	return s.swap(ctx, r)
}

// swap is Swap over everything that the request admits.
func (s *Service) swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams,
	error) {
	q, t := r.Price, &r.Terms
	q.NoDirectMethods = q.NoDirectMethods || feesOrReceiver(t)
	q.User, q.Partner, q.PartnerAddress, q.PartnerFeeBps, q.TakeSurplus = t.User, t.Partner,
		t.PartnerAddress, t.PartnerFeeBps, t.TakeSurplus
	if err := s.checkTerms(t); err != nil {
		return api.PriceRoute{}, api.TxParams{}, err
	}
	route, err := s.Prices(ctx, q)
	if err != nil {
		return route, api.TxParams{}, err
	}
	if err := reaches(&route, r.Limit); err != nil {
		return route, api.TxParams{}, err
	}
	call, err := s.call(&route, t, r.Limit)
	if err != nil {
		return route, api.TxParams{}, err
	}
	p, err := s.params(ctx, call.Call, t)
	return route, p, err
}

// reaches refuses a limit that the route misses already, so that its transaction could only fail.
func reaches(r *api.PriceRoute, limit *api.Amount) error {
	switch {
	case limit == nil:
	case r.Side != api.Buy && r.DestAmount.Less(*limit):
		return rateChanged(fmt.Sprintf("destAmount is %s, but the route brings %s: ask for less",
			limit, r.DestAmount))
	case r.Side == api.Buy && limit.Less(r.SrcAmount):
		return rateChanged(fmt.Sprintf("srcAmount is %s, but the route costs %s: allow more",
			limit, r.SrcAmount))
	}
	return nil
}

func (s *Service) checkTerms(t *api.SwapTerms) error {
	st := s.cfg.Pools.Newest()
	switch {
	case t.Slippage < 0 || t.Slippage > api.BPS:
		return invalid("slippage", fmt.Sprintf(
			"must be from 0 to 10000 basis points, got %d", t.Slippage))
	case t.Deadline != 0 && st != nil && t.Deadline <= st.Block.Time:
		return invalid("deadline", fmt.Sprintf("is %d, but the newest block is of %d: UNIX "+
			"seconds in the future are needed", t.Deadline, st.Block.Time))
	}
	return nil
}

// feesOrReceiver tells whether terms need a method that takes fees or pays somebody else.
func feesOrReceiver(t *api.SwapTerms) bool {
	none := common.Address{}
	return t.Receiver != none && t.Receiver != t.User || t.PartnerAddress != none &&
		(t.PartnerFeeBps > 0 || t.TakeSurplus)
}

// call packs the transaction of a route. limit is the least to get (Sell) or the most to spend
// (Buy) before fees; nil takes it from the slippage.
func (s *Service) call(r *api.PriceRoute, t *api.SwapTerms, limit *api.Amount) (preparedCall,
	error) {
	p, err := s.encoder.PlanOf(r)
	if err != nil {
		return preparedCall{}, rateChanged(err.Error())
	}
	m := methodNamed(s.methods, r.Version, r.Side, r.ContractMethod)
	if m == nil || !m.Fits(p) {
		return preparedCall{}, rateChanged(
			"the route does not fit its contract method: ask for the price again")
	}
	if err := checkPartner(
		r.Version, t.PartnerAddress, t.PartnerFeeBps, t.TakeSurplus); err != nil {
		return preparedCall{}, err
	}
	if !m.General && feesOrReceiver(t) {
		return preparedCall{}, withText(
			api.ValidationError, "Contract method doesn't support swap and transfer",
			m.Name+" neither takes fees nor pays another receiver: leave it out by "+
				"excludeContractMethods")
	}
	if partner, _, _ := calldata.FeeOf(t); partner != (common.Address{}) && p.Taxed() &&
		!(r.Version == api.Version62 && t.DirectFees) {
		return preparedCall{}, invalid("partnerAddress",
			"cannot be paid in a token that keeps a part of transfers, since less arrives than "+
				"is owed: "+
				"with version 6.2 isDirectFeeTransfer=true pays it at once")
	}
	x := s.terms(p, r, t, limit)
	c := preparedCall{
		Call:  chain.Call{From: t.User, To: r.ContractAddress, Data: m.Pack(p, x)},
		token: r.SrcToken, amount: api.MustBig(x.From), spender: s.spender(r.Version),
	}
	if r.SrcToken == api.NativeToken {
		c.Value = c.amount
	}
	return c, nil
}

// terms works out amounts and words of a transaction.
func (s *Service) terms(p *calldata.Plan, r *api.PriceRoute, t *api.SwapTerms,
	limit *api.Amount) *calldata.Terms {
	deadline := t.Deadline
	if st := s.cfg.Pools.Newest(); deadline == 0 && st != nil {
		deadline = st.Block.Time + uint64(defaultDeadline/time.Second)
	}
	return calldata.TermsOf(p, r, t, limit, deadline)
}

// params is a call as clients get it.
func (s *Service) params(ctx context.Context, c chain.Call, t *api.SwapTerms) (api.TxParams,
	error) {
	p := api.TxParams{From: c.From, To: c.To, Value: c.Value, Data: c.Data,
		ChainID: s.cfg.Network.ChainID()}
	if t.OnlyParams {
		return p, nil
	}
	price, err := s.cfg.Network.GasPrice(ctx)
	if err != nil {
		return p, err
	}
	if t.GasPrice != nil {
		price = *t.GasPrice
	}
	if !t.DynamicFee && t.MaxFee == nil && t.Tip == nil {
		p.GasPrice = &price
		return p, nil
	}
	most, tip := price.Add(price), api.Amount{}
	if st := s.cfg.Pools.Newest(); st != nil {
		tip = price.Sub(st.BaseFee)
	}
	if t.MaxFee != nil {
		most = *t.MaxFee
		tip = tip.Min(most)
	}
	if t.Tip != nil {
		tip = *t.Tip
	}
	if most.Less(tip) {
		return p, invalid("maxPriorityFeePerGas", "must not be above maxFeePerGas")
	}
	p.MaxFeePerGas, p.MaxPriorityFeePerGas = &most, &tip
	return p, nil
}

func rateChanged(details string) error {
	return withText(api.RateChanged, "The rate has changed, please re-query the latest Price",
		details)
}
