package store

import (
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Crash points: where a test may kill the process. Options.Hook receives the name.
const (
	BeforeCommit = "store.before-commit" // changes made, nothing on disk
	AfterCommit  = "store.after-commit"  // on disk, no caller told
)

// maxGroup bounds how many updates share a flush, and so how long the first of them waits.
const maxGroup = 512

// request is one Update waiting for its group.
type request struct {
	fn   func(*Tx) error
	done chan error
}

// Update runs fn on the newest state and returns once its changes are on disk, together with those
// of other goroutines. If fn returns an error or panics, its changes are undone and the others'
// stay. fn must not call Update or View.
func (s *Store) Update(fn func(*Tx) error) error {
	r := &request{fn: fn, done: make(chan error, 1)}
	select {
	case s.requests <- r:
	case <-s.stopping.Done():
		return ErrClosed
	}
	select {
	case err := <-r.done:
		return err
	case <-s.stopped:
	}
	select {
	case err := <-r.done:
		return err
	default:
		return ErrClosed
	}
}

// commitLoop is the only writer.
func (s *Store) commitLoop() {
	defer close(s.stopped)
	trim := time.NewTicker(trimEvery)
	defer trim.Stop()
	for {
		select {
		case <-trim.C:
			s.trimMmap()
		case r := <-s.requests:
			s.commit(s.gather(r))
		case <-s.stopping.Done():
			return
		}
	}
}

// trimEvery is how often the memory of mapped pages is given back.
const trimEvery = time.Second

// trimMmap gives back the memory that pages of the file take after they were read. They stay in the
// system's cache and are mapped again when they are needed, which is quick; without this a busy
// store would in time take as much memory as it has bytes.
func (s *Store) trimMmap() {
	tx, err := s.db.Begin(false) // keeps the mapping in place meanwhile
	if err != nil {
		return
	}
	defer tx.Rollback() //nolint:errcheck // a read transaction has nothing to lose
	if size := tx.Size(); size > trimFrom {
		unmapPages(s.db.Info().Data, uintptr(size))
	}
}

// trimFrom is the size of a file from which on its pages are worth giving back.
const trimFrom = 64 << 20

// gather takes what waits beside first. Yielding once lets writers that were just released by the
// last commit join this one, which keeps groups full without a timer.
func (s *Store) gather(first *request) []*request {
	group := []*request{first}
	for yielded := false; len(group) < maxGroup; {
		select {
		case r := <-s.requests:
			group = append(group, r)
			yielded = false
			continue
		default:
		}
		if yielded {
			break
		}
		runtime.Gosched()
		yielded = true
	}
	return group
}

// commit runs one group in one transaction and tells every caller its own result.
func (s *Store) commit(group []*request) {
	results := make([]error, len(group))
	err := s.writeError()
	if err == nil {
		if err = s.present(); err != nil {
			err = unavailable(Gone, "nothing written to it would be kept", err)
		}
	}
	if err == nil {
		err = s.protect("commit", func() error { return s.write(group, results) })
		s.noteDamage(err)
	}
	if c := causeOf(err); c != "" {
		s.refused.add(c, uint64(len(group)))
	}
	for i, r := range group {
		if results[i] == nil {
			results[i] = err
		}
		r.done <- results[i]
	}
}

// write applies the group's functions and commits. The error it returns is of the transaction as a
// whole.
func (s *Store) write(group []*request, results []error) error {
	// until the transaction ends without a panic that may have left the engine's lock held
	s.poisoned.Store(true)
	b, err := s.db.Begin(true)
	if err != nil {
		s.poisoned.Store(false)
		return closedOr(err)
	}
	err = s.apply(b, group, results)
	if err == nil {
		err = s.classify(s.flush(b))
	} else if rerr := b.Rollback(); rerr != nil && !errors.Is(err, errNothing) {
		err = errors.Join(err, rerr)
	}
	s.poisoned.Store(false)
	if errors.Is(err, errNothing) {
		return nil
	}
	if err == nil {
		s.hook(AfterCommit)
	}
	return err
}

// flush puts a transaction on the disk.
func (s *Store) flush(b *bolt.Tx) error {
	if s.options.Disk != nil {
		if err := s.options.Disk(); err != nil {
			return errors.Join(err, b.Rollback())
		}
	}
	return b.Commit()
}

// errNothing: no function of the group changed anything, so there is nothing to flush.
var errNothing = errors.New("nothing to commit")

func (s *Store) apply(b *bolt.Tx, group []*request, results []error) error {
	tx := newTx(b)
	changed := false
	for i, r := range group {
		if results[i] = call(r.fn, tx); results[i] == nil {
			changed = changed || len(tx.undo) > 0
			tx.undo = tx.undo[:0]
			continue
		}
		s.noteDamage(results[i])
		if err := tx.rewind(); err != nil {
			return corrupt(s.path, "a refused change could not be undone: %v", err)
		}
	}
	if !changed {
		return errNothing
	}
	if err := s.writeError(); err != nil {
		return err // damage was met while applying: write nothing on top of it
	}
	if err := tx.flush(); err != nil {
		return err
	}
	s.hook(BeforeCommit)
	return nil
}

// classify tells a disk that may have room again from a flush that failed. After a failed flush the
// kernel marks the pages clean although they are not on disk, so nothing written from here on could
// be trusted.
func (s *Store) classify(err error) error {
	if err == nil {
		s.lastWrite.Store(nil)
		return nil
	}
	var path *fs.PathError
	var errno syscall.Errno
	if errors.As(err, &path) && path.Op != "sync" || !errors.As(err, &errno) {
		cause, do := FailedWrite, "check the disk that holds "+filepath.Dir(s.path)
		if full(err) {
			cause = NoSpace
			do = "make room on the disk that holds " + filepath.Dir(s.path) +
				", and writing goes on by itself"
		}
		err = unavailable(cause, do, err)
		s.lastWrite.Store(&err)
		return err
	}
	err = unavailable(FailedFlush, "check the disk that holds "+filepath.Dir(s.path)+
		" and start the program again", err)
	s.broken.CompareAndSwap(nil, &err)
	return err
}

// noteDamage remembers damage.
func (s *Store) noteDamage(err error) {
	if errors.Is(err, ErrCorrupt) {
		s.broken.CompareAndSwap(nil, &err)
	}
}

// writeError is why no write is possible until a restart, or nil.
func (s *Store) writeError() error {
	p := s.broken.Load()
	switch {
	case p == nil:
		return nil
	case errors.Is(*p, ErrUnavailable):
		return *p
	default:
		return unavailable(Damaged, "read-only until a backup is restored", *p)
	}
}

// Health is nil while writes are possible, else why they are refused: damage, a failed flush, or a
// disk that was full at the last attempt.
func (s *Store) Health() error {
	if err := s.writeError(); err != nil {
		return err
	}
	if p := s.lastWrite.Load(); p != nil {
		return *p
	}
	return nil
}

// refusals counts refused updates by their cause.
type refusals struct {
	mu sync.Mutex
	of map[Cause]uint64
}

func (r *refusals) add(c Cause, n uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[Cause]uint64{}
	}
	r.of[c] += n
}

// Refused tells how many updates were refused since the store was opened, by cause.
func (s *Store) Refused() map[Cause]uint64 {
	s.refused.mu.Lock()
	defer s.refused.mu.Unlock()
	return maps.Clone(s.refused.of)
}

// hook lets a test stop the world at a named point.
func (s *Store) hook(point string) {
	if s.options.Hook != nil {
		s.options.Hook(point)
	}
}
