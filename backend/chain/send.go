package chain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// Send relays a signed transaction as SendRaw does, but not one that would fail if it were mined
// now: the chain has moved since it was prepared, and its sender would pay for nothing.
func (o *outbox) Send(ctx context.Context, raw []byte) (common.Hash, error) {
	var tx types.Transaction
	if err := tx.UnmarshalBinary(raw); err == nil {
		if err := o.wouldFail(ctx, &tx); err != nil {
			if known, _, lost := o.view.Transaction(ctx, tx.Hash()); lost == nil && known != nil {
				return tx.Hash(), nil // sent before, when it would not have failed
			}
			return common.Hash{}, err
		}
	}
	return o.SendRaw(ctx, raw)
}

// wouldFail runs a signed transaction on the head. It tells only of one that would fail for sure:
// not where others of its sender come before it, nor where the node can't run it.
func (o *outbox) wouldFail(ctx context.Context, tx *types.Transaction) error {
	from, err := eip712.Sender(tx)
	if err != nil || tx.To() == nil || tx.Type() > types.DynamicFeeTxType {
		return nil // the node judges it
	}
	value, err := api.AmountFromBig(tx.Value())
	if err != nil {
		return nil
	}
	c := Call{From: from, To: *tx.To(), Value: value, Data: tx.Data(), Gas: tx.Gas()}
	var mined hexutil.Uint64
	var result hexutil.Bytes
	batch := []rpc.BatchElem{
		{Method: "eth_getTransactionCount", Args: []any{from, "latest"}, Result: &mined},
		{Method: "eth_call", Args: []any{c.args(), "latest"}, Result: &result},
	}
	if err := o.askAll(ctx, batch); err != nil || batch[0].Error != nil ||
		uint64(mined) != tx.Nonce() || batch[1].Error == nil {
		return nil
	}
	if err := o.callError(batch[1].Error); Reverted(err) {
		return transactionFails(err)
	}
	return nil
}
