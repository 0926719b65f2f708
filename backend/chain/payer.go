package chain

import (
	"context"
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// sentBy is what a transaction says of who sent it to whom.
type sentBy struct {
	Hash common.Hash
	From common.Address
	To   *common.Address
}

// Payers tells who paid what orders were filled with in the transactions of some logs: their
// senders, where they called the order contract or Augustus, which take it from whoever calls them.
// The event of a fill names who received, which can be anybody. Where another contract was called
// nobody is told: what it paid with need not be its caller's.
func (v *view) Payers(ctx context.Context, c api.Contracts, fills []types.Log) (
	map[common.Hash]common.Address, error) {
	seen := make(map[common.Hash]bool, len(fills))
	var asked []types.Log
	for _, l := range fills {
		if !seen[l.TxHash] {
			seen[l.TxHash] = true
			asked = append(asked, l)
		}
	}
	payers := make(map[common.Hash]common.Address, len(asked))
	for part := range slices.Chunk(asked, api.MostMovements) {
		sent, err := v.readSenders(ctx, part)
		if err != nil {
			return nil, v.readError("read who sent transactions", err)
		}
		for _, s := range sent {
			if s != nil && s.To != nil && *s.To != (common.Address{}) && slices.Contains(
				[]common.Address{c.AugustusRFQ, c.AugustusSwapper, c.AugustusV6}, *s.To) {
				payers[s.Hash] = s.From
			}
		}
	}
	return payers, nil
}

// readSenders reads who sent the transactions of logs, nil for one that the node does not have:
// whether a log that it told of all the same is true is found out elsewhere.
func (v *view) readSenders(ctx context.Context, part []types.Log) ([]*sentBy, error) {
	sent := make([]*sentBy, len(part))
	batch := make([]rpc.BatchElem, len(part))
	for i, l := range part {
		batch[i] = rpc.BatchElem{Method: "eth_getTransactionByBlockHashAndIndex",
			Args: []any{l.BlockHash, hexutil.Uint(l.TxIndex)}, Result: &sent[i]}
	}
	err := v.askAll(ctx, batch)
	for i, l := range part {
		err = errors.Join(err, batch[i].Error)
		if s := sent[i]; s != nil && s.Hash != l.TxHash {
			sent[i] = nil
		}
	}
	return sent, err
}
