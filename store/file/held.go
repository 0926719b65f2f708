package file

import (
	"errors"
	"io"
	"os"
)

// HeldError is the error where somebody else holds a name.
type HeldError struct{ By string }

func (e *HeldError) Error() string { return "held by " + e.By }

// errHeld says that somebody else has a lock.
var errHeld = errors.New("held")

// Hold takes the lock of a name for as long as a process does something that no second one may do
// beside it, and writes into the file who that is. Where somebody else has it, a *HeldError says
// who.
func Hold(path, who string) (release func(), err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = tryLock(f)
	if errors.Is(err, errHeld) {
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

// sign writes into a file who holds it.
func sign(f *os.File, who string) error {
	if err := f.Truncate(0); err != nil {
		return err
	}
	_, err := f.WriteAt([]byte(who), 0)
	return err
}
