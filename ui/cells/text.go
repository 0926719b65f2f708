package cells

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width is the number of cells s takes on the screen.
func Width(s string) int {
	w, _ := measure(s)
	return w
}

// MaxClean is how many characters Clean keeps.
const MaxClean = 512

// Clean makes text from outside harmless: token names, errors, JSON. Escape
// sequences, control bytes, bidi and zero-width marks and invalid UTF-8 go;
// line ends and tabs become single spaces; at most 512 characters are kept.
func Clean(s string) string {
	if IsPrintableASCII(s) && len(s) <= MaxClean {
		return s
	}
	s = strings.ToValidUTF8(s, "")
	if strings.ContainsRune(s, 0x1b) || strings.ContainsRune(s, 0x9b) {
		s = ansi.Strip(s)
	}
	var b strings.Builder
	n := 0
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			r = ' '
		case IsUnsafe(r):
			continue
		}
		if n++; n > MaxClean {
			b.WriteRune('…')
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// CleanLines is Clean for text of several lines: line ends stay, tabs become
// two spaces, and nothing is cut.
func CleanLines(s string) string {
	s = ansi.Strip(strings.ToValidUTF8(s, ""))
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case IsUnsafe(r):
			return -1
		}
		return r
	}, strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\t", "  "))
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

// IsUnsafe is true for what may move the cursor, change direction or hide.
func IsUnsafe(r rune) bool {
	if unicode.IsControl(r) || r == utf8.RuneError {
		return true
	}
	switch {
	case r == 0x00ad, r == 0x061c, r == 0x180e, r == 0xfeff,
		r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f,
		r >= 0xfe00 && r <= 0xfe0f, r >= 0xfff9 && r <= 0xfffb, r >= 0xe0000 && r <= 0xe0fff:
		return true
	}
	return unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) || unicode.Is(unicode.Co, r)
}

// Truncate cuts s to at most w cells, the last one … when something is lost.
func Truncate(s string, w int) string {
	if w <= 0 {
		return ""
	}
	if Width(s) <= w {
		return s
	}
	return ansi.Truncate(s, w, "…")
}

// Left is s in exactly w cells, at the left.
func Left(s string, w int) string {
	s = Truncate(s, w)
	return s + Blank(w-Width(s))
}

// Right is s in exactly w cells, at the right.
func Right(s string, w int) string {
	s = Truncate(s, w)
	return Blank(w-Width(s)) + s
}

// Middle is s in exactly w cells, in the middle.
func Middle(s string, w int) string {
	s = Truncate(s, w)
	left := max(0, w-Width(s)) / 2
	return Left(Blank(left)+s, w)
}

// Spread puts left and right at the two ends of w cells; the right one gives
// way first when there is too little room.
func Spread(left, right string, w int) string {
	lw, rw := Width(left), Width(right)
	if lw+1+rw > w {
		if lw+1 >= w {
			return Left(left, w)
		}
		return left + " " + Left(right, w-lw-1)
	}
	return left + Blank(w-lw-rw) + right
}

// Wrap breaks plain text into lines of at most w cells.
func Wrap(s string, w int) []string {
	if w <= 0 {
		return nil
	}
	return strings.Split(ansi.Wrap(s, w, " "), "\n")
}

const spaces = "                                                                                 " +
	"                                               "

// Blank is n spaces.
func Blank(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(spaces) {
		return spaces[:n]
	}
	return strings.Repeat(" ", n)
}
