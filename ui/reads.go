package ui

import (
	"bytes"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"
)

// reads ends each read of a terminal where a key or a character ends, short of what was asked for.
// Bubble Tea keeps a read that fills its buffer until the next one, and then looks at both anew: a
// long text without blanks, all of whose reads are full, would be looked at once for each of them.
//
// A paste is bounded here. With brackets Bubble Tea keeps all of it until its end and looks at it
// anew with each read; without them each word is a message. So a full read of text gets the
// brackets that it lacks, as does what follows it, and of either the first part is handed on, more
// than any field takes, and the rest is dropped.
type reads struct {
	io.Reader
	inside bool      // between brackets of the terminal's own
	pasted int       // bytes of the paste under way
	until  time.Time // what is read before goes on with a paste without brackets
}

const (
	// longestSequence bounds the escape codes of a key or the mouse, and the brackets of a paste.
	longestSequence = 32
	// A paste goes on after a read that took all that was there, or one that did not.
	shortPause, longPause = 100 * time.Millisecond, time.Second
)

const pasteBegin, pasteEnd = "\x1b[200~", "\x1b[201~"

func (r *reads) Read(b []byte) (int, error) {
	room := len(b) - 2*longestSequence
	if room < longestSequence {
		return r.Reader.Read(b)
	}
	for {
		n, err := r.whole(b[:room+longestSequence], room)
		out := r.bounded(string(b[:n]), n >= room)
		if out != "" || err != nil || n == 0 {
			return copy(b, out), err
		}
	}
}

// whole reads up to room bytes, and what is left of the key or the character then.
func (r *reads) whole(b []byte, room int) (int, error) {
	n, err := r.Reader.Read(b[:room])
	for err == nil && n > 0 && n < len(b) && (n >= room || r.inside) && unfinished(b[:n]) {
		var more int
		more, err = r.Reader.Read(b[n : n+1])
		n += more
	}
	return n, err
}

// bounded is what is handed on of a read, which was full or took all that was there.
func (r *reads) bounded(text string, full bool) string {
	if !r.inside && !strings.Contains(text, pasteBegin) {
		return r.unbracketed(text, full)
	}
	var out strings.Builder
	for text != "" {
		mark, take := pasteBegin, func(s string) string { return s }
		if r.inside {
			mark, take = pasteEnd, r.part
		}
		before, after, found := strings.Cut(text, mark)
		out.WriteString(take(before))
		if found {
			out.WriteString(mark)
			r.inside, r.pasted = !r.inside, 0
		}
		text = after
	}
	return out.String()
}

// part is what is left of the next part of a paste.
func (r *reads) part(s string) string {
	room := max(0, mostPasted-r.pasted)
	r.pasted += len(s)
	return s[:min(room, len(s))]
}

// unbracketed puts what must be pasted into brackets. One key that is held is no paste, nor is what
// begins with the key of the palette or the filter, which a program has typed.
func (r *reads) unbracketed(text string, full bool) string {
	now := time.Now()
	follows := now.Before(r.until)
	_, size := utf8.DecodeRuneInString(text)
	first := text[:size]
	begins := full && first != ":" && first != "/" && strings.Trim(text, first) != ""
	keys := ""
	if i := strings.IndexFunc(text, isKeyCode); i >= 0 {
		text, keys = text[:i], text[i:]
	}
	if !follows && (!begins || keys != "") {
		return text + keys
	}
	if !follows {
		r.pasted = 0
	}
	pause := shortPause
	if full {
		pause = longPause
	}
	r.until = now.Add(pause)
	if keys != "" { // which end it
		r.until = time.Time{}
	}
	if text = r.part(text); text == "" {
		return keys
	}
	return pasteBegin + text + pasteEnd + keys
}

// isKeyCode tells what no text has.
func isKeyCode(c rune) bool { return c < ' ' && !strings.ContainsRune("\t\r\n", c) || c == 0x7f }

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
type readsFile struct {
	*os.File
	text *reads
}

func (r readsFile) Read(b []byte) (int, error) { return r.text.Read(b) }

// inputOf is where keys come from: in, or nil for the terminal of the process.
func inputOf(in io.Reader) []tea.ProgramOption {
	if in == nil && term.IsTerminal(int(os.Stdin.Fd())) {
		in = os.Stdin
	}
	switch in := in.(type) {
	case nil:
		return nil // Bubble Tea opens the terminal itself
	case *os.File:
		return []tea.ProgramOption{tea.WithInput(readsFile{in, &reads{Reader: in}})}
	}
	return []tea.ProgramOption{tea.WithInput(&reads{Reader: in})}
}
