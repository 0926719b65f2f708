package ui

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// Keys makes a binding from the names of keys: "a", "X", "enter", "esc", "tab",
// "shift+tab", "space", "up", "pgdown", "home", "backspace", "delete", "f1",
// "ctrl+k", "alt+1". Letters carry their own case. In the binding a key is
// called what tea.KeyMsg.String calls it.
func Keys(names ...string) key.Binding {
	if len(names) == 0 {
		return key.Binding{}
	}
	keys := make([]string, len(names))
	for i, n := range names {
		keys[i] = teaName(n)
	}
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(KeyName(keys[0]), ""))
}

// teaName is what Bubble Tea calls a key: it has no name for the space bar.
func teaName(name string) string {
	if mod, ok := strings.CutSuffix(name, "space"); ok && mod != "back" &&
		!strings.HasSuffix(mod, "+back") {
		return mod + " "
	}
	return name
}

// KeyName is how hints and help show a key: ↑, ⏎, ⌃k, alt+1.
func KeyName(k string) string {
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
	case " ", "space":
		return "␣"
	}
	if rest, ok := strings.CutPrefix(k, "ctrl+"); ok {
		return "⌃" + rest
	}
	return k
}

// Press is the message that a terminal sends for a key, named as for Keys.
func Press(name string) tea.KeyMsg {
	rest, alt := strings.CutPrefix(teaName(name), "alt+")
	if t, ok := keyTypes[rest]; ok {
		m := tea.KeyMsg{Type: t, Alt: alt}
		if t == tea.KeySpace {
			m.Runes = []rune{' '}
		}
		return m
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(rest), Alt: alt}
}

// keyTypes are the keys that have a name.
var keyTypes = func() map[string]tea.KeyType {
	types := map[string]tea.KeyType{}
	for t := tea.KeyType(-100); t < 128; t++ {
		if name := t.String(); name != "" && t != tea.KeyRunes {
			types[name] = t
		}
	}
	return types
}()

// runeKey is the key of one character.
func runeKey(r rune) tea.KeyMsg {
	if r == ' ' {
		return tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}}
	}
	return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
}

// keyText is the printable text of a key press, "" for keys that print nothing. Every kind of space
// is one, so that none is lost in silence.
func keyText(m tea.KeyMsg) string {
	switch {
	case m.Alt || m.Paste || len(m.Runes) != 1:
		return ""
	case unicode.Is(unicode.Zs, m.Runes[0]):
		return " "
	case !unicode.IsPrint(m.Runes[0]):
		return ""
	}
	return string(m.Runes)
}

// printable is the one printable character a key is named by, or "".
func printable(k string) string {
	r, n := utf8.DecodeRuneInString(k)
	if n == len(k) && n > 0 && r != utf8.RuneError && unicode.IsPrint(r) {
		return k
	}
	return ""
}

// named tells whether s is the name of a key that prints nothing.
func named(s string) bool {
	switch s {
	case "enter", "esc", "tab", " ", "backspace", "delete", "insert",
		"up", "down", "left", "right", "home", "end", "pgup", "pgdown":
		return true
	}
	if digits, ok := strings.CutPrefix(s, "f"); ok {
		n, err := strconv.Atoi(digits)
		return err == nil && n >= 1 && n <= 20
	}
	return false
}

// validKey tells whether k is the name of a key that a terminal can report.
func validKey(k string) bool {
	s := k
	for _, mod := range []string{"ctrl+", "alt+", "shift+"} {
		if rest, ok := strings.CutPrefix(s, mod); ok && rest != "" {
			s = rest
		}
	}
	return named(s) || printable(s) != ""
}
