package file_test

import (
	"os"
	"path/filepath"
	"testing"

	"bourse/store/file"
)

func TestReplace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "name")
	for _, text := range []string{"a long first text", "short"} {
		if err := file.Replace(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("the file holds %q, %v; want %q", got, err, text)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("the file is %v, %v", info.Mode(), err)
		}
	}
	// A name that is a folder cannot be replaced: what is there stays, and nothing is left beside
	// it.
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := file.Replace(filepath.Join(dir, "folder"), nil); err == nil {
		t.Error("a folder was replaced by a file")
	}
	if err := file.Replace(filepath.Join(dir, "nowhere", "name"), nil); err == nil {
		t.Error("a file was written into a folder that does not exist")
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 2 {
		t.Errorf("the folder holds %v, %v", list, err)
	}
}
