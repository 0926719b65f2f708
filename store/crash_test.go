package store

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// child names what a re-executed test binary has to do.
const child = "BOURSE_STORE_CHILD"

// children are what a child can do on a store at a path.
var children = map[string]func(path string){
	"write":      func(path string) { childWrites(path, "") },
	BeforeCommit: func(path string) { childWrites(path, BeforeCommit) },
	AfterCommit:  func(path string) { childWrites(path, AfterCommit) },
	BeforeSwap:   childCompacts(BeforeSwap),
	AfterSwap:    childCompacts(AfterSwap),
	"full":       childFillsDisk,
	"no room":    childHasNoRoom,
}

func TestMain(m *testing.M) {
	what, path, _ := strings.Cut(os.Getenv(child), ":")
	if do := children[what]; do != nil {
		do(path)
		return
	}
	os.Exit(m.Run())
}

// command starts this test binary again as a child.
func command(what, path string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), child+"="+what+":"+path)
	c.Stderr = os.Stderr
	return c
}

// childWrites puts records from several goroutines and prints each id once it is acknowledged,
// until it is killed. With a crash point it prints the point's name and waits there for the kill,
// the third time it gets there.
func childWrites(path, point string) {
	table, _ := notes()
	visits := 0
	hook := func(name string) {
		if name != point {
			return
		}
		if visits++; visits == 3 {
			fmt.Println(name)
			select {}
		}
	}
	s, err := Open(path, Options{Hook: hook})
	if err != nil {
		fmt.Println("open:", err)
		os.Exit(1)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for {
				var id uint64
				err := s.Update(func(tx *Tx) (err error) {
					if id, err = table.NextID(tx); err != nil {
						return err
					}
					return table.Put(tx, id, note(id))
				})
				if err != nil {
					fmt.Println("update:", err)
					os.Exit(1)
				}
				fmt.Println(id)
			}
		})
	}
	wg.Wait()
}

// killAfter runs a writing child on path until stop says so for one of its lines, kills it and
// returns the ids it acknowledged.
func killAfter(t *testing.T, what, path string,
	stop func(line string, n int) bool) (acked []uint64) {
	t.Helper()
	c := command(what, path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	killed := false
	lines := bufio.NewScanner(out)
	// goes on after the kill: what reached the pipe was acknowledged
	for n := 1; lines.Scan(); n++ {
		var id uint64
		if _, err := fmt.Sscan(lines.Text(), &id); err == nil {
			acked = append(acked, id)
		} else if lines.Text() != what {
			t.Errorf("child: %s", lines.Text())
		}
		if !killed && stop(lines.Text(), n) {
			killed = true
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	c.Wait() //nolint:errcheck // it was killed
	return acked
}

// ledger verifies that every acknowledged record is there, whole, and that nothing else is damaged.
func ledger(t *testing.T, path string, acked map[uint64]bool) {
	t.Helper()
	table, _ := notes()
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.View(func(tx *Tx) error {
		for id := range acked {
			if v, err := table.Get(tx, id); err != nil || string(v) != string(note(id)) {
				return fmt.Errorf("acknowledged record %d: %x, %w", id, v, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if rep, err := s.Check(table); err != nil || len(rep.Problems) > 0 {
		t.Fatal(rep, err)
	}
}

func TestKilledWriterLosesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	rounds := 15
	if testing.Short() {
		rounds = 3
	}
	r := rand.New(rand.NewPCG(5, 6))
	acked := map[uint64]bool{}
	for range rounds {
		last := r.IntN(400) + 1
		for _, id := range killAfter(t, "write", path,
			func(_ string, n int) bool { return n >= last }) {
			if acked[id] {
				t.Fatalf("id %d given twice", id)
			}
			acked[id] = true
		}
		ledger(t, path, acked)
	}
}

func TestKilledAtNamedPoints(t *testing.T) {
	t.Parallel()
	for _, point := range []string{BeforeCommit, AfterCommit} {
		path := filepath.Join(t.TempDir(), "store.db")
		acked := map[uint64]bool{}
		for _, id := range killAfter(t, point, path,
			func(line string, _ int) bool { return line == point }) {
			acked[id] = true
		}
		ledger(t, path, acked)
	}
}

func TestSecondProcessIsRefused(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "store.db")
	pid := 0
	c := command("write", path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	pid = c.Process.Pid
	defer c.Wait() //nolint:errcheck // it is killed
	defer c.Process.Kill()
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	_, err = Open(path, Options{Timeout: 300 * time.Millisecond})
	if !errors.Is(err, ErrLocked) ||
		!strings.Contains(err.Error(), fmt.Sprintf("process %d", pid)) {
		t.Fatal(err)
	}
}
