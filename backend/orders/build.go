package orders

import (
	"runtime"
	"slices"
	"sync"

	"bourse/backend/orders/internal/ranked"
)

// build makes everything that follows from the rows at once, in a fraction of the time that
// entering the orders one by one takes: all orders are sorted once for each sort order and dealt
// out to the lists in that order.
func (ix *index) build() {
	var members *viewMembers
	var books map[bookKey][]uint32
	var expiring []uint32
	parallel([]func(){
		func() { members = ix.viewMembers() },
		func() { books, expiring = ix.openMembers() },
		ix.findAll,
		ix.rateAll,
	})
	jobs := []func(){
		func() {
			members.fill(ix, func(r *row) uint64 { return uint64(r.created) },
				func(v *views) *ranked.List { return &v.created })
		},
		func() {
			members.fill(ix, func(r *row) uint64 { return uint64(r.updated) },
				func(v *views) *ranked.List { return &v.updated })
		},
		func() {
			members.fill(ix, func(r *row) uint64 { return r.expiry },
				func(v *views) *ranked.List { return &v.expiry })
		},
		func() {
			expiring = ix.sorted(expiring, func(r *row) uint64 { return r.expiry })
			ix.expiring = ranked.Build(expiring, ix.byEnd)
		},
	}
	for k, ids := range books {
		b := &ranked.List{}
		ix.books[k] = b
		jobs = append(jobs, func() { *b = ix.sortedByPrice(ids) })
	}
	parallel(jobs)
}

// openMembers returns which orders are in which books and which of them expire, by their ids.
func (ix *index) openMembers() (books map[bookKey][]uint32, expiring []uint32) {
	books = make(map[bookKey][]uint32)
	for id := uint32(1); id <= ix.last; id++ {
		r := ix.row(id)
		if !r.state.open() {
			continue
		}
		if r.expiry != 0 {
			expiring = append(expiring, id)
		}
		if ix.inBook(r) {
			for _, k := range r.booksOf() {
				books[k] = append(books[k], id)
			}
		}
	}
	return books, expiring
}

// findAll makes all orders known by their hashes.
func (ix *index) findAll() {
	ix.hashes.reserve(ix.count)
	for id := uint32(1); id <= ix.last; id++ {
		if r := ix.row(id); r.state != absent {
			ix.hashes.add(r.hash, id)
		}
	}
}

// rateAll makes what is counted of all orders.
func (ix *index) rateAll() {
	clear(ix.standings)
	ix.tally = newTally[uint32]()
	for id := uint32(1); id <= ix.last; id++ {
		ix.rate(ix.row(id), 1)
	}
}

// parallel runs jobs on all processors.
func parallel(jobs []func()) {
	work := make(chan func(), len(jobs))
	for _, j := range jobs {
		work <- j
	}
	close(work)
	var wg sync.WaitGroup
	for range min(len(jobs), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for j := range work {
				j()
			}
		})
	}
	wg.Wait()
}

// viewMembers knows which lists every order is in, by numbers.
type viewMembers struct {
	ids   []uint32
	lists [][3]int32 // of each id; −1 is none
	views []*views
	sizes []int
	small []uint64 // a bit for each id: rows are far apart in memory, and each is asked three times
}

func (d *viewMembers) isSmall(id uint32) bool { return d.small[id/64]>>(id%64)&1 != 0 }

func (ix *index) viewMembers() *viewMembers {
	d := &viewMembers{ids: make([]uint32, 0, ix.count), lists: make([][3]int32, ix.last+1),
		small: make([]uint64, ix.last/64+1)}
	number := make(map[listKey]int32)
	for id := uint32(1); id <= ix.last; id++ {
		r := ix.row(id)
		if r.state == absent {
			continue
		}
		d.ids = append(d.ids, id)
		if r.is(isSmall) {
			d.small[id/64] |= 1 << (id % 64)
		}
		in := &d.lists[id]
		*in = [3]int32{-1, -1, -1}
		for i, k := range r.listsOf() {
			n, ok := number[k]
			if !ok {
				n = int32(len(d.views))
				v := &views{}
				number[k], ix.lists[k] = n, v
				d.views, d.sizes = append(d.views, v), append(d.sizes, 0)
			}
			in[i] = n
			d.sizes[n]++
		}
	}
	return d
}

// sortable is an id with what it is sorted by.
type sortable struct {
	key uint64
	id  uint32
}

// digit is how many bits of a key are sorted by at a time.
const digit = 11

// sorted returns ids in the order of their keys, and where those are the same in the order they
// have: digit by digit, from the lowest on, passing over digits that are the same in all keys.
func (ix *index) sorted(ids []uint32, key func(r *row) uint64) []uint32 {
	from, to := make([]sortable, len(ids)), make([]sortable, len(ids))
	var differ uint64
	for i, id := range ids {
		from[i] = sortable{key(ix.row(id)), id}
		differ |= from[i].key ^ from[0].key
	}
	const mask = 1<<digit - 1
	for shift := 0; differ>>shift != 0; shift += digit {
		if differ>>shift&mask == 0 {
			continue
		}
		var places [mask + 1]int
		for i := range from {
			places[from[i].key>>shift&mask]++
		}
		next := 0
		for d, n := range places {
			places[d], next = next, next+n
		}
		for i := range from {
			d := from[i].key >> shift & mask
			to[places[d]] = from[i]
			places[d]++
		}
		from, to = to, from
	}
	out := make([]uint32, len(ids))
	for i := range from {
		out[i] = from[i].id
	}
	return out
}

// fill fills one view of all lists, newest first and the last to arrive first among ties.
func (d *viewMembers) fill(ix *index, newness func(r *row) uint64,
	view func(v *views) *ranked.List) {
	ids := slices.Clone(d.ids)
	slices.Reverse(ids)
	sorted := ix.sorted(ids, func(r *row) uint64 { return ^newness(r) })
	sortedOf := make([][]uint32, len(d.views))
	for i, n := range d.sizes {
		sortedOf[i] = make([]uint32, 0, n)
	}
	for _, id := range sorted {
		for _, n := range d.lists[id] {
			if n >= 0 {
				sortedOf[n] = append(sortedOf[n], id)
			}
		}
	}
	for i, v := range d.views {
		*view(v) = ranked.Build(sortedOf[i], ranked.Order{Hidden: d.isSmall})
	}
}

// priced is an order with its price as a float, which settles most comparisons.
type priced struct {
	price float64
	id    uint32
}

func (ix *index) sortedByPrice(ids []uint32) ranked.List {
	list := make([]priced, len(ids))
	for i, id := range ids {
		r := ix.row(id)
		list[i] = priced{ix.amounts.unpack(r.takerAmount).Float() /
			ix.amounts.unpack(r.makerAmount).Float(), id}
	}
	slices.SortFunc(list, func(a, b priced) int {
		const rounding = 1e-12
		switch {
		case a.price < b.price*(1-rounding):
			return -1
		case b.price < a.price*(1-rounding):
			return 1
		}
		return ix.byPrice.Compare(a.id, b.id)
	})
	out := make([]uint32, len(ids))
	for i := range list {
		out[i] = list[i].id
	}
	return ranked.Build(out, ix.byPrice)
}
