package backend

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/networks"
	"bourse/backend/swap/calldata"
	"bourse/backend/tokens"
)

// Remote is a network that is reached through nodes.
type Remote struct {
	Description   *networks.Description
	Nodes         chain.Nodes
	Tokens        []api.Token // listed beside those of the description
	Confirmations uint64      // blocks that must stand on one before it counts
}

// addRemote adds a network that is reached through nodes, which need not answer yet. Limit orders
// are traded on it; swaps and Delta need to know its pools and agents.
func (b *Backend) addRemote(ctx context.Context, r Remote) error {
	n := &network{Network: r.Description.Network(), usd: r.Description.USD}
	for _, other := range b.nets {
		if other.ChainID == n.ChainID {
			return fmt.Errorf("network %d runs in this process already: leave it out to reach it "+
				"through a node", n.ChainID)
		}
	}
	var err error
	n.chain, err = chain.Connect(ctx, r.Nodes, chain.Config{
		ChainID: n.ChainID, Contracts: n.Contracts, BlockTime: n.BlockTime, Now: b.cfg.Now,
		Confirmations: r.Confirmations, ABIs: append(calldata.Errors(), deltaErrors()...),
	})
	if err != nil {
		return err
	}
	n.tokens = tokens.New(n.chain, listed(r), nil, nil)
	if err := b.add(ctx, n); err != nil {
		n.chain.Close()
		return err
	}
	return nil
}

// listed returns the tokens of a network: those of its description first, each address once.
func listed(r Remote) []api.Token {
	var list []api.Token
	seen := make(map[common.Address]bool)
	for _, t := range append(r.Description.Listed(), r.Tokens...) {
		if !seen[t.Address] {
			seen[t.Address] = true
			list = append(list, t)
		}
	}
	return list
}
