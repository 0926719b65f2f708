package orders

import (
	"errors"

	"bourse/backend/api"
	"bourse/store"
)

// draft is what a block, a rollback or a sweep is about to change. It is made while the gate is held alone, so that nothing moves under it,
// written to the store in one transaction and then to memory; until then nothing has happened.
type draft struct {
	s       *Service
	tx      *store.Tx // for reading
	at      api.BlockRef
	changes map[uint32]*change
	ids     []uint32             // of changes, in the order they came
	funds   map[holdingKey]funds // that are new or differ
	pairs   map[pairKey]bool     // whose books change
	fills   []api.Fill
	kept    uint64 // for a draft without events: the block of the newest fill that is still part of the chain
}

// change is what happens to one order.
type change struct {
	record record
	before status
	now    status
}

// compose runs fn on a new draft with the store open for reading.
func (s *Service) compose(at api.BlockRef, fn func(d *draft) error) (*draft, error) {
	d := &draft{s: s, at: at, changes: make(map[uint32]*change), funds: make(map[holdingKey]funds), pairs: make(map[pairKey]bool)}
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		d.tx = tx
		return fn(d)
	})
	return d, storeError(err)
}

// order returns the change of an order, which is none as long as its status stays what it is.
func (d *draft) order(id uint32) *change {
	if c, ok := d.changes[id]; ok {
		return c
	}
	m := d.s.memory
	st := m.status(id)
	c := &change{record: m.record(id), before: st, now: st}
	d.changes[id] = c
	d.ids = append(d.ids, id)
	return c
}

// available is what the order contract can take of a holding, with this draft's changes.
func (d *draft) available(key holdingKey) api.Amount {
	if f, ok := d.funds[key]; ok {
		return f.available()
	}
	h := &d.s.memory.holdings
	return h.list[h.index[key]].available()
}

// cover suspends or revives a changed order by what its maker can pay.
func (d *draft) cover(c *change) {
	if c.now.state.open() {
		_, swappable := balances(c.now.fillable, d.available(c.record.holding()), c.record.whole())
		c.now.become(coverage(swappable), int64(d.at.Time), c.record.created)
	}
}

// fund takes in what a maker holds, and suspends or revives the open orders that stand on it.
func (d *draft) fund(key holdingKey, f funds) {
	m := d.s.memory
	n := m.holdings.index[key]
	if n == 0 || m.holdings.list[n].funds == f {
		return
	}
	d.funds[key] = f
	m.on(n, func(id uint32, r *row) {
		if p, ok := m.pairOf(id); ok {
			d.pairs[p] = true
		}
		_, swappable := balances(m.amounts.unpack(r.fillable), f.available(), r.whole())
		if r.state.after(coverage(swappable)) != r.state || d.changes[id] != nil {
			d.cover(d.order(id))
		}
	})
}

// expire ends the open orders whose time has passed.
func (d *draft) expire() {
	m := d.s.memory
	const batch = 256
	for offset := 0; ; offset += batch {
		ids := m.expiring.Page(nil, offset, batch, false, m.byEnd)
		for _, id := range ids {
			if m.row(id).expiry >= d.at.Time {
				return
			}
			c := d.order(id)
			c.now.become(timePassed, int64(d.at.Time), c.record.created)
		}
		if len(ids) < batch {
			return
		}
	}
}

// prune drops what turned out to be no change, and notes the books that the others are in.
func (d *draft) prune() {
	kept := d.ids[:0]
	for _, id := range d.ids {
		if c := d.changes[id]; c.now == c.before {
			delete(d.changes, id)
			continue
		}
		kept = append(kept, id)
		if p, ok := d.s.memory.pairOf(id); ok {
			d.pairs[p] = true
		}
	}
	d.ids = kept
}

// emptied lists the holdings that no open order stands on after the draft.
func (d *draft) emptied() []holdingKey {
	h := &d.s.memory.holdings
	left := make(map[holdingKey]int)
	for _, c := range d.changes {
		was, is := c.before.state.open(), c.now.state.open()
		if was == is {
			continue
		}
		key := c.record.holding()
		if _, ok := left[key]; !ok {
			left[key] = h.list[h.index[key]].count
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

// commit writes the draft and what else the caller adds to the transaction, then changes memory and tells readers. recent is the position
// from then on.
func (d *draft) commit(recent []api.BlockRef, more func(tx *store.Tx) error) error {
	d.prune()
	empty := d.emptied()
	s := d.s
	err := s.cfg.Store.Update(func(tx *store.Tx) error {
		if err := d.write(tx, empty); err != nil {
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
	d.remember(empty)
	s.recent = recent
	events := d.events()
	s.mu.Unlock()
	s.cfg.Bus.Publish(events...)
	return nil
}

func (d *draft) write(tx *store.Tx, empty []holdingKey) error {
	t := &d.s.tables
	for _, id := range d.ids {
		if err := t.statuses.Put(tx, uint64(id), d.changes[id].now); err != nil {
			return err
		}
	}
	for key, f := range d.funds {
		if err := t.holdings.Put(tx, key, fundsRecord{f, d.baseOf(key)}); err != nil {
			return err
		}
	}
	for _, key := range empty {
		if err := t.holdings.Delete(tx, key); err != nil {
			return err
		}
	}
	for _, f := range d.fills {
		if err := t.fills.Put(tx, fillKey{f.Block.Number, uint32(f.LogIndex)}, f); err != nil {
			return err
		}
	}
	return nil
}

// baseOf is the block from which on a holding has been followed.
func (d *draft) baseOf(key holdingKey) uint64 {
	h := &d.s.memory.holdings
	if n := h.index[key]; n != 0 {
		return min(h.list[n].base, d.at.Number)
	}
	return d.at.Number
}

// journal adds what the draft changes to the block's undo record. An order or holding that is in it already keeps what it was before.
func (d *draft) journal(tx *store.Tx) error {
	t := &d.s.tables
	u, err := t.undos.Get(tx, d.at.Number)
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
	for _, id := range d.ids {
		if !orders[uint64(id)] {
			u.orders = append(u.orders, undoOrder{uint64(id), d.changes[id].before})
		}
	}
	for k := range d.funds {
		if !keys[k] {
			u.holdings = append(u.holdings, k)
		}
	}
	if len(u.orders)+len(u.holdings) == 0 {
		return nil
	}
	return t.undos.Put(tx, d.at.Number, u)
}

// remember changes memory. s.mu is held.
func (d *draft) remember(empty []holdingKey) {
	m := d.s.memory
	for key, f := range d.funds {
		base := d.baseOf(key)
		n := m.holdings.add(key, f, base)
		m.holdings.list[n].funds, m.holdings.list[n].base = f, base
	}
	for _, id := range d.ids {
		c := d.changes[id]
		if c.before.state.open() && !c.now.state.open() {
			m.detach(id)
		}
		m.update(id, c.now)
		if !c.before.state.open() && c.now.state.open() {
			m.attach(id, m.holdings.index[c.record.holding()])
		}
	}
	for _, key := range empty {
		if n := m.holdings.index[key]; n != 0 {
			m.holdings.drop(n)
		}
	}
	for p := range d.pairs {
		d.s.versions[p]++
	}
}

// events tells of the draft. s.mu is held.
func (d *draft) events() []api.Event {
	var events []api.Event
	for i := range d.fills {
		f := &d.fills[i]
		events = append(events, api.Event{Topic: api.TopicFill, ChainID: d.s.chainID, Key: f.OrderHash.Hex(), Block: d.at.Number, Fill: f})
	}
	h := &d.s.memory.holdings
	for _, id := range d.ids {
		c := d.changes[id]
		rec := c.record.api(d.s.chainID, c.now, h.list[h.index[c.record.holding()]].available())
		events = append(events, d.s.orderEvent(&rec, d.at.Number))
	}
	for p := range d.pairs {
		events = append(events, d.s.bookEvent(p, d.at.Number))
	}
	return events
}
