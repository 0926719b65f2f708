package delta

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"bourse/backend/api"

	"github.com/ethereum/go-ethereum/common"
)

// RouterAgent settles orders on the pools.
type RouterAgent struct{ Account common.Address }

// Name implements Agent.
func (a RouterAgent) Name() string { return "router" }

// Solve implements Agent: the whole rest of an order, or the largest part of it that the pools pay the floor for.
func (a RouterAgent) Solve(ctx context.Context, b *Batch) ([]Bid, error) {
	return forEach(ctx, b, func(o *OpenOrder) (*Bid, error) {
		bid, err := a.offer(ctx, b, o, rest(o))
		if bid != nil || err != nil || !o.PartiallyFillable {
			return bid, err
		}
		return a.largest(ctx, b, o)
	})
}

// largest finds the largest part that reaches its floor, by halving: what the pools pay for a unit falls with the size.
func (a RouterAgent) largest(ctx context.Context, b *Batch, o *OpenOrder) (best *Bid, err error) {
	unit := step(&o.Order)
	low, high := uint64(0), rest(o).percent/unit // low reaches the floor, high does not
	for high-low > 1 && high > low {
		middle := (low + high) / 2
		bid, err := a.offer(ctx, b, o, partOf(&o.Order, middle*unit))
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

// offer is the bid for a part, nil if the pools don't reach its floor.
func (a RouterAgent) offer(ctx context.Context, b *Batch, o *OpenOrder, p part) (*Bid, error) {
	if p.amount.IsZero() {
		return nil, nil
	}
	r, err := b.Best(ctx, o.Order.SrcToken, o.Order.DestToken, p.amount)
	if err != nil {
		return nil, skipNoRoute(err)
	}
	return b.bid(ctx, a.Name(), a.Account, o, p, r)
}

// skipNoRoute makes the absence of a route no error.
func skipNoRoute(err error) error {
	if api.TypeOf(err) == api.NoRoute {
		return nil
	}
	return err
}

// forEach asks for a bid for each order of a batch, several at a time. An order that can't be worked out does not keep the others from theirs; the
// first such failure is returned beside the bids, which are in the order of the batch.
func forEach(ctx context.Context, b *Batch, offer func(o *OpenOrder) (*Bid, error)) (bids []Bid, failure error) {
	offers, failures := make([]*Bid, len(b.Orders)), make([]error, len(b.Orders))
	parallel(ctx, len(b.Orders), func(i int) { offers[i], failures[i] = offer(&b.Orders[i]) })
	for i, bid := range offers {
		if bid != nil {
			bids = append(bids, *bid)
		}
		if failure == nil {
			failure = failures[i]
		}
	}
	return bids, failure
}

// parallel does n things, several at a time, until ctx ends.
func parallel(ctx context.Context, n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
