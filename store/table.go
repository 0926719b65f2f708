package store

import (
	"bytes"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"
)

// tablePrefix is what buckets of tables begin with.
const tablePrefix = "t/"

// Table is a set of records of type V under keys of type K, ordered by the bytes of the key. Tables
// are descriptions: make one with NewTable wherever it is used; its records live in the store.
type Table[K, V any] struct {
	bucket  []byte
	keys    Keys[K]
	codec   Codec[V]
	indexes []*Index[K, V]
	growing bool
}

// NewTable describes a table. Its name must be unique in the store; its indexes must belong to no
// other table.
func NewTable[K, V any](name string, keys Keys[K], codec Codec[V],
	indexes ...*Index[K, V]) *Table[K, V] {
	t := &Table[K, V]{bucket: []byte(tablePrefix + name), keys: keys, codec: codec,
		indexes: indexes}
	for _, x := range indexes {
		x.bucket, x.table = []byte("i/"+name+"/"+x.name), t
	}
	return t
}

// Growing says that most keys are put in rising order, so that pages can be filled to the brim.
func (t *Table[K, V]) Growing() *Table[K, V] {
	t.growing = true
	return t
}

// Get returns the record under k, or ErrNotFound.
func (t *Table[K, V]) Get(tx *Tx, k K) (v V, err error) {
	key := t.keys.AppendKey(nil, k)
	b, err := tx.find(t.bucket, key)
	if err != nil {
		return v, err
	}
	return t.decode(key, b)
}

func (t *Table[K, V]) decode(key, payload []byte) (V, error) {
	v, err := t.codec.Decode(payload)
	if err != nil {
		return v, undecoded(t.bucket, "record", key, err)
	}
	return v, nil
}

// Put stores v under k, in place of what was there, and keeps the indexes in step.
func (t *Table[K, V]) Put(tx *Tx, k K, v V) error {
	key := t.keys.AppendKey(nil, k)
	st, old, err := tx.before(t.bucket, key)
	if err != nil {
		return err
	}
	value, err := t.codec.Append(make([]byte, sumSize), v)
	if err != nil {
		return err
	}
	if err := t.reindex(tx, k, key, old, &v); err != nil {
		return err
	}
	return tx.set(t.bucket, key, value, old, st, t.growing)
}

// Delete removes the record under k; removing none is no error.
func (t *Table[K, V]) Delete(tx *Tx, k K) error {
	key := t.keys.AppendKey(nil, k)
	st, old, err := tx.before(t.bucket, key)
	if err != nil || old == nil {
		return err
	}
	if err := t.reindex(tx, k, key, old, nil); err != nil {
		return err
	}
	return tx.unset(t.bucket, key, old, st)
}

// NextID returns 1, 2, 3, …: each number once in the life of the table.
func (t *Table[K, V]) NextID(tx *Tx) (uint64, error) { return tx.nextID(t.bucket) }

// Count returns the number of records.
func (t *Table[K, V]) Count(tx *Tx) (int, error) { return tx.count(t.bucket) }

// Range bounds a scan by encoded keys: From ≤ key < To, where nil is no bound. Reverse walks from
// the end.
type Range struct {
	From, To []byte
	Reverse  bool
}

// Prefix is the range of all keys that begin with p.
func Prefix(p []byte) Range {
	to := bytes.Clone(p)
	for i := len(to) - 1; i >= 0; i-- {
		if to[i]++; to[i] != 0 {
			return Range{From: p, To: to[:i+1]}
		}
	}
	return Range{From: p}
}

// Scan calls fn for every record in r in the order of keys, until fn returns ErrStop or an error. A
// scan of the whole table that meets fewer or more records than were put is ErrCorrupt. fn must not
// change the table.
func (t *Table[K, V]) Scan(tx *Tx, r Range, fn func(K, V) error) error {
	n := 0
	err := tx.walk(t.bucket, r, func(key, payload []byte) error {
		n++
		k, err := t.keys.DecodeKey(key)
		if err != nil {
			return undecoded(t.bucket, "key", key, err)
		}
		v, err := t.decode(key, payload)
		if err != nil {
			return err
		}
		return fn(k, v)
	})
	if errors.Is(err, ErrStop) {
		return nil
	}
	if err == nil && r.From == nil && r.To == nil {
		err = tx.counted(t.bucket, n)
	}
	return err
}

// What a table does with bytes alone is a Tx's: the program holds it once, not once a table.

// find is get, but a record that is not there is ErrNotFound.
func (tx *Tx) find(bucket, key []byte) ([]byte, error) {
	b, err := tx.get(bucket, key)
	if err == nil && b == nil {
		err = fmt.Errorf("%w: %s %x", ErrNotFound, bucket, key)
	}
	return b, err
}

// before returns the counters of a table and the payload under a key, nil if there is none.
func (tx *Tx) before(bucket, key []byte) (st *stats, old []byte, err error) {
	if st, err = tx.statsOf(bucket); err != nil {
		return nil, nil, err
	}
	old, err = tx.get(bucket, key)
	return st, old, err
}

// set seals and stores a value in place of the payload old (nil: none), and counts it.
func (tx *Tx) set(bucket, key, value, old []byte, st *stats, growing bool) error {
	err := tx.put(bucket, key, seal(bucket, key, value), old, growing)
	if err == nil && old == nil {
		tx.setStats(st, stats{st.count + 1, st.lastID})
	}
	return err
}

// unset removes the payload old, and counts it no more.
func (tx *Tx) unset(bucket, key, old []byte, st *stats) error {
	err := tx.del(bucket, key, old)
	if err == nil {
		tx.setStats(st, stats{st.count - 1, st.lastID})
	}
	return err
}

func (tx *Tx) nextID(table []byte) (uint64, error) {
	st, err := tx.statsOf(table)
	if err != nil {
		return 0, err
	}
	tx.setStats(st, stats{st.count, st.lastID + 1})
	return st.lastID, nil
}

func (tx *Tx) count(table []byte) (int, error) {
	st, err := tx.statsOf(table)
	if err != nil {
		return 0, err
	}
	return int(st.count), nil
}

// counted compares what a whole scan met with what was put.
func (tx *Tx) counted(table []byte, n int) error {
	want, err := tx.count(table)
	if err == nil && want != n {
		err = corrupt(string(table), "%d records found, %d were stored", n, want)
	}
	return err
}

func undecoded(bucket []byte, what string, key []byte, err error) error {
	return corrupt(string(bucket), "%s %x can't be decoded: %v", what, key, err)
}

// walk calls fn with the key and verified payload of every record in r.
func (tx *Tx) walk(bucket []byte, r Range, fn func(key, payload []byte) error) error {
	c, err := engine(string(bucket),
		func() (*cursor, error) { return newCursor(tx, bucket, r), nil })
	if err != nil || c.bolt == nil {
		return err
	}
	for {
		k, err := engine(string(bucket), c.next)
		if err != nil || k == nil {
			return err
		}
		if err := fn(k, c.payload); err != nil {
			return err
		}
	}
}

// cursor walks one range and refuses disorder and damage.
type cursor struct {
	bolt    *bolt.Cursor
	bucket  []byte
	r       Range
	last    []byte
	started bool
	payload []byte
}

func newCursor(tx *Tx, bucket []byte, r Range) *cursor {
	c := &cursor{bucket: bucket, r: r}
	if b := tx.bolt.Bucket(bucket); b != nil {
		c.bolt = b.Cursor()
	}
	return c
}

// next returns the next key, nil at the end.
func (c *cursor) next() ([]byte, error) {
	k, v := c.step()
	if k == nil || !c.r.Reverse && c.r.To != nil && bytes.Compare(k, c.r.To) >= 0 || c.r.Reverse &&
		bytes.Compare(k, c.r.From) < 0 {
		return nil, nil
	}
	if c.started && (bytes.Compare(c.last, k) < 0) == c.r.Reverse {
		return nil, corrupt(string(c.bucket), "keys out of order at %x", k)
	}
	c.started, c.last = true, append(c.last[:0], k...)
	var err error
	c.payload, err = open(c.bucket, k, v)
	return k, err
}

func (c *cursor) step() (k, v []byte) {
	switch {
	case c.started && c.r.Reverse:
		return c.bolt.Prev()
	case c.started:
		return c.bolt.Next()
	case !c.r.Reverse:
		return c.bolt.Seek(c.r.From)
	case c.r.To == nil:
		return c.bolt.Last()
	}
	if k, _ = c.bolt.Seek(c.r.To); k == nil {
		return c.bolt.Last()
	}
	return c.bolt.Prev()
}
