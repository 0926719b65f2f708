package chain

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
)

// LogsBetween returns a contract's logs of some blocks, both ends included, in their order. topics
// are what each topic may be, any where a list is empty. Unlike Logs nothing proves that they are
// complete.
func (n *Network) LogsBetween(ctx context.Context, from, to uint64, contract common.Address,
	topics ...[]common.Hash) ([]types.Log, error) {
	filter := map[string]any{"fromBlock": hexutil.Uint64(from), "toBlock": hexutil.Uint64(to),
		"address": contract}
	wanted := make([]any, len(topics))
	for i, list := range topics {
		if len(list) > 0 {
			wanted[i] = list
		}
	}
	if len(wanted) > 0 {
		filter["topics"] = wanted
	}
	var logs []types.Log
	err := n.ask(ctx, &logs, "eth_getLogs", filter)
	for i := range logs {
		l := &logs[i]
		if err == nil && (l.Address != contract || l.BlockNumber < from || l.BlockNumber > to ||
			l.Removed || i > 0 && l.BlockNumber < logs[i-1].BlockNumber) {
			err = fmt.Errorf("log %d is of %s in block %d, asked for were %s in %d to %d", i,
				l.Address, l.BlockNumber, contract, from, to)
		}
	}
	if err != nil {
		return nil, n.readError("search logs", err)
	}
	return logs, nil
}
