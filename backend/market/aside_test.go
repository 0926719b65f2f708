package market

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

type asideTokens struct{}

func (asideTokens) Token(_ context.Context, a common.Address) (api.Token, error) {
	return api.Token{Address: a, Decimals: map[common.Address]int{usdToken: 6}[a]}, nil
}

var usdToken, ether = common.Address{1}, common.Address{2}

// asidePools say that a wei is worth 3,000 USD / 10^18, and nothing of other tokens.
type asidePools struct{}

func (asidePools) Traded(*types.Log) bool                 { return false }
func (asidePools) Trade(*types.Log) (p PoolTrade, b bool) { return p, b }
func (asidePools) USD(_ context.Context, token common.Address) (float64, bool) {
	return 3000e-18, token == ether
}

// TestOddTradesMoveNoPrice: a stranger trades with himself. What is too small or too far off stays
// on the tape, and in no candle and no last price.
func TestOddTradesMoveNoPrice(t *testing.T) {
	trade := func(base, quote uint64, token common.Address) api.Trade {
		return api.Trade{Pair: api.Pair{Base: token, Quote: usdToken}, Size: api.NewAmount(base),
			Price: api.Price{Quote: api.NewAmount(quote), Base: api.NewAmount(base)}, Time: 60}
	}
	const dust, milli = 1e9, 1e15
	for name, c := range map[string]struct {
		pools  Pools
		before []api.Trade
		trade  api.Trade
		aside  bool
	}{
		"dust at an absurd price": {asidePools{}, nil, trade(dust, 10_000e6, ether), true},
		"dust at the market":      {asidePools{}, nil, trade(1e14, 300_000, ether), true},
		"three dollars":           {asidePools{}, nil, trade(milli, 3e6, ether), false},
		"far above":               {asidePools{}, nil, trade(milli, 6_100_000, ether), true},
		"far below":               {asidePools{}, nil, trade(milli, 1_400_000, ether), true},
		"twenty per cent off":     {asidePools{}, nil, trade(milli, 3_600_000, ether), false},
		"the first of a token":    {nil, nil, trade(milli, 3e6, ether), false},
		"its first, of dust":      {nil, nil, trade(dust, 10, ether), true},
		"after others, far off": {nil, []api.Trade{trade(milli, 3e6, ether)},
			trade(dust, 10_000e6, ether), true},
		"after others, near": {nil, []api.Trade{trade(milli, 3e6, ether)},
			trade(milli, 4e6, ether), false},
	} {
		m := &Markets{Config: Config{USD: []common.Address{usdToken}, Pools: c.pools},
			tokens: asideTokens{}, pairs: map[api.Pair]*series{}}
		for _, b := range c.before {
			m.remember(b)
		}
		c.trade.Aside = m.isAside(t.Context(), c.trade)
		if c.trade.Aside != c.aside {
			t.Errorf("%s: aside is %v", name, c.trade.Aside)
		}
		m.remember(c.trade)
		s := m.pairs[c.trade.Pair]
		d, last := s.dayTo(60), s.last()
		moved := last == c.trade.Price || d.High == c.trade.Price || d.Low == c.trade.Price ||
			d.Trades > len(c.before)
		if moved == c.aside || len(s.newest(10)) != len(c.before)+1 {
			t.Errorf("%s: last %v, day %+v, %d on the tape", name, last, d, len(s.newest(10)))
		}
	}
}
