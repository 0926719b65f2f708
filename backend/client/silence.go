package client

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"bourse/backend/api"
)

// A server may refuse a stream, or keep one open and tell of nothing. Its reader is then told by
// time that events may have been missed, about as often as blocks come, so that what is read does
// not grow old.

const (
	// leastPause and mostPause bound how often that is, whatever a network says of its blocks
	leastPause, mostPause = 2 * time.Second, 12 * time.Second
	// quietPauses is for how many pauses an open stream may tell of no block
	quietPauses = 3
)

// pauseOf is how long nothing may be told of a network before its reader reads again by itself.
func pauseOf(n api.Network) time.Duration { return min(max(n.BlockTime, leastPause), mostPause) }

// hearing is what a subscription has been told, and whether its stream is there.
type hearing struct {
	now    func() time.Time
	mu     sync.Mutex
	open   bool
	closed string    // why it is not open
	since  time.Time // it is open or not
	heard  map[uint64]heard
}

// heard is what was told of a network.
type heard struct {
	at    time.Time // of the last block
	block uint64
	again time.Time // when it was last said, by time, that events may have been missed
}

func newHearing(now func() time.Time) *hearing {
	return &hearing{now: now, since: now(), heard: make(map[uint64]heard)}
}

// is notes whether the stream is open, and why not.
func (h *hearing) is(open bool, why string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open != open {
		h.since = h.now()
	}
	h.open, h.closed = open, why
}

// hear notes an event.
func (h *hearing) hear(e api.Event) {
	if e.Topic != api.TopicBlock {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.heard[e.ChainID]
	was.at, was.block = h.now(), max(was.block, e.Block)
	h.heard[e.ChainID] = was
}

// due tells whether nothing was told of a network for too long, and notes that it is said.
func (h *hearing) due(n api.Network, blocks bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	was, pause, now := h.heard[n.ChainID], pauseOf(n), h.now()
	last := slices.MaxFunc([]time.Time{h.since, was.at, was.again}, time.Time.Compare)
	if h.open {
		pause *= quietPauses
	}
	if h.open && !blocks || now.Sub(last) < pause {
		return false
	}
	was.again = now
	h.heard[n.ChainID] = was
	return true
}

// why tells why nothing is told as it happens of a network whose newest block has a number, ""
// where it is.
func (h *hearing) why(chainID, head uint64) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.heard[chainID]
	switch {
	case !h.open && h.closed != "" && h.now().Sub(h.since) >= leastPause:
		return h.closed
	case h.open && was.again.After(was.at) && was.again.After(h.since) && head > was.block:
		return "its stream of events tells of no blocks"
	}
	return ""
}

// hearings are those of a client's subscriptions.
type hearings struct {
	mu       sync.Mutex
	all      map[*hearing]bool
	networks []api.Network
}

func (h *hearings) add(one *hearing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all == nil {
		h.all = make(map[*hearing]bool)
	}
	h.all[one] = true
}

func (h *hearings) drop(one *hearing) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.all, one)
}

// why is that of a subscription that is told nothing, "" where all are told.
func (h *hearings) why(chainID, head uint64) string {
	h.mu.Lock()
	all := slices.Collect(maps.Keys(h.all))
	h.mu.Unlock()
	for _, one := range all {
		if why := one.why(chainID, head); why != "" {
			return why
		}
	}
	return ""
}

// tell takes in a copy of the networks, which are the asker's.
func (h *hearings) tell(networks []api.Network) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.networks = slices.Clone(networks)
}

// known are the networks as they were last told, or asked for.
func (c *Client) known(ctx context.Context) ([]api.Network, error) {
	c.hearings.mu.Lock()
	list := c.hearings.networks
	c.hearings.mu.Unlock()
	if list != nil {
		return list, nil
	}
	return c.Networks(ctx)
}

// byTime tells the reader that events may have been missed, as long as the stream tells nothing.
func (s *subscription) byTime(ctx context.Context) {
	tick := time.NewTicker(leastPause / 2)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		networks, err := s.client.known(ctx)
		if err != nil {
			continue // the next tick is another chance
		}
		for _, n := range networks {
			if s.hearing.due(n, slices.Contains(s.wanted(), api.TopicBlock)) {
				s.missed(n.ChainID)
			}
		}
	}
}

// missed tells the readers to read everything of a network again.
func (s *subscription) missed(chainID uint64) {
	for _, t := range s.wanted() {
		s.bus.Publish(api.Event{Topic: t, ChainID: chainID})
	}
}
