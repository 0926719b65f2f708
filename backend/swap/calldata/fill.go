package calldata

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
	"bourse/backend/orders"
)

// NativeSide says whether a fill of orders wraps the native coins that it is paid with, or unwraps
// what it brings.
type NativeSide uint8

// The native sides, as the contracts have them.
const (
	NoNative  NativeSide = 0
	NativeIn  NativeSide = wrapInput
	NativeOut NativeSide = unwrap
)

// FillAsTaker fills orders at the limit-order contract, for the taker that they name. The permit,
// empty for none, is for that contract.
func FillAsTaker(
	list []api.SignedOrder, pay api.Amount, receiver common.Address, permit []byte) []byte {
	infos := infosOf(list)
	infos[0].PermitTakerAsset = nonNil(permit)
	return rfqABI.PackTryBatchFillOrderTakerAmount(infos, pay.Big(), receiver)
}

// Fill5 fills orders through the swap contract of version 5, which pays out to the sender.
func Fill5(list []api.SignedOrder, native NativeSide, pay, minOut api.Amount,
	permit []byte) []byte {
	if len(permit) > 0 {
		return rfqRouterABI.PackSwapOnAugustusRFQTryBatchFillWithPermit(
			infosOf(list), uint8(native), pay.Big(), minOut.Big(), permit)
	}
	return rfqRouterABI.PackSwapOnAugustusRFQTryBatchFill(
		infosOf(list), uint8(native), pay.Big(), minOut.Big())
}

// Fill6 fills orders through the swap contract of version 6.2. A zero receiver is the sender.
func Fill6(list []api.SignedOrder, native NativeSide, pay, minOut api.Amount,
	receiver common.Address, permit []byte) []byte {
	return v6rfqABI.PackSwapOnAugustusRFQTryBatchFill(contracts.AugustusRFQData{
		FromAmount: pay.Big(), ToAmount: minOut.Big(),
		WrapApproveDirection: uint8(native) | approveBit, Beneficiary: receiver,
	}, infosOf(list), nonNil(permit))
}

// FillNFT fills an NFT order through the swap contract of version 5, which pays out to the sender.
func FillNFT(o *api.SignedOrder, native NativeSide, pay api.Amount, permit []byte) []byte {
	if len(permit) > 0 {
		return rfqRouterABI.PackPartialSwapOnAugustusRFQNFTWithPermit(
			orders.ContractOrderNFT(o.Order), o.Signature, nonNil(o.PermitMakerAsset),
			uint8(native), pay.Big(), permit)
	}
	return rfqRouterABI.PackPartialSwapOnAugustusRFQNFT(orders.ContractOrderNFT(o.Order),
		o.Signature, nonNil(o.PermitMakerAsset), uint8(native), pay.Big())
}

// BuyAndFill buys what orders take along a plan of one hop and fills them with it, to the swap
// contract, which pays the maker's tokens out.
func (e *Encoder) BuyAndFill(p *Plan, t *Terms, list []api.SignedOrder) []byte {
	var c calls
	e.addLegs(&c, p, p.OneHop())
	var gives api.Amount
	for i := range list {
		gives = gives.Add(list[i].Order.MakerAmount)
	}
	c.on(p.Dest, e.RFQ, rfqABI.PackBatchFillOrderWithTarget(
		infosOf(list), e.Contracts.AugustusSwapper))
	t.To = gives.Big()
	return simpleABI.PackSimpleBuy(t.simple(p.Src, list[0].Order.MakerAsset.Address, &c))
}

// BuyNFT buys what an NFT order takes along a plan of one hop and fills it with that, to the swap
// contract, which passes the NFT on. It takes fees from the source token alone, and refuses calls
// that do not say so.
func (e *Encoder) BuyNFT(
	p *Plan, t *Terms, o *api.SignedOrder, receiver common.Address) []byte {
	var c calls
	e.addLegs(&c, p, p.OneHop())
	asset := o.Order.MakerAsset
	token := new(big.Int).SetBytes(asset.Address[:])
	if asset.Kind == api.ERC1155 {
		token.SetBit(token, 160, 1)
	}
	c.on(p.Dest, e.RFQ, rfqABI.PackFillOrderWithTargetNFT(
		orders.ContractOrderNFT(o.Order), o.Signature, e.Contracts.AugustusSwapper))
	return simpleNFT.PackSimpleBuyNFT(contracts.UtilsSimpleBuyNFTData{
		FromToken: p.Src, ToTokenDetails: []contracts.UtilsToTokenNFTDetails{
			{ToToken: token, ToTokenID: asset.ID.Big(), ToAmount: o.Order.MakerAmount.Big()}},
		FromAmount: t.From, ExpectedAmount: t.Quoted, Callees: c.callees, ExchangeData: c.data,
		StartIndexes: c.ends(), Values: c.values,
		Beneficiary: receiver, Partner: t.Partner,
		FeePercent: new(big.Int).SetBit(t.Fee, fromSource5, 1), Permit: t.Permit,
		Deadline: t.Deadline, Uuid: t.UUID,
	})
}

func infosOf(list []api.SignedOrder) []contracts.AugustusRFQOrderInfo {
	infos := make([]contracts.AugustusRFQOrderInfo, len(list))
	for i := range list {
		infos[i] = contracts.AugustusRFQOrderInfo{
			Order: orders.ContractOrder(list[i].Order), Signature: list[i].Signature,
			TakerTokenFillAmount: list[i].Order.TakerAmount.Big(),
			PermitTakerAsset:     []byte{}, PermitMakerAsset: nonNil(list[i].PermitMakerAsset),
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
