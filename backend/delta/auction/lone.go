package auction

import (
	"context"
	"math"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// lone bounds what a round brings, in wei, that is of one order which is settled whole or not at
// all; it is +∞ for other rounds. Nobody meets the order, so that a route pays it: by limit orders
// alone, by one pool, of which each is tried, or by several venues. Of what that costs the joint
// optimum knows the venues' own gas alone, and counts no more of it than a venue earns at its
// prices. But a route through a pool needs the executor's too, and one through several venues that
// of two.
func (b *Batch) lone(ctx context.Context, market *router.Snapshot,
	intents *router.Batch) float64 {
	if len(b.Orders) != 1 || len(intents.Intents) != 1 || intents.Intents[0].Parts {
		return math.Inf(1)
	}
	o, in := &b.Orders[0], intents.Intents[0]
	terms, err := b.Terms(ctx, o)
	if err != nil {
		return math.Inf(1)
	}
	// least is what is fair or asked, before gas
	least, worth := in.Ask-terms.Gas.Float(), intents.Worth[in.Dest]
	cost := func(gas uint64) float64 { return float64(gas) * intents.GasPrice }
	direct := o.RouteGas(Route{})
	routed := o.RouteGas(Route{Gas: (&router.Other{}).Gas() + b.OnePoolGas})
	optimum := func(gas uint64, price float64, without map[int]bool) float64 {
		one := *intents
		in := in
		in.Ask = least + cost(gas)/worth
		one.Intents, one.GasPrice, one.Without = []router.Intent{in}, price, without
		joint, err := market.Optimum(ctx, &one)
		if err != nil {
			return math.Inf(1)
		}
		return joint.Bound
	}
	pools, swapGas := poolsOf(market)
	several := min(optimum(routed, intents.GasPrice, nil),
		optimum(routed+2*swapGas, 0, nil))
	bound := max(several, optimum(direct, intents.GasPrice, pools))
	for _, q := range poolQuotes(market, in.Src, in.Dest, *o.Part().Amount.U256()) {
		got, _ := new(big.Float).SetInt(q.Out.ToBig()).Float64()
		bound = max(bound, (got*(1+exact)-least)*worth-cost(routed+q.Gas)+in.Bonus)
	}
	return bound
}

// exact is more than what floating point loses of an amount.
const exact = 1e-12

// poolsOf are the venues of a market that are pools, and the gas that a swap needs at least.
func poolsOf(market *router.Snapshot) (pools map[int]bool, gas uint64) {
	pools, gas = make(map[int]bool), math.MaxUint32
	var idle pool.Arbitrage
	for i := range market.Venues {
		p := market.Venues[i].Pool
		p.Arbitrage(new([pool.MaxCoins]float64), &idle)
		gas = min(gas, idle.Gas)
		if p.Kind() != pool.KindOrder {
			pools[i] = true
		}
	}
	return pools, gas
}

// poolQuotes are what each pool of two tokens pays for all of an amount.
func poolQuotes(market *router.Snapshot, src, dest common.Address,
	amount uint256.Int) (list []pool.Quote) {
	for _, w := range market.Between(src, dest) {
		p := market.Venues[w.Venue].Pool
		if p.Kind() == pool.KindOrder {
			continue
		}
		state := new(pool.State)
		p.Init(state)
		if q, err := p.ExactIn(state, w.In, w.Out, amount); err == nil {
			list = append(list, q)
		}
	}
	return list
}
