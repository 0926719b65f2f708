package agents

import (
	"context"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/market"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// What an agent pays from its own tokens it has to trade back later, at a price that stands. Who
// moves the pools in one block has moved them back by then. So it pays no more than the pools would
// have paid at each of the last blocks either: to sell it something at a false price, one has to
// push all pools again for each of these blocks, or hold that price against all who trade it back.
// A pool that was not there throughout each of these blocks holds its price against nobody.

// earlierBlocks is at how many blocks before the round's an agent looks: with that one as many as
// make a steady price.
const earlierBlocks = market.SteadyBlocks - 1

// earlier are the pools at the last blocks before a round, as far as they are known.
func earlier(ctx context.Context, b *auction.Batch) (list []*router.Snapshot) {
	for n := uint64(1); n <= earlierBlocks && n <= b.Block.Number; n++ {
		if snap, err := b.Pools.Market(ctx, b.Block.Number-n, nil); err == nil {
			list = append(list, snap)
		}
	}
	return list
}

// fleeting is how much of what pools pay now they would not have paid at the worst of some earlier
// blocks, at some prices. A pool that was not there paid nothing.
func fleeting(now *router.Snapshot, earlier []*router.Snapshot, trades []router.Trade,
	price func(common.Address) float64) (most float64) {
	pays := swapped(now, now, trades)
	for _, then := range earlier {
		if stands(now, then, trades) {
			continue
		}
		less := 0.0
		for i, q := range swapped(now, then, trades) {
			t := trades[i]
			less += (float(pays[i].Out) - float(q.Out)) * price(now.Venues[t.Venue].Tokens[t.Out])
		}
		most = max(most, less)
	}
	return most
}

// stands tells whether the pools of some trades are at another block as they are now.
func stands(now, then *router.Snapshot, trades []router.Trade) bool {
	return !slices.ContainsFunc(trades, func(t router.Trade) bool {
		v := then.Same(now, t.Venue)
		return v == nil || v.Pool != now.Venues[t.Venue].Pool
	})
}

// swapped are trades with the pools of one block as these would make them at another one, each
// after those before it, by their own arithmetic: zero for those that they would not make.
func swapped(now, then *router.Snapshot, trades []router.Trade) []pool.Quote {
	list := make([]pool.Quote, len(trades))
	states := make(map[int]*pool.State)
	for i, t := range trades {
		v := then.Same(now, t.Venue)
		if v == nil {
			continue
		}
		if states[t.Venue] == nil {
			states[t.Venue] = new(pool.State)
			v.Pool.Init(states[t.Venue])
		}
		amount, _ := big.NewFloat(math.Floor(t.Pays)).Int(nil)
		paid, over := uint256.FromBig(amount)
		if over {
			continue
		}
		if q, err := v.Pool.ExactIn(states[t.Venue], t.In, t.Out, *paid); err == nil {
			list[i] = q
		}
	}
	return list
}

func float(n uint256.Int) float64 {
	f, _ := new(big.Float).SetInt(n.ToBig()).Float64()
	return f
}

// steadily is the least that the best way through the pools brings now, brought at the block before
// and at one of the earlier ones, with the gas of the one of now. Each is a search, so it is one
// that nobody knows before the block is there: who pushed the price at a part of them has it seen
// as often as he has saved.
func steadily(ctx context.Context, b *auction.Batch, src, dest common.Address,
	amount api.Amount) (auction.Route, error) {
	var without []common.Address
	if b.Pools != nil {
		now, err := b.Pools.Market(ctx, b.Block.Number, nil)
		if err != nil {
			return auction.Route{}, err
		}
		without = now.Passing
	}
	r, err := b.Pricer.Best(ctx, b.Block, src, dest, amount, without...)
	if err != nil {
		return r, err
	}
	for _, n := range [...]uint64{1, 1 + uint64(b.Block.Hash[31])%earlierBlocks} {
		if n > b.Block.Number {
			continue
		}
		at := api.BlockRef{Number: b.Block.Number - n}
		then, err := b.Pricer.Best(ctx, at, src, dest, amount, without...)
		switch {
		case api.TypeOf(err) == api.NoRoute:
			r.Received = api.Amount{}
		case err == nil:
			r.Received = r.Received.Min(then.Received)
		case ctx.Err() != nil:
			return r, ctx.Err()
		}
	}
	return r, nil
}
