package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// ErrLost: the file of the store was removed or replaced while it was open, so what is written to
// it would be lost.
var ErrLost = errors.New("store lost")

// Watch returns ErrLost once the store's path does not lead to the open file any more, nil when ctx
// ends before.
func (s *Store) Watch(ctx context.Context) error {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		if err := s.present(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// present proves that the open file is the one that the next process will find.
func (s *Store) present() error {
	open, err := s.file.Stat()
	if err != nil {
		return nil // it is being closed
	}
	now, err := os.Stat(s.path)
	if os.IsNotExist(err) || err == nil && !os.SameFile(open, now) {
		return fmt.Errorf("%w: %s was removed or replaced while it was in use: stop this "+
			"program, and start it again on the folder that is to be kept", ErrLost, s.path)
	}
	return nil
}
