package orders

import (
	"encoding/binary"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// fillFormat is the first byte of a stored fill. Those of before are JSON, which begins with a
// brace.
const fillFormat = 1

// fillCodec stores fills in as few bytes as they have: they are kept for good, and strangers can
// make as many as they pay gas for.
type fillCodec struct{}

// Append implements store.Codec.
func (fillCodec) Append(b []byte, f api.Fill) ([]byte, error) {
	plain := api.Asset{Address: f.MakerAsset.Address} == f.MakerAsset &&
		api.Asset{Address: f.TakerAsset.Address} == f.TakerAsset
	known := f.Payer != common.Address{}
	other := known && f.Payer != f.Taker
	b = append(b, fillFormat, bit(!plain, 0)|bit(known, 1)|bit(other, 2))
	b = binary.AppendUvarint(b, f.ChainID)
	b = append(b, f.OrderHash[:]...)
	b = append(append(b, f.Maker[:]...), f.Taker[:]...)
	if other {
		b = append(b, f.Payer[:]...)
	}
	b = appendAsset(appendAsset(b, f.MakerAsset, !plain), f.TakerAsset, !plain)
	b = appendAmount(appendAmount(b, f.MakerAmount), f.TakerAmount)
	b = binary.AppendUvarint(b, f.Block.Number)
	b = append(append(b, f.Block.Hash[:]...), f.Block.Parent[:]...)
	b = binary.AppendUvarint(b, f.Block.Time)
	b = append(b, f.TxHash[:]...)
	return binary.AppendUvarint(b, uint64(f.LogIndex)), nil
}

// Decode implements store.Codec.
func (fillCodec) Decode(b []byte) (f api.Fill, err error) {
	if len(b) > 0 && b[0] == '{' {
		f, err = store.JSON[api.Fill]{}.Decode(b)
		if err == nil && max(f.MakerAsset.Kind, f.TakerAsset.Kind) > api.ERC721 {
			err = errRecord
		}
		return f, err
	}
	d := decoder{store.FieldsOf(b)}
	format, has := d.Byte(), d.Byte()
	known, other := has&bit(true, 1) != 0, has&bit(true, 2) != 0
	if format != fillFormat || has >= bit(true, 3) || other && !known {
		return f, errRecord
	}
	f.ChainID, f.OrderHash = d.Uvarint(), d.hash()
	f.Maker, f.Taker = d.address(), d.address()
	if other {
		f.Payer = d.address()
	} else if known {
		f.Payer = f.Taker
	}
	f.MakerAsset, f.TakerAsset = d.asset(has&1 == 1), d.asset(has&1 == 1)
	f.MakerAmount, f.TakerAmount = d.amount(), d.amount()
	f.Block.Number, f.Block.Hash, f.Block.Parent = d.Uvarint(), d.hash(), d.hash()
	f.Block.Time, f.TxHash, f.LogIndex = d.Uvarint(), d.hash(), uint(d.Uvarint())
	return f, d.Done()
}
