package swap

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/swap/calldata"
)

// maxFills is how many orders one transaction fills.
const maxFills = 20

// checkOrders refuses orders that can't be filled together by the user, and returns the asset that
// they take and how much of it in all.
func (s *Service) checkOrders(r *api.BuildRequest) (takes api.Asset, total api.Amount, err error) {
	if len(r.Orders) > maxFills {
		return takes, total, invalid("orders",
			fmt.Sprintf("are %d; one transaction fills at most %d", len(r.Orders), maxFills))
	}
	first := &r.Orders[0].Order
	for i := range r.Orders {
		o := &r.Orders[i].Order
		field := fmt.Sprintf("orders[%d]", i)
		user := o.TakerFromMeta()
		switch {
		case o.NFT != first.NFT || o.TakerAsset != first.TakerAsset || !o.NFT &&
			o.MakerAsset != first.MakerAsset:
			return takes, total, invalid(field,
				"trades another pair than the first one: fill it on its own")
		case o.NFT && len(r.Orders) > 1:
			return takes, total, invalid(field, "is for an NFT, which is filled on its own")
		case o.TakerAsset.Kind != api.ERC20:
			return takes, total, invalid(field, "takes an NFT, which no swap pays")
		case user != (common.Address{}) && user != r.Terms.User:
			return takes, total, withText(
				api.OrderNotFillable, "unauthorized user", field+" is for "+api.Lower(user)+" only")
		case o.Taker != first.Taker:
			return takes, total, invalid(field,
				"names another taker than the first one: fill it on its own")
		}
		total = total.Add(o.TakerAmount)
	}
	return first.TakerAsset, total, nil
}

// fill packs the fill of orders by what they name as their taker: a swap contract, the user, or
// nobody.
func (s *Service) fill(ctx context.Context, r *api.BuildRequest) (preparedCall, error) {
	takes, pay, err := s.checkOrders(r)
	if err != nil {
		return preparedCall{}, err
	}
	first := &r.Orders[0].Order
	if r.SrcAmount != nil && !r.SrcAmount.IsZero() {
		if pay.Less(*r.SrcAmount) {
			return preparedCall{}, mismatch("Source Amount Mismatch",
				fmt.Sprintf("srcAmount is %s, the orders take at most %s", r.SrcAmount, pay))
		}
		pay = *r.SrcAmount
	}
	addrs := s.cfg.Network.Contracts()
	x := preparedCall{Call: chain.Call{From: r.Terms.User}, token: takes.Address, amount: pay}
	native := s.nativeSide(r)
	fifth, err := s.byVersion5(ctx, r, x)
	if err != nil {
		return x, err
	}
	switch {
	case first.NFT && first.Taker == addrs.AugustusSwapper:
		return s.fillNFT(r, x)
	case first.NFT && first.Taker == addrs.AugustusV6:
		return x, api.Errorf(api.OrderNotFillable, "the order's taker is the swap contract %s, "+
			"which trades no NFTs: nobody can fill it", api.Lower(first.Taker))
	case first.Taker == r.Terms.User && !first.NFT:
		if native != calldata.NoNative {
			return x, api.Errorf(api.OrderNotFillable, "the orders name %s itself as their taker "+
				"and are filled without a swap contract, which neither wraps nor unwraps the "+
				"native coin: do that in a transaction of its own", api.Lower(r.Terms.User))
		}
		x.To, x.spender = addrs.AugustusRFQ, addrs.AugustusRFQ
		x.Data = calldata.FillAsTaker(r.Orders, pay, receiverOf(r), r.Terms.Permit)
	case fifth:
		x.To, x.spender = addrs.AugustusSwapper, addrs.TokenTransferProxy
		x.Data = calldata.Fill5(r.Orders, native, pay, minOutOf(r, pay), r.Terms.Permit)
	case !first.NFT && (first.Taker == (common.Address{}) || first.Taker == addrs.AugustusV6):
		x.To, x.spender = addrs.AugustusV6, addrs.AugustusV6
		x.Data = calldata.Fill6(
			r.Orders, native, pay, minOutOf(r, pay), r.Terms.Receiver, r.Terms.Permit)
	default:
		return x, api.Errorf(api.OrderNotFillable,
			"the orders name %s as their taker, through whom %s cannot be paid",
			api.Lower(first.Taker), api.Lower(receiverOf(r)))
	}
	if native == calldata.NativeIn {
		x.token, x.Value = api.NativeToken, pay
	}
	return x, nil
}

// byVersion5 tells whether the version 5 contract fills the orders: those that name it, and those
// open to anybody where it is the one that the user has approved, as clients of version 5 do. It
// pays out to the user only.
func (s *Service) byVersion5(ctx context.Context, r *api.BuildRequest, x preparedCall) (bool,
	error) {
	addrs, first, t := s.cfg.Network.Contracts(), &r.Orders[0].Order, &r.Terms
	switch {
	case first.NFT || receiverOf(r) != t.User:
		return false, nil
	case first.Taker != (common.Address{}):
		return first.Taker == addrs.AugustusSwapper, nil
	case s.nativeSide(r) == calldata.NativeIn || len(t.Permit) > 0:
		return false, nil
	}
	h, err := s.cfg.Tokens.UserToken(ctx, t.User, x.token)
	return h.Allowances[addrs.AugustusV6].Less(x.amount) &&
		!h.Allowances[addrs.TokenTransferProxy].Less(x.amount), err
}

func receiverOf(r *api.BuildRequest) common.Address {
	if r.Terms.Receiver == (common.Address{}) {
		return r.Terms.User
	}
	return r.Terms.Receiver
}

// nativeSide says whether the user pays or gets native coins for the orders' wrapped ones.
func (s *Service) nativeSide(r *api.BuildRequest) calldata.NativeSide {
	isNative := func(name string, asset common.Address) bool {
		t, err := api.ParseAddress(name)
		listed, ok := s.cfg.Tokens.Find(name)
		return asset == s.wrapped && (err == nil && t == api.NativeToken ||
			ok && listed.Address == api.NativeToken)
	}
	first := &r.Orders[0].Order
	switch {
	case isNative(r.Src, first.TakerAsset.Address):
		return calldata.NativeIn
	case isNative(r.Dest, first.MakerAsset.Address):
		return calldata.NativeOut
	}
	return calldata.NoNative
}

// minOutOf is what a payment to the orders must bring: what the first ones give for it, rounded
// down as they round.
func minOutOf(r *api.BuildRequest, pay api.Amount) api.Amount {
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
	return api.MustBig(calldata.MinOut(sum, r.Terms.Slippage, r.DestAmount))
}

// fillNFT fills one NFT order through the version 5 swap contract.
func (s *Service) fillNFT(r *api.BuildRequest, x preparedCall) (preparedCall, error) {
	if receiverOf(r) != r.Terms.User {
		return x, api.Errorf(api.OrderNotFillable,
			"an NFT order is filled through the swap contract, which pays out to the account "+
				"that fills it only")
	}
	addrs := s.cfg.Network.Contracts()
	x.To, x.spender = addrs.AugustusSwapper, addrs.TokenTransferProxy
	native := s.nativeSide(r)
	if native == calldata.NativeIn {
		x.token, x.Value = api.NativeToken, x.amount
	}
	x.Data = calldata.FillNFT(&r.Orders[0], native, x.amount, r.Terms.Permit)
	return x, nil
}

// swapAndFill buys what the orders take along a version 5 route and fills them with it, in one
// transaction.
func (s *Service) swapAndFill(r *api.BuildRequest, route *api.PriceRoute) (preparedCall, error) {
	takes, pay, err := s.checkOrders(r)
	if err != nil {
		return preparedCall{}, err
	}
	addrs := s.cfg.Network.Contracts()
	first := &r.Orders[0].Order
	switch {
	case route.Version != api.Version5 || route.Side != api.Buy:
		return preparedCall{}, mismatch("Side Mismatch",
			"a swap that pays for orders is a BUY of what they take, priced with version 5")
	case s.wrap(route.DestToken) != takes.Address:
		return preparedCall{}, mismatch("Destination Token Mismatch",
			"the route must buy "+api.Lower(takes.Address)+", which the orders take")
	case route.DestAmount != pay:
		return preparedCall{}, mismatch("Destination Amount Mismatch",
			fmt.Sprintf("the route buys %s, the orders take %s", route.DestAmount, pay))
	case first.Taker != (common.Address{}) && first.Taker != addrs.AugustusSwapper:
		return preparedCall{}, api.Errorf(
			api.OrderNotFillable, "the orders name %s as their taker: a swap cannot pay them",
			api.Lower(first.Taker))
	}
	p, err := s.encoder.PlanOf(route)
	if err != nil || len(p.OneHop()) == 0 || p.Taxed() || p.WrapOnly() ||
		p.Src == api.NativeToken || p.Dest == api.NativeToken {
		return preparedCall{}, mismatch("Missing price route",
			"a swap that pays for orders needs a route of one hop between ERC-20 tokens: ask for "+
				"the price with includeContractMethods=simpleBuy")
	}
	limit := r.SrcAmount
	if limit != nil && limit.Less(route.SrcAmount) {
		return preparedCall{}, mismatch("Source Amount Mismatch",
			"srcAmount is less than the route costs")
	}
	x := s.terms(p, route, &r.Terms, limit)
	out := preparedCall{token: route.SrcToken, amount: api.MustBig(x.From),
		spender: addrs.TokenTransferProxy,
		Call:    chain.Call{From: r.Terms.User, To: addrs.AugustusSwapper}}
	if !first.NFT {
		out.Data = s.encoder.BuyAndFill(p, x, r.Orders)
		return out, nil
	}
	if first.MakerAsset.Kind == api.ERC20 {
		return out, invalid("orders[0]",
			"gives a fungible token in an NFT order: fill it on its own")
	}
	out.Data = s.encoder.BuyNFT(p, x, &r.Orders[0], receiverOf(r))
	return out, nil
}
