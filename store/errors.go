package store

import (
	"errors"
	"fmt"
)

// Sentinels for errors.Is. The errors returned wrap them with a sentence that says what is wrong
// and what to do.
var (
	// ErrCorrupt: bytes on disk are not what was written.
	ErrCorrupt = errors.New("storage corrupt")
	// ErrUnavailable: the store can't write now; nothing of the refused change was kept.
	ErrUnavailable = errors.New("store unavailable")
	// ErrNotFound: no record under this key.
	ErrNotFound = errors.New("record not found")
	// ErrLocked: another process holds the store.
	ErrLocked = errors.New("store in use")
	// ErrNewer: the file was written by a later version of the program.
	ErrNewer = errors.New("store is newer than this program")
	// ErrClosed: the store was closed.
	ErrClosed = errors.New("store closed")
	// ErrPanic: the function given to Update or View panicked; its changes were undone.
	ErrPanic = errors.New("panic in a store transaction")
)

// ErrStop, returned by the function given to a Scan, ends it early without an error.
var ErrStop error = stop{}

type stop struct{}

func (stop) Error() string { return "stop" }

// corrupt names the place and the damage.
func corrupt(where, format string, args ...any) error {
	return fmt.Errorf("%w: %s: %s", ErrCorrupt, where, fmt.Sprintf(format, args...))
}

// unavailable says why a write was refused; the cause stays reachable for errors.Is.
func unavailable(what string, cause error) error {
	return fmt.Errorf("%w: %s: %w", ErrUnavailable, what, cause)
}
