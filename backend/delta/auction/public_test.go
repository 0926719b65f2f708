package auction

import (
	"maps"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// publicCase is a case of the published implementation of fair combinatorial auctions, by the names
// that it has there: orders that sell 1,000 and ask for 1,000, and what bids give them.
type publicCase struct {
	orders  map[string]tradedPair
	bids    []publicBid
	fair    []string            // bids that are not filtered out
	winners []string            // by the published implementation
	without map[string]uint64   // by agent, the score of those that win without it
	instead map[string][]string // where ours differ, by reason: the winners
}

type publicBid struct {
	name, agent string
	gives       map[string]uint64
}

// Where ours differ: the published rule protects what the orders of a pair get in all, ours what
// each does; and the published search takes offers one by one, ours the set that brings most.
const (
	byOrder = "an order by itself is protected, not its pair"
	bySet   = "the set that brings most wins, not the best bid first"
)

func tokenPair(src, dest byte) tradedPair {
	return tradedPair{common.Address{src}, common.Address{dest}}
}

var (
	ab, cd, ef = tokenPair('A', 'B'), tokenPair('C', 'D'), tokenPair('E', 'F')
	ac, ad     = tokenPair('A', 'C'), tokenPair('A', 'D')
)

var publicCases = map[string]publicCase{
	"single bid": {
		orders: map[string]tradedPair{"1": ab, "2": cd},
		bids:   []publicBid{{"only", "x", map[string]uint64{"1": 1100, "2": 1100}}},
		fair:   []string{"only"}, winners: []string{"only"}, without: map[string]uint64{"x": 0},
	},
	"compatible bids": {
		orders: map[string]tradedPair{"1": ab, "2": cd, "3": ac},
		bids: []publicBid{{"best", "x", map[string]uint64{"1": 1100, "2": 1100}},
			{"compatible", "y", map[string]uint64{"3": 1100}}},
		fair: []string{"best", "compatible"}, winners: []string{"best", "compatible"},
		without: map[string]uint64{"x": 100, "y": 200},
	},
	"multiple solutions for a solver": {
		orders: map[string]tradedPair{"1": ab, "2": cd, "3": ad},
		bids: []publicBid{{"best", "x", map[string]uint64{"1": 1100, "2": 1100}},
			{"compatible", "x", map[string]uint64{"3": 1100}}},
		fair: []string{"best", "compatible"}, winners: []string{"best", "compatible"},
		without: map[string]uint64{"x": 0},
	},
	"incompatible bids": {
		orders: map[string]tradedPair{"1": ab, "2": cd},
		bids: []publicBid{{"best", "x", map[string]uint64{"1": 1100, "2": 1100}},
			{"other", "y", map[string]uint64{"1": 1100}}},
		fair: []string{"best", "other"}, winners: []string{"best"},
		without: map[string]uint64{"x": 100},
	},
	"fairness filtering": {
		orders: map[string]tradedPair{"1": ab, "2": cd},
		bids: []publicBid{{"unfair", "x", map[string]uint64{"1": 1100, "2": 1100}},
			{"filtering", "y", map[string]uint64{"1": 1150}}},
		fair: []string{"filtering"}, winners: []string{"filtering"},
		without: map[string]uint64{"y": 0},
	},
	"aggregation on a token pair": {
		orders: map[string]tradedPair{"1": ab, "2": ab},
		bids: []publicBid{{"aggregated", "x", map[string]uint64{"1": 1100, "2": 1100}},
			{"other", "y", map[string]uint64{"1": 1150}}},
		fair: []string{"aggregated", "other"}, winners: []string{"aggregated"},
		without: map[string]uint64{"x": 150}, instead: map[string][]string{byOrder: {"other"}},
	},
	"reference better than winners": {
		orders: map[string]tradedPair{"1": ab, "2": cd, "3": ef},
		bids: []publicBid{{"best", "x", map[string]uint64{"1": 1100, "2": 1100, "3": 1100}},
			{"incompatible 1", "y", map[string]uint64{"1": 1140, "2": 1140}},
			{"incompatible 2", "z", map[string]uint64{"3": 1100}}},
		fair:    []string{"best", "incompatible 1", "incompatible 2"},
		winners: []string{"best"}, without: map[string]uint64{"x": 380},
		instead: map[string][]string{bySet: {"incompatible 1", "incompatible 2"}},
	},
	"two bids for the order of a real auction": {
		orders: map[string]tradedPair{"1": ab},
		bids: []publicBid{{"first", "x", map[string]uint64{"1": 1021}},
			{"second", "y", map[string]uint64{"1": 1020}}},
		fair: []string{"first", "second"}, winners: []string{"first"},
		without: map[string]uint64{"x": 20},
	},
	"an unfair solution of several pairs": {
		orders: map[string]tradedPair{"1": ab, "2": cd},
		bids: []publicBid{{"both", "x", map[string]uint64{"1": 1030, "2": 1030}},
			{"baseline", "y", map[string]uint64{"1": 1050}}},
		fair: []string{"baseline"}, winners: []string{"baseline"},
		without: map[string]uint64{"y": 0},
	},
	"a score of nothing": {
		orders: map[string]tradedPair{"1": ab},
		bids:   []publicBid{{"only", "x", map[string]uint64{"1": 1000}}},
		fair:   []string{"only"}, winners: []string{"only"}, without: map[string]uint64{"x": 0},
	},
}

// The cases of the published implementation come out as they do there, but for the two differences
// that are said.
func TestPublicCases(t *testing.T) {
	t.Parallel()
	for name, c := range publicCases {
		var orders []*OpenOrder
		for _, id := range slices.Sorted(maps.Keys(c.orders)) {
			o := openOrder(id, 1, 2)
			o.Order.SrcToken, o.Order.DestToken = c.orders[id].src, c.orders[id].dest
			o.Order.DestAmount = api.NewAmount(1000)
			o.MinOut = o.Order.DestAmount
			orders = append(orders, o)
		}
		_, e := evaluated(orders...)
		for _, bid := range c.bids {
			v := pays(bid.agent, bid.gives, slices.Sorted(maps.Keys(bid.gives))...)
			e.bids = append(e.bids, v)
		}
		e.decision = pick(e, e.bids, excluded{})
		won := func(d decision) (list []string) {
			for i, bid := range c.bids {
				if d.won(i) {
					list = append(list, bid.name)
				}
			}
			return list
		}
		want, why := c.winners, ""
		for reason, others := range c.instead {
			want, why = others, reason
		}
		if got := won(e.decision); !slices.Equal(got, want) {
			t.Errorf("%s: won by %q, want %q %s", name, got, want, why)
		}
		for i, bid := range c.bids {
			out := e.decision.refused[i] == outbid
			if why == "" && out == slices.Contains(c.fair, bid.name) {
				t.Errorf("%s: %s is filtered out: %t", name, bid.name, out)
			}
		}
		if ours, published := c.score(want), c.score(c.winners); why == bySet && ours <= published {
			t.Errorf("%s: ours bring %d, the published %d", name, ours, published)
		}
		e.takeRivals()
		for agent, score := range c.without {
			if d, winner := e.without[agent]; winner && c.score(won(d)) != score {
				t.Errorf("%s: without %s %q win, with a score of %d, want %d", name, agent, won(d),
					c.score(won(d)), score)
			} else if !winner && why == "" {
				t.Errorf("%s: %s has won nothing", name, agent)
			}
		}
	}
}

// score is what bids bring owners above what these ask for.
func (c *publicCase) score(names []string) (sum uint64) {
	for _, bid := range c.bids {
		if slices.Contains(names, bid.name) {
			for _, amount := range bid.gives {
				sum += amount - 1000
			}
		}
	}
	return sum
}
