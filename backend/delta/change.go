package delta

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// change is a set of changes of orders that reach the disk together.
type change struct {
	s    *Service
	tx   *store.Tx
	rows map[string]*row
	news []string // orders in the order in which they changed
}

// move says why an order changes its status.
type move struct {
	to     api.DeltaStatus
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

func (s *Service) updateHeld(fn func(c *change) error) error {
	c := &change{s: s, rows: make(map[string]*row)}
	err := s.cfg.Store.Update(func(tx *store.Tx) error {
		c.tx = tx
		if err := fn(c); err != nil {
			return err
		}
		return c.flush()
	})
	if err != nil {
		return storeError(err)
	}
	for id, r := range c.rows {
		if r.Status.Final() {
			delete(s.rows, id)
			delete(s.last, id)
		} else {
			s.rows[id] = r
		}
		if r.Status != executing {
			s.floor.forget(id)
		}
	}
	for _, id := range c.news {
		s.cfg.Bus.Publish(api.Event{Topic: api.TopicAuction, ChainID: s.chainID, Key: id, Block: c.rows[id].Block})
	}
	return nil
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
	c.rows[id] = &r
	return &r, nil
}

// move records an event and makes its status the order's.
func (c *change) move(r *row, m move) error {
	if !allowed(r.Status, m.to) {
		return fmt.Errorf("delta order %s can't go from %q to %q (%s)", r.ID, r.Status, m.to, m.reason)
	}
	now := c.s.cfg.Now().UTC().Truncate(time.Millisecond) // as createdAt has
	e := api.DeltaEvent{
		Order: r.ID, Seq: r.Seq + 1, Round: m.round, From: r.Status, To: m.to, Reason: m.reason, Block: m.block, Agent: m.agent, Time: now,
	}
	if m.tx != (common.Hash{}) {
		e.TxHash = &m.tx
	}
	r.Seq, r.Status, r.Reason, r.Block, r.UpdatedAt = e.Seq, m.to, m.reason, m.block, now
	c.rows[r.ID] = r
	c.news = append(c.news, r.ID)
	return c.s.tables.events.Put(c.tx, entryKey{r.ID, e.Seq}, e)
}

// flush writes the orders that changed.
func (c *change) flush() error {
	for _, id := range slices.Compact(slices.Sorted(slices.Values(c.news))) {
		if err := c.s.tables.orders.Put(c.tx, id, *c.rows[id]); err != nil {
			return err
		}
	}
	return nil
}

// openRows returns copies of the open orders.
func (s *Service) openRows() []row {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]row, 0, len(s.rows))
	for _, r := range s.rows {
		list = append(list, *r)
	}
	return list
}

// changedSince tells whether an order has changed since it was copied.
func (s *Service) changedSince(r *row) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rows[r.ID] == nil || s.rows[r.ID].Seq != r.Seq
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
