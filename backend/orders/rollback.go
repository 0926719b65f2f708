package orders

import (
	"context"
	"encoding/binary"
	"fmt"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// Rollback implements chain.Follower. Orders go back to what the undo records say; what orders or holdings were first read on a block that is
// gone is read again at to, and so are the holdings that the undone blocks touched.
func (s *Service) Rollback(ctx context.Context, to api.BlockRef) error {
	s.gate.Lock()
	defer s.gate.Unlock()
	recent := chain.Forget(s.recent, to)
	if recent == nil {
		return fmt.Errorf("block %d is not one of the blocks followed", to.Number)
	}
	var keys map[holdingKey]bool
	d, err := s.compose(to, func(d *draft) (err error) {
		keys, err = d.undo()
		return err
	})
	if err != nil {
		return err
	}
	if err := s.reread(ctx, d, keys); err != nil {
		return err
	}
	return d.commit(recent, s.forgetAfter(to.Number))
}

// undo restores the statuses from before the blocks after d.at and returns the holdings those blocks touched.
func (d *draft) undo() (map[holdingKey]bool, error) {
	s := d.s
	keys := make(map[holdingKey]bool)
	after := store.Range{From: binary.BigEndian.AppendUint64(nil, d.at.Number+1), Reverse: true}
	err := s.tables.undos.Scan(d.tx, after, func(_ uint64, u undo) error {
		for _, k := range u.holdings {
			keys[k] = true
		}
		for _, o := range u.orders {
			d.order(uint32(o.id)).now = o.before // records are walked newest first, so the oldest has the last word
		}
		return nil
	})
	d.young()
	return keys, err
}

// young drafts anew the orders that were first read after d.at, which are the last ones: their base only grows with their id.
func (d *draft) young() {
	m := d.s.memory
	for id := m.last; id > 0; id-- {
		if m.row(id).state == absent {
			continue
		}
		if m.row(id).base <= d.at.Number {
			return
		}
		c := d.order(id)
		c.now = status{state: pending, base: d.at.Number, updated: c.record.created}
	}
}

// reread reads what is left of young orders and what the makers of all reopened or touched ones hold, at the draft's block.
func (s *Service) reread(ctx context.Context, d *draft, keys map[holdingKey]bool) error {
	m := s.memory
	var orders []orderKey
	for _, id := range d.ids {
		c := d.changes[id]
		if c.before.base > d.at.Number {
			orders = append(orders, m.keyOf(id))
		}
		if c.now.state.open() {
			keys[c.record.holding()] = true
		}
	}
	for i := range m.holdings.list {
		if h := &m.holdings.list[i]; h.count > 0 && h.base > d.at.Number {
			keys[h.holdingKey] = true
		}
	}
	var list []holdingKey
	for k := range keys {
		list = append(list, k)
	}
	f, err := s.state.read(ctx, d.at.Hash, orders, list)
	if err != nil {
		return err
	}
	d.restate(f)
	return nil
}

// restate completes a rollback's draft with what was read.
func (d *draft) restate(f facts) {
	m := d.s.memory
	for _, id := range d.ids {
		c := d.changes[id]
		if c.before.base > d.at.Number {
			d.begin(c, f.left[m.keyOf(id)])
		}
		if key := c.record.holding(); c.now.state.open() && m.holdings.index[key] == 0 {
			d.funds[key] = f.funds[key]
		}
	}
	for key, funds := range f.funds {
		d.fund(key, funds)
		if n := m.holdings.index[key]; n != 0 && m.holdings.list[n].base > d.at.Number {
			d.funds[key] = funds // its base moves down even where its funds stay
		}
	}
	for _, id := range d.ids {
		d.cover(d.changes[id])
	}
}

// begin gives a young order the status it would have had if it had come at the draft's block.
func (d *draft) begin(c *change, left api.Amount) {
	total := c.record.order.MakerAmount
	switch left {
	case untouched:
		c.now.left(total, total)
	case closed: // closed before it was posted, on a branch that did not know of it
		c.now.state, c.now.small = cancelled, false
	default:
		c.now.left(left.Sub(closed), total)
	}
	if e := c.record.order.Expiry; e != 0 && e < d.at.Time {
		c.now.become(timePassed, int64(d.at.Time), c.record.created)
	}
}

// forgetAfter deletes fills and undo records of blocks after a number.
func (s *Service) forgetAfter(number uint64) func(tx *store.Tx) error {
	return func(tx *store.Tx) error {
		var fills []fillKey
		from := store.Range{From: fillKeys{}.AppendKey(nil, fillKey{block: number + 1})}
		if err := s.tables.fills.Scan(tx, from, func(k fillKey, _ api.Fill) error { fills = append(fills, k); return nil }); err != nil {
			return err
		}
		for _, k := range fills {
			if err := s.tables.fills.Delete(tx, k); err != nil {
				return err
			}
		}
		var undos []uint64
		from = store.Range{From: binary.BigEndian.AppendUint64(nil, number+1)}
		if err := s.tables.undos.Scan(tx, from, func(n uint64, _ undo) error { undos = append(undos, n); return nil }); err != nil {
			return err
		}
		for _, n := range undos {
			if err := s.tables.undos.Delete(tx, n); err != nil {
				return err
			}
		}
		return nil
	}
}
