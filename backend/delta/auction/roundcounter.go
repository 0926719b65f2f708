package auction

import (
	"context"
	"sync"
)

// roundCounter counts how often the auctioneer was asked to look at the orders, and how far it has
// come.
type roundCounter struct {
	mu    sync.Mutex
	asked uint64
	done  uint64
	ended chan struct{} // closed when done moves on
}

func (c *roundCounter) ask() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
}

func (c *roundCounter) last() uint64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

func (c *roundCounter) end(asked uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done = asked
	close(c.ended)
	c.ended = make(chan struct{})
}

// Idle waits until the auctioneer is done with every block that was taken in before: rounds are
// held, and what they awarded is with the node.
func (a *Auctioneer) Idle(ctx context.Context) error {
	asked := a.rounds.last()
	for {
		a.rounds.mu.Lock()
		done, ended := a.rounds.done, a.rounds.ended
		a.rounds.mu.Unlock()
		if done >= asked {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ended:
		}
	}
}
