//go:build unix

package store

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// childFillsDisk lowers the limit of its own file size until writes fail, checks what a full disk
// must leave working, raises the limit again and checks that writes work without reopening. It
// prints ok.
func childFillsDisk(path string) {
	if err := withFileLimit(path); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("ok")
}

// withFileLimit is fillDisk against a limit that any process may set for itself.
func withFileLimit(path string) error {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		return err
	}
	small := limit
	small.Cur = 18 << 20 // the engine grows files by 16 MiB
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small); err != nil {
		return err
	}
	return fillDisk(path, func() error { return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit) })
}

// fillDisk writes until the disk is full, checks what must go on working, makes room and checks
// that writes work without reopening.
func fillDisk(path string, makeRoom func() error) error {
	table := NewTable("blobs", Uint64Keys{}, Bytes{})
	s, err := Open(path, Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	put := func(i int) error {
		return s.Update(func(tx *Tx) error {
			return table.Put(tx, uint64(i), make([]byte, 100_000))
		})
	}
	count := func() (n int, err error) {
		err = s.View(func(tx *Tx) error {
			return table.Scan(tx, Range{}, func(uint64, []byte) error { n++; return nil })
		})
		return n, err
	}
	stored := 0
	for ; stored < 1000; stored++ {
		if err = put(stored); err != nil {
			break
		}
	}
	if !errors.Is(err, ErrUnavailable) || s.Health() == nil || stored < 10 {
		return fmt.Errorf("full disk after %d records: %v, health %v", stored, err, s.Health())
	}
	for range 3 {
		if err := put(stored); !errors.Is(err, ErrUnavailable) {
			return fmt.Errorf("a full disk accepted a write: %v", err)
		}
	}
	if n, err := count(); n != stored || err != nil {
		return fmt.Errorf("full disk shows %d of %d records: %v", n, stored, err)
	}
	if err := makeRoom(); err != nil {
		return err
	}
	if err := put(stored); err != nil || s.Health() != nil {
		return fmt.Errorf("room again, but %v, health %v", err, s.Health())
	}
	if n, err := count(); n != stored+1 || err != nil {
		return fmt.Errorf("%d of %d records: %v", n, stored+1, err)
	}
	r, err := s.Check(table)
	if err != nil || len(r.Problems) > 0 {
		return fmt.Errorf("check: %v, %v", r, err)
	}
	return nil
}

func TestFullDisk(t *testing.T) {
	t.Parallel()
	out, err := command("full", filepath.Join(t.TempDir(), "store.db")).Output()
	if err != nil || strings.TrimSpace(string(out)) != "ok" {
		t.Fatalf("%s, %v", out, err)
	}
}

// A small file system of its own gives the error that a real disk gives in the middle of a write.
// Only root can mount one.
func TestFullFileSystem(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs",
		dir).CombinedOutput(); err != nil {
		t.Skipf("no file system to fill: %s", out)
	}
	defer exec.Command("umount", "-l",
		dir).Run() //nolint:errcheck // the machine's temporary folder is all it could leave
	filler := filepath.Join(dir, "filler")
	if err := os.WriteFile(filler, make([]byte, 3<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := fillDisk(filepath.Join(dir, "store.db"),
		func() error { return os.Remove(filler) }); err != nil {
		t.Fatal(err)
	}
}
