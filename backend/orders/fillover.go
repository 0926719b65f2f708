package orders

import (
	"bourse/backend/api"
	"bourse/backend/contracts"
)

// covering keeps the legs that can share in a total, and refuses where they fall short of it. What
// they leave of it is taken from them in turn, so the last ones may only be there for those before
// them that fail.
func covering(legs []*leg, r api.FillRequest) ([]*leg, error) {
	if r.Total.IsZero() {
		return nil, api.Errorf(api.ValidationError,
			"total is 0: say how much to %s over the orders", r.Side)
	}
	kept, left := legs[:0], r.Total
	for _, l := range legs {
		size := l.part(r.Side)
		if l.order.NFT {
			return nil, api.Errorf(api.ValidationError,
				"order %s is for an NFT, which is filled as it is: leave out side and total",
				l.hash)
		}
		if !Batchable(l.order) {
			return nil, api.Errorf(api.OrderNotFillable, "order %s has amounts so large that the "+
				"order contract cannot fill it beside others: fill it alone", l.hash)
		}
		if l.fillOrKill && left.Less(size) {
			continue // it would be taken in part
		}
		kept, left = append(kept, l), left.Sub(left.Min(size))
	}
	if !left.IsZero() {
		return nil, api.Errorf(api.OrderNotFillable,
			"the orders have %s units between them now and %s were asked for: the rest was filled "+
				"or cancelled in the meantime", r.Total.Sub(left), r.Total)
	}
	return kept, nil
}

// part is what the leg does to a total: a sale pays, a purchase gets.
func (l *leg) part(side api.Side) api.Amount {
	if side == api.Sell {
		return l.pay
	}
	return l.pay.MulDiv(l.order.MakerAmount, l.order.TakerAmount)
}

// payment is what a fill costs if no leg fails.
func payment(legs []*leg, r api.FillRequest) (pay api.Amount) {
	left := r.Total
	for _, l := range legs {
		size := l.part(r.Side)
		share := left.Min(size)
		switch r.Side {
		case "":
			pay = pay.Add(l.pay)
		case api.Sell:
			pay = pay.Add(share)
		default: // as the contract rounds
			pay = pay.Add(share.MulDivUp(l.order.TakerAmount, l.order.MakerAmount))
		}
		left = left.Sub(share)
	}
	return pay
}

// fillOver packs the call that passes over legs that fail.
func fillOver(legs []*leg, r api.FillRequest) []byte {
	rfq, infos := contracts.NewAugustusRFQ(), orderInfos(legs)
	if r.Side == api.Sell {
		return rfq.PackTryBatchFillOrderTakerAmount(infos, r.Total.Big(), r.Target)
	}
	return rfq.PackTryBatchFillOrderMakerAmount(infos, r.Total.Big(), r.Target)
}

func orderInfos(legs []*leg) []contracts.AugustusRFQOrderInfo {
	infos := make([]contracts.AugustusRFQOrderInfo, len(legs))
	for i, l := range legs {
		infos[i] = contracts.AugustusRFQOrderInfo{
			Order: ContractOrder(l.order), Signature: l.signature,
			TakerTokenFillAmount: l.pay.Big(), PermitMakerAsset: l.usePermit(),
		}
	}
	return infos
}
