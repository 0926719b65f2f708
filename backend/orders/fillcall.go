package orders

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// fillCall is how a fill reaches the contracts.
type fillCall struct {
	to      common.Address
	spender common.Address // who takes the taker's asset
	data    []byte
}

// fillCallOf chooses the call that does a fill: on the order contract itself, or through the swap
// contract that an order names as its taker.
func (f filler) fillCallOf(legs []*leg, r api.FillRequest) (fillCall, error) {
	first, rfq := legs[0], f.s.contracts.AugustusRFQ
	switch taker := first.order.Taker; {
	case r.Side != "":
		return fillCall{rfq, rfq, fillOver(legs, r)}, nil
	case f.s.isSwapper(taker):
		return f.swapperCall(first, r)
	case len(legs) > 1:
		return fillCall{rfq, rfq, batchFill(legs, r.Target)}, nil
	default:
		return fillCall{rfq, rfq, singleFill(first, r)}, nil
	}
}

// approveFirst makes the version 6.2 swap contract allow the order contract what it is about to
// pay.
const approveFirst = 4

// swapperCall packs a fill through a swap contract.
func (f filler) swapperCall(l *leg, r api.FillRequest) (fillCall, error) {
	pay, permit := l.pay.Big(), l.usePermit()
	if l.order.Taker == f.s.contracts.AugustusV6 {
		data := contracts.AugustusRFQData{
			FromAmount: pay, ToAmount: l.pay.MulDiv(l.order.MakerAmount, l.order.TakerAmount).Big(),
			WrapApproveDirection: approveFirst, Beneficiary: r.Target,
		}
		info := contracts.AugustusRFQOrderInfo{
			Order: ContractOrder(l.order), Signature: l.signature, TakerTokenFillAmount: pay,
			PermitMakerAsset: permit}
		call := contracts.NewAugustusV6RFQ().PackSwapOnAugustusRFQTryBatchFill(
			data, []contracts.AugustusRFQOrderInfo{info}, nil)
		return fillCall{l.order.Taker, f.s.contracts.FillSpender(l.order.Taker), call}, nil
	}
	w, router := fillCall{to: f.s.contracts.AugustusSwapper,
		spender: f.s.contracts.FillSpender(l.order.Taker)},
		contracts.NewAugustusRFQRouter()
	switch {
	case r.Target != r.Taker:
		return fillCall{}, api.Errorf(api.ValidationError,
			"order %s is filled through the swap contract, which pays out to the account that "+
				"fills it only", l.hash)
	case l.order.NFT && l.order.TakerAsset.Kind != api.ERC20:
		return fillCall{}, api.Errorf(api.OrderNotFillable,
			"order %s is filled through the swap contract, which pays with fungible tokens only",
			l.hash)
	case l.order.NFT:
		w.data = router.PackPartialSwapOnAugustusRFQNFT(
			ContractOrderNFT(l.order), l.signature, permit, 0, pay)
	default:
		w.data = router.PackPartialSwapOnAugustusRFQ(
			ContractOrder(l.order), l.signature, permit, 0, pay)
	}
	return w, nil
}

// singleFill packs the plainest call that does the fill.
func singleFill(l *leg, r api.FillRequest) []byte {
	rfq, pay := contracts.NewAugustusRFQ(), l.pay.Big()
	whole := l.fillable == l.order.MakerAmount && l.pay == l.order.TakerAmount
	permit := l.usePermit()
	if l.order.NFT {
		o := ContractOrderNFT(l.order)
		switch {
		case len(permit) > 0:
			return rfq.PackPartialFillOrderWithTargetPermitNFT(
				o, l.signature, pay, r.Target, nil, permit)
		case whole && r.Target == r.Taker:
			return rfq.PackFillOrderNFT(o, l.signature)
		case whole:
			return rfq.PackFillOrderWithTargetNFT(o, l.signature, r.Target)
		}
		return rfq.PackPartialFillOrderWithTargetNFT(o, l.signature, pay, r.Target)
	}
	o := ContractOrder(l.order)
	switch {
	case len(permit) > 0:
		return rfq.PackPartialFillOrderWithTargetPermit(o, l.signature, pay, r.Target, nil, permit)
	case whole && r.Target == r.Taker:
		return rfq.PackFillOrder(o, l.signature)
	case whole:
		return rfq.PackFillOrderWithTarget(o, l.signature, r.Target)
	}
	return rfq.PackPartialFillOrderWithTarget(o, l.signature, pay, r.Target)
}

func batchFill(legs []*leg, target common.Address) []byte {
	rfq := contracts.NewAugustusRFQ()
	if legs[0].order.NFT {
		infos := make([]contracts.AugustusRFQOrderNFTInfo, len(legs))
		for i, l := range legs {
			infos[i] = contracts.AugustusRFQOrderNFTInfo{
				Order: ContractOrderNFT(l.order), Signature: l.signature,
				TakerTokenFillAmount: l.pay.Big(), PermitMakerAsset: l.usePermit(),
			}
		}
		return rfq.PackBatchFillOrderWithTargetNFT(infos, target)
	}
	return rfq.PackBatchFillOrderWithTarget(orderInfos(legs), target)
}

// usePermit returns the maker's permit where the allowance does not do without it: one that was
// used before would make the fill fail.
func (l *leg) usePermit() []byte {
	if l.funds.allowance.Less(l.pay.MulDiv(l.order.MakerAmount, l.order.TakerAmount)) {
		return l.permit
	}
	return nil
}
