package swap

import (
	"context"
	"crypto/sha256"
	"math/big"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// defaultDeadline is how long a version 5 transaction stays valid after its block.
const defaultDeadline = 20 * time.Minute

// Swap returns the best route and the transaction that performs it.
func (s *Service) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams, error) {
	q, t := r.Price, &r.Terms
	if err := checkTerms(t); err != nil {
		return api.PriceRoute{}, api.TxParams{}, err
	}
	q.NoDirectMethods = q.NoDirectMethods || feesOrReceiver(t)
	q.User, q.Partner, q.PartnerAddress, q.PartnerFeeBps, q.TakeSurplus = t.User, t.Partner, t.PartnerAddress, t.PartnerFeeBps, t.TakeSurplus
	route, err := s.Prices(ctx, q)
	if err != nil {
		return route, api.TxParams{}, err
	}
	call, err := s.call(&route, t, r.Limit)
	if err != nil {
		return route, api.TxParams{}, err
	}
	p, err := s.params(ctx, call, t)
	return route, p, err
}

func checkTerms(t *api.SwapTerms) error {
	switch {
	case t.Slippage < 0 || t.Slippage > bpsWhole:
		return invalid("slippage", "must be from 0 to 10000 basis points")
	case t.PartnerFeeBps < 0 || t.PartnerFeeBps > bpsWhole:
		return invalid("partnerFeeBps", "must be from 0 to 10000")
	}
	return nil
}

// feesOrReceiver tells whether terms need a method that takes fees or pays somebody else.
func feesOrReceiver(t *api.SwapTerms) bool {
	none := common.Address{}
	return t.Receiver != none && t.Receiver != t.User || t.PartnerAddress != none && (t.PartnerFeeBps > 0 || t.TakeSurplus)
}

// call packs the transaction of a route. limit is the least to get (Sell) or the most to spend (Buy) before fees; nil takes it from the slippage.
func (s *Service) call(r *api.PriceRoute, t *api.SwapTerms, limit *api.Amount) (chain.Call, error) {
	p, err := s.planOf(r)
	if err != nil {
		return chain.Call{}, rateChanged(err.Error())
	}
	m := s.method(r.Version, r.Side, r.ContractMethod)
	if m == nil || !m.fits(p) {
		return chain.Call{}, rateChanged("the route does not fit its contract method: ask for the price again")
	}
	if !m.plain && feesOrReceiver(t) {
		return chain.Call{}, withText(api.ValidationError, "Contract method doesn't support swap and transfer",
			m.name+" neither takes fees nor pays another receiver: leave it out by excludeContractMethods")
	}
	if partner, _, _ := feeOf(t, r.Version); partner != (common.Address{}) && p.taxed && !(r.Version == api.Version62 && t.DirectFees) {
		return chain.Call{}, invalid("partnerAddress", "can not be paid in a token that keeps a part of transfers, since less arrives than is owed: "+
			"with version 6.2 isDirectFeeTransfer=true pays it at once")
	}
	x := s.terms(r, t, limit)
	c := chain.Call{From: t.User, To: r.ContractAddress, Data: m.pack(p, x)}
	if r.SrcToken == api.NativeToken {
		c.Value = api.MustBig(x.from)
	}
	return c, nil
}

// terms works out amounts and words of a transaction.
func (s *Service) terms(r *api.PriceRoute, t *api.SwapTerms, limit *api.Amount) *terms {
	x := &terms{from: r.SrcAmount.Big(), to: r.DestAmount.Big(), permit: t.Permit, quoted: r.DestAmount.Big(), uuid: uuidOf(r)}
	if x.permit == nil {
		x.permit = []byte{}
	}
	if t.Receiver != t.User {
		x.receiver = t.Receiver
	}
	_, feeBps, _ := feeOf(t, r.Version)
	if r.Side == api.Sell {
		x.to = least(r.DestAmount, t.Slippage, limit)
	} else {
		x.quoted = r.SrcAmount.Big()
		x.from = most(r.SrcAmount, t.Slippage, feeBps, limit)
	}
	if r.Version == api.Version62 {
		x.fee = feeWord6(t)
		return x
	}
	x.fee, x.partner = feeWord5(t, r.Side)
	deadline := t.Deadline
	if st := s.newest(); deadline == 0 && st != nil {
		deadline = st.block.Time + uint64(defaultDeadline/time.Second)
	}
	x.deadline = new(big.Int).SetUint64(deadline)
	return x
}

// least is what must be got: the quote less slippage, but something.
func least(quoted api.Amount, slippage int, limit *api.Amount) *big.Int {
	amount := quoted.MulDiv(api.NewAmount(uint64(bpsWhole-slippage)), api.NewAmount(bpsWhole))
	if limit != nil {
		amount = *limit
	}
	if amount.IsZero() {
		amount = api.NewAmount(1)
	}
	return amount.Big()
}

// most is what may be spent: the quote and slippage, and the fee, which is taken from what is left of it.
func most(quoted api.Amount, slippage, feeBps int, limit *api.Amount) *big.Int {
	amount := quoted.MulDivUp(api.NewAmount(uint64(bpsWhole+slippage)), api.NewAmount(bpsWhole))
	if limit != nil {
		amount = *limit
	}
	return amount.Add(amount.MulDivUp(api.NewAmount(uint64(feeBps)), api.NewAmount(bpsWhole))).Big()
}

// uuidOf names the swap of a route in its transaction.
func uuidOf(r *api.PriceRoute) [16]byte {
	sum := sha256.Sum256([]byte(r.Hmac))
	return [16]byte(sum[:16])
}

// params is a call as clients get it.
func (s *Service) params(ctx context.Context, c chain.Call, t *api.SwapTerms) (api.TxParams, error) {
	p := api.TxParams{From: c.From, To: c.To, Value: c.Value, Data: c.Data, ChainID: s.cfg.Network.ChainID()}
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
	if st := s.newest(); st != nil {
		tip = price.Sub(st.baseFee)
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
	return withText(api.RateChanged, "The rate has changed, please re-query the latest Price", details)
}
