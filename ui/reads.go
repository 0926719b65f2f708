package ui

import (
	"bytes"
	"io"
	"os"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"
)

// reads ends each read of a terminal where a key or a character ends, short of what was asked for.
// Bubble Tea keeps a read that fills its buffer until the next one, and then looks at both anew: a
// long text without blanks, all of whose reads are full, would be looked at once for each of them.
type reads struct{ io.Reader }

// longestSequence bounds the escape codes of a key or the mouse.
const longestSequence = 32

func (r reads) Read(b []byte) (int, error) {
	if len(b) <= longestSequence {
		return r.Reader.Read(b)
	}
	n, err := r.Reader.Read(b[:len(b)-longestSequence])
	if n < len(b)-longestSequence {
		return n, err
	}
	for err == nil && n < len(b) && unfinished(b[:n]) {
		var more int
		more, err = r.Reader.Read(b[n : n+1])
		n += more
	}
	return n, err
}

// unfinished tells whether a read ends within the escape codes of a key or within a character.
func unfinished(b []byte) bool {
	tail := b[max(0, len(b)-longestSequence):]
	if i := bytes.LastIndexByte(tail, '\x1b'); i >= 0 {
		tail = tail[i:]
		switch {
		case len(tail) == 1:
			return true
		case bytes.HasPrefix(tail, []byte("\x1b[M")): // the mouse of old terminals
			return len(tail) < len("\x1b[M")+3
		case tail[1] == '[':
			return !bytes.ContainsFunc(tail[2:], func(c rune) bool { return c >= '@' && c <= '~' })
		case tail[1] == 'O':
			return len(tail) == 2
		}
	}
	last := len(tail) - 1
	for last > 0 && !utf8.RuneStart(tail[last]) {
		last--
	}
	return !utf8.FullRune(tail[last:])
}

// readsFile are those of a terminal, whose modes are set.
type readsFile struct{ *os.File }

func (r readsFile) Read(b []byte) (int, error) { return reads{r.File}.Read(b) }

// inputOf is where keys come from: in, or nil for the terminal of the process.
func inputOf(in io.Reader) []tea.ProgramOption {
	if in == nil && term.IsTerminal(int(os.Stdin.Fd())) {
		in = os.Stdin
	}
	switch in := in.(type) {
	case nil:
		return nil // Bubble Tea opens the terminal itself
	case *os.File:
		return []tea.ProgramOption{tea.WithInput(readsFile{in})}
	}
	return []tea.ProgramOption{tea.WithInput(reads{in})}
}
