package commands

import (
	"bufio"
	"context"
	"io"
)

// lines reads a line at a time, for one reader. What is typed while nobody waits any more is there
// for whoever asks next.
type lines struct {
	in      *bufio.Reader
	pending chan read // nil while nothing is read
}

type read struct {
	line string
	err  error
}

// back has a line read once more.
func (l *lines) back(line string) {
	came := make(chan read, 1)
	came <- read{line, nil}
	l.pending = came
}

func newLines(in io.Reader) *lines { return &lines{in: bufio.NewReader(in)} }

// next reads a line; the last one needs no end.
func (l *lines) next(ctx context.Context) (string, error) {
	if l.pending == nil {
		came := make(chan read, 1)
		l.pending = came
		go func() {
			line, err := l.in.ReadString('\n')
			if line != "" {
				err = nil
			}
			came <- read{line, err}
		}()
	}
	select {
	case r := <-l.pending:
		l.pending = nil
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
