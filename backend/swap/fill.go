package swap

import (
	"context"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/orders"
)

// maxFills is how many orders one transaction fills.
const maxFills = 20

// checkOrders refuses orders that can't be filled together by the user, and returns the asset that they take and how much of it in all.
func (s *Service) checkOrders(r *api.BuildRequest) (takes api.Asset, total api.Amount, err error) {
	if len(r.Orders) > maxFills {
		return takes, total, invalid("orders", fmt.Sprintf("are %d; one transaction fills at most %d", len(r.Orders), maxFills))
	}
	first := &r.Orders[0].Order
	for i := range r.Orders {
		o := &r.Orders[i].Order
		field := fmt.Sprintf("orders[%d]", i)
		user := o.TakerFromMeta()
		switch {
		case o.NFT != first.NFT || o.TakerAsset != first.TakerAsset || !o.NFT && o.MakerAsset != first.MakerAsset:
			return takes, total, invalid(field, "trades another pair than the first one: fill it on its own")
		case o.NFT && len(r.Orders) > 1:
			return takes, total, invalid(field, "is for an NFT, which is filled on its own")
		case o.TakerAsset.Kind != api.ERC20:
			return takes, total, invalid(field, "takes an NFT, which no swap pays")
		case user != (common.Address{}) && user != r.Terms.User:
			return takes, total, withText(api.OrderNotFillable, "unauthorized user", field+" is for "+api.Lower(user)+" only")
		case o.Taker != first.Taker:
			return takes, total, invalid(field, "names another taker than the first one: fill it on its own")
		}
		total = total.Add(o.TakerAmount)
	}
	return first.TakerAsset, total, nil
}

// fill packs the fill of orders by what they name as their taker: a swap contract, the user, or nobody.
func (s *Service) fill(ctx context.Context, r *api.BuildRequest) (spending, error) {
	takes, pay, err := s.checkOrders(r)
	if err != nil {
		return spending{}, err
	}
	first := &r.Orders[0].Order
	if r.SrcAmount != nil && !r.SrcAmount.IsZero() {
		if pay.Less(*r.SrcAmount) {
			return spending{}, mismatch("Source Amount Mismatch", fmt.Sprintf("srcAmount is %s, the orders take at most %s", r.SrcAmount, pay))
		}
		pay = *r.SrcAmount
	}
	at := s.cfg.Network.Contracts()
	x := spending{Call: chain.Call{From: r.Terms.User}, token: takes.Address, amount: pay}
	fifth, err := s.byVersion5(ctx, r, x)
	if err != nil {
		return x, err
	}
	switch {
	case first.NFT && first.Taker == at.AugustusSwapper:
		return s.fillNFT(r, x)
	case first.Taker == r.Terms.User && !first.NFT:
		x.To, x.spender = at.AugustusRFQ, at.AugustusRFQ
		x.Data = rfqABI.PackTryBatchFillOrderTakerAmount(infosOf(r.Orders), pay.Big(), s.receiver(r))
	case fifth:
		x.To, x.spender = at.AugustusSwapper, at.TokenTransferProxy
		x.Data = rfqRouterABI.PackSwapOnAugustusRFQTryBatchFill(infosOf(r.Orders), s.wrapOf(r), pay.Big(), s.leastOf(r, pay).Big())
	case !first.NFT && (first.Taker == (common.Address{}) || first.Taker == at.AugustusV6):
		x.To, x.spender = at.AugustusV6, at.AugustusV6
		x.Data = v6rfqABI.PackSwapOnAugustusRFQTryBatchFill(contracts.AugustusRFQData{
			FromAmount: pay.Big(), ToAmount: s.leastOf(r, pay).Big(), WrapApproveDirection: s.wrapOf(r) | approveBit, Beneficiary: r.Terms.Receiver,
		}, infosOf(r.Orders), nonNil(r.Terms.Permit))
	default:
		return x, api.Errorf(api.OrderNotFillable, "the orders name %s as their taker, through whom %s can not be paid", api.Lower(first.Taker), api.Lower(s.receiver(r)))
	}
	if s.wrapOf(r) == wrapInput {
		x.token, x.Value = api.NativeToken, pay
	}
	return x, nil
}

// byVersion5 tells whether the version 5 contract fills the orders: those that name it, and those open to anybody where it is the one that the
// user has approved, as clients of version 5 do. It pays out to the user only.
func (s *Service) byVersion5(ctx context.Context, r *api.BuildRequest, x spending) (bool, error) {
	at, first, t := s.cfg.Network.Contracts(), &r.Orders[0].Order, &r.Terms
	switch {
	case first.NFT || s.receiver(r) != t.User:
		return false, nil
	case first.Taker != (common.Address{}):
		return first.Taker == at.AugustusSwapper, nil
	case s.wrapOf(r) == wrapInput || len(t.Permit) > 0:
		return false, nil
	}
	h, err := s.cfg.Tokens.Holding(ctx, t.User, x.token)
	return h.Allowances[at.AugustusV6].Less(x.amount) && !h.Allowances[at.TokenTransferProxy].Less(x.amount), err
}

func (s *Service) receiver(r *api.BuildRequest) common.Address {
	if r.Terms.Receiver == (common.Address{}) {
		return r.Terms.User
	}
	return r.Terms.Receiver
}

// wrapOf says whether the user pays or gets native coins for the orders' wrapped ones.
func (s *Service) wrapOf(r *api.BuildRequest) uint8 {
	native := func(name string, asset common.Address) bool {
		t, err := api.ParseAddress(name)
		listed, ok := s.cfg.Tokens.Find(name)
		return asset == s.wrapped && (err == nil && t == api.NativeToken || ok && listed.Address == api.NativeToken)
	}
	first := &r.Orders[0].Order
	switch {
	case native(r.Src, first.TakerAsset.Address):
		return wrapInput
	case native(r.Dest, first.MakerAsset.Address):
		return unwrap
	}
	return 0
}

// leastOf is what a payment to the orders must bring: what the first ones give for it, rounded down as they round.
func (s *Service) leastOf(r *api.BuildRequest, pay api.Amount) api.Amount {
	var sum api.Amount
	for i := range r.Orders {
		o := &r.Orders[i].Order
		part := pay.Min(o.TakerAmount)
		sum = sum.Add(part.MulDiv(o.MakerAmount, o.TakerAmount))
		pay = pay.Sub(part)
	}
	if sum.IsZero() {
		return api.NewAmount(1)
	}
	return api.MustBig(least(sum, r.Terms.Slippage, r.DestAmount))
}

func infosOf(list []api.SignedOrder) []contracts.AugustusRFQOrderInfo {
	infos := make([]contracts.AugustusRFQOrderInfo, len(list))
	for i := range list {
		infos[i] = contracts.AugustusRFQOrderInfo{
			Order: orders.ContractOrder(list[i].Order), Signature: list[i].Signature, TakerTokenFillAmount: list[i].Order.TakerAmount.Big(),
			PermitTakerAsset: []byte{}, PermitMakerAsset: nonNil(list[i].PermitMakerAsset),
		}
	}
	return infos
}

func nonNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// fillNFT fills one NFT order through the version 5 swap contract.
func (s *Service) fillNFT(r *api.BuildRequest, x spending) (spending, error) {
	if s.receiver(r) != r.Terms.User {
		return x, api.Errorf(api.OrderNotFillable, "an NFT order is filled through the swap contract, which pays out to the account that fills it only")
	}
	at := s.cfg.Network.Contracts()
	x.To, x.spender = at.AugustusSwapper, at.TokenTransferProxy
	o := &r.Orders[0]
	wrap := s.wrapOf(r)
	if wrap == wrapInput {
		x.token, x.Value = api.NativeToken, x.amount
	}
	x.Data = rfqRouterABI.PackPartialSwapOnAugustusRFQNFT(orders.ContractOrderNFT(o.Order), o.Signature, nonNil(o.PermitMakerAsset), wrap, x.amount.Big())
	return x, nil
}

// swapAndFill buys what the orders take along a version 5 route and fills them with it, in one transaction.
func (s *Service) swapAndFill(r *api.BuildRequest, route *api.PriceRoute) (spending, error) {
	takes, pay, err := s.checkOrders(r)
	if err != nil {
		return spending{}, err
	}
	at := s.cfg.Network.Contracts()
	first := &r.Orders[0].Order
	switch {
	case route.Version != api.Version5 || route.Side != api.Buy:
		return spending{}, mismatch("Side Mismatch", "a swap that pays for orders is a BUY of what they take, priced with version 5")
	case s.wrap(route.DestToken) != takes.Address:
		return spending{}, mismatch("Destination Token Mismatch", "the route must buy "+api.Lower(takes.Address)+", which the orders take")
	case route.DestAmount != pay:
		return spending{}, mismatch("Destination Amount Mismatch", fmt.Sprintf("the route buys %s, the orders take %s", route.DestAmount, pay))
	case first.Taker != (common.Address{}) && first.Taker != at.AugustusSwapper:
		return spending{}, api.Errorf(api.OrderNotFillable, "the orders name %s as their taker: a swap can not pay them", api.Lower(first.Taker))
	}
	p, err := s.planOf(route)
	if err != nil || len(p.oneHop()) == 0 || p.taxed || p.wrapOnly() || isNative(p.src) || isNative(p.dest) {
		return spending{}, mismatch("Missing price route", "a swap that pays for orders needs a route of one hop between ERC-20 tokens: ask for the price with includeContractMethods=simpleBuy")
	}
	limit := r.SrcAmount
	if limit != nil && limit.Less(route.SrcAmount) {
		return spending{}, mismatch("Source Amount Mismatch", "srcAmount is less than the route costs")
	}
	x := s.terms(route, &r.Terms, limit)
	var c calls
	s.addLegs(&c, p, p.oneHop())
	out := spending{token: route.SrcToken, amount: api.MustBig(x.from), spender: at.TokenTransferProxy, Call: chain.Call{From: r.Terms.User, To: at.AugustusSwapper}}
	if first.NFT {
		out.Data, err = s.buyNFT(r, &c, x, p)
	} else {
		out.Data = s.buyAndFill(r, &c, x, p)
	}
	return out, err
}

// buyAndFill ends the calls with the fill, to the swap contract, which pays the maker's tokens out.
func (s *Service) buyAndFill(r *api.BuildRequest, c *calls, x *terms, p *plan) []byte {
	at := s.cfg.Network.Contracts()
	var gives api.Amount
	for i := range r.Orders {
		gives = gives.Add(r.Orders[i].Order.MakerAmount)
	}
	c.on(p.dest, at.AugustusRFQ, rfqABI.PackBatchFillOrderWithTarget(infosOf(r.Orders), at.AugustusSwapper))
	x.to = gives.Big()
	return simpleABI.PackSimpleBuy(x.simple(p.src, r.Orders[0].Order.MakerAsset.Address, c))
}

// buyNFT ends the calls with the fill, straight to the receiver.
func (s *Service) buyNFT(r *api.BuildRequest, c *calls, x *terms, p *plan) ([]byte, error) {
	o := &r.Orders[0]
	asset := o.Order.MakerAsset
	if asset.Kind == api.ERC20 {
		return nil, invalid("orders[0]", "gives a fungible token in an NFT order: fill it on its own")
	}
	token := new(big.Int).SetBytes(asset.Address[:])
	if asset.Kind == api.ERC1155 {
		token.SetBit(token, 160, 1)
	}
	at := s.cfg.Network.Contracts()
	order := orders.ContractOrderNFT(o.Order)
	c.on(p.dest, at.AugustusRFQ, rfqABI.PackFillOrderWithTargetNFT(order, o.Signature, s.receiver(r)))
	return simpleNFT.PackSimpleBuyNFT(contracts.UtilsSimpleBuyNFTData{
		FromToken: p.src, ToTokenDetails: []contracts.UtilsToTokenNFTDetails{{ToToken: token, ToTokenID: asset.ID.Big(), ToAmount: o.Order.MakerAmount.Big()}},
		FromAmount: x.from, ExpectedAmount: x.quoted, Callees: c.callees, ExchangeData: c.data, StartIndexes: c.ends(), Values: c.values,
		Beneficiary: s.receiver(r), Partner: x.partner, FeePercent: x.fee, Permit: x.permit, Deadline: x.deadline, Uuid: x.uuid,
	}), nil
}
