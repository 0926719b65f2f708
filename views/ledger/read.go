package ledger

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// final is how many blocks must stand on one that does not change any more.
const final = 64

// readFills reads all fills of an account, newest first.
func readFills(ctx context.Context, exchange api.Exchange, account common.Address) (all []api.Fill,
	err error) {
	q := api.FillQuery{Account: &account, Limit: api.MaxPage}
	for {
		page, err := exchange.Fills(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if len(page) < api.MaxPage {
			return all, nil
		}
		mark := page[len(page)-1].Mark()
		if q.Before != nil && !q.Before.After(mark) {
			return all, nil // no service of a right mind
		}
		q.Before = &mark
	}
}

// readDelta reads all Delta orders of an account that have been settled, in part at least.
func readDelta(ctx context.Context, exchange api.Exchange,
	account common.Address) (all []api.DeltaRecord, err error) {
	q := api.DeltaQuery{User: account, Page: 1, Limit: api.MaxPage}
	seen := make(map[common.Hash]bool) // one may be told of on two pages
	for ; ; q.Page++ {
		page, err := exchange.DeltaOrders(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, d := range page {
			if len(d.Transactions) > 0 && !seen[d.OrderHash] {
				seen[d.OrderHash] = true
				all = append(all, d)
			}
		}
		if len(page) < api.MaxPage {
			return all, nil
		}
	}
}

// readMoved reads what transactions have moved, unless that is known and does not change any more.
func readMoved(ctx context.Context, exchange api.Exchange, network api.Network, src Sources,
	past *views.Past) (map[common.Hash]api.Movements, error) {
	account, hashes := src.Account, src.Hashes()
	out := make(map[common.Hash]api.Movements, len(hashes))
	newest := uint64(0)
	var ask []common.Hash
	for _, h := range hashes {
		m, ok := past.Moved(views.MovedThen{ChainID: network.ChainID, Account: account, Hash: h})
		if !ok {
			ask = append(ask, h)
			continue
		}
		out[h] = m
		newest = max(newest, m.Block.Number)
	}
	for part := range slices.Chunk(ask, api.MostMovements) {
		list, err := exchange.Movements(ctx, account, part)
		if err != nil {
			return nil, err
		}
		for _, m := range list {
			out[m.Hash] = m
			if m.Block != nil {
				newest = max(newest, m.Block.Number)
			}
		}
	}
	for _, h := range ask {
		if m := out[h]; m.Block != nil && m.Block.Number+final <= newest &&
			src.denies(m) == "" {
			past.PutMoved(views.MovedThen{ChainID: network.ChainID, Account: account, Hash: h}, m)
		}
	}
	return out, nil
}
