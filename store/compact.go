package store

import (
	"os"
	"path/filepath"

	bolt "go.etcd.io/bbolt"

	"bourse/store/file"
)

// A file never shrinks by itself: what is removed leaves pages that are used again. Where they are
// many, a start copies what is kept to a new file.
const (
	// compactFrom is how many bytes must be free for it, beside a quarter of the file.
	compactFrom = 4 << 20
	// compactPart is how many bytes are copied between two flushes.
	compactPart = 16 << 20
)

// Crash points of a start that compacts.
const (
	BeforeSwap = "store.before-swap" // the new file is whole, the old one in place
	AfterSwap  = "store.after-swap"  // the new file is in place
)

// compact puts a copy without free pages in the file's place, under the lock of the one that was
// there: a second process meets this one's hold of either. Whatever keeps it from doing so, as a
// disk without room, leaves the file as it is, which is as good but for its size.
func (s *Store) compact() error {
	free := int64(s.db.Stats().FreePageN) * int64(s.db.Info().PageSize)
	info, err := s.file.Stat()
	if err != nil || free < compactFrom || free < info.Size()/4 {
		return nil
	}
	temp, err := os.MkdirTemp(filepath.Dir(s.path), freshPrefix)
	if err != nil {
		return nil
	}
	defer os.RemoveAll(temp)
	fresh := filepath.Join(temp, "store")
	if s.copyTo(fresh) != nil {
		return nil
	}
	s.hook(BeforeSwap)
	if err := os.Rename(fresh, s.path); err != nil {
		return nil // where a file that is open can't be replaced
	}
	s.hook(AfterSwap)
	old := s.db
	s.db = nil
	if err := file.SyncFolder(filepath.Dir(s.path)); err != nil {
		old.Close()
		return err
	}
	err = s.open()
	old.Close() //nolint:errcheck // nothing was written to it, and its name is another's
	return err
}

// copyTo writes all records to a new file and proves its structure.
func (s *Store) copyTo(path string) error {
	db, err := bolt.Open(path, 0o600, &bolt.Options{FreelistType: bolt.FreelistMapType})
	if err != nil {
		return err
	}
	err = s.protect("compact", func() error { return bolt.Compact(db, s.db, compactPart) })
	if closing := db.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it is read
	return verify(f)
}
