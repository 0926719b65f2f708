package settlement

import (
	"math/big"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// one is the least that a purchase leaves: who settles it is paid of what it leaves.
var one = api.NewAmount(1)

// Part is a part of an order that is settled at once: a share of it, all of it, or the next slice.
// What settlements bring is counted in the order's measure. Of an order that buys that is what they
// leave of Amount, so that there it is as much as is not spent of the most.
type Part struct {
	Percent  uint64     // basis points of the whole order
	Amount   api.Amount // of the source token
	MinOut   api.Amount // the least that has to come in, before fees
	Expected api.Amount // what is above it is surplus; nothing is of a slice
	Buys     api.Amount // of the destination token, exactly; zero of one that sells
}

// PartOf returns the part of an order that has a number of basis points, rounded as the contract
// rounds; none where it would round one of the amounts to nothing, which it refuses.
func PartOf(o *api.DeltaOrder, percent uint64) Part {
	part := Part{
		Percent: percent, Amount: o.SrcAmount.BPS(percent),
		MinOut:   o.DestAmount.BPS(percent),
		Expected: o.ExpectedDestAmount.BPS(percent),
	}
	if o.Form != api.FirstForm { // all parts together bring no less than was signed
		part.MinOut = o.DestAmount.BPSUp(percent)
		part.Expected = part.Expected.Max(part.MinOut)
	}
	if part.Amount.IsZero() || part.MinOut.IsZero() || part.Expected.IsZero() {
		return Part{}
	}
	return part
}

// Rest is the largest part that can still be settled: all of the order, what earlier parts leave,
// or the next slice.
func Rest(o *api.DeltaOrder, left api.Amount) (p Part) {
	switch {
	case o.Form.Sliced():
		if left.IsZero() {
			return Part{}
		}
		src, dest := o.Slice(Slices(o, o.SrcAmount.Sub(left)))
		p = Part{Percent: api.BPS, Amount: src, MinOut: dest, Expected: api.MaxAmount}
	case !o.Fillable:
		p = Part{Percent: api.BPS, Amount: o.SrcAmount, MinOut: o.DestAmount,
			Expected: o.ExpectedDestAmount}
	default:
		percent, _ := left.MulDivUp(api.NewAmount(api.BPS), o.SrcAmount).Uint64()
		p = PartOf(o, percent)
		if left.Less(p.Amount) {
			p = PartOf(o, percent-1)
		}
		return p
	}
	switch {
	case o.Buy && o.Form.Sliced():
		p.Buys, p.MinOut, p.Expected = p.MinOut, one, p.Amount
	case o.Buy:
		p.Buys, p.MinOut, p.Expected = o.DestAmount, one,
			o.SrcAmount.Sub(o.ExpectedDestAmount)
	case o.Form != api.FirstForm: // a limit is never surplus
		p.Expected = p.Expected.Max(p.MinOut)
	}
	return p
}

// Slices is how many slices of an order took an amount of what it sells, or of the most.
func Slices(o *api.DeltaOrder, filled api.Amount) uint32 {
	unit, _ := o.Slice(0)
	n, _ := filled.MulDiv(api.NewAmount(1), unit).Uint64()
	return uint32(min(n, uint64(o.Slices-1)))
}

// Taken is what so many slices took of what an order sells, or of the most.
func Taken(o *api.DeltaOrder, slices uint32) api.Amount {
	if slices >= o.Slices {
		return o.SrcAmount
	}
	unit, _ := o.Slice(0)
	return unit.MulDiv(api.NewAmount(uint64(slices)), api.NewAmount(1))
}

// Step is the smallest number of basis points whose multiples divide an order's amount without a
// remainder, so that its parts add up.
func Step(o *api.DeltaOrder) uint64 {
	left, _ := api.AmountFromBig(new(big.Int).GCD(nil, nil, o.SrcAmount.Big(), big.NewInt(api.BPS)))
	gcd, _ := left.Uint64()
	return api.BPS / gcd
}

// OwnerGets is what the owner is paid of what a settlement of a part brings: the contract's fees
// taken off. Of an order that buys a flat fee is of what is spent.
func OwnerGets(o *api.DeltaOrder, p Part, received api.Amount) api.Amount {
	if !o.Buy {
		return eip712.DeltaPays(o, received, p.Expected)
	}
	return received.Sub(eip712.BuyFees(o, p.Amount.Sub(received), p.Amount.Sub(p.Expected)))
}
