package backend

import (
	"context"
	"crypto/rand"
	"time"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/swap"
	"bourse/backend/swap/seal"

	"github.com/ethereum/go-ethereum/common"
)

// handBudget is how long a search for a route may take where the exchange is moved by hand: what is found must not depend on the machine's speed.
const handBudget = time.Minute

// openSwaps prepares the swaps of the local network.
func (b *Backend) openSwaps(n *network, d local.Deployment, usd []common.Address) error {
	s, err := seal.Open(b.store, rand.Reader)
	if err != nil {
		return err
	}
	var budget time.Duration // the usual
	if b.cfg.Manual {
		budget = handBudget
	}
	n.swaps = swap.Open(swap.Config{
		Network: n.chain, Contracts: d.Swap, Weighted: d.Weighted, Tokens: n.tokens, USD: usd, Orders: n.orders, Store: b.store, Seal: s,
		Budget: budget, Logger: b.cfg.Logger,
	})
	return nil
}

// swaps returns the swaps of a network.
func (b *Backend) swaps(chainID uint64) (*swap.Service, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	if n.swaps == nil {
		return nil, api.Errorf(api.UnsupportedChain, "no swap contracts are known on network %d", chainID)
	}
	return n.swaps, nil
}

// Prices implements api.Service.
func (b *Backend) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	s, err := b.swaps(r.ChainID)
	if err != nil {
		return api.PriceRoute{}, err
	}
	return s.Prices(ctx, r)
}

// Swap implements api.Service.
func (b *Backend) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams, error) {
	s, err := b.swaps(r.Price.ChainID)
	if err != nil {
		return api.PriceRoute{}, api.TxParams{}, err
	}
	return s.Swap(ctx, r)
}

// BuildTransaction implements api.Service.
func (b *Backend) BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error) {
	s, err := b.swaps(r.ChainID)
	if err != nil {
		return api.TxParams{}, err
	}
	return s.BuildTransaction(ctx, r)
}

// PrepareSwap implements api.Service.
func (b *Backend) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	s, err := b.swaps(r.ChainID)
	if err != nil {
		return api.Transaction{}, err
	}
	return s.PrepareSwap(ctx, r)
}

// Exchanges implements api.Service.
func (b *Backend) Exchanges(ctx context.Context, chainID uint64, version api.SwapVersion) ([]string, error) {
	s, err := b.swaps(chainID)
	if err != nil {
		return nil, err
	}
	return s.Exchanges(ctx, version)
}
