package file

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// Replace replaces a file in one step, or makes it, readable by its owner alone. Once it has
// returned, text and name are on disk.
func Replace(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // has mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once renamed, as it should
	if err := finish(f, data); err != nil {
		return err
	}
	return place(f, path)
}

// Create makes a file that was not there before, readable by its owner alone; os.ErrExist where it
// was. Once it has returned, text and name are on disk. What cannot be written whole is removed.
func Create(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	err = finish(f, data)
	if err == nil {
		err = SyncFolder(filepath.Dir(path))
	}
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// ReplaceBy is Replace for a large file, which fill writes. It must have one writer at a time: what
// is being written is beside it, with .new to its name, also after a crash.
func ReplaceBy(path string, fill func(w io.Writer) error) error {
	f, err := os.OpenFile(path+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once renamed, as it should
	if err := finishBy(f, fill); err != nil {
		return err
	}
	return place(f, path)
}

// place gives a file that is finished its name.
func place(f *os.File, path string) error {
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return SyncFolder(filepath.Dir(path))
}

// finish writes a file, flushes and closes it.
func finish(f *os.File, data []byte) error {
	return finishBy(f, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

func finishBy(f *os.File, fill func(w io.Writer) error) error {
	w := bufio.NewWriter(f)
	err := fill(w)
	if err == nil {
		err = w.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// SyncFolder puts a folder's entries on disk.
func SyncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // folders can't be flushed there; the file system orders its entries itself
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
