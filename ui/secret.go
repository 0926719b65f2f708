package ui

import (
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"
)

// secretText is the text of a field for passwords and keys. It is written here because the editor
// of Bubbles keeps its text in memory that nobody can wipe: each buffer of this one is overwritten
// before it is let go, and the text never becomes a string.
type secretText struct {
	value []rune
	at    int // cursor
}

// wipe overwrites the text with zeros and empties the field.
func (f *secretText) wipe() {
	clear(f.value[:cap(f.value)])
	f.value, f.at = f.value[:0], 0
}

// bytes is the text as UTF-8 the caller owns and wipes.
func (f *secretText) bytes() []byte {
	const most = 4 // bytes of a character
	out := make([]byte, 0, len(f.value)*most)
	for _, r := range f.value {
		out = utf8.AppendRune(out, r)
	}
	return out
}

// key does what an editing key says and tells whether it was one.
func (f *secretText) key(m tea.KeyMsg) bool {
	switch m.String() {
	case "left":
		f.at = max(0, f.at-1)
	case "right":
		f.at = min(len(f.value), f.at+1)
	case "home":
		f.at = 0
	case "end":
		f.at = len(f.value)
	case "backspace":
		f.remove(f.at-1, f.at)
	case "delete":
		f.remove(f.at, f.at+1)
	case "ctrl+u":
		f.remove(0, f.at)
	case "ctrl+w":
		f.remove(f.wordStart(), f.at)
	default:
		return false
	}
	return true
}

func (f *secretText) insert(r rune) {
	f.grow()
	f.value = append(f.value, 0)
	copy(f.value[f.at+1:], f.value[f.at:])
	f.value[f.at] = r
	f.at++
}

// grow makes room without leaving a copy behind.
func (f *secretText) grow() {
	if len(f.value) < cap(f.value) {
		return
	}
	bigger := make([]rune, len(f.value), 2*len(f.value)+32)
	copy(bigger, f.value)
	clear(f.value)
	f.value = bigger
}

func (f *secretText) remove(from, to int) {
	from, to = max(0, from), min(len(f.value), to)
	if from >= to {
		return
	}
	n := copy(f.value[from:], f.value[to:])
	clear(f.value[from+n:])
	f.value = f.value[:from+n]
	f.at = from
}

func (f *secretText) wordStart() int {
	i := f.at
	for i > 0 && f.value[i-1] == ' ' {
		i--
	}
	for i > 0 && f.value[i-1] != ' ' {
		i--
	}
	return i
}
