package store

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// errFields is what Fields answers for bytes that were not written field by field.
var errFields = errors.New("not in the format written")

// AppendBytes appends a field of any length.
func AppendBytes(dst, v []byte) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(v))), v...)
}

// AppendNumber appends a number, most significant byte first, without its leading zeros.
func AppendNumber(dst, number []byte) []byte {
	return AppendBytes(dst, bytes.TrimLeft(number, "\x00"))
}

// Fields reads the fields of a record in the order in which its codec appended them. After a
// mistake it reads zeros and remembers it, so that only Done has to be asked.
type Fields struct {
	left []byte
	bad  bool
}

// FieldsOf returns the fields of a stored value.
func FieldsOf(b []byte) *Fields { return &Fields{left: b} }

// Done is an error where a field was missing or malformed, or where bytes are left over.
func (f *Fields) Done() error {
	if f.bad || len(f.left) > 0 {
		return errFields
	}
	return nil
}

// Fail says that a field makes no sense.
func (f *Fields) Fail() { f.bad, f.left = true, nil }

// take returns the next n bytes, none after a mistake. They are the record's own.
func (f *Fields) take(n uint64) []byte {
	if f.bad || n > uint64(len(f.left)) {
		f.Fail()
		return nil
	}
	v := f.left[:n:n]
	f.left = f.left[n:]
	return v
}

// Fill reads a field of fixed length into dst.
func (f *Fields) Fill(dst []byte) { copy(dst, f.take(uint64(len(dst)))) }

// Byte reads one byte.
func (f *Fields) Byte() byte {
	var b [1]byte
	f.Fill(b[:])
	return b[0]
}

// Uvarint reads what binary.AppendUvarint wrote, in its only form.
func (f *Fields) Uvarint() uint64 {
	v, n := binary.Uvarint(f.left)
	if f.bad || n <= 0 || n > 1 && f.left[n-1] == 0 {
		f.Fail()
		return 0
	}
	f.left = f.left[n:]
	return v
}

// Shared reads what AppendBytes wrote, as the value's own bytes: never to be changed.
func (f *Fields) Shared() []byte { return f.take(f.Uvarint()) }

// Bytes reads a copy of what AppendBytes wrote; nil where that is empty.
func (f *Fields) Bytes() []byte { return append([]byte(nil), f.Shared()...) }

// Text reads what AppendBytes wrote of a string.
func (f *Fields) Text() string { return string(f.Shared()) }

// Number reads what AppendNumber wrote to the end of dst, whose other bytes become zero.
func (f *Fields) Number(dst []byte) {
	v := f.Shared()
	clear(dst)
	if len(v) > len(dst) || len(v) > 0 && v[0] == 0 {
		f.Fail()
		return
	}
	copy(dst[len(dst)-len(v):], v)
}

// Count reads how many records of at least size bytes follow, which are no more than fit what is
// left.
func (f *Fields) Count(size int) int {
	n := f.Uvarint()
	if n > uint64(len(f.left)/size) {
		f.Fail()
		return 0
	}
	return int(n)
}
