package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Tx is one consistent view of the store, and inside Update the set of changes being made. It is
// valid only during the call that gave it.
type Tx struct {
	bolt   *bolt.Tx
	tables map[string]*stats
	// while reading: a cursor for each bucket, since making one costs as much as using it
	cursors map[string]*bolt.Cursor
	undo    []func() error
}

// stats is what is remembered about a table beside its records: it lets a full scan notice records
// that are missing.
type stats struct{ count, lastID uint64 }

// bucket names that are not tables.
var (
	metaBucket  = []byte("meta")
	statsBucket = []byte("stats")
)

// View runs fn on a consistent snapshot. Damage found on the way is returned as ErrCorrupt and
// turns the store read-only.
func (s *Store) View(fn func(*Tx) error) (err error) {
	err = s.protect("read", func() error {
		b, err := s.db.Begin(false)
		if err != nil {
			return closedOr(err)
		}
		defer b.Rollback() //nolint:errcheck // a read transaction has nothing to lose
		return call(fn, newTx(b))
	})
	s.noteDamage(err)
	return err
}

func newTx(b *bolt.Tx) *Tx {
	return &Tx{bolt: b, tables: make(map[string]*stats), cursors: make(map[string]*bolt.Cursor)}
}

// cursor returns a cursor of a bucket, nil if there is no bucket. Its place is lost at the next
// call for the same bucket.
func (tx *Tx) cursor(bucket []byte) *bolt.Cursor {
	if c, ok := tx.cursors[string(bucket)]; ok {
		return c
	}
	b := tx.bolt.Bucket(bucket)
	if b == nil {
		return nil
	}
	c := b.Cursor()
	if !tx.bolt.Writable() {
		tx.cursors[string(bucket)] = c
	}
	return c
}

// Tables lists the names of all tables that hold or held a record.
func (tx *Tx) Tables() (names []string, err error) {
	err = tx.bolt.ForEach(func(bucket []byte, _ *bolt.Bucket) error {
		if name, is := strings.CutPrefix(string(bucket), tablePrefix); is {
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// closedOr names the use of a closed store.
func closedOr(err error) error {
	if errors.Is(err, berrors.ErrDatabaseNotOpen) {
		return ErrClosed
	}
	return err
}

// call runs the caller's function and keeps its panics from tearing down the others that share the
// transaction.
func call(fn func(*Tx) error, tx *Tx) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v\n%s", ErrPanic, r, debug.Stack())
		}
	}()
	return fn(tx)
}

// protect turns a panic or a memory fault inside the storage engine into ErrCorrupt: a damaged page
// header panics there, and a page that the disk can't deliver faults.
func (s *Store) protect(doing string, fn func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if r := recover(); r != nil {
			err = corrupt(s.path, "%s failed inside the storage engine: %v", doing, r)
		}
	}()
	return fn()
}

// engine runs one operation of the storage engine inside the caller's function, so that its panics
// are told apart from the caller's own.
func engine[T any](where string, fn func() (T, error)) (v T, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = corrupt(where, "page damaged: %v", r)
		}
	}()
	return fn()
}

// get returns the sealed payload under key, or nil. A miss is believed only if both neighbours are
// intact and enclose the key: a flipped bit in a key or a branch page can hide a record but not
// that.
func (tx *Tx) get(bucket, key []byte) ([]byte, error) {
	return engine(string(bucket), func() ([]byte, error) {
		c := tx.cursor(bucket)
		if c == nil {
			return nil, nil
		}
		k, v := c.Seek(key)
		if bytes.Equal(k, key) && k != nil {
			return open(bucket, k, v)
		}
		if err := encloses(bucket, key, k, v, false); err != nil {
			return nil, err
		}
		if k == nil {
			k, v = c.Last()
		} else {
			k, v = c.Prev()
		}
		return nil, encloses(bucket, key, k, v, true)
	})
}

// encloses checks one neighbour of a missing key.
func encloses(bucket, key, k, v []byte, before bool) error {
	if k == nil {
		return nil
	}
	if _, err := open(bucket, k, v); err != nil {
		return err
	}
	if (bytes.Compare(k, key) < 0) != before {
		return corrupt(string(bucket), "keys out of order at %x", k)
	}
	return nil
}

// put stores a sealed value in place of the payload old (nil: none); value must not be changed
// afterwards.
func (tx *Tx) put(bucket, key, value, old []byte, growing bool) error {
	_, err := engine(string(bucket), func() (struct{}, error) {
		b, err := tx.bolt.CreateBucketIfNotExists(bucket)
		if err == nil {
			if growing {
				b.FillPercent = 0.95
			}
			err = b.Put(key, value)
		}
		return struct{}{}, err
	})
	if err == nil {
		tx.undo = append(tx.undo, tx.restore(bucket, bytes.Clone(key), old))
	}
	return err
}

func (tx *Tx) del(bucket, key, old []byte) error {
	_, err := engine(string(bucket), func() (struct{}, error) {
		return struct{}{}, tx.bolt.Bucket(bucket).Delete(key)
	})
	if err == nil {
		tx.undo = append(tx.undo, tx.restore(bucket, bytes.Clone(key), old))
	}
	return err
}

// restore returns the step that puts the payload old (nil: nothing) back under key.
func (tx *Tx) restore(bucket, key, old []byte) func() error {
	old = bytes.Clone(old)
	return func() error {
		b := tx.bolt.Bucket(bucket)
		if old == nil {
			return b.Delete(key)
		}
		return b.Put(key, seal(bucket, key, append(make([]byte, sumSize), old...)))
	}
}

// rewind undoes everything since the last mark.
func (tx *Tx) rewind() error {
	for i := len(tx.undo) - 1; i >= 0; i-- {
		if err := tx.undo[i](); err != nil {
			return err
		}
	}
	tx.undo = tx.undo[:0]
	return nil
}

// statsOf returns the counters of a table.
func (tx *Tx) statsOf(table []byte) (*stats, error) {
	if st, ok := tx.tables[string(table)]; ok {
		return st, nil
	}
	b, err := tx.get(statsBucket, table)
	if err != nil {
		return nil, err
	}
	st := &stats{}
	switch len(b) {
	case 0:
	case 16:
		st.count, st.lastID = binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])
	default:
		return nil, corrupt("stats", "counters of %s have %d bytes", table, len(b))
	}
	tx.tables[string(table)] = st
	return st, nil
}

// setStats changes the counters, undoably; they are written once a commit.
func (tx *Tx) setStats(st *stats, to stats) {
	old := *st
	*st = to
	tx.undo = append(tx.undo, func() error { *st = old; return nil })
}

// flush writes the counters of the tables that were touched.
func (tx *Tx) flush() error {
	for name, st := range tx.tables {
		value := make([]byte, sumSize, sumSize+16)
		value = binary.LittleEndian.AppendUint64(value, st.count)
		value = binary.LittleEndian.AppendUint64(value, st.lastID)
		if err := tx.put(statsBucket, []byte(name), seal(statsBucket, []byte(name), value), nil,
			false); err != nil {
			return err
		}
	}
	return nil
}
