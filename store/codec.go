package store

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
)

// Keys turns keys of type K into bytes whose order is the order of the table, and back.
type Keys[K any] interface {
	AppendKey(dst []byte, k K) []byte
	DecodeKey(b []byte) (K, error)
}

// Codec turns values into bytes and back. Decode must copy what it keeps: its argument is only
// valid during the call.
type Codec[V any] interface {
	Append(dst []byte, v V) ([]byte, error)
	Decode(b []byte) (V, error)
}

// errKey is what a key codec answers for bytes of another shape.
var errKey = errors.New("key has the wrong length")

// Uint64Keys orders a table by a number, for example Table.NextID.
type Uint64Keys struct{}

// AppendKey implements Keys.
func (Uint64Keys) AppendKey(dst []byte, k uint64) []byte {
	return binary.BigEndian.AppendUint64(dst, k)
}

// DecodeKey implements Keys.
func (Uint64Keys) DecodeKey(b []byte) (uint64, error) {
	if len(b) != 8 {
		return 0, errKey
	}
	return binary.BigEndian.Uint64(b), nil
}

// StringKeys orders a table by the bytes of a string.
type StringKeys struct{}

// AppendKey implements Keys.
func (StringKeys) AppendKey(dst []byte, k string) []byte { return append(dst, k...) }

// DecodeKey implements Keys.
func (StringKeys) DecodeKey(b []byte) (string, error) { return string(b), nil }

// JSON stores values as JSON: for records that are few and change their shape.
type JSON[V any] struct{}

// Append implements Codec.
func (JSON[V]) Append(dst []byte, v V) ([]byte, error) {
	b, err := json.Marshal(v)
	return append(dst, b...), err
}

// Decode implements Codec.
func (JSON[V]) Decode(b []byte) (v V, err error) {
	err = json.Unmarshal(b, &v)
	return v, err
}

// Bytes stores values as they are.
type Bytes struct{}

// Append implements Codec.
func (Bytes) Append(dst []byte, v []byte) ([]byte, error) { return append(dst, v...), nil }

// Decode implements Codec.
func (Bytes) Decode(b []byte) ([]byte, error) { return append([]byte{}, b...), nil }

// castagnoli is the polynomial that processors compute in hardware.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sumSize is the length of the checksum in front of every stored value.
const sumSize = 4

// checksum covers the bucket and the key beside the value, so that a record that moved is as wrong
// as one that changed.
func checksum(bucket, key, payload []byte) uint32 {
	c := crc32.Update(0, castagnoli, bucket)
	c = crc32.Update(c, castagnoli, key)
	return crc32.Update(c, castagnoli, payload)
}

// seal fills the first sumSize bytes of value with the checksum of the rest.
func seal(bucket, key, value []byte) []byte {
	binary.LittleEndian.PutUint32(value, checksum(bucket, key, value[sumSize:]))
	return value
}

// open returns the payload of a sealed value.
func open(bucket, key, value []byte) ([]byte, error) {
	if len(value) < sumSize || binary.LittleEndian.Uint32(value) != checksum(
		bucket, key, value[sumSize:]) {
		return nil, corrupt(string(bucket), "record %x fails its checksum", key)
	}
	return value[sumSize:], nil
}
