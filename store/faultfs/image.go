//go:build linux

package faultfs

import (
	"math/rand/v2"
	"path"
	"strings"
)

// Image is the content of one file.
type Image struct {
	data []byte
	size int64 // beyond the data are zeros
}

// apply does an operation.
func (m *Image) apply(op Op) {
	switch op.Kind {
	case Write:
		end := op.Offset + int64(len(op.Data))
		m.reach(end)
		copy(m.data[op.Offset:], op.Data)
		m.size = max(m.size, end)
	case Truncate:
		m.size = op.Offset
		if int64(len(m.data)) > m.size {
			m.data = m.data[:m.size]
		}
	}
}

func (m *Image) reach(end int64) {
	if n := end - int64(len(m.data)); n > 0 {
		m.data = append(m.data, make([]byte, n)...)
	}
}

// Bytes returns the content up to the last byte that was written, and the size of the file.
func (m *Image) Bytes() (data []byte, size int64) { return m.data, m.size }

// Named tells whether a power cut after the operations of a log leaves a file its name: the folder
// was flushed after the file got it.
func Named(log []Op, name string) bool {
	named := false
	for _, op := range log {
		switch {
		case op.Kind == SyncFolder && op.Name == strings.TrimPrefix(path.Dir(name), "."):
			named = true
		case op.Kind == Rename && op.Name == name:
			named = false
		}
	}
	return named
}

// Loss is what a power cut does to the operations that no flush has confirmed.
type Loss uint8

// The losses.
const (
	LoseAll  Loss = iota // none of them reached the disk
	LoseTail             // the first of them did
	LoseSome             // any of them did, in any order
	Tear                 // the first of them did, and part of the next one
	LossCount
)

// PowerCut returns what is left of a file by a power cut after the operations of a log: everything
// up to its last flush, and of the rest what the loss leaves.
func PowerCut(log []Op, name string, loss Loss, r *rand.Rand) *Image {
	m := &Image{}
	var loose []Op
	for _, op := range log {
		if op.Name != name {
			continue
		}
		if op.Kind != Sync {
			loose = append(loose, op)
			continue
		}
		for _, done := range loose {
			m.apply(done)
		}
		loose = loose[:0]
	}
	kept := 0
	if len(loose) > 0 {
		kept = r.IntN(len(loose) + 1)
	}
	switch loss {
	case LoseTail:
		for _, op := range loose[:kept] {
			m.apply(op)
		}
	case LoseSome:
		for _, i := range r.Perm(len(loose))[:kept] {
			m.apply(loose[i])
		}
	case Tear:
		for i, op := range loose[:min(kept+1, len(loose))] {
			if i == kept && op.Kind == Write && len(op.Data) > 0 {
				op.Data = op.Data[:r.IntN(len(op.Data))] // sectors tear at any byte, to be strict
			}
			m.apply(op)
		}
	}
	return m
}
