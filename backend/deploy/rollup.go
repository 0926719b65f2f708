package deploy

import (
	"context"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// nodeInterface is where the nodes of Arbitrum's kind answer what no contract knows; elsewhere
// nothing stands there.
var nodeInterface = common.HexToAddress("0xC8")

// nodeABI is the question for the gas by which such a chain charges what it writes to the chain
// below (https://docs.arbitrum.io, NodeInterface). It is immutable.
var nodeABI = func() abi.ABI {
	parsed, err := abi.JSON(strings.NewReader(`[{"type":"function",
		"name":"gasEstimateL1Component","stateMutability":"payable","inputs":[
		{"name":"to","type":"address"},{"name":"contractCreation","type":"bool"},
		{"name":"data","type":"bytes"}],"outputs":[{"name":"gasEstimateForL1","type":"uint64"},
		{"name":"baseFee","type":"uint256"},{"name":"l1BaseFeeEstimate","type":"uint256"}]}]`))
	if err != nil {
		panic(err) // the text is above
	}
	return parsed
}()

// addRollupGas adds to the steps from done to all, which are still to be sent, what the chain
// charges in gas for writing them to the chain below, with a margin; most chains charge none.
func addRollupGas(ctx context.Context, on *chain.Network, p *contracts.Plan, done,
	all int) error {
	var calls []chain.Call
	for _, s := range p.Steps[done:all] {
		var to common.Address
		if s.To != nil {
			to = *s.To
		}
		data, err := nodeABI.Pack("gasEstimateL1Component", to, s.To == nil, s.Data)
		if err != nil {
			return err
		}
		// from an account, so that the node is asked itself and no contract on its behalf
		calls = append(calls, chain.Call{From: p.Deployer, To: nodeInterface, Data: data})
	}
	first, err := on.BatchCall(ctx, common.Hash{}, calls[:min(1, len(calls))])
	if err != nil || len(first) == 0 || len(first[0].Data) == 0 {
		return err // nothing stands there
	}
	told, err := on.BatchCall(ctx, common.Hash{}, calls)
	if err != nil {
		return err
	}
	for i, r := range told {
		out, err := nodeABI.Unpack("gasEstimateL1Component", r.Data)
		if !r.OK || err != nil {
			return fmt.Errorf("the node does not tell what gas it takes to write %q to the "+
				"chain below: %x", p.Steps[done+i].What, r.Data)
		}
		p.Steps[done+i].Gas += out[0].(uint64) * gasMargin / 100
	}
	return nil
}
