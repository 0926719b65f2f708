package chain

import (
	"context"
	"errors"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// stateDiff is what transactions changed of the state after a block, as a node takes it to run the
// next one on it.
type stateDiff map[common.Address]*accountDiff

type accountDiff struct {
	Balance *hexutil.Big                `json:"balance,omitempty"`
	Nonce   *hexutil.Uint64             `json:"nonce,omitempty"`
	Code    *hexutil.Bytes              `json:"code,omitempty"`
	Storage map[common.Hash]common.Hash `json:"stateDiff,omitempty"`
}

// tracedAccount is an account as prestateTracer tells it: what a transaction changed of it.
type tracedAccount struct {
	Balance *hexutil.Big                `json:"balance"`
	Nonce   uint64                      `json:"nonce"`
	Code    *hexutil.Bytes              `json:"code"`
	Storage map[common.Hash]common.Hash `json:"storage"`
}

// tracedState is the difference that a transaction made. A slot that became zero is in Pre alone.
type tracedState struct {
	Pre  map[common.Address]tracedAccount `json:"pre"`
	Post map[common.Address]tracedAccount `json:"post"`
}

// add takes in what one more transaction changed.
func (d stateDiff) add(t tracedState) {
	of := func(a common.Address) *accountDiff {
		if d[a] == nil {
			d[a] = &accountDiff{Storage: make(map[common.Hash]common.Hash)}
		}
		return d[a]
	}
	for a, before := range t.Pre {
		for slot := range before.Storage {
			of(a).Storage[slot] = common.Hash{}
		}
	}
	for a, after := range t.Post {
		to := of(a)
		if after.Balance != nil {
			to.Balance = after.Balance
		}
		if after.Nonce != 0 {
			to.Nonce = (*hexutil.Uint64)(&after.Nonce)
		}
		if after.Code != nil {
			to.Code = after.Code
		}
		for slot, value := range after.Storage {
			to.Storage[slot] = value
		}
	}
}

// tracedCall is a call as callTracer tells it, with those that it made.
type tracedCall struct {
	GasUsed hexutil.Uint64 `json:"gasUsed"` // of the transaction, at the top
	Output  hexutil.Bytes  `json:"output"`
	Error   string         `json:"error"`
	Calls   []tracedCall   `json:"calls"`
	Logs    []struct {
		Address  common.Address `json:"address"`
		Topics   []common.Hash  `json:"topics"`
		Data     hexutil.Bytes  `json:"data"`
		Position hexutil.Uint   `json:"position"` // how many calls were made before it
	} `json:"logs"`
}

// logs appends the logs of a call in their order. What failed leaves none.
func (c *tracedCall) logs(list []types.Log) []types.Log {
	if c.Error != "" {
		return list
	}
	next := 0
	for i := range c.Calls {
		for ; next < len(c.Logs) && int(c.Logs[next].Position) <= i; next++ {
			list = c.appendLog(list, next)
		}
		list = c.Calls[i].logs(list)
	}
	for ; next < len(c.Logs); next++ {
		list = c.appendLog(list, next)
	}
	return list
}

func (c *tracedCall) appendLog(list []types.Log, i int) []types.Log {
	l := &c.Logs[i]
	return append(list, types.Log{Address: l.Address, Topics: l.Topics, Data: l.Data})
}

// traceBundle simulates transactions by tracing one after the other, each on the state that those
// before it leave. Gas is after refunds.
func (sim *simulator) traceBundle(ctx context.Context, e *endpoint, s setting,
	calls []Call) ([]Simulation, error) {
	changed, out := s.diff(), make([]Simulation, len(calls))
	for i, c := range calls {
		call, state, err := trace(ctx, e, s, c, changed, i+1 < len(calls))
		if err != nil {
			return nil, err
		}
		changed.add(state)
		result := simulatedCall{GasUsed: call.GasUsed, ReturnData: call.Output,
			Logs: call.logs(nil), Status: hexutil.Uint64(types.ReceiptStatusSuccessful)}
		if call.Error != "" {
			result.Status = hexutil.Uint64(types.ReceiptStatusFailed)
			result.Error = &simulatedError{Message: call.Error}
		}
		out[i] = sim.simulation(&result)
	}
	return out, nil
}

// trace runs a transaction, and tells what it changes if that is wanted.
func trace(ctx context.Context, e *endpoint, s setting, c Call, changed stateDiff,
	wanted bool) (call tracedCall, state tracedState, err error) {
	block := s.overrides()
	block["number"] = (*hexutil.Big)(new(big.Int).SetUint64(s.after.Number + 1))
	if !s.BaseFee.IsZero() {
		block["baseFeePerGas"] = (*hexutil.Big)(s.BaseFee.Big())
	}
	config := func(tracer, option string) map[string]any {
		return map[string]any{"tracer": tracer, "tracerConfig": map[string]any{option: true},
			"stateOverrides": changed, "blockOverrides": block}
	}
	batch := []rpc.BatchElem{{Method: "debug_traceCall", Result: &call,
		Args: []any{c.args(), blockParam(s.after.Hash), config("callTracer", "withLog")}}}
	if wanted {
		batch = append(batch, rpc.BatchElem{Method: "debug_traceCall", Result: &state,
			Args: []any{c.args(), blockParam(s.after.Hash), config("prestateTracer", "diffMode")}})
	}
	err = e.askAll(ctx, batch)
	for _, b := range batch {
		err = errors.Join(err, b.Error)
	}
	return call, state, err
}
