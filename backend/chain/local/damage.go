package local

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// refusals are what a system says where it keeps a process from files that are whole. The words of
// one may be a part of another's: the longer ones come first.
var refusals = []struct {
	number syscall.Errno
	advice string
}{
	{syscall.ENFILE, "too many open files in the whole system: end other programs"},
	{syscall.EMFILE, "too many open files: raise the limit (ulimit -n)"},
	{syscall.ENOSPC, "its disk is full: make room"},
	{syscall.EACCES, "this user may not use its files: see whose they are"},
	{syscall.EROFS, "its disk takes no writes: name a folder on another one with --data"},
}

// refused says what to do about an error of the system; nil for any other. Some errors of the
// library have the words of the system's alone.
func refused(err error) error {
	for _, r := range refusals {
		if errors.Is(err, r.number) || strings.Contains(err.Error(), r.number.Error()) {
			return fmt.Errorf("%s: %w", r.advice, err)
		}
	}
	return nil
}

// advised is an error with what to do about it, where the system is its cause.
func advised(err error) error {
	if by := refused(err); by != nil {
		return by
	}
	return err
}

// damaged says what to do about files that the node can't make sense of.
func damaged(err error) error {
	if by := refused(err); by != nil {
		return by
	}
	return fmt.Errorf("its files are damaged, restore a backup of the data folder or move the "+
		"chain's folder away to begin a new chain: %w", err)
}

// lacks is the error where a part of the chain is not found, of which the node may say why. It
// takes what it can't open for missing: a process that can open nothing more has lost nothing.
func (c *Chain) lacks(part string, why error) error {
	f, err := os.Open(c.dir)
	if err == nil {
		f.Close()
	}
	for _, e := range []error{why, err} {
		if e != nil && refused(e) != nil {
			return fmt.Errorf("the local chain can't read %s: %w", part, refused(e))
		}
	}
	err = fmt.Errorf("the local chain lacks %s: its folder is damaged; restore a backup or move "+
		"the folder away", part)
	if why != nil {
		err = fmt.Errorf("%w: %w", err, why)
	}
	return err
}
