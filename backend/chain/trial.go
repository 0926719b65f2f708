package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
)

// Trial is how a transaction would end in the block after another one.
type Trial struct {
	Logs []types.Log
	Gas  uint64 // used
}

// Try runs a transaction in a block of its own after on, a second later, and tells what it would log. One that would fail is
// TransactionFails with the reason.
func (n *Network) Try(ctx context.Context, on api.BlockRef, c Call) (Trial, error) {
	request := map[string]any{"blockStateCalls": []any{map[string]any{
		"blockOverrides": map[string]any{"time": hexutil.Uint64(on.Time + 1)},
		"calls":          []any{c.args()},
	}}}
	var blocks []struct {
		Calls []struct {
			ReturnData hexutil.Bytes  `json:"returnData"`
			Logs       []types.Log    `json:"logs"`
			GasUsed    hexutil.Uint64 `json:"gasUsed"`
			MaxUsedGas hexutil.Uint64 `json:"maxUsedGas"`
			Status     hexutil.Uint64 `json:"status"`
			Error      *struct {
				Message string          `json:"message"`
				Data    json.RawMessage `json:"data"`
			} `json:"error"`
		} `json:"calls"`
	}
	if err := n.ask(ctx, &blocks, "eth_simulateV1", request, at(on.Hash)); err != nil {
		return Trial{}, n.callError(err)
	}
	if len(blocks) != 1 || len(blocks[0].Calls) != 1 {
		return Trial{}, n.readError("simulate a transaction", fmt.Errorf("it answers for %d blocks", len(blocks)))
	}
	r := blocks[0].Calls[0]
	if r.Status != hexutil.Uint64(types.ReceiptStatusSuccessful) {
		data, message := []byte(r.ReturnData), "execution reverted"
		if r.Error != nil {
			message = r.Error.Message
			var text hexutil.Bytes
			if len(data) == 0 && json.Unmarshal(r.Error.Data, &text) == nil {
				data = text
			}
		}
		return Trial{}, fails(&Revert{Data: data, Reason: n.reason(data, message)})
	}
	return Trial{Logs: r.Logs, Gas: uint64(max(r.GasUsed, r.MaxUsedGas))}, nil
}

// Reverted tells whether an error means that a contract refused a call, rather than that the node did not answer.
func Reverted(err error) bool {
	var revert *Revert
	return errors.As(err, &revert)
}
