package orders

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

var errSnapshot = errors.New("the snapshot of the orders is damaged")

// snapshotReader reads the parts of a snapshot.
type snapshotReader struct {
	f   *os.File
	at  int64
	end int64
}

// part reads the next n bytes and their checksum into b, which is grown as needed.
func (r *snapshotReader) part(b []byte, n int) ([]byte, error) {
	if n < 0 || int64(n)+crc32.Size > r.end-r.at {
		return nil, errSnapshot
	}
	if cap(b) < n+crc32.Size {
		b = make([]byte, n+crc32.Size)
	}
	b = b[:n+crc32.Size]
	if _, err := r.f.ReadAt(b, r.at); err != nil {
		return nil, err
	}
	r.at += int64(len(b))
	if crc32.Checksum(b[:n], castagnoli) != binary.LittleEndian.Uint32(b[n:]) {
		return nil, errSnapshot
	}
	return b[:n], nil
}

func (r *snapshotReader) number() (int, error) {
	b, err := r.part(nil, 4)
	if err != nil {
		return 0, err
	}
	return int(binary.LittleEndian.Uint32(b)), nil
}

// restore brings the rows of the snapshot into the index, if there is one of this store, and calls
// each with the last id there is, again and again as they come.
func (s snapshots) restore(each func(last uint32) error) error {
	var mark []byte
	err := s.cfg.Store.View(func(tx *store.Tx) (err error) {
		mark, err = s.tables.snapshot.Get(tx, 0)
		return err
	})
	if errors.Is(err, store.ErrNotFound) || s.cfg.Snapshot == "" {
		return nil
	}
	if err != nil {
		return err
	}
	f, err := os.Open(s.cfg.Snapshot)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	r := &snapshotReader{f: f, end: info.Size()}
	kind := append(s.kind(), mark...)
	head, err := r.part(nil, len(kind)+3*4)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(head, kind) {
		return fmt.Errorf("%w, or of another store", errSnapshot)
	}
	last := binary.LittleEndian.Uint32(head[len(kind):])
	addresses := binary.LittleEndian.Uint32(head[len(kind)+4:])
	blocks := binary.LittleEndian.Uint32(head[len(kind)+8:])
	if err := s.index.restoreAddresses(r, int(addresses)); err != nil {
		return err
	}
	rests, err := s.index.rests.restore(r, int(blocks))
	if err != nil {
		return err
	}
	read := make(chan error, 1)
	go func() { read <- rests() }()
	err = s.index.restoreRows(r, last, each)
	return errors.Join(err, <-read)
}

func (ix *index) restoreAddresses(r *snapshotReader, n int) error {
	b, err := r.part(nil, n*common.AddressLength)
	if err != nil {
		return err
	}
	ix.addresses.number = make(map[common.Address]uint32, n)
	ix.addresses.list = make([]common.Address, n)
	for i := range ix.addresses.list {
		a := common.Address(b[i*common.AddressLength:])
		ix.addresses.list[i] = a
		if i > 0 {
			ix.addresses.number[a] = uint32(i)
		}
	}
	if len(ix.addresses.number) != n-1 || n == 0 {
		return errSnapshot
	}
	return nil
}

// restore makes room for n blocks, passes over them, and returns what reads them.
func (v *rests) restore(r *snapshotReader, n int) (read func() error, err error) {
	sizes, err := r.part(nil, 4*n)
	if err != nil {
		return nil, err
	}
	from := *r
	v.blocks = make([][]byte, n)
	for i := range v.blocks {
		size := int(binary.LittleEndian.Uint32(sizes[4*i:]))
		r.at += int64(size) + crc32.Size
		if size > restBlock || r.at > r.end {
			return nil, errSnapshot
		}
	}
	return func() error {
		for i := range v.blocks {
			room := make([]byte, restBlock+crc32.Size)
			b, err := from.part(room, int(binary.LittleEndian.Uint32(sizes[4*i:])))
			if err != nil {
				return err
			}
			v.blocks[i] = b[:len(b):restBlock]
		}
		return nil
	}, nil
}

func (ix *index) restoreRows(r *snapshotReader, last uint32, each func(last uint32) error) error {
	var b []byte
	for from := uint32(0); from <= last; from += chunkSize {
		size, err := r.number()
		if err != nil {
			return err
		}
		if b, err = r.part(b, size); err != nil {
			return err
		}
		to := min(from+chunkSize, last+1)
		if err := ix.restoreChunk(from, to, b); err != nil {
			return err
		}
		if err := each(to - 1); err != nil {
			return err
		}
	}
	if r.at != r.end {
		return errSnapshot
	}
	return nil
}

// restoreChunk is the way back of chunkBytes.
func (ix *index) restoreChunk(from, to uint32, b []byte) error {
	ix.grow(to - 1)
	rows := int(to-from) * rowSize
	if len(b) < rows {
		return errSnapshot
	}
	aside := decoder{store.FieldsOf(b[rows:])}
	for id := from; id < to; id++ {
		tx := ix.row(id).restore(b[int(id-from)*rowSize:])
		r := ix.row(id)
		if tx {
			r.tx = uint32(len(ix.txs))
			ix.txs = append(ix.txs, aside.hash())
		}
		for _, w := range []*wide{&r.makerAmount, &r.takerAmount, &r.fillable} {
			if w[1] == isAside {
				*w = ix.amounts.pack(api.AmountFromBytes32(aside.hash()))
			}
		}
		if r.state != absent {
			ix.count++
		}
		if n := uint32(len(ix.addresses.list)); r.state >= stateCount || r.maker >= n ||
			r.taker >= n || r.intended >= n || r.makerToken >= n || r.takerToken >= n ||
			r.rest>>32 >= uint64(len(ix.rests.blocks)) {
			return errSnapshot
		}
	}
	return aside.Done()
}

// restore fills a row; tx tells whether it has a transaction.
func (r *row) restore(b []byte) (tx bool) {
	order := binary.LittleEndian
	_ = b[rowSize-1]
	*r = row{
		hash:  common.Hash(b[:32]),
		maker: order.Uint32(b[32:]), taker: order.Uint32(b[36:]), intended: order.Uint32(b[40:]),
		makerToken: order.Uint32(b[44:]), takerToken: order.Uint32(b[48:]),
		created: order.Uint32(b[52:]), updated: order.Uint32(b[56:]),
		expiry: order.Uint64(b[60:]), base: order.Uint64(b[68:]), rest: order.Uint64(b[76:]),
		makerAmount: wide{order.Uint64(b[84:]), order.Uint64(b[92:])},
		takerAmount: wide{order.Uint64(b[100:]), order.Uint64(b[108:])},
		fillable:    wide{order.Uint64(b[116:]), order.Uint64(b[124:])},
		flags:       flags(order.Uint16(b[132:])) &^ hasTx,
		state:       state(b[134]),
		makerKind:   api.AssetKind(b[135]), takerKind: api.AssetKind(b[136]),
	}
	return flags(order.Uint16(b[132:]))&hasTx != 0
}

// forgetRows takes out what restore brought in.
func (ix *index) forgetRows() {
	ix.chunks, ix.last, ix.count, ix.txs = nil, 0, 0, ix.txs[:1]
	ix.addresses, ix.amounts, ix.rests = newAddresses(), amounts{}, rests{}
}
