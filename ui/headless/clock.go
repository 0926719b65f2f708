package headless

import (
	"sync"
	"time"
)

// Clock stands still until it is moved. It implements ui.Clock.
type Clock struct {
	mu      sync.Mutex
	now     time.Time
	waiting chan wait // commands that begin to wait, for the driver
}

// wait is a command that goes on at a time.
type wait struct {
	at time.Time
	on chan time.Time
}

// NewClock is a clock that stands at a time.
func NewClock(at time.Time) *Clock { return &Clock{now: at, waiting: make(chan wait)} }

// Now implements ui.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// After implements ui.Clock for commands that a Driver runs: it is the driver
// that lets time pass.
func (c *Clock) After(d time.Duration) <-chan time.Time {
	w := wait{c.Now().Add(d), make(chan time.Time, 1)}
	c.waiting <- w
	return w.on
}

// Move puts the clock forward without letting anybody act: for what happens
// before a driver takes over.
func (c *Clock) Move(d time.Duration) { c.set(c.Now().Add(d)) }

func (c *Clock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.After(c.now) {
		c.now = t
	}
}
