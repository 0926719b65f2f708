package eip712

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// standardSlippage is that of an order that is settled at once, in basis points. Slices have none
// that nobody asked for, nor has a limit.
const standardSlippage = 100

// DeltaOrderOf is the order that a request with terms asks for, whoever builds it: a service, and a
// client that holds the service's order against its own. All is rounded down. Deadline and nonce
// are those of the request, zero where it leaves them to the service.
func DeltaOrderOf(r *api.DeltaBuildRequest) api.DeltaOrder {
	t := r.Terms
	o := api.DeltaOrder{
		Form: t.Form(), Owner: r.Owner, Beneficiary: r.Beneficiary, SrcToken: t.Src,
		DestToken: t.Dest, Deadline: r.Deadline, Permit: r.Permit, Metadata: t.Metadata,
		PartnerAndFee: PartnerTerms(r, t.NoCap), Fillable: r.PartiallyFillable,
	}
	if o.Beneficiary == (common.Address{}) {
		o.Beneficiary = r.Owner
	}
	if r.Nonce != nil {
		o.Nonce = *r.Nonce
	}
	switch slippage := slippageOf(r); o.Form {
	case api.SlicedForm:
		o.SrcAmount, o.SliceAmount = t.Total, less(t.Output, slippage)
		if t.Limit != nil {
			o.SliceAmount = *t.Limit
		}
	case api.SlicedBuyForm:
		o.DestAmount, o.SrcAmount = t.Total, more(t.Most, slippage)
	default:
		o.SrcAmount, o.DestAmount, o.Buy = t.Input, t.Output, t.Side == api.Buy
		limit := &o.DestAmount
		o.ExpectedDestAmount = t.Output
		bound := less(t.Output, slippage)
		if o.Buy {
			limit, o.ExpectedDestAmount = &o.SrcAmount, t.Input
			bound = more(t.Input, slippage)
		}
		if *limit = bound; t.Limit != nil {
			*limit, o.ExpectedDestAmount = *t.Limit, *t.Limit
		}
	}
	if o.Form.Sliced() {
		o.Slices, o.Interval, o.Fillable = t.Slices, t.Interval, false
		if t.Slices > 0 && !t.Total.Less(api.NewAmount(uint64(t.Slices))) {
			o.Complete()
		}
	}
	return o
}

// slippageOf is what the request says or leaves to its kind, in basis points.
func slippageOf(r *api.DeltaBuildRequest) uint64 {
	switch {
	case r.Slippage != nil:
		return uint64(*r.Slippage)
	case r.Terms.Form().Sliced() || r.Terms.Limit != nil:
		return 0
	}
	return standardSlippage
}

func less(a api.Amount, bps uint64) api.Amount {
	return a.MulDiv(api.NewAmount(10_000-bps), whole)
}

func more(a api.Amount, bps uint64) api.Amount {
	return a.MulDiv(api.NewAmount(10_000+bps), whole)
}

// PartnerTerms packs partner << 96 | capSurplus << 9 | takesSurplus << 8 | bps of an order of a
// later form. Without a partner only the bit of the cap stays.
func PartnerTerms(r *api.DeltaBuildRequest, noCap bool) api.Amount {
	var b [32]byte
	if r.PartnerAddress != (common.Address{}) {
		copy(b[:20], r.PartnerAddress[:])
		b[31] = uint8(r.PartnerFeeBps)
		if r.PartnerTakesSurplus {
			b[30] = 1
		}
	}
	packed := api.AmountFromBytes32(b)
	if noCap {
		return packed
	}
	return CapSurplus(packed)
}
