package orders

import (
	"encoding/binary"
	"errors"
	"math"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// record is what is stored of an order when it is accepted, never changed afterwards: what was
// signed, to the byte, and the status it began with.
type record struct {
	order      api.Order
	hash       common.Hash
	signature  []byte
	permit     []byte
	fillOrKill bool
	byContract bool  // the maker is a contract, which judges the signature
	created    int64 // UNIX seconds
	first      status

	unfillable bool // the taker it names can't fill it; not stored
}

// recordFormat is the first byte of a stored record.
const recordFormat = 1

// errRecord is what every codec here answers for bytes it did not write.
var errRecord = errors.New("not in the format written")

// recordCodec stores records in as few bytes as they have: a million of them are read at every
// start.
type recordCodec struct{}

// Append implements store.Codec.
func (recordCodec) Append(b []byte, r record) ([]byte, error) {
	o := &r.order
	nonce, intended := o.NonceAndMeta.Bytes32(), o.TakerFromMeta()
	b = append(b, recordFormat, bit(o.NFT, 0)|bit(r.fillOrKill, 1)|bit(
		intended != common.Address{}, 2)|bit(o.Taker != common.Address{}, 3)|bit(
		o.Taker == intended, 4)|bit(r.byContract, 5))
	b = append(b, r.hash[:]...)
	b = append(b, o.Maker[:]...)
	if o.Taker != (common.Address{}) && o.Taker != intended {
		b = append(b, o.Taker[:]...)
	}
	if intended != (common.Address{}) {
		b = append(b, intended[:]...)
	}
	b = store.AppendNumber(b, nonce[:12])
	b = binary.AppendUvarint(b, o.Expiry)
	b = appendAsset(b, o.MakerAsset, o.NFT)
	b = appendAsset(b, o.TakerAsset, o.NFT)
	b = appendAmount(b, o.MakerAmount)
	b = appendAmount(b, o.TakerAmount)
	b = store.AppendBytes(b, r.signature)
	b = store.AppendBytes(b, r.permit)
	b = binary.AppendUvarint(b, uint64(r.created))
	return appendStatus(b, r.first), nil
}

// Decode implements store.Codec.
func (recordCodec) Decode(b []byte) (r record, err error) {
	d := decoder{store.FieldsOf(b)}
	if d.Byte() != recordFormat {
		return r, errRecord
	}
	has := d.Byte()
	o := &r.order
	o.NFT, r.fillOrKill, r.byContract = has&1 != 0, has&2 != 0, has&32 != 0
	r.hash = d.hash()
	o.Maker = d.address()
	if has&8 != 0 && has&16 == 0 {
		o.Taker = d.address()
	}
	var intended common.Address
	if has&4 != 0 {
		intended = d.address()
	}
	if has&24 == 24 {
		o.Taker = intended
	}
	o.NonceAndMeta = api.PackNonce(d.number(12), intended)
	o.Expiry = d.Uvarint()
	o.MakerAsset, o.TakerAsset = d.asset(o.NFT), d.asset(o.NFT)
	o.MakerAmount, o.TakerAmount = d.amount(), d.amount()
	r.signature, r.permit = d.Bytes(), d.Bytes()
	r.created = d.seconds()
	r.first = d.status()
	return r, d.Done()
}

// statusCodec stores the newest status of orders that had more than their first.
type statusCodec struct{}

// Append implements store.Codec.
func (statusCodec) Append(b []byte, s status) ([]byte, error) { return appendStatus(b, s), nil }

// Decode implements store.Codec.
func (statusCodec) Decode(b []byte) (status, error) {
	d := decoder{store.FieldsOf(b)}
	s := d.status()
	return s, d.Done()
}

// fundsRecord is a holding as it is stored.
type fundsRecord struct {
	funds
	base uint64
}

type fundsCodec struct{}

// Append implements store.Codec.
func (fundsCodec) Append(b []byte, f fundsRecord) ([]byte, error) {
	return binary.AppendUvarint(appendAmount(appendAmount(b, f.balance), f.allowance), f.base), nil
}

// Decode implements store.Codec.
func (fundsCodec) Decode(b []byte) (f fundsRecord, err error) {
	d := decoder{store.FieldsOf(b)}
	f.balance, f.allowance, f.base = d.amount(), d.amount(), d.Uvarint()
	return f, d.Done()
}

// holdingKeys orders holdings by owner, then contract.
type holdingKeys struct{}

const holdingKeySize = 20 + 20 + 1 + 32

// AppendKey implements store.Keys.
func (holdingKeys) AppendKey(b []byte, k holdingKey) []byte {
	id := k.asset.ID.Bytes32()
	b = append(append(b, k.owner[:]...), k.asset.Address[:]...)
	return append(append(b, byte(k.asset.Kind)), id[:]...)
}

// DecodeKey implements store.Keys.
func (holdingKeys) DecodeKey(b []byte) (k holdingKey, err error) {
	if len(b) != holdingKeySize {
		return k, errRecord
	}
	k.owner, k.asset.Address = common.Address(b[:20]), common.Address(b[20:40])
	k.asset.Kind, k.asset.ID = api.AssetKind(b[40]), api.AmountFromBytes32([32]byte(b[41:]))
	return k, nil
}

// undo is what a block changed, as it was before: statuses of orders, and which holdings were read
// again.
type undo struct {
	orders   []undoOrder
	holdings []holdingKey
}

type undoOrder struct {
	id     uint64
	before status
}

type undoCodec struct{}

// Append implements store.Codec.
func (undoCodec) Append(b []byte, u undo) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(len(u.orders)))
	for _, o := range u.orders {
		b = appendStatus(binary.AppendUvarint(b, o.id), o.before)
	}
	b = binary.AppendUvarint(b, uint64(len(u.holdings)))
	for _, k := range u.holdings {
		b = holdingKeys{}.AppendKey(b, k)
	}
	return b, nil
}

// Decode implements store.Codec.
func (undoCodec) Decode(b []byte) (u undo, err error) {
	d := decoder{store.FieldsOf(b)}
	for n := d.Count(4); n > 0; n-- {
		u.orders = append(u.orders, undoOrder{d.Uvarint(), d.status()})
	}
	for n := d.Count(holdingKeySize); n > 0; n-- {
		var key [holdingKeySize]byte
		d.Fill(key[:])
		k, _ := holdingKeys{}.DecodeKey(key[:])
		u.holdings = append(u.holdings, k)
	}
	return u, d.Done()
}

// fillKey orders fills as they happened.
type fillKey struct {
	block uint64
	index uint32
}

type fillKeys struct{}

// AppendKey implements store.Keys.
func (fillKeys) AppendKey(b []byte, k fillKey) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(b, k.block), k.index)
}

// DecodeKey implements store.Keys.
func (fillKeys) DecodeKey(b []byte) (fillKey, error) {
	if len(b) != 12 {
		return fillKey{}, errRecord
	}
	return fillKey{binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:])}, nil
}

func bit(on bool, n int) byte {
	if on {
		return 1 << n
	}
	return 0
}

func appendAmount(b []byte, a api.Amount) []byte {
	w := a.Bytes32()
	return store.AppendNumber(b, w[:])
}

func appendAsset(b []byte, a api.Asset, nft bool) []byte {
	b = append(b, a.Address[:]...)
	if nft {
		b = appendAmount(append(b, byte(a.Kind)), a.ID)
	}
	return b
}

func appendStatus(b []byte, s status) []byte {
	b = append(b, byte(s.state)|bit(s.small, 7)|bit(s.tx != common.Hash{}, 6)|bit(
		s.refused, 5)|bit(s.permitted, 4)|bit(s.blamed, 3))
	b = appendAmount(b, s.fillable)
	b = binary.AppendUvarint(b, uint64(s.updated))
	b = binary.AppendUvarint(b, s.base)
	if s.tx != (common.Hash{}) {
		b = append(b, s.tx[:]...)
	}
	return b
}

// decoder reads what the functions above append.
type decoder struct{ *store.Fields }

func (d decoder) hash() (h common.Hash) {
	d.Fill(h[:])
	return h
}

func (d decoder) address() (a common.Address) {
	d.Fill(a[:])
	return a
}

func (d decoder) seconds() int64 {
	v := d.Uvarint()
	if v > math.MaxUint32 {
		d.Fail()
	}
	return int64(v)
}

// number reads an amount of at most size bytes.
func (d decoder) number(size int) api.Amount {
	var w [32]byte
	d.Number(w[len(w)-size:])
	return api.AmountFromBytes32(w)
}

func (d decoder) amount() api.Amount { return d.number(32) }

func (d decoder) asset(nft bool) (a api.Asset) {
	a.Address = d.address()
	if nft {
		if a.Kind = api.AssetKind(d.Byte()); a.Kind > api.ERC721 {
			d.Fail()
		}
		a.ID = d.amount()
	}
	return a
}

func (d decoder) status() (s status) {
	head := d.Byte()
	s.state, s.small = state(head&0x07), head&0x80 != 0
	s.refused, s.permitted, s.blamed = head&0x20 != 0, head&0x10 != 0, head&0x08 != 0
	if s.state == absent || s.state >= stateCount {
		d.Fail()
	}
	s.fillable = d.amount()
	s.updated, s.base = d.seconds(), d.Uvarint()
	if head&0x40 != 0 {
		s.tx = d.hash()
	}
	return s
}
