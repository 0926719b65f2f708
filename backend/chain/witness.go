package chain

import (
	"bytes"
	"context"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
)

// Outvoted asks the network's other nodes what the one in use was asked, and returns which of its
// answers as many of them contradict as agree with. Nodes that do not know the block, or do not
// answer, have no voice. It costs nothing where there is one node, or nothing to ask.
func (n *nodes) Outvoted(ctx context.Context, block common.Hash, calls []Call,
	answers [][]byte) (against []int) {
	if len(n.endpoints) == 1 || len(calls) == 0 {
		return nil
	}
	var others []*endpoint
	for _, e := range n.endpoints {
		if e != n.node() && e.breaker.wait(n.cfg.Now()) == 0 {
			others = append(others, e)
		}
	}
	told, _ := fromAll(others, func(e *endpoint) ([]hexutil.Bytes, error) {
		results, batch := make([]hexutil.Bytes, len(calls)), make([]rpc.BatchElem, len(calls))
		for i, c := range calls {
			batch[i] = rpc.BatchElem{Method: "eth_call",
				Args: []any{c.limited().args(), blockParam(block)}, Result: &results[i]}
		}
		if err := e.askAll(ctx, batch); err != nil {
			return nil, err
		}
		for i := range batch {
			if batch[i].Error != nil {
				return nil, batch[i].Error
			}
		}
		return results, nil
	})
	for i := range calls {
		balance := 1 // the voice of the node in use
		for _, results := range told {
			switch {
			case results == nil:
			case bytes.Equal((*results)[i], answers[i]):
				balance++
			default:
				balance--
			}
		}
		if balance <= 0 {
			against = append(against, i)
		}
	}
	return against
}
