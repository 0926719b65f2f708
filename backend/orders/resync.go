package orders

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// Resync implements chain.Follower: it takes every status from the contracts' own state at a block.
func (s *Service) Resync(ctx context.Context, block chain.Header) error {
	s.commitMu.Lock()
	defer s.commitMu.Unlock()
	ix := s.index
	var ids []uint32
	for id := uint32(1); id <= ix.last; id++ {
		if ix.row(id).state != absent {
			ids = append(ids, id)
		}
	}
	kept, err := s.lastCommonFill(ctx, block.Number)
	if err != nil {
		return err
	}
	f, err := s.state.readAll(ctx, block.Hash, ix, ids, &s.work)
	if err != nil {
		return err
	}
	past, err := s.readHistory(ctx, kept, block.BlockRef, ids, f)
	if err != nil {
		return err
	}
	cs, err := s.reconcile(ctx, block.BlockRef, ids, f, kept, past)
	if err == nil {
		err = s.attest(ctx, cs.block, cs.ends(f), &f)
	}
	if err != nil {
		return err
	}
	cs.fills = past.fills
	return cs.commit([]api.BlockRef{block.BlockRef}, func(tx *store.Tx) error {
		if err := s.tables.forgetAfter(kept)(tx); err != nil {
			return err
		}
		if err := cs.putFills(tx); err != nil {
			return err
		}
		return s.tables.forgetUndos(tx, store.Range{})
	})
}

// readAll reads what the contracts say of orders at a block, part by part.
func (c *chainState) readAll(ctx context.Context, block common.Hash, ix *index, ids []uint32,
	work *api.Meter) (readings, error) {
	defer work.Set(api.Progress{})
	all := newReadings()
	for done := 0; done < len(ids); done += sweepPart {
		work.Set(api.Progress{What: "reading orders anew", Done: done, Total: len(ids),
			Unit: "orders"})
		orders, keys := ix.keysOf(ids[done:min(done+sweepPart, len(ids))])
		f, err := c.readFacts(ctx, block, questions{orders, keys, nil})
		if err != nil {
			return all, err
		}
		all.add(f)
	}
	return all, nil
}

// Progress implements chain.Busy.
func (s *Service) Progress() api.Progress { return s.work.Progress() }

// lastCommonFill returns the newest block with a fill that is still part of the chain, 0 if there
// is none.
func (s *Service) lastCommonFill(ctx context.Context, head uint64) (number uint64, err error) {
	var blocks []api.BlockRef
	err = s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.fills.Scan(tx, store.Range{Reverse: true},
			func(_ fillKey, f api.Fill) error {
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

// forgetUndos forgets how to undo some blocks.
func (t *tables) forgetUndos(tx *store.Tx, which store.Range) error {
	var all []uint64
	if err := t.undos.Scan(
		tx, which, func(n uint64, _ undo) error {
			all = append(all, n)
			return nil
		}); err != nil {
		return err
	}
	for _, n := range all {
		if err := t.undos.Delete(tx, n); err != nil {
			return err
		}
	}
	return nil
}

// sweepPart is how many orders are read anew at a time, between which blocks and new orders go on.
const sweepPart = 1000

// Sweep compares all open orders, and some of those that ended, with the chain and mends what an
// event was missed for, as tokens that change balances without a word can cause.
func (s *Service) Sweep(ctx context.Context) error {
	defer s.work.Set(api.Progress{})
	for from := uint32(1); from != 0; {
		s.mu.RLock()
		part, next := s.index.openFrom(from, sweepPart)
		all := s.index.last
		s.mu.RUnlock()
		s.work.Set(api.Progress{What: "checking open orders", Done: int(from - 1), Total: int(all),
			Unit: "orders"})
		if len(part) > 0 {
			if err := s.sweep(ctx, part); err != nil {
				return err
			}
		}
		from = next
	}
	return s.recheck(ctx)
}

// openFrom lists up to n open orders from an id on, and where to go on; 0 is the end.
func (ix *index) openFrom(id uint32, n int) (ids []uint32, next uint32) {
	for ; id <= ix.last; id++ {
		if len(ids) == n {
			return ids, id
		}
		if ix.row(id).state.open() {
			ids = append(ids, id)
		}
	}
	return ids, 0
}

// sweep reads some open orders anew without holding up blocks, unless these come faster than it
// reads.
func (s *Service) sweep(ctx context.Context, ids []uint32) error {
	for try := 0; ; try++ {
		wait := try == maxRetries
		if wait {
			s.commitMu.Lock()
		}
		block, f, err := s.readAtPosition(ctx, ids)
		if !wait {
			s.commitMu.Lock()
		}
		if err == nil && s.recent[0] != block {
			s.commitMu.Unlock()
			continue
		}
		if err == nil {
			err = s.applySweep(ctx, block, ids, f)
		}
		s.commitMu.Unlock()
		return err
	}
}

// applySweep commits what a sweep found at the position. commitMu is held alone.
func (s *Service) applySweep(ctx context.Context, block api.BlockRef, ids []uint32,
	f readings) error {
	cs, err := s.reconcile(ctx, block, ids, f, block.Number, history{})
	if err == nil {
		err = s.attest(ctx, cs.block, cs.ends(f), &f)
	}
	if err != nil {
		return err
	}
	cs.dropUnchanged()
	if len(cs.ids)+len(cs.funds) == 0 {
		return nil
	}
	for _, id := range cs.ids {
		if c := cs.changes[id]; c.before.shut() && !c.now.shut() {
			s.deny("the end of an order", c.record.hash, c.before.tx)
		}
	}
	return cs.commit(s.recent, cs.journal)
}

// readAtPosition reads what the contracts say of orders, and of the holdings of the open ones, at
// the position.
func (s *Service) readAtPosition(ctx context.Context, ids []uint32) (api.BlockRef, readings,
	error) {
	s.mu.RLock()
	block, err := s.positionLocked()
	orders, keys := s.index.keysOf(ids)
	s.mu.RUnlock()
	if err != nil {
		return block, readings{}, err
	}
	f, err := s.state.readFacts(ctx, block.Hash, questions{orders, keys, nil})
	return block, f, err
}

// keysOf returns the keys of orders, and of the holdings of those that are open.
func (ix *index) keysOf(ids []uint32) (orders []orderKey, keys []holdingKey) {
	seen := make(map[uint32]bool)
	for _, id := range ids {
		orders = append(orders, ix.keyOf(id))
		if n := ix.row(id).holding; n != 0 && !seen[n] {
			seen[n] = true
			keys = append(keys, ix.holdings.list[n].holdingKey)
		}
	}
	return orders, keys
}

// reconcile drafts the statuses of orders from what the contracts say at a block, without events;
// fills up to the block kept are still part of the chain. commitMu is held alone.
func (s *Service) reconcile(ctx context.Context, block api.BlockRef, ids []uint32, f readings,
	kept uint64, past history) (*changeset, error) {
	cs, err := s.buildChangeset(block, func(cs *changeset) error {
		cs.kept, cs.past = kept, past
		for _, id := range ids {
			if err := cs.compare(id, f.remaining[s.index.keyOf(id)]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var missing []holdingKey // of orders that are open again
	for _, c := range cs.changes {
		_, read := f.funds[c.record.holding()]
		if f.unread[c.record.holding()] == nil && !read && c.now.state.open() {
			missing = append(missing, c.record.holding())
		}
	}
	more, err := s.state.readFacts(ctx, block.Hash, questions{holdings: missing})
	if err != nil {
		return nil, err
	}
	f.add(more)
	cs.applyFacts(f)
	return cs, nil
}

// compare drafts what the contract's word on one order changes. The contract does not tell a fill
// from a cancellation: its logs do, and where these are too far back an order of which a fill was
// seen counts as filled.
func (cs *changeset) compare(id uint32, left api.Amount) error {
	r := cs.s.index.row(id)
	total := cs.s.index.amounts.unpack(r.makerAmount)
	over := r.expiry != 0 && r.expiry < cs.block.Time
	open := total
	if left == closed {
		open = api.Amount{}
	} else if left != untouched {
		open = left.Sub(closed)
	}
	same := cs.s.index.amounts.unpack(r.fillable) == open
	switch r.state {
	case fulfilled, cancelled:
		if left == closed && !cs.past.speaksOf(r.hash) {
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
	c := cs.orderChange(id)
	last, err := cs.lastFill(c)
	if err != nil {
		return err
	}
	c.restart(open, last.TxHash, int64(cs.block.Time))
	withdrawn, known := cs.past.cancelled[r.hash]
	switch {
	case left == closed && known:
		c.now.small, c.now.tx = c.before.small, withdrawn
		c.now.apply(cancelledByMaker, c.now.updated, c.record.created)
	case left == closed && last.TxHash != common.Hash{}:
		c.now.apply(filledWhole, c.now.updated, c.record.created)
	case left == closed:
		c.now.small = c.before.small
		c.now.apply(cancelledByMaker, c.now.updated, c.record.created)
	case over:
		c.now.apply(timePassed, overAt(c.record.order.Expiry), c.record.created)
	}
	return nil
}

// restart makes an order open again, with what is left of it, so that what the contract says can
// happen to it anew.
func (c *orderChange) restart(open api.Amount, tx common.Hash, when int64) {
	c.now.apply(reopened, when, c.record.created)
	c.now.left(open, c.record.order.MakerAmount)
	c.now.tx = tx
	c.now.touch(when, c.record.created)
}

// lastFill returns the newest fill of an order that is still part of the chain; none has no
// transaction.
func (cs *changeset) lastFill(c *orderChange) (last api.Fill, err error) {
	if last, ok := cs.past.last[c.record.hash]; ok {
		return last, nil
	}
	err = cs.s.tables.ofOrder.Scan(
		cs.tx, c.record.hash[:], true, func(k fillKey, f api.Fill) error {
			if k.block > cs.kept {
				return nil
			}
			last = f
			return store.ErrStop
		})
	return last, err
}
