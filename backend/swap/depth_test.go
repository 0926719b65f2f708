package swap

import (
	"testing"

	"bourse/backend/api"
	"bourse/backend/swap/pool"
)

// TestDepth holds the levels of every pair against exact swaps: each level is what all pools
// together trade, and each pool, once it has traded its part, is at the level's price.
func TestDepth(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	st := w.pools.Newest()
	seen := 0
	for _, base := range w.tokens {
		for _, quote := range w.tokens {
			pair := api.Pair{Base: base.Address, Quote: quote.Address}
			d, err := w.swap.PoolDepth(t.Context(), pair)
			if err != nil {
				t.Fatal(err)
			}
			between := poolsBetween(st, pair)
			if st.Search.Taxed(base.Address) || st.Search.Taxed(quote.Address) {
				between = nil
			}
			if len(d.Asks) > 0 != (len(between) > 0) || len(d.Bids) > 0 != (len(between) > 0) {
				t.Errorf("%s/%s: %d pools have %d asks and %d bids", base.Symbol, quote.Symbol,
					len(between), len(d.Asks), len(d.Bids))
			}
			for _, p := range between {
				seen += p.isAt(t, d.Asks, true) + p.isAt(t, d.Bids, false)
			}
			wantSums(t, d.Asks, between, true)
			wantSums(t, d.Bids, between, false)
		}
	}
	if seen < 200 {
		t.Errorf("only %d levels of pools were held against swaps", seen)
	}
}

func of(p api.Price) float64 { return p.Quote.Float() / p.Base.Float() }

func wantSums(t *testing.T, levels []api.PoolLevel, between []pairPool, asks bool) {
	t.Helper()
	sum := 0.0
	for i, l := range levels {
		if i > 0 && l.Price.Cmp(levels[i-1].Price) > 0 != asks {
			t.Errorf("level %d is not worse than the one before", i)
		}
		want := 0.0
		for _, p := range between {
			want += p.until(of(l.Price), asks)
		}
		if sum += l.Size.Float(); sum < want*(1-1e-9)-20 || sum > want*(1+1e-9)+1 {
			t.Errorf("%g to level %d, want %g", sum, i, want)
		}
	}
}

// isAt trades up to each level and a thousandth less and more: what that thousandth is traded at
// is better than the level's price, and worse. It counts the levels that are large enough to tell.
func (p pairPool) isAt(t *testing.T, levels []api.PoolLevel, asks bool) (seen int) {
	t.Helper()
	trade := func(size float64) (quote float64, err error) {
		var s pool.State
		p.Init(&s)
		amount, _ := amountOf(size)
		var q pool.Quote
		if asks {
			q, err = p.ExactOut(&s, p.quote, p.base, *amount.U256())
			return q.In.Float64(), err
		}
		q, err = p.ExactIn(&s, p.base, p.quote, *amount.U256())
		return q.Out.Float64(), err
	}
	for _, l := range levels {
		price := of(l.Price)
		size := p.until(price, asks)
		if size < 1e9 || size*price < 1e9 {
			continue
		}
		less, err := trade(size * 0.999)
		if err != nil {
			t.Errorf("%s, %g of the base: %v", p.Kind(), size*0.999, err)
			continue
		}
		exact, err1 := trade(size)
		more, err2 := trade(size * 1.001)
		if err1 != nil || err2 != nil {
			continue // the pool has no more than that
		}
		before, after := (exact-less)/(size*0.001), (more-exact)/(size*0.001)
		if !asks {
			before, after = -before, -after
			price = -price
		}
		slack := 1e-5 * max(price, -price)
		if before > price+slack || after < price-slack {
			t.Errorf("%s at %g: the thousandth before is traded at %g, that after at %g", p.Kind(),
				price, before, after)
		}
		seen++
	}
	return seen
}
