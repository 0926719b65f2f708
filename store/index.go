package store

import (
	"bytes"
	"errors"
)

// Index finds records of a table by something other than their key. Entries are written in the
// transaction that writes the record.
type Index[K, V any] struct {
	name   string
	keysOf func(K, V) [][]byte
	bucket []byte
	table  *Table[K, V]
}

// NewIndex describes an index: keysOf returns the bytes under which a record is found, none to
// leave it out. Records with the same bytes are ordered by their key; keys that are prefixes of
// others should end in a fixed-width part.
func NewIndex[K, V any](name string, keysOf func(K, V) [][]byte) *Index[K, V] {
	return &Index[K, V]{name: name, keysOf: keysOf}
}

// entry is the key in the index: what is looked for, then the record's own key.
func entry(found, key []byte) []byte { return append(bytes.Clone(found), key...) }

// reindex moves the entries of one record from its old payload (nil: none) to its new value (nil:
// none).
func (t *Table[K, V]) reindex(tx *Tx, k K, key, old []byte, v *V) error {
	if len(t.indexes) == 0 {
		return nil
	}
	var before V
	if old != nil {
		var err error
		if before, err = t.decode(key, old); err != nil {
			return err
		}
	}
	for _, x := range t.indexes {
		var gone, come [][]byte
		if old != nil {
			gone = x.keysOf(k, before)
		}
		if v != nil {
			come = x.keysOf(k, *v)
		}
		if err := tx.moveEntries(x.bucket, key, gone, come); err != nil {
			return err
		}
	}
	return nil
}

// moveEntries changes under which bytes an index finds the record of a key, from gone to come.
func (tx *Tx) moveEntries(bucket, key []byte, gone, come [][]byte) error {
	for _, found := range gone {
		if !contains(come, found) {
			if err := tx.del(bucket, entry(found, key), key); err != nil {
				return err
			}
		}
	}
	for _, found := range come {
		if !contains(gone, found) {
			e := entry(found, key)
			value := append(make([]byte, sumSize), key...)
			if err := tx.put(bucket, e, seal(bucket, e, value), nil, false); err != nil {
				return err
			}
		}
	}
	return nil
}

func contains(list [][]byte, b []byte) bool {
	for _, have := range list {
		if bytes.Equal(have, b) {
			return true
		}
	}
	return false
}

// Scan calls fn for every record whose index bytes begin with prefix, in the order of those bytes,
// until fn returns ErrStop or an error.
func (x *Index[K, V]) Scan(tx *Tx, prefix []byte, reverse bool, fn func(K, V) error) error {
	r := Prefix(prefix)
	r.Reverse = reverse
	return x.ScanRange(tx, r, fn)
}

// ScanRange is Scan of a range of index bytes, each with the key of its record behind them.
func (x *Index[K, V]) ScanRange(tx *Tx, r Range, fn func(K, V) error) error {
	err := tx.walk(x.bucket, r, func(e, key []byte) error {
		k, v, err := x.record(tx, e, key)
		if err != nil {
			return err
		}
		return fn(k, v)
	})
	if errors.Is(err, ErrStop) {
		return nil
	}
	return err
}

// record follows an entry to its record and makes sure that it belongs there.
func (x *Index[K, V]) record(tx *Tx, e, key []byte) (k K, v V, err error) {
	if k, err = x.table.keys.DecodeKey(key); err != nil {
		return k, v, badEntry(x.bucket, e, ": "+err.Error())
	}
	if v, err = x.table.Get(tx, k); err != nil {
		if errors.Is(err, ErrNotFound) {
			err = badEntry(x.bucket, e, " points to no record")
		}
		return k, v, err
	}
	if !leads(e, key, x.keysOf(k, v)) {
		err = badEntry(x.bucket, e, " does not match its record")
	}
	return k, v, err
}

// leads tells whether an entry is one of those under which the record of a key is found.
func leads(e, key []byte, found [][]byte) bool {
	return bytes.HasSuffix(e, key) && contains(found, e[:len(e)-len(key)])
}

func badEntry(bucket, e []byte, what string) error {
	return corrupt(string(bucket), "entry %x%s", e, what)
}
