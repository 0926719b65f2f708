package agents

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/delta/auction"
)

// RouterAgent settles orders on the pools.
type RouterAgent struct{ Account common.Address }

// Name implements auction.Agent.
func (a RouterAgent) Name() string { return "router" }

// Solve implements auction.Agent: the whole rest of an order, or the largest part of it that the
// pools pay the least for.
func (a RouterAgent) Solve(ctx context.Context, b *auction.Batch) ([]auction.Bid, error) {
	return forEach(ctx, b, func(o *auction.OpenOrder) (*auction.Bid, error) {
		p, r, err := b.OwnPart(ctx, o)
		if err != nil || p.Amount.IsZero() {
			return nil, err
		}
		return routeBid(ctx, b, a.Name(), a.Account, o, p, r)
	})
}
