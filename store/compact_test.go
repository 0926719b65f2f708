package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// keptNotes are the records that holes leaves.
const keptNotes = 1000

// holes makes a store of many records of which few are left: most of its pages are free.
func holes(t *testing.T) (path string, left map[uint64]bool) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "store.db")
	table, _ := notes()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const many = 40_000
	update(t, s, func(tx *Tx) error {
		for id := range uint64(many) {
			if err := table.Put(tx, id, note(id)); err != nil {
				return err
			}
		}
		return nil
	})
	left = map[uint64]bool{}
	update(t, s, func(tx *Tx) error {
		for id := range uint64(many) {
			if id%(many/keptNotes) == 0 {
				left[id] = true
			} else if err := table.Delete(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
	return path, left
}

func sizeOf(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// childCompacts opens a store and waits for its end at a crash point of doing so.
func childCompacts(point string) func(path string) {
	return func(path string) {
		_, err := Open(path, Options{Hook: func(name string) {
			if name == point {
				fmt.Println(name)
				select {}
			}
		}})
		fmt.Println("opened past the point:", err)
	}
}

// A start gives free pages back, whatever ended an earlier one at its work: all records are there,
// damage is still told from them, and nothing is left beside the file.
func TestStartsCompact(t *testing.T) {
	t.Parallel()
	path, left := holes(t)
	big := sizeOf(t, path)
	for _, point := range []string{BeforeSwap, AfterSwap, ""} {
		path := path
		if point != "" {
			image, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			path = filepath.Join(t.TempDir(), "store.db")
			if err := os.WriteFile(path, image, 0o600); err != nil {
				t.Fatal(err)
			}
			killAfter(t, point, path, func(line string, _ int) bool { return line == point })
		}
		ledger(t, path, left)
		if now := sizeOf(t, path); now > big/8 {
			t.Errorf("after a kill at %q the file has %d of %d bytes", point, now, big)
		}
		rest, _ := filepath.Glob(filepath.Join(filepath.Dir(path), freshPrefix+"*"))
		if rest != nil {
			t.Errorf("after a kill at %q %v is left", point, rest)
		}
		// a store that has little to give back stays the file that it is
		before, _ := os.Stat(path)
		ledger(t, path, left)
		if after, _ := os.Stat(path); !os.SameFile(before, after) {
			t.Error("a file without free pages was written anew")
		}
	}
}

// Two that start at once on a file that is put into another's place: one has it, the other is told
// so, and never writes to a file that nobody will find again.
func TestCompactingKeepsOthersOut(t *testing.T) {
	t.Parallel()
	path, left := holes(t)
	reached, goOn := make(chan struct{}), make(chan struct{})
	first := make(chan *Store, 1)
	go func() {
		s, err := Open(path, Options{Hook: func(name string) {
			if name == BeforeSwap {
				close(reached)
				<-goOn
			}
		}})
		if err != nil {
			t.Error(err)
		}
		first <- s
	}()
	<-reached
	second := make(chan error, 1)
	waiting := make(chan struct{})
	go func() {
		close(waiting)
		s, err := Open(path, Options{Timeout: 2 * time.Second})
		if err == nil {
			s.Close()
		}
		second <- err
	}()
	<-waiting
	close(goOn)
	s := <-first
	if err := <-second; !errors.Is(err, ErrLocked) {
		t.Errorf("the second one: %v", err)
	}
	if s == nil {
		t.FailNow()
	}
	if err := s.present(); err != nil {
		t.Error(err)
	}
	update(t, s, func(tx *Tx) error {
		table, _ := notes()
		left[1] = true
		return table.Put(tx, 1, note(1))
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	ledger(t, path, left)
}
