package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// person is a record with a secondary key.
type person struct {
	Name string
	City string
}

func people() (*Table[uint64, person], *Index[uint64, person]) {
	city := NewIndex("city", func(_ uint64, p person) [][]byte {
		if p.City == "" {
			return nil
		}
		return [][]byte{append([]byte(p.City), 0)}
	})
	return NewTable("people", Uint64Keys{}, JSON[person]{}, city), city
}

func openTest(t testing.TB, options Options) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "data", "store.db"), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func update(t testing.TB, s *Store, fn func(*Tx) error) {
	t.Helper()
	if err := s.Update(fn); err != nil {
		t.Fatal(err)
	}
}

func TestRecordsSurviveReopening(t *testing.T) {
	t.Parallel()
	table, city := people()
	s := openTest(t, Options{})
	update(t, s, func(tx *Tx) error {
		for _, p := range []person{{"ada", "london"}, {"emmy", "erlangen"}, {"alan", "london"}} {
			id, err := table.NextID(tx)
			if err != nil {
				return err
			}
			if err := table.Put(tx, id, p); err != nil {
				return err
			}
		}
		return table.Put(tx, 2, person{"emmy", "bryn mawr"})
	})
	path := s.Path()
	s.Close()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var all, londoners []string
	err = s.View(func(tx *Tx) error {
		if n, err := table.Count(tx); n != 3 || err != nil {
			t.Errorf("count %d, %v", n, err)
		}
		if _, err := table.Get(tx, 9); !errors.Is(err, ErrNotFound) {
			t.Errorf("missing record: %v", err)
		}
		err := table.Scan(tx, Range{Reverse: true},
			func(_ uint64, p person) error { all = append(all, p.Name); return nil })
		return errors.Join(err, city.Scan(
			tx, []byte("london"), false, func(_ uint64, p person) error {
				londoners = append(londoners, p.Name)
				return nil
			}), city.Scan(tx, []byte("erlangen"), false,
			func(uint64, person) error { return errors.New("stale entry") }))
	})
	if err != nil || fmt.Sprint(all) != "[alan emmy ada]" || fmt.Sprint(londoners) != "[ada alan]" {
		t.Fatal(all, londoners, err)
	}
	if r, err := s.Check(table); err != nil || len(r.Problems) > 0 || r.Records != 8 {
		t.Fatal(r, err)
	}
}

func TestFileModes(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no unix modes")
	}
	s := openTest(t, Options{})
	for path, want := range map[string]os.FileMode{
		s.Path(): 0o600, s.Path() + ".pid": 0o600, s.Path() + ".sock": 0o600,
		filepath.Dir(s.Path()): 0o700} {
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", filepath.Base(path), info.Mode(), err)
		}
	}
}

// One group holds functions that work, fail and panic; each caller sees its own result and only the
// good ones leave a mark.
func TestGroupMembersFailAlone(t *testing.T) {
	t.Parallel()
	table, _ := people()
	s := openTest(t, Options{})
	broken := errors.New("refused")
	group := make([]*request, 60)
	for i := range group {
		group[i] = &request{done: make(chan error, 1), fn: func(tx *Tx) error {
			if err := table.Put(tx, uint64(i), person{fmt.Sprint(i), "x"}); err != nil {
				return err
			}
			if err := table.Put(tx, 1000, person{fmt.Sprint("shared ", i), "y"}); err != nil {
				return err
			}
			if _, err := table.NextID(tx); err != nil {
				return err
			}
			switch i % 3 {
			case 1:
				return errors.Join(broken, table.Delete(tx, 0))
			case 2:
				panic("bug")
			}
			return nil
		}}
	}
	s.commit(group)
	for i, r := range group {
		err := <-r.done
		if want := []error{nil, broken, ErrPanic}[i%3]; !errors.Is(err, want) ||
			(want == nil) != (err == nil) {
			t.Fatalf("%d: %v", i, err)
		}
	}
	err := s.View(func(tx *Tx) error {
		if n, err := table.Count(tx); n != 21 {
			t.Errorf("count %d, %v", n, err)
		}
		if p, err := table.Get(tx, 1000); p.Name != "shared 57" {
			t.Errorf("last good writer lost: %v, %v", p, err)
		}
		return table.Scan(tx, Range{To: binary.BigEndian.AppendUint64(nil, 1000)},
			func(id uint64, _ person) error {
				if id%3 != 0 {
					t.Errorf("record %d of a failed update", id)
				}
				return nil
			})
	})
	if err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx *Tx) error {
		if id, err := table.NextID(tx); id != 21 {
			t.Errorf("next id %d, %v", id, err)
		}
		return nil
	})
	if r, err := s.Check(table); err != nil || len(r.Problems) > 0 {
		t.Fatal(r, err)
	}
}

func TestManyWriters(t *testing.T) {
	t.Parallel()
	table, _ := people()
	s := openTest(t, Options{})
	var wg sync.WaitGroup
	for w := range 32 {
		wg.Go(func() {
			for i := range 20 {
				if err := s.Update(func(tx *Tx) error {
					return table.Put(tx, uint64(w*100+i), person{"n", "c"})
				}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if err := s.View(func(tx *Tx) error {
		n, err := table.Count(tx)
		if n != 640 {
			t.Errorf("%d records", n)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := s.Update(func(*Tx) error { return nil }); !errors.Is(err, ErrClosed) {
		t.Fatal(err)
	}
}

func TestReadersKeepTheirSnapshot(t *testing.T) {
	t.Parallel()
	table, _ := people()
	s := openTest(t, Options{})
	update(t, s, func(tx *Tx) error { return table.Put(tx, 1, person{"old", "a"}) })
	err := s.View(func(tx *Tx) error {
		update(t, s, func(tx *Tx) error { return table.Put(tx, 1, person{"new", "b"}) })
		p, err := table.Get(tx, 1)
		if p.Name != "old" {
			t.Errorf("snapshot moved: %v", p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Random puts, deletes, failing updates and scans against a map.
func TestAgainstModel(t *testing.T) {
	t.Parallel()
	table, city := people()
	s := openTest(t, Options{})
	rapid.Check(t, func(t *rapid.T) {
		model := map[uint64]person{}
		must := func(err error) {
			if err != nil {
				t.Fatal(err)
			}
		}
		must(s.Update(func(tx *Tx) error {
			for id := range uint64(20) {
				must(table.Delete(tx, id))
			}
			return nil
		}))
		for range rapid.IntRange(1, 12).Draw(t, "updates") {
			next := map[uint64]person{}
			for k, v := range model {
				next[k] = v
			}
			fail := rapid.Bool().Draw(t, "fail")
			err := s.Update(func(tx *Tx) error {
				for range rapid.IntRange(0, 6).Draw(t, "ops") {
					id := rapid.Uint64Range(0, 19).Draw(t, "id")
					if rapid.Bool().Draw(t, "delete") {
						delete(next, id)
						must(table.Delete(tx, id))
						continue
					}
					p := person{rapid.StringMatching(`[a-c]{1,3}`).Draw(t, "name"),
						rapid.SampledFrom([]string{"", "a", "ab", "b"}).Draw(t, "city")}
					next[id] = p
					must(table.Put(tx, id, p))
				}
				if fail {
					return ErrStop
				}
				return nil
			})
			if fail != (err != nil) {
				t.Fatal(err)
			}
			if !fail {
				model = next
			}
		}
		must(s.View(func(tx *Tx) error {
			got := map[uint64]person{}
			must(table.Scan(tx, Range{}, func(k uint64, p person) error { got[k] = p; return nil }))
			if fmt.Sprint(got) != fmt.Sprint(model) {
				t.Fatalf("table %v, model %v", got, model)
			}
			for _, c := range []string{"a", "ab", "b"} {
				var want, have []uint64
				for k, p := range model {
					if p.City == c {
						want = append(want, k)
					}
				}
				slices.Sort(want)
				must(city.Scan(tx, []byte(c+"\x00"), false,
					func(k uint64, _ person) error { have = append(have, k); return nil }))
				if !slices.Equal(have, want) {
					t.Fatalf("city %s: %v, want %v", c, have, want)
				}
			}
			return nil
		}))
	})
	if r, err := s.Check(table); err != nil || len(r.Problems) > 0 {
		t.Fatal(r, err)
	}
}

func TestPrefixAndRange(t *testing.T) {
	t.Parallel()
	table := NewTable("names", StringKeys{}, Bytes{})
	s := openTest(t, Options{})
	names := []string{"a", "ab", "abc", "b", "\xff", "\xff\xff", "\xff\xffz"}
	update(t, s, func(tx *Tx) error {
		for _, n := range names {
			if err := table.Put(tx, n, []byte(n)); err != nil {
				return err
			}
		}
		return nil
	})
	cases := []struct {
		r    Range
		want []string
	}{
		{Range{}, names},
		{Prefix([]byte("ab")), names[1:3]},
		{Prefix([]byte("\xff")), names[4:]},
		{Prefix([]byte("zz")), nil},
		{Range{From: []byte("ab"), To: []byte("b")}, names[1:3]},
		{Range{From: []byte("ab"), To: []byte("b"), Reverse: true}, []string{"abc", "ab"}},
		{Range{From: []byte("b"), Reverse: true}, []string{"\xff\xffz", "\xff\xff", "\xff", "b"}},
	}
	for _, c := range cases {
		var got []string
		err := s.View(func(tx *Tx) error {
			return table.Scan(tx, c.r, func(k string, v []byte) error {
				if !bytes.Equal(v, []byte(k)) {
					t.Errorf("%q holds %q", k, v)
				}
				got = append(got, k)
				return nil
			})
		})
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, %v", c.r, got, err)
		}
	}
}

func TestBackupIsAWholeStore(t *testing.T) {
	t.Parallel()
	table, _ := people()
	s := openTest(t, Options{})
	update(t, s, func(tx *Tx) error { return table.Put(tx, 1, person{"ada", "london"}) })
	copyPath := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(copyPath); err != nil {
		t.Fatal(err)
	}
	update(t, s, func(tx *Tx) error { return table.Delete(tx, 1) })
	c, err := Open(copyPath, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.View(func(tx *Tx) error { _, err := table.Get(tx, 1); return err }); err != nil {
		t.Fatal(err)
	}
	if r, err := c.Check(table); err != nil || len(r.Problems) > 0 {
		t.Fatal(r, err)
	}
}

// Every version opens with this program, step by step and once only; a later one is refused.
func TestUpgrades(t *testing.T) {
	t.Parallel()
	v1 := NewTable("people", Uint64Keys{}, JSON[string]{})
	v2, _ := people()
	var runs []int
	upgrades := []Upgrade{
		func(tx *Tx) error { runs = append(runs, 1); return nil },
		func(tx *Tx) error {
			runs = append(runs, 2)
			names := map[uint64]string{}
			if err := v1.Scan(tx, Range{},
				func(k uint64, name string) error { names[k] = name; return nil }); err != nil {
				return err
			}
			for k, name := range names {
				if err := errors.Join(v1.Delete(tx, k),
					v2.Put(tx, k, person{Name: name, City: "unknown"})); err != nil {
					return err
				}
			}
			return nil
		},
	}
	for have := 0; have <= 2; have++ {
		runs = nil
		path := filepath.Join(t.TempDir(), "store.db")
		s, err := Open(path, Options{Upgrades: upgrades[:have]})
		if err != nil || runs != nil {
			t.Fatal("a fresh store has the newest version", runs, err)
		}
		if have < 2 {
			update(t, s, func(tx *Tx) error { return v1.Put(tx, 1, "ada") })
		}
		s.Close()
		for range 2 {
			if s, err = Open(path, Options{Upgrades: upgrades}); err != nil {
				t.Fatal(err)
			}
			if have < 2 {
				if err := s.View(func(tx *Tx) error {
					p, err := v2.Get(tx, 1)
					if p != (person{"ada", "unknown"}) {
						t.Errorf("version %d became %v", have, p)
					}
					return err
				}); err != nil {
					t.Fatal(err)
				}
			}
			s.Close()
		}
		if want := []int{1, 2}[have:]; !slices.Equal(runs, want) {
			t.Errorf("from %d ran %v", have, runs)
		}
		if have < 2 {
			if _, err := Open(path, Options{Upgrades: upgrades[:have]}); !errors.Is(err, ErrNewer) {
				t.Errorf("newer file: %v", err)
			}
		}
	}
}

func TestFailedUpgradeChangesNothing(t *testing.T) {
	t.Parallel()
	table := NewTable("t", Uint64Keys{}, Bytes{})
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	refuse := func(tx *Tx) error { return errors.Join(table.Put(tx, 1, nil), errors.New("no")) }
	if _, err := Open(path, Options{Upgrades: []Upgrade{refuse}}); err == nil {
		t.Fatal("a failed upgrade must refuse the store")
	}
	if s, err = Open(path, Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.View(func(tx *Tx) error { _, err := table.Get(tx, 1); return err }); !errors.Is(
		err, ErrNotFound) {
		t.Fatal(err)
	}
}

// What a process left that was killed while it made the store is removed by the next one.
func TestUnfinishedStoresAreRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"1", "22"} {
		left := filepath.Join(dir, freshPrefix+name)
		if err := os.Mkdir(left, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(left, "store"), []byte("half"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := Open(filepath.Join(dir, "store.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			t.Error("left behind:", e.Name())
		}
	}
}

// Processes that start on an empty folder at once make one store: one of them has it, the others
// find it taken.
func TestFirstStartsMeet(t *testing.T) {
	t.Parallel()
	for range 20 {
		path := filepath.Join(t.TempDir(), "data", "store.db")
		var wg sync.WaitGroup
		var open atomic.Int32
		for range 6 {
			wg.Go(func() {
				s, err := Open(path, Options{Timeout: 20 * time.Millisecond})
				if err == nil {
					open.Add(1)
					err = s.Close()
				}
				if err != nil && !errors.Is(err, ErrLocked) {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if open.Load() == 0 {
			t.Error("no process got the store")
		}
	}
}
