package backend

import (
	"context"
	"time"

	"bourse/backend/api"
	"bourse/backend/orders"
	"bourse/backend/swap"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/seal"
)

// handBudget is how long a search for a route may take where the exchange is moved by hand: what is
// found must not depend on the machine's speed.
const handBudget = time.Minute

// openSwaps prepares the swaps of a network.
func (b *Backend) openSwaps(n *network) error {
	s := seal.New(b.sealKey, b.cfg.Now, seal.PriceRoute, n.ChainID)
	var budget time.Duration // the usual
	if b.cfg.Manual {
		budget = handBudget
	}
	c := n.swapping
	c.Network, c.Tokens, c.Store, c.Logger = n.chain, n.tokens, b.store, b.cfg.Logger
	n.pools = pools.Open(c)
	n.swaps = swap.Open(swap.Config{
		Network: n.chain, Contracts: n.contracts, Executors: n.executors, Pools: n.pools,
		Tokens: n.tokens, Orders: orders.Quotable{Service: n.orders},
		Oracle: oracle{n}, Seal: s, Budget: budget, Logger: b.cfg.Logger,
	})
	return nil
}

// swaps returns the swaps of a network.
func (s *service) swaps(chainID uint64) (*swap.Service, error) {
	n, err := s.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.swaps, nil
}

// leastFresh is how old the newest block may be for prices on networks of fast blocks.
const leastFresh = 30 * time.Second

// fresh returns the swaps of a network unless its newest block is so old that prices may be wrong.
// The network in this process stands when its owner lets it, and one that makes blocks on demand
// while nobody asks for any.
func (s *service) fresh(chainID uint64) (*swap.Service, error) {
	n, err := s.network(chainID)
	if err != nil {
		return nil, err
	}
	if newest := n.pools.Newest(); !n.Local && newest != nil {
		age := n.now().Sub(time.Unix(int64(newest.Block.Time), 0))
		if n.onDemand() {
			age = n.watcher.Age()
		}
		if age > max(5*n.BlockTime, leastFresh) {
			e := api.Errorf(api.ChainUnavailable, "block %d of network %d, the newest that is "+
				"known, is %s old, so that prices may be wrong: try again when its nodes are up "+
				"to date", newest.Block.Number, chainID, age.Round(time.Second))
			e.RetryAfter = n.BlockTime
			return nil, e
		}
	}
	return n.swaps, nil
}

// tell notes that somebody knows of a block.
func (n *network) tell(block uint64) {
	block -= min(block, n.behind)
	for told := n.told.Load(); told < block && !n.told.CompareAndSwap(told, block); {
		told = n.told.Load()
	}
}

// mostBehind is how long a quote waits for a block that somebody was told of.
const mostBehind = 5 * time.Second

// reached has the swaps of a network quote on no block before one that somebody was told of, so
// that who has seen his transaction mined is quoted what it left. What takes too long is not waited
// for again: that block may be gone.
func (s *service) reached(ctx context.Context, chainID uint64) {
	n, err := s.network(chainID)
	if err != nil {
		return
	}
	told, newest := n.told.Load(), n.pools.Newest()
	if newest == nil || told <= newest.Block.Number {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, mostBehind)
	defer cancel()
	if err := n.watcher.Wait(ctx, api.BlockRef{Number: told - 1}); err != nil {
		n.told.CompareAndSwap(told, 0)
	}
}

// Prices implements api.Service.
func (s *service) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	s.reached(ctx, r.ChainID)
	return on(s.fresh, r.ChainID, func(w *swap.Service) (api.PriceRoute, error) {
		return w.Prices(ctx, r)
	})
}

// PricesAt repeats a quote on one of the last blocks, RateChanged if it is not one.
func (s *service) PricesAt(ctx context.Context, r api.PriceRequest, block uint64) (api.PriceRoute,
	error) {
	return on(s.swaps, r.ChainID, func(w *swap.Service) (api.PriceRoute, error) {
		return w.PricesAt(ctx, r, block)
	})
}

// Swap implements api.Service.
func (s *service) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams,
	error) {
	s.reached(ctx, r.Price.ChainID)
	return on2(s.fresh, r.Price.ChainID,
		func(w *swap.Service) (api.PriceRoute, api.TxParams, error) {
			return w.Swap(ctx, r)
		})
}

// BuildTransaction implements api.Service.
func (s *service) BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error) {
	return on(s.swaps, r.ChainID, func(w *swap.Service) (api.TxParams, error) {
		return w.BuildTransaction(ctx, r)
	})
}

// PrepareSwap implements api.Service.
func (s *service) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	return on(s.swaps, r.ChainID, func(w *swap.Service) (api.Transaction, error) {
		return w.PrepareSwap(ctx, r)
	})
}

// Exchanges implements api.Service.
func (s *service) Exchanges(ctx context.Context, chainID uint64, version api.SwapVersion) ([]string,
	error) {
	return on(s.swaps, chainID, func(w *swap.Service) ([]string, error) {
		return w.Exchanges(ctx, version)
	})
}
