// Package clean makes text from outside harmless: names of tokens, errors, JSON. It exists so that
// what is shown and what is signed are cleaned by one rule, and it knows of neither.
package clean

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Most is how many characters Text keeps.
const Most = 512

// Text is one harmless line: escape sequences, control bytes, bidi and zero-width marks and invalid
// UTF-8 go; line ends, tabs and all other spaces become plain ones; at most Most characters are
// kept.
func Text(s string) string { return TextUpTo(s, Most) }

// TextUpTo is Text of at most so many characters, the last one … where some are lost.
func TextUpTo(s string, most int) string {
	if IsPrintableASCII(s) && len(s) <= most {
		return s
	}
	s = visible(s)
	var b strings.Builder
	left := most
	for i, r := range s {
		if left--; left == 0 && i+utf8.RuneLen(r) < len(s) {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Lines is Text for several lines: line ends stay, tabs become two spaces, and nothing is cut.
func Lines(s string) string {
	lines := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = visible(strings.ReplaceAll(l, "\t", "  "))
	}
	return strings.Join(lines, "\n")
}

// visible keeps what is seen and stands still.
func visible(s string) string {
	s = strings.ToValidUTF8(s, "")
	if strings.ContainsRune(s, 0x1b) || strings.ContainsRune(s, 0x9b) {
		s = ansi.Strip(s)
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case IsUnsafe(r):
			return -1
		}
		return r
	}, s)
}

// IsPrintableASCII tells whether s has nothing but one byte, one cell characters.
func IsPrintableASCII(s string) bool {
	for i := range len(s) {
		if s[i] < 0x20 || s[i] > 0x7e {
			return false
		}
	}
	return true
}

// IsUnsafe is true for what may move the cursor, change direction, join its neighbours or not be
// seen.
func IsUnsafe(r rune) bool {
	switch r {
	case utf8.RuneError, 0x115f, 0x1160, 0x3164, 0xffa0: // the letters are blank
		return true
	}
	return !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r)
}
