package market

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Anybody can trade with himself, of anything, at any price, for its gas. So a trade says something
// about a price only where both of its sides are worth something, and where its price is not far
// off what is known already: else it stands aside.
const (
	minWorth  = 1.0 // USD that each side must be worth
	mostTimes = 2.0 // the known price, or a part of it
)

// isAside tells whether a trade stands aside. What is known is what pools tell, else the price of
// the last trade that did not. mu is not held.
func (m *Markets) isAside(ctx context.Context, t api.Trade) bool {
	price := float(rat(t.Price))
	base, quote := m.unitUSD(ctx, t.Pair.Base), m.unitUSD(ctx, t.Pair.Quote)
	known := 0.0
	switch {
	case price <= 0:
		return true // it moved nothing of one side that can be told
	case base > 0 && quote > 0:
		known = base / quote
	default:
		m.mu.RLock()
		if s := m.pairs[t.Pair]; s != nil {
			known = float(rat(s.last()))
		}
		m.mu.RUnlock()
	}
	if quote == 0 && known > 0 {
		quote = base / known
	}
	if quote == 0 { // nothing tells what it is worth
		return known > 0 && far(price, known)
	}
	if known == 0 {
		known = price
	}
	size, _ := new(big.Float).SetInt(t.Size.Big()).Float64()
	return size*min(price, known)*quote < minWorth || far(price, known)
}

func far(price, known float64) bool {
	return price > known*mostTimes || price < known/mostTimes
}

func float(r *big.Rat) float64 {
	if r == nil {
		return 0
	}
	f, _ := r.Float64()
	return f
}

// unitUSD is what a raw unit of a token is worth, 0 where nothing but trades tells.
func (m *Markets) unitUSD(ctx context.Context, token common.Address) float64 {
	if slices.Contains(m.USD, token) {
		t, err := m.tokens.Token(ctx, token)
		if err != nil {
			return 0
		}
		one := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Decimals)), nil)
		return float(new(big.Rat).SetFrac(big.NewInt(1), one))
	}
	if m.Pools == nil {
		return 0
	}
	value, ok := m.Pools.USD(ctx, token)
	if !ok {
		return 0
	}
	return value
}

// coinUSD is what a raw unit of a token is worth, of the wrapped coin also by its books.
func (m *Markets) coinUSD(ctx context.Context, token common.Address) float64 {
	value := m.unitUSD(ctx, token)
	if value > 0 || token != m.Wrapped {
		return value
	}
	if value, err := m.bookUSD(ctx, token); err == nil {
		return value
	}
	return 0
}

// leastWorth is what an order is worth at least, in USD, where it says something about a price: as
// in the books that consoles show, the gas of its fill, for nobody takes it else.
func (m *Markets) leastWorth(ctx context.Context) float64 {
	if m.GasPrice == nil {
		return minWorth
	}
	price, err := m.GasPrice(ctx)
	if err != nil {
		return minWorth // the books stand although no node answers
	}
	return max(minWorth, price.Float()*api.FillGas*m.coinUSD(ctx, m.Wrapped))
}
