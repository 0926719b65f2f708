package auction

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// quotes is an oracle that knows some prices.
type quotes map[common.Address]api.Price

var errOracle = errors.New("the market is away")

// PriceUSD fails for the token 0xff.
func (q quotes) PriceUSD(_ context.Context, a common.Address) (api.Price, bool, error) {
	if a == (common.Address{0xff}) {
		return api.Price{}, false, errOracle
	}
	p, ok := q[a]
	return p, ok, nil
}

// What gas costs in a token is known from two prices, or it is said which one is missing: no bid is
// compared by a cost that nobody knows.
func TestWhatGasCostsInAToken(t *testing.T) {
	t.Parallel()
	price := func(quote, base api.Amount) api.Price { return api.Price{Quote: quote, Base: base} }
	one, three := api.NewAmount(1), api.NewAmount(3)
	huge := api.MaxAmount
	token := common.Address{1}
	coin := func(p api.Price) quotes { return quotes{api.NativeToken: p, token: price(one, three)} }
	for name, c := range map[string]struct {
		oracle quotes
		token  common.Address
		cost   uint64 // of 1,000 gas at 7 wei
		why    string
	}{
		"both known": {coin(price(three, one)), token, 7000 * 9, ""},
		"no price":   {coin(price(three, one)), common.Address{2}, 0, "has no USD price"},
		"a price of zero": {quotes{api.NativeToken: price(one, one),
			token: price(api.Amount{}, one)}, token, 0, "has no USD price"},
		"no coin": {quotes{token: price(one, one)}, token, 0,
			"the native coin has no USD price"},
		"away": {coin(price(three, one)), common.Address{0xff}, 0, errOracle.Error()},
		"out of range": {quotes{api.NativeToken: price(huge, one),
			token: price(one, huge)}, token, 0, "out of range"},
	} {
		b := NewBatch(Market{Oracle: c.oracle}, api.BlockRef{}, api.NewAmount(7))
		cost, err := b.GasIn(t.Context(), c.token, 1000)
		if c.why == "" && (err != nil || cost != api.NewAmount(c.cost)) ||
			c.why != "" && (err == nil || !strings.Contains(err.Error(), c.why)) {
			t.Errorf("%s: %s, %v; want %d or %q", name, cost, err, c.cost, c.why)
		}
		again, second := b.GasIn(t.Context(), c.token, 1000)
		if again != cost || (second == nil) != (err == nil) {
			t.Errorf("%s: the second time %s, %v", name, again, second)
		}
	}
}
