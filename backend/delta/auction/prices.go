package auction

import (
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// clearing is what a settlement of a round, or those of a group, makes of the orders of a pair: one
// price, fees of the orders apart.
type clearing struct {
	first        int        // the place of its first bid
	orders       int        // of the pair
	gross, spent api.Amount // of one of them, before its fees
	gas, value   api.Amount // wei: what all of the settlement costs, and what it pays its orders
}

// tradedPair is what orders sell and buy.
type tradedPair struct{ src, dest common.Address }

func pairOf(o *OpenOrder) tradedPair { return tradedPair{o.Order.SrcToken, o.Order.DestToken} }

// takeClearings takes down the prices of all pairs, once the winners are known.
func (e *evaluation) takeClearings(b *Batch) {
	e.clearings = make(map[tradedPair][]*clearing)
	for _, i := range e.decision.winners {
		first := e.withGroup(i)[0]
		gas, value := e.costs(b, first)
		for _, id := range e.bids[i].Orders {
			o, fill := e.orders[id], e.sent(i).fills[id]
			if o.Alone() {
				continue // what it pays is not for all that it sells, or for a slice
			}
			list := e.clearings[pairOf(o)]
			at := slices.IndexFunc(list, func(c *clearing) bool { return c.first == first })
			if at < 0 {
				at = len(list)
				gross := fill.Received.Add(fill.ProtocolFee).Add(fill.PartnerFee)
				list = append(list, &clearing{first: first, gross: gross, spent: fill.Spent,
					gas: gas, value: value})
				e.clearings[pairOf(o)] = list
			}
			list[at].orders++
		}
	}
}

// costs is what a settlement, with those of its group, costs and what it pays its orders, in wei.
func (e *evaluation) costs(b *Batch, place int) (gas, value api.Amount) {
	for _, i := range e.withGroup(place) {
		sent := e.sent(i)
		gas = gas.Add(b.gasPrice.MulDiv(api.NewAmount(sent.gas), api.NewAmount(1)))
		for _, id := range sent.Orders {
			dest := e.orders[id].Order.Measure()
			value = value.Add(e.worth(dest, sent.fills[id].Received))
		}
	}
	return gas, value
}

// pays is what a clearing pays for an amount, before fees, and what of the gas of its settlement is
// borne by that.
func (c *clearing) pays(amount api.Amount) (gets, gas api.Amount) {
	gets = c.gross.MulDiv(amount, c.spent)
	if !c.value.IsZero() {
		gas = gets.MulDiv(c.gas, c.value)
	}
	return gets, gas
}

// prices says in words why a winner and others that trade the same in the round get different
// prices, "" where they get one: it has one price within a settlement, but what orders pay for gas
// keeps them from being settled all together. Of several other prices it tells the highest.
func (a *Auctioneer) prices(e *evaluation, place int, o *OpenOrder) string {
	first, spent := e.withGroup(place)[0], e.bids[place].fills[o.ID].Spent
	var own, best *clearing
	var most api.Amount
	for _, c := range e.clearings[pairOf(o)] {
		switch gets, _ := c.pays(spent); {
		case c.first == first:
			own = c
		case best == nil || most.Less(gets):
			best, most = c, gets
		}
	}
	if own == nil || best == nil {
		return ""
	}
	gets, gas := own.pays(spent)
	others, othersGas := best.pays(spent)
	unit := api.NewAmount(1)
	if !gets.Add(unit).Less(others) && !others.Add(unit).Less(gets) {
		return ""
	}
	text := func(n api.Amount) string { return a.amountText(n, o.Order.DestToken) }
	return fmt.Sprintf("%s settles %d of the pair at another price, by which this one would get "+
		"%s with gas of %s; it gets %s with gas of %s: %s", e.bids[best.first].Agent, best.orders,
		text(others), text(othersGas), text(gets), text(gas),
		difference(text, others.Sub(gets), gas.Sub(othersGas)))
}

// difference says how much of what one price is below another comes from what it bears more of gas.
func difference(text func(api.Amount) string, lacks, gas api.Amount) string {
	switch {
	case lacks.IsZero():
		return "the better price"
	case gas.IsZero():
		return "other pools or tokens make the difference, not gas"
	case gas.Less(lacks):
		return "gas makes " + text(gas) + " of the difference, other pools or tokens the rest"
	default:
		return "gas makes the difference"
	}
}
