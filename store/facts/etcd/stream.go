package etcd

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"bourse/store/facts"
)

// arrival is the facts of one stream that share a revision, and the position after them.
type arrival struct {
	at   facts.Position
	list []facts.Fact
}

// stream carries facts to an applier. What changes is guarded by Log.mu.
type stream struct {
	log  *Log
	name string
	to   facts.Applier
	wake chan struct{}
	room chan struct{} // there may be some in queue

	queue   []arrival      // not applied; the first of them may be under way
	stored  facts.Position // by the applier
	problem string
	waiting waiters
}

const (
	// most facts that are applied together
	maxBatch = 512
	// how often a stream without facts stores how far it has come
	storeEvery = 5 * time.Second
	// how many arrivals may wait before the watch does
	maxQueue = 1 << 16
)

// isOf tells whether a stream is of a network, as all are of 0.
func (s *stream) isOf(network uint64) bool {
	return network == 0 || strings.HasSuffix(s.name, fmt.Sprint("/", network))
}

// upTo is up to where the stream has applied everything there is for it.
func (s *stream) upTo(seen int64) int64 {
	if len(s.queue) > 0 {
		return s.queue[0].at.Revision - 1
	}
	return seen
}

// waitForRoom waits while too many arrivals are not applied.
func (s *stream) waitForRoom(ctx context.Context) error {
	for {
		s.log.mu.Lock()
		full := len(s.queue) >= maxQueue
		s.log.mu.Unlock()
		if !full {
			return nil
		}
		select {
		case <-s.room:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// run applies what is queued until ctx ends.
func (s *stream) run(ctx context.Context) error {
	idle := time.NewTicker(storeEvery)
	defer idle.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		case <-idle.C:
			if err := s.storeLevel(ctx); err != nil {
				return err
			}
			continue
		}
		for ctx.Err() == nil {
			runtime.Gosched() // what the watch is about to bring joins this transaction
			n, err := s.applySome(ctx)
			if err != nil {
				return err
			}
			if n == 0 {
				break
			}
		}
	}
}

// applySome applies the first of the queue, until it works. An error is one that does not pass.
func (s *stream) applySome(ctx context.Context) (n int, err error) {
	s.log.mu.Lock()
	var list []facts.Fact
	var at facts.Position
	for n < len(s.queue) && (n == 0 || len(list)+len(s.queue[n].list) <= maxBatch) {
		list, at = append(list, s.queue[n].list...), s.queue[n].at
		n++
	}
	s.log.mu.Unlock()
	if n == 0 {
		return 0, nil
	}
	for wait := 10 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		err := s.to.Apply(ctx, at, list)
		if err == nil {
			break
		}
		if ctx.Err() != nil || errors.Is(err, facts.ErrFormat) {
			return 0, err
		}
		s.log.mu.Lock()
		s.problem = fmt.Sprintf("facts of %s cannot be applied: %v", s.name, err)
		s.log.mu.Unlock()
		s.log.cfg.Logger.Warn("applying facts failed", "stream", s.name, "error", err)
		rest(ctx, wait)
	}
	s.log.change(func() {
		s.queue, s.stored, s.problem = s.queue[n:], at, ""
		s.log.vitals.applied += uint64(len(list))
	})
	return n, nil
}

// storeLevel has the applier store how far the log has been seen, so that the next start need not
// go through what is none of this stream's.
func (s *stream) storeLevel(ctx context.Context) error {
	s.log.mu.Lock()
	at, quiet := s.log.positionLocked(), len(s.queue) == 0
	s.log.mu.Unlock()
	if !quiet || at.Revision <= s.stored.Revision {
		return nil
	}
	if err := s.to.Apply(ctx, at, nil); err != nil {
		return nil // tried again later
	}
	s.log.change(func() { s.stored = at })
	return nil
}

// rest waits for a while, or until ctx ends.
func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}
