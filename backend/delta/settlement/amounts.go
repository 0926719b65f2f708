package settlement

import (
	"math/big"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// Whole is all of an order in basis points.
var Whole = api.NewAmount(10_000)

// Part is a part of an order that is settled at once.
type Part struct {
	Percent  uint64     // basis points of the whole order
	Amount   api.Amount // of the source token
	MinOut   api.Amount // the least that has to come in, before fees
	Expected api.Amount // what is above it is surplus
}

// PartOf returns the part of an order that has a number of basis points, rounded as the contract
// rounds; none where it would round one of the amounts to nothing, which it refuses.
func PartOf(o *api.DeltaOrder, percent uint64) Part {
	p := api.NewAmount(percent)
	part := Part{
		Percent: percent, Amount: o.SrcAmount.MulDiv(p, Whole),
		MinOut:   o.DestAmount.MulDiv(p, Whole),
		Expected: o.ExpectedDestAmount.MulDiv(p, Whole),
	}
	if part.Amount.IsZero() || part.MinOut.IsZero() || part.Expected.IsZero() {
		return Part{}
	}
	return part
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

// OwnerGets is what the owner is paid of what a settlement brings: Settlement.sol's fees taken off.
func OwnerGets(o *api.DeltaOrder, received, expected api.Amount) api.Amount {
	return eip712.AfterFees(o.PartnerAndFee, received, expected)
}
