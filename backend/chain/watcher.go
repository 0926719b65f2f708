package chain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/tracing"
)

// How many blocks are read ahead of a follower at a time, and how many it may have missed before it
// reads the contracts anew instead. Followers read the state of the blocks that they take in. Our
// own node keeps all of it, and its blocks are taken in one by one; others keep that of the newest
// 128, so that those before are taken in as one span, of which only logs are read.
const (
	stride        = Depth
	maxCatchUp    = 10_000
	maxCatchUpOwn = 2048
	minCatchUp    = 8 // from here on it is told how far catching up is
)

var errUnlinked = errors.New("a block's number does not follow its parent's")

// WatcherConfig is what a watcher gets from outside.
type WatcherConfig struct {
	// Now is the clock.
	Now func() time.Time
	// Rand returns a number in [0, 1) that spreads retries and picks samples.
	Rand func() float64
	// Logger takes errors; nil drops them.
	Logger *slog.Logger
	// Standstill is how long the chain may be without a new block before it counts as standing; 0
	// is for chains whose blocks come when somebody asks for them.
	Standstill time.Duration
}

// Watcher follows the head of a network and carries every block and reorganisation to its
// followers, in their order. A node that fails, lags or answers wrongly changes nothing: the
// watcher tries again, later each time.
type Watcher struct {
	view      *view
	cfg       WatcherConfig
	followers []Follower
	blocks    *blocks
	notified  atomic.Bool // whether the node tells of new blocks by itself
	catchUp   api.Meter   // of the follower that is being brought to the head
	newest    common.Hash // the block that was told last,
	below     Header      // and the one of it that is followed, where others have to stand on it
	apart     bool        // whether the newest block and the clock are far apart
	traced    common.Hash // the block whose way through the followers was traced last

	mu      sync.Mutex
	status  api.NetworkStatus
	seen    time.Time     // when the head was last read
	grown   time.Time     // when it last was another one
	level   time.Time     // when all followers last were at the head
	changed chan struct{} // closed when a round ends
}

// NewWatcher returns a watcher that starts with Run.
func NewWatcher(net *Network, cfg WatcherConfig, followers ...Follower) *Watcher {
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	w := &Watcher{
		view: net.view, cfg: cfg, followers: followers, changed: make(chan struct{}),
		status: api.NetworkStatus{ChainID: net.ChainID(), Problem: "not connected yet"},
	}
	w.blocks = newBlocks(net.view, w.random)
	return w
}

// random returns a number in [0, 1), for several goroutines.
func (w *Watcher) random() float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cfg.Rand()
}

// Run follows the chain until ctx ends.
func (w *Watcher) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var subscription sync.WaitGroup
	defer subscription.Wait()
	defer cancel()
	wake := make(chan struct{}, 1)
	subscription.Go(func() { w.subscribe(ctx, wake) })
	subscription.Go(func() { w.view.probe(ctx) })
	for attempt := 0; ctx.Err() == nil; {
		err := w.Round(ctx)
		if err == nil {
			attempt = 0
			w.rest(ctx, w.pause(), nil)
			w.rest(ctx, w.interval()-w.pause(), wake)
			continue
		}
		attempt++
		if ctx.Err() == nil {
			w.cfg.Logger.Warn("following the chain failed", "chain", w.view.ChainID(), "attempt",
				attempt, "error", err, "cause", causeOf(err))
		}
		w.rest(ctx, w.backoff(attempt), wake)
	}
	return nil
}

// causeOf returns what the log should know of a failure beyond its sentence.
func causeOf(err error) error {
	var e *api.Error
	if errors.As(err, &e) {
		return e.Cause
	}
	return nil
}

// Round reads the head and brings every follower to it, once. Run does so again and again.
func (w *Watcher) Round(ctx context.Context) (err error) {
	before := w.view.node()
	if w.view.choose(); w.view.node() != before {
		w.cfg.Logger.Info("another node answers", "chain", w.view.ChainID(), "node",
			w.view.node().name, "before", before.name)
	}
	head, err := w.view.Head(ctx)
	if err != nil {
		w.view.ended(err)
		w.report(nil, err)
		return err
	}
	w.told(head)
	w.checkClock(head)
	if err = w.view.node().calls(ctx); err != nil {
		err = w.view.readError("run any call", err)
		w.view.ended(err)
		w.report(nil, err)
		return err
	}
	if head, err = w.confirmed(ctx, head); err != nil {
		w.view.ended(err)
		w.report(nil, err)
		return err
	}
	if head.Hash != w.traced { // one that stands already takes no time
		var span tracing.Span
		ctx, span = tracing.Start(ctx, "block")
		span.Number("chain", w.view.ChainID())
		span.Number("block", head.Number)
		defer func() { span.End(err) }()
		w.traced = head.Hash
	}
	w.blocks.begin(head, w.followers)
	defer w.blocks.forgetLarge()
	defer w.catchUp.Set(api.Progress{})
	var failures []error
	for _, f := range w.followers {
		if err := w.advance(ctx, f, head); err != nil {
			failures = append(failures, fmt.Errorf("%s: %w", f.Name(), err))
		}
	}
	err = errors.Join(failures...)
	w.view.ended(err)
	w.report(&head, err)
	return err
}

// confirmed returns the block on which as many others stand as followers wait for.
func (w *Watcher) confirmed(ctx context.Context, newest Header) (Header, error) {
	c := w.view.cfg.Confirmations
	switch {
	case c == 0:
		return newest, nil
	case newest.Hash == w.newest:
		return w.below, nil
	}
	h, err := w.view.HeaderByNumber(ctx, newest.Number-min(newest.Number, c))
	if err == nil {
		w.newest, w.below = newest.Hash, h
	}
	return h, err
}

// advance brings one follower to the head.
func (w *Watcher) advance(ctx context.Context, f Follower, head Header) error {
	var applied func(block uint64)
	for {
		recent, err := f.Position(ctx)
		if err != nil {
			return err
		}
		if len(recent) == 0 {
			return f.Resync(ctx, head)
		}
		if recent[0].Number+w.maxCatchUp() < head.Number {
			return w.resync(ctx, f, head)
		}
		if recent[0].Hash == head.Hash {
			return nil
		}
		if head.Number < recent[0].Number && !w.view.cfg.Trusted {
			if err := w.view.node().verify(ctx); err != nil {
				return w.view.readError("tell its chain id", err)
			}
			return w.view.readError("keep up",
				fmt.Errorf("it is at block %d, behind block %d that was followed", head.Number,
					recent[0].Number))
		}
		if applied == nil {
			applied = w.catchingUp(f, recent[0].Number, head.Number)
		}
		target, err := w.target(ctx, recent[0], head)
		if err != nil {
			return err
		}
		way := w.blocks.connect
		if !w.view.cfg.Trusted {
			way = w.blocks.span
		}
		path, ancestor, found, err := way(ctx, recent, target)
		if err != nil {
			return err
		}
		if !found {
			return w.resync(ctx, f, head)
		}
		if err := w.move(ctx, f, recent[0], ancestor, path, applied); err != nil {
			return err
		}
	}
}

// resync reads the contracts anew where the node's chain is not seen to be the one that was
// followed, unless it says itself that it is of another network by now.
func (w *Watcher) resync(ctx context.Context, f Follower, head Header) error {
	if err := w.view.node().verify(ctx); err != nil {
		return w.view.readError("tell its chain id", err)
	}
	return f.Resync(ctx, head)
}

func (w *Watcher) maxCatchUp() uint64 {
	if w.view.cfg.Trusted {
		return maxCatchUpOwn
	}
	return maxCatchUp
}

// target returns the block to go to next: the head, or one on the way where the head is far. In
// spans it is one on which as many blocks stand as a reorganisation may undo, so that one does not
// undo a long span.
func (w *Watcher) target(ctx context.Context, position api.BlockRef, head Header) (Header, error) {
	number := position.Number + stride
	switch {
	case head.Number <= number || !w.view.cfg.Trusted && head.Number <= number+stride:
		return head, nil
	case !w.view.cfg.Trusted:
		number = head.Number - stride
	}
	h, err := w.view.HeaderByNumber(ctx, number)
	if err == nil {
		w.blocks.add(h)
	}
	return h, err
}

// move undoes the blocks of a follower that left the chain and applies those that joined it, newest
// first in path. The whole new branch is known by then, so that a node that loses its way half
// through undoes nothing.
func (w *Watcher) move(ctx context.Context, f Follower, from, ancestor api.BlockRef,
	path []Header, applied func(block uint64)) error {
	if ancestor.Hash != from.Hash {
		w.cfg.Logger.Info("blocks left the chain", "chain", w.view.ChainID(),
			"follower", f.Name(), "depth", from.Number-ancestor.Number)
		if err := f.Rollback(ctx, ancestor); err != nil {
			return err
		}
	}
	after := ancestor
	for i := len(path) - 1; i >= 0; i-- {
		b, err := w.blocks.block(ctx, after, path[i], f)
		if err != nil {
			return err
		}
		after = path[i].BlockRef
		if err := f.Apply(ctx, b); err != nil {
			return err
		}
		applied(b.Number)
	}
	return nil
}

// catchingUp returns what to tell of each block that a follower has taken in on its way to the
// head. A way of few blocks is no work to speak of.
func (w *Watcher) catchingUp(f Follower, from, head uint64) (applied func(block uint64)) {
	if head < from+minCatchUp {
		return func(uint64) {}
	}
	return func(block uint64) {
		w.catchUp.Set(api.Progress{What: f.Name() + " catch up with the chain",
			Done: int(max(block, from) - from), Total: int(head - from), Unit: "blocks"})
	}
}
