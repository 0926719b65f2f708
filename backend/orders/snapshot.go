package orders

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/store"
	"bourse/store/file"
)

// A snapshot is a file with the rows of the first orders of a store, as the index has them, so that
// a start need not decode a million records. What was accepted of an order never changes, and the
// statuses of those that had more than their first are read from the store at every start: so a
// snapshot is never out of date. The orders that came after it are read from the store.
//
// It is derived, and may be missing: one that is of another store, other contracts or another
// format, or damaged, is passed over (restore.go). It belongs to the store that holds its mark.
//
//	head: what it is of (kind), mark, and how much follows, each four bytes
//	addresses by their numbers; the blocks of rests; rows by chunks
//
// Head, addresses, blocks and chunks each end with a checksum. Numbers are little-endian.

// snapshotFormat is to be raised when rows or what follows from a record changes.
const snapshotFormat = 1

const (
	// leastGrowth is how many orders a store must have beyond its snapshot for a new one.
	leastGrowth = 50_000
	// rowSize is how many bytes a chunk has of each row, before what is kept aside.
	rowSize  = 32 + 5*4 + 2*4 + 3*8 + 3*16 + 2 + 3
	markSize = 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// snapshots writes the snapshots of the orders and reads them.
type snapshots struct{ *Service }

// kind begins a snapshot: everything beside the records that its rows follow from.
func (s snapshots) kind() []byte {
	b := append([]byte("bourse orders\n"), snapshotFormat, recordFormat)
	b = binary.LittleEndian.AppendUint64(b, s.chainID)
	for _, a := range append([]common.Address{s.index.contract, s.index.unfit},
		s.index.swappers...) {
		b = append(b, a[:]...)
	}
	return b
}

// extent is how much of an index a snapshot has. Addresses and rests only ever grow, so that what
// was there at one moment can be read later.
type extent struct {
	last      uint32
	addresses []common.Address
	blocks    [][]byte // of rests
}

// save writes a snapshot if the orders have grown enough to make it worth one.
func (s snapshots) save() error {
	s.mu.RLock()
	last := int(s.index.last)
	s.mu.RUnlock()
	grown := last - int(s.saved)
	if s.cfg.Snapshot == "" || grown < s.leastGrowth || grown < last/10 {
		return nil
	}
	started := time.Now()
	s.commitMu.Lock() // no order is on its way: there are rows for all ids up to the last
	s.mu.RLock()
	ix := s.index
	e := extent{ix.last, ix.addresses.list, slices.Clone(ix.rests.blocks)}
	s.mu.RUnlock()
	s.commitMu.Unlock()
	mark := make([]byte, markSize)
	rand.Read(mark) //nolint:errcheck // it never fails
	if err := file.ReplaceBy(s.cfg.Snapshot, func(w io.Writer) error {
		return s.write(w, mark, e)
	}); err != nil {
		return err
	}
	err := s.cfg.Store.Update(func(tx *store.Tx) error {
		return s.tables.snapshot.Put(tx, 0, mark)
	})
	if err == nil {
		s.saved = e.last
		s.cfg.Logger.Info("wrote a snapshot of the orders", "chain", s.chainID, "orders", e.last,
			"took", time.Since(started))
	}
	return err
}

func (s snapshots) write(w io.Writer, mark []byte, e extent) error {
	part := func(b []byte) error {
		_, err := w.Write(b)
		if err == nil {
			_, err = w.Write(binary.LittleEndian.AppendUint32(nil, crc32.Checksum(b, castagnoli)))
		}
		return err
	}
	number := binary.LittleEndian.AppendUint32
	head := append(s.kind(), mark...)
	head = number(number(number(head, e.last), uint32(len(e.addresses))), uint32(len(e.blocks)))
	addresses := make([]byte, 0, len(e.addresses)*common.AddressLength)
	for _, a := range e.addresses {
		addresses = append(addresses, a[:]...)
	}
	var sizes []byte
	for _, b := range e.blocks {
		sizes = number(sizes, uint32(len(b)))
	}
	err := errors.Join(part(head), part(addresses), part(sizes))
	for i := 0; err == nil && i < len(e.blocks); i++ {
		err = part(e.blocks[i])
	}
	var rows, aside []byte
	for from := uint32(0); err == nil && from <= e.last; from += chunkSize {
		rows, aside = s.chunkBytes(from, min(from+chunkSize, e.last+1), rows[:0], aside[:0])
		err = errors.Join(part(number(nil, uint32(len(rows)+len(aside)))),
			part(append(rows, aside...)))
	}
	return err
}

// chunkBytes appends the rows of some ids, and to aside what of them has no place there: the
// transactions of rows that have one, and amounts above 127 bits, in the order of the rows.
func (s snapshots) chunkBytes(from, to uint32, rows, aside []byte) (_, _ []byte) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	order := binary.LittleEndian
	for id := from; id < to; id++ {
		r := s.index.row(id)
		rows = append(rows, r.hash[:]...)
		for _, n := range []uint32{r.maker, r.taker, r.intended, r.makerToken, r.takerToken,
			r.created, r.updated} {
			rows = order.AppendUint32(rows, n)
		}
		for _, n := range []uint64{r.expiry, r.base, r.rest} {
			rows = order.AppendUint64(rows, n)
		}
		flags := r.flags
		if r.tx != 0 {
			flags |= hasTx
			aside = append(aside, s.index.txs[r.tx][:]...)
		}
		for _, w := range []wide{r.makerAmount, r.takerAmount, r.fillable} {
			rows = order.AppendUint64(order.AppendUint64(rows, w[0]), w[1])
			if w[1] == isAside {
				v := s.index.amounts.unpack(w).Bytes32()
				aside = append(aside, v[:]...)
			}
		}
		rows = append(order.AppendUint16(rows, uint16(flags)), byte(r.state), byte(r.makerKind),
			byte(r.takerKind))
	}
	return rows, aside
}

// hasTx marks rows of a snapshot that have a transaction; rows in memory do not have it.
const hasTx flags = 1 << 15

// keep is save for whom a start that takes longer is no failure.
func (s snapshots) keep() {
	if err := s.save(); err != nil {
		s.cfg.Logger.Warn("writing a snapshot of the orders failed", "chain", s.chainID, "file",
			s.cfg.Snapshot, "error", err)
	}
}
