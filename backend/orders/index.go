package orders

import (
	"cmp"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
)

// index is all orders and every sorted view of them, as of the position. It is guarded by
// Service.mu.
type index struct {
	chunks    [][]row
	last      uint32 // the highest id
	count     int
	swappers  []common.Address // the swap contracts: orders for them are open to anyone
	addresses addresses
	amounts   amounts
	hashes    hashes
	holdings  holdings
	rests     rests
	txs       []common.Hash // number 0 is none
	lists     map[listKey]*views
	books     map[bookKey]*ranked.List
	expiring  ranked.List // open orders that expire, soonest first
	checkable checkable
	standings map[uint32]standing // of makers that are contracts
	tally[uint32]

	listed func(token common.Address) bool // nil lists none

	contract common.Address // the order contract
	unfit    common.Address // the swap contract that trades no NFTs

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

// bookKey names a book. The book of a fungible pair has both tokens and kinds; NFT books leave any
// of the four open.
type bookKey struct {
	nft                    bool
	makerToken, takerToken uint32 // 0 is any
	makerKind, takerKind   api.AssetKind
}

// anyKind stands in a book's key for assets of all kinds.
const anyKind api.AssetKind = 0xff

func newIndex() *index {
	ix := &index{
		hashes:    newHashes(),
		addresses: newAddresses(),
		holdings:  newHoldings(),
		txs:       make([]common.Hash, 1),
		checkable: checkable{place: make(map[uint32]int)},
		standings: make(map[uint32]standing),
		tally:     newTally[uint32](),
		lists:     make(map[listKey]*views),
		books:     make(map[bookKey]*ranked.List),
	}
	small := func(id uint32) bool { return ix.row(id).is(isSmall) }
	none := func(uint32) bool { return false }
	newest := func(of func(r *row) uint64) ranked.Order {
		return ranked.Order{Hidden: small, Compare: func(a, b uint32) int {
			x, y := ix.row(a), ix.row(b)
			// ids are in order of arrival
			return cmp.Or(cmp.Compare(of(y), of(x)), cmp.Compare(b, a))
		}}
	}
	ix.byCreated = newest(func(r *row) uint64 { return uint64(r.created) })
	ix.byUpdated = newest(func(r *row) uint64 { return uint64(r.updated) })
	ix.byExpiry = newest(func(r *row) uint64 { return r.expiry })
	ix.byPrice = ranked.Order{Hidden: none, Compare: func(a, b uint32) int {
		x, y := ix.row(a), ix.row(b)
		return cmp.Or(ix.amounts.cmpPrice(x, y), cmp.Compare(a, b)) // the first to arrive
	}}
	ix.byEnd = ranked.Order{Hidden: none, Compare: func(a, b uint32) int {
		x, y := ix.row(a), ix.row(b)
		return cmp.Or(cmp.Compare(x.expiry, y.expiry), cmp.Compare(a, b))
	}}
	return ix
}

// row returns the row of an id that was given out.
func (ix *index) row(id uint32) *row { return &ix.chunks[id/chunkSize][id%chunkSize] }

// grow makes room for ids up to last.
func (ix *index) grow(last uint32) {
	for uint32(len(ix.chunks)) <= last/chunkSize {
		ix.chunks = append(ix.chunks, make([]row, chunkSize))
	}
	ix.last = max(ix.last, last)
}

// find returns the id of an order, 0 if there is none.
func (ix *index) find(hash common.Hash) uint32 {
	return ix.hashes.find(hash, ix.row)
}

// addRow writes the row of an order and finds it by hash, but enters it nowhere else.
func (ix *index) addRow(id uint32, rec *record) {
	ix.putRow(id, rec)
	ix.hashes.add(rec.hash, id)
}

// putRow writes the row of an order.
func (ix *index) putRow(id uint32, rec *record) {
	ix.grow(id)
	o := &rec.order
	r := ix.row(id)
	*r = row{
		hash: rec.hash, maker: ix.addresses.add(o.Maker), taker: ix.addresses.add(o.Taker),
		intended:   ix.addresses.add(o.TakerFromMeta()),
		makerToken: ix.addresses.add(o.MakerAsset.Address),
		takerToken: ix.addresses.add(o.TakerAsset.Address),
		makerKind:  o.MakerAsset.Kind, takerKind: o.TakerAsset.Kind,
		created: uint32(rec.created), expiry: o.Expiry,
		makerAmount: ix.amounts.pack(o.MakerAmount), takerAmount: ix.amounts.pack(o.TakerAmount),
		rest: ix.rests.add(rec),
	}
	r.set(isNFT, o.NFT)
	r.set(isP2P, o.Type() == api.P2P)
	r.set(isFillOrKill, rec.fillOrKill)
	r.set(isNamed, !r.is(isP2P) && o.Taker != common.Address{} &&
		!slices.Contains(ix.swappers, o.Taker))
	r.set(isByContract, rec.byContract)
	r.set(hasPermit, !permitValue(rec, ix.contract).IsZero())
	r.set(isUnfillable, ix.isUnfillable(o))
	ix.setStatus(r, rec.first)
	ix.count++
}

// setStatus copies a status into a row.
func (ix *index) setStatus(r *row, st status) {
	ix.rate(r, -1)
	defer ix.rate(r, 1)
	ix.amounts.drop(r.fillable)
	r.fillable = ix.amounts.pack(st.fillable)
	r.state, r.updated, r.base = st.state, uint32(st.updated), st.base
	r.set(isSmall, st.small)
	r.set(isRefused, st.refused)
	r.set(isPermitted, st.permitted)
	r.set(isBlamed, st.blamed)
	switch {
	case r.tx != 0:
		ix.txs[r.tx] = st.tx
	case st.tx != common.Hash{}:
		r.tx = uint32(len(ix.txs))
		ix.txs = append(ix.txs, st.tx)
	}
}

// record returns what was accepted of an order, but for its first status. Signature and permit must
// not be changed.
func (ix *index) record(id uint32) (rec record) {
	r := ix.row(id)
	rec.hash, rec.fillOrKill, rec.created = r.hash, r.is(isFillOrKill), int64(r.created)
	rec.byContract, rec.unfillable = r.is(isByContract), r.is(isUnfillable)
	of := ix.addresses.list
	rec.order = api.Order{
		NFT: r.is(isNFT), NonceAndMeta: api.PackNonce(api.Amount{}, of[r.intended]),
		Expiry: r.expiry, Maker: of[r.maker], Taker: of[r.taker],
		MakerAsset:  api.Asset{Address: of[r.makerToken], Kind: r.makerKind},
		TakerAsset:  api.Asset{Address: of[r.takerToken], Kind: r.takerKind},
		MakerAmount: ix.amounts.unpack(r.makerAmount),
		TakerAmount: ix.amounts.unpack(r.takerAmount),
	}
	ix.rests.complete(r.rest, &rec)
	return rec
}

// isUnfillable tells whether the taker that an order names is a contract that can't fill it.
func (ix *index) isUnfillable(o *api.Order) bool {
	return o.NFT && o.Taker == ix.unfit && ix.unfit != common.Address{}
}

// terms are those of an order as it stands.
func (ix *index) terms(r *row) terms {
	t := terms{whole: r.whole(), blocked: r.is(isRefused | isBlamed | isUnfillable),
		least: ix.least(r)}
	if r.is(isPermitted) {
		rec := record{order: api.Order{NFT: r.is(isNFT), Maker: ix.addresses.list[r.maker]}}
		ix.rests.complete(r.rest, &rec)
		t.permit = permitValue(&rec, ix.contract)
	}
	return t
}

// status returns the newest status of an order.
func (ix *index) status(id uint32) status {
	r := ix.row(id)
	return status{
		state: r.state, small: r.is(isSmall), fillable: ix.amounts.unpack(r.fillable),
		updated: int64(r.updated), base: r.base, tx: ix.txs[r.tx],
		refused: r.is(isRefused), permitted: r.is(isPermitted), blamed: r.is(isBlamed),
	}
}

// listsOf returns the keys of the lists that an order is in.
func (r *row) listsOf() []listKey {
	kind := r.flags & (isNFT | isP2P)
	keys := append(make([]listKey, 0, 3), listKey{r.maker, asMaker, kind},
		listKey{r.taker, asTaker, kind})
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
func (ix *index) openOrders(maker common.Address) int {
	return ix.open[ix.addresses.number[maker]]
}

// addToViews puts a placed order into every view it belongs to.
func (ix *index) addToViews(id uint32) {
	r := ix.row(id)
	for _, k := range r.listsOf() {
		v := ix.lists[k]
		if v == nil {
			v = &views{}
			ix.lists[k] = v
		}
		v.created.Insert(id, ix.byCreated)
		v.updated.Insert(id, ix.byUpdated)
		v.expiry.Insert(id, ix.byExpiry)
	}
	ix.addOpen(id)
}

// addOpen enters an order into what only open orders are in.
func (ix *index) addOpen(id uint32) {
	r := ix.row(id)
	if !r.state.open() {
		return
	}
	if r.expiry != 0 {
		ix.expiring.Insert(id, ix.byEnd)
	}
	if !ix.inBook(r) {
		return
	}
	for _, k := range r.booksOf() {
		b := ix.books[k]
		if b == nil {
			b = &ranked.List{}
			ix.books[k] = b
		}
		b.Insert(id, ix.byPrice)
	}
}

// inBook tells whether an order stands in its books. Where so little is left that the contract
// sells none of it, as fills that round down leave it, it would stand in the way of what can be
// filled.
func (ix *index) inBook(r *row) bool {
	return r.state == pending && !ix.amounts.unpack(r.fillable).Less(ix.least(r))
}

// least is what one unit of the taker's asset buys of an order: less can't be had.
func (ix *index) least(r *row) api.Amount {
	if r.makerAmount.less(r.takerAmount) { // less than one unit of the maker's asset
		return api.Amount{}
	}
	return ix.amounts.unpack(r.makerAmount).MulDiv(
		api.NewAmount(1), ix.amounts.unpack(r.takerAmount))
}

// removeOpen undoes addOpen.
func (ix *index) removeOpen(id uint32) {
	r := ix.row(id)
	if !r.state.open() {
		return
	}
	if r.expiry != 0 {
		ix.expiring.Remove(id, ix.byEnd)
	}
	if !ix.inBook(r) {
		return
	}
	for _, k := range r.booksOf() {
		if b := ix.books[k]; b != nil {
			if b.Remove(id, ix.byPrice); b.Len(false) == 0 {
				delete(ix.books, k)
			}
		}
	}
}

// update gives an order a new status and moves it in the views that this concerns.
func (ix *index) update(id uint32, st status) {
	r := ix.row(id)
	rehide, resort := r.is(isSmall) != st.small, int64(r.updated) != st.updated
	keys := r.listsOf()
	for _, k := range keys {
		v := ix.lists[k]
		if rehide {
			v.created.Remove(id, ix.byCreated)
			v.expiry.Remove(id, ix.byExpiry)
		}
		if rehide || resort {
			v.updated.Remove(id, ix.byUpdated)
		}
	}
	least := ix.least(r)
	shift := r.state != st.state ||
		ix.amounts.unpack(r.fillable).Less(least) != st.fillable.Less(least)
	if shift {
		ix.removeOpen(id)
	}
	ix.setStatus(r, st)
	if shift {
		ix.addOpen(id)
	}
	for _, k := range keys {
		v := ix.lists[k]
		if rehide {
			v.created.Insert(id, ix.byCreated)
			v.expiry.Insert(id, ix.byExpiry)
		}
		if rehide || resort {
			v.updated.Insert(id, ix.byUpdated)
		}
	}
}

// attach links an open order to a holding.
func (ix *index) attach(id, to uint32) {
	r, h := ix.row(id), &ix.holdings.list[to]
	r.holding, r.prev, r.next = to, 0, h.first
	if h.first != 0 {
		ix.row(h.first).prev = id
	}
	h.first = id
	h.count++
	if r.isChecked() {
		ix.checkable.add(id)
	}
}

// detach unlinks an order that is no longer open and tells whether its holding is left without
// orders.
func (ix *index) detach(id uint32) (of uint32, empty bool) {
	r := ix.row(id)
	of = r.holding
	h := &ix.holdings.list[of]
	if r.prev != 0 {
		ix.row(r.prev).next = r.next
	} else {
		h.first = r.next
	}
	if r.next != 0 {
		ix.row(r.next).prev = r.prev
	}
	r.holding, r.prev, r.next = 0, 0, 0
	ix.checkable.remove(id)
	h.count--
	return of, h.count == 0
}

// eachOn calls fn for every open order on a holding.
func (ix *index) eachOn(holding uint32, fn func(id uint32, r *row)) {
	for id := ix.holdings.list[holding].first; id != 0; {
		r := ix.row(id)
		next := r.next
		fn(id, r)
		id = next
	}
}
