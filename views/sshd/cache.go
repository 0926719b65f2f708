package sshd

import (
	"context"
	"sync"
	"time"
)

// cache keeps answers by their question, a comparable value. The zero cache is ready.
type cache struct {
	mu      sync.Mutex
	answers map[any]*answer
}

// mostAnswers bounds a cache: beyond it all are forgotten.
const mostAnswers = 1 << 10

// answer is the answer to a question, or what waits for it.
type answer struct {
	at    time.Time // when it was asked
	done  chan struct{}
	value any
	err   error
}

func (c *cache) clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.answers)
}

// slots bounds how many questions are asked at once: many consoles that begin together would
// otherwise keep the node busy for longer than its answers may take.
type slots chan struct{}

// mostAsked is how many questions are asked at once.
const mostAsked = 8

// recall asks a question unless there is an answer that is still good, and waits for one that is
// under way.
func recall[T any](ctx context.Context, c *cache, s slots, question any, good func(*answer) bool,
	ask func(context.Context) (T, error)) (T, error) {
	value, err := c.recall(ctx, s, question, good,
		func(ctx context.Context) (any, error) { return ask(ctx) })
	v, _ := value.(T)
	return v, err
}

func (c *cache) recall(ctx context.Context, s slots, question any, good func(*answer) bool,
	ask func(context.Context) (any, error)) (any, error) {
	c.mu.Lock()
	a := c.answers[question]
	if a == nil || !good(a) {
		if len(c.answers) >= mostAnswers {
			clear(c.answers)
		}
		if c.answers == nil {
			c.answers = map[any]*answer{}
		}
		a = &answer{at: time.Now(), done: make(chan struct{})}
		c.answers[question] = a
		go func() {
			defer close(a.done)
			s <- struct{}{}
			defer func() { <-s }()
			// Others wait for it too, whatever becomes of who asked first.
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), askTime)
			defer cancel()
			a.value, a.err = ask(ctx)
		}()
	}
	c.mu.Unlock()
	select {
	case <-a.done:
		return a.value, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
