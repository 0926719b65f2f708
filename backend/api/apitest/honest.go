package apitest

import (
	"encoding/json"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Honest packs the calls that requests ask for, as a service would; what it answers bears no
// simulation.
type Honest struct{ api.Contracts }

func (h Honest) transaction(from, to common.Address, data []byte) api.Transaction {
	return api.Transaction{From: from, To: to, Data: data, Gas: 60_000,
		GasPrice: api.NewAmount(2e9), GasUsed: 46_000}
}

// Cancel is the transaction that cancels orders.
func (h Honest) Cancel(r api.CancelRequest) api.Transaction {
	hashes := make([][32]byte, len(r.Hashes))
	for i, hash := range r.Hashes {
		hashes[i] = hash
	}
	return h.transaction(r.Maker, h.AugustusRFQ,
		contracts.NewAugustusRFQ().PackCancelOrders(hashes))
}

// Fill is the transaction that fills the orders of the request's legs, which have to be given in
// its order: one with a target, all of one with a total.
func (h Honest) Fill(r api.FillRequest, list ...api.Order) api.Transaction {
	rfq, signature := contracts.NewAugustusRFQ(), make([]byte, 65)
	var infos []contracts.AugustusRFQOrderInfo
	for i, o := range list {
		pay := r.Legs[i].TakerAmount
		if pay.IsZero() {
			pay = o.TakerAmount
		}
		if o.NFT {
			return h.transaction(r.Taker, h.AugustusRFQ,
				rfq.PackPartialFillOrderWithTargetNFT(contracts.AugustusRFQOrderNFT{
					NonceAndMeta: o.NonceAndMeta.Big(), Expiry: new(big.Int).SetUint64(o.Expiry),
					MakerAsset: o.MakerAsset.Pack().Big(), MakerAssetId: o.MakerAsset.ID.Big(),
					TakerAsset: o.TakerAsset.Pack().Big(), TakerAssetId: o.TakerAsset.ID.Big(),
					Maker: o.Maker, Taker: o.Taker, MakerAmount: o.MakerAmount.Big(),
					TakerAmount: o.TakerAmount.Big()}, signature, pay.Big(), r.Taker))
		}
		infos = append(infos, contracts.AugustusRFQOrderInfo{
			Order: contracts.AugustusRFQOrder{NonceAndMeta: o.NonceAndMeta.Big(),
				Expiry: new(big.Int).SetUint64(o.Expiry), MakerAsset: o.MakerAsset.Address,
				TakerAsset: o.TakerAsset.Address, Maker: o.Maker, Taker: o.Taker,
				MakerAmount: o.MakerAmount.Big(), TakerAmount: o.TakerAmount.Big()},
			Signature: signature, TakerTokenFillAmount: pay.Big(), PermitTakerAsset: []byte{},
			PermitMakerAsset: []byte{}})
	}
	data := rfq.PackBatchFillOrderWithTarget(infos, r.Taker)
	switch {
	case r.Side == api.Sell:
		data = rfq.PackTryBatchFillOrderTakerAmount(infos, r.Total.Big(), r.Taker)
	case r.Side == api.Buy:
		data = rfq.PackTryBatchFillOrderMakerAmount(infos, r.Total.Big(), r.Taker)
	case len(infos) == 1:
		data = rfq.PackPartialFillOrderWithTarget(infos[0].Order, signature,
			infos[0].TakerTokenFillAmount, r.Taker)
	}
	return h.transaction(r.Taker, h.AugustusRFQ, data)
}

// Swap is the transaction of a route, through the executor of version 6.2 or by the plainest method
// of version 5.
func (h Honest) Swap(r api.BuildRequest) (api.Transaction, error) {
	var route api.PriceRoute
	if err := json.Unmarshal(r.Route, &route); err != nil {
		return api.Transaction{}, err
	}
	t := r.Terms
	from, to, quoted := route.SrcAmount, route.DestAmount, route.DestAmount
	if route.Side == api.Buy {
		from, quoted = from.Add(from.BPSUp(uint64(t.Slippage))), from
		from = from.Add(from.BPSUp(uint64(t.PartnerFeeBps)))
	} else {
		to = to.BPS(uint64(api.BPS - t.Slippage))
	}
	partner, receiver, permit := t.PartnerAddress, t.Receiver, t.Permit
	if t.PartnerFeeBps == 0 && !t.TakeSurplus {
		partner = common.Address{}
	}
	if receiver == t.User {
		receiver = common.Address{}
	}
	if permit == nil {
		permit = []byte{}
	}
	fee := big.NewInt(int64(t.PartnerFeeBps))
	tx := h.transaction(t.User, h.AugustusV6, nil)
	tx.ChainID = r.ChainID
	tx.Gas, tx.GasUsed, tx.Block = 400_000, 312_441, 1233
	if route.SrcToken == api.NativeToken {
		tx.Value = from
	}
	if route.Version != api.Version62 {
		tx.To = h.AugustusSwapper
		fee.SetBit(fee.SetBit(fee, 14, 1), 248, 1)
		pack := contracts.NewSimpleSwap().PackSimpleSwap
		if route.Side == api.Buy {
			fee.SetBit(fee, 15, 1)
			pack = contracts.NewSimpleSwap().PackSimpleBuy
		}
		tx.Data = pack(contracts.UtilsSimpleData{FromToken: route.SrcToken,
			ToToken: route.DestToken, FromAmount: from.Big(), ToAmount: to.Big(),
			ExpectedAmount: quoted.Big(), Beneficiary: receiver, Partner: partner,
			FeePercent: fee, Permit: permit, Deadline: api.MaxAmount.Big()})
		return tx, nil
	}
	fee.SetBit(fee.Add(fee, new(big.Int).Lsh(partner.Big(), 96)), 92, 1)
	if t.TakeSurplus {
		fee.SetBit(fee, 95, 1)
	}
	if t.SurplusToUser {
		fee.SetBit(fee, 90, 1)
	}
	pack := contracts.NewAugustusV6Generic().PackSwapExactAmountIn
	if route.Side == api.Buy {
		pack = contracts.NewAugustusV6Generic().PackSwapExactAmountOut
	}
	tx.Data = pack(h.Executors[api.OwnExecutor], contracts.GenericData{SrcToken: route.SrcToken,
		DestToken: route.DestToken, FromAmount: from.Big(), ToAmount: to.Big(),
		QuotedAmount: quoted.Big(), Beneficiary: receiver}, fee, permit, []byte{})
	return tx, nil
}
