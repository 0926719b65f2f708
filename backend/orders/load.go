package orders

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
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
	return s.attachAll()
}

// decoded is a run of records on their way into memory.
type decoded struct {
	ids     []uint64
	records []record
	err     error
}

// decodeRun is how many records are handed over together.
const decodeRun = 4096

func (s *Service) loadRows(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ahead := make(chan decoded, 4)
	go s.decodeAll(ctx, ahead)
	for d := range ahead {
		if d.err != nil {
			return d.err
		}
		for i := range d.records {
			s.memory.place(uint32(d.ids[i]), &d.records[i])
		}
	}
	return ctx.Err()
}

// decodeAll sends all records in the order of their ids and closes the channel.
func (s *Service) decodeAll(ctx context.Context, to chan<- decoded) {
	defer close(to)
	var d decoded
	send := func() error {
		select {
		case to <- d:
			d = decoded{ids: make([]uint64, 0, decodeRun), records: make([]record, 0, decodeRun)}
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.rows.Scan(tx, store.Range{}, func(id uint64, r record) error {
			d.ids, d.records = append(d.ids, id), append(d.records, r)
			if len(d.ids) == decodeRun {
				return send()
			}
			return nil
		})
	})
	d.err = err
	send() //nolint:errcheck // nobody waits for it then
}

func (s *Service) loadStatuses() error {
	m := s.memory
	return s.cfg.Store.View(func(tx *store.Tx) error {
		return s.tables.statuses.Scan(tx, store.Range{}, func(id uint64, st status) error {
			if id > uint64(m.last) {
				return errors.Join(store.ErrCorrupt, errors.New("the status of an order that is not there"))
			}
			r := m.row(uint32(id))
			m.write(r, st)
			r.set(isTouched, true)
			return nil
		})
	})
}

// attachAll links open orders to what their makers hold.
func (s *Service) attachAll() error {
	m := s.memory
	var bare []uint32
	for id := uint32(1); id <= m.last; id++ {
		r := m.row(id)
		if !r.state.open() {
			continue
		}
		key := holdingKey{m.addresses.list[r.maker], api.Asset{Kind: r.makerKind, Address: m.addresses.list[r.makerToken]}}
		if n := m.holdings.index[key]; r.makerKind == api.ERC20 && n != 0 {
			m.attach(id, n)
			continue
		}
		bare = append(bare, id)
	}
	return s.cfg.Store.View(func(tx *store.Tx) error {
		for _, id := range bare { // the id of an NFT is in its record only
			r, _, err := s.stored(tx, id, false)
			if err != nil {
				return err
			}
			n := m.holdings.index[holdingKey{r.order.Maker, r.order.MakerAsset}]
			if n == 0 {
				return errors.Join(store.ErrCorrupt, errors.New("an open order whose maker's funds are missing"))
			}
			m.attach(id, n)
		}
		return nil
	})
}

// reserve makes room for n orders.
func (h *hashes) reserve(n int) {
	size := firstSlots
	for 3*size < 4*(n+n/8) {
		size *= 2
	}
	h.slots = make([]uint32, size)
}

// build sorts every view of the rows.
func (m *memory) build() {
	lists := make(map[listKey][]uint32)
	books := make(map[bookKey][]uint32)
	var expiring []uint32
	for id := uint32(1); id <= m.last; id++ {
		r := m.row(id)
		if r.state == absent {
			continue
		}
		for _, k := range r.listsOf() {
			lists[k] = append(lists[k], id)
		}
		if !r.state.open() {
			continue
		}
		m.openOf[r.maker]++
		if r.expiry != 0 {
			expiring = append(expiring, id)
		}
		if r.state == pending {
			for _, k := range r.booksOf() {
				books[k] = append(books[k], id)
			}
		}
	}
	var jobs []func()
	for k, ids := range lists {
		v := &views{}
		m.lists[k] = v
		jobs = append(jobs,
			func() { v.created = m.sorted(ids, m.byCreated, func(r *row) uint64 { return ^uint64(r.created) }) },
			func() { v.updated = m.sorted(ids, m.byUpdated, func(r *row) uint64 { return ^uint64(r.updated) }) },
			func() { v.expiry = m.sorted(ids, m.byExpiry, func(r *row) uint64 { return ^r.expiry }) })
	}
	for k, ids := range books {
		b := &ranked.List{}
		m.books[k] = b
		jobs = append(jobs, func() { *b = m.sortedByPrice(ids) })
	}
	jobs = append(jobs, func() { m.expiring = m.sorted(expiring, m.byEnd, func(r *row) uint64 { return r.expiry }) })
	work := make(chan func(), len(jobs))
	for _, j := range jobs {
		work <- j
	}
	close(work)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for j := range work {
				j()
			}
		})
	}
	wg.Wait()
}

// sortable is what most comparisons of a sort need, in one place.
type sortable struct {
	key uint64
	id  uint32
}

// sorted builds a list from ids in any order. The key must rise as the order does.
func (m *memory) sorted(ids []uint32, o ranked.Order, key func(r *row) uint64) ranked.List {
	list := make([]sortable, len(ids))
	for i, id := range ids {
		r := m.row(id)
		list[i] = sortable{key(r), id}
	}
	slices.SortFunc(list, func(a, b sortable) int {
		if c := cmp.Compare(a.key, b.key); c != 0 {
			return c
		}
		return o.Compare(a.id, b.id)
	})
	out := make([]uint32, len(ids))
	for i := range list {
		out[i] = list[i].id
	}
	return ranked.Build(out, o)
}

// priced is an order with its price as a float, which settles most comparisons.
type priced struct {
	price float64
	id    uint32
}

func (m *memory) sortedByPrice(ids []uint32) ranked.List {
	list := make([]priced, len(ids))
	for i, id := range ids {
		r := m.row(id)
		list[i] = priced{m.amounts.unpack(r.takerAmount).Float() / m.amounts.unpack(r.makerAmount).Float(), id}
	}
	slices.SortFunc(list, func(a, b priced) int {
		const rounding = 1e-12
		switch {
		case a.price < b.price*(1-rounding):
			return -1
		case b.price < a.price*(1-rounding):
			return 1
		}
		return m.byPrice.Compare(a.id, b.id)
	})
	out := make([]uint32, len(ids))
	for i := range list {
		out[i] = list[i].id
	}
	return ranked.Build(out, m.byPrice)
}
