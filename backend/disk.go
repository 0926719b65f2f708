package backend

import (
	"io/fs"
	"path/filepath"

	"bourse/backend/api"
)

// Disk tells how much the store and the local chain take on disk, and how many writes were refused,
// by cause.
func (b *Backend) Disk() api.Disk {
	d := api.Disk{Refused: map[string]uint64{}, Bytes: map[string]int64{
		"store": sizeOf(b.store.Path()), "chain": sizeOf(b.cfg.chainFolder())}}
	for cause, n := range b.store.Refused() {
		d.Refused[string(cause)] = n
	}
	return d
}

// sizeOf is how many bytes a file, or all files of a folder, take. What goes meanwhile does not
// count.
func sizeOf(path string) (n int64) {
	_ = filepath.WalkDir(path, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil
		}
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n
}

// chainFolder is where the local chain keeps its files.
func (c Config) chainFolder() string { return filepath.Join(c.Dir, "chain") }
