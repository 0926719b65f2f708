package market

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

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
// the margin, without the fee, and what really stands in the pool around that price: the raw units
// of To and of From that it pays out before its price has moved by two percent. Like every figure
// here but those in api.Price it is for valuing, never for moving money.
type Edge struct {
	From, To        common.Address
	Price           float64
	PaysTo, PaysOut float64 // of To for From, and of From for To
}

// Rate is what a raw unit of a token is worth in USD, and for how much in USD pools trade it around
// that price.
type Rate struct{ USD, Depth float64 }

// minDepth is the least depth, in USD, that says anything about a price: what a pool over all
// prices that holds 10,000 USD of each token has within two percent.
const minDepth = 100

// venue is what one pool says of a token.
type venue struct{ value, depth float64 }

// Rates values tokens by the pools to tokens that are valued already, beginning with the USD
// tokens, of which usd gives the value of a raw unit. The token for which the most stands in pools
// comes next. Its price is the median over these pools, each weighted by what stands around its
// price, so that no pool is the price by itself: to move it one has to put more where anybody may
// take it than all others hold there. What stands is the lesser of both sides, so that the value of
// the token itself, which a pool may tell wrong, never makes it more. Tokens without enough of it
// are missing.
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
	said := make(map[common.Address][]venue)
	for {
		next, found := deepest(rates, done)
		if !found {
			maps.DeleteFunc(rates, func(_ common.Address, r Rate) bool {
				return r.Depth < minDepth
			})
			return rates
		}
		done[next] = true
		if list := said[next]; len(list) > 0 {
			rates[next] = Rate{weighted(list), rates[next].Depth}
		}
		r := rates[next]
		for _, e := range into[next] {
			if done[e.From] {
				continue
			}
			value := e.Price * r.USD
			depth := min(r.Depth, e.PaysTo*r.USD, e.PaysOut*value)
			if !(depth > 0) {
				continue
			}
			said[e.From] = append(said[e.From], venue{value, depth})
			rates[e.From] = Rate{value, rates[e.From].Depth + depth}
		}
	}
}

// deepest is the token with the most depth that has not been gone on from; ties go to the lower
// address.
func deepest(rates map[common.Address]Rate, done map[common.Address]bool) (best common.Address,
	found bool) {
	for token, r := range rates {
		if done[token] || r.Depth < minDepth {
			continue
		}
		d := rates[best].Depth
		if !found || r.Depth > d || r.Depth == d && token.Cmp(best) < 0 {
			best, found = token, true
		}
	}
	return best, found
}

// weighted is the median of what pools say, weighted by their depth.
func weighted(list []venue) float64 {
	slices.SortFunc(list, func(x, y venue) int { return cmp.Compare(x.value, y.value) })
	sum := 0.0
	for _, v := range list {
		sum += v.depth
	}
	below := 0.0
	for _, v := range list {
		if below += v.depth; below >= sum/2 {
			return v.value
		}
	}
	return list[len(list)-1].value
}

const (
	// SteadyBlocks is of how many of the last blocks a steady value is made.
	SteadyBlocks = 16
	// medianBlocks is over how many of the newest blocks a median is taken, and mostStep how much
	// it moves the value in a block at most.
	medianBlocks = 5
	mostStep     = 0.05
)

// Steady is what a token is worth by what it was worth at the last blocks, newest first: the median
// of the newest few, reached from block to block by bounded steps. What holds for a block or two
// does not count.
func Steady(spots []float64) float64 {
	spots = spots[:min(len(spots), SteadyBlocks)]
	at := 0.0
	for i := len(spots) - 1; i >= 0; i-- {
		now := slices.Clone(spots[i:min(len(spots), i+medianBlocks)])
		slices.Sort(now)
		middle := now[len(now)/2]
		if at > 0 {
			middle = min(max(middle, at*(1-mostStep)), at*(1+mostStep))
		}
		at = middle
	}
	return at
}
