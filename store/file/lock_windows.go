package file

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock waits until nobody else has the lock of a name, in this process or another one, and takes
// it. The file stays there, empty.
func Lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	h, at := windows.Handle(f.Fd()), new(windows.Overlapped)
	if err := windows.LockFileEx(h, windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, at); err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil // which gives it back
}

// farOff is a byte that no file has: what is locked can't be read by others there.
const farOff = 0x7fffffff

// tryLock takes the lock of a file that nobody else has.
func tryLock(f *os.File) error {
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0,
		&windows.Overlapped{OffsetHigh: farOff})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return errHeld
	}
	return err
}
