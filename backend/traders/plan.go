package traders

import (
	"fmt"

	"bourse/backend/api"
)

// plan is a pair that is traded: prices are integers of 10^-places quote per base, sizes integers
// of 10^-sizePlaces base. places + sizePlaces is never more than the quote's decimals, so that
// every price level is met exactly.
type plan struct {
	base, quote        string
	tick               int64
	places, sizePlaces int
	size               int64 // of a typical order
}

// plans are the markets of the local network.
var plans = []plan{
	{base: "WETH", quote: "USDC", tick: 50, places: 2, size: 150, sizePlaces: 2},
	{base: "WBTC", quote: "USDC", tick: 50, places: 1, size: 80, sizePlaces: 3},
	{base: "stETH", quote: "WETH", tick: 1, places: 4, size: 200, sizePlaces: 2},
	{base: "UNI", quote: "USDC", tick: 4, places: 3, size: 2_500, sizePlaces: 1},
	{base: "LINK", quote: "USDC", tick: 10, places: 3, size: 1_500, sizePlaces: 1},
	{base: "DAI", quote: "USDC", tick: 1, places: 4, size: 40_000, sizePlaces: 1},
	{base: "USDT", quote: "USDC", tick: 1, places: 4, size: 40_000, sizePlaces: 1},
	{base: "WBTC", quote: "WETH", tick: 10, places: 3, size: 60, sizePlaces: 3},
}

// Pairs returns the markets as pairs of listed tokens, for whoever lists markets.
func Pairs(tokens []api.Token) ([]api.Pair, error) {
	markets, err := resolve(tokens)
	if err != nil {
		return nil, err
	}
	pairs := make([]api.Pair, len(markets))
	for i, m := range markets {
		pairs[i] = m.pair
	}
	return pairs, nil
}

// market is a plan with its tokens found and the price that the traders hold to be right at the
// moment.
type market struct {
	plan
	pair                        api.Pair
	baseDecimals, quoteDecimals int
	of, in                      *asset // base and quote
	fair                        int64
}

func resolve(tokens []api.Token) ([]*market, error) {
	bySymbol := make(map[string]api.Token, len(tokens))
	for _, t := range tokens {
		bySymbol[t.Symbol] = t
	}
	markets := make([]*market, len(plans))
	for i, p := range plans {
		base, okBase := bySymbol[p.base]
		quote, okQuote := bySymbol[p.quote]
		if !okBase || !okQuote {
			return nil, fmt.Errorf("the network lists no %s/%s to trade", p.base, p.quote)
		}
		markets[i] = &market{
			plan: p, pair: api.Pair{Base: base.Address, Quote: quote.Address},
			baseDecimals: base.Decimals, quoteDecimals: quote.Decimals,
		}
	}
	return markets, nil
}

// price returns the exact price of a level.
func (m *market) price(scaled int64) api.Price {
	return api.Price{
		Quote: pow10(m.quoteDecimals).MulDiv(api.NewAmount(uint64(scaled)), api.NewAmount(1)),
		Base:  pow10(m.baseDecimals + m.places),
	}
}

// amount returns a size as raw units of the base.
func (m *market) amount(size int64) api.Amount {
	return pow10(m.baseDecimals-m.sizePlaces).MulDiv(api.NewAmount(uint64(size)), api.NewAmount(1))
}

// scaled returns the level of a price, the one below where it is between two.
func (m *market) scaled(p api.Price) int64 {
	return p.Scaled(m.baseDecimals, m.quoteDecimals, m.places, api.Down).Int64()
}

func pow10(n int) api.Amount {
	a := api.NewAmount(1)
	for range n {
		a = a.MulDiv(api.NewAmount(10), api.NewAmount(1))
	}
	return a
}
