package auction

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// countedPools count the routes that are asked for, and say what a test lets them.
type countedPools struct {
	market *router.Snapshot
	asked  int
	pays   uint64
	err    error
}

func (p *countedPools) Market(context.Context, uint64, []common.Address) (*router.Snapshot, error) {
	return p.market, nil
}

func (p *countedPools) Best(context.Context, api.BlockRef, common.Address, common.Address,
	api.Amount, ...common.Address) (Route, error) {
	p.asked++
	return Route{Received: api.NewAmount(p.pays)}, p.err
}

// pooled is a market of one pool of the tokens 1 and 2.
func pooled(t *testing.T, reserve uint64) *router.Snapshot {
	t.Helper()
	p, err := pool.NewProduct(*uint256.NewInt(reserve), *uint256.NewInt(1e9), 3000)
	if err != nil {
		t.Fatal(err)
	}
	tokens := []common.Address{{1}, {2}}
	s, err := router.NewSnapshot(1, []router.Token{{Address: tokens[0]}, {Address: tokens[1]}},
		[]router.Venue{{Exchange: "V2", Address: common.Address{7}, Tokens: tokens, Pool: p}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Routes are looked for again where a pool, the order or the price of gas has changed since the
// last round, or the search failed, and else not: what is bid is the same.
func TestOnlyWhatChangedIsAskedAgain(t *testing.T) {
	t.Parallel()
	const searchFails = "the search failed"
	gas := func(price uint64) func(*stage, *countedPools) {
		return func(s *stage, _ *countedPools) { s.node.price = price }
	}
	for name, c := range map[string]struct {
		change func(s *stage, p *countedPools)
		again  bool
	}{
		"a block later": {func(_ *stage, p *countedPools) {
			later := *p.market
			later.Block, p.market = 2, &later
		}, false},
		"a pool changed": {func(_ *stage, p *countedPools) { p.market = pooled(t, 2e9) }, true},
		"a part was settled": {func(s *stage, _ *countedPools) {
			s.orders.open[0].Order.SrcAmount = api.NewAmount(999)
			s.orders.open[0].Rest = api.NewAmount(999)
		}, true},
		"its turn comes after another's": {func(s *stage, p *countedPools) {
			first := s.orders.open
			s.orders.open = []OpenOrder{*openOrder("b", 2, 1)}
			s.hold(t)
			s.orders.open = first
			p.asked--
		}, false},
		"gas is a bit dearer":      {gas(1100), false},
		"gas costs a quarter more": {gas(1250), true},
		"gas costs a quarter less": {gas(750), true},
		searchFails:                {func(_ *stage, p *countedPools) { p.err = nil }, true},
	} {
		p := &countedPools{market: pooled(t, 1e9), pays: 1e9}
		if name == searchFails {
			p.err = errDown
		}
		s := newStage(scripted{})
		s.cfg.Market.Pricer, s.cfg.Market.Pools = p, p
		s.orders.open, s.node.price = []OpenOrder{*openOrder("a", 1, 2)}, 1000
		s.hold(t)
		if p.asked != 1 {
			t.Fatalf("%s: %d routes asked for in one round", name, p.asked)
		}
		c.change(s, p)
		out := s.hold(t)
		if again := p.asked > 1; again != c.again || p.asked > 2 {
			t.Errorf("%s: asked %d times", name, p.asked)
		}
		gas := api.NewAmount(s.node.price * SettleGas) // a unit of any token is worth a wei
		if r := out.Entries["a"].Reference; r == nil || *r != api.NewAmount(1e9).Sub(gas) {
			t.Errorf("%s: the best route brings %v", name, r)
		}
	}
}
