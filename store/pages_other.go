//go:build !linux

package store

// unmapPages does nothing where the system has no way, or another one, to take pages back.
func unmapPages(uintptr, uintptr) {}
