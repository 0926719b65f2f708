package traders

import (
	"context"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// asset is a token with what the traders hold a whole one to be worth. All prices follow from these, so that those of two pairs never contradict
// that of a third.
type asset struct {
	api.Token
	peg    *asset // what it is a claim on; nil is the dollar
	begin  int64  // millionths of a whole peg, to which the worth returns in the long run
	worth  int64  // the same, at the moment
	swings int64  // millionths of itself by which the worth moves at a time
}

// How worths move.
const (
	whole        = 1_000_000 // units of worth
	calm         = 10_000    // the part of the way back to its beginning that a worth goes in a step
	pastSwings   = 20        // times further a worth moves in a block of the past than in a step
	swingsPegged = 25        // of what stands for something else
	swingsCoin   = 150
	swingsOther  = 300
	usdDecimals  = 18 // of USD prices
)

// pegs are the tokens that stand for another one, or for the dollar.
func pegs() map[string]string {
	return map[string]string{"USDC": "", "USDT": "", "DAI": "", "FRAX": "", "stETH": "WETH", "rETH": "WETH"}
}

// appraise values the tokens that can be traded: as the pools do, which return in the long run to where they began.
func (t *Traders) appraise(ctx context.Context, tokens []api.Token) error {
	usd := make(map[string]int64)
	bySymbol := make(map[string]*asset)
	for _, token := range tokens {
		begin := t.Prices[token.Symbol]
		if token.Address == api.NativeToken || token.TransferTax > 0 || begin == 0 {
			continue
		}
		price, ok, err := t.Service.PriceUSD(ctx, t.ChainID, token.Address)
		if err != nil {
			return err
		}
		usd[token.Symbol] = begin
		if ok {
			usd[token.Symbol] = max(1, price.Scaled(token.Decimals, usdDecimals, 6, api.Down).Int64())
		}
		a := &asset{Token: token, swings: swingsOther}
		if token.Symbol == "WETH" || token.Symbol == "WBTC" {
			a.swings = swingsCoin
		}
		t.assets, bySymbol[token.Symbol] = append(t.assets, a), a
	}
	standing := pegs()
	for _, a := range t.assets {
		a.begin, a.worth = t.Prices[a.Symbol], usd[a.Symbol]
		peg, pegged := standing[a.Symbol]
		if pegged {
			a.swings = swingsPegged
		}
		if a.peg = bySymbol[peg]; a.peg != nil {
			a.begin, a.worth = a.begin*whole/t.Prices[peg], a.worth*whole/usd[peg]
		}
		if a.Symbol == numeraire {
			a.begin, a.worth, a.swings = whole, whole, 0
		}
	}
	for _, m := range t.markets {
		m.of, m.in = bySymbol[m.base], bySymbol[m.quote]
	}
	t.reprice()
	return nil
}

// numeraire is the token that is the dollar.
const numeraire = "USDC"

// usd is what a whole token is worth in millionths of a dollar.
func (a *asset) usd() int64 {
	if a.peg == nil {
		return a.worth
	}
	return api.NewAmount(uint64(a.worth)).MulDiv(api.NewAmount(uint64(a.peg.worth)), api.NewAmount(whole)).Big().Int64()
}

// value is what an amount of the token is worth in millionths of a dollar.
func (a *asset) value(n api.Amount) api.Amount {
	return n.MulDiv(api.NewAmount(uint64(a.usd())), pow10(a.Decimals))
}

// amount is how much of the token millionths of a dollar buy.
func (a *asset) amount(micros api.Amount) api.Amount {
	return micros.MulDiv(pow10(a.Decimals), api.NewAmount(uint64(a.usd())))
}

// swing moves a worth by times its usual step, up or down or not at all, and goes back a part of its way to where it began.
func (a *asset) swing(r *rand.Rand, times, back int64) {
	a.worth += a.worth * a.swings / whole * times * (r.Int64N(3) - 1)
	a.worth += (a.begin - a.worth) / back
}

// drift lets a third of the worths move on.
func (t *Traders) drift() {
	for _, a := range t.assets {
		if t.rand.IntN(3) == 0 {
			a.swing(t.rand, 1, calm)
		}
	}
	t.reprice()
}

// reprice brings the markets' fair prices to what the tokens are worth.
func (t *Traders) reprice() {
	for _, m := range t.markets {
		scale := pow10(m.places)
		m.fair = scale.MulDiv(api.NewAmount(uint64(m.of.usd())), api.NewAmount(uint64(m.in.usd()))).Big().Int64()
	}
}

// asset returns what is known of a token, nil for one that is not traded.
func (t *Traders) asset(token common.Address) *asset {
	for _, a := range t.assets {
		if a.Address == token {
			return a
		}
	}
	return nil
}
