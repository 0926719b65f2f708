package orders

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"bourse/backend/api"
	"bourse/store"
)

// load fills the index from the store: rows one after the other while another goroutine decodes
// ahead, then every sorted view at once, which takes a fraction of what entering the orders one by
// one would.
func (s *Service) load(ctx context.Context) error {
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		recent, err := s.tables.position.Get(tx, 0)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		s.recent = recent
		ix := s.index
		n, err := s.tables.orders.Count(tx)
		if err != nil {
			return err
		}
		ix.hashes.reserve(n)
		return s.tables.holdings.Scan(tx, store.Range{}, func(k holdingKey, f fundsRecord) error {
			ix.holdings.add(k, f.funds, f.base)
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
	if err := s.loadStatuses(); err != nil {
		return err
	}
	s.index.build()
	if err := s.index.attachAll(); err != nil {
		return err
	}
	if s.index.count > manyOrders {
		debug.FreeOSMemory() // loading leaves about as much garbage as it keeps
	}
	return nil
}

// manyOrders is from how many orders on the garbage of loading them is worth a collection of its
// own.
const manyOrders = 100_000

// decoded is a run of records on their way into memory.
type decoded struct {
	ids     []uint32
	records []record
}

// decodeRun is how many records are handed over together, and decodeAhead how many runs there are.
const (
	decodeRun   = 2048
	decodeAhead = 4
)

// loadRows decodes on another goroutine what it puts into memory on its own.
func (s *Service) loadRows(ctx context.Context) error {
	ready, empty := make(chan *decoded, decodeAhead), make(chan *decoded, decodeAhead)
	for range decodeAhead {
		empty <- &decoded{make([]uint32, 0, decodeRun), make([]record, 0, decodeRun)}
	}
	result := make(chan error, 1)
	go func() {
		defer close(ready)
		result <- s.decodeAll(ctx, ready, empty)
	}()
	for d := range ready {
		for i := range d.records {
			s.index.addRow(d.ids[i], &d.records[i])
		}
		d.ids, d.records = d.ids[:0], d.records[:0]
		empty <- d
	}
	return <-result
}

// decodeAll sends all records in the order of their ids.
func (s *Service) decodeAll(ctx context.Context, ready chan<- *decoded,
	empty <-chan *decoded) error {
	d := <-empty
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.orders.Scan(tx, store.Range{}, func(id uint64, r record) error {
			// earlier programs did not note who had judged a signature
			n := len(r.signature)
			r.byContract = r.byContract || n != 64 && n != 65
			d.ids, d.records = append(d.ids, uint32(id)), append(d.records, r)
			if len(d.ids) == decodeRun {
				ready <- d
				d = <-empty
			}
			return ctx.Err()
		})
	})
	ready <- d
	return err
}

func (s *Service) loadStatuses() error {
	ix := s.index
	return s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.statuses.Scan(tx, store.Range{}, func(id uint64, st status) error {
			if id > uint64(ix.last) {
				return errors.Join(store.ErrCorrupt,
					errors.New("the status of an order that is not there"))
			}
			ix.setStatus(ix.row(uint32(id)), st)
			return nil
		})
	})
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
