package ui

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Key names a key press: "a", "X", "enter", "esc", "tab", "shift+tab",
// "space", "up", "pgdown", "home", "backspace", "delete", "f1", "ctrl+k",
// "alt+1". Letters carry their own case.
type Key string

// KeyMsg is one key press.
type KeyMsg struct{ Key Key }

// PasteMsg is text pasted into the terminal, as it came: clean it before use.
type PasteMsg string

// FocusMsg says that the terminal gained or lost the focus.
type FocusMsg struct{ Focused bool }

// MouseKind is what the mouse did.
type MouseKind uint8

// What the mouse can do.
const (
	Click MouseKind = iota
	WheelUp
	WheelDown
)

// MouseMsg is a mouse event; X and Y count cells from the top left corner of
// the receiver's area.
type MouseMsg struct {
	X, Y int
	Kind MouseKind
}

// In tells whether the event lies in b and gives it relative to b.
func (m MouseMsg) In(b Box) (MouseMsg, bool) {
	if !b.Contains(m.X, m.Y) {
		return m, false
	}
	m.X, m.Y = m.X-b.X, m.Y-b.Y
	return m, true
}

// Text is the printable character of the key, or "" for keys that print nothing.
func (k Key) Text() string {
	if k == "space" {
		return " "
	}
	r, n := utf8.DecodeRuneInString(string(k))
	if n == len(k) && n > 0 && r != utf8.RuneError && unicode.IsPrint(r) {
		return string(k)
	}
	return ""
}

// String draws the key the way hints and help show it: ↑, ⏎, ⌃k, alt+1.
func (k Key) String() string {
	switch k {
	case "up":
		return "↑"
	case "down":
		return "↓"
	case "left":
		return "←"
	case "right":
		return "→"
	case "enter":
		return "⏎"
	case "tab":
		return "⇥"
	case "shift+tab":
		return "⇧⇥"
	case "space":
		return "␣"
	}
	if rest, ok := strings.CutPrefix(string(k), "ctrl+"); ok {
		return "⌃" + rest
	}
	return string(k)
}

// named tells whether s is the name of a key that prints nothing.
func named(s string) bool {
	switch s {
	case "enter", "esc", "tab", "space", "backspace", "delete", "insert",
		"up", "down", "left", "right", "home", "end", "pgup", "pgdown":
		return true
	}
	if digits, ok := strings.CutPrefix(s, "f"); ok {
		n, err := strconv.Atoi(digits)
		return err == nil && n >= 1 && n <= 20
	}
	return false
}

// Valid tells whether k is the name of a key that a terminal can report.
func (k Key) Valid() bool {
	s := string(k)
	for _, mod := range []string{"ctrl+", "alt+", "shift+"} {
		if rest, ok := strings.CutPrefix(s, mod); ok && rest != "" {
			s = rest
		}
	}
	return named(s) || Key(s).Text() != "" && s != " "
}
