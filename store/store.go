package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"bourse/store/file"
)

// Upgrade brings the tables from one version to the next. It runs in one transaction with the new
// version number.
type Upgrade func(*Tx) error

// Options of Open. The zero value opens a store of version 0.
type Options struct {
	// Upgrades is the history of the file's format: its length is the version this program writes.
	Upgrades []Upgrade
	// Timeout is how long to wait for another process to let go; one second if zero.
	Timeout time.Duration
	// Hook, if set, is called at every crash point with its name. For tests.
	Hook func(point string)
	// Disk, if set, is asked before each commit; what it answers ends the commit as an error of the
	// disk would. For tests.
	Disk func() error
	// tune, if set, changes how the engine opens the file. For tests.
	tune func(*bolt.Options)
}

// Store is an open file. All methods may be called from many goroutines.
type Store struct {
	path     string
	options  Options
	readOnly bool
	db       *bolt.DB
	file     *os.File

	requests  chan *request
	stopping  context.Context
	stop      context.CancelFunc
	stopped   chan struct{}
	serving   sync.WaitGroup
	broken    atomic.Pointer[error] // damage or a failed flush: no writes until a restart
	lastWrite atomic.Pointer[error] // why the last write was refused, nil if it was not
	refused   refusals
	poisoned  atomic.Bool // the engine's writer lock may be held for ever
}

// mapped is the address space reserved for the file, so that growing rarely has to wait for
// readers. It costs no memory.
const mapped = 1 << 32

// Open opens the store at path, creating it and its folder (modes 0600, 0700) if there is none. A
// store held by another process, written by a later version or damaged in its structure is refused
// with ErrLocked, ErrNewer or ErrCorrupt.
func Open(path string, options Options) (*Store, error) {
	if options.Timeout == 0 {
		options.Timeout = time.Second
	}
	if err := create(path, len(options.Upgrades)); err != nil {
		if _, missing := os.Stat(path); missing != nil || errors.Is(err, ErrCorrupt) {
			return nil, err
		} // else another process made it meanwhile
	}
	s := newStore(path, options)
	err := s.open()
	if err == nil {
		err = s.hold()
	}
	if err != nil {
		s.release()
		return nil, err
	}
	go s.commitLoop()
	s.listen()
	return s, nil
}

func newStore(path string, options Options) *Store {
	s := &Store{path: path, options: options, requests: make(chan *request, maxGroup),
		stopped: make(chan struct{})}
	s.stopping, s.stop = context.WithCancel(context.Background())
	return s
}

// openReadOnly opens a store that is there, of any version, beside others that only read. Close
// releases it.
func openReadOnly(path string) (*Store, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, fmt.Errorf("open store: %w", err)
	}
	s := newStore(path, Options{Timeout: time.Second})
	s.readOnly = true
	close(s.stopped)
	if err := s.open(); err != nil {
		s.release()
		return nil, err
	}
	return s, nil
}

// open maps the file and proves that it can be used.
func (s *Store) open() error {
	var said error
	err := s.protect("open", func() error { said = s.mapFile(); return said })
	if err != nil && said == nil && s.file != nil { // the engine panicked: the pages say better why
		err = cmp.Or(verify(s.file), err)
	}
	if err != nil {
		return err
	}
	if s.present() != nil {
		// another process has put a smaller file in the place of the one that was waited for
		if err := errors.Join(s.db.Close(), s.protect("open", s.mapFile)); err != nil {
			return err
		}
	}
	return verify(s.file)
}

// hold makes the store this process's and brings it to this program's version.
func (s *Store) hold() error {
	if err := writeHolder(s.path); err != nil {
		return err
	}
	sweepFresh(filepath.Dir(s.path))
	if err := s.upgrade(); err != nil {
		return err
	}
	return s.compact()
}

func (s *Store) mapFile() error {
	options := &bolt.Options{
		Timeout:      s.options.Timeout,
		ReadOnly:     s.readOnly,
		FreelistType: bolt.FreelistMapType,
		OpenFile: func(name string, flag int, mode os.FileMode) (f *os.File, err error) {
			f, err = os.OpenFile(name, flag, mode)
			s.file = f
			return f, err
		},
	}
	// Windows would grow the file to the mapping
	if !s.readOnly && runtime.GOOS != "windows" && ^uint(0)>>32 != 0 {
		options.InitialMmapSize = mapped
	}
	if s.options.tune != nil {
		s.options.tune(options)
	}
	db, err := bolt.Open(s.path, 0o600, options)
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return fmt.Errorf("%w: %s is held by %s; stop it or choose another data folder", ErrLocked,
			s.path, holder(s.path))
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum),
		errors.Is(err, berrors.ErrVersionMismatch):
		return corrupt(s.path, "this is not a store, or both of its headers are damaged: %v", err)
	case err != nil:
		return fmt.Errorf("open store: %w", err)
	}
	s.db = db
	return nil
}

// create makes an empty store under a temporary name and links it into place, so that a store that
// exists is always whole.
func create(path string, version int) error {
	switch info, err := os.Stat(path); {
	case err == nil && info.Size() == 0:
		return corrupt(path, "the file is empty; restore a backup, or remove it to start anew")
	case err == nil:
		return nil
	case !os.IsNotExist(err):
		return fmt.Errorf("open store: %w", err)
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	temp, err := os.MkdirTemp(dir, freshPrefix)
	if err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	defer os.RemoveAll(temp)
	fresh := filepath.Join(temp, "store")
	db, err := bolt.Open(fresh, 0o600, &bolt.Options{FreelistType: bolt.FreelistMapType})
	if err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	err = errors.Join(db.Update(func(b *bolt.Tx) error { return putVersion(newTx(b), version) }),
		db.Close())
	if err != nil {
		return fmt.Errorf("create store: %w", err)
	}
	if err := os.Link(fresh, path); err != nil && !os.IsExist(err) {
		return fmt.Errorf("create store: %w", err)
	}
	return file.SyncFolder(dir)
}

// freshPrefix is how folders begin in which stores are made.
const freshPrefix = ".new-store-"

// sweepFresh removes what processes left that were stopped while they made the store. One that is
// making it at this moment finds that the store is there already.
func sweepFresh(dir string) {
	left, _ := filepath.Glob(filepath.Join(dir, freshPrefix+"*")) // the pattern is well formed
	for _, folder := range left {
		os.RemoveAll(folder)
	}
}

// Close waits for the group in flight, refuses later updates and releases the file.
func (s *Store) Close() error {
	s.stop()
	<-s.stopped
	s.serving.Wait()
	if !s.readOnly && s.present() == nil {
		os.Remove(holderPath(s.path))
	}
	return s.release()
}

// release lets go of the file. An engine that panicked while opening or writing would wait for
// itself: its lock ends with the process.
func (s *Store) release() error {
	switch {
	case s.db != nil && !s.poisoned.Load():
		return s.db.Close()
	case s.file != nil:
		return s.file.Close()
	default:
		return nil
	}
}

// Path is the file of the store.
func (s *Store) Path() string { return s.path }

func holderPath(path string) string { return path + ".pid" }

// writeHolder leaves a note for a second process that finds the store taken.
func writeHolder(path string) error {
	if err := os.WriteFile(holderPath(path), fmt.Appendf(nil, "%d\n", os.Getpid()),
		0o600); err != nil {
		return fmt.Errorf("open store: %w", err)
	}
	return nil
}

// holder names the process that has the store.
func holder(path string) string {
	b, err := os.ReadFile(holderPath(path))
	if pid := strings.TrimSpace(string(b)); err == nil && pid != "" {
		return "process " + pid
	}
	return "another process"
}
