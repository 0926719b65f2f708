package etcd

import (
	"context"
	"slices"
)

// waiter waits until something is applied up to a revision. Only those whose revision has come are
// woken: with hundreds of clients waiting, waking all of them at each step would cost more than the
// steps themselves.
type waiter struct {
	revision int64
	done     chan struct{}
}

// waiters are guarded by Log.mu.
type waiters []waiter

// release wakes those that wait for a revision or an earlier one.
func (w *waiters) release(at int64) {
	*w = slices.DeleteFunc(*w, func(one waiter) bool {
		if one.revision > at {
			return false
		}
		close(one.done)
		return true
	})
}

// await waits in a list until applied, which is asked with l.mu held, has come to a revision.
func (l *Log) await(ctx context.Context, list *waiters, applied func() int64,
	revision int64) error {
	l.mu.Lock()
	if applied() >= revision {
		l.mu.Unlock()
		return nil
	}
	one := waiter{revision, make(chan struct{})}
	*list = append(*list, one)
	l.mu.Unlock()
	select {
	case <-one.done:
		return nil
	case <-ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	*list = slices.DeleteFunc(*list, func(w waiter) bool { return w.done == one.done })
	return ctx.Err()
}

// change changes what l.mu guards and wakes those whose time has come.
func (l *Log) change(fn func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	fn()
	for _, s := range l.streams {
		s.waiting.release(s.upTo(l.seen))
		select {
		case s.room <- struct{}{}:
		default:
		}
	}
}
