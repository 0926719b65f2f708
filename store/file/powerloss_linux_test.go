package file_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"bourse/store/faultfs"
	"bourse/store/file"
)

// A power cut at any moment after a file was said to be written leaves it, whole and under its
// name; and where the disk can't flush, nothing is said to be written.
func TestPowerLoss(t *testing.T) {
	t.Parallel()
	writers := map[string]func(path string, data []byte) error{
		"Replace": file.Replace, "Create": file.Create}
	for name, write := range writers {
		var refused atomic.Value // kind of the operations that fail
		refused.Store(faultfs.Write)
		mount := t.TempDir()
		f, err := faultfs.Mount(t.TempDir(), mount, func(op faultfs.Op) (v faultfs.Verdict) {
			if refuse := refused.Load(); refuse != faultfs.Write && op.Kind == refuse {
				v.Errno = syscall.EIO
			}
			return v
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := write(filepath.Join(mount, "key"), []byte("secret")); err != nil {
			t.Fatal(err)
		}
		log := f.Log()
		if !faultfs.Named(log, "key") {
			t.Errorf("%s: a power cut takes the file's name: %+v", name, log)
		}
		written := "key"
		for _, op := range log {
			if op.Kind == faultfs.Write {
				written = op.Name // before it was renamed
			}
		}
		left := faultfs.PowerCut(log, written, faultfs.LoseAll, rand.New(rand.NewPCG(1, 1)))
		if text, _ := left.Bytes(); string(text) != "secret" {
			t.Errorf("%s: a power cut leaves %q", name, text)
		}
		for _, refuse := range []faultfs.Kind{faultfs.Sync, faultfs.SyncFolder} {
			refused.Store(refuse)
			if err := write(filepath.Join(mount, "other"), []byte("secret")); err == nil {
				t.Errorf("%s answers success though flushing failed", name)
			}
		}
		entries, err := os.ReadDir(mount)
		if err != nil {
			t.Error(err)
		}
		for _, e := range entries {
			if strings.HasPrefix(e.Name(), ".new-") || name == "Create" && e.Name() == "other" {
				t.Errorf("%s leaves %s", name, e.Name())
			}
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}
