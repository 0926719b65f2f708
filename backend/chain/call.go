package chain

import (
	"context"
	"encoding/hex"
	"errors"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// Call is a call of a contract, or a transaction to come.
type Call struct {
	From  common.Address // zero for calls that don't care
	To    common.Address
	Value api.Amount // wei
	Data  []byte
	// Gas is the limit; 0 is enough for any read, or with a sender for any transaction. In a batch
	// it is that of the call itself, without what a transaction costs.
	Gas uint64
	// MaxFee and Tip are what a gas of a transaction is paid with at most, and what whoever makes
	// the block gets of that, in wei. Without them a call pays nothing for its gas, and contracts
	// see that; a simulated transaction then has those of Fees.
	MaxFee, Tip api.Amount
	Most        int // bytes of the answer to a read in a batch that are kept; 0 is 4 KiB
	// Writes says that a read in a batch changes state, which is undone: it is made alone.
	Writes bool
	// Create runs the data as the code that creates a contract, instead of calling one, and answers
	// with what that returns. It is for Network.Call.
	Create bool
}

// Call runs a call on the state after a block; the zero hash is the newest block. A revert is a
// *Revert.
func (v *view) Call(ctx context.Context, block common.Hash, c Call) ([]byte, error) {
	if c = c.limited(); v.clients.dear(&c) {
		turn, done, err := v.clients.take(ctx, c.Gas, 0)
		if err != nil {
			return nil, err
		}
		defer done()
		ctx = turn
	}
	var result hexutil.Bytes
	err := v.ask(ctx, &result, "eth_call", c.args(), blockParam(block))
	if err != nil {
		return nil, v.callError(err)
	}
	return result, nil
}

// callError tells a call's revert from a node that can't make it.
func (n *nodes) callError(err error) error {
	var refusal rpc.Error
	if !errors.As(err, &refusal) {
		return n.readError("make a call", err)
	}
	data, ok := verdict(refusal)
	if !ok {
		return n.readError("make a call", err)
	}
	return &Revert{Data: data, Reason: n.reason(data, refusal.Error())}
}

// limited returns the call with a limit of its gas.
func (c Call) limited() Call {
	switch {
	case c.Gas != 0:
	case c.From != (common.Address{}):
		c.Gas = MaxTxGas
	default:
		c.Gas = readGas
	}
	return c
}

func (c Call) args() map[string]any {
	args := map[string]any{"data": "0x" + hex.EncodeToString(c.Data)}
	if !c.Create {
		args["to"] = c.To
	}
	if c.From != (common.Address{}) {
		args["from"] = c.From
	}
	if !c.Value.IsZero() {
		args["value"] = (*hexutil.Big)(c.Value.Big())
	}
	if c.Gas != 0 {
		args["gas"] = hexutil.Uint64(c.Gas)
	}
	switch {
	case c.MaxFee.IsZero():
	case c.MaxFee == c.Tip: // a price without parts
		args["gasPrice"] = (*hexutil.Big)(c.MaxFee.Big())
	default:
		args["maxFeePerGas"] = (*hexutil.Big)(c.MaxFee.Big())
		args["maxPriorityFeePerGas"] = (*hexutil.Big)(c.Tip.Big())
	}
	return args
}

// Balance returns an account's coins in wei after a block; the zero hash is the newest.
func (v *view) Balance(ctx context.Context, block common.Hash,
	account common.Address) (api.Amount, error) {
	var b hexutil.Big
	err := v.ask(ctx, &b, "eth_getBalance", account, blockParam(block))
	if err == nil {
		var a api.Amount
		if a, err = api.AmountFromBig(b.ToInt()); err == nil {
			return a, nil
		}
	}
	return api.Amount{}, v.readError("read a balance", err)
}

// Code returns a contract's code after a block; the zero hash is the newest.
func (v *view) Code(ctx context.Context, block common.Hash, contract common.Address) ([]byte,
	error) {
	var code hexutil.Bytes
	if err := v.ask(ctx, &code, "eth_getCode", contract, blockParam(block)); err != nil {
		return nil, v.readError("read a contract", err)
	}
	return code, nil
}
