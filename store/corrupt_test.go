package store

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// notes is a table big enough to need branch pages, small enough to flip all of it.
func notes() (*Table[uint64, []byte], *Index[uint64, []byte]) {
	byTail := NewIndex("tail", func(_ uint64, v []byte) [][]byte { return [][]byte{v[len(v)-2:]} })
	return NewTable("notes", Uint64Keys{}, Bytes{}, byTail), byTail
}

func note(id uint64) []byte { return bytes.Repeat([]byte{byte(id), byte(id >> 8), 'x'}, 30) }

const noteCount = 120

// notesFile writes the table in random order with deletions, so that the file has branch, leaf,
// free-list and free pages.
func notesFile(t testing.TB) (image []byte) {
	t.Helper()
	table, _ := notes()
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, group := range [][]int{r.Perm(2 * noteCount)[:noteCount], r.Perm(2 * noteCount)} {
		update(t, s, func(tx *Tx) error {
			for _, id := range group {
				if err := table.Put(tx, uint64(id), note(uint64(id))); err != nil {
					return err
				}
			}
			return nil
		})
	}
	update(t, s, func(tx *Tx) error {
		for id := uint64(noteCount); id < 2*noteCount; id++ {
			if err := table.Delete(tx, id); err != nil {
				return err
			}
		}
		return nil
	})
	s.Close()
	if image, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	m, err := readMeta(bytes.NewReader(image))
	if err != nil {
		t.Fatal(err)
	}
	return image[:int(m.pages)*m.pageSize]
}

// openImage writes the bytes to a file of their own and opens it.
func openImage(dir string, n int, image []byte) (*Store, error) {
	path := filepath.Join(dir, fmt.Sprint(n))
	if err := os.WriteFile(path, image, 0o600); err != nil {
		return nil, err
	}
	return Open(path, Options{})
}

// readAll reads by key, by scan and by index. It returns an error for damage that was named and
// fails the test for damage that was served.
func readAll(t *testing.T, s *Store) error {
	table, byTail := notes()
	return s.View(func(tx *Tx) error {
		n := 0
		errs := []error{table.Scan(tx, Range{}, func(id uint64, v []byte) error {
			if n++; !bytes.Equal(v, note(id)) {
				t.Errorf("scan served %d as %x", id, v)
			}
			return nil
		})}
		if errs[0] == nil && n != noteCount {
			t.Errorf("scan served %d records", n)
		}
		for id := range uint64(noteCount) {
			v, err := table.Get(tx, id)
			if err == nil && !bytes.Equal(v, note(id)) || errors.Is(err, ErrNotFound) {
				t.Errorf("get served %d as %x, %v", id, v, err)
			}
			errs = append(errs, err)
		}
		if _, err := table.Get(tx, noteCount+1); !errors.Is(err, ErrNotFound) {
			errs = append(errs, err)
			if !errors.Is(err, ErrCorrupt) {
				t.Errorf("absent record: %v", err)
			}
		}
		errs = append(errs, byTail.Scan(tx, nil, true, func(id uint64, v []byte) error {
			if !bytes.Equal(v, note(id)) {
				t.Errorf("index served %d as %x", id, v)
			}
			return nil
		}))
		return errors.Join(errs...)
	})
}

// A flipped bit anywhere in the file is named, or changes nothing that can be read, and never stops
// the process. The header pages are left out: a damaged one looks like an interrupted write and
// gives the state before it.
func TestFlippedBits(t *testing.T) {
	t.Parallel()
	image := notesFile(t)
	dir := t.TempDir()
	const page = 4096
	step := 37
	if testing.Short() {
		step = 401
	}
	r := rand.New(rand.NewPCG(3, 4))
	flips, refused, readOnly := 0, 0, 0
	for at := 2 * page; at < len(image); at++ {
		if at%page >= 64 && r.IntN(step) != 0 {
			continue
		}
		if empty(image[at-at%page : at-at%page+page]) {
			continue
		}
		flips++
		bent := bytes.Clone(image)
		bent[at] ^= 1 << r.IntN(8)
		s, err := openImage(dir, flips, bent)
		if err != nil {
			if refused++; !errors.Is(err, ErrCorrupt) {
				t.Fatalf("flip at %d: %v", at, err)
			}
			continue
		}
		if err := readAll(t, s); err != nil {
			if readOnly++; !errors.Is(err, ErrCorrupt) {
				t.Fatalf("flip at %d: %v", at, err)
			}
			if err := s.Update(func(*Tx) error {
				t.Error("write on a damaged store")
				return nil
			}); !errors.Is(err, ErrUnavailable) || s.Health() == nil {
				t.Fatalf("flip at %d: %v", at, err)
			}
		}
		s.Close()
		os.Remove(s.Path())
	}
	if t.Failed() || refused == 0 || readOnly == 0 {
		t.Fatalf("%d flips, %d refused, %d found on reading", flips, refused, readOnly)
	}
	t.Logf("%d flips, %d refused, %d found on reading", flips, refused, readOnly)
}

func empty(b []byte) bool { return len(bytes.Trim(b, "\x00")) == 0 }

func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	image := notesFile(t)
	dir := t.TempDir()
	bent := func(change func(b []byte) []byte) []byte { return change(bytes.Clone(image)) }
	cases := map[string][]byte{
		"empty":        {},
		"text":         []byte("this is not a store"),
		"cut":          image[:3*4096],
		"cut mid page": image[:4*4096+100],
		"zeroes":       make([]byte, len(image)),
		"both headers": bent(func(b []byte) []byte { b[40]++; b[4096+40]++; return b }),
	}
	n := 0
	for name, b := range cases {
		n++
		if s, err := openImage(dir, n, b); !errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

// A header page torn by a power cut gives the state before the write it belonged to.
func TestTornHeader(t *testing.T) {
	t.Parallel()
	image := notesFile(t)
	dir := t.TempDir()
	for i := range 2 {
		b := bytes.Clone(image)
		b[i*4096+16+48]++
		s, err := openImage(dir, i, b)
		if err != nil {
			t.Fatal(err)
		}
		table, _ := notes()
		if rep, err := s.Check(table); err != nil || len(rep.Problems) > 0 {
			t.Error(rep, err)
		}
		s.Close()
	}
}

// Check lists damage that a read of other records does not meet, and every bad record of a table,
// not only the first.
func TestCheckListsDamage(t *testing.T) {
	t.Parallel()
	image := notesFile(t)
	table, _ := notes()
	bent := bytes.Clone(image)
	for _, id := range []uint64{7, 70} {
		for i := 0; ; {
			at := bytes.Index(bent[i:], note(id))
			if at < 0 {
				break
			}
			bent[i+at+5] ^= 0x40
			i += at + 1
		}
	}
	s, err := openImage(t.TempDir(), 0, bent)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.View(func(tx *Tx) error { _, err := table.Get(tx, 8); return err }); err != nil {
		t.Fatal("an intact record must stay readable:", err)
	}
	rep, err := s.Check(table)
	if err != nil || len(rep.Problems) < 2 {
		t.Fatal(rep, err)
	}
	for _, p := range rep.Problems {
		if !errors.Is(p, ErrCorrupt) {
			t.Error(p)
		}
	}
}
