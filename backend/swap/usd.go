package swap

import (
	"context"
	"math"
	"math/big"
	"strconv"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/market"
	"bourse/backend/swap/pool"
)

// rates is what tokens are worth at a block.
type rates map[common.Address]market.Rate

// usdRates values tokens by the pools of a state, once.
func (s *Service) usdRates(st *state) rates {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.rates == nil {
		usd := make(map[common.Address]float64)
		for _, t := range s.cfg.USD {
			usd[t] = math.Pow10(-s.tokens[t].Decimals)
		}
		st.rates = market.Rates(usd, st.edges())
	}
	return st.rates
}

// edges are the ways to trade in a state's pools. The middle of the prices of both directions is the price without the fee.
func (st *state) edges() []market.Edge {
	var edges []market.Edge
	for _, l := range st.venues {
		var at pool.State
		l.pool.Init(&at)
		for i := range l.tokens {
			for j := range l.tokens {
				if i == j {
					continue
				}
				out, back := l.pool.Curve(&at, i, j), l.pool.Curve(&at, j, i)
				if out.Price > 0 && back.Price > 0 {
					edges = append(edges, market.Edge{From: l.tokens[i], To: l.tokens[j], Price: math.Sqrt(out.Price / back.Price), Depth: out.Depth})
				}
			}
		}
	}
	return edges
}

// USD returns what a raw unit of a token is worth, by the deepest path of pools at the newest block.
func (s *Service) USD(_ context.Context, token common.Address) (float64, bool) {
	st := s.newest()
	if st == nil {
		return 0, false
	}
	r, ok := s.usdRates(st)[s.wrap(token)]
	return r.USD, ok
}

const usdDigits = 10

// usdText writes a value in USD with up to 10 decimals.
func usdText(value float64) string {
	text := strconv.FormatFloat(value, 'f', usdDigits, 64)
	for text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	if text[len(text)-1] == '.' {
		text = text[:len(text)-1]
	}
	return text
}

func float(b *big.Int) float64 {
	f, _ := new(big.Float).SetInt(b).Float64()
	return f
}

// value sets the route's figures in USD and returns the price impact in percent; known is false where a token has no price.
func (s *Service) value(st *state, r *api.PriceRoute, gas uint64, gasPrice api.Amount) (impact float64, known bool) {
	rates := s.usdRates(st)
	src, okSrc := rates[s.wrap(r.SrcToken)]
	dest, okDest := rates[s.wrap(r.DestToken)]
	in, out := r.SrcAmount.Float()*src.USD, r.DestAmount.Float()*dest.USD
	if okSrc {
		text := usdText(in)
		r.SrcUSD = &text
	}
	if okDest {
		text := usdText(out)
		r.DestUSD = &text
	}
	r.GasCost = strconv.FormatUint(gas, 10)
	r.GasCostUSD = usdText(float64(gas) * gasPrice.Float() * rates[s.wrapped].USD)
	if !okSrc || !okDest || in == 0 {
		return 0, false
	}
	return (in - out) / in * 100, true
}
