package ui

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// posted is a batch of what streams have sent.
type posted []tea.Msg

// collector gathers what streams send and hands it on in one batch at most
// every interval: the newest message of each topic, all of those without one.
type collector struct {
	mu    sync.Mutex
	batch posted
	index map[string]int // topic → place in batch
	fresh chan struct{}
}

func newCollector() *collector {
	return &collector{index: map[string]int{}, fresh: make(chan struct{}, 1)}
}

// put never blocks. topic must tell owners apart.
func (c *collector) put(topic string, m tea.Msg) {
	c.mu.Lock()
	at, known := c.index[topic]
	switch {
	case topic == "":
		c.batch = append(c.batch, m)
	case known:
		c.batch[at] = m
	default:
		c.index[topic] = len(c.batch)
		c.batch = append(c.batch, m)
	}
	c.mu.Unlock()
	select {
	case c.fresh <- struct{}{}:
	default:
	}
}

func (c *collector) take() posted {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := c.batch
	c.batch = nil
	clear(c.index)
	return out
}

// run hands batches to send until ctx ends, at the beats of a clock of its own: sessions in one
// process, which hear of something at the same time, do not all deliver it at once.
func (c *collector) run(ctx context.Context, pace func() time.Duration, send func(posted)) {
	start := time.Now().Add(-rand.N(pace()))
	timer := time.NewTimer(pace())
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.fresh:
		}
		interval := pace()
		timer.Reset(interval - time.Since(start)%interval)
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if batch := c.take(); len(batch) > 0 {
			send(batch)
		}
	}
}
