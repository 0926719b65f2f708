package store

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
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

// Cause is why writes are refused, in words for whoever asked: they name no file.
type Cause string

// The causes.
const (
	NoSpace     Cause = "no space left on device"
	FailedWrite Cause = "a write to the disk failed"
	FailedFlush Cause = "the disk refused a flush"
	Damaged     Cause = "damage was found"
	Gone        Cause = "its file was removed or replaced"
)

// refusal is an ErrUnavailable with its cause and all that whoever operates the store needs.
type refusal struct {
	cause Cause
	error
}

func (r *refusal) Unwrap() error { return r.error }

// unavailable says why a write was refused, and what to do; the error itself stays reachable for
// errors.Is.
func unavailable(c Cause, do string, err error) error {
	return &refusal{c, fmt.Errorf("%w: %s: %s: %w", ErrUnavailable, c, do, err)}
}

// causeOf is why a write was refused, "" for any other error.
func causeOf(err error) Cause {
	var r *refusal
	if errors.As(err, &r) {
		return r.cause
	}
	return ""
}

// Why is the cause of a refused write as a remark in a sentence, " (no space left on device)"; ""
// for any other error.
func Why(err error) string {
	if c := causeOf(err); c != "" {
		return " (" + string(c) + ")"
	}
	return ""
}

// full tells whether an error is of a disk without room, for all or for this user. Where a file
// could not grow, the engine hands on the words of the system's error alone.
func full(err error) bool {
	for _, no := range []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG} {
		if errors.Is(err, no) || strings.Contains(err.Error(), no.Error()) {
			return true
		}
	}
	return false
}
