package facts

import (
	"errors"

	"bourse/store"
)

// Progress is the table in which an applier keeps the revision that it has come to.
type Progress struct{ *store.Table[uint64, int64] }

// NewProgress describes the table of a name.
func NewProgress(name string) Progress {
	return Progress{store.NewTable(name, store.Uint64Keys{}, store.JSON[int64]{})}
}

// At returns the revision, 0 before the first.
func (p Progress) At(tx *store.Tx) (int64, error) {
	revision, err := p.Get(tx, 0)
	if errors.Is(err, store.ErrNotFound) {
		return 0, nil
	}
	return revision, err
}

// Of is At of a store.
func (p Progress) Of(s *store.Store) (revision int64, err error) {
	err = s.View(func(tx *store.Tx) error {
		revision, err = p.At(tx)
		return err
	})
	return revision, err
}

// Set stores a revision; 0, of a log that does not count, leaves what is there.
func (p Progress) Set(tx *store.Tx, revision int64) error {
	if revision == 0 {
		return nil
	}
	return p.Put(tx, 0, revision)
}

// Forget makes a store one that follows no log.
func (p Progress) Forget(tx *store.Tx) error { return p.Delete(tx, 0) }
