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

// PriceUSD returns what one whole token is worth: 1 for a USD token, else by the pools. Where none
// tell it is by what its books with USD tokens and the wrapped native coin pay and ask for an
// amount that is worth something, over some blocks; not known before these have passed.
func (m *Markets) PriceUSD(ctx context.Context, token common.Address) (api.Price, bool, error) {
	t, err := m.tokens.Token(ctx, token)
	if err != nil {
		return api.Price{}, false, err
	}
	if token == api.NativeToken {
		token = m.Wrapped
	}
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Decimals)), nil)
	if slices.Contains(m.USD, token) {
		return api.Price{Quote: api.NewAmount(1e18), Base: api.MustBig(one)}, true, nil
	}
	if p, ok := m.poolUSD(ctx, t); ok {
		return p, true, nil
	}
	value, err := m.bookUSD(ctx, token)
	if err != nil {
		return api.Price{}, false, err
	}
	p, ok := PriceOf(value, t.Decimals)
	return p, ok, nil
}

// poolUSD is the price that pools tell.
func (m *Markets) poolUSD(ctx context.Context, t api.Token) (api.Price, bool) {
	if m.Pools == nil {
		return api.Price{}, false
	}
	value, ok := m.Pools.USD(ctx, t.Address)
	if !ok {
		return api.Price{}, false
	}
	return PriceOf(value, t.Decimals)
}

// PriceOf is the price in USD of a token whose raw unit is worth a value; ok is false for what is
// none, or less than a price can say.
func PriceOf(value float64, decimals int) (p api.Price, ok bool) {
	unit := new(big.Rat)
	if unit.SetFloat64(value) == nil || unit.Sign() <= 0 {
		return p, false
	}
	one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(decimals)), nil)
	scale := new(big.Int).Exp(big.NewInt(10), big.NewInt(usdDecimals), nil)
	unit.Mul(unit, new(big.Rat).SetInt(scale.Mul(scale, one)))
	p = ratio(unit, new(big.Rat).SetInt(one))
	return p, p.Known() && !p.Quote.IsZero()
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
