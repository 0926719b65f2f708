package delta

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// twoTokens are a coin of 18 and a dollar of 6 decimals.
type twoTokens struct{ rawTokens }

var coin, dollar = common.Address{0xc0}, common.Address{0xd0}

func (twoTokens) Listed(a common.Address) (api.Token, bool) {
	t := map[common.Address]api.Token{coin: {Address: a, Symbol: "WETH", Decimals: 18},
		dollar: {Address: a, Symbol: "USDC", Decimals: 6}}[a]
	return t, t.Symbol != ""
}

// Levels are prices of one piece, as the market quotes it, whatever side of it an order is on, and
// however much it is for.
func TestLevelsArePricesOfOnePiece(t *testing.T) {
	t.Parallel()
	s := &Service{cfg: Config{Tokens: twoTokens{},
		Pair: func(common.Address, common.Address) api.Pair { return api.Pair{Base: coin} }}}
	for _, c := range []struct {
		sells, buys, sold, worth string
		below                    bool
		want                     string
	}{
		{"coin", "dollar", "2000000000000000000", "5600000000", true,
			"2800.00 USDC per WETH or less"},
		{"dollar", "coin", "5600000000", "2000000000000000000", false,
			"2800.00 USDC per WETH or less"},
		{"dollar", "coin", "1234567", "411522333333333", true, "3000.00 USDC per WETH or more"},
		{"coin", "nobody", "2000000000000000000", "5600", true, "5600 for all of it or less"},
	} {
		at := map[string]common.Address{"coin": coin, "dollar": dollar, "nobody": {1}}
		amount := func(text string) api.Amount {
			a, err := api.ParseAmount(text)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		o := &api.DeltaOrder{SrcToken: at[c.sells], DestToken: at[c.buys],
			SrcAmount: amount(c.sold)}
		if got := s.levelText(o, amount(c.worth)) + s.orBeyond(o, c.below); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}
