package store

import (
	"bufio"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A backup is taken of a store that nobody holds, and of one that another process holds, which goes
// on writing.
func TestBackupFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "store")
	c := command("write", path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	if _, err := lines.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if _, err := CheckFile(path, 0); !errors.Is(err, ErrLocked) {
		t.Errorf("a store in use is checked: %v", err)
	}
	beside := filepath.Join(dir, "beside")
	if err := BackupFile(path, beside); err != nil {
		t.Fatal(err)
	}
	seen := 0
	look := func(s *Store) error {
		r, err := s.Check()
		seen = r.Records
		return err
	}
	if err := Look(path, look); err != nil || seen == 0 {
		t.Errorf("%d records are seen of a store in use: %v", seen, err)
	}
	if err := BackupFile(path, beside); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a file that is there is written over: %v", err)
	}
	if _, err := lines.ReadString('\n'); err != nil {
		t.Errorf("the process that holds the store stopped: %v", err)
	}
	c.Process.Kill()
	c.Wait() //nolint:errcheck // it was killed
	after := filepath.Join(dir, "after")
	if err := BackupFile(path, after); err != nil {
		t.Fatal(err)
	}
	records := 0
	for _, file := range []string{beside, after, path} {
		r, err := CheckFile(file, 0)
		if err != nil || len(r.Problems) > 0 || r.Records < max(1, records) {
			t.Errorf("%s: %+v, %v; want at least %d records", file, r, err, records)
		}
		records = r.Records
	}
	for _, none := range []string{filepath.Join(dir, "none"), ""} {
		if _, err := CheckFile(none, 0); !os.IsNotExist(errors.Unwrap(err)) {
			t.Errorf("check of %q: %v", none, err)
		}
	}
}

// A store whose folder is removed or replaced under it takes no more writes, and says so.
func TestLostFile(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(dir, path string) error{
		"removed": func(dir, _ string) error { return os.RemoveAll(dir) },
		"renamed": func(dir, _ string) error { return os.Rename(dir, dir+".old") },
		"replaced": func(_, path string) error {
			return errors.Join(os.Rename(path, path+".old"),
				os.WriteFile(path, []byte("other"), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			path := filepath.Join(dir, "store")
			s, err := Open(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			table := NewTable("numbers", Uint64Keys{}, JSON[uint64]{})
			put := func() error {
				return s.Update(
					func(tx *Tx) error { return table.Put(tx, 1, 1) })
			}
			if err := put(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- s.Watch(context.Background()) }()
			if err := lose(dir, path); err != nil {
				t.Fatal(err)
			}
			if err := put(); !errors.Is(err, ErrLost) || !errors.Is(err, ErrUnavailable) {
				t.Errorf("a write to a lost file: %v", err)
			}
			if err := <-ended; !errors.Is(err, ErrLost) || !strings.Contains(err.Error(), path) {
				t.Errorf("the watch ends with %v", err)
			}
		})
	}
}
