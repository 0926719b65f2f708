package chain

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
	"bourse/backend/contracts"
)

// Call is a call of a contract, or a transaction to come.
type Call struct {
	From  common.Address // zero for calls that don't care
	To    common.Address
	Value api.Amount // wei
	Data  []byte
	Gas   uint64 // limit; 0 leaves it to the node
}

// Result is how one call of a batch ended: OK and what it returned, or not OK and what it reverted with.
type Result struct {
	OK   bool
	Data []byte
}

// Limits of one batched read, within what nodes allow a call, and the gas it gets. A contract that burns all it is given costs its own
// batch no more than this, and its own call no more than readGas.
const (
	batchCalls   = 500
	batchBytes   = 100_000
	batchGas     = 3_000_000 // and for each call:
	batchCallGas = 100_000
	readGas      = 3_000_000
)

// Call runs a call on the state after a block; the zero hash is the newest block. A revert is a *Revert.
func (n *Network) Call(ctx context.Context, block common.Hash, c Call) ([]byte, error) {
	var result hexutil.Bytes
	err := n.ask(ctx, &result, "eth_call", c.args(), at(block))
	if err != nil {
		return nil, n.callError(err)
	}
	return result, nil
}

// BatchCall runs calls on the state after one block (zero hash: the newest), many in one request. The results are in the order of the calls.
// Calls are made by the batch reader; one that sets From, Value or Gas is made on its own. Without Gas a call gets enough for any read.
func (n *Network) BatchCall(ctx context.Context, block common.Hash, calls []Call) ([]Result, error) {
	if block == (common.Hash{}) {
		head, err := n.Head(ctx) // all chunks read the same block
		if err != nil {
			return nil, err
		}
		block = head.Hash
	}
	results := make([]Result, len(calls))
	var single []int
	for start := 0; start < len(calls); {
		chunk, size := []int(nil), 0
		for ; start < len(calls) && len(chunk) < batchCalls && size < batchBytes; start++ {
			if n.onItsOwn(calls[start]) {
				single = append(single, start)
				continue
			}
			chunk, size = append(chunk, start), size+len(calls[start].Data)
		}
		failed, err := n.aggregate(ctx, block, calls, chunk, results)
		if err != nil {
			return nil, err
		}
		single = append(single, failed...)
	}
	return results, n.callEach(ctx, block, calls, single, results)
}

func (n *Network) onItsOwn(c Call) bool {
	return n.cfg.Contracts.Multicall == (common.Address{}) || c.From != (common.Address{}) || !c.Value.IsZero() || c.Gas != 0
}

// aggregate makes the calls of a chunk by the batch reader and returns those to be made again on their own: where a call fails without a
// reason it may only have lacked gas, which another call of the chunk can have burnt.
func (n *Network) aggregate(ctx context.Context, block common.Hash, calls []Call, chunk []int, results []Result) (failed []int, err error) {
	if len(chunk) == 0 {
		return nil, nil
	}
	reader, batch := contracts.NewMulticall3(), make([]contracts.Multicall3Call3, len(chunk))
	for i, c := range chunk {
		batch[i] = contracts.Multicall3Call3{Target: calls[c].To, AllowFailure: true, CallData: calls[c].Data}
	}
	data, err := n.Call(ctx, block, Call{
		To: n.cfg.Contracts.Multicall, Data: reader.PackAggregate3(batch), Gas: batchGas + batchCallGas*uint64(len(chunk)),
	})
	if api.TypeOf(err) == api.ChainUnavailable {
		return nil, err
	}
	if err != nil {
		return chunk, nil // the chunk as a whole ran out of gas
	}
	answers, err := reader.UnpackAggregate3(data)
	if err != nil || len(answers) != len(chunk) {
		return nil, n.readError("read a batch", fmt.Errorf("the batch reader at %s answers %d of %d calls: %w", n.cfg.Contracts.Multicall, len(answers), len(chunk), err))
	}
	for i, c := range chunk {
		results[c] = Result{OK: answers[i].Success, Data: answers[i].ReturnData}
		if !answers[i].Success && len(answers[i].ReturnData) == 0 {
			failed = append(failed, c)
		}
	}
	return failed, nil
}

// callEach makes calls one by one, several in a message.
func (n *Network) callEach(ctx context.Context, block common.Hash, calls []Call, which []int, results []Result) error {
	for len(which) > 0 {
		part := which[:min(100, len(which))]
		which = which[len(part):]
		batch, answers := make([]rpc.BatchElem, len(part)), make([]hexutil.Bytes, len(part))
		for i, c := range part {
			call := calls[c]
			if call.Gas == 0 {
				call.Gas = readGas
			}
			batch[i] = rpc.BatchElem{Method: "eth_call", Args: []any{call.args(), at(block)}, Result: &answers[i]}
		}
		if err := n.askAll(ctx, batch); err != nil {
			return n.readError("read a batch", err)
		}
		for i, c := range part {
			results[c] = Result{OK: true, Data: answers[i]}
			if batch[i].Error == nil {
				continue
			}
			err := n.callError(batch[i].Error)
			var revert *Revert
			if !errors.As(err, &revert) {
				return err
			}
			results[c] = Result{Data: revert.Data}
		}
	}
	return nil
}

// callError tells a call's revert from a node that can't make it.
func (n *Network) callError(err error) error {
	var refusal rpc.Error
	if !errors.As(err, &refusal) || nodeFault(refusal) {
		return n.readError("make a call", err)
	}
	data, _ := revertData(err)
	return &Revert{Data: data, Reason: n.reason(data, refusal.Error())}
}

func (c Call) args() map[string]any {
	args := map[string]any{"to": c.To, "data": "0x" + hex.EncodeToString(c.Data)}
	if c.From != (common.Address{}) {
		args["from"] = c.From
	}
	if !c.Value.IsZero() {
		args["value"] = (*hexutil.Big)(c.Value.Big())
	}
	if c.Gas != 0 {
		args["gas"] = hexutil.Uint64(c.Gas)
	}
	return args
}

// at names a block by its hash (EIP-1898), so that a read never mixes two branches.
func at(block common.Hash) any {
	if block == (common.Hash{}) {
		return "latest"
	}
	return map[string]any{"blockHash": block}
}

// Balance returns an account's coins in wei after a block; the zero hash is the newest.
func (n *Network) Balance(ctx context.Context, block common.Hash, account common.Address) (api.Amount, error) {
	var b hexutil.Big
	err := n.ask(ctx, &b, "eth_getBalance", account, at(block))
	if err == nil {
		var a api.Amount
		if a, err = api.AmountFromBig(b.ToInt()); err == nil {
			return a, nil
		}
	}
	return api.Amount{}, n.readError("read a balance", err)
}

// Code returns a contract's code after a block; the zero hash is the newest.
func (n *Network) Code(ctx context.Context, block common.Hash, contract common.Address) ([]byte, error) {
	var code hexutil.Bytes
	if err := n.ask(ctx, &code, "eth_getCode", contract, at(block)); err != nil {
		return nil, n.readError("read a contract", err)
	}
	return code, nil
}
