package orders

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"bourse/backend/api"
	"bourse/store"
)

// load fills the index from the store: rows one after the other while other goroutines decode
// ahead, then all that follows from them at once.
func (s *Service) load(ctx context.Context) error {
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		recent, err := s.tables.position.Get(tx, 0)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		s.recent = recent
		return s.tables.holdings.Scan(tx, store.Range{}, func(k holdingKey, f fundsRecord) error {
			s.index.holdings.add(k, f.funds, f.base)
			return nil
		})
	})
	if err != nil {
		return err
	}
	h := &s.index.holdings
	h.fresh = nil
	for key := range h.byKey {
		if !s.state.isListed(key.asset.Address) {
			h.due[key] = time.Time{} // it may have been due when the program ended
		}
	}
	if err := s.loadRows(ctx); err != nil {
		return err
	}
	var failed error
	parallel([]func(){s.index.build, func() { failed = s.index.attachAll() }})
	if failed != nil {
		return failed
	}
	if s.index.count > manyOrders {
		go debug.FreeOSMemory() // loading leaves about as much garbage as it keeps
	}
	return s.judgeAnew()
}

// judgeAnew suspends the orders that an earlier program, which judged otherwise, left open.
func (s *Service) judgeAnew() error {
	var changed []uint32
	ix := s.index
	for id := uint32(1); id <= ix.last; id++ {
		if r := ix.row(id); r.state == pending && ix.swappable(r).IsZero() {
			changed = append(changed, id)
		}
	}
	if len(changed) == 0 || len(s.recent) == 0 {
		return nil
	}
	cs, err := s.buildChangeset(s.recent[0], func(cs *changeset) error {
		for _, id := range changed {
			cs.applyCoverage(cs.orderChange(id))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return cs.commit(s.recent, cs.journal)
}

// manyOrders is from how many orders on the garbage of loading them is worth a collection of its
// own.
const manyOrders = 100_000

// loadRows puts all orders into memory: those that a snapshot has from there, and the others from
// the store.
func (s *Service) loadRows(ctx context.Context) error {
	if s.cfg.Snapshot != "" {
		err := s.loadRowsWith(ctx, snapshots{s}.restore)
		if err == nil || ctx.Err() != nil {
			return err
		}
		s.cfg.Logger.Warn("reading all orders, since their snapshot cannot be used", "chain",
			s.chainID, "file", s.cfg.Snapshot, "error", err)
		s.index.forgetRows()
	}
	return s.loadRowsWith(ctx, func(func(uint32) error) error { return nil })
}

// loadRowsWith lets restore bring in the first orders, and then what other goroutines decode: the
// orders after them, and the newest statuses of those that are in memory by then.
func (s *Service) loadRowsWith(ctx context.Context,
	restore func(each func(last uint32) error) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ix := s.index
	statuses := decodeAhead(ctx, s.cfg.Store, s.tables.statuses, store.Range{})
	catchUp := func(last uint32) error {
		for statuses.more() && statuses.id() <= last {
			id, st := statuses.next()
			if ix.row(id).state == absent {
				return errStatus
			}
			ix.setStatus(ix.row(id), *st)
		}
		return nil
	}
	if err := restore(catchUp); err != nil {
		return err
	}
	s.saved = ix.last
	var rest store.Range
	if ix.last > 0 {
		rest.From = store.Uint64Keys{}.AppendKey(nil, uint64(ix.last)+1)
	}
	records := decodeAhead(ctx, s.cfg.Store, s.tables.orders, rest)
	for records.more() {
		id, rec := records.next()
		// earlier programs did not note who had judged a signature
		n := len(rec.signature)
		rec.byContract = rec.byContract || n != 64 && n != 65
		ix.putRow(id, rec)
		if err := catchUp(id); err != nil {
			return err
		}
	}
	switch {
	case records.failed != nil:
		return records.failed
	case statuses.more():
		return errStatus
	case statuses.failed != nil:
		return statuses.failed
	}
	return s.cfg.Store.View(func(tx *store.Tx) error {
		n, err := s.tables.orders.Count(tx)
		if err == nil && n != ix.count {
			err = errors.Join(store.ErrCorrupt,
				fmt.Errorf("%d orders were found, %d were stored", ix.count, n))
		}
		return err
	})
}

var errStatus = errors.Join(store.ErrCorrupt,
	errors.New("the status of an order that is not there"))

// run is some records of a table, in the order of their ids.
type run[V any] struct {
	ids    []uint32
	values []V
}

// runSize is how many records are handed over together, and runsAhead how many runs there are.
const (
	runSize   = 2048
	runsAhead = 4
)

// runs is a table that is decoded on a goroutine of its own.
type runs[V any] struct {
	at           *run[V] // the one that came last
	used         int     // of it
	ready, empty chan *run[V]
	failed       error // once more has said that there are none
}

// decodeAhead decodes a part of a table until ctx ends.
func decodeAhead[V any](ctx context.Context, s *store.Store, t *store.Table[uint64, V],
	part store.Range) *runs[V] {
	// one more may wait: what there was when ctx ended
	r := &runs[V]{at: new(run[V]), ready: make(chan *run[V], runsAhead+1),
		empty: make(chan *run[V], runsAhead)}
	for range runsAhead {
		r.empty <- &run[V]{make([]uint32, 0, runSize), make([]V, 0, runSize)}
	}
	go func() {
		defer close(r.ready)
		d := <-r.empty
		r.failed = s.View(func(tx *store.Tx) error {
			return t.Scan(tx, part, func(id uint64, v V) error {
				d.ids, d.values = append(d.ids, uint32(id)), append(d.values, v)
				if len(d.ids) < runSize {
					return nil
				}
				r.ready <- d
				select {
				case d = <-r.empty:
					return nil
				case <-ctx.Done():
					d = new(run[V])
					return ctx.Err()
				}
			})
		})
		r.ready <- d
	}()
	return r
}

// more waits until there is a record; false at the end of the table.
func (r *runs[V]) more() bool {
	for r.used == len(r.at.ids) {
		if cap(r.at.ids) > 0 {
			r.empty <- &run[V]{r.at.ids[:0], r.at.values[:0]}
		}
		r.at, r.used = new(run[V]), 0
		next, ok := <-r.ready
		if !ok {
			return false
		}
		r.at = next
	}
	return true
}

// id is that of the next record.
func (r *runs[V]) id() uint32 { return r.at.ids[r.used] }

// next returns the next record, until next is called again.
func (r *runs[V]) next() (id uint32, v *V) {
	r.used++
	return r.at.ids[r.used-1], &r.at.values[r.used-1]
}

// attachAll links open orders to what their makers hold.
func (ix *index) attachAll() error {
	pair := func(owner, token uint32) uint64 { return uint64(owner)<<32 | uint64(token) }
	fungible := make(map[uint64]uint32)
	for key, n := range ix.holdings.byKey {
		if key.asset.Kind == api.ERC20 {
			fungible[pair(ix.addresses.number[key.owner],
				ix.addresses.number[key.asset.Address])] = n
		}
	}
	for id := uint32(1); id <= ix.last; id++ {
		r := ix.row(id)
		if !r.state.open() {
			continue
		}
		n := fungible[pair(r.maker, r.makerToken)]
		if r.makerKind != api.ERC20 {
			rec := ix.record(id)
			n = ix.holdings.byKey[rec.holding()]
		}
		if n == 0 {
			return errors.Join(store.ErrCorrupt,
				errors.New("an open order whose maker's funds are missing"))
		}
		ix.attach(id, n)
	}
	return nil
}
