package delta

import (
	"context"
	"sync"
)

// turns counts how often the auctioneer was asked to look at the orders, and how far it has come.
type turns struct {
	mu     sync.Mutex
	asked  uint64
	looked uint64
	ended  chan struct{} // closed when looked moves on
}

func (t *turns) ask() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked++
}

func (t *turns) last() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asked
}

func (t *turns) end(turn uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.looked = turn
	close(t.ended)
	t.ended = make(chan struct{})
}

// Idle waits until the auctioneer is done with every block that was taken in before: rounds are held, and what they awarded is with the node.
func (s *Service) Idle(ctx context.Context) error {
	turn := s.turns.last()
	for {
		s.turns.mu.Lock()
		looked, ended := s.turns.looked, s.turns.ended
		s.turns.mu.Unlock()
		if looked >= turn {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-ended:
		}
	}
}
