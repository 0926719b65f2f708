//go:build linux || darwin

package local

import "syscall"

// freeSpace returns how many bytes the disk that holds a folder has left.
func freeSpace(dir string) (uint64, error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, err
	}
	return s.Bavail * uint64(s.Bsize), nil
}
