package orders

import (
	"context"
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// How far back the order contract's logs are searched, in blocks of one request each.
const (
	historyChunk  = 2_000
	historyChunks = 100
)

// lastFillOf finds the transaction of the last fill of an order that was filled in part before it
// was posted; zero where it is further back than is searched.
func (s *Service) lastFillOf(ctx context.Context, key orderKey,
	block api.BlockRef) (tx common.Hash, err error) {
	err = s.searchBack(ctx, block.Number, 0, []common.Hash{key.hash}, func(l *types.Log) bool {
		if isFill(l) && common.Address(l.Topics[2][12:]) == key.maker {
			tx = l.TxHash
		}
		return tx != common.Hash{}
	})
	return tx, err
}

// searchBack shows the order contract's logs about some orders, newest first, from a block back to
// another one, until fn returns true.
func (s *Service) searchBack(ctx context.Context, from, to uint64, hashes []common.Hash,
	fn func(l *types.Log) (done bool)) error {
	for range historyChunks {
		first := to
		if from >= historyChunk {
			first = max(to, from-historyChunk+1)
		}
		logs, err := s.cfg.Network.LogsBetween(ctx, first, from, s.contracts.AugustusRFQ, nil,
			hashes)
		if err != nil {
			return err
		}
		for i := len(logs) - 1; i >= 0; i-- {
			if len(logs[i].Topics) > 2 && fn(&logs[i]) {
				return nil
			}
		}
		if first == to {
			return nil
		}
		from = first - 1
	}
	return nil
}

// isFill tells whether a log of the order contract is of a fill.
func isFill(l *types.Log) bool {
	return l.Topics[0] == topicFilled || l.Topics[0] == topicFilledNFT
}

// history is what logs say happened to orders while nobody followed the chain.
type history struct {
	fills []api.Fill               // as they happened
	logs  []types.Log              // that tell of them
	last  map[common.Hash]api.Fill // the last fill of an order
	// orders that ended by a cancellation, and its transaction
	cancelled map[common.Hash]common.Hash
}

func (h *history) speaksOf(order common.Hash) bool {
	_, filled := h.last[order]
	_, cancelled := h.cancelled[order]
	return filled || cancelled
}

// readHistory reads from logs what happened after a block to the orders of which the contract now
// leaves something else than is known.
func (s *Service) readHistory(ctx context.Context, after uint64, block api.BlockRef, ids []uint32,
	f readings) (h history, err error) {
	h = history{last: make(map[common.Hash]api.Fill),
		cancelled: make(map[common.Hash]common.Hash)}
	oldest, changed := block.Number, false
	for _, id := range ids {
		if r := s.index.row(id); f.remaining[s.index.keyOf(id)] != untouched {
			oldest, changed = min(oldest, r.base), true
		}
	}
	if !changed {
		return h, nil
	}
	blocks := make(map[uint64]chain.Header)
	var failed error
	err = s.searchBack(ctx, block.Number, max(after+1, min(oldest, block.Number)), nil,
		func(l *types.Log) bool {
			failed = s.takeHistory(ctx, &h, blocks, l)
			return failed != nil
		})
	slices.Reverse(h.fills)
	if err = errors.Join(err, failed); err == nil {
		err = s.tellPayers(ctx, h.fills, h.logs)
	}
	return h, err
}

// tellPayers adds to fills who paid, of whose transactions logs are.
func (s *Service) tellPayers(ctx context.Context, fills []api.Fill, logs []types.Log) error {
	payers, err := s.payers(ctx, logs)
	for i := range fills {
		fills[i].Payer = payers[fills[i].TxHash]
	}
	return err
}

// takeHistory takes in one log, which comes before those that were taken in already.
func (s *Service) takeHistory(ctx context.Context, h *history, blocks map[uint64]chain.Header,
	l *types.Log) error {
	id := s.orderOf(l)
	if id == 0 || l.BlockNumber <= s.index.row(id).base {
		return nil
	}
	hash := s.index.row(id).hash
	block, ok := blocks[l.BlockNumber]
	if !ok {
		var err error
		if block, err = s.cfg.Network.HeaderByNumber(ctx, l.BlockNumber); err != nil {
			return err
		}
		blocks[l.BlockNumber] = block
	}
	if err := s.cfg.Network.CheckLog(block, l); err != nil {
		return err
	}
	if !isFill(l) {
		if !h.speaksOf(hash) { // the last thing that happened to it
			h.cancelled[hash] = l.TxHash
		}
		return nil
	}
	fill, err := s.fillOf(&orderChange{record: s.index.record(id)}, l, block.BlockRef)
	if err != nil {
		return err
	}
	h.fills, h.logs = append(h.fills, fill), append(h.logs, *l)
	if _, later := h.last[hash]; !later {
		h.last[hash] = fill
	}
	return nil
}
