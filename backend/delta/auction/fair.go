package auction

import (
	"fmt"
	"math/big"

	"bourse/backend/api"
	"bourse/backend/delta/settlement"
	"bourse/backend/eip712"
)

// unfair says which order gets less from a bid than the pools would pay for it, or than its owner
// signed for, "" if none does. A part has the contract's own least.
func (a *Auctioneer) unfair(e *evaluation, v *scoredBid) string {
	for _, id := range v.Orders {
		o, fill := e.orders[id], v.fills[id]
		floor := o.leastFor(fill.Spent)
		if fill.Received.Less(floor) {
			return fmt.Sprintf("unfair: order %s would get %s, its owner signed for %s", id,
				a.amountText(fill.Received, o.Order.Measure()),
				a.amountText(floor, o.Order.Measure()))
		}
		if r, ok := e.references[id]; ok && fill.Spent == o.Part().Amount && fill.Received.Less(r) {
			return fmt.Sprintf("unfair: order %s would get %s, the pools pay %s", id,
				a.amountText(fill.Received, o.Order.Measure()),
				a.amountText(r, o.Order.Measure()))
		}
	}
	return ""
}

// uneven says which two orders of one pair a bid settles at different prices, "" if it does not:
// within a settlement a pair has one clearing price, fees of the orders apart, to the unit that
// rounding takes.
func uneven(e *evaluation, v *scoredBid) string {
	alike := make(map[tradedPair][]string)
	for _, id := range v.Orders {
		key := pairOf(e.orders[id])
		for _, other := range alike[key] {
			if !samePrice(v, id, other) {
				return fmt.Sprintf("uneven: orders %s and %s sell the same for the same and get "+
					"different prices", other, id)
			}
		}
		alike[key] = append(alike[key], id)
	}
	return ""
}

// samePrice compares what a bid brings two orders for what it takes, by products.
func samePrice(v *scoredBid, one, other string) bool {
	x, y := v.fills[one], v.fills[other]
	gross := func(id string) *big.Int {
		f := v.fills[id]
		return f.Received.Add(f.ProtocolFee).Add(f.PartnerFee).Big()
	}
	difference := new(big.Int).Mul(gross(one), y.Spent.Big())
	difference.Sub(difference, new(big.Int).Mul(gross(other), x.Spent.Big()))
	unit := x.Spent
	if unit.Less(y.Spent) {
		unit = y.Spent
	}
	return difference.CmpAbs(unit.Big()) <= 0
}

// leastFor is the least that an order's owner signed for, for a part of what it sells.
func (o *OpenOrder) leastFor(spent api.Amount) api.Amount {
	switch {
	case o.Order.Buy:
		return api.Amount{} // all of the most may be spent
	case o.Order.Form.Sliced(): // each slice has a least of its own
		p := o.Part()
		return settlement.OwnerGets(&o.Order, p, p.MinOut)
	}
	return eip712.DeltaFloor(o.Order).MulDiv(spent, o.Order.SrcAmount)
}
