package orders

import (
	"context"
	"maps"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// Resync implements chain.Follower: it takes every status from the contracts' own state at a block.
func (s *Service) Resync(ctx context.Context, at chain.Header) error {
	s.gate.Lock()
	defer s.gate.Unlock()
	m := s.memory
	var ids []uint32
	for id := uint32(1); id <= m.last; id++ {
		if m.row(id).state != absent {
			ids = append(ids, id)
		}
	}
	kept, err := s.lastCommonFill(ctx, at.Number)
	if err != nil {
		return err
	}
	orders, keys := m.keysOf(ids)
	f, err := s.state.read(ctx, at.Hash, orders, keys)
	if err != nil {
		return err
	}
	d, err := s.reconcile(ctx, at.BlockRef, ids, f, kept)
	if err != nil {
		return err
	}
	return d.commit([]api.BlockRef{at.BlockRef}, func(tx *store.Tx) error {
		if err := s.forgetAfter(kept)(tx); err != nil {
			return err
		}
		return s.forgetUndos(tx)
	})
}

// lastCommonFill returns the newest block with a fill that is still part of the chain, 0 if there is none.
func (s *Service) lastCommonFill(ctx context.Context, head uint64) (number uint64, err error) {
	var blocks []api.BlockRef
	err = s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.fills.Scan(tx, store.Range{Reverse: true}, func(_ fillKey, f api.Fill) error {
			if n := len(blocks); n == 0 || blocks[n-1] != f.Block {
				blocks = append(blocks, f.Block)
			}
			return nil
		})
	})
	if err != nil {
		return 0, storeError(err)
	}
	for _, b := range blocks {
		if b.Number > head {
			continue
		}
		h, err := s.cfg.Network.HeaderByNumber(ctx, b.Number)
		if err != nil {
			return 0, err
		}
		if h.Hash == b.Hash {
			return b.Number, nil
		}
	}
	return 0, nil
}

func (s *Service) forgetUndos(tx *store.Tx) error {
	var all []uint64
	if err := s.tables.undos.Scan(tx, store.Range{}, func(n uint64, _ undo) error { all = append(all, n); return nil }); err != nil {
		return err
	}
	for _, n := range all {
		if err := s.tables.undos.Delete(tx, n); err != nil {
			return err
		}
	}
	return nil
}

// sweepPart is how many orders are read anew at a time, between which blocks and new orders go on.
const sweepPart = 1000

// Sweep compares all open orders with the chain and mends what an event was missed for, as tokens that change balances without a word can
// cause.
func (s *Service) Sweep(ctx context.Context) error {
	for from := uint32(1); from != 0; {
		s.mu.RLock()
		part, next := s.memory.openFrom(from, sweepPart)
		s.mu.RUnlock()
		if len(part) > 0 {
			if err := s.sweep(ctx, part); err != nil {
				return err
			}
		}
		from = next
	}
	return nil
}

// openFrom lists up to n open orders from an id on, and where to go on; 0 is the end.
func (m *memory) openFrom(id uint32, n int) (ids []uint32, next uint32) {
	for ; id <= m.last; id++ {
		if len(ids) == n {
			return ids, id
		}
		if m.row(id).state.open() {
			ids = append(ids, id)
		}
	}
	return ids, 0
}

// sweep reads some open orders anew without holding up blocks, unless these come faster than it reads.
func (s *Service) sweep(ctx context.Context, ids []uint32) error {
	for try := 0; ; try++ {
		wait := try == maxRetries
		if wait {
			s.gate.Lock()
		}
		at, f, err := s.survey(ctx, ids)
		if !wait {
			s.gate.Lock()
		}
		if err == nil && s.recent[0] != at {
			s.gate.Unlock()
			continue
		}
		if err == nil {
			err = s.mend(ctx, at, ids, f)
		}
		s.gate.Unlock()
		return err
	}
}

// mend commits what a sweep found at the position. The gate is held alone.
func (s *Service) mend(ctx context.Context, at api.BlockRef, ids []uint32, f facts) error {
	d, err := s.reconcile(ctx, at, ids, f, at.Number)
	if err != nil {
		return err
	}
	d.prune()
	if len(d.ids)+len(d.funds) == 0 {
		return nil
	}
	return d.commit(s.recent, d.journal)
}

// survey reads what the contracts say of orders, and of the holdings of the open ones, at the position.
func (s *Service) survey(ctx context.Context, ids []uint32) (api.BlockRef, facts, error) {
	s.mu.RLock()
	at, err := s.positionLocked()
	orders, keys := s.memory.keysOf(ids)
	s.mu.RUnlock()
	if err != nil {
		return at, facts{}, err
	}
	f, err := s.state.read(ctx, at.Hash, orders, keys)
	return at, f, err
}

// keysOf returns the keys of orders, and of the holdings of those that are open.
func (m *memory) keysOf(ids []uint32) (orders []orderKey, keys []holdingKey) {
	seen := make(map[uint32]bool)
	for _, id := range ids {
		orders = append(orders, m.keyOf(id))
		if n := m.row(id).holding; n != 0 && !seen[n] {
			seen[n] = true
			keys = append(keys, m.holdings.list[n].holdingKey)
		}
	}
	return orders, keys
}

// reconcile drafts the statuses of orders from what the contracts say at a block, without events; fills up to the block kept are still part
// of the chain. The gate is held alone.
func (s *Service) reconcile(ctx context.Context, at api.BlockRef, ids []uint32, f facts, kept uint64) (*draft, error) {
	d, err := s.compose(at, func(d *draft) error {
		d.kept = kept
		for _, id := range ids {
			if err := d.compare(id, f.left[s.memory.keyOf(id)]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var missing []holdingKey // of orders that are open again
	for _, c := range d.changes {
		if _, ok := f.funds[c.record.holding()]; !ok && c.now.state.open() {
			missing = append(missing, c.record.holding())
		}
	}
	more, err := s.state.read(ctx, at.Hash, nil, missing)
	if err != nil {
		return nil, err
	}
	maps.Copy(f.funds, more.funds)
	d.restate(f)
	return d, nil
}

// compare drafts what the contract's word on one order changes. The contract does not tell a fill from a cancellation: an order of which a
// fill was seen counts as filled.
func (d *draft) compare(id uint32, left api.Amount) error {
	r := d.s.memory.row(id)
	total := d.s.memory.amounts.unpack(r.makerAmount)
	over := r.expiry != 0 && r.expiry < d.at.Time
	open := total
	if left == closed {
		open = api.Amount{}
	} else if left != untouched {
		open = left.Sub(closed)
	}
	same := d.s.memory.amounts.unpack(r.fillable) == open
	switch r.state {
	case fulfilled, cancelled:
		if left == closed {
			return nil
		}
	case expired:
		if over && (same || left == closed) {
			return nil
		}
	default:
		if same && left != closed && !over {
			return nil
		}
	}
	c := d.order(id)
	last, err := d.lastFill(c)
	if err != nil {
		return err
	}
	c.restart(open, last.TxHash, int64(d.at.Time))
	switch {
	case left == closed && last.TxHash != common.Hash{}:
		c.now.become(filledWhole, c.now.updated, c.record.created)
	case left == closed:
		c.now.small = c.before.small
		c.now.become(cancelledByMaker, c.now.updated, c.record.created)
	case over:
		c.now.become(timePassed, c.now.updated, c.record.created)
	}
	return nil
}

// restart makes an order open again, with what is left of it, so that what the contract says can happen to it anew.
func (c *change) restart(open api.Amount, tx common.Hash, at int64) {
	if !c.now.state.open() {
		c.now.state = pending
	}
	c.now.left(open, c.record.order.MakerAmount)
	c.now.tx = tx
	c.now.touch(at, c.record.created)
}

// lastFill returns the newest fill of an order that is still part of the chain; none has no transaction.
func (d *draft) lastFill(c *change) (last api.Fill, err error) {
	err = d.s.tables.ofOrder.Scan(d.tx, c.record.hash[:], true, func(k fillKey, f api.Fill) error {
		if k.block > d.kept {
			return nil
		}
		last = f
		return store.Stop
	})
	return last, err
}
