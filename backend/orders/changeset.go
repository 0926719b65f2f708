package orders

import (
	"errors"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// changeset is what a block, a rollback or a sweep is about to change. It is made while commitMu is
// held alone, so that nothing moves under it, written to the store in one transaction and then to
// memory; until then nothing has happened.
type changeset struct {
	s       *Service
	tx      *store.Tx // for reading
	block   api.BlockRef
	changes map[uint32]*orderChange
	ids     []uint32             // of changes, in the order they came
	funds   map[holdingKey]funds // that are new or differ
	read    map[holdingKey]bool  // all that were read
	unread  map[holdingKey]*chain.Quarantined
	mute    map[holdingKey]bool // of those read: their contract gave no answer
	pairs   map[pairKey]bool    // whose books change
	fills   []api.Fill
	doubted []denial
	// for a changeset without events: the block of the newest fill that is still part of the chain
	kept uint64
	past history
}

// orderChange is what happens to one order.
type orderChange struct {
	record record
	before status
	now    status
}

// rewind takes back all events since an earlier status, whose blocks left the chain. It is the only
// way around the table of transitions: it leads to where the table led before.
func (c *orderChange) rewind(before status) { c.now = before }

// buildChangeset runs fn on a new changeset with the store open for reading.
func (s *Service) buildChangeset(
	block api.BlockRef, fn func(cs *changeset) error) (*changeset, error) {
	cs := &changeset{s: s, block: block, changes: make(map[uint32]*orderChange),
		funds: make(map[holdingKey]funds), read: make(map[holdingKey]bool),
		unread: make(map[holdingKey]*chain.Quarantined), mute: make(map[holdingKey]bool),
		pairs: make(map[pairKey]bool)}
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		cs.tx = tx
		return fn(cs)
	})
	return cs, storeError(err)
}

// orderChange returns the change of an order, which is none as long as its status stays what it is.
func (cs *changeset) orderChange(id uint32) *orderChange {
	if c, ok := cs.changes[id]; ok {
		return c
	}
	ix := cs.s.index
	st := ix.status(id)
	c := &orderChange{record: ix.record(id), before: st, now: st}
	cs.changes[id] = c
	cs.ids = append(cs.ids, id)
	return c
}

// fundsOf is what a maker holds, with this changeset's changes.
func (cs *changeset) fundsOf(key holdingKey) funds {
	if f, ok := cs.funds[key]; ok {
		return f
	}
	h := &cs.s.index.holdings
	return h.list[h.byKey[key]].funds
}

// applyCoverage suspends or revives a changed order by what its maker can pay.
func (cs *changeset) applyCoverage(c *orderChange) {
	if c.now.state.open() {
		_, swappable := c.record.terms(c.now, cs.s.index.contract).balances(c.now.fillable,
			cs.fundsOf(c.record.holding()))
		c.now.apply(coverageEvent(swappable), int64(cs.block.Time), c.record.created)
	}
}

// applyFunds takes in what a maker holds, and suspends or revives the open orders that stand on it.
func (cs *changeset) applyFunds(key holdingKey, f funds) {
	cs.read[key] = true
	ix := cs.s.index
	n := ix.holdings.byKey[key]
	if n == 0 || ix.holdings.list[n].funds == f {
		return
	}
	cs.funds[key] = f
	ix.eachOn(n, func(id uint32, r *row) {
		if p, ok := ix.pairOf(id); ok {
			cs.pairs[p] = true
		}
		_, swappable := ix.terms(r).balances(ix.amounts.unpack(r.fillable), f)
		if r.state.next(coverageEvent(swappable)) != r.state || cs.changes[id] != nil {
			cs.applyCoverage(cs.orderChange(id))
		}
	})
}

// applyExpiry ends the open orders whose time has passed.
func (cs *changeset) applyExpiry() {
	ix := cs.s.index
	const batch = 256
	for offset := 0; ; offset += batch {
		ids := ix.expiring.Page(nil, offset, batch, false, ix.byEnd)
		for _, id := range ids {
			if ix.row(id).expiry >= cs.block.Time {
				return
			}
			c := cs.orderChange(id)
			c.now.apply(timePassed, overAt(c.record.order.Expiry), c.record.created)
		}
		if len(ids) < batch {
			return
		}
	}
}

// dropUnchanged drops what turned out to be no change, and notes the books that the others are in.
func (cs *changeset) dropUnchanged() {
	kept := cs.ids[:0]
	for _, id := range cs.ids {
		if c := cs.changes[id]; c.now == c.before {
			delete(cs.changes, id)
			continue
		}
		kept = append(kept, id)
		if p, ok := cs.s.index.pairOf(id); ok {
			cs.pairs[p] = true
		}
	}
	cs.ids = kept
}

// emptied lists the holdings that no open order stands on after the changeset.
func (cs *changeset) emptied() []holdingKey {
	h := &cs.s.index.holdings
	left := make(map[holdingKey]int)
	for _, c := range cs.changes {
		was, is := c.before.state.open(), c.now.state.open()
		if was == is {
			continue
		}
		key := c.record.holding()
		if _, ok := left[key]; !ok {
			left[key] = h.list[h.byKey[key]].count
		}
		if is {
			left[key]++
		} else {
			left[key]--
		}
	}
	var keys []holdingKey
	for key, n := range left {
		if n == 0 {
			keys = append(keys, key)
		}
	}
	return keys
}

// commit writes the changeset and what else the caller adds to the transaction, then changes the
// index and tells readers. recent is the position from then on.
func (cs *changeset) commit(recent []api.BlockRef, more func(tx *store.Tx) error) error {
	cs.dropUnchanged()
	empty := cs.emptied()
	s := cs.s
	err := s.cfg.Store.Update(func(tx *store.Tx) error {
		if err := cs.store(tx, empty); err != nil {
			return err
		}
		if err := more(tx); err != nil {
			return err
		}
		return s.tables.position.Put(tx, 0, recent)
	})
	if err != nil {
		return storeError(err)
	}
	s.mu.Lock()
	cs.updateIndex(empty)
	s.recent = recent
	events := cs.events()
	s.mu.Unlock()
	s.announceAll(events)
	return nil
}

func (cs *changeset) store(tx *store.Tx, empty []holdingKey) error {
	t := &cs.s.tables
	for _, id := range cs.ids {
		if err := t.statuses.Put(tx, uint64(id), cs.changes[id].now); err != nil {
			return err
		}
	}
	for key, f := range cs.funds {
		if err := t.holdings.Put(tx, key, fundsRecord{f, cs.baseOf(key)}); err != nil {
			return err
		}
	}
	for _, key := range empty {
		if err := t.holdings.Delete(tx, key); err != nil {
			return err
		}
	}
	return cs.putFills(tx)
}

func (cs *changeset) putFills(tx *store.Tx) error {
	for _, f := range cs.fills {
		if err := cs.s.tables.fills.Put(tx, fillKey{f.Block.Number, uint32(f.LogIndex)},
			f); err != nil {
			return err
		}
	}
	return nil
}

// baseOf is the block from which on a holding has been followed.
func (cs *changeset) baseOf(key holdingKey) uint64 {
	h := &cs.s.index.holdings
	if n := h.byKey[key]; n != 0 {
		return min(h.list[n].base, cs.block.Number)
	}
	return cs.block.Number
}

// journal adds what the changeset changes to the block's undo record. An order or holding that is
// in it already keeps what it was before.
func (cs *changeset) journal(tx *store.Tx) error {
	t := &cs.s.tables
	u, err := t.undos.Get(tx, cs.block.Number)
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	orders, keys := make(map[uint64]bool), make(map[holdingKey]bool)
	for _, o := range u.orders {
		orders[o.id] = true
	}
	for _, k := range u.holdings {
		keys[k] = true
	}
	for _, id := range cs.ids {
		if !orders[uint64(id)] {
			u.orders = append(u.orders, undoOrder{uint64(id), cs.changes[id].before})
		}
	}
	for k := range cs.funds {
		if !keys[k] {
			u.holdings = append(u.holdings, k)
		}
	}
	if len(u.orders)+len(u.holdings) == 0 {
		return nil
	}
	return t.undos.Put(tx, cs.block.Number, u)
}

// updateIndex changes the index. s.mu is held.
func (cs *changeset) updateIndex(empty []holdingKey) {
	ix := cs.s.index
	for key, f := range cs.funds {
		base := cs.baseOf(key)
		n := ix.holdings.add(key, f, base)
		ix.holdings.list[n].funds, ix.holdings.list[n].base = f, base
	}
	for _, id := range cs.ids {
		c := cs.changes[id]
		if c.before.state.open() && !c.now.state.open() {
			ix.detach(id)
		}
		ix.update(id, c.now)
		if !c.before.state.open() && c.now.state.open() {
			ix.attach(id, ix.holdings.byKey[c.record.holding()])
		}
	}
	for _, key := range empty {
		if n := ix.holdings.byKey[key]; n != 0 {
			ix.holdings.drop(n)
		}
	}
	cs.noteUnread()
	for p := range cs.pairs {
		cs.s.versions.bump(p)
	}
}

// events tells of the changeset. s.mu is held.
func (cs *changeset) events() []api.Event {
	var events []api.Event
	for i := range cs.fills {
		events = append(events, cs.s.fillEvent(&cs.fills[i], cs.block.Number))
	}
	for _, id := range cs.ids {
		rec := cs.s.show(id)
		events = append(events, cs.s.orderEvent(&rec, cs.block.Number))
	}
	for p := range cs.pairs {
		events = append(events, cs.s.bookEvent(p, cs.block.Number))
	}
	return events
}
