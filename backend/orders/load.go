package orders

import (
	"context"
	"errors"
	"runtime/debug"

	"bourse/backend/api"
	"bourse/store"
)

// load fills memory from the store: rows one after the other while another goroutine decodes ahead, then every sorted view at once, which
// takes a fraction of what entering the orders one by one would.
func (s *Service) load(ctx context.Context) error {
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		recent, err := s.tables.position.Get(tx, 0)
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
		s.recent = recent
		m := s.memory
		n, err := s.tables.orders.Count(tx)
		if err != nil {
			return err
		}
		m.hashes.reserve(n)
		return s.tables.holdings.Scan(tx, store.Range{}, func(k holdingKey, f fundsRecord) error {
			m.holdings.add(k, f.funds, f.base)
			return nil
		})
	})
	if err != nil {
		return err
	}
	s.memory.holdings.fresh = nil
	if err := s.loadRows(ctx); err != nil {
		return err
	}
	if err := s.loadStatuses(); err != nil {
		return err
	}
	s.memory.build()
	if err := s.memory.attachAll(); err != nil {
		return err
	}
	if s.memory.count > manyOrders {
		debug.FreeOSMemory() // loading leaves about as much garbage as it keeps
	}
	return nil
}

// manyOrders is from how many orders on the garbage of loading them is worth a collection of its own.
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
			s.memory.place(d.ids[i], &d.records[i])
		}
		d.ids, d.records = d.ids[:0], d.records[:0]
		empty <- d
	}
	return <-result
}

// decodeAll sends all records in the order of their ids.
func (s *Service) decodeAll(ctx context.Context, ready chan<- *decoded, empty <-chan *decoded) error {
	d := <-empty
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.orders.Scan(tx, store.Range{}, func(id uint64, r record) error {
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
	m := s.memory
	return s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.statuses.Scan(tx, store.Range{}, func(id uint64, st status) error {
			if id > uint64(m.last) {
				return errors.Join(store.ErrCorrupt, errors.New("the status of an order that is not there"))
			}
			m.write(m.row(uint32(id)), st)
			return nil
		})
	})
}

// attachAll links open orders to what their makers hold.
func (m *memory) attachAll() error {
	pair := func(owner, token uint32) uint64 { return uint64(owner)<<32 | uint64(token) }
	fungible := make(map[uint64]uint32)
	for key, n := range m.holdings.index {
		if key.asset.Kind == api.ERC20 {
			fungible[pair(m.addresses.number[key.owner], m.addresses.number[key.asset.Address])] = n
		}
	}
	for id := uint32(1); id <= m.last; id++ {
		r := m.row(id)
		if !r.state.open() {
			continue
		}
		n := fungible[pair(r.maker, r.makerToken)]
		if r.makerKind != api.ERC20 {
			rec := m.record(id)
			n = m.holdings.index[rec.holding()]
		}
		if n == 0 {
			return errors.Join(store.ErrCorrupt, errors.New("an open order whose maker's funds are missing"))
		}
		m.attach(id, n)
	}
	return nil
}
