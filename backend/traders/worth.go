package traders

import (
	"context"
	"math/rand/v2"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// asset is a token with what the traders hold a whole one to be worth. All prices follow from
// these, so that those of two pairs never contradict that of a third.
type asset struct {
	api.Token
	peg      *asset // what it is a claim on; nil is the dollar
	mean     int64  // millionths of a whole peg, to which the worth reverts
	worth    int64  // the same, at the moment
	stepSize int64  // millionths of itself by which the worth moves in a step
}

// How worths move.
const (
	whole = 1_000_000 // units of worth
	// a step closes 1/meanReversion of the gap between a worth and its mean
	meanReversion = 10_000
	pastSteps     = 20 // steps that a worth makes in one block of the past
	stepPegged    = 25 // of what stands for something else
	stepCoin      = 150
	stepOther     = 300
	usdDecimals   = 18 // of USD prices
)

// pegs are the tokens that stand for another one, or for the dollar.
func pegs() map[string]string {
	return map[string]string{"USDC": "", "USDT": "", "DAI": "", "FRAX": "", "stETH": "WETH",
		"rETH": "WETH"}
}

// appraise values the tokens that can be traded: as the pools do, which revert to
// where they began.
func (t *Traders) appraise(ctx context.Context, tokens []api.Token) error {
	usd := make(map[string]int64)
	bySymbol := make(map[string]*asset)
	for _, token := range tokens {
		mean := t.Prices[token.Symbol]
		if token.Address == api.NativeToken || token.TransferTax > 0 || mean == 0 {
			continue
		}
		price, ok, err := t.exchange.PriceUSD(ctx, token.Address)
		if err != nil {
			return err
		}
		usd[token.Symbol] = mean
		if ok {
			usd[token.Symbol] = max(1, price.Scaled(
				token.Decimals, usdDecimals, 6, api.Down).Int64())
		}
		a := &asset{Token: token, stepSize: stepOther}
		if token.Symbol == "WETH" || token.Symbol == "WBTC" {
			a.stepSize = stepCoin
		}
		t.assets, bySymbol[token.Symbol] = append(t.assets, a), a
	}
	standing := pegs()
	for _, a := range t.assets {
		a.mean, a.worth = t.Prices[a.Symbol], usd[a.Symbol]
		peg, pegged := standing[a.Symbol]
		if pegged {
			a.stepSize = stepPegged
		}
		if a.peg = bySymbol[peg]; a.peg != nil {
			a.mean, a.worth = a.mean*whole/t.Prices[peg], a.worth*whole/usd[peg]
		}
		if a.Symbol == numeraire {
			a.mean, a.worth, a.stepSize = whole, whole, 0
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
	return api.NewAmount(uint64(a.worth)).MulDiv(
		api.NewAmount(uint64(a.peg.worth)), api.NewAmount(whole)).Big().Int64()
}

// value is what an amount of the token is worth in millionths of a dollar.
func (a *asset) value(n api.Amount) api.Amount {
	return n.MulDiv(api.NewAmount(uint64(a.usd())), pow10(a.Decimals))
}

// amount is how much of the token millionths of a dollar buy.
func (a *asset) amount(micros api.Amount) api.Amount {
	return micros.MulDiv(pow10(a.Decimals), api.NewAmount(uint64(a.usd())))
}

// step moves a worth by size times its usual step, up or down or not at all, and then closes
// 1/reversion of the gap to its mean.
func (a *asset) step(r *rand.Rand, size, reversion int64) {
	a.worth += a.worth * a.stepSize / whole * size * (r.Int64N(3) - 1)
	a.worth += (a.mean - a.worth) / reversion
}

// drift lets a third of the worths move on.
func (t *Traders) drift() {
	for _, a := range t.assets {
		if t.rand.IntN(3) == 0 {
			a.step(t.rand, 1, meanReversion)
		}
	}
	t.reprice()
}

// reprice brings the markets' fair prices to what the tokens are worth.
func (t *Traders) reprice() {
	for _, m := range t.markets {
		scale := pow10(m.places)
		m.fair = scale.MulDiv(api.NewAmount(uint64(m.of.usd())),
			api.NewAmount(uint64(m.in.usd()))).Big().Int64()
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
