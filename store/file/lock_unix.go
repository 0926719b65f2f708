//go:build unix

package file

import (
	"errors"
	"os"
	"syscall"
)

// Lock waits until nobody else has the lock of a name, in this process or another one, and takes
// it. The file stays there, empty.
func Lock(path string) (unlock func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		switch err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err {
		case nil:
			return func() { f.Close() }, nil // which gives it back
		case syscall.EINTR:
		default:
			f.Close()
			return nil, err
		}
	}
}

// tryLock takes the lock of a file that nobody else has.
func tryLock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return errHeld
	}
	return err
}
