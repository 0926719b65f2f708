package commands

import (
	"bufio"
	"context"
	"io"
)

// lines reads a line at a time.
type lines struct{ in *bufio.Reader }

func newLines(in io.Reader) lines { return lines{bufio.NewReader(in)} }

// next reads a line; the last one needs no end. The reading goes on where ctx ends: nobody may read
// after that.
func (l lines) next(ctx context.Context) (string, error) {
	type read struct {
		line string
		err  error
	}
	came := make(chan read, 1)
	go func() {
		line, err := l.in.ReadString('\n')
		if line != "" {
			err = nil
		}
		came <- read{line, err}
	}()
	select {
	case r := <-came:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
