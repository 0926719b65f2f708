package orders

import (
	"context"
	"encoding/binary"
	"fmt"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// Rollback implements chain.Follower. Orders go back to what the undo records say; what orders or
// holdings were first read on a block that is gone is read again at to, and so are the holdings
// that the undone blocks touched.
func (s *Service) Rollback(ctx context.Context, to api.BlockRef) error {
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	recent := chain.Forget(s.recent, to)
	if recent == nil {
		return fmt.Errorf("block %d is not one of the blocks followed", to.Number)
	}
	var keys map[holdingKey]bool
	cs, err := s.buildChangeset(to, func(cs *changeset) (err error) {
		keys, err = cs.undo()
		return err
	})
	if err != nil {
		return err
	}
	if err := s.reread(ctx, cs, keys); err != nil {
		return err
	}
	return cs.commit(recent, s.tables.forgetAfter(to.Number))
}

// undo restores the statuses from before the blocks after d.at and returns the holdings those
// blocks touched.
func (cs *changeset) undo() (map[holdingKey]bool, error) {
	s := cs.s
	keys := make(map[holdingKey]bool)
	after := store.Range{From: binary.BigEndian.AppendUint64(nil, cs.block.Number+1), Reverse: true}
	err := s.tables.undos.Scan(cs.tx, after, func(_ uint64, u undo) error {
		for _, k := range u.holdings {
			keys[k] = true
		}
		for _, o := range u.orders {
			// records are walked newest first, so the oldest has the last word
			cs.orderChange(uint32(o.id)).rewind(o.before)
		}
		return nil
	})
	cs.resetYoung()
	return keys, err
}

// resetYoung starts anew the orders that were first read after d.at, which are the last ones: their
// base only grows with their id.
func (cs *changeset) resetYoung() {
	ix := cs.s.index
	for id := ix.last; id > 0; id-- {
		if ix.row(id).state == absent {
			continue
		}
		if ix.row(id).base <= cs.block.Number {
			return
		}
		c := cs.orderChange(id)
		c.now = newStatus(cs.block.Number, c.record.created)
	}
}

// reread reads what is left of young orders and what the makers of all reopened or touched ones
// hold, at the changeset's block.
func (s *Service) reread(ctx context.Context, cs *changeset, keys map[holdingKey]bool) error {
	ix := s.index
	var orders []orderKey
	for _, id := range cs.ids {
		c := cs.changes[id]
		if c.before.base > cs.block.Number {
			orders = append(orders, ix.keyOf(id))
		}
		if c.now.state.open() {
			keys[c.record.holding()] = true
		}
	}
	for i := range ix.holdings.list {
		if h := &ix.holdings.list[i]; h.count > 0 && h.base > cs.block.Number {
			keys[h.holdingKey] = true
		}
	}
	var list []holdingKey
	for k := range keys {
		list = append(list, k)
	}
	f, err := s.state.readFacts(ctx, cs.block.Hash, questions{orders, list, nil})
	if err != nil {
		return err
	}
	cs.applyFacts(f)
	return nil
}

// applyFacts completes a rollback's changeset with what was read.
func (cs *changeset) applyFacts(f readings) {
	ix := cs.s.index
	for _, id := range cs.ids {
		c := cs.changes[id]
		if c.before.base > cs.block.Number {
			cs.restartAt(c, f.remaining[ix.keyOf(id)])
		}
		if key := c.record.holding(); c.now.state.open() && ix.holdings.byKey[key] == 0 {
			cs.funds[key] = f.funds[key]
		}
	}
	for key, funds := range f.funds {
		cs.applyFunds(key, funds)
		if n := ix.holdings.byKey[key]; n != 0 && ix.holdings.list[n].base > cs.block.Number {
			cs.funds[key] = funds // its base moves down even where its funds stay
		}
	}
	cs.applyUnread(f)
	for _, id := range cs.ids {
		cs.applyCoverage(cs.changes[id])
	}
}

// restartAt gives a young order the status it would have had if it had come at the changeset's
// block.
func (cs *changeset) restartAt(c *orderChange, left api.Amount) {
	total := c.record.order.MakerAmount
	switch left {
	case untouched:
		c.now.left(total, total)
	case closed: // closed before it was posted, on a branch that did not know of it
		c.now.apply(cancelledByMaker, c.record.created, c.record.created)
		c.now.small = false
	default:
		c.now.left(left.Sub(closed), total)
	}
	if e := c.record.order.Expiry; e != 0 && e < cs.block.Time {
		c.now.apply(timePassed, overAt(e), c.record.created)
	}
}

// forgetAfter deletes fills and undo records of blocks after a number.
func (t *tables) forgetAfter(number uint64) func(tx *store.Tx) error {
	return func(tx *store.Tx) error {
		var fills []fillKey
		from := store.Range{From: fillKeys{}.AppendKey(nil, fillKey{block: number + 1})}
		if err := t.fills.Scan(
			tx, from, func(k fillKey, _ api.Fill) error {
				fills = append(fills, k)
				return nil
			}); err != nil {
			return err
		}
		for _, k := range fills {
			if err := t.fills.Delete(tx, k); err != nil {
				return err
			}
		}
		var undos []uint64
		from = store.Range{From: binary.BigEndian.AppendUint64(nil, number+1)}
		if err := t.undos.Scan(
			tx, from, func(n uint64, _ undo) error {
				undos = append(undos, n)
				return nil
			}); err != nil {
			return err
		}
		for _, n := range undos {
			if err := t.undos.Delete(tx, n); err != nil {
				return err
			}
		}
		return nil
	}
}
