package agents

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
)

// RouterAgent settles orders on the pools.
type RouterAgent struct{ Account common.Address }

// Name implements auction.Agent.
func (a RouterAgent) Name() string { return "router" }

// Solve implements auction.Agent: the whole rest of an order, or the largest part of it that the
// pools pay the least for.
func (a RouterAgent) Solve(ctx context.Context, b *auction.Batch) ([]auction.Bid, error) {
	return forEach(ctx, b, func(o *auction.OpenOrder) (*auction.Bid, error) {
		bid, err := a.offer(ctx, b, o, o.Part())
		if bid != nil || err != nil || !o.PartiallyFillable {
			return bid, err
		}
		return a.largest(ctx, b, o)
	})
}

// largest finds the largest part that reaches its least, by halving: what the pools pay for a unit
// falls with the size.
func (a RouterAgent) largest(ctx context.Context, b *auction.Batch,
	o *auction.OpenOrder) (best *auction.Bid, err error) {
	unit := settlement.Step(&o.Order)
	low, high := uint64(0), o.Part().Percent/unit // low reaches its least, high does not
	for high-low > 1 && high > low {
		middle := (low + high) / 2
		bid, err := a.offer(ctx, b, o, settlement.PartOf(&o.Order, middle*unit))
		if err != nil {
			return nil, err
		}
		if bid != nil {
			best, low = bid, middle
		} else {
			high = middle
		}
	}
	return best, nil
}

// offer is the bid for a part, nil if the pools don't reach its least.
func (a RouterAgent) offer(ctx context.Context, b *auction.Batch, o *auction.OpenOrder,
	p settlement.Part) (*auction.Bid, error) {
	if p.Amount.IsZero() {
		return nil, nil
	}
	r, err := b.Best(ctx, o.Order.SrcToken, o.Order.DestToken, p.Amount)
	if err != nil {
		return nil, skipNoRoute(err)
	}
	return routeBid(ctx, b, a.Name(), a.Account, o, p, r)
}
