//go:build unix

package file_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"bourse/store/file"
)

// A file is read whole or not at all, and what is none is not waited for.
func TestRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pipe, short, long := filepath.Join(dir, "pipe"), filepath.Join(dir, "short"),
		filepath.Join(dir, "long")
	for path, size := range map[string]int64{short: file.Small, long: file.Small + 1} {
		err := os.WriteFile(path, nil, 0o600)
		if err == nil {
			err = os.Truncate(path, size)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := file.Read(short, file.Small); err != nil || len(text) != file.Small {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	for path, want := range map[string]string{
		long: long + " has more than 1 MiB", pipe: pipe + " is a pipe or a device, not a file",
		"/dev/zero": "/dev/zero is a pipe or a device, not a file"} {
		text, err := file.Read(path, file.Small)
		if !errors.Is(err, file.ErrNotSmall) || err.Error() != want || text != nil {
			t.Errorf("%s: %d bytes, %v", path, len(text), err)
		}
	}
	if _, err := file.Read(filepath.Join(dir, "none"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	if _, err := file.Read(dir, 1); err == nil || errors.Is(err, file.ErrNotSmall) {
		t.Errorf("a folder: %v", err)
	}
}
