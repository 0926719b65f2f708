package market

import (
	"encoding/binary"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// tradeKey orders trades by where they are on the chain.
type tradeKey struct {
	chain, block uint64
	log          uint32
}

const keySize = 20

type tradeKeys struct{}

func (tradeKeys) AppendKey(dst []byte, k tradeKey) []byte {
	dst = binary.BigEndian.AppendUint64(dst, k.chain)
	dst = binary.BigEndian.AppendUint64(dst, k.block)
	return binary.BigEndian.AppendUint32(dst, k.log)
}

func (tradeKeys) DecodeKey(b []byte) (tradeKey, error) {
	if len(b) != keySize {
		return tradeKey{}, errors.New("a trade's key has 20 bytes")
	}
	return tradeKey{
		chain: binary.BigEndian.Uint64(b), block: binary.BigEndian.Uint64(b[8:]),
		log: binary.BigEndian.Uint32(b[16:]),
	}, nil
}

// tradeCodec stores what the key does not say: pair, side, price, size, time, transaction and
// source.
type tradeCodec struct{}

// What the byte of the side says.
const (
	sold  = 1
	aside = 2
)

const tradeSize = 20 + 20 + 1 + 32 + 32 + 32 + 8 + 32

func (tradeCodec) Append(dst []byte, t api.Trade) ([]byte, error) {
	dst = append(dst, t.Pair.Base[:]...)
	dst = append(dst, t.Pair.Quote[:]...)
	side := byte(0)
	if t.Side == api.Sell {
		side = sold
	}
	if t.Aside {
		side |= aside
	}
	dst = append(dst, side)
	for _, a := range []api.Amount{t.Price.Quote, t.Price.Base, t.Size} {
		b := a.Bytes32()
		dst = append(dst, b[:]...)
	}
	dst = binary.BigEndian.AppendUint64(dst, t.Time)
	dst = append(dst, t.TxHash[:]...)
	return append(dst, t.Source...), nil
}

func (tradeCodec) Decode(b []byte) (api.Trade, error) {
	if len(b) < tradeSize {
		return api.Trade{}, errors.New("a trade is cut short")
	}
	if b[40] > sold|aside {
		return api.Trade{}, errors.New("a trade has no side")
	}
	amount := func(offset int) api.Amount {
		return api.AmountFromBytes32([32]byte(b[offset : offset+32]))
	}
	t := api.Trade{
		Pair: api.Pair{Base: common.BytesToAddress(b[:20]),
			Quote: common.BytesToAddress(b[20:40])},
		Side:  api.Buy,
		Price: api.Price{Quote: amount(41), Base: amount(73)}, Size: amount(105),
		Time: binary.BigEndian.Uint64(b[137:]), TxHash: common.BytesToHash(b[145:177]),
		Source: string(b[177:]),
	}
	if b[40]&sold != 0 {
		t.Side = api.Sell
	}
	t.Aside = b[40]&aside != 0
	return t, nil
}

var trades = store.NewTable("trades", tradeKeys{}, tradeCodec{}).Growing()

// chainRange is all of a chain's trades from a block on.
func chainRange(chain, block uint64, reverse bool) store.Range {
	r := store.Prefix(binary.BigEndian.AppendUint64(nil, chain))
	r.From = tradeKeys{}.AppendKey(nil, tradeKey{chain: chain, block: block})[:16]
	r.Reverse = reverse
	return r
}

func withKey(k tradeKey, t api.Trade) api.Trade {
	t.ChainID, t.Block, t.LogIndex = k.chain, k.block, uint(k.log)
	return t
}
