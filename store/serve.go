package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"time"
)

// BackupFile writes a copy of a store, as of one moment, to a file that is not there yet. If
// another process holds the store, that one is asked to write it, and goes on working meanwhile.
func BackupFile(path, to string) error {
	to, err := filepath.Abs(to)
	if err != nil {
		return fmt.Errorf("backup store: %w", err)
	}
	s, err := openReadOnly(path)
	if errors.Is(err, ErrLocked) {
		return ask(path, to)
	}
	if err != nil {
		return err
	}
	return errors.Join(s.Backup(to), s.Close())
}

// Look reads a store as it is at the moment, also while another process holds it.
func Look(path string, see func(*Store) error) error {
	s, err := openReadOnly(path)
	if errors.Is(err, ErrLocked) {
		folder, failed := os.MkdirTemp("", "bourse-store-")
		if failed != nil {
			return failed
		}
		defer os.RemoveAll(folder)
		copied := filepath.Join(folder, "store")
		if err := ask(path, copied); err != nil {
			return err
		}
		s, err = openReadOnly(copied)
	}
	if err != nil {
		return err
	}
	return errors.Join(see(s), s.Close())
}

// The process that holds a store takes requests for backups on a socket beside it: the file to
// write, answered by done or by what went wrong.
const (
	done       = "done"
	maxRequest = 4096
	patience   = 5 * time.Second // for a request that was begun
)

func socketPath(path string) string { return path + ".sock" }

// listen begins to take requests. A place where no socket can be made, as under a very long path,
// is no reason not to open the store.
func (s *Store) listen() {
	os.Remove(socketPath(s.path)) // of a process that was killed
	l, err := net.Listen("unix", socketPath(s.path))
	if err != nil {
		return
	}
	if err := os.Chmod(socketPath(s.path), 0o600); err != nil {
		l.Close()
		return
	}
	context.AfterFunc(s.stopping, func() { l.Close() })
	s.serving.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.answer(c)
		}
	})
}

// answer serves one request.
func (s *Store) answer(c net.Conn) {
	defer c.Close()
	stop := context.AfterFunc(s.stopping, func() { c.Close() })
	defer stop()
	if err := c.SetReadDeadline(time.Now().Add(patience)); err != nil {
		return
	}
	to, err := io.ReadAll(io.LimitReader(c, maxRequest))
	if err != nil {
		return
	}
	reply := done
	if err := s.Backup(string(to)); err != nil {
		reply = err.Error()
	}
	io.WriteString(c, reply) //nolint:errcheck // who does not wait for the answer gets none
}

// ask has the process that holds a store write a backup.
func ask(path, to string) error {
	c, err := net.Dial("unix", socketPath(path))
	if err != nil {
		return fmt.Errorf("%w: %s is held by %s, which takes no requests; stop it and try again",
			ErrLocked, path, holder(path))
	}
	defer c.Close()
	_, err = io.WriteString(c, to)
	if half, ok := c.(*net.UnixConn); ok {
		err = errors.Join(err, half.CloseWrite())
	}
	var reply []byte
	if err == nil {
		reply, err = io.ReadAll(c)
	}
	switch {
	case err != nil:
		return fmt.Errorf("backup store: %s did not answer: %w", holder(path), err)
	case len(reply) == 0:
		return fmt.Errorf("backup store: %s ended before the backup was written; try again",
			holder(path))
	case string(reply) != done:
		return fmt.Errorf("%s: %s", holder(path), reply)
	}
	return nil
}
