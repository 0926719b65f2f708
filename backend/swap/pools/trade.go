package pools

import (
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/market"
	"bourse/backend/swap/pool"
)

// Topics of swaps on pools that name their tokens by position.
var (
	pairSwapped  = pairABI.GetABI().Events["Swap"].ID
	pool3Swapped = pool3ABI.GetABI().Events["Swap"].ID
	// of later pairs of Solidly, in which sender and receiver stand together
	poolSwapped = eventID("Swap(address,address,uint256,uint256,uint256,uint256)")
	exchanged   = stableABI.GetABI().Events["TokenExchange"].ID
)

// leastTraded is how many units must have moved for their ratio to be a price.
const leastTraded = 1000

// Traded tells whether a log may be a swap on a pool that is known.
func (t *Tracker) Traded(l *types.Log) bool {
	if len(l.Topics) == 0 {
		return false
	}
	switch l.Topics[0] {
	case pairSwapped, poolSwapped, pool3Swapped, pancakeSwapped, heldSwapped, lockedSwapped,
		exchanged, vaultSwap:
		return t.poolAt(l) != nil
	}
	return false
}

// poolAt is the pool that a log tells of, nil if none is known.
func (t *Tracker) poolAt(l *types.Log) *State {
	t.mu.RLock()
	defer t.mu.RUnlock()
	pos, ok := t.known[t.poolOf(l)]
	if !ok || len(t.history) == 0 {
		return nil
	}
	return t.history[0].Pools[pos]
}

// Trade reads a swap on a pool: what was sold to it and bought from it.
func (t *Tracker) Trade(l *types.Log) (market.PoolTrade, bool) {
	p := t.poolAt(l)
	if p == nil {
		return market.PoolTrade{}, false
	}
	var sold, bought common.Address
	var in, out *big.Int
	switch p.Kind {
	case pool.KindProduct, pool.KindSolidly:
		told := wordsOf(l.Data, 4) // in and out of both tokens
		if told == nil {
			return market.PoolTrade{}, false
		}
		sold, bought = p.Tokens[0], p.Tokens[1]
		in, out = new(big.Int).SetBytes(told[0]), new(big.Int).SetBytes(told[3])
		if first := new(big.Int).SetBytes(told[2]); first.Sign() > 0 {
			sold, bought, in, out = bought, sold, new(big.Int).SetBytes(told[1]), first
		}
	case pool.KindConcentrated:
		told := wordsOf(l.Data, 2)
		if told == nil {
			return market.PoolTrade{}, false
		}
		first, second := signed(told[0]), signed(told[1])
		if p.Family.Held() { // which tells what the trader gets, not what the pool does
			first.Neg(first)
			second.Neg(second)
		}
		sold, bought, in, out = p.Tokens[0], p.Tokens[1], first, second.Neg(second)
		if first.Sign() < 0 {
			sold, bought, in, out = p.Tokens[1], p.Tokens[0], out.Neg(out), first.Neg(first)
		}
	case pool.KindStable:
		e, err := stableABI.UnpackTokenExchangeEvent(l)
		if err != nil {
			return market.PoolTrade{}, false
		}
		i, j := int(e.SoldId.Int64()), int(e.BoughtId.Int64())
		if i < 0 || j < 0 || i >= len(p.Tokens) || j >= len(p.Tokens) {
			return market.PoolTrade{}, false
		}
		sold, bought, in, out = p.Tokens[i], p.Tokens[j], e.TokensSold, e.TokensBought
	default:
		e, err := vaultABI.UnpackSwapEvent(l)
		if err != nil {
			return market.PoolTrade{}, false
		}
		sold, bought, in, out = e.TokenIn, e.TokenOut, e.AmountIn, e.AmountOut
		if sold == p.Address || bought == p.Address { // a join or an exit
			return market.PoolTrade{}, false
		}
	}
	if least := big.NewInt(leastTraded); in.Cmp(least) < 0 || out.Cmp(least) < 0 {
		return market.PoolTrade{}, false
	}
	return market.PoolTrade{Exchange: p.Exchange, Sold: sold, Bought: bought, In: api.MustBig(in),
		Out: api.MustBig(out)}, true
}
