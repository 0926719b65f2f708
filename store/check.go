package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	bolt "go.etcd.io/bbolt"

	"bourse/store/file"
)

// Checkable is a Table of any types.
type Checkable interface {
	check(tx *Tx, report func(error)) error
}

// Report is what Check found.
type Report struct {
	Records  int     // records and index entries whose checksum was verified
	Problems []error // each wraps ErrCorrupt and names the place
}

// maxProblems keeps the report of a ruined file readable.
const maxProblems = 100

// Check walks the structure of the file and every record and index entry in it. For the tables
// given it also decodes each record and proves that records and index entries belong to each other.
// It changes nothing and may run beside reads and writes of the pages it does not share.
func (s *Store) Check(tables ...Checkable) (Report, error) {
	var r Report
	report := func(err error) {
		if len(r.Problems) < maxProblems {
			r.Problems = append(r.Problems, err)
		}
	}
	err := s.protect("check", func() error {
		b, err := s.db.Begin(false)
		if err != nil {
			return closedOr(err)
		}
		defer b.Rollback() //nolint:errcheck // a read transaction has nothing to lose
		tx := newTx(b)
		err = b.ForEach(func(name []byte, _ *bolt.Bucket) error {
			return tx.checkBucket(bytes.Clone(name), &r.Records, report)
		})
		for _, t := range tables {
			if err == nil {
				err = t.check(tx, report)
			}
		}
		return err
	})
	if errors.Is(err, ErrCorrupt) {
		report(err)
		err = nil
	}
	for _, p := range r.Problems {
		s.noteDamage(p)
	}
	return r, err
}

// checkBucket verifies every checksum, going on after a bad one.
func (tx *Tx) checkBucket(name []byte, records *int, report func(error)) error {
	_, err := engine(string(name), func() (struct{}, error) {
		return struct{}{}, tx.bolt.Bucket(name).ForEach(func(k, v []byte) error {
			*records++
			if _, err := open(name, k, v); err != nil {
				report(err)
			}
			return nil
		})
	})
	return err
}

// check implements Checkable. Records that fail were reported by checkBucket and end the walk of
// their table.
func (t *Table[K, V]) check(tx *Tx, report func(error)) error {
	entries := make([]int, len(t.indexes))
	err := t.Scan(tx, Range{}, func(k K, v V) error {
		key := t.keys.AppendKey(nil, k)
		for i, x := range t.indexes {
			found := x.keysOf(k, v)
			entries[i] += len(found)
			tx.checkEntries(x.bucket, key, found, report)
		}
		return nil
	})
	if err != nil {
		report(err)
		return nil
	}
	for i, x := range t.indexes {
		err := tx.checkIndex(x.bucket, entries[i], func(e, key []byte) error {
			_, _, err := x.record(tx, e, key)
			return err
		})
		if err != nil {
			report(err)
		}
	}
	return nil
}

// checkEntries reports the entries of an index that lack or do not lead to the record of a key.
func (tx *Tx) checkEntries(bucket, key []byte, found [][]byte, report func(error)) {
	for _, f := range found {
		if b, err := tx.get(bucket, entry(f, key)); err != nil || !bytes.Equal(b, key) {
			report(corrupt(string(bucket), "record %x has no entry %x", key, f))
		}
	}
}

// checkIndex calls fn for every entry of an index, which must be as many as wanted.
func (tx *Tx) checkIndex(bucket []byte, want int, fn func(e, key []byte) error) error {
	n := 0
	err := tx.walk(bucket, Range{}, func(e, key []byte) error {
		n++
		return fn(e, key)
	})
	if err == nil && n != want {
		err = corrupt(string(bucket), "%d entries for %d indexed values", n, want)
	}
	return err
}

// CheckFile checks a store that no process writes to, and changes nothing. The tables are those of
// a version: of a store of another version only structure and checksums are checked.
func CheckFile(path string, version int, tables ...Checkable) (r Report, err error) {
	s, err := openReadOnly(path)
	if err != nil {
		return r, err
	}
	defer s.Close() //nolint:errcheck // nothing was written
	var have int
	if err := s.View(func(tx *Tx) (err error) {
		have,
			err = getVersion(tx)
		return err
	}); err != nil {
		return r, err
	}
	if have != version {
		tables = nil
	}
	return s.Check(tables...)
}

// Backup writes a copy of the store, as of one moment, to path while reads and writes go on. The
// copy appears whole or not at all; a file that is there already is left as it is, and an error.
func (s *Store) Backup(path string) error {
	if strings.TrimSpace(path) == "" {
		return errors.New("backup store: name the file to write")
	}
	if _, err := os.Lstat(path); err == nil {
		return fmt.Errorf("backup store: %s exists: name another file", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".backup-")
	if err != nil {
		return backupError(path, err)
	}
	defer os.Remove(f.Name())
	err = s.protect("backup", func() error {
		b, err := s.db.Begin(false)
		if err != nil {
			return closedOr(err)
		}
		defer b.Rollback() //nolint:errcheck // a read transaction has nothing to lose
		_, err = b.WriteTo(f)
		return err
	})
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return backupError(path, err)
	}
	if err := os.Link(f.Name(), path); err != nil {
		return backupError(path, err)
	}
	return file.SyncFolder(filepath.Dir(path))
}

// backupError says why a backup was not written: by the name that it was to have, since the file
// that it is written to first is gone when this is read.
func backupError(path string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case full(err):
		return fmt.Errorf("backup store to %s: %s: make room on the disk that holds %s, or name a "+
			"file on another: %w", path, NoSpace, filepath.Dir(path), ErrUnavailable)
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("backup store to %s: %w", path, err)
}
