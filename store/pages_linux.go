package store

import "syscall"

// unmapPages drops the pages of a shared file mapping from this process's memory. Their contents
// are the file's and stay what they are.
func unmapPages(start, size uintptr) {
	syscall.Syscall(syscall.SYS_MADVISE, start, size,
		syscall.MADV_DONTNEED) //nolint:errcheck // advice that may be ignored
}
