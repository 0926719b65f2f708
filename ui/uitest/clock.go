package uitest

import (
	"sync"
	"time"
)

// Start is when every test's clock begins.
var Start = time.Date(2026, 11, 21, 16, 41, 34, 0, time.UTC)

// Clock is a clock that only a test moves.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock is a clock at Start.
func NewClock() *Clock { return &Clock{now: Start} }

// Now implements ui.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *Clock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.After(c.now) {
		c.now = t
	}
}
