//go:build unix

package file

import (
	"errors"
	"io"
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

// Hold takes the lock of a name for as long as a process does something that no second one may do
// beside it, and writes into the file who that is. Where somebody else has it, a *HeldError says
// who.
func Hold(path, who string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		by, _ := io.ReadAll(f)
		err = &HeldError{By: string(by)}
	}
	if err == nil {
		err = sign(f, who)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return func() { f.Close() }, nil // which gives it back
}
