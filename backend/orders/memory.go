package orders

import (
	"cmp"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
)

// memory is all orders and every sorted view of them, as of the position. It is guarded by Service.mu.
type memory struct {
	chunks    [][]row
	last      uint32 // the highest id
	count     int
	swappers  []common.Address // the swap contracts: orders for them are open to anyone
	addresses addresses
	amounts   amounts
	hashes    hashes
	holdings  holdings
	rests     rests
	txs       []common.Hash  // number 0 is none
	openOf    map[uint32]int // open orders by maker
	lists     map[listKey]*views
	books     map[bookKey]*ranked.List
	expiring  ranked.List // open orders that expire, soonest first

	byCreated, byUpdated, byExpiry, byPrice, byEnd ranked.Order
}

// chunkSize is how many rows are allocated together. Ids start at 1.
const chunkSize = 1 << 12

// role is on which side of an order an address is.
type role uint8

const (
	asMaker role = iota
	asTaker
)

// listKey names a list: the orders of one kind and type that an address made, or is meant to take.
type listKey struct {
	address uint32
	role    role
	flags   flags // isNFT, isP2P
}

// views is one list in each of its sort orders.
type views struct{ created, updated, expiry ranked.List }

// bookKey names a book. The book of a fungible pair has both tokens and kinds; NFT books leave any of the four open.
type bookKey struct {
	nft                    bool
	makerToken, takerToken uint32 // 0 is any
	makerKind, takerKind   api.AssetKind
}

// anyKind stands in a book's key for assets of all kinds.
const anyKind api.AssetKind = 0xff

func newMemory() *memory {
	m := &memory{
		hashes:    newHashes(),
		addresses: newAddresses(),
		holdings:  newHoldings(),
		txs:       make([]common.Hash, 1),
		openOf:    make(map[uint32]int),
		lists:     make(map[listKey]*views),
		books:     make(map[bookKey]*ranked.List),
	}
	small := func(id uint32) bool { return m.row(id).is(isSmall) }
	none := func(uint32) bool { return false }
	newest := func(of func(r *row) uint64) ranked.Order {
		return ranked.Order{Hidden: small, Compare: func(a, b uint32) int {
			x, y := m.row(a), m.row(b)
			return cmp.Or(cmp.Compare(of(y), of(x)), cmpHash(x, y))
		}}
	}
	m.byCreated = newest(func(r *row) uint64 { return uint64(r.created) })
	m.byUpdated = newest(func(r *row) uint64 { return uint64(r.updated) })
	m.byExpiry = newest(func(r *row) uint64 { return r.expiry })
	m.byPrice = ranked.Order{Hidden: none, Compare: func(a, b uint32) int {
		x, y := m.row(a), m.row(b)
		return cmp.Or(m.amounts.cmpPrice(x, y), cmp.Compare(x.created, y.created), cmpHash(x, y))
	}}
	m.byEnd = ranked.Order{Hidden: none, Compare: func(a, b uint32) int {
		x, y := m.row(a), m.row(b)
		return cmp.Or(cmp.Compare(x.expiry, y.expiry), cmp.Compare(a, b))
	}}
	return m
}

// row returns the row of an id that was given out.
func (m *memory) row(id uint32) *row { return &m.chunks[id/chunkSize][id%chunkSize] }

// grow makes room for ids up to last.
func (m *memory) grow(last uint32) {
	for uint32(len(m.chunks)) <= last/chunkSize {
		m.chunks = append(m.chunks, make([]row, chunkSize))
	}
	m.last = max(m.last, last)
}

// find returns the id of an order, 0 if there is none.
func (m *memory) find(hash common.Hash) uint32 {
	return m.hashes.find(hash, m.row)
}

// place writes the row of an order and finds it by hash, but enters it nowhere else.
func (m *memory) place(id uint32, rec *record) {
	m.grow(id)
	o := &rec.order
	r := m.row(id)
	*r = row{
		hash: rec.hash, maker: m.addresses.add(o.Maker), taker: m.addresses.add(o.Taker), intended: m.addresses.add(o.TakerFromMeta()),
		makerToken: m.addresses.add(o.MakerAsset.Address), takerToken: m.addresses.add(o.TakerAsset.Address),
		makerKind: o.MakerAsset.Kind, takerKind: o.TakerAsset.Kind,
		created: uint32(rec.created), expiry: o.Expiry,
		makerAmount: m.amounts.pack(o.MakerAmount), takerAmount: m.amounts.pack(o.TakerAmount),
		rest: m.rests.add(rec),
	}
	r.set(isNFT, o.NFT)
	r.set(isP2P, o.Type() == api.P2P)
	r.set(isFillOrKill, rec.fillOrKill)
	r.set(isNamed, !r.is(isP2P) && o.Taker != common.Address{} && !slices.Contains(m.swappers, o.Taker))
	m.write(r, rec.first)
	m.hashes.add(rec.hash, id)
	m.count++
}

// write copies a status into a row.
func (m *memory) write(r *row, st status) {
	m.amounts.drop(r.fillable)
	r.fillable = m.amounts.pack(st.fillable)
	r.state, r.updated, r.base = st.state, uint32(st.updated), st.base
	r.set(isSmall, st.small)
	switch {
	case r.tx != 0:
		m.txs[r.tx] = st.tx
	case st.tx != common.Hash{}:
		r.tx = uint32(len(m.txs))
		m.txs = append(m.txs, st.tx)
	}
}

// record returns what was accepted of an order, but for its first status. Signature and permit must not be changed.
func (m *memory) record(id uint32) (rec record) {
	r := m.row(id)
	rec.hash, rec.fillOrKill, rec.created = r.hash, r.is(isFillOrKill), int64(r.created)
	of := m.addresses.list
	rec.order = api.Order{
		NFT: r.is(isNFT), NonceAndMeta: api.PackNonce(api.Amount{}, of[r.intended]), Expiry: r.expiry, Maker: of[r.maker], Taker: of[r.taker],
		MakerAsset:  api.Asset{Address: of[r.makerToken], Kind: r.makerKind},
		TakerAsset:  api.Asset{Address: of[r.takerToken], Kind: r.takerKind},
		MakerAmount: m.amounts.unpack(r.makerAmount), TakerAmount: m.amounts.unpack(r.takerAmount),
	}
	m.rests.read(r.rest, &rec)
	return rec
}

// status returns the newest status of an order.
func (m *memory) status(id uint32) status {
	r := m.row(id)
	return status{
		state: r.state, small: r.is(isSmall), fillable: m.amounts.unpack(r.fillable), updated: int64(r.updated), base: r.base, tx: m.txs[r.tx],
	}
}

// listsOf returns the keys of the lists that an order is in.
func (r *row) listsOf() []listKey {
	kind := r.flags & (isNFT | isP2P)
	keys := append(make([]listKey, 0, 3), listKey{r.maker, asMaker, kind}, listKey{r.taker, asTaker, kind})
	if r.is(isP2P) && r.intended != r.taker {
		keys = append(keys, listKey{r.intended, asTaker, kind})
	}
	return keys
}

// booksOf returns the keys of the books that an order is in while it can be filled.
func (r *row) booksOf() []bookKey {
	if r.is(isP2P) || r.is(isNamed) {
		return nil
	}
	whole := bookKey{r.is(isNFT), r.makerToken, r.takerToken, r.makerKind, r.takerKind}
	if !whole.nft {
		return []bookKey{whole}
	}
	keys := make([]bookKey, 0, 16)
	for i := range 16 {
		k := whole
		if i&1 != 0 {
			k.makerToken = 0
		}
		if i&2 != 0 {
			k.takerToken = 0
		}
		if i&4 != 0 {
			k.makerKind = anyKind
		}
		if i&8 != 0 {
			k.takerKind = anyKind
		}
		keys = append(keys, k)
	}
	return keys
}

// openOrders counts a maker's open orders.
func (m *memory) openOrders(maker common.Address) int { return m.openOf[m.addresses.number[maker]] }

// enter puts a placed order into every view it belongs to.
func (m *memory) enter(id uint32) {
	r := m.row(id)
	for _, k := range r.listsOf() {
		v := m.lists[k]
		if v == nil {
			v = &views{}
			m.lists[k] = v
		}
		v.created.Insert(id, m.byCreated)
		v.updated.Insert(id, m.byUpdated)
		v.expiry.Insert(id, m.byExpiry)
	}
	m.rise(id)
}

// rise enters an order into what only open orders are in.
func (m *memory) rise(id uint32) {
	r := m.row(id)
	if !r.state.open() {
		return
	}
	m.openOf[r.maker]++
	if r.expiry != 0 {
		m.expiring.Insert(id, m.byEnd)
	}
	if !m.booked(r) {
		return
	}
	for _, k := range r.booksOf() {
		b := m.books[k]
		if b == nil {
			b = &ranked.List{}
			m.books[k] = b
		}
		b.Insert(id, m.byPrice)
	}
}

// booked tells whether an order stands in its books. A crumb would stand in the way of what can be filled.
func (m *memory) booked(r *row) bool {
	return r.state == pending && !m.crumb(r, m.amounts.unpack(r.fillable))
}

// sink undoes rise.
func (m *memory) sink(id uint32) {
	r := m.row(id)
	if !r.state.open() {
		return
	}
	if m.openOf[r.maker]--; m.openOf[r.maker] == 0 {
		delete(m.openOf, r.maker)
	}
	if r.expiry != 0 {
		m.expiring.Remove(id, m.byEnd)
	}
	if !m.booked(r) {
		return
	}
	for _, k := range r.booksOf() {
		if b := m.books[k]; b != nil {
			if b.Remove(id, m.byPrice); b.Len(false) == 0 {
				delete(m.books, k)
			}
		}
	}
}

// update gives an order a new status and moves it in the views that this concerns.
func (m *memory) update(id uint32, st status) {
	r := m.row(id)
	rehide, resort := r.is(isSmall) != st.small, int64(r.updated) != st.updated
	keys := r.listsOf()
	for _, k := range keys {
		v := m.lists[k]
		if rehide {
			v.created.Remove(id, m.byCreated)
			v.expiry.Remove(id, m.byExpiry)
		}
		if rehide || resort {
			v.updated.Remove(id, m.byUpdated)
		}
	}
	shift := r.state != st.state || m.crumb(r, m.amounts.unpack(r.fillable)) != m.crumb(r, st.fillable)
	if shift {
		m.sink(id)
	}
	m.write(r, st)
	if shift {
		m.rise(id)
	}
	for _, k := range keys {
		v := m.lists[k]
		if rehide {
			v.created.Insert(id, m.byCreated)
			v.expiry.Insert(id, m.byExpiry)
		}
		if rehide || resort {
			v.updated.Insert(id, m.byUpdated)
		}
	}
}

// attach links an open order to a holding.
func (m *memory) attach(id, to uint32) {
	r, h := m.row(id), &m.holdings.list[to]
	r.holding, r.prev, r.next = to, 0, h.first
	if h.first != 0 {
		m.row(h.first).prev = id
	}
	h.first = id
	h.count++
}

// detach unlinks an order that is no longer open and tells whether its holding is left without orders.
func (m *memory) detach(id uint32) (of uint32, empty bool) {
	r := m.row(id)
	of = r.holding
	h := &m.holdings.list[of]
	if r.prev != 0 {
		m.row(r.prev).next = r.next
	} else {
		h.first = r.next
	}
	if r.next != 0 {
		m.row(r.next).prev = r.prev
	}
	r.holding, r.prev, r.next = 0, 0, 0
	h.count--
	return of, h.count == 0
}

// on calls fn for every open order on a holding.
func (m *memory) on(holding uint32, fn func(id uint32, r *row)) {
	for id := m.holdings.list[holding].first; id != 0; {
		r := m.row(id)
		next := r.next
		fn(id, r)
		id = next
	}
}
