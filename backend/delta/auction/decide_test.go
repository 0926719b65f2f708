package auction

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
)

// counted holds a round and returns its awards and how often each bid was simulated, by its
// calldata.
func (s *stage) counted(t *testing.T, gives map[string]chain.Simulation) (Outcome,
	map[string]int) {
	t.Helper()
	var mu sync.Mutex
	count := make(map[string]int)
	s.node.simulate = func(c chain.Call) chain.Simulation {
		mu.Lock()
		defer mu.Unlock()
		count[string(c.Data)]++
		return gives[string(c.Data)]
	}
	s.node.together = func(calls []chain.Call) (out []chain.Simulation) {
		for _, c := range calls {
			out = append(out, s.node.simulate(c))
		}
		return out
	}
	return s.hold(t), count
}

// says is a bid that pays an order an amount or fails.
func says(o *OpenOrder, data string, amount uint64) Bid {
	bid := bidFor(o, data, amount)
	bid.Data, bid.Gas = []byte(data), 100_000
	bid.Fills = map[string]Fill{o.ID: {Spent: o.Part().Amount,
		Event: settlement.Event{Received: api.NewAmount(amount)}}}
	return bid
}

// Of bids that say what they pay only those are simulated that would win; where these fail or pay
// less, the next best win.
func TestOnlyBidsThatWouldWinAreSimulated(t *testing.T) {
	t.Parallel()
	a, b := openOrder("a", 1, 2), openOrder("b", 2, 1)
	type fills = map[*OpenOrder]uint64
	for name, c := range map[string]struct {
		best      chain.Simulation // of the bid of 900
		wins      string
		simulated map[string]int
	}{
		"the best wins": {settles(1, fills{a: 900}), "best",
			map[string]int{"best": 1, "other": 1}},
		"the best fails": {chain.Simulation{Err: errDown}, "second",
			map[string]int{"best": 2, "second": 1, "other": 2}},
		"the best pays less than the second": {settles(1, fills{a: 799}), "second",
			map[string]int{"best": 2, "second": 1, "other": 2}},
	} {
		s := newStage(scripted{name: "router", bids: []Bid{says(a, "third", 700),
			says(a, "best", 900), says(a, "second", 800), says(b, "other", 500)}})
		s.orders.open = []OpenOrder{*a, *b}
		out, count := s.counted(t, map[string]chain.Simulation{"best": c.best,
			"second": settles(1, fills{a: 800}), "third": settles(1, fills{a: 700}),
			"other": settles(1, fills{b: 500})})
		if out.Awards["a"].Agent != c.wins || out.Awards["b"].Agent != "other" ||
			!maps.Equal(count, c.simulated) {
			t.Errorf("%s: %s wins, simulated %v", name, out.Awards["a"].Agent, count)
		}
	}
}

// Bids of a group win all or none: where one of them fails, pays an order less than another bid,
// has no room or loses its order, the others don't settle without it, and what is left is settled
// by the next best.
func TestBidsOfAGroupWinTogether(t *testing.T) {
	t.Parallel()
	a, b := openOrder("a", 1, 2), openOrder("b", 2, 1)
	type fills = map[*OpenOrder]uint64
	for name, c := range map[string]struct {
		second chain.Simulation
		room   uint64
		gone   bool // the order of the second, while the round is held
		single uint64
		wins   [2]string
	}{
		"both can": {settles(1, fills{b: 900}), 1e7, false, 800, [2]string{"one", "two"}},
		"one fails": {chain.Simulation{Err: errDown}, 1e7, false, 800,
			[2]string{"alone", ""}},
		"one is outbid": {settles(1, fills{b: 900}), 1e7, false, 901, [2]string{"alone", ""}},
		"one has no room": {settles(600_000, fills{b: 900}), 500_000, false, 1,
			[2]string{}},
		"one loses its order": {settles(1, fills{b: 900}), 1e7, true, 800, [2]string{}},
	} {
		one, two := says(a, "one", 900), says(b, "two", 900)
		one.Group, two.Group = 1, 1
		s := newStage(scripted{name: "batch", bids: []Bid{one, two, says(a, "alone", c.single)}})
		s.orders.open, s.node.room = []OpenOrder{*a, *b}, c.room
		s.orders.gone["b"] = c.gone
		out, _ := s.counted(t, map[string]chain.Simulation{"two": c.second,
			"one": settles(1, fills{a: 900}), "alone": settles(1, fills{a: c.single})})
		if got := [2]string{out.Awards["a"].Agent, out.Awards["b"].Agent}; got != c.wins {
			t.Errorf("%s: won by %q, want %q: %+v", name, got, c.wins, out.Entries["a"].Bids)
		}
	}
}

// Where a winner waits since another one uses up what it needs of the pools, a bid that settles its
// order with others wins if owners gain more by that, and if it pays that order what it would have
// waited for.
func TestWinnersAreChosenAgainWhereOneWaits(t *testing.T) {
	t.Parallel()
	first, a, b, c := openOrder("0", 1, 3), openOrder("a", 1, 2), openOrder("b", 2, 1),
		openOrder("c", 1, 3)
	type fills = map[*OpenOrder]uint64
	says := func(data string, pays uint64, list ...*OpenOrder) Bid {
		bid := says(list[0], data, pays)
		bid.Orders = nil
		for _, o := range list {
			bid.Orders = append(bid.Orders, o.ID)
			bid.Fills[o.ID] = Fill{Spent: o.Part().Amount,
				Event: settlement.Event{Received: api.NewAmount(pays)}}
		}
		return bid
	}
	waits := comesFirst + errDown.Error()
	for name, try := range map[string]struct {
		all   uint64    // what the bid for a, b and c pays each
		some  uint64    // the one for a and b
		fails bool      // the bid for all, on the contract
		wins  [4]string // orders
		why   string    // the bid for c alone lost
	}{
		"all gain more in all": {900, 1000, false,
			[4]string{"first", "all", "all", "all"}, ""},
		"the others gain more": {900, 1500, false,
			[4]string{"first", "some", "some", ""}, waits},
		"less than waited for": {799, 1000, false,
			[4]string{"first", "some", "some", ""}, waits},
		"fails on the contract": {900, 1000, true,
			[4]string{"first", "some", "some", ""}, waits},
	} {
		s := newStage(scripted{name: "agent", bids: []Bid{says("all", try.all, a, b, c),
			says("some", try.some, a, b), says("first", 600, first), says("c", 800, c)}})
		s.orders.open = []OpenOrder{*first, *a, *b, *c}
		gives := map[string]chain.Simulation{
			"all":  settles(1, fills{a: try.all, b: try.all, c: try.all}),
			"some": settles(1, fills{a: try.some, b: try.some}),
			"c":    settles(1, fills{c: 800}), "first": settles(1, fills{first: 600})}
		if try.fails {
			gives["all"] = chain.Simulation{Err: errDown}
		}
		s.node.simulate = func(c chain.Call) chain.Simulation { return gives[string(c.Data)] }
		s.node.together = func(calls []chain.Call) (out []chain.Simulation) {
			used := false // what c needs, by the first
			for _, call := range calls {
				sim := gives[string(call.Data)]
				if used && string(call.Data) == "c" {
					sim = chain.Simulation{Err: errDown}
				}
				used = used || string(call.Data) == "first"
				out = append(out, sim)
			}
			return out
		}
		out := s.hold(t)
		var wins [4]string
		for i, id := range []string{"0", "a", "b", "c"} {
			wins[i] = out.Awards[id].Agent
		}
		why := "no bid"
		for _, bid := range out.Entries["c"].Bids {
			if bid.Agent == "c" {
				why = bid.Reason
			}
		}
		if wins != try.wins || why != try.why {
			t.Errorf("%s: won by %q, want %q; the bid for c: %q", name, wins, try.wins, why)
		}
	}
}

// In random rounds the same bids win whether their agents say what they pay or not, some of them
// failing on the contract and some being unfair.
func TestWhatBidsSayDecidesAsSimulationDoes(t *testing.T) {
	t.Parallel()
	fewer, all := 0, 0
	for seed := range uint64(100) {
		r := randomAuction{Rand: rand.New(rand.NewPCG(seed, 4))}
		r.draw()
		bids, gives := r.scripted()
		silent := make([]Bid, len(bids))
		for i, bid := range bids {
			silent[i] = bid
			silent[i].Fills = nil
		}
		var outcomes [2]Outcome
		for i, list := range [][]Bid{bids, silent} {
			s := newStage(scripted{name: "router", bids: list})
			s.orders.open, s.node.room = r.b.Orders, 1e9
			var count map[string]int
			outcomes[i], count = s.counted(t, gives)
			if i == 0 {
				fewer += len(count)
			} else {
				all += len(count)
			}
		}
		for id := range r.e.orders {
			x, y := outcomes[0].Awards[id], outcomes[1].Awards[id]
			if x.Agent != y.Agent || x.Received != y.Received || x.Spent != y.Spent {
				t.Fatalf("seed %d, order %s: %+v won, and %+v where all are simulated", seed, id,
					x, y)
			}
		}
	}
	if 3*fewer > 2*all {
		t.Errorf("%d bids were simulated of %d", fewer, all)
	}
	t.Logf("%d bids were simulated of %d", fewer, all)
}

// scripted are the bids of a random auction for what is left of orders, and what the contract makes
// of each.
func (r *randomAuction) scripted() (bids []Bid, gives map[string]chain.Simulation) {
	gives = make(map[string]chain.Simulation)
	for i, v := range r.bids {
		bid, sim := v.Bid, chain.Simulation{Gas: 100_000}
		bid.Agent, bid.Data = fmt.Sprint("bid ", i), fmt.Append(nil, i)
		bid.Address, bid.Gas = common.Address{0xa9}, 100_000
		bid.Fills = make(map[string]Fill)
		for _, id := range bid.Orders {
			o, f := r.e.orders[id], v.fills[id]
			gets, _ := f.Received.Uint64()
			f.Spent, f.Event = o.Rest, settlement.Event{Received: f.Received}
			bid.Fills[id] = f
			sim.Logs = append(sim.Logs, settledLog(o, gets))
		}
		bid.Promised = bid.Fills[bid.Orders[0]].Received
		if r.IntN(6) == 0 {
			sim = chain.Simulation{Err: errDown}
		}
		bids, gives[string(bid.Data)] = append(bids, bid), sim
	}
	return bids, gives
}
