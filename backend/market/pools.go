package market

import (
	"context"
	"math"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// Pools is what markets need to know of the pools of a network.
type Pools interface {
	// Traded tells whether a log may be a swap on a pool.
	Traded(l *types.Log) bool
	// Trade reads it.
	Trade(l *types.Log) (PoolTrade, bool)
	// USD returns what a raw unit of a token is worth; ok is false if no pools tell.
	USD(ctx context.Context, token common.Address) (value float64, ok bool)
}

// PoolTrade is a swap on a pool, in raw units.
type PoolTrade struct {
	Exchange     string
	Sold, Bought common.Address
	In, Out      api.Amount
}

// Edge is a way to trade one token for another in a pool: raw units of To for a raw unit of From at
// the margin, without the fee, and how much of From it takes to move the price a lot. Like every
// figure here but those in api.Price it is for valuing, never for moving money.
type Edge struct {
	From, To     common.Address
	Price, Depth float64
}

// Rate is what a raw unit of a token is worth in USD, and how much in USD the shallowest pool on
// the way to a USD token holds.
type Rate struct{ USD, Depth float64 }

// minDepth is the least depth, in USD, that says anything about a price.
const minDepth = 10_000

// Rates values every token by its deepest path to a USD token: of all paths the one whose
// shallowest pool is deepest. usd gives the value of a raw unit of each USD token. Tokens without a
// path of enough depth are missing.
func Rates(usd map[common.Address]float64, edges []Edge) map[common.Address]Rate {
	rates := make(map[common.Address]Rate, len(usd))
	for token, value := range usd {
		rates[token] = Rate{value, math.Inf(1)}
	}
	into := make(map[common.Address][]Edge)
	for _, e := range edges {
		into[e.To] = append(into[e.To], e)
	}
	done := make(map[common.Address]bool)
	for {
		next, found := deepest(rates, done)
		if !found {
			return rates
		}
		done[next] = true
		r := rates[next]
		for _, e := range into[next] {
			value := e.Price * r.USD
			depth := min(r.Depth, e.Depth*value)
			if !done[e.From] && depth >= minDepth && depth > rates[e.From].Depth {
				rates[e.From] = Rate{value, depth}
			}
		}
	}
}

// deepest is the token with the deepest path that has not been gone on from; ties go to the lower
// address.
func deepest(rates map[common.Address]Rate, done map[common.Address]bool) (best common.Address,
	found bool) {
	for token, r := range rates {
		if done[token] {
			continue
		}
		d := rates[best].Depth
		if !found || r.Depth > d || r.Depth == d && token.Cmp(best) < 0 {
			best, found = token, true
		}
	}
	return best, found
}
