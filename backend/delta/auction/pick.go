package auction

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

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

// pick chooses the winners among all bids for some orders: bids that settle several orders together
// where each of them gets at least what its best single bid gives, those that bring most above that
// first; then the best single bid for each order that is left. Bids that come last win only what
// none of the others does.
func pick(ctx context.Context, b *Batch, orders map[string]*OpenOrder,
	list []*scoredBid) (winners []*scoredBid) {
	taken := make(map[string]bool)
	win := func(bids ...*scoredBid) {
		for _, v := range bids {
			if slices.ContainsFunc(v.Orders, func(id string) bool { return taken[id] }) {
				return
			}
		}
		for _, v := range bids {
			for _, id := range v.Orders {
				taken[id] = true
			}
			v.won = true
			winners = append(winners, v)
		}
	}
	single, joint := ranked(list)
	type offer struct {
		bids []*scoredBid // that win together
		gain *big.Int
		size int
		last bool
	}
	var offers []offer
	for _, bids := range joint {
		o := offer{bids: bids, gain: new(big.Int)}
		fair := !slices.ContainsFunc(bids, func(v *scoredBid) bool { return v.refused != "" })
		for _, v := range bids {
			gain, ok := jointGain(ctx, b, orders, single, v)
			if !ok && v.refused == "" {
				v.refused = outbid
			}
			fair, o.size, o.last = fair && ok, o.size+len(v.Orders), o.last || v.last
			o.gain.Add(o.gain, gain)
		}
		if fair {
			offers = append(offers, o)
		} else {
			refuseRest(bids)
		}
	}
	slices.SortStableFunc(offers, func(x, y offer) int {
		return cmp.Or(y.gain.Cmp(x.gain), cmp.Compare(y.size, x.size))
	})
	for _, last := range []bool{false, true} {
		for _, o := range offers {
			if o.last == last {
				win(o.bids...)
			}
		}
		for _, v := range list {
			if v.last == last && v.alone() && v.refused == "" && single[v.Orders[0]][0] == v {
				win(v)
			}
		}
	}
	return winners
}

// refuseRest refuses bids one of which can't win.
func refuseRest(bids []*scoredBid) {
	for _, v := range bids {
		if v.refused == "" {
			v.refused = apart
		}
	}
}

// ranked returns the valid bids: those for one order by order, best first, ties in the order of
// arrival; and the others, those together that win together, whether all of them are valid or not.
func ranked(list []*scoredBid) (single map[string][]*scoredBid, joint [][]*scoredBid) {
	single = make(map[string][]*scoredBid)
	places := make(map[group]int)
	for _, v := range list {
		at, begun := places[v.group()]
		switch {
		case v.Group != 0 && begun:
			joint[at] = append(joint[at], v)
		case v.Group != 0:
			places[v.group()] = len(joint)
			joint = append(joint, []*scoredBid{v})
		case v.refused != "":
		case v.single():
			single[v.Orders[0]] = append(single[v.Orders[0]], v)
		default:
			joint = append(joint, []*scoredBid{v})
		}
	}
	for id, list := range single {
		slices.SortStableFunc(list, func(x, y *scoredBid) int {
			return y.fills[id].Received.Cmp(x.fills[id].Received)
		})
	}
	return single, joint
}

// jointGain is what a bid for several orders brings their owners above the best bid for each alone,
// or above the least that it accepts where there is none or that one comes last, in wei. It is not
// fair where one of them gets less than by its own best bid, or less above the least for what it
// sells.
func jointGain(ctx context.Context, b *Batch, orders map[string]*OpenOrder,
	single map[string][]*scoredBid, v *scoredBid) (gain *big.Int, fair bool) {
	gain = new(big.Int)
	for _, id := range v.Orders {
		o, fill := orders[id], v.fills[id]
		base, fair := o.leastFor(fill.Spent), api.Amount{}
		if len(single[id]) > 0 {
			best := single[id][0].fills[id]
			above := base.Add(best.Received.Sub(o.leastFor(best.Spent)))
			if fair = above.Max(best.Received); !single[id][0].last {
				base = above
			}
		}
		if fill.Received.Less(base.Max(fair)) {
			return gain, false
		}
		if worth, err := b.worthInCoin(
			ctx, o.Order.Measure(), fill.Received.Sub(base)); err == nil {
			gain.Add(gain, worth.Big())
		}
	}
	return gain, true
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

// worthInCoin returns what an amount of a token is worth in wei, rounded down.
func (b *Batch) worthInCoin(ctx context.Context, token common.Address,
	amount api.Amount) (api.Amount, error) {
	rate, err := b.rate(ctx, token)
	if err != nil || rate.Quote.IsZero() {
		return api.Amount{}, err
	}
	return amount.MulDiv(rate.Base, rate.Quote), nil
}
