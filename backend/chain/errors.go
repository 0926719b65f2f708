package chain

import (
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"bourse/backend/api"
)

// withoutURL drops a node's address, which may hold a key, from an error.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// Breaker settings: after failLimit failures in a row requests fail at once for a while that
// doubles up to maxPause.
const (
	failLimit  = 5
	firstPause = time.Second
	maxPause   = 30 * time.Second
)

// breaker keeps a node that does not answer from holding up everyone who asks.
type breaker struct {
	mu       sync.Mutex
	failures int
	until    time.Time // after failures
	asked    time.Time // until when the node itself asked to be left alone
	cause    error
}

func (b *breaker) allow(now time.Time) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if wait := b.remaining(now); wait > 0 {
		e := api.Errorf(api.ChainUnavailable,
			"the node failed %d times in a row and is left alone: try again in %s", b.failures,
			wait.Round(time.Second))
		if b.asked.After(b.until) {
			e.Details = fmt.Sprintf("the node asks to be left alone: try again in %s",
				wait.Round(time.Second))
		}
		e.RetryAfter = wait
		return e.WithCause(b.cause)
	}
	return nil
}

func (b *breaker) succeed() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures, b.until, b.cause = 0, time.Time{}, nil
}

func (b *breaker) fail(now time.Time, cause error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failures++
	b.cause = withoutURL(cause)
	if over := b.failures - failLimit; over >= 0 {
		b.until = now.Add(min(maxPause, firstPause<<min(over, 10)))
	}
}

// pause leaves the node alone until a time that it asked for.
func (b *breaker) pause(until time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if until.After(b.asked) {
		b.asked = until
	}
}

func (b *breaker) remaining(now time.Time) time.Duration {
	return max(0, b.until.Sub(now), b.asked.Sub(now))
}

func (b *breaker) wait(now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.remaining(now)
}
