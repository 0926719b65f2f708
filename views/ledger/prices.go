package ledger

import (
	"cmp"
	"context"
	"maps"
	"math/big"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// The reach of prices: hours of candles.
const hours = 30 * 24

// Prices tell what tokens are and were worth. They are made off the loop and not changed after.
type Prices struct {
	now     views.Prices
	wrapped common.Address
	of      map[common.Address]series
	// then are prices at the beginnings of minutes, in what the token's series is in
	then map[common.Address]map[uint64]views.PriceTold
}

// Hours is how many hours the prices go back.
func (p *Prices) Hours() (n int) {
	for _, s := range p.of {
		n = max(n, len(s.candles))
	}
	return n
}

// series are the candles of a token against cash, or against the wrapped coin.
type series struct {
	quote   common.Address
	candles []api.Candle
}

// pricesNow adds to what is known what tokens are worth, and what the markets count in.
func pricesNow(ctx context.Context, exchange api.Exchange, network api.Network,
	markets []api.Market, tokens []common.Address, known views.Prices) (views.Prices, error) {
	tokens = append(slices.Clone(tokens), network.Contracts.WrappedNative)
	for _, m := range markets {
		tokens = append(tokens, m.Quote.Address)
	}
	now, asked := views.Prices{}, map[common.Address]bool{{}: true}
	maps.Copy(now, known)
	for _, token := range tokens {
		if _, there := now[token]; there || asked[token] {
			continue
		}
		asked[token] = true
		p, ok, err := exchange.PriceUSD(ctx, token)
		if err != nil {
			return nil, err
		}
		if ok {
			now[token] = p
		}
	}
	return now, nil
}

// readPrices reads the candles of tokens: against cash where there is such a market.
func readPrices(ctx context.Context, exchange api.Exchange, network api.Network, now views.Prices,
	markets []api.Market, tokens []common.Address) (*Prices, error) {
	p := &Prices{now: now, wrapped: network.Contracts.WrappedNative,
		of: map[common.Address]series{}, then: map[common.Address]map[uint64]views.PriceTold{}}
	tokens = append([]common.Address{p.wrapped}, tokens...)
	for _, token := range tokens {
		quote, ok := p.market(markets, token)
		if _, done := p.of[token]; done || !ok {
			continue
		}
		list, err := exchange.Candles(ctx, api.CandleQuery{
			Pair: api.Pair{Base: token, Quote: quote}, Interval: time.Hour, Limit: hours})
		if err != nil {
			return nil, err
		}
		p.of[token] = series{quote, list}
	}
	return p, nil
}

// market finds what a token has its price in: cash, else the wrapped coin.
func (p *Prices) market(markets []api.Market, token common.Address) (common.Address, bool) {
	against := func(quote func(common.Address) bool) (common.Address, bool) {
		i := slices.IndexFunc(markets, func(m api.Market) bool {
			return m.Base.Address == token && quote(m.Quote.Address) && m.Last.Known()
		})
		if i < 0 {
			return common.Address{}, false
		}
		return markets[i].Quote.Address, true
	}
	if quote, ok := against(p.cash); ok {
		return quote, true
	}
	return against(func(a common.Address) bool { return a == p.wrapped })
}

// Unit is what a raw unit is worth at present, nil where nothing tells.
func (p *Prices) Unit(token common.Address) *big.Rat {
	price := p.now[token]
	if !price.Known() {
		return nil
	}
	const usdScale = 1e18
	base := new(big.Int).Mul(price.Base.Big(), big.NewInt(usdScale))
	return new(big.Rat).SetFrac(price.Quote.Big(), base)
}

// Cash implements Worth: what is worth a dollar to the last digit.
func (p *Prices) Cash(a api.Asset) bool { return a.Kind == api.ERC20 && p.cash(a.Address) }

func (p *Prices) cash(token common.Address) bool {
	price := p.now[token]
	return price.Known() && price.Quote == api.NewAmount(1e18)
}

// At implements Worth, by the price just before the minute where that was recalled, else by the
// close of the hour's candle.
func (p *Prices) At(a api.Asset, seconds uint64) (usd *big.Rat, toldBy string) {
	if a.Kind != api.ERC20 {
		return nil, ""
	}
	if p.cash(a.Address) {
		return p.Unit(a.Address), ""
	}
	s, ok := p.of[a.Address]
	if !ok {
		return nil, ""
	}
	c, ok := p.then[a.Address][seconds-seconds%minute]
	if !ok {
		c = s.at(seconds)
	}
	if !c.Known() {
		return nil, ""
	}
	quote, by := p.At(api.Asset{Address: s.quote}, seconds)
	if quote == nil {
		return nil, ""
	}
	return quote.Mul(quote, new(big.Rat).SetFrac(c.Quote.Big(), c.Base.Big())),
		cmp.Or(c.ToldBy, by)
}

// at is the close of the hour that holds a time, or of the nearest there is.
func (s series) at(seconds uint64) views.PriceTold {
	if len(s.candles) == 0 {
		return views.PriceTold{}
	}
	first, last := s.candles[0], s.candles[len(s.candles)-1]
	switch {
	case seconds < first.Start:
		return views.PriceTold{Price: first.Open, ToldBy: first.ToldBy}
	case seconds >= last.Start:
		return views.PriceTold{Price: last.Close, ToldBy: last.ToldBy}
	}
	i := int((seconds - first.Start) / 3600)
	c := s.candles[min(i, len(s.candles)-1)]
	return views.PriceTold{Price: c.Close, ToldBy: c.ToldBy}
}
