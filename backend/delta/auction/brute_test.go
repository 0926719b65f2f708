package auction

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// The winners of small auctions bring as much as those that a search through all sets of bids
// finds by the published rule of fair combinatorial auctions: no order twice, a bid for several
// only where each gets no less than by the best bid for it alone, and of all such sets one that
// brings most above what owners signed for. Ten thousand: -run BruteForce -auctions 10000.
func TestWinnersAreThoseOfBruteForce(t *testing.T) {
	t.Parallel()
	joint := 0
	for n := range uint64(*auctions) {
		at := *firstAuction + n
		r := rand.New(rand.NewPCG(at, 25))
		var orders []*OpenOrder
		for i := range 2 + r.IntN(5) {
			o := openOrder(fmt.Sprint(i), 1+byte(i), 100)
			o.Order.DestAmount = api.NewAmount(900 + r.Uint64N(50))
			orders = append(orders, o)
		}
		_, e := evaluated(orders...)
		var bids []*scoredBid
		for range 1 + r.IntN(8) {
			places := r.Perm(len(orders))[:1+r.IntN(len(orders))]
			if r.IntN(3) == 0 {
				places = places[:1]
			}
			amounts := make(map[string]uint64)
			var ids []string
			for _, i := range places {
				ids = append(ids, orders[i].ID)
				amounts[orders[i].ID] = 950 + r.Uint64N(100)
			}
			bids = append(bids, pays("agent", amounts, ids...))
		}
		d := pick(e, bids, excluded{})
		got := uint64(0)
		for _, i := range d.winners {
			joint += len(bids[i].Orders) / 2
			got += above(e, bids[i])
		}
		if want := bruteForce(e, bids); got != want {
			t.Fatalf("auction %d (repeat with -auctions 1 -first-auction %d): winners %v bring "+
				"%d, the best of all sets %d", at, at, d.winners, got, want)
		}
	}
	if joint < *auctions/2 {
		t.Errorf("only %d orders are settled together", joint)
	}
}

// above is what a bid brings owners above what they signed for.
func above(e *evaluation, v *scoredBid) (sum uint64) {
	for _, id := range v.Orders {
		got, _ := v.fills[id].Received.Uint64()
		least, _ := e.orders[id].Order.DestAmount.Uint64()
		sum += got - least
	}
	return sum
}

// bruteForce is the most that a set of bids brings by the rule.
func bruteForce(e *evaluation, bids []*scoredBid) (most uint64) {
	alone := make(map[string]api.Amount)
	for _, v := range bids {
		if len(v.Orders) == 1 {
			id := v.Orders[0]
			alone[id] = alone[id].Max(v.fills[id].Received)
		}
	}
	for set := range 1 << len(bids) {
		sum, valid := uint64(0), true
		var settled []string
		for i, v := range bids {
			if set&(1<<i) == 0 {
				continue
			}
			for _, id := range v.Orders {
				valid = valid && !slices.Contains(settled, id) &&
					!v.fills[id].Received.Less(alone[id])
				settled = append(settled, id)
			}
			sum += above(e, v)
		}
		if valid {
			most = max(most, sum)
		}
	}
	return most
}

// Where the block has no room for all, those settlements are sent first that bring their owners
// most for the gas; what is left waits for the next round.
func TestRoomGoesToWhatBringsMostForItsGas(t *testing.T) {
	t.Parallel()
	_, e := evaluated(openOrder("a", 1, 2), openOrder("b", 2, 1), openOrder("c", 3, 1),
		openOrder("d", 4, 1))
	bid := func(gas, gains uint64, orders ...string) *scoredBid {
		amounts := make(map[string]uint64)
		for _, id := range orders {
			amounts[id] = 1 + gains
		}
		v := pays("agent", amounts, orders...)
		v.gas = gas
		return v
	}
	bids := []*scoredBid{bid(300_000, 50, "a"), bid(200_000, 100, "b"), bid(300_000, 100, "c", "d")}
	for room, want := range map[uint64][]int{
		1_000_000: {2, 0, 1}, // the offer for two, then orders as they came
		700_000:   {2, 1}, 300_000: {}, 500_000: {2}, 400_000: {1},
	} {
		d := fill(e, bids, pick(e, bids, excluded{}), room)
		if !slices.Equal(d.winners, want) {
			t.Errorf("room of %d: %v, want %v", room, d.winners, want)
		}
		for i := range bids {
			if why := d.why(i); (why == noRoom) == slices.Contains(want, i) {
				t.Errorf("room of %d: bid %d: %q", room, i, why)
			}
		}
	}
}

// A bid that names an order twice would count what it brings twice: it is refused. One for an order
// of which it is not known what the pools pay waits.
func TestBidsThatCannotBeMeasured(t *testing.T) {
	t.Parallel()
	a := openOrder("a", 1, 2)
	s := newStage()
	b := NewBatch(s.cfg.Market, api.BlockRef{}, api.Amount{}, *a)
	twice := bidFor(a, "x", 1)
	twice.Orders = []string{"a", "a"}
	e := s.newEvaluation(t.Context(), b)
	e.take([]Bid{twice, bidFor(a, "x", 1)})
	if want := "it names order a twice"; e.bids[0].unable != want {
		t.Errorf("%q, want %q", e.bids[0].unable, want)
	}
	e.late["a"] = true
	if err := s.examine(t.Context(), b, e, 0); err != nil {
		t.Fatal(err)
	}
	if want := "what the pools pay for order a was not found in time: the next round"; e.
		bids[1].unable != want {
		t.Errorf("%q, want %q", e.bids[1].unable, want)
	}
}

// What would fail together must not cost more than the purse has left, beside what is on its way
// already: a quarter of it for who failed more often than not, half for code of strangers, three
// quarters for new owners, all of it for those who were settled. One goes in any case.
func TestNoMoreIsSentThanThePurseBears(t *testing.T) {
	t.Parallel()
	parties := map[rune]party{'f': {record: Record{Failed: 1}}, 'c': {strange: true},
		'n': {}, 's': {record: Record{Settled: 9}}, 'a': {record: Record{Settled: 9}, again: true},
		'C': {record: Record{Settled: 9}, strange: true}}
	for name, c := range map[string]struct {
		flying []uint64 // costs of what is on its way
		sent   string   // the winners, by parties; x elsewhere; 30 each; as o, but of one owner
		day    uint64
		want   []int
	}{
		"a quarter for who failed":     {nil, "fff", 240, []int{0, 1}},
		"half for code of the new":     {nil, "cccss", 120, []int{0, 1, 3, 4}},
		"and for what failed twice":    {nil, "aaass", 120, []int{0, 1, 3, 4}},
		"three quarters for the new":   {nil, "nnnns", 120, []int{0, 1, 2, 4}},
		"all for who was settled":      {nil, "ssCss", 120, []int{0, 1, 2, 3}},
		"one at a time of a new owner": {nil, "ooo", 120, []int{0}},
		"beside what flies":            {[]uint64{30}, "ccss", 120, []int{0, 2, 3}},
		"much of which flies":          {[]uint64{60}, "ccsss", 120, []int{2, 3}},
		"one in any case":              {nil, "ffss", 20, []int{0}},
		"none where something does":    {[]uint64{5}, "ffss", 20, []int{}},
		"others pay for themselves":    {[]uint64{60}, "fxxx", 60, []int{1, 2, 3}},
	} {
		var orders []*OpenOrder
		var bids []*scoredBid
		kinds := make(map[*scoredBid]rune)
		places := make(map[*scoredBid]byte)
		for i, kind := range c.sent {
			id := string(rune('a' + i))
			orders = append(orders, openOrder(id, byte(i+1), 1))
			v := pays("agent", map[string]uint64{id: 10}, id)
			kinds[v], places[v] = kind, byte(i+1)
			bids = append(bids, v)
		}
		_, e := evaluated(orders...)
		e.flies = func(v *scoredBid) (flying, bool) {
			y := parties[kinds[v]]
			if kinds[v] != 'o' {
				y.owner = common.Address{places[v]}
			}
			return flying{api.NewAmount(30), []party{y, y}}, kinds[v] != 'x'
		}
		p := purse{limits: Purse{Day: api.NewAmount(c.day)}}
		var inFlight []InFlight
		for i, cost := range c.flying {
			id := fmt.Sprint("flying ", i)
			p.lend(id, flying{api.NewAmount(cost), []party{{owner: common.Address{99}}}})
			inFlight = append(inFlight, InFlight{ID: id})
		}
		p.lend("landed", flying{cost: api.NewAmount(1000)})
		e.budget = p.budget(inFlight, time.Unix(1e9, 0))
		d := fill(e, bids, pick(e, bids, excluded{}), 1e9)
		if !slices.Equal(d.winners, c.want) {
			t.Errorf("%s: %v are sent, want %v", name, d.winners, c.want)
		}
		for i := range bids {
			if why := d.why(i); (why == onItsWay) == slices.Contains(c.want, i) {
				t.Errorf("%s: bid %d: %q", name, i, why)
			}
		}
	}
}
