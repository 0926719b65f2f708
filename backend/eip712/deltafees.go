package eip712

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// MaxPartnerBps is the most of a partner's flat fee that the Delta contract takes, in basis points.
const MaxPartnerBps = 200

// flatFee is what the contract takes for the partner of an order, in basis points; 0 where there is
// no partner or no flat fee.
func flatFee(partnerAndFee api.Amount) uint64 {
	partner, bps, _ := SplitPartnerAndFee(partnerAndFee)
	if partner == (common.Address{}) {
		return 0
	}
	return min(uint64(bps), MaxPartnerBps)
}

// LessFlatFee is what a partner's flat fee leaves of an amount.
func LessFlatFee(amount, partnerAndFee api.Amount) api.Amount {
	return amount.Sub(amount.BPS(flatFee(partnerAndFee)))
}

// WithFlatFee is the least amount of which a partner's flat fee leaves net: net / (1 − fee). It is
// the floor to sign for an owner who wants net, since the contract compares the floor with what
// comes in before fees.
func WithFlatFee(net, partnerAndFee api.Amount) api.Amount {
	return net.MulDivUp(api.NewAmount(api.BPS), api.NewAmount(api.BPS-flatFee(partnerAndFee)))
}

// UnderFlatFee is the most that can be spent so that with a partner's flat fee of it no more than
// that goes out: out / (1 + fee).
func UnderFlatFee(out, partnerAndFee api.Amount) api.Amount {
	return out.MulDiv(api.NewAmount(api.BPS), api.NewAmount(api.BPS+flatFee(partnerAndFee)))
}

// ExpectedSpend is what an order that buys expects to go out in all: what it signs as expected is
// without the partner's flat fee. Slices expect their most, which is with it.
func ExpectedSpend(o api.DeltaOrder) api.Amount {
	if o.Form.Sliced() {
		return o.ExpectedDestAmount
	}
	return o.ExpectedDestAmount.Add(
		o.ExpectedDestAmount.BPSUp(flatFee(o.PartnerAndFee))).Min(o.SrcAmount)
}

// AfterFees is what the Delta contract pays the owner of an order of what a settlement brings. Half
// of what is above the expected is the protocol's; the partner takes its flat fee of the rest or,
// where it has none and this was agreed, the other half.
func AfterFees(partnerAndFee, received, expected api.Amount) api.Amount {
	surplus := received.Sub(expected)
	half := surplus.MulDiv(api.NewAmount(1), api.NewAmount(2))
	net := received.Sub(half)
	partner, bps, takesSurplus := SplitPartnerAndFee(partnerAndFee)
	if takesSurplus && bps == 0 && partner != (common.Address{}) {
		return net.Sub(surplus.Sub(half))
	}
	return LessFlatFee(net, partnerAndFee)
}

// ExpectedLater is what to sign as expected for an order that is to run at another price than
// today's: twice the most that it is measured by. Half of what comes above the expected is the
// protocol's, so of the rise that such an order waits for nothing must be above.
func ExpectedLater(measures ...api.Amount) (expected api.Amount) {
	for _, a := range measures {
		if expected.Less(a) {
			expected = a
		}
	}
	return expected.Add(expected)
}

// DeltaPays is what the Delta contract pays the owner of an order that sells of what a settlement
// brings, by the rules of the order's form. A limit of the second form is never surplus, and where
// its surplus is capped, no more than a hundredth of the expected is.
func DeltaPays(o *api.DeltaOrder, received, expected api.Amount) api.Amount {
	counts, beyond := received, api.Amount{}
	if o.Form != api.FirstForm && CapsSurplus(o.PartnerAndFee) {
		counts = received.Min(expected.Add(expected.MulDiv(api.NewAmount(1), api.NewAmount(100))))
		beyond = received.Sub(counts)
	}
	// a flat fee is taken of all that the protocol leaves
	shared := AfterFees(o.PartnerAndFee, counts, expected)
	if beyond.IsZero() {
		return shared
	}
	half := counts.Sub(expected).MulDiv(api.NewAmount(1), api.NewAmount(2))
	if flatFee(o.PartnerAndFee) == 0 {
		return shared.Add(beyond)
	}
	return LessFlatFee(received.Sub(half), o.PartnerAndFee)
}

// BuyFees is what fees take of what a purchase leaves of the most, for what it spends: half of what
// is saved of the expected spend, which may be capped, and what the partner gets.
func BuyFees(o *api.DeltaOrder, spent, expected api.Amount) api.Amount {
	saved := expected.Sub(spent)
	if CapsSurplus(o.PartnerAndFee) {
		saved = saved.Min(expected.MulDiv(api.NewAmount(1), api.NewAmount(100)))
	}
	half := saved.MulDiv(api.NewAmount(1), api.NewAmount(2))
	partner, bps, takesSurplus := SplitPartnerAndFee(o.PartnerAndFee)
	if partner != (common.Address{}) && bps == 0 && takesSurplus {
		return saved
	}
	return half.Add(spent.BPS(flatFee(o.PartnerAndFee)))
}

// DeltaFloor is the least that the owner of an order can be paid for all of it: what fees leave of
// the least that has to come in, or exactly what is bought.
func DeltaFloor(o api.DeltaOrder) api.Amount {
	switch {
	case o.Buy:
		return o.DestAmount
	case o.Form != api.FirstForm:
		return LessFlatFee(o.DestAmount, o.PartnerAndFee)
	}
	return AfterFees(o.PartnerAndFee, o.DestAmount, o.ExpectedDestAmount)
}
