package auction

import (
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
)

// The record of a round tells of a bid for several orders what it promises each, which bid won, and
// where that is not the one that pays the order most, why.
func TestTheRecordSaysWhyTheBestBidLost(t *testing.T) {
	t.Parallel()
	a, b, c := openOrder("a", 1, 2), openOrder("b", 2, 1), openOrder("c", 2, 1)
	type fills = map[*OpenOrder]uint64
	gives := map[string]fills{"first": {a: 1010, b: 1000}, "second": {a: 1005, c: 1020}}
	ring := func(name string, orders ...*OpenOrder) Bid {
		bid := says(orders[0], name, gives[name][orders[0]])
		for _, o := range orders[1:] {
			bid.Orders = append(bid.Orders, o.ID)
			bid.Fills[o.ID] = Fill{Spent: o.Rest,
				Event: settlement.Event{Received: api.NewAmount(gives[name][o])}}
		}
		return bid
	}
	s := newStage(scripted{name: "ring", bids: []Bid{ring("first", a, b), ring("second", a, c)}})
	s.orders.open = []OpenOrder{*a, *b, *c}
	out, _ := s.counted(t, map[string]chain.Simulation{
		"first": settles(1, gives["first"]), "second": settles(1, gives["second"])})
	e := out.Entries["a"]
	if len(e.Bids) != 2 || e.Bids[0].Won || !e.Bids[1].Won || e.Bids[1].Agent != "second" ||
		e.Outcome != "won by second by the sum: its 2 orders gain more in all than the 2 of "+
			"first's bid, which pays this one more; without second's bids first would pay it 1010" {
		t.Errorf("order a: %q, %+v", e.Outcome, e.Bids)
	}
	e = out.Entries["c"]
	if len(e.Bids) != 1 || e.Bids[0].Promised != api.NewAmount(1020) ||
		e.Outcome != "won by second" {
		t.Errorf("order c: %q, %+v", e.Outcome, e.Bids)
	}
	if e = out.Entries["b"]; len(e.Bids) != 1 || e.Bids[0].Won ||
		!strings.HasPrefix(e.Outcome, "no bid won: the best one") {
		t.Errorf("order b: %q, %+v", e.Outcome, e.Bids)
	}
}
