package local

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/core"
)

const (
	blockTime = time.Second
	maxAhead  = 2 * time.Second // how far block times may run ahead of the clock
)

// Run makes blocks until ctx ends: at once when there are transactions, as long as block times stay
// within two seconds of the clock, and one each second otherwise. A clock that is set back stops
// nothing: block times then creep until it has caught up. A failure is logged and tried again,
// unless the chain is lost.
func (c *Chain) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var pruner sync.WaitGroup
	defer pruner.Wait()
	pruner.Go(func() { c.keepPruned(ctx) })
	defer cancel()
	arrived := c.arrivals(ctx)
	pending, problem, last := c.waiting(), "", time.Now()
	for {
		wait := c.untilNext(pending)
		if c.clockWentBack() {
			wait = creep(pending) - time.Since(last)
		}
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil
		case <-arrived:
			timer.Stop()
			pending = c.waiting()
			continue
		case <-timer.C:
		}
		if c.untilNext(pending) > 0 && !c.clockWentBack() {
			continue // the clock did not move as the timer did
		}
		last = time.Now()
		more, err := c.tick(ctx)
		if errors.Is(err, ErrLost) {
			return err
		}
		if err != nil && ctx.Err() == nil {
			if err.Error() != problem { // once, not every second
				c.logger.Error("the local chain stands still", "error", err)
			}
			sleep(ctx, blockTime)
		}
		pending, problem = more, text(err)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// tick makes one block and tells whether more transactions wait for the next.
func (c *Chain) tick(ctx context.Context) (more bool, err error) {
	block, err := c.Mine(ctx)
	if err != nil {
		return false, err
	}
	// Transactions left over after a block that took none can't be taken now, so they wait for the
	// next second.
	taken := c.eth.BlockChain().GetBlockByHash(block.Hash).Transactions().Len()
	return taken > 0 && c.waiting(), nil
}

// untilNext returns how long to wait before the next block, at most a second, since the clock may
// be another than the timer's.
func (c *Chain) untilNext(pending bool) time.Duration {
	due := time.Unix(int64(c.Head().Time), 0).Add(blockTime)
	if pending {
		due = due.Add(-maxAhead)
	}
	return max(0, min(due.Sub(c.now()), blockTime))
}

// clockWentBack tells whether the head is further ahead of the clock than blocks by themselves get,
// which leaves nothing to wait for.
func (c *Chain) clockWentBack() bool {
	return time.Unix(int64(c.Head().Time), 0).Sub(c.now()) > maxAhead+blockTime
}

// creep is the time between two blocks while the clock is behind. A block takes a second of the
// chain's time at least, so blocks without transactions leave the clock time to catch up.
func creep(pending bool) time.Duration {
	if pending {
		return blockTime
	}
	return 2 * blockTime
}

// arrivals signals new transactions. The pool waits for its listeners, so they are taken off at
// once whatever the miner does.
func (c *Chain) arrivals(ctx context.Context) <-chan struct{} {
	events, signal := make(chan core.NewTxsEvent, 16), make(chan struct{}, 1)
	sub := c.eth.TxPool().SubscribeTransactions(events, true)
	go func() {
		defer sub.Unsubscribe()
		for {
			select {
			case <-ctx.Done():
				return
			case <-sub.Err():
				return
			case <-events:
			}
			select {
			case signal <- struct{}{}:
			default:
			}
		}
	}()
	return signal
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
