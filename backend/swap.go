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
		Prepared: n.orders.Prepared, Oracle: oracle{n}, Seal: s, Budget: budget,
		Logger: b.cfg.Logger,
	})
	return nil
}

// fresh are the swaps of a network, which price nothing on blocks so old that prices may be wrong.
type fresh struct {
	*swap.Service
	n *network
}

// leastFresh is how old the newest block may be for prices on networks of fast blocks.
const leastFresh = 30 * time.Second

// check refuses where the newest block is too old. The network in this process stands when its
// owner lets it, and one that makes blocks on demand while nobody asks for any.
func (f fresh) check() error {
	n, newest := f.n, f.n.pools.Newest()
	if n.Local || newest == nil {
		return nil
	}
	age := n.now().Sub(time.Unix(int64(newest.Block.Time), 0))
	if n.onDemand() {
		age = n.watcher.Age()
	}
	if age <= max(5*n.BlockTime, leastFresh) {
		return nil
	}
	e := api.Errorf(api.ChainUnavailable, "block %d of network %d, the newest that is "+
		"known, is %s old, so that prices may be wrong: try again when its nodes are up "+
		"to date", newest.Block.Number, n.ChainID, age.Round(time.Second))
	e.RetryAfter = n.BlockTime
	return e
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

// reach has the swaps quote on no block before one that somebody was told of, so that who has seen
// his transaction mined is quoted what it left. What takes too long is not waited for again: that
// block may be gone.
func (f fresh) reach(ctx context.Context) {
	told, newest := f.n.told.Load(), f.n.pools.Newest()
	if newest == nil || told <= newest.Block.Number {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, mostBehind)
	defer cancel()
	if err := f.n.watcher.Wait(ctx, api.BlockRef{Number: told - 1}); err != nil {
		f.n.told.CompareAndSwap(told, 0)
	}
}

// Prices implements api.Swaps.
func (f fresh) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	f.reach(ctx)
	if err := f.check(); err != nil {
		return api.PriceRoute{}, err
	}
	return f.Service.Prices(ctx, r)
}

// Swap implements api.Swaps.
func (f fresh) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams, error) {
	f.reach(ctx)
	if err := f.check(); err != nil {
		return api.PriceRoute{}, api.TxParams{}, err
	}
	return f.Service.Swap(ctx, r)
}

// PricesAt repeats a quote on one of the last blocks of a network, RateChanged if it is not one.
func (s *service) PricesAt(ctx context.Context, chainID uint64, r api.PriceRequest,
	block uint64) (api.PriceRoute, error) {
	n, err := s.network(chainID)
	if err != nil {
		return api.PriceRoute{}, err
	}
	return n.swaps.PricesAt(ctx, r, block)
}
