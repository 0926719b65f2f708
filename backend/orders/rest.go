package orders

import (
	"bourse/backend/api"
	"bourse/store"
)

// rests keeps what rows have no place for: nonces, the ids of NFTs, signatures and permits, as
// bytes in large blocks that the collector does not look into. Orders stay for ever, so nothing is
// ever taken out, and what is read may share the bytes.
type rests struct {
	blocks [][]byte
	work   []byte
}

// restBlock is how many bytes are allocated together, more than any order has.
const restBlock = 1 << 20

// add keeps the rest of an order and tells where.
func (v *rests) add(rec *record) (place uint64) {
	o := &rec.order
	nonce := o.NonceAndMeta.Bytes32()
	b := store.AppendNumber(v.work[:0], nonce[:12])
	if o.NFT {
		b = appendAmount(appendAmount(b, o.MakerAsset.ID), o.TakerAsset.ID)
	}
	b = store.AppendBytes(store.AppendBytes(b, rec.signature), rec.permit)
	v.work = b
	last := len(v.blocks) - 1
	if last < 0 || len(v.blocks[last])+len(b) > cap(v.blocks[last]) {
		v.blocks = append(v.blocks, make([]byte, 0, max(restBlock, len(b))))
		last++
	}
	place = uint64(last)<<32 | uint64(len(v.blocks[last]))
	v.blocks[last] = append(v.blocks[last], b...)
	return place
}

// complete completes a record, of which the row's part is there, by its rest.
func (v *rests) complete(place uint64, rec *record) {
	d := decoder{store.FieldsOf(v.blocks[place>>32][uint32(place):])}
	o := &rec.order
	o.NonceAndMeta = api.PackNonce(d.number(12), o.TakerFromMeta())
	if o.NFT {
		o.MakerAsset.ID, o.TakerAsset.ID = d.amount(), d.amount()
	}
	rec.signature = d.Shared()
	if permit := d.Shared(); len(permit) > 0 {
		rec.permit = permit
	}
}
