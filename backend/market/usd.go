package market

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// usdDecimals is how many decimals the quote of a USD price has.
const usdDecimals = 18

// PriceUSD returns what one whole token is worth: 1 for a USD token, else by the deepest path of
// pools to a USD token. Where no pools tell it is by the middle of the book (or the last trade
// where a side is empty) against the best USD token that has a market with it, directly or through
// the wrapped native coin.
func (m *Markets) PriceUSD(ctx context.Context, token common.Address) (api.Price, bool, error) {
	t, err := m.tokens.Token(ctx, token)
	if err != nil {
		return api.Price{}, false, err
	}
	if token == api.NativeToken {
		token = m.Wrapped
	}
	if p, ok := m.poolUSD(ctx, t); ok {
		return p, true, nil
	}
	rate, err := m.rateUSD(ctx, token)
	if err != nil || rate == nil {
		return api.Price{}, false, err
	}
	one := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Decimals)), nil))
	return ratio(rate.Mul(rate, one), one), true, nil
}

// poolUSD is the price that pools tell.
func (m *Markets) poolUSD(ctx context.Context, t api.Token) (api.Price, bool) {
	if m.Pools == nil || slices.Contains(m.USD, t.Address) {
		return api.Price{}, false
	}
	value, ok := m.Pools.USD(ctx, t.Address)
	if !ok {
		return api.Price{}, false
	}
	return PriceOf(value, t.Decimals)
}

// PriceOf is the price in USD of a token whose raw unit is worth a value; ok is false for what is
// none.
func PriceOf(value float64, decimals int) (p api.Price, ok bool) {
	unit := new(big.Rat)
	if unit.SetFloat64(value) == nil || unit.Sign() <= 0 {
		return p, false
	}
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(usdDecimals), nil)
	unit.Mul(unit, new(big.Rat).SetInt(scale.Mul(scale, one)))
	return ratio(unit, new(big.Rat).SetInt(one)), true
}

// rateUSD returns USD with 18 decimals per raw unit of the token, nil if no market tells.
func (m *Markets) rateUSD(ctx context.Context, token common.Address) (*big.Rat, error) {
	rate, err := m.direct(ctx, token)
	if err != nil || rate != nil || token == m.Wrapped {
		return rate, err
	}
	native, err := m.direct(ctx, m.Wrapped)
	if err != nil || native == nil {
		return nil, err
	}
	leg, err := m.mid(ctx, token, m.Wrapped)
	if err != nil || leg == nil {
		return nil, err
	}
	return leg.Mul(leg, native), nil
}

// direct returns the rate against the first USD token that has a market with the token.
func (m *Markets) direct(ctx context.Context, token common.Address) (*big.Rat, error) {
	for _, usd := range m.USD {
		t, err := m.tokens.Token(ctx, usd)
		if err != nil {
			return nil, err
		}
		one := new(big.Rat).SetInt(new(big.Int).Exp(
			big.NewInt(10), big.NewInt(int64(usdDecimals-t.Decimals)), nil))
		if token == usd {
			return one, nil
		}
		rate, err := m.mid(ctx, token, usd)
		if err != nil {
			return nil, err
		}
		if rate != nil {
			return rate.Mul(rate, one), nil
		}
	}
	return nil, nil
}

// mid returns raw units of b per raw unit of a, nil if nothing tells.
func (m *Markets) mid(ctx context.Context, a, b common.Address) (*big.Rat, error) {
	pair := m.Orient.Pair(a, b)
	book, err := m.books.Book(ctx, pair, 1)
	if err != nil {
		return nil, err
	}
	rate := middle(best(book.Bids), best(book.Asks))
	if rate == nil {
		m.mu.RLock()
		_, s := m.pair(pair)
		rate = rat(s.last())
		m.mu.RUnlock()
	}
	if rate != nil && pair.Base != a {
		rate.Inv(rate)
	}
	return rate, nil
}

func middle(bid, ask api.Price) *big.Rat {
	b, a := rat(bid), rat(ask)
	if a == nil || b == nil {
		return nil
	}
	return a.Mul(a.Add(a, b), big.NewRat(1, 2))
}

func rat(p api.Price) *big.Rat {
	if !p.Known() || p.Quote.IsZero() {
		return nil
	}
	return new(big.Rat).SetFrac(p.Quote.Big(), p.Base.Big())
}

// ratio returns value raw units of quote for one whole token of base, rounded down to whole raw
// units.
func ratio(value, base *big.Rat) api.Price {
	q := new(big.Int).Quo(value.Num(), value.Denom())
	quote, err := api.AmountFromBig(q)
	if err != nil {
		return api.Price{}
	}
	return api.Price{Quote: quote, Base: api.MustBig(base.Num())}
}
