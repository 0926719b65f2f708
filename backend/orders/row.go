package orders

import (
	"encoding/binary"
	"math/bits"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// row is what the index holds of an order, but for its rest: everything that lists and books are
// made of, and nothing that points anywhere, so that a million of them cost the collector nothing.
type row struct {
	hash        common.Hash
	maker       uint32 // addresses are numbered, see addresses
	taker       uint32
	intended    uint32 // the taker packed into the nonce
	makerToken  uint32
	takerToken  uint32
	holding     uint32 // while open: what the maker holds of the asset, see holdings
	next, prev  uint32 // while open: other open orders on the same holding; 0 is none
	created     uint32 // UNIX seconds
	updated     uint32
	tx          uint32 // the transaction of its last change, see index.txs; 0 is none
	expiry      uint64
	base        uint64 // see status
	rest        uint64 // where the rest of the order is, see rests
	makerAmount wide
	takerAmount wide
	fillable    wide
	flags       flags
	state       state
	makerKind   api.AssetKind
	takerKind   api.AssetKind
}

// flags are the yes-or-no properties of an order.
type flags uint16

const (
	isNFT flags = 1 << iota
	isP2P
	isFillOrKill
	isNamed // a LIMIT order that only the account in its taker field can fill: in no book
	isSmall // 99.99 % or more is filled
	isByContract
	hasPermit
	isUnfillable
	isRefused
	isPermitted
	isBlamed
)

func (r *row) is(f flags) bool { return r.flags&f != 0 }

// whole is record.whole.
func (r *row) whole() bool { return r.is(isFillOrKill) || r.takerKind == api.ERC721 }

// isChecked tells whether simulations tell of an order, see record.buysNFT.
func (r *row) isChecked() bool {
	return r.is(isByContract|hasPermit) || r.is(isNFT) && r.takerKind != api.ERC20
}

func (r *row) set(f flags, on bool) {
	r.flags &^= f
	if on {
		r.flags |= f
	}
}

// wide is an amount of up to 128 bits, low word first; nearly all are. Larger ones are kept aside
// under their number, marked by the highest bit.
type wide [2]uint64

const isAside = 1 << 63

// less tells whether w is less than v; it may say no where one of them is kept aside.
func (w wide) less(v wide) bool {
	if (w[1]|v[1])&isAside != 0 {
		return false
	}
	return w[1] < v[1] || w[1] == v[1] && w[0] < v[0]
}

// amounts holds the amounts that do not fit a wide.
type amounts struct {
	aside []api.Amount
	free  []uint64
}

func (a *amounts) pack(v api.Amount) wide {
	u := v.U256()
	if u[2] == 0 && u[3] == 0 && u[1] < isAside {
		return wide{u[0], u[1]}
	}
	if n := len(a.free); n > 0 {
		i := a.free[n-1]
		a.free = a.free[:n-1]
		a.aside[i] = v
		return wide{i, isAside}
	}
	a.aside = append(a.aside, v)
	return wide{uint64(len(a.aside) - 1), isAside}
}

// drop releases what an amount keeps aside.
func (a *amounts) drop(w wide) {
	if w[1] == isAside {
		a.free = append(a.free, w[0])
	}
}

func (a *amounts) unpack(w wide) api.Amount {
	if w[1] == isAside {
		return a.aside[w[0]]
	}
	u := api.NewAmount(0).U256()
	u[0], u[1] = w[0], w[1]
	return api.AmountOf(u)
}

// cmpPrice compares what two orders ask for a unit of the maker's asset: takerAmount / makerAmount,
// exactly.
func (a *amounts) cmpPrice(x, y *row) int {
	if (x.takerAmount[1]|x.makerAmount[1]|y.takerAmount[1]|y.makerAmount[1])&isAside == 0 {
		l, r := mul128(x.takerAmount, y.makerAmount), mul128(y.takerAmount, x.makerAmount)
		for i := 3; i >= 0; i-- {
			if l[i] != r[i] {
				if l[i] < r[i] {
					return -1
				}
				return 1
			}
		}
		return 0
	}
	px := api.Price{Quote: a.unpack(x.takerAmount), Base: a.unpack(x.makerAmount)}
	return px.Cmp(api.Price{Quote: a.unpack(y.takerAmount), Base: a.unpack(y.makerAmount)})
}

// mul128 returns the 256-bit product, low word first.
func mul128(x, y wide) (p [4]uint64) {
	var c uint64
	h00, l00 := bits.Mul64(x[0], y[0])
	h01, l01 := bits.Mul64(x[0], y[1])
	h10, l10 := bits.Mul64(x[1], y[0])
	h11, l11 := bits.Mul64(x[1], y[1])
	p[0] = l00
	p[1], c = bits.Add64(h00, l01, 0)
	p[2], c = bits.Add64(h01, l11, c)
	p[3] = h11 + c
	p[1], c = bits.Add64(p[1], l10, 0)
	p[2], c = bits.Add64(p[2], h10, c)
	p[3] += c
	return p
}

// addresses numbers addresses from 1 on, so that a row holds four bytes for each.
type addresses struct {
	number map[common.Address]uint32
	list   []common.Address
}

func newAddresses() addresses {
	return addresses{number: make(map[common.Address]uint32), list: make([]common.Address, 1)}
}

// add returns the number of an address, giving it one if it has none.
func (a *addresses) add(address common.Address) uint32 {
	n, ok := a.number[address]
	if !ok {
		n = uint32(len(a.list))
		a.number[address] = n
		a.list = append(a.list, address)
	}
	return n
}

// hashes finds orders by hash: open addressing over ids, each beside 32 bits of its order's hash,
// so that a row is looked at only when it is almost certainly the right one.
type hashes struct {
	slots []uint64 // tag << 32 | id; 0 is free
	used  int
}

// firstSlots is a power of two, as all numbers of slots are.
const firstSlots = 1 << 10

func newHashes() hashes { return hashes{slots: make([]uint64, firstSlots)} }

func tagOf(h common.Hash) uint32 { return binary.BigEndian.Uint32(h[:4]) }

// find returns the id of an order, or 0.
func (h *hashes) find(hash common.Hash, row func(id uint32) *row) uint32 {
	mask, tag := uint32(len(h.slots)-1), tagOf(hash)
	for slot := tag & mask; ; slot = (slot + 1) & mask {
		s := h.slots[slot]
		if s == 0 {
			return 0
		}
		if id := uint32(s); uint32(s>>32) == tag && row(id).hash == hash {
			return id
		}
	}
}

// add enters an order whose hash is not in yet.
func (h *hashes) add(hash common.Hash, id uint32) {
	h.reserve(1)
	h.put(uint64(tagOf(hash))<<32 | uint64(id))
}

func (h *hashes) put(entry uint64) {
	mask := uint32(len(h.slots) - 1)
	slot := uint32(entry>>32) & mask
	for h.slots[slot] != 0 {
		slot = (slot + 1) & mask
	}
	h.slots[slot] = entry
	h.used++
}

// reserve makes room for n more orders.
func (h *hashes) reserve(n int) {
	size := len(h.slots)
	for 3*size < 4*(h.used+n) {
		size *= 2
	}
	if size == len(h.slots) {
		return
	}
	old := h.slots
	h.slots, h.used = make([]uint64, size), 0
	for _, entry := range old {
		if entry != 0 {
			h.put(entry)
		}
	}
}
