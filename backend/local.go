package backend

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"sync"
	"time"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/chain/local/traders"
	"bourse/backend/market"

	"github.com/ethereum/go-ethereum/common"
)

// tradeEvery is the time between two steps of the simulated traders.
const tradeEvery = 400 * time.Millisecond

// trade gives the local network a past if it has none, then runs it with the simulated traders. Where they can't begin, the network goes on
// without them.
func (b *Backend) trade(ctx context.Context) error {
	t, err := b.Traders(ctx)
	if err == nil {
		err = b.Past(ctx, t)
	}
	var parts sync.WaitGroup
	defer parts.Wait()
	parts.Go(func() {
		if err == nil {
			err = t.Open(ctx)
		}
		if err == nil {
			err = t.Run(ctx)
		}
		if err != nil && ctx.Err() == nil {
			b.cfg.Logger.Error("the simulated traders stand still", "error", err)
		}
	})
	return b.local.Run(ctx)
}

// Past lets the traders trade through the day before now on a network that never traded and whose blocks end before that day.
func (b *Backend) Past(ctx context.Context, t *traders.Traders) error {
	fresh, err := t.Fresh(ctx)
	begin := b.cfg.Now().Add(-traders.Past)
	head := time.Unix(int64(b.local.Head().Time), 0)
	if err != nil || !fresh || !head.Before(begin) {
		return err
	}
	if err := b.mineAfter(ctx, begin.Sub(head)); err != nil {
		return err
	}
	if err := t.History(ctx, b.mineAfter); err != nil {
		return err
	}
	_, err = b.Mine(ctx) // at the clock's time again
	return err
}

// mineAfter makes a block of the local network that is d after the last one, and waits until everything has followed.
func (b *Backend) mineAfter(ctx context.Context, d time.Duration) error {
	if _, err := b.local.AdjustTime(ctx, d); err != nil {
		return err
	}
	return b.Idle(ctx)
}

// Traders returns the simulated traders of the local network, for whoever moves them by hand.
func (b *Backend) Traders(ctx context.Context) (*traders.Traders, error) {
	if err := b.Idle(ctx); err != nil {
		return nil, err
	}
	var keys []*ecdsa.PrivateKey
	for i := range local.Traders {
		keys = append(keys, local.TraderKey(i))
	}
	return traders.New(ctx, traders.Config{
		Service: b, ChainID: api.LocalChainID, Keys: keys, Arbiter: local.ArbiterKey(), Prices: local.Prices(), Users: b.cfg.Accounts, Seed: b.cfg.Seed,
		Interval: tradeEvery, Logger: b.cfg.Logger,
	})
}

// Ready waits until every network's newest block has been taken in.
func (b *Backend) Ready(ctx context.Context) error {
	for _, n := range b.nets {
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

// Idle waits until the newest blocks have been taken in and the auctions held on them, so that nothing more happens by itself before the next one.
func (b *Backend) Idle(ctx context.Context) error {
	if err := b.Ready(ctx); err != nil {
		return err
	}
	for _, n := range b.nets {
		if n.delta == nil {
			continue
		}
		if err := n.delta.Idle(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Mine makes a block on the local network and returns once everything that follows the network has taken it in.
func (b *Backend) Mine(ctx context.Context) (api.BlockRef, error) {
	block, err := b.local.Mine(ctx)
	if err != nil {
		return block, err
	}
	return block, b.Ready(ctx)
}

// LocalRPC returns the address at which the local network's JSON-RPC is served, "" if it is not.
func (b *Backend) LocalRPC() string { return b.local.RPCURL() }

// usdSymbols are the tokens taken to be worth one USD, best first.
var usdSymbols = []string{"USDC", "USDT", "DAI"}

// marketsOf says how the markets of a network are laid out.
func marketsOf(n *network) (market.Config, error) {
	c := market.Config{ChainID: n.ChainID, Wrapped: n.Contracts.WrappedNative}
	for _, symbol := range usdSymbols {
		if t, ok := n.tokens.Find(symbol); ok {
			c.USD = append(c.USD, t.Address)
		}
	}
	if n.Contracts.WrappedNative == (common.Address{}) {
		return c, errors.New("a network needs its wrapped coin")
	}
	c.Orient = market.NewOrientation(append(append([]common.Address(nil), c.USD...), c.Wrapped)...)
	if !n.Local {
		return c, nil
	}
	var err error
	c.Listed, err = traders.Pairs(n.tokens.List())
	return c, err
}
