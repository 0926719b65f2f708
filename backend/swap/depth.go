package swap

import (
	"context"
	"math"
	"math/big"

	"bourse/backend/api"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
)

// depthSteps are how far from the best price levels of depth stand.
var depthSteps = [...]float64{1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 1e-1}

// PoolDepth tells what the pools that hold both tokens of a pair trade until their price is so far
// from the best one of all of them; ChainUnavailable where no block of them is known yet. A taxed
// token has none: its tax is no part of a pool's price.
func (s *Service) PoolDepth(_ context.Context, pair api.Pair) (api.PoolDepth, error) {
	st := s.cfg.Pools.Newest()
	if st == nil {
		return api.PoolDepth{}, notReady()
	}
	d := api.PoolDepth{ChainID: s.cfg.Network.ChainID(), Base: pair.Base, Quote: pair.Quote,
		Block: st.Block.Number}
	if st.Search.Taxed(pair.Base) || st.Search.Taxed(pair.Quote) {
		return d, nil
	}
	between := poolsBetween(st, pair)
	d.Asks, d.Bids = depthOf(between, true), depthOf(between, false)
	return d, nil
}

// pairPool is a pool with the positions of a pair's tokens.
type pairPool struct {
	pool.Pool
	base, quote int
}

func poolsBetween(st *pools.Snapshot, pair api.Pair) (out []pairPool) {
	for _, w := range st.Search.Between(pair.Base, pair.Quote) {
		out = append(out, pairPool{st.Venues[w.Venue].Pool, w.In, w.Out})
	}
	return out
}

// depthOf is one side: what taking pools to each price buys of the base, or sells of it.
func depthOf(between []pairPool, asks bool) (levels []api.PoolLevel) {
	best := 0.0
	for _, p := range between {
		if price := p.best(asks); price > 0 && (best == 0 || asks == (price < best)) {
			best = price
		}
	}
	if best == 0 {
		return nil
	}
	before := 0.0
	for _, step := range depthSteps {
		price := best * (1 + step)
		if !asks {
			price = best * (1 - step)
		}
		sum := 0.0
		for _, p := range between {
			sum += p.until(price, asks)
		}
		size, ok := amountOf(sum - before)
		if level := (api.PoolLevel{Price: priceOf(price), Size: size}); ok && !size.IsZero() &&
			level.Price.Known() {
			levels, before = append(levels, level), sum
		}
	}
	return levels
}

// best is the price that the pool sells the first unit of the base at, or buys it.
func (p pairPool) best(asks bool) float64 {
	var now pool.State
	p.Init(&now)
	if !asks {
		return p.Curve(&now, p.base, p.quote).Price
	}
	if price := p.Curve(&now, p.quote, p.base).Price; price > 0 {
		return 1 / price
	}
	return 0
}

// until is how much of the base the pool sells, or buys, before its price is this.
func (p pairPool) until(price float64, asks bool) float64 {
	var at [pool.MaxCoins]float64
	var a pool.Arbitrage
	at[p.base], at[p.quote] = price, 1
	p.Arbitrage(&at, &a)
	got := a.Get[p.base] / price
	if !asks {
		got = -got
	}
	return max(0, got)
}

func amountOf(units float64) (api.Amount, bool) {
	if math.IsNaN(units) || math.IsInf(units, 0) || units < 0 {
		return api.Amount{}, false
	}
	n, _ := big.NewFloat(units).Int(nil)
	a, err := api.AmountFromBig(n)
	return a, err == nil
}

// priceOf is a price with all digits that a float has: 53 bits of the larger side.
func priceOf(price float64) api.Price {
	fraction, exponent := math.Frexp(price)
	quote, base := big.NewInt(int64(fraction*(1<<53))), big.NewInt(1)
	if exponent -= 53; exponent < 0 {
		base.Lsh(base, uint(-exponent))
	} else {
		quote.Lsh(quote, uint(exponent))
	}
	q, err := api.AmountFromBig(quote)
	b, err2 := api.AmountFromBig(base)
	if err != nil || err2 != nil {
		return api.Price{}
	}
	return api.Price{Quote: q, Base: b}
}
