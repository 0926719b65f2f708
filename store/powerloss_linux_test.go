package store

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	bolt "go.etcd.io/bbolt"

	"bourse/store/faultfs"
)

// The ledger of acknowledged ids is written through the same file system, so that its log says what
// had been written and flushed at each acknowledgement.
const (
	acksName  = "acks"
	faultRows = 120 // updates of a child
)

func init() {
	children["faulty"] = func(path string) { childOnFaults(path, nil) }
	children["nosync"] = func(path string) {
		childOnFaults(path, func(o *bolt.Options) { o.NoSync = true })
	}
}

// childOnFaults puts records and prints what became of each update; those that were acknowledged it
// appends to the ledger.
func childOnFaults(path string, tune func(*bolt.Options)) {
	table, _ := notes()
	acks, err := os.OpenFile(filepath.Join(filepath.Dir(path), acksName),
		os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		fmt.Println("open:", err)
		os.Exit(1)
	}
	s, err := Open(path, Options{tune: tune})
	if err != nil {
		fmt.Println("open:", err)
		os.Exit(1)
	}
	var mu sync.Mutex
	offset := int64(0)
	ack := func(id uint64) {
		mu.Lock()
		defer mu.Unlock()
		if _, err := acks.WriteAt(binary.BigEndian.AppendUint64(nil, id), offset); err != nil {
			fmt.Println("ledger:", err)
			os.Exit(1)
		}
		offset += 8
	}
	ack(0) // the store is open
	// healed is one more than what was taken before the last refusal that left the store healthy:
	// somebody's success must have come after it
	var given, taken, healed atomic.Uint64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for id := given.Add(1); id <= faultRows; id = given.Add(1) {
				before := taken.Load()
				err := s.Update(func(tx *Tx) error { return table.Put(tx, id, note(id)) })
				switch {
				case err == nil:
					taken.Add(1)
					ack(id)
				case errors.Is(err, ErrUnavailable):
					if s.Health() == nil {
						healed.Store(before + 1)
					}
					fmt.Println("refused")
				default:
					fmt.Println("update:", err)
				}
			}
		})
	}
	wg.Wait()
	if taken.Load() < healed.Load() {
		fmt.Println("healthy after a refusal without a success")
	}
	s.Close()
	os.Exit(0)
}

// onFaults runs a child on a file system of faults and returns the log and what the child printed.
func onFaults(t *testing.T, what string,
	judge func(op faultfs.Op) faultfs.Verdict) (root string, log []faultfs.Op, lines []string) {
	t.Helper()
	root, mount := t.TempDir(), t.TempDir()
	f, err := faultfs.Mount(root, mount, judge)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	c := command(what, filepath.Join(mount, "store.db"))
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for s := bufio.NewScanner(out); s.Scan(); {
		lines = append(lines, s.Text())
	}
	if err := c.Wait(); err != nil {
		t.Fatal(err, lines)
	}
	return root, f.Log(), lines
}

// acknowledged reads the ledger in a log.
func acknowledged(op faultfs.Op) (id uint64, ok bool) {
	if op.Kind != faultfs.Write || op.Name != acksName {
		return 0, false
	}
	return binary.BigEndian.Uint64(op.Data), true
}

// cutEverywhere opens what a power cut would leave at each moment of a log and returns the first
// thing that an acknowledgement had promised and that is not there.
func cutEverywhere(t *testing.T, log []faultfs.Op, step int) error {
	t.Helper()
	name, open := "", false
	for _, op := range log {
		if op.Kind == faultfs.Write && strings.HasSuffix(op.Name, "/store") {
			name = op.Name // it was made under a temporary name
		}
	}
	r := rand.New(rand.NewPCG(7, 8))
	path, acked, cuts := filepath.Join(t.TempDir(), "store.db"), map[uint64]bool{}, 0
	for n, op := range log {
		if id, ok := acknowledged(op); ok {
			open = true
			acked[id] = id != 0
		}
		if !open || n%step != 0 {
			continue
		}
		for loss := range faultfs.LossCount {
			cuts++
			data, size := faultfs.PowerCut(log[:n+1], name, loss, r).Bytes()
			err := os.WriteFile(path, data, 0o600)
			if err == nil {
				err = os.Truncate(path, size)
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := promised(path, acked); err != nil {
				return fmt.Errorf("power cut after operation %d of %d, loss %d: %w", n, len(log),
					loss, err)
			}
		}
	}
	t.Logf("%d power cuts in a log of %d operations, %d records acknowledged", cuts, len(log),
		len(acked)-1)
	if len(acked) < faultRows/2 || cuts < 4*len(log)/step/2 {
		return errors.New("too little was acknowledged to prove anything")
	}
	return nil
}

// promised opens a store and reads what was acknowledged.
func promised(path string, acked map[uint64]bool) error {
	table, _ := notes()
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	err = s.View(func(tx *Tx) error {
		for id, yes := range acked {
			if !yes {
				continue
			}
			if v, err := table.Get(tx, id); err != nil || string(v) != string(note(id)) {
				return fmt.Errorf("acknowledged record %d: %x, %w", id, v, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if rep, err := s.Check(table); err != nil || len(rep.Problems) > 0 {
		return errors.Join(append(rep.Problems, err)...)
	}
	return nil
}

// A power cut at any moment, whatever it takes of what was not flushed, leaves a store that opens
// and has every acknowledged record.
func TestPowerLoss(t *testing.T) {
	t.Parallel()
	_, log, lines := onFaults(t, "faulty", nil)
	if len(lines) > 0 {
		t.Fatal(lines)
	}
	step := 1
	if testing.Short() {
		step = 7
	}
	if err := cutEverywhere(t, log, step); err != nil {
		t.Fatal(err)
	}
}

// The same cuts find a store that does not flush, or whose flushes the disk swallows: without this
// the test above would prove nothing.
func TestPowerLossFindsMissingFlushes(t *testing.T) {
	t.Parallel()
	_, log, _ := onFaults(t, "nosync", nil)
	if err := cutEverywhere(t, log, 1); err == nil {
		t.Error("a store without flushes passes")
	}
	_, log, _ = onFaults(t, "faulty", func(op faultfs.Op) faultfs.Verdict {
		return faultfs.Verdict{Drop: op.Kind == faultfs.Sync}
	})
	if err := cutEverywhere(t, log, 1); err == nil {
		t.Error("a disk that swallows flushes goes unnoticed")
	}
}

// onStore gives a verdict on the nth operation of a kind on the store, once it is open.
func onStore(kind faultfs.Kind, verdict func(n int) faultfs.Verdict) func(
	op faultfs.Op) faultfs.Verdict {
	open, n := false, 0
	return func(op faultfs.Op) faultfs.Verdict {
		if _, ok := acknowledged(op); ok {
			open = true
		}
		// Header pages are written last and always mapped. A mapping here sees what a refused
		// write of them brought, which that of a disk does not.
		if !open || op.Kind != kind || kind == faultfs.Write &&
			op.Offset < 2*int64(os.Getpagesize()) || !strings.HasSuffix(op.Name, "/store") {
			return faultfs.Verdict{}
		}
		n++
		return verdict(n)
	}
}

// kept proves after a run with faults that every acknowledged record is on the disk.
func kept(t *testing.T, root string, log []faultfs.Op) (acked int) {
	t.Helper()
	ids := map[uint64]bool{}
	for _, op := range log {
		if id, ok := acknowledged(op); ok {
			ids[id] = id != 0
		}
	}
	if err := promised(filepath.Join(root, "store.db"), ids); err != nil {
		t.Fatal(err)
	}
	return len(ids) - 1
}

// A flush that fails once, or for ever, is followed by no acknowledgement: the kernel no longer
// tells which pages reached the disk.
func TestFailedFlush(t *testing.T) {
	t.Parallel()
	for name, fails := range map[string]func(n int) bool{
		"once": func(n int) bool { return n == 9 }, "forever": func(n int) bool { return n >= 9 },
	} {
		failed, later := false, 0
		root, log, lines := onFaults(t, "faulty", onStore(faultfs.Sync,
			func(n int) (v faultfs.Verdict) {
				if fails(n) {
					failed, v.Errno = true, syscall.EIO
				}
				if n > 9 {
					later++
				}
				return v
			}))
		acked := kept(t, root, log)
		if refused := strings.Count(strings.Join(lines, "\n"), "refused"); !failed ||
			refused == 0 || acked+refused != faultRows || refused != len(lines) {
			t.Errorf("%s: %d acknowledged, %d refused, child: %q", name, acked, refused, lines)
		}
		// The flush that follows the growth of the file may be tried again: no record hangs on it.
		if name == "forever" && later > 1 {
			t.Errorf("the store wrote on, with %d flushes", later)
		}
	}
}

// Writes that fail or are taken in part lose nothing, and writing goes on after them without a
// restart.
func TestFailedAndShortWrites(t *testing.T) {
	t.Parallel()
	for name, verdict := range map[string]func(n int) faultfs.Verdict{
		"EIO":    func(int) faultfs.Verdict { return faultfs.Verdict{Errno: syscall.EIO} },
		"ENOSPC": func(int) faultfs.Verdict { return faultfs.Verdict{Errno: syscall.ENOSPC} },
		"short":  func(n int) faultfs.Verdict { return faultfs.Verdict{Short: 100 * n} },
	} {
		root, log, lines := onFaults(t, "faulty", onStore(faultfs.Write,
			func(n int) faultfs.Verdict {
				if n%7 == 0 {
					return verdict(n)
				}
				return faultfs.Verdict{}
			}))
		acked := kept(t, root, log)
		refused := strings.Count(strings.Join(lines, "\n"), "refused")
		if acked+refused != faultRows || refused != len(lines) || acked < faultRows/4 ||
			refused == 0 && name != "short" || refused > 0 && name == "short" {
			t.Errorf("%s: %d acknowledged, %d refused, child: %q", name, acked, refused, lines)
		}
	}
}
