package commands

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// longestMessage bounds the bytes of a line that an agent says.
const longestMessage = 1 << 20

// heard is what an agent says, a message a line. A line that is none is answered here and goes no
// further: to the library it would be the end of the session.
type heard struct {
	in  *bufio.Reader
	out io.Writer
	now []byte // what is left of a message
}

// Read implements io.Reader.
func (h *heard) Read(p []byte) (int, error) {
	for len(h.now) == 0 {
		line, whole, err := h.line()
		if len(line) == 0 && err != nil {
			return 0, err
		}
		if refused := h.judge(line, whole); refused != nil {
			if err := h.answer(refused); err != nil {
				return 0, err
			}
			continue
		}
		if len(line) > 0 {
			h.now = append(line, '\n')
		}
	}
	n := copy(p, h.now)
	h.now = h.now[n:]
	return n, nil
}

// line reads a line without the blanks around it; of one that is too long, not whole, the rest is
// passed over.
func (h *heard) line() (line []byte, whole bool, err error) {
	whole = true
	for {
		part, err := h.in.ReadSlice('\n')
		if whole = whole && len(line)+len(part) <= longestMessage; whole {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return trimmed(line), whole, err
		}
	}
}

// trimmed is a copy of a line without blanks at its ends.
func trimmed(line []byte) []byte {
	blank := func(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }
	for len(line) > 0 && blank(line[len(line)-1]) {
		line = line[:len(line)-1]
	}
	for len(line) > 0 && blank(line[0]) {
		line = line[1:]
	}
	return line
}

// refusal answers what is no message, by the number that it names where that can be read.
type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   jsonrpc.Error   `json:"error"`
}

// judge returns how a line is refused, nil for a message and for an empty line.
func (h *heard) judge(line []byte, whole bool) *refusal {
	refuse := func(code int64, format string, args ...any) *refusal {
		return &refusal{"2.0", json.RawMessage("null"),
			jsonrpc.Error{Code: code, Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case !whole:
		return refuse(jsonrpc.CodeParseError, "a line has at most %d bytes", longestMessage)
	case len(line) == 0:
		return nil
	case !json.Valid(line):
		return refuse(jsonrpc.CodeParseError, "the line is no JSON: a message is one JSON object "+
			"on one line")
	case line[0] == '[':
		return refuse(jsonrpc.CodeInvalidRequest, "one message a line: no lists of them")
	}
	if _, err := jsonrpc.DecodeMessage(line); err == nil {
		return nil
	}
	out := refuse(jsonrpc.CodeInvalidRequest, "the line is no message of JSON-RPC 2.0: it is an "+
		"object with \"jsonrpc\": \"2.0\", a \"method\", and an \"id\" where an answer is wanted")
	var asked struct {
		ID any `json:"id"`
	}
	if json.Unmarshal(line, &asked) == nil {
		switch asked.ID.(type) {
		case string, float64:
			out.ID, _ = json.Marshal(asked.ID) // as it was read
		}
	}
	return out
}

func (h *heard) answer(r *refusal) error {
	text, err := json.Marshal(r)
	if err == nil {
		_, err = h.out.Write(append(text, '\n'))
	}
	return err
}

// oneAtATime is a writer of whole messages that nobody closes.
type oneAtATime struct {
	mu  sync.Mutex
	out io.Writer
}

// Write implements io.Writer.
func (o *oneAtATime) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.out.Write(p)
}

// Close implements io.Closer.
func (*oneAtATime) Close() error { return nil }
