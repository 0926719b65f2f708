package chain

import (
	"cmp"
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
	"bourse/backend/eip712"
)

const (
	// MaxTxGas is the most gas that a transaction may have (EIP-7825), and so the most that
	// simulating one costs, whatever contracts of strangers it runs.
	MaxTxGas = 1 << 24
	// littleTxGas is more than most transactions need, usualTxGas than almost all. They are tried
	// with these first, so that what burns all its gas shows how long it takes at a part of what it
	// could cost.
	littleTxGas = 1 << 18
	usualTxGas  = 1 << 22
	// gasMarginPercent is what a prepared transaction may use of what its simulation used: state
	// moves between preparing and mining.
	gasMarginPercent = 120
)

// Estimate is how a transaction would end on the newest block.
type Estimate struct {
	Block  api.BlockRef
	Return []byte
	Gas    uint64 // that it needs
}

// Estimate runs a transaction on the newest block without sending it. One that would fail is an
// *api.Error of type TransactionFails that gives the reason, with the *Revert as its cause.
func (sim *simulator) Estimate(ctx context.Context, c Call) (Estimate, error) {
	head, err := sim.view.Head(ctx)
	if err != nil {
		return Estimate{}, err
	}
	return sim.estimate(ctx, head, c)
}

func (sim *simulator) estimate(ctx context.Context, on Header, c Call) (Estimate, error) {
	ctx, done, err := sim.view.clients.take(ctx, gasOf(c), sim.view.clients.preparing())
	if err != nil {
		return Estimate{}, err
	}
	defer done()
	limits := []uint64{c.Gas}
	if c.Gas == 0 {
		limits = []uint64{min(on.GasLimit, littleTxGas), min(on.GasLimit, usualTxGas),
			min(on.GasLimit, MaxTxGas)}
	}
	var result []byte
	for i, gas := range limits {
		if c.Gas = gas; i > 0 {
			if err := retake(ctx, gasOf(c)); err != nil {
				return Estimate{}, err
			}
		}
		if result, err = sim.view.Call(ctx, on.Hash, c); err != nil && !Reverted(err) {
			used(ctx, 0)
			return Estimate{}, overtime(ctx, err)
		}
		if err == nil || i < len(limits)-1 {
			if slow := goesOn(ctx, gas); slow != nil {
				used(ctx, 0)
				return Estimate{}, slow
			}
		}
		if err == nil {
			break
		}
		used(ctx, gas)
	}
	if err != nil {
		return Estimate{}, transactionFails(err)
	}
	var gas hexutil.Uint64
	if err := sim.ask(ctx, &gas, "eth_estimateGas", c.args(), blockParam(on.Hash)); err != nil {
		used(ctx, 0)
		return Estimate{}, overtime(ctx, transactionFails(sim.callError(err)))
	}
	used(ctx, (1+estimateRuns)*uint64(gas))
	return Estimate{Block: on.BlockRef, Return: result, Gas: uint64(gas)}, nil
}

// gasOf is what may be used to find the gas of a call and to try it, beginning with little.
func gasOf(c Call) uint64 { return (2 + estimateRuns) * cmp.Or(c.Gas, littleTxGas) }

func transactionFails(err error) error {
	var revert *Revert
	if !errors.As(err, &revert) {
		return err
	}
	return api.Errorf(api.TransactionFails, "the transaction would fail: %s",
		revert.Reason).WithCause(revert)
}

// SendRaw relays a signed transaction and returns its hash once the node has accepted it. Sending
// one the node has already, or that is mined, is not an error. One that the node refuses is
// TransactionFails with the node's reason.
func (o *outbox) SendRaw(ctx context.Context, raw []byte) (common.Hash, error) {
	var tx types.Transaction
	if err := tx.UnmarshalBinary(raw); err != nil {
		return common.Hash{}, api.Errorf(
			api.TransactionFails, "the transaction is not a signed transaction in binary "+
				"form: %v", err)
	}
	if id := tx.ChainId(); tx.Protected() && (!id.IsUint64() || id.Uint64() != o.cfg.ChainID) {
		return common.Hash{}, api.Errorf(
			api.TransactionFails, "the transaction is signed for network %s, not for %d: sign it "+
				"again", id, o.cfg.ChainID)
	}
	answers, err := fromAll(o.relays(), func(e *endpoint) (common.Hash, error) {
		return o.sendRawTo(ctx, e, raw, tx.Hash())
	})
	for _, hash := range answers {
		if hash != nil {
			o.pending.note(&tx, o.cfg.Now())
			return *hash, nil
		}
	}
	return common.Hash{}, err
}

// sendRawTo sends a transaction to one node.
func (o *outbox) sendRawTo(ctx context.Context, e *endpoint, raw []byte,
	want common.Hash) (common.Hash, error) {
	var hash common.Hash
	err := e.ask(ctx, &hash, "eth_sendRawTransaction", hexutil.Bytes(raw))
	var refusal rpc.Error
	switch {
	case err == nil && hash != want:
		return hash, o.readError(
			"take a transaction", fmt.Errorf("sent %s, the node answers %s", want, hash))
	case err == nil:
		return hash, nil
	case !errors.As(err, &refusal):
		return hash, o.readError("take a transaction", err)
	case mentions(refusal, knownTxWords()):
		return want, nil
	case !mentions(refusal, refusedTxWords()):
		return hash, o.readError("take a transaction", err)
	case mentions(refusal, []string{"nonce too low"}):
		// it may be this very one that is mined
		if _, mined, err := e.transaction(ctx, want); err == nil && mined {
			return want, nil
		}
	}
	return hash, api.Errorf(
		api.TransactionFails, "the node refused the transaction: %s",
		printable(refusal.Error())).WithCause(err)
}

// Misses tells whether a transaction is not in the block at a height of the node's chain; there is
// false where the node has no such block.
func (v *view) Misses(ctx context.Context, number uint64, tx common.Hash) (misses, there bool,
	err error) {
	var block *struct {
		Number       hexutil.Uint64
		Transactions []common.Hash
	}
	err = v.ask(ctx, &block, "eth_getBlockByNumber", hexutil.Uint64(number), false)
	if err == nil && block != nil && uint64(block.Number) != number {
		err = fmt.Errorf("asked for block %d, got %d", number, block.Number)
	}
	if err != nil {
		return false, false, v.readError("read a block", err)
	}
	there = block != nil && block.Transactions != nil
	return there && !slices.Contains(block.Transactions, tx), there, nil
}

// Transaction returns a transaction that the node knows, or nil. mined tells whether it is in a
// block.
func (v *view) Transaction(
	ctx context.Context, hash common.Hash) (tx *types.Transaction, mined bool, err error) {
	if tx, mined, err = v.node().transaction(ctx, hash); err != nil {
		return nil, false, v.readError("read a transaction", err)
	}
	return tx, mined, nil
}

// transaction asks the node for a transaction.
func (e *endpoint) transaction(ctx context.Context,
	hash common.Hash) (tx *types.Transaction, mined bool, err error) {
	var raw json.RawMessage
	if err := e.ask(ctx, &raw, "eth_getTransactionByHash", hash); err != nil {
		return nil, false, err
	}
	if len(raw) == 0 || string(raw) == "null" {
		return nil, false, nil
	}
	var place struct{ BlockHash *common.Hash }
	tx = new(types.Transaction)
	err = errors.Join(json.Unmarshal(raw, tx), json.Unmarshal(raw, &place))
	if err == nil && tx.Hash() != hash {
		err = fmt.Errorf("asked for transaction %s, got %s", hash, tx.Hash())
	}
	return tx, place.BlockHash != nil, err
}

// Receipt tells how a sent transaction stands. The reason of a failure is found by running it again
// on the block before its own, alone or, where it fails only after others of its block, after
// those. It is empty where a node can't tell.
func (sim *simulator) Receipt(ctx context.Context, hash common.Hash) (api.Receipt, error) {
	var r *minedReceipt
	none := func(*types.Log) bool { return false }
	err := sim.view.receipts(ctx, []common.Hash{hash}, none, func(_ int, it *minedReceipt) error {
		r = it
		return nil
	})
	if err != nil {
		return api.Receipt{Hash: hash}, err
	}
	if r == nil {
		waits, err := sim.view.held(ctx, hash)
		return api.Receipt{Hash: hash, Waits: waits}, err
	}
	header, err := sim.view.HeaderByHash(ctx, r.BlockHash)
	if err != nil {
		return api.Receipt{}, err
	}
	out := api.Receipt{Hash: hash, Block: &header.BlockRef,
		Success: r.Status == types.ReceiptStatusSuccessful, GasUsed: r.GasUsed}
	if r.EffectiveGasPrice != nil {
		out.GasPrice = api.MustBig(r.EffectiveGasPrice)
	}
	if !out.Success {
		out.Reason, err = sim.failure(ctx, hash, header)
	}
	return out, err
}

// held tells whether any node knows a transaction.
func (v *view) held(ctx context.Context, hash common.Hash) (bool, error) {
	answers, err := fromAll(v.answering(), func(e *endpoint) (*types.Transaction, error) {
		tx, _, err := e.transaction(ctx, hash)
		return tx, err
	})
	if err != nil {
		return false, v.readError("read a transaction", err)
	}
	for _, tx := range answers {
		if tx != nil && *tx != nil {
			return true, nil
		}
	}
	return false, nil
}

func (sim *simulator) failure(ctx context.Context, hash common.Hash, in Header) (string, error) {
	tx, _, err := sim.view.Transaction(ctx, hash)
	if err != nil || tx == nil || tx.To() == nil {
		return "", err
	}
	ctx, done, err := sim.view.clients.take(ctx, MaxTxGas, 0)
	if err != nil {
		return "", err
	}
	defer done()
	from, err := eip712.Sender(tx)
	if err != nil {
		return "", sim.readError("read a transaction", err)
	}
	_, err = sim.view.Call(ctx, in.Parent,
		Call{From: from, To: *tx.To(), Value: api.MustBig(tx.Value()), Data: tx.Data(),
			Gas: tx.Gas()})
	var revert *Revert
	if errors.As(err, &revert) {
		return revert.Reason, nil
	}
	if err != nil {
		return "", err
	}
	return sim.failureInBlock(ctx, hash, in), nil
}
