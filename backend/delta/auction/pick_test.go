package auction

import (
	"context"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/settlement"
)

// oneDollar says that every token, and a wei, is worth a dollar a unit.
type oneDollar struct{}

func (oneDollar) PriceUSD(context.Context, common.Address) (api.Price, bool, error) {
	return api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}, true, nil
}

// rawTokens writes amounts as they are.
type rawTokens struct{}

func (rawTokens) List() []api.Token                                { return nil }
func (rawTokens) AmountText(a api.Amount, _ common.Address) string { return a.String() }

// openOrder is an order for 1,000 of one token that accepts any price in another.
func openOrder(id string, src, dest byte) *OpenOrder {
	o := &OpenOrder{Rest: api.NewAmount(1000), MinOut: api.NewAmount(1)}
	o.ID = id
	o.OrderHash = common.BytesToHash([]byte(id))
	o.Order = api.DeltaOrder{SrcToken: common.Address{src}, DestToken: common.Address{dest},
		SrcAmount: api.NewAmount(1000), DestAmount: api.NewAmount(1),
		ExpectedDestAmount: api.MaxAmount}
	return o
}

// evaluated is a round of orders.
func evaluated(orders ...*OpenOrder) (*Batch, *evaluation) {
	e := &evaluation{orders: make(map[string]*OpenOrder), references: make(map[string]api.Amount),
		rates: make(map[common.Address]api.Price),
		flies: func(*scoredBid) (flying, bool) { return flying{}, false }}
	b := NewBatch(Market{Oracle: oneDollar{}}, api.BlockRef{}, api.Amount{})
	for _, o := range orders {
		e.orders[o.ID] = o
		e.rates[o.Order.Measure()] = api.Price{Quote: api.NewAmount(1), Base: api.NewAmount(1)}
		b.Orders = append(b.Orders, *o)
	}
	return b, e
}

// pays is a bid that brings orders amounts for all that they sell.
func pays(agent string, amounts map[string]uint64, orders ...string) *scoredBid {
	v := &scoredBid{Bid: Bid{Agent: agent, Orders: orders},
		fills: make(map[string]Fill)}
	for _, id := range orders {
		v.fills[id] = Fill{Spent: api.NewAmount(1000),
			Event: settlement.Event{Received: api.NewAmount(amounts[id])}}
	}
	return v
}

// Joint bids win by what they bring above each order's best bid alone, each order is settled once,
// and no order gets less than its best bid alone brings it.
func TestWinnersAreFairToEachOrder(t *testing.T) {
	t.Parallel()
	_, e := evaluated(openOrder("a", 1, 2), openOrder("b", 2, 1), openOrder("c", 2, 1))
	for name, c := range map[string]struct {
		bids []*scoredBid
		want string // agents that win
		lost string // why the first bid lost
	}{
		"the better of two rings": {[]*scoredBid{
			pays("ring ab", map[string]uint64{"a": 1010, "b": 1000}, "a", "b"),
			pays("ring ac", map[string]uint64{"a": 1005, "c": 1020}, "a", "c"),
		}, "ring ac", ""},
		"a single bid pays one of them more": {[]*scoredBid{
			pays("ring ab", map[string]uint64{"a": 5000, "b": 999}, "a", "b"),
			pays("router", map[string]uint64{"b": 1000}, "b"),
		}, "router", "another bid pays one of its orders more"},
		"as much as the single bid": {[]*scoredBid{
			pays("ring ab", map[string]uint64{"a": 1001, "b": 1000}, "a", "b"),
			pays("router", map[string]uint64{"b": 1000}, "b"),
		}, "ring ab", ""},
		"ties go to the earlier": {[]*scoredBid{
			pays("first", map[string]uint64{"a": 1000}, "a"),
			pays("second", map[string]uint64{"a": 1000}, "a"),
		}, "first", ""},
		"what is left is settled alone": {[]*scoredBid{
			pays("ring ab", map[string]uint64{"a": 1010, "b": 1010}, "a", "b"),
			pays("router", map[string]uint64{"c": 7}, "c"),
			pays("book", map[string]uint64{"c": 8}, "c"),
		}, "ring ab book", ""},
	} {
		d := pick(e, c.bids, excluded{})
		var agents []string
		for _, i := range d.winners {
			agents = append(agents, c.bids[i].Agent)
		}
		if got := strings.Join(agents, " "); got != c.want || d.why(0) != c.lost {
			t.Errorf("%s: won by %q, want %q; the first bid: %q", name, got, c.want, d.why(0))
		}
	}
}

// A bid for several orders that settles less or more of one than its own best bid must bring it as
// much in all, and as much above what it signed for.
func TestPartsAreComparedWithTheBestBidAlone(t *testing.T) {
	t.Parallel()
	o := openOrder("a", 1, 2)
	o.Order.DestAmount, o.PartiallyFillable = api.NewAmount(1000), true
	for name, c := range map[string]struct {
		got, spent uint64
		fair       bool
	}{
		"as much":                         {510, 500, true},
		"more of it, at a lower price":    {1005, 1000, false},
		"more of it, with as much gained": {1010, 1000, true},
		"less of it, at a higher price":   {420, 400, false},
	} {
		part := func(agent string, got, spent uint64, orders ...string) *scoredBid {
			v := pays(agent, map[string]uint64{"b": 7}, orders...)
			v.fills["a"] = Fill{Spent: api.NewAmount(spent),
				Event: settlement.Event{Received: api.NewAmount(got)}}
			return v
		}
		_, e := evaluated(o, openOrder("b", 2, 1))
		d := pick(e, []*scoredBid{part("both", c.got, c.spent, "a", "b"),
			part("alone", 510, 500, "a")}, excluded{})
		if len(d.winners) != 1 || (d.winners[0] == 0) != c.fair {
			t.Errorf("%s: won by %+v", name, d.winners)
		}
	}
}

// A bid that pays an order less than the pools would is unfair, by a unit; a part of an order has
// the contract's own least.
func TestBidsBelowThePoolsAreUnfair(t *testing.T) {
	t.Parallel()
	a := New(Config{Tokens: rawTokens{}})
	_, e := evaluated(openOrder("a", 1, 2), openOrder("b", 2, 1))
	e.references["a"] = api.NewAmount(1000)
	for name, c := range map[string]struct {
		got, spent uint64
		fair       bool
	}{
		"what the pools pay": {1000, 1000, true},
		"a unit less":        {999, 1000, false},
		"less for a part":    {499, 500, true},
	} {
		v := pays("agent", map[string]uint64{"a": c.got, "b": 1}, "b", "a")
		fill := v.fills["a"]
		fill.Spent = api.NewAmount(c.spent)
		v.fills["a"] = fill
		if why := a.unfair(e, v); (why == "") != c.fair ||
			!c.fair && !strings.HasPrefix(
				why, "unfair: order a would get 999, the pools pay 1000") {
			t.Errorf("%s: %q", name, why)
		}
	}
}

// Two orders of one pair have one price in a settlement, before the fees of each and to the unit
// that rounding takes; orders of other pairs have their own.
func TestOnePriceForAPairInASettlement(t *testing.T) {
	t.Parallel()
	_, e := evaluated(openOrder("a", 1, 2), openOrder("b", 1, 2), openOrder("c", 2, 1))
	for name, c := range map[string]struct {
		a, b, c, fee uint64
		even         bool
	}{
		"one price":               {1000, 1000, 5, 0, true},
		"a unit of rounding":      {1000, 1001, 5, 0, true},
		"two units":               {1000, 1002, 5, 0, false},
		"the difference is a fee": {1000, 900, 5, 100, true},
	} {
		v := pays("agent", map[string]uint64{"a": c.a, "b": c.b, "c": c.c}, "a", "b", "c")
		fill := v.fills["b"]
		fill.PartnerFee = api.NewAmount(c.fee)
		v.fills["b"] = fill
		if why := uneven(e, v); (why == "") != c.even {
			t.Errorf("%s: %q", name, why)
		}
	}
}
