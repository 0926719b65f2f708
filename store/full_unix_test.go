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
	for _, says := range []string{"no space left on device: make room on the disk that holds " +
		filepath.Dir(path), "writing goes on by itself"} {
		if !strings.Contains(err.Error(), says) || !strings.Contains(s.Health().Error(), says) {
			return fmt.Errorf("a full disk says %q, want %q", err, says)
		}
	}
	if why := Why(err); why != " (no space left on device)" {
		return fmt.Errorf("to a client a full disk says %q", why)
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
	if refused := s.Refused(); len(refused) != 1 || refused[NoSpace] != 4 {
		return fmt.Errorf("%v writes are counted as refused, not 4 for lack of room", refused)
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

// TestBackupToFullDisk: what cannot be written is named as it was to be called, with what to do; a
// file that it is written to first is nobody's concern.
func TestBackupToFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs",
		dir).CombinedOutput(); err != nil {
		t.Skipf("no file system to fill: %s", out)
	}
	defer exec.Command("umount", "-l",
		dir).Run() //nolint:errcheck // the machine's temporary folder is all it could leave
	table := NewTable("blobs", Uint64Keys{}, Bytes{})
	s, err := Open(filepath.Join(t.TempDir(), "store.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Update(func(tx *Tx) error {
		return table.Put(tx, 1, make([]byte, 200_000))
	}); err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(dir, "monday.db")
	for path, says := range map[string]string{
		to: "backup store to " + to + ": no space left on device: make room on the disk that " +
			"holds " + dir,
		filepath.Join(dir, "nowhere", "monday.db"): "backup store to " +
			filepath.Join(dir, "nowhere", "monday.db") + ": no such file or directory",
	} {
		err := s.Backup(path)
		if err == nil || !strings.HasPrefix(err.Error(), says) ||
			strings.Contains(err.Error(), ".backup-") {
			t.Errorf("it says %v, want %q", err, says)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%v is left: %v", left, err)
	}
}

// childHasNoRoom opens a store where no file of more than a page can be written, and prints ok.
func childHasNoRoom(path string) {
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit)
	if limit.Cur = 4096; err == nil {
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit)
	}
	var s *Store
	if err == nil {
		s, err = Open(path, Options{})
	}
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("ok")
}

// A disk without room for a smaller copy is no reason not to start.
func TestStartsWithoutRoomToCompact(t *testing.T) {
	t.Parallel()
	path, left := holes(t)
	before, _ := os.Stat(path)
	if out, err := command("no room", path).Output(); err != nil || string(out) != "ok\n" {
		t.Fatalf("%s%v", out, err)
	}
	if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
		t.Error("another file is there", err)
	}
	ledger(t, path, left)
}
