package backend

import (
	"context"
	"errors"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/market"
	"bourse/backend/traders"
)

// Ready waits until the local network's newest block has been taken in. Others are there when their
// nodes are; until then their status says why not.
func (b *Backend) Ready(ctx context.Context) error {
	for _, n := range b.nets {
		if !n.Local {
			continue
		}
		head, err := n.chain.Head(ctx)
		if err != nil {
			return err
		}
		if err := n.watcher.Wait(ctx, head.BlockRef); err != nil {
			return err
		}
	}
	return nil
}

// Work lists what the networks do that takes a while.
func (b *Backend) Work() (list []api.Progress) {
	for _, n := range b.nets {
		list = append(list, n.watcher.Status().Work...)
	}
	return list
}

// Idle waits until the newest blocks have been taken in and the auctions held on them, so that
// nothing more happens by itself before the next one.
func (b *Backend) Idle(ctx context.Context) error {
	if err := b.Ready(ctx); err != nil {
		return err
	}
	for _, n := range b.nets {
		if n.delta == nil {
			continue
		}
		if err := n.delta.Auction().Idle(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Mine makes a block on the local network and returns once everything that follows the network has
// taken it in.
func (b *Backend) Mine(ctx context.Context) (api.BlockRef, error) {
	if b.local == nil {
		return api.BlockRef{}, errNoLocal
	}
	block, err := b.local.Mine(ctx)
	if err != nil {
		return block, err
	}
	return block, b.Ready(ctx)
}

// Backfill gives the local network's markets trades that no transaction made, in the order of their
// times, after its newest block: for the past of a demo.
func (b *Backend) Backfill(_ context.Context, made []api.Trade) error {
	n, err := b.network(api.LocalChainID)
	if err != nil {
		return err
	}
	return n.markets.Backfill(b.local.Head().Number, made)
}

// Local returns the chain that runs in this process, nil where it was left out.
func (b *Backend) Local() *local.Chain { return b.local }

// House are the accounts of the program's own on the local network.
func (b *Backend) House() local.House { return b.house }

// LocalRPC returns the address at which the local network's JSON-RPC is served, "" if it is not.
func (b *Backend) LocalRPC() string {
	if b.local == nil {
		return ""
	}
	return b.local.RPCURL()
}

// Chain is a network as its nodes tell it; ok is false of one that this exchange does not have.
func (b *Backend) Chain(chainID uint64) (n *chain.Network, ok bool) {
	for _, x := range b.nets {
		if x.ChainID == chainID {
			return x.chain, true
		}
	}
	return nil, false
}

var errNoLocal = errors.New("the local network was left out")

// marketsOf says how the markets of a network are laid out.
func marketsOf(n *network) (market.Config, error) {
	c := market.Config{ChainID: n.ChainID, Wrapped: n.Contracts.WrappedNative}
	for _, symbol := range n.usd {
		if t, ok := n.tokens.Find(symbol); ok {
			c.USD = append(c.USD, t.Address)
		}
	}
	if n.Contracts.WrappedNative == (common.Address{}) {
		return c, errors.New("a network needs its wrapped coin")
	}
	c.Orient = market.NewOrientation(append(append([]common.Address(nil), c.USD...), c.Wrapped)...)
	if !n.Local {
		c.Listed = listedPairs(n, c)
		return c, nil
	}
	var err error
	c.Listed, err = traders.Pairs(n.tokens.List())
	return c, err
}

// listedPairs are the markets of a described network: its best USD token, then its coin, against
// each token of the description.
func listedPairs(n *network, c market.Config) (pairs []api.Pair) {
	for _, quote := range append(slices.Clone(c.USD[:min(1, len(c.USD))]), c.Wrapped) {
		for _, t := range n.description.Tokens {
			token := common.Address(t.Address)
			p := c.Orient.Pair(token, quote)
			if token != quote && !slices.Contains(pairs, p) {
				pairs = append(pairs, p)
			}
		}
	}
	return pairs
}
