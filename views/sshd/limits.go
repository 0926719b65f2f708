package sshd

import (
	"errors"
	"sync"
)

// counter counts who is there, by address and in total.
type counter struct {
	limits Limits

	mu    sync.Mutex
	total int
	by    map[string]int
}

func newCounter(l Limits) *counter { return &counter{limits: l, by: map[string]int{}} }

var (
	errFull    = errors.New("all places are taken: try again later")
	errTooMany = errors.New("there are too many sessions from your address: close one first")
)

func (c *counter) enter(address string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.total >= c.limits.Total:
		return errFull
	case c.by[address] >= c.limits.Address:
		return errTooMany
	}
	c.total++
	c.by[address]++
	return nil
}

func (c *counter) leave(address string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total--
	if c.by[address]--; c.by[address] == 0 {
		delete(c.by, address)
	}
}
