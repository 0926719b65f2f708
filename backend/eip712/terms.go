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
		o.SrcAmount, o.SliceAmount = t.Total, t.Output.BPS(api.BPS-slippage)
		if t.Limit != nil {
			o.SliceAmount = *t.Limit
		}
	case api.SlicedBuyForm:
		o.DestAmount, o.SrcAmount = t.Total, t.Most.BPS(api.BPS+slippage)
	default:
		o.SrcAmount, o.DestAmount, o.Buy = t.Input, t.Output, t.Side == api.Buy
		limit := &o.DestAmount
		o.ExpectedDestAmount = t.Output
		bound := t.Output.BPS(api.BPS - slippage)
		if o.Buy {
			limit, o.ExpectedDestAmount = &o.SrcAmount, t.Input
			bound = t.Input.BPS(api.BPS + slippage)
		}
		if *limit = bound; t.Limit != nil {
			*limit, o.ExpectedDestAmount = *t.Limit, *t.Limit
		}
		o.ExpectedDestAmount = beforeFlatFee(&o, t)
	}
	if o.Form.Sliced() {
		o.Slices, o.Interval, o.Fillable = t.Slices, t.Interval, false
		if t.Slices > 0 && !t.Total.Less(api.NewAmount(uint64(t.Slices))) {
			o.Complete()
		}
	}
	return o
}

// beforeFlatFee is the expected amount of an order that is built, as the contract compares it: with
// what comes in before the partner's flat fee, or is spent without it. A price has the fee in it;
// were it left there, the protocol would have half of the partner's fee beside it. The limit of a
// sale is before fees by itself.
func beforeFlatFee(o *api.DeltaOrder, t *api.DeltaTerms) api.Amount {
	switch {
	case o.Buy:
		return UnderFlatFee(o.ExpectedDestAmount, o.PartnerAndFee)
	case t.Limit != nil:
		return o.ExpectedDestAmount
	}
	return WithFlatFee(o.ExpectedDestAmount, o.PartnerAndFee)
}

// DeltaBuiltDiffers is DeltaOrderDiffers of what a request asks for. Where there is a partner's
// flat fee, a service may also expect the amount of the price itself, as the public interface has
// it: nothing else is signed for that.
func DeltaBuiltDiffers(r *api.DeltaBuildRequest, contract common.Address,
	told api.DeltaToSign) (words []string) {
	own := DeltaOrderOf(r)
	words = DeltaOrderDiffers(r.ChainID, contract, own, told)
	if len(words) == 0 || own.Form != api.SecondForm {
		return words
	}
	priced := own
	priced.ExpectedDestAmount = r.Terms.Output
	if own.Buy {
		priced.ExpectedDestAmount = r.Terms.Input
	}
	if r.Terms.Limit != nil {
		priced.ExpectedDestAmount = *r.Terms.Limit
	}
	if flatFee(own.PartnerAndFee) != 0 &&
		len(DeltaOrderDiffers(r.ChainID, contract, priced, told)) == 0 {
		return nil
	}
	return words
}

// DeltaPricedDiffers says, field by field, in what an order of the first form that somebody built
// of a price is another one than a request asks for. Its least may be better, and where no nonce
// was asked for it has any.
func DeltaPricedDiffers(r *api.DeltaBuildRequest, p *api.DeltaPrice, contract common.Address,
	told api.DeltaToSign) (words []string) {
	is := told.Order
	own := api.DeltaOrder{Owner: r.Owner, Beneficiary: r.Beneficiary, SrcToken: p.SrcToken,
		DestToken: p.DestToken, SrcAmount: p.SrcAmount, ExpectedDestAmount: p.DestAmountBeforeFee,
		DestAmount: is.DestAmount, Nonce: is.Nonce, Deadline: r.Deadline, Permit: r.Permit,
		PartnerAndFee: PartnerAndFee(r.PartnerAddress, uint8(r.PartnerFeeBps),
			r.PartnerTakesSurplus), Fillable: r.PartiallyFillable}
	if r.Nonce != nil {
		own.Nonce = *r.Nonce
	}
	if own.Beneficiary == (common.Address{}) && is.Beneficiary == r.Owner {
		own.Beneficiary = is.Beneficiary // which is the same
	}
	slippage := uint64(standardSlippage)
	if r.Slippage != nil {
		slippage = uint64(*r.Slippage)
	}
	own.DestAmount = is.DestAmount.Max(p.DestAmountBeforeFee.BPS(api.BPS - slippage))
	words = DeltaOrderDiffers(r.ChainID, contract, own, told)
	if is.Fillable != own.Fillable {
		words = append(words, "it differs in whether it may be settled in parts")
	}
	return words
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
