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
	var failed error
	for part := range slices.Chunk(ask, api.MostMovements) {
		if failed = readPart(ctx, exchange, account, part, func(m api.Movements) {
			out[m.Hash] = m
			if m.Block != nil {
				newest = max(newest, m.Block.Number)
			}
		}); failed != nil {
			break
		}
	}
	for _, h := range ask { // what was read is kept, whatever else can't be
		if m := out[h]; m.Block != nil && m.Block.Number+final <= newest &&
			src.denies(m) == "" {
			past.PutMoved(views.MovedThen{ChainID: network.ChainID, Account: account, Hash: h}, m)
		}
	}
	if failed != nil {
		return nil, failed
	}
	return out, nil
}

// readPart reads what some transactions have moved. Anybody can put so much into the transactions
// in which he fills orders that a node can't tell of many of them at once: what can't be read
// together is read in halves.
func readPart(ctx context.Context, exchange api.Exchange, account common.Address,
	part []common.Hash, take func(api.Movements)) error {
	list, err := exchange.Movements(ctx, account, part)
	if len(part) > 1 && ctx.Err() == nil && api.TypeOf(err) == api.ChainUnavailable {
		half := len(part) / 2
		if err := readPart(ctx, exchange, account, part[:half], take); err != nil {
			return err
		}
		return readPart(ctx, exchange, account, part[half:], take)
	}
	if err != nil {
		return err
	}
	for _, m := range list {
		take(m)
	}
	return nil
}
