package demo

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/traders"
)

// Config says what simulated traders get from outside.
type Config struct {
	Seed     uint64           // of every random choice
	Now      func() time.Time // the clock
	Accounts []common.Address // the user's, to whom traders offer
	Logger   *slog.Logger     // nil logs nothing
	// Progress is told how much of a new network's past is made; nil is not.
	Progress func(api.Progress)
	// Started is called by Drive once there is nothing more to wait for: the past is made, the
	// newest block is of the clock's time and the books are full, or that failed. nil is not.
	Started func()
}

// tradeEvery is the time between two steps of the simulated traders.
const tradeEvery = 400 * time.Millisecond

// Drive gives the local network a past if it has none, then runs it with the simulated traders
// until ctx ends: a backend.Config takes it. Where the traders cannot begin, the network goes on
// without them.
func (c Config) Drive(ctx context.Context, b *backend.Backend) error {
	t, err := c.Traders(ctx, b)
	if err == nil {
		err = c.Past(ctx, b, t)
	}
	if err == nil {
		err = c.catchUp(ctx, b)
	}
	var parts sync.WaitGroup
	defer parts.Wait()
	parts.Go(func() {
		if err == nil {
			err = t.Open(ctx)
		}
		b.Begun()
		if c.Started != nil {
			c.Started()
		}
		if err == nil {
			err = t.Run(ctx)
		}
		if err != nil && ctx.Err() == nil {
			c.logger().Error("the simulated traders stand still", "error", err)
		}
	})
	return b.Local().Run(ctx)
}

// maxAge is how old the newest block may be before a network that was stopped makes one at once.
const maxAge = 2 * time.Second

// catchUp brings the newest block to the clock's time.
func (c Config) catchUp(ctx context.Context, b *backend.Backend) error {
	if c.Now().Sub(time.Unix(int64(b.Local().Head().Time), 0)) <= maxAge {
		return nil
	}
	_, err := b.Mine(ctx)
	return err
}

// Past lets the traders trade through the day before now on a network that never traded and whose
// blocks end before that day.
func (c Config) Past(ctx context.Context, b *backend.Backend, t *traders.Traders) error {
	fresh, err := t.Fresh(ctx)
	begin := c.Now().Add(-traders.Past)
	head := time.Unix(int64(b.Local().Head().Time), 0)
	if err != nil || !fresh || !head.Before(begin) {
		return err
	}
	made, blocks := 0, 1+traders.HistoryBlocks+1 // where the past begins, the past, now
	// mineAfter makes a block that is d after the last one, and waits until everything has
	// followed.
	mineAfter := func(ctx context.Context, d time.Duration) error {
		c.progress(made, blocks)
		made++
		_, err := b.Local().AdjustTime(ctx, d)
		return errors.Join(err, b.Idle(ctx))
	}
	if err := mineAfter(ctx, begin.Sub(head)); err != nil {
		return err
	}
	if err := t.History(ctx, mineAfter, b.Backfill); err != nil {
		return err
	}
	c.progress(made, blocks)
	if _, err = b.Mine(ctx); err == nil { // at the clock's time again
		c.progress(made+1, blocks)
	}
	return err
}

func (c Config) progress(made, blocks int) {
	if c.Progress != nil {
		c.Progress(api.Progress{What: "making the markets' first day", Done: made, Total: blocks,
			Unit: "blocks"})
	}
}

// Traders returns the simulated traders of the local network, for whoever moves them by hand.
func (c Config) Traders(ctx context.Context, b *backend.Backend) (*traders.Traders, error) {
	if err := b.Idle(ctx); err != nil {
		return nil, err
	}
	var keys []*ecdsa.PrivateKey
	for i := range local.Traders {
		keys = append(keys, b.House().Trader(i))
	}
	return traders.New(ctx, traders.Config{
		Service: b, ChainID: api.LocalChainID, Keys: keys, Arbiter: b.House().Arbiter(),
		Prices: local.Prices(), Users: c.Accounts, Seed: c.Seed,
		Interval: tradeEvery, Logger: c.logger(),
	})
}

func (c Config) logger() *slog.Logger {
	if c.Logger == nil {
		return slog.New(slog.DiscardHandler)
	}
	return c.Logger
}
