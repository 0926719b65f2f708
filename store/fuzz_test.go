package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"testing"
)

// reseal makes the checksums of both header pages right again, so that a fuzzer's changes get past
// them.
func reseal(image []byte) {
	for _, at := range []int{0, 4096} {
		if len(image) < at+pageHeader+64 {
			return
		}
		b := image[at+pageHeader:]
		sum := fnv.New64a()
		sum.Write(b[:56])
		order.PutUint64(b[56:], sum.Sum64())
	}
}

// FuzzVerify walks the pages of a store with any numbers in any places: it ends, without a panic
// and without asking for more memory than a file of that size is worth, and what it refuses it
// calls corrupt. Each edit is a place, a width and a number.
func FuzzVerify(f *testing.F) {
	image := notesFile(f)
	const edit = 4 + 1 + 8
	for _, c := range []struct {
		at    uint32
		width byte
		value uint64
	}{
		{pageHeader + 8, 4, 1},                             // the size of a page
		{4096 + pageHeader + 8, 4, 1 << 31},                //
		{pageHeader + 16, 8, 3},                            // the root
		{4096 + pageHeader + 32, 8, noFreelist},            // the free list
		{4096 + pageHeader + 40, 8, 1 << 62},               // the number of pages
		{2*4096 + 10, 2, 0xffff}, {3*4096 + 10, 2, 0xffff}, // counts
		{2*4096 + 12, 4, 0xffffffff}, {3*4096 + 12, 4, 1 << 30}, // overflows
		{3*4096 + 16, 4, 1 << 31}, {3*4096 + 24, 4, 1 << 31}, // an element
	} {
		f.Add(order.AppendUint64(append(order.AppendUint32(nil, c.at), c.width), c.value))
	}
	f.Fuzz(func(t *testing.T, edits []byte) {
		image := bytes.Clone(image)
		for ; len(edits) >= edit; edits = edits[edit:] {
			at, value := int(order.Uint32(edits)), edits[5:edit]
			for i := range min(int(edits[4]), len(value)) {
				if at+i < len(image) {
					image[at+i] = value[i]
				}
			}
		}
		reseal(image)
		err := verifyPages(bytes.NewReader(image), int64(len(image)), "fuzzed")
		if err != nil && !errors.Is(err, ErrCorrupt) {
			t.Fatal(err)
		}
	})
}

// FuzzFields reads any bytes as any sequence of fields: what is read without a mistake is written
// back as the same bytes.
func FuzzFields(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x04"), append(AppendNumber(AppendBytes([]byte{7, 0xac, 2},
		[]byte("text")), []byte{0, 0, 9}), 2, 'x', 'y'))
	f.Add([]byte{1, 1}, []byte{0x80, 0x00})
	f.Add([]byte{2}, []byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01})
	f.Fuzz(func(t *testing.T, shape, data []byte) {
		d, again := FieldsOf(data), []byte(nil)
		for _, kind := range shape {
			switch kind % 5 {
			case 0:
				again = append(again, d.Byte())
			case 1:
				again = binary.AppendUvarint(again, d.Uvarint())
			case 2:
				again = AppendBytes(again, d.Bytes())
			case 3:
				var n [32]byte
				d.Number(n[:])
				again = AppendNumber(again, n[:])
			case 4:
				n := d.Count(1)
				if n > len(data) {
					t.Fatalf("%d records in %d bytes", n, len(data))
				}
				again = binary.AppendUvarint(again, uint64(n))
			}
		}
		if d.Done() == nil && !bytes.Equal(again, data) {
			t.Fatalf("%x reads as %x", data, again)
		}
	})
}
