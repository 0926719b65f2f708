package alert_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views/alert"
)

// A price that the pools of a node of one's own deny rings once, marked, and the alert waits on for
// the real one.
func TestADeniedPriceRingsMarkedAndUsesNothingUp(t *testing.T) {
	t.Parallel()
	base, quote := common.Address{1}, common.Address{2}
	price := func(n uint64) api.Price {
		return api.Price{Quote: api.NewAmount(n * 1e6), Base: api.NewAmount(1e18)}
	}
	told := func(p api.Price) string { return p.Format(18, 6, 2, api.Down) }
	a := alert.Alert{Pair: api.Pair{Base: base, Quote: quote}, Kind: alert.Above, Value: "3300"}
	doubted := alert.Doubted{}
	const rings = "WETH/USDC has risen to 3,300: the last price is 3,400.00"
	for i, c := range []struct {
		last, own uint64
		says      string
		waits     bool
	}{
		{3017, 3017, "", false},
		{3400, 3017, rings + ", by the word of there alone; your node's pools say 3,017.00", true},
		{3400, 3017, "", true},
		{3400, 3380, rings, false}, // the pools have come after
		{3400, 0, rings, false},    // nobody knows better
	} {
		m := api.Market{Base: api.Token{Address: base, Symbol: "WETH", Decimals: 18},
			Quote: api.Token{Address: quote, Symbol: "USDC", Decimals: 6},
			Last:  price(c.last), ToldBy: "there"}
		if c.own > 0 {
			m.Own = price(c.own)
		}
		next, text, waits := doubted.Look(a, m, told)
		if text != c.says || waits != c.waits || waits && next != a {
			t.Errorf("look %d: %q, waits on %t, is %+v", i, text, waits, next)
		}
	}
}
