package pins_test

import (
	"math"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/chain"
	"bourse/backend/eip712"
)

// The level at which an order is let go is a service's word, which the pools that a node of one's
// own knows are held against: WETH trades at 3,020 USDC there (local.Prices).
func TestLevelsAreHeldAgainstPools(t *testing.T) {
	t.Parallel()
	node := ownNode(t)
	trail := api.DeltaTrail{Bps: 300}
	for _, c := range []struct {
		what         string
		level        uint64
		trail        api.DeltaTrail
		below        bool
		past, doubts bool
	}{
		{"a stop below the market", 2900, api.DeltaTrail{}, true, false, false},
		{"a stop above it", 3060, api.DeltaTrail{}, true, true, true},
		{"a profit above it", 9000, api.DeltaTrail{}, false, false, false},
		{"a trail below it", 2930, trail, true, false, false},
		{"a trail that nobody can believe", 9000, trail, true, true, true},
	} {
		x := honest(t)
		var weth, usdc api.Token
		for _, token := range plan.Tokens {
			switch token.Symbol {
			case "WETH":
				weth = token
			case "USDC":
				usdc = token
			}
		}
		r := api.DeltaRecord{ID: "a", ChainID: api.LocalChainID, Status: api.DeltaNotStarted,
			ExpiresAt: time.Now().Add(time.Hour), Order: api.DeltaOrder{SrcToken: weth.Address,
				DestToken: usdc.Address, SrcAmount: api.NewAmount(2e18),
				Deadline: uint64(time.Now().Add(time.Hour).Unix())},
			Trigger: &api.DeltaTrigger{Worth: api.NewAmount(c.level * 2e6), Below: c.below,
				Trail: c.trail}}
		r.Order.Owner = accounts[0]
		r.User = accounts[0]
		r.OrderHash = eip712.DeltaTypedData(r.ChainID, plan.Contracts.Delta, r.Order).Hash()
		x.deltas = []api.DeltaRecord{r}
		query := api.DeltaQuery{User: accounts[0], Page: 1, Limit: 10}
		s := x.connect(t, load(t), map[uint64]*chain.Network{api.LocalChainID: node})
		list, err := apitest.On(s, api.LocalChainID).DeltaOrders(t.Context(), query)
		if err != nil || len(list) != 1 || list[0].Seen == nil {
			t.Fatalf("%s: %+v, %v", c.what, list, err)
		}
		seen := list[0].Seen
		if math.Abs(seen.Worth.Float()/2/3020e6-1) > 0.02 || seen.Past.IsZero() == c.past ||
			seen.Denies(r.Trigger) != c.doubts {
			t.Errorf("%s: the node makes %+v of it", c.what, seen)
		}
		s = x.connect(t, load(t), nil)
		list, err = apitest.On(s, api.LocalChainID).DeltaOrders(t.Context(), query)
		if err != nil || *list[0].Seen != (api.DeltaSeen{ToldBy: s.Host()}) {
			t.Errorf("%s, without a node: %+v, %v", c.what, list[0].Seen, err)
		}
	}
}

// What a service says that a pair trades for stands beside what the pools say.
func TestMarketsAreHeldAgainstPools(t *testing.T) {
	t.Parallel()
	x := honest(t)
	var pair [2]api.Token
	for _, token := range plan.Tokens {
		switch token.Symbol {
		case "WETH":
			pair[0] = token
		case "USDC":
			pair[1] = token
		}
	}
	x.tokens = []api.Token{pair[0], pair[0], pair[1]}
	for _, node := range []*chain.Network{ownNode(t), nil} {
		nodes := map[uint64]*chain.Network{}
		if node != nil {
			nodes[api.LocalChainID] = node
		}
		list, err := apitest.On(x.connect(t, load(t), nodes), api.LocalChainID).Markets(t.Context())
		if err != nil || len(list) != 1 || list[0].Own.Known() != (node != nil) {
			t.Fatalf("%+v, %v", list, err)
		}
		if own := list[0].Own.Float(18, 6); node != nil && math.Abs(own/3020-1) > 0.02 {
			t.Errorf("pools say %v, not about 3,020", own)
		}
	}
}
