package sshd

import (
	"bytes"
	"errors"
	"io"
	"sync/atomic"
	"time"
)

// maxPaste bounds the bytes of what is pasted at once: until its end it is kept in memory.
const maxPaste = 64 << 10

var (
	pasteBegin = []byte("\x1b[200~")
	pasteEnd   = []byte("\x1b[201~")
)

var errPaste = errors.New("what was pasted is too long")

// input is what a client types. It ends a session that nobody uses, and one that pastes without
// end.
type input struct {
	r     io.Reader
	limit time.Duration
	idle  *time.Timer
	last  atomic.Int64 // when something was read, in nanoseconds

	tail   []byte // the end of what was read, in which a mark may have begun
	pasted int    // bytes since the mark that begins, −1 outside
}

// newInput calls idle once nothing was read for the limit.
func newInput(r io.Reader, limit time.Duration, idle func()) *input {
	i := &input{r: r, limit: limit, idle: time.AfterFunc(limit, idle), pasted: -1}
	i.last.Store(time.Now().UnixNano())
	return i
}

// pace is how long data waits to be drawn for whoever types here.
func (i *input) pace() time.Duration {
	if i.idleFor() > restsAfter {
		return restful
	}
	return redraw
}

// idleFor is how long nothing was typed.
func (i *input) idleFor() time.Duration { return time.Since(time.Unix(0, i.last.Load())) }

func (i *input) stop() { i.idle.Stop() }

// Read implements io.Reader.
func (i *input) Read(b []byte) (int, error) {
	n, err := i.r.Read(b)
	i.idle.Reset(i.limit)
	i.last.Store(time.Now().UnixNano())
	i.watch(b[:n])
	if i.pasted > maxPaste {
		return 0, errPaste
	}
	return n, err
}

// watch counts what is pasted. Marks may be cut anywhere.
func (i *input) watch(b []byte) {
	text := append(i.tail, b...)
	begin, end := bytes.LastIndex(text, pasteBegin), bytes.LastIndex(text, pasteEnd)
	switch {
	case end > begin:
		i.pasted = -1
	case begin >= 0 && (i.pasted < 0 || end >= 0): // the first one, or one after another's end
		i.pasted = len(text) - begin
	case i.pasted >= 0:
		i.pasted += len(b)
	}
	i.tail = bytes.Clone(text[max(0, len(text)-len(pasteEnd)+1):])
}
