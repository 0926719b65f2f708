package api

import (
	"bytes"
	"hash/crc32"
	"slices"

	"github.com/ethereum/go-ethereum/common"
)

// BookSnapshot is a book as a stream begins with it.
type BookSnapshot struct {
	Book
	Number   uint64 `json:"number"`
	Checksum uint32 `json:"checksum"`
}

// BookChange is what differs from the book of the number before.
type BookChange struct {
	Number   uint64        `json:"number"`
	Block    uint64        `json:"block"`
	Asks     []BookOrder   `json:"asks"` // new ones, and those whose size differs
	Bids     []BookOrder   `json:"bids"`
	Gone     []common.Hash `json:"gone"`
	Checksum uint32        `json:"checksum"` // of the book with this change
}

// Checksum is the CRC-32 (IEEE) of a line "orderHash size" for each order of a book, the asks
// first, the orders of each side in the order of their hashes.
func (b *Book) Checksum() uint32 {
	var text []byte
	for _, side := range [][]BookOrder{b.Asks, b.Bids} {
		sorted := slices.SortedFunc(slices.Values(side), func(a, b BookOrder) int {
			return bytes.Compare(a.Hash[:], b.Hash[:])
		})
		for _, o := range sorted {
			text = append(text, o.Hash.Hex()...)
			text = append(text, ' ')
			text = append(text, o.Size.String()...)
			text = append(text, '\n')
		}
	}
	return crc32.ChecksumIEEE(text)
}

// ChangeTo is what leads from a book to a later one of the same pair; ok is false where they hold
// the same.
func (b *Book) ChangeTo(next *Book) (c BookChange, ok bool) {
	c = BookChange{Block: next.Block, Asks: []BookOrder{}, Bids: []BookOrder{},
		Gone: []common.Hash{}, Checksum: next.Checksum()}
	before := make(map[common.Hash]BookOrder, len(b.Asks)+len(b.Bids))
	for _, o := range slices.Concat(b.Asks, b.Bids) {
		before[o.Hash] = o
	}
	differ := func(side []BookOrder, list *[]BookOrder) {
		for _, o := range side {
			if was, there := before[o.Hash]; !there || was != o {
				*list = append(*list, o)
			}
			delete(before, o.Hash)
		}
	}
	differ(next.Asks, &c.Asks)
	differ(next.Bids, &c.Bids)
	for _, o := range slices.Concat(b.Asks, b.Bids) {
		if _, gone := before[o.Hash]; gone {
			c.Gone = append(c.Gone, o.Hash)
		}
	}
	return c, len(c.Asks)+len(c.Bids)+len(c.Gone) > 0
}
