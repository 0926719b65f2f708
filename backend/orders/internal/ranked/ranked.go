// Package ranked keeps ids sorted by something that lives elsewhere and finds the n-th of them at
// once, so that any page of a list of a million orders costs the same.
package ranked

import (
	"slices"
	"sort"
)

// Order is what a list is sorted by.
type Order struct {
	// Compare is negative where a comes first. It must tell any two ids apart.
	Compare func(a, b uint32) int
	// Hidden tells members that pages can leave out.
	Hidden func(id uint32) bool
}

// List is a sorted sequence of ids, kept in blocks that hold no pointers. Neither the rank nor the
// hiding of a member may change while it is in the list: remove it, change it, insert it. The zero
// List is empty.
type List struct {
	blocks []block
	len    int
	hidden int
}

// block is part of the sequence, never empty.
type block struct {
	ids    []uint32
	hidden int
}

// maxBlock is how many ids a block holds: what an insertion moves, against how many blocks are
// walked to find a rank.
const maxBlock = 512

// Build returns the list of ids that are sorted already.
func Build(sorted []uint32, o Order) List {
	l := List{len: len(sorted)}
	for part := range slices.Chunk(sorted, maxBlock*7/8) {
		b := newBlock(part, o)
		l.hidden += b.hidden
		l.blocks = append(l.blocks, b)
	}
	return l
}

func newBlock(ids []uint32, o Order) block {
	b := block{ids: slices.Clone(ids)}
	for _, id := range ids {
		b.hidden += one(o.Hidden(id))
	}
	return b
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Len returns the number of members, without hidden ones if hide is set.
func (l *List) Len(hide bool) int {
	if hide {
		return l.len - l.hidden
	}
	return l.len
}

// find returns the block that id is in or belongs in, its place there, and whether it is there.
func (l *List) find(id uint32, o Order) (b, at int, ok bool) {
	if len(l.blocks) == 0 {
		return 0, 0, false
	}
	b = max(0, sort.Search(len(l.blocks),
		func(i int) bool { return o.Compare(l.blocks[i].ids[0], id) > 0 })-1)
	at, ok = slices.BinarySearchFunc(l.blocks[b].ids, id, o.Compare)
	return b, at, ok
}

// Insert adds a member; adding it twice changes nothing.
func (l *List) Insert(id uint32, o Order) {
	b, at, ok := l.find(id, o)
	if ok {
		return
	}
	if len(l.blocks) == 0 {
		l.blocks = []block{{}}
	}
	p := &l.blocks[b]
	p.ids = slices.Insert(p.ids, at, id)
	p.hidden += one(o.Hidden(id))
	l.len++
	l.hidden += one(o.Hidden(id))
	if len(p.ids) > maxBlock {
		half := len(p.ids) / 2
		front, back := newBlock(p.ids[:half], o), newBlock(p.ids[half:], o)
		*p = front
		l.blocks = slices.Insert(l.blocks, b+1, back)
	}
}

// Remove takes a member out and tells whether it was there.
func (l *List) Remove(id uint32, o Order) bool {
	b, at, ok := l.find(id, o)
	if !ok {
		return false
	}
	p := &l.blocks[b]
	p.ids = slices.Delete(p.ids, at, at+1)
	p.hidden -= one(o.Hidden(id))
	l.len--
	l.hidden -= one(o.Hidden(id))
	if len(p.ids) == 0 {
		l.blocks = slices.Delete(l.blocks, b, b+1)
	}
	return true
}

// Page appends to dst up to limit members from rank offset on, where hidden members have no rank if
// hide is set.
func (l *List) Page(dst []uint32, offset, limit int, hide bool, o Order) []uint32 {
	for i := range l.blocks {
		b := &l.blocks[i]
		n := len(b.ids)
		if hide {
			n -= b.hidden
		}
		if offset >= n {
			offset -= n
			continue
		}
		for _, id := range b.ids {
			switch {
			case hide && o.Hidden(id):
			case offset > 0:
				offset--
			case limit > 0:
				dst = append(dst, id)
				limit--
			}
		}
		if limit <= 0 {
			break
		}
	}
	return dst
}

// First returns the first member.
func (l *List) First() (uint32, bool) {
	if l.len == 0 {
		return 0, false
	}
	return l.blocks[0].ids[0], true
}
