package delta

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
	"bourse/store/facts"
)

// change is a set of changes of orders that reach the disk together.
type change struct {
	s    *Service
	tx   *store.Tx
	rows map[string]*row
	news []string // orders in the order in which they changed
	// triggers of orders that are held back from here on; nil of those that are not any more
	triggers map[string]*api.DeltaTrigger
	was      map[string]uint64                          // last events of the orders as they were
	twins    map[common.Address]map[api.Amount][]string // see heldTwins
	added    []row                                      // orders that are new
	recent   []api.BlockRef                             // the position, if it changes
	at       time.Time                                  // of what happens; zero is now
	out      written

	// what rounds came to, which memory takes over once all of it is made; see remember
	rounds map[string]lastRound
	missed map[string]api.BlockRef // rounds in which all bids for an order reverted
	won    []string                // orders for which a bid could be simulated
}

func newChange(s *Service) *change {
	return &change{s: s, rows: make(map[string]*row), was: make(map[string]uint64),
		triggers: make(map[string]*api.DeltaTrigger),
		twins:    make(map[common.Address]map[api.Amount][]string),
		rounds:   make(map[string]lastRound), missed: make(map[string]api.BlockRef)}
}

// move is an event that happens to an order, with what is told of it.
type move struct {
	on     event
	reason string
	block  uint64
	round  uint64
	agent  string
	tx     common.Hash
}

// update makes changes, one set at a time, and returns once they are on disk.
func (s *Service) update(fn func(c *change) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.updateHeld(fn)
}

// updateHeld is update with s.mu held. In a cluster the changes are made by whoever leads the
// network, and s.mu is let go of while the log takes them.
func (s *Service) updateHeld(fn func(c *change) error) error {
	if s.shared() {
		return intake{s}.updateAll(fn)
	}
	return intake{s}.updateHere(facts.Position{}, fn)
}

// updateHere makes changes in the store of this node, with the position in the log that they bring
// it to; the zero one is none. s.mu is held.
func (s intake) updateHere(at facts.Position, fn func(c *change) error) error {
	c := newChange(s.Service)
	err := s.cfg.Store.Update(func(tx *store.Tx) error {
		c.tx = tx
		if err := fn(c); err != nil {
			return err
		}
		if err := s.tables.applied.Set(tx, at); err != nil {
			return err
		}
		return c.flush()
	})
	if err != nil {
		return storeError(err)
	}
	c.keep()
	c.remember()
	return nil
}

// remember takes over into memory what rounds came to, where the changes were made: on disk, or
// where a log is shared in that. A round that was not written is none that the next one repeats.
func (c *change) remember() {
	for id, last := range c.rounds {
		if c.s.rows[id] != nil {
			c.s.last[id] = last
		}
	}
	for id, at := range c.missed {
		c.s.missRound(id, at)
	}
	for _, id := range c.won {
		c.s.wonRound(id)
	}
}

// keep takes over into memory what reached the disk.
func (c *change) keep() {
	s := c.s
	c.keepTriggers()
	if c.recent != nil {
		s.recent = c.recent
	}
	s.round = max(s.round, c.out.Round)
	for _, r := range c.rows {
		s.suspect(r)
		if r.Status.Final() {
			s.forgetOpen(r)
		} else {
			s.keepOpen(r)
		}
	}
	for _, id := range c.news {
		s.cfg.Bus.Publish(api.Event{Topic: api.TopicAuction, ChainID: s.chainID, Key: id,
			Block: c.rows[id].Block, Owner: c.rows[id].Order.Owner})
	}
}

// order returns an order for changing.
func (c *change) order(id string) (*row, error) {
	if r, ok := c.rows[id]; ok {
		return r, nil
	}
	r, err := c.s.tables.orders.Get(c.tx, id)
	if err != nil {
		return nil, err
	}
	c.rows[id], c.was[id] = &r, r.Seq
	return &r, nil
}

// move takes in an event: the table says what state it leads to. There is no other way for an order
// to change its state.
func (c *change) move(r *row, m move) error {
	to, err := next(r.Status, m.on)
	if err != nil {
		return fmt.Errorf("delta order %s: %w (%s)", r.ID, err, m.reason)
	}
	now := c.at
	if now.IsZero() {
		now = c.s.cfg.Now().UTC().Truncate(time.Millisecond) // as createdAt has
	}
	e := api.DeltaEvent{
		Order: r.ID, Seq: r.Seq + 1, Round: m.round, From: r.Status, To: to, Reason: m.reason,
		Block: m.block, Agent: m.agent, Time: now,
	}
	if m.tx != (common.Hash{}) {
		e.TxHash = &m.tx
	}
	r.Seq, r.Status, r.Reason, r.Block, r.UpdatedAt = e.Seq, to, m.reason, m.block, now
	c.rows[r.ID] = r
	c.news = append(c.news, r.ID)
	if to != waiting || m.on == triggered {
		c.release(r, m.on == triggered)
	}
	if m.on == triggered || m.on == settledWhole || m.on == settledInPart {
		r.Lock = nil // everybody sees it now
	}
	c.out.Events = append(c.out.Events, e)
	return nil
}

// changed lists the orders that changed.
func (c *change) changed() []string {
	return slices.Compact(slices.Sorted(slices.Values(c.news)))
}

// flush writes what changed.
func (c *change) flush() error {
	t := &c.s.tables
	for _, r := range c.added {
		if err := t.add(c.tx, r); err != nil {
			return err
		}
	}
	for _, id := range c.changed() {
		if err := t.put(c.tx, c.rows[id]); err != nil {
			return err
		}
	}
	if c.recent != nil {
		if err := t.position.Put(c.tx, positionKey, c.recent); err != nil {
			return err
		}
	}
	for id, trigger := range c.triggers {
		var err error
		if trigger == nil {
			err = t.triggers.Delete(c.tx, id)
		} else {
			err = t.triggers.Put(c.tx, id, *trigger)
		}
		if err != nil {
			return err
		}
	}
	return c.out.put(t, c.tx)
}

// positionRef returns the last block that was taken in.
func (s *Service) positionRef() (api.BlockRef, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.recent) == 0 {
		return api.BlockRef{}, errNoPosition
	}
	return s.recent[0], nil
}

var errNoPosition = errors.New("the chain has not been followed yet")
