package settlement

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// MaxPartnerBps is the most of a partner's flat fee that the contract takes, in basis points.
const MaxPartnerBps = 200

// Whole is all of an order in basis points.
var Whole = api.NewAmount(10_000)

// Part is a part of an order that is settled at once.
type Part struct {
	Percent  uint64     // basis points of the whole order
	Amount   api.Amount // of the source token
	MinOut   api.Amount // the least that the owner gets, after all fees
	Expected api.Amount // what is above it is surplus
}

// PartOf returns the part of an order that has a number of basis points, rounded as the contract
// rounds.
func PartOf(o *api.DeltaOrder, percent uint64) Part {
	p := api.NewAmount(percent)
	return Part{
		Percent: percent, Amount: o.SrcAmount.MulDiv(p, Whole),
		MinOut:   o.DestAmount.MulDivUp(p, Whole),
		Expected: o.ExpectedDestAmount.MulDiv(p, Whole),
	}
}

// Rest is the largest part that can still be settled: all of the order, or what earlier parts
// leave.
func Rest(o *api.DeltaOrder, left api.Amount) Part {
	if !o.Fillable {
		return Part{Percent: 10_000, Amount: o.SrcAmount, MinOut: o.DestAmount,
			Expected: o.ExpectedDestAmount}
	}
	percent, _ := left.MulDivUp(Whole, o.SrcAmount).Uint64()
	p := PartOf(o, percent)
	if left.Less(p.Amount) {
		p = PartOf(o, percent-1)
	}
	return p
}

// Step is the smallest number of basis points whose multiples divide an order's amount without a
// remainder, so that its parts add up.
func Step(o *api.DeltaOrder) uint64 {
	left, _ := api.AmountFromBig(new(big.Int).GCD(nil, nil, o.SrcAmount.Big(), big.NewInt(10_000)))
	gcd, _ := left.Uint64()
	return 10_000 / gcd
}

// SmallestPart is the least of an order that the contract can settle: a basis point of its amount,
// rounded down.
func SmallestPart(o *api.DeltaOrder) api.Amount {
	return o.SrcAmount.MulDiv(api.NewAmount(1), Whole)
}

// OwnerGets is what the owner is paid of what a settlement brings: Settlement.sol's fees taken off.
func OwnerGets(o *api.DeltaOrder, received, expected api.Amount) api.Amount {
	surplus := received.Sub(expected)
	half := surplus.MulDiv(api.NewAmount(1), api.NewAmount(2))
	net := received.Sub(half)
	if partner, _, takesSurplus := eip712.SplitPartnerAndFee(o.PartnerAndFee); takesSurplus &&
		partner != (common.Address{}) {
		return net.Sub(half)
	}
	return LessFlatFee(net, o.PartnerAndFee)
}

// GrossOf is what a settlement has to bring so that its owner is paid an amount: the inverse of
// OwnerGets, rounded up. Where the partner takes surplus nothing brings the owner more than what is
// expected.
func GrossOf(o *api.DeltaOrder, net, expected api.Amount) api.Amount {
	partner, bps, takesSurplus := eip712.SplitPartnerAndFee(o.PartnerAndFee)
	if partner != (common.Address{}) && !takesSurplus {
		net = net.MulDivUp(Whole, api.NewAmount(10_000-min(uint64(bps), MaxPartnerBps)))
	}
	return net.Add(net.Sub(expected)) // half of what is above the expectation is the protocol's
}

// LessFlatFee is what a partner's flat fee leaves of an amount: all of it where there is no
// partner, or one that takes surplus instead.
func LessFlatFee(amount, partnerAndFee api.Amount) api.Amount {
	partner, bps, takesSurplus := eip712.SplitPartnerAndFee(partnerAndFee)
	if partner == (common.Address{}) || takesSurplus {
		return amount
	}
	return amount.Sub(amount.MulDiv(api.NewAmount(min(uint64(bps), MaxPartnerBps)), Whole))
}
