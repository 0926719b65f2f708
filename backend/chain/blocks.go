package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// kept is how many blocks stay in memory: enough for followers that take the deepest reorganisation one after another.
const kept = 4 * Depth

// blocks fetches headers and logs once for all followers. It is used by one goroutine.
type blocks struct {
	net     *Network
	headers map[common.Hash]Header
	logs    map[common.Hash][]types.Log
	order   []common.Hash // of arrival, for forgetting
}

func newBlocks(net *Network) *blocks {
	return &blocks{net: net, headers: make(map[common.Hash]Header), logs: make(map[common.Hash][]types.Log)}
}

func (b *blocks) add(h Header) {
	if _, ok := b.headers[h.Hash]; ok {
		return
	}
	b.headers[h.Hash] = h
	b.order = append(b.order, h.Hash)
	if len(b.order) > kept {
		delete(b.headers, b.order[0])
		delete(b.logs, b.order[0])
		b.order = b.order[1:]
	}
}

func (b *blocks) header(ctx context.Context, hash common.Hash) (Header, error) {
	if h, ok := b.headers[hash]; ok {
		return h, nil
	}
	h, err := b.net.HeaderByHash(ctx, hash)
	if err == nil {
		b.add(h)
	}
	return h, err
}

// block returns a block with the logs that a follower wants.
func (b *blocks) block(ctx context.Context, h Header, f Follower) (Block, error) {
	all, ok := b.logs[h.Hash]
	if !ok {
		var err error
		if all, err = b.net.Logs(ctx, h); err != nil {
			return Block{}, err
		}
		if _, known := b.headers[h.Hash]; known {
			b.logs[h.Hash] = all
		}
	}
	out := Block{Header: h}
	for i := range all {
		if f.Wants(&all[i]) {
			out.Logs = append(out.Logs, all[i])
		}
	}
	return out, nil
}

// connect walks back from target by parents to the newest block that is also in recent. It returns the path from there to target, newest
// first, and that block; found is false where target's branch left the chain before all of recent.
func (b *blocks) connect(ctx context.Context, recent []api.BlockRef, target Header) (path []Header, ancestor api.BlockRef, found bool, err error) {
	known := make(map[common.Hash]api.BlockRef, len(recent))
	for _, r := range recent {
		known[r.Hash] = r
	}
	oldest := recent[len(recent)-1].Number
	for h := target; ; {
		if r, ok := known[h.Hash]; ok {
			return path, r, true, nil
		}
		if h.Number <= oldest {
			return nil, api.BlockRef{}, false, nil
		}
		path = append(path, h)
		parent, err := b.header(ctx, h.Parent)
		if err != nil {
			return nil, api.BlockRef{}, false, err
		}
		if parent.Number+1 != h.Number {
			return nil, api.BlockRef{}, false, b.net.readError("link its blocks", errUnlinked)
		}
		h = parent
	}
}
