// Package file writes small files so that a crash leaves the old text or the new one, never a part
// of either.
package file

import (
	"errors"
	"os"
	"path/filepath"
)

// Replace replaces a file in one step, or makes it, readable by its owner alone. Once it has
// returned, the text is on disk.
func Replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // has mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once renamed, as it should
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
