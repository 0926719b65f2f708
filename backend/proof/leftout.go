package proof

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// leftOut adds to the last page of a user's orders those that were signed here, that the service
// lists on no page and of which the node knows a settlement: they have moved the user's tokens.
func (t Told) leftOut(ctx context.Context, page []api.DeltaRecord, q api.DeltaQuery) (
	[]api.DeltaRecord, error) {
	if t.Node == nil || q.Open {
		return page, nil
	}
	missing, err := t.missing(ctx, page, q)
	if err != nil || len(missing) == 0 {
		return page, err
	}
	settled := t.settledOf(ctx, missing)
	if ctx.Err() != nil {
		return page, ctx.Err()
	}
	listed := len(page)
	for _, o := range missing {
		if !settled[o.OrderHash] {
			continue
		}
		r, err := t.DeltaOrder(ctx, o.ID)
		switch {
		case ctx.Err() != nil:
			return page, ctx.Err()
		case err != nil || r.Hidden:
			if r = *o; err == nil {
				err = api.Errorf(api.NotFound, "%s hides it", t.host)
			}
			if err := t.asSigned(ctx, &r, err); err != nil {
				return page, err
			}
		}
		page = append(slices.Clip(page), r)
	}
	if len(page) > listed {
		slices.SortStableFunc(page, func(x, y api.DeltaRecord) int {
			return y.CreatedAt.Compare(x.CreatedAt)
		})
	}
	return page, nil
}

// missing are the orders of a user that were signed here and are on no page up to one.
func (t Told) missing(ctx context.Context, page []api.DeltaRecord, q api.DeltaQuery) (
	list []*api.DeltaRecord, err error) {
	t.mu.Lock()
	err = t.signed.read()
	own := t.signed.of(q)
	var first []api.DeltaRecord // what the first page was completed by
	if q.Page > 1 {
		first = t.signed.open(q, uint64(t.now().Unix()))
	}
	t.mu.Unlock()
	if err != nil || len(own) == 0 {
		return nil, err
	}
	hashes, ids := make(map[common.Hash]bool), make(map[string]bool)
	see := func(list []api.DeltaRecord) {
		for _, r := range list {
			ids[r.ID] = true
			hashes[r.OrderHash] = !r.Hidden || hashes[r.OrderHash]
		}
	}
	see(page)
	see(first)
	for before := q; before.Page > 1; {
		before.Page--
		list, err := t.Server.DeltaOrders(ctx, before)
		if err != nil {
			return nil, err
		}
		see(list)
	}
	for i := range own {
		if o := &own[i]; !hashes[o.OrderHash] && !ids[o.ID] {
			list = append(list, o)
		}
	}
	return list, nil
}

// settledOf tells which orders of one owner have been settled by the node's events, in part at
// least, and has their transactions looked at. One of a single settlement whose nonce is free has
// none.
func (t Told) settledOf(ctx context.Context, list []*api.DeltaRecord) map[common.Hash]bool {
	contract := t.Network.Contracts.Delta
	t.readNonces(ctx, t.Node, contract, list)
	var eldest *api.DeltaRecord
	for _, o := range list {
		may := t.nonceUsed(o) || o.Order.Fillable || o.Order.Form.Sliced()
		if may && (eldest == nil || o.CreatedAt.Before(eldest.CreatedAt)) {
			eldest = o
		}
	}
	settled := make(map[common.Hash]bool)
	if eldest == nil {
		return settled
	}
	m, _, _ := t.settledFor(ctx, t.Node, contract, eldest, eldest.CreatedAt)
	wanted := make(map[common.Hash]bool, len(list))
	for _, o := range list {
		wanted[o.OrderHash] = true
	}
	for _, e := range m.events {
		if wanted[e.Order] {
			_, why := t.ask(ctx, t.Node, contract,
				question{t.Network.ChainID, e.Order, e.TxHash})
			settled[e.Order] = settled[e.Order] || why == ""
		}
	}
	return settled
}
