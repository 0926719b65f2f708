package auction

import (
	"testing"

	"bourse/backend/chain"
)

// Where two settlements of a round give a pair different prices, the record of each order says what
// they are and how much of the difference gas makes.
func TestTheRecordSaysWhyAPairHasTwoPrices(t *testing.T) {
	t.Parallel()
	a, b, c := openOrder("a", 1, 2), openOrder("b", 1, 2), openOrder("c", 2, 1)
	type fills = map[*OpenOrder]uint64
	const there = "ring settles 1 of the pair at another price, by which this one would get 1000 " +
		"with gas of 10; it gets "
	for name, try := range map[string]struct {
		pays, gas uint64 // of the order that is settled by itself
		alone     string
		together  string
	}{
		"gas makes it": {950, 60, there + "950 with gas of 60: gas makes the difference",
			"router settles 1 of the pair at another price, by which this one would get 950 with " +
				"gas of 60; it gets 1000 with gas of 10: the better price"},
		"gas makes a part": {930, 60, there + "930 with gas of 60: gas makes 50 of the " +
			"difference, other pools or tokens the rest", "router settles 1 of the pair at " +
			"another price, by which this one would get 930 with gas of 60; it gets 1000 with " +
			"gas of 10: the better price"},
		"it bears less gas": {1020, 5, there + "1020 with gas of 5: the better price", "router " +
			"settles 1 of the pair at another price, by which this one would get 1020 with gas " +
			"of 5; it gets 1000 with gas of 10: gas makes 5 of the difference, other pools or " +
			"tokens the rest"},
		"not gas": {950, 5, there + "950 with gas of 5: other pools or tokens make the " +
			"difference, not gas", "router settles 1 of the pair at another price, by which this " +
			"one would get 950 with gas of 5; it gets 1000 with gas of 10: the better price"},
		"one price": {1000, 60, "", ""},
	} {
		ring := says(a, "x", 1000)
		ring.Agent, ring.Orders, ring.Fills[c.ID] = "ring", []string{"a", "c"}, ring.Fills[a.ID]
		router := says(b, "y", try.pays)
		router.Agent = "router"
		s := newStage(scripted{name: "agent", bids: []Bid{ring, router}})
		s.orders.open, s.node.price = []OpenOrder{*a, *b, *c}, 1
		out, _ := s.counted(t, map[string]chain.Simulation{
			"x": settles(20, fills{a: 1000, c: 1000}), "y": settles(try.gas, fills{b: try.pays})})
		if out.Entries["a"].Prices != try.together || out.Entries["b"].Prices != try.alone ||
			out.Entries["c"].Prices != "" {
			t.Errorf("%s:\na: %s\nb: %s\nc: %s", name, out.Entries["a"].Prices,
				out.Entries["b"].Prices, out.Entries["c"].Prices)
		}
	}
}
