package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// Anybody can write tens of thousands of logs with a transaction, of which a node makes ten
// megabytes of JSON. So many of the receipts that a client names are asked for in a message.
const (
	receiptsAtOnce      = api.MostMovements
	receiptsOfOtherNode = 4
)

// minedReceipt is a receipt with what its type leaves out.
type minedReceipt struct {
	types.Receipt
	From, To common.Address
	L1Fee    *hexutil.Big
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *minedReceipt) UnmarshalJSON(b []byte) error {
	var more struct {
		From  common.Address  `json:"from"`
		To    *common.Address `json:"to"` // null where a contract was created
		L1Fee *hexutil.Big    `json:"l1Fee"`
	}
	err := errors.Join(json.Unmarshal(b, &r.Receipt), json.Unmarshal(b, &more))
	r.From, r.L1Fee = more.From, more.L1Fee
	if more.To != nil {
		r.To = *more.To
	}
	return err
}

// RawReceipt returns how a mined transaction ended, or nil where it is not mined.
func (v *view) RawReceipt(ctx context.Context, hash common.Hash) (receipt *types.Receipt,
	err error) {
	every := func(*types.Log) bool { return true }
	err = v.receipts(ctx, []common.Hash{hash}, every, func(_ int, r *minedReceipt) error {
		if r != nil {
			receipt = &r.Receipt
		}
		return nil
	})
	return receipt, err
}

// receipts tells the receipts of transactions in their order, each with those of its logs that are
// wanted or more, nil for one that is in no block. Those that a client names are read in its turn,
// and few are held at a time: how large they are is whoever's choice who wrote their logs.
func (v *view) receipts(ctx context.Context, hashes []common.Hash, wanted func(*types.Log) bool,
	each func(i int, r *minedReceipt) error) error {
	asking, done, err := v.clients.read(ctx)
	if err != nil {
		return err
	}
	defer done()
	size := receiptsAtOnce
	switch {
	case v.cfg.Receipt != nil || v.cfg.Trusted:
		size = 1
	case api.ClientOf(ctx).IsValid():
		size = receiptsOfOtherNode
	}
	at := 0
	for part := range slices.Chunk(hashes, size) {
		if err := ctx.Err(); err != nil {
			return err
		}
		list, err := v.readReceipts(asking, part, wanted)
		if err != nil {
			return v.readError("read receipts", err)
		}
		for _, r := range list {
			if err := each(at, r); err != nil {
				return err
			}
			at++
		}
	}
	return nil
}

func (v *view) readReceipts(ctx context.Context, hashes []common.Hash,
	wanted func(*types.Log) bool) ([]*minedReceipt, error) {
	receipts := make([]*minedReceipt, len(hashes))
	if v.cfg.Receipt != nil {
		for i, h := range hashes {
			r, from, to, err := v.cfg.Receipt(ctx, h, wanted)
			if err != nil {
				return nil, err
			}
			if r != nil {
				receipts[i] = &minedReceipt{Receipt: *r, From: from, To: to}
			}
		}
		return receipts, nil
	}
	batch := make([]rpc.BatchElem, len(hashes))
	for i, h := range hashes {
		batch[i] = rpc.BatchElem{Method: "eth_getTransactionReceipt", Args: []any{h},
			Result: &receipts[i]}
	}
	err := v.askAll(ctx, batch)
	for i := range batch {
		err = errors.Join(err, batch[i].Error)
		r := receipts[i]
		if r != nil && (r.TxHash != hashes[i] || r.BlockNumber == nil) {
			err = errors.Join(err, fmt.Errorf("asked for the receipt of %s, got that of %s",
				hashes[i], r.TxHash))
		}
	}
	return receipts, err
}
