package store

import (
	"bytes"
	"encoding/binary"
	"hash/fnv"
	"io"
	"os"
)

// The storage engine trusts its pages: a wrong page number can send it round in circles, a wrong
// free list lets it overwrite live pages, and a wrong count hides records. So the structure of the
// file is walked once before the engine is let loose on it. The layout is bbolt's, version 2: a
// header of 16 bytes on every page (number, kind, element count, overflow), then elements of 16
// bytes, then keys and values without gaps.
const (
	pageHeader  = 16
	elementSize = 16
	bucketSize  = 16

	branchPage   = 0x01
	leafPage     = 0x02
	freelistPage = 0x10

	bucketElement = 0x01

	minPage, maxPage = 1 << 10, 1 << 16 // bytes; powers of two

	metaMagic    = 0xED0CDAED
	noFreelist   = ^uint64(0)
	longFreelist = 0xFFFF
)

var order = binary.NativeEndian // that of the machine, as the engine writes

// meta is what a header page says.
type meta struct {
	pageSize                    int
	root, freelist, pages, txid uint64
}

// verifier walks one file.
type verifier struct {
	file io.ReaderAt
	meta
	seen  []uint64 // a bit for every page that is reachable or free
	stack []walkTo
	ahead []byte // pages read together, since neighbours are mostly walked one after the other
	first uint64 // the number of the first of them
}

// readAhead is how many pages are read together.
const readAhead = 64

// walkTo is a page still to be walked and the keys that enclose it; nil is no bound.
type walkTo struct {
	page     uint64
	from, to []byte
}

// verify returns ErrCorrupt unless every page of the file is reachable exactly once or free, and
// well formed.
func verify(file *os.File) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return verifyPages(file, info.Size(), file.Name())
}

// verifyPages is verify for a file of a size.
func verifyPages(file io.ReaderAt, size int64, name string) error {
	m, err := readMeta(file)
	if err != nil {
		return err
	}
	if m.pages > uint64(size)/uint64(m.pageSize) {
		return corrupt(name, "the file is cut short: %d bytes of %d pages", size, m.pages)
	}
	v := &verifier{file: file, meta: m, seen: make([]uint64, m.pages/64+1),
		stack: []walkTo{{page: m.root}}}
	v.seen[0] = 3 // the two header pages
	if err := v.walkFreelist(); err != nil {
		return err
	}
	for len(v.stack) > 0 {
		top := v.stack[len(v.stack)-1]
		v.stack = v.stack[:len(v.stack)-1]
		if err := v.walkPage(top); err != nil {
			return err
		}
	}
	for p := range m.pages {
		if v.seen[p/64]>>(p%64)&1 == 0 {
			return corrupt(name, "page %d is lost", p)
		}
	}
	return nil
}

// readMeta returns the newer of the two header pages that is whole. One that is not is what an
// interrupted write leaves.
func readMeta(file io.ReaderAt) (best meta, err error) {
	for _, size := range []int64{0, 4096, 8192, 16384, 32768, 65536} {
		b := make([]byte, pageHeader+64)
		if _, err := file.ReadAt(b, size); err != nil {
			continue
		}
		b = b[pageHeader:]
		sum := fnv.New64a()
		sum.Write(b[:56])
		if order.Uint32(b) != metaMagic || sum.Sum64() != order.Uint64(b[56:]) {
			continue
		}
		m := meta{pageSize: int(order.Uint32(b[8:])), root: order.Uint64(b[16:]),
			freelist: order.Uint64(b[32:]),
			pages:    order.Uint64(b[40:]), txid: order.Uint64(b[48:])}
		if m.pageSize < minPage || m.pageSize > maxPage || m.pageSize&(m.pageSize-1) != 0 {
			continue
		}
		if (size == 0 || size == int64(m.pageSize)) && (best.pageSize == 0 || m.txid > best.txid) {
			best = m
		}
	}
	if best.pageSize == 0 {
		return best, corrupt("store", "both header pages are damaged")
	}
	return best, nil
}

// claim marks a page and its overflow; a page can have one owner only.
func (v *verifier) claim(page, overflow uint64) error {
	if page < 2 || page+overflow >= v.pages || page+overflow < page {
		return corrupt("store", "page %d is outside the file", page)
	}
	for p := page; p <= page+overflow; p++ {
		if v.seen[p/64]>>(p%64)&1 != 0 {
			return corrupt("store", "page %d is used twice", p)
		}
		v.seen[p/64] |= 1 << (p % 64)
	}
	return nil
}

// read returns a page with its overflow, claimed. The slice is valid until the next read.
func (v *verifier) read(page uint64) ([]byte, error) {
	if page < 2 || page >= v.pages {
		return nil, corrupt("store", "page %d is outside the file", page)
	}
	b, err := v.page(page)
	if err != nil {
		return nil, corrupt("store", "page %d can't be read: %v", page, err)
	}
	overflow := uint64(order.Uint32(b[12:]))
	if id := order.Uint64(b); id != page {
		return nil, corrupt("store", "page %d says it is page %d", page, id)
	}
	if err := v.claim(page, overflow); err != nil {
		return nil, err
	}
	if overflow > 0 {
		b = make([]byte, (overflow+1)*uint64(v.pageSize))
		if _, err := v.file.ReadAt(b, int64(page)*int64(v.pageSize)); err != nil {
			return nil, corrupt("store", "page %d can't be read: %v", page, err)
		}
	}
	return b, nil
}

// page returns one page as it is.
func (v *verifier) page(page uint64) ([]byte, error) {
	if v.ahead == nil || page-v.first >= readAhead {
		if v.ahead == nil {
			v.ahead = make([]byte, readAhead*v.pageSize)
		}
		v.first = page - page%readAhead
		n := min(readAhead, v.pages-v.first)
		if _, err := v.file.ReadAt(v.ahead[:int(n)*v.pageSize],
			int64(v.first)*int64(v.pageSize)); err != nil {
			v.ahead = nil
			return nil, err
		}
	}
	offset := int(page-v.first) * v.pageSize
	return v.ahead[offset : offset+v.pageSize : offset+v.pageSize], nil
}

func (v *verifier) walkFreelist() error {
	if v.freelist == noFreelist {
		return corrupt("store", "the list of free pages is missing")
	}
	b, err := v.read(v.freelist)
	if err != nil {
		return err
	}
	count, ids := uint64(order.Uint16(b[10:])), b[pageHeader:]
	if count == longFreelist {
		count, ids = order.Uint64(ids), ids[8:]
	}
	if order.Uint16(b[8:]) != freelistPage || count > uint64(len(ids)/8) {
		return corrupt("store", "the list of free pages is damaged")
	}
	for i := range count {
		if err := v.claim(order.Uint64(ids[i*8:]), 0); err != nil {
			return err
		}
	}
	return nil
}

func (v *verifier) walkPage(to walkTo) error {
	b, err := v.read(to.page)
	if err != nil {
		return err
	}
	switch kind := order.Uint16(b[8:]); kind {
	case branchPage:
		return v.walkBranch(b, to)
	case leafPage:
		return v.walkLeaf(b, to)
	default:
		return corrupt("store", "page %d is of the unknown kind %#x", to.page, kind)
	}
}

func (v *verifier) walkBranch(b []byte, to walkTo) error {
	count := int(order.Uint16(b[10:]))
	if count == 0 {
		return corrupt("store", "page %d is empty", to.page)
	}
	keys := make([][]byte, count+1)
	keys[count] = to.to
	next := pageHeader + count*elementSize
	for i := range count {
		e := pageHeader + i*elementSize
		if e+elementSize > len(b) || int(order.Uint32(b[e:]))+e != next ||
			next+int(order.Uint32(b[e+4:])) > len(b) {
			return corrupt("store", "page %d is damaged at element %d", to.page, i)
		}
		end := next + int(order.Uint32(b[e+4:]))
		keys[i], next = bytes.Clone(b[next:end]), end
	}
	if !ascending(keys[:count], to) {
		return corrupt("store", "page %d has keys out of order", to.page)
	}
	for i := range count {
		v.stack = append(v.stack, walkTo{
			order.Uint64(b[pageHeader+i*elementSize+8:]), keys[i], keys[i+1]})
	}
	return nil
}

// ascending reports whether keys rise strictly inside the bounds of the page.
func ascending(keys [][]byte, to walkTo) bool {
	for i, k := range keys {
		if i > 0 && bytes.Compare(keys[i-1], k) >= 0 {
			return false
		}
	}
	n := len(keys)
	return n == 0 || bytes.Compare(keys[0], to.from) >= 0 &&
		(to.to == nil || bytes.Compare(keys[n-1], to.to) < 0)
}

// walkLeaf walks a leaf page, or the page inside a small bucket's value.
func (v *verifier) walkLeaf(b []byte, to walkTo) error {
	count := int(order.Uint16(b[10:]))
	keys := make([][]byte, 0, count)
	next := pageHeader + count*elementSize
	for i := range count {
		e := pageHeader + i*elementSize
		if e+elementSize > len(b) || int(order.Uint32(b[e+4:]))+e != next {
			return corrupt("store", "page %d is damaged at element %d", to.page, i)
		}
		mid := next + int(order.Uint32(b[e+8:]))
		end := mid + int(order.Uint32(b[e+12:]))
		if end > len(b) {
			return corrupt("store", "page %d is damaged at element %d", to.page, i)
		}
		keys = append(keys, b[next:mid])
		next = end
		switch order.Uint32(b[e:]) {
		case 0:
		case bucketElement:
			if err := v.walkBucket(b[mid:end], to.page); err != nil {
				return err
			}
		default:
			return corrupt("store", "page %d has an element of an unknown kind", to.page)
		}
	}
	if !ascending(keys, to) {
		return corrupt("store", "page %d has keys out of order", to.page)
	}
	return nil
}

// walkBucket queues the root page of a bucket, or walks the page inside its value.
func (v *verifier) walkBucket(value []byte, page uint64) error {
	if len(value) < bucketSize {
		return corrupt("store", "page %d holds a damaged table header", page)
	}
	if root := order.Uint64(value); root != 0 {
		v.stack = append(v.stack, walkTo{page: root})
		return nil
	}
	inline := value[bucketSize:]
	if len(inline) < pageHeader || order.Uint16(inline[8:]) != leafPage {
		return corrupt("store", "page %d holds a damaged table", page)
	}
	return v.walkLeaf(inline, walkTo{page: page})
}
