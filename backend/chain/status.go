package chain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/rpc"

	"bourse/backend/api"
)

// Polling and retrying.
const (
	minPoll      = 100 * time.Millisecond
	maxPoll      = 4 * time.Second
	longestPause = time.Second
	minRetry     = 10 * time.Millisecond
	maxRetry     = 15 * time.Second
)

// Status tells how fresh what is known of the network is.
func (w *Watcher) Status() api.NetworkStatus {
	work := w.work()
	w.mu.Lock()
	defer w.mu.Unlock()
	s := w.status
	if s.Live {
		s.Problem = w.staleness()
		s.Live = s.Problem == ""
	}
	s.Work, s.Quarantined = work, w.view.costs.sentenced(w.cfg.Now())
	return s
}

// Held tells how much the logs of the newest blocks take, beside the block that is taken in.
func (w *Watcher) Held() api.Held {
	return api.Held{What: "logs of the newest blocks", ChainID: w.view.ChainID(),
		Bytes: w.blocks.held.Load(), Most: maxLogBytes}
}

// work lists what followers do that takes a while.
func (w *Watcher) work() (list []api.Progress) {
	if p := w.catchUp.Progress(); p.Total > 0 {
		list = append(list, p)
	}
	for _, f := range w.followers {
		if b, ok := f.(Busy); ok && b.Progress().Total > 0 {
			list = append(list, b.Progress())
		}
	}
	return list
}

// told notes the newest block of the node, before any follower has taken it in.
func (w *Watcher) told(newest Header) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status.Newest = newest.Number
}

// minBehind is how long followers may be behind the head where blocks come quickly; elsewhere it
// is maxBehind blocks. It leaves room for the rests between two rounds.
const (
	minBehind = 15 * time.Second
	maxBehind = 5
)

// staleness says what is wrong with a network whose last round went well: a round that does not
// end, or blocks that do not come. w.mu is held.
func (w *Watcher) staleness() string {
	now := w.cfg.Now()
	if behind := now.Sub(w.level); behind > max(minBehind, maxBehind*w.view.cfg.BlockTime) {
		return fmt.Sprintf("block %d is the last that was followed, %s ago", w.status.Head.Number,
			behind.Round(time.Second))
	}
	if stands := now.Sub(w.grown); w.cfg.Standstill > 0 && stands > w.cfg.Standstill {
		return fmt.Sprintf("the chain stands at block %d: no new block for %s",
			w.status.Head.Number, stands.Round(time.Second))
	}
	return ""
}

// Age returns how long ago the node last told its head; it is large where it never did.
func (w *Watcher) Age() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.cfg.Now().Sub(w.seen)
}

// Wait returns once every follower has taken in a block, or a higher one.
func (w *Watcher) Wait(ctx context.Context, b api.BlockRef) error {
	for {
		w.mu.Lock()
		head, changed := w.status.Head, w.changed
		w.mu.Unlock()
		// before the first head nothing is reached
		if head != (api.BlockRef{}) && (head.Hash == b.Hash || head.Number > b.Number) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}

// report publishes how a round ended. head is nil where the node did not tell it.
func (w *Watcher) report(head *Header, problem error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status.Live = problem == nil
	if problem == nil {
		w.status.Problem, w.status.Attempt = "", 0
	} else {
		w.status.Problem = problem.Error()
		w.status.Attempt++
	}
	if head != nil {
		w.seen = w.cfg.Now()
		w.status.Latency = w.view.Latency()
		w.status.GasPrice, _ = w.view.price()
	}
	if head != nil && problem == nil {
		if w.level = w.seen; w.status.Head.Hash != head.Hash {
			w.grown = w.seen
		}
		w.status.Head = head.BlockRef
	}
	close(w.changed)
	w.changed = make(chan struct{})
}

// interval is how long to wait for news before asking again. Nodes of others count what they are
// asked: the next block is asked for when it can have come, and then four times as often.
func (w *Watcher) interval() time.Duration {
	t := w.view.cfg.BlockTime
	if w.notified.Load() {
		return max(maxPoll, 3*t) // a safety net below notifications
	}
	if w.view.cfg.Trusted {
		return min(max(t/2, minPoll), maxPoll)
	}
	w.mu.Lock()
	head := time.Unix(int64(w.status.Head.Time), 0)
	w.mu.Unlock()
	wait := t / 4
	if due := head.Add(t + t/8).Sub(w.cfg.Now()); due > wait && due <= t+t/8 {
		wait = due
	}
	return max(wait, w.pause())
}

// pause is how long the watcher rests between two rounds even where blocks come faster: those that
// come meanwhile are taken in together.
func (w *Watcher) pause() time.Duration {
	if w.view.cfg.Trusted {
		return 0
	}
	return min(longestPause, 4*w.view.cfg.BlockTime)
}

// backoff doubles from attempt to attempt, from a quarter of the block time, spread by half in
// either direction.
func (w *Watcher) backoff(attempt int) time.Duration {
	first := max(w.view.cfg.BlockTime/4, minRetry)
	d := min(maxRetry, first<<min(attempt-1, 10))
	return d/2 + time.Duration(w.random()*float64(d))
}

// rest waits for d, or less if woken.
func (w *Watcher) rest(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-wake:
	case <-timer.C:
	}
}

// subscribe wakes the watcher at each new block, where the connection can carry notifications.
func (w *Watcher) subscribe(ctx context.Context, wake chan<- struct{}) {
	for attempt := 1; ctx.Err() == nil; attempt++ {
		heads := make(chan json.RawMessage, 16)
		sub, err := w.view.node().client.EthSubscribe(ctx, heads, "newHeads")
		if errors.Is(err, rpc.ErrNotificationsUnsupported) {
			return
		}
		if err != nil {
			w.rest(ctx, w.backoff(attempt), nil)
			continue
		}
		attempt = 0
		w.notified.Store(true)
		forward(ctx, sub, heads, wake, w.blocks.hear)
		w.notified.Store(false)
		sub.Unsubscribe()
	}
}

func forward(ctx context.Context, sub *rpc.ClientSubscription, heads <-chan json.RawMessage,
	wake chan<- struct{}, hear func(json.RawMessage)) {
	for {
		select {
		case wake <- struct{}{}: // once at the start: blocks may have come before the subscription
		default:
		}
		select {
		case <-ctx.Done():
			return
		case <-sub.Err():
			return
		case h := <-heads:
			hear(h)
		}
	}
}
