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
