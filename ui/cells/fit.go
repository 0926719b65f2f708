package cells

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"bourse/ui/clean"
)

const reset = "\x1b[0m"

// Fit makes s exactly w × h cells: lines are cut, which … tells at their end, and padded, missing
// ones added, surplus ones dropped. Colours (SGR sequences) stay and are closed at
// the end of each line; every other escape or control byte goes.
func Fit(s string, w, h int) string {
	var b strings.Builder
	b.Grow(len(s) + h)
	for i := range h {
		if i > 0 {
			b.WriteByte('\n')
		}
		var line string
		line, s, _ = strings.Cut(s, "\n")
		WriteLine(&b, line, w)
	}
	return b.String()
}

// FitLine makes one line exactly w cells wide.
func FitLine(s string, w int) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	line, _, _ := strings.Cut(s, "\n")
	WriteLine(&b, line, w)
	return b.String()
}

// WriteLine appends line in exactly w cells; … at its end tells that something is cut off.
func WriteLine(b *strings.Builder, line string, w int) {
	if width, _ := measure(line); width > w && !isBlank(dropCells(line, w)) {
		line = Truncate(scrub(line), w)
	}
	writeCut(b, line, w)
}

// isBlank tells whether nothing of a line is seen.
func isBlank(line string) bool { return strings.TrimSpace(ansi.Strip(line)) == "" }

// writeCut appends the first w cells of a line, or what there is in as many.
func writeCut(b *strings.Builder, line string, w int) {
	width, simple := measure(line)
	if !simple {
		line = scrub(line)
		if width = ansi.StringWidth(line); width > w {
			line = ansi.Truncate(line, w, "")
			width = ansi.StringWidth(line)
		}
	} else if width > w {
		line = cut(line, w)
		width = w
	}
	b.WriteString(line)
	if open(line) {
		b.WriteString(reset)
	}
	b.WriteString(Blank(w - width))
}

// measure gives the width of s and whether it holds nothing but SGR sequences
// and characters that take one cell each, whatever surrounds them.
func measure(s string) (int, bool) {
	w := 0
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c >= 0x20 && c < 0x7f:
			w++
			i++
		case c == 0x1b:
			n := sgr(s[i:])
			if n == 0 {
				return ansi.StringWidth(s), false
			}
			i += n
		case c < utf8.RuneSelf:
			return ansi.StringWidth(s), false
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			if !oneCell(r) {
				return ansi.StringWidth(s), false
			}
			w++
			i += n
		}
	}
	return w, true
}

// oneCell is true for the characters this console draws with, all one cell
// wide and none of them joining its neighbours.
func oneCell(r rune) bool {
	switch {
	case r >= 0xa1 && r <= 0x2ff:
		return r != 0xad && r != 0xa9 && r != 0xae // © and ® start emoji
	case r >= 0x370 && r <= 0x3ff: // Greek
		return true
	case r >= 0x2500 && r <= 0x259f: // boxes and blocks
		return true
	}
	switch r {
	case '…', '—', '–', '·', '•', '−', '≤', '≥', '≈', '→', '←', '↑', '↓', '⇥', '⇧', '⌃', '⏎',
		'␣', '⇅',
		'●', '○', '◐', '◓', '◑', '◒', '◆', '✓', '✗', '▸', '▾', '▴', '▲', '▼', '◂', '★', '☆', '⊘',
		'‘', '’', '“', '”', '⇤':
		return true
	}
	return false
}

// sgr is the length of the colour sequence at the start of s, 0 if none is.
func sgr(s string) int {
	if len(s) < 3 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case c >= '0' && c <= '9', c == ';', c == ':':
		default:
			return 0
		}
	}
	return 0
}

// cut keeps the first w cells of a line that measure called simple.
func cut(s string, w int) string {
	n := 0
	for i := 0; i < len(s); {
		if s[i] == 0x1b {
			i += sgr(s[i:])
			continue
		}
		if n == w {
			return s[:i]
		}
		n++
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s
}

// open tells whether a colour is still on at the end of the line.
func open(s string) bool {
	i := strings.LastIndexByte(s, 0x1b)
	return i >= 0 && !strings.HasPrefix(s[i:], reset) && !strings.HasPrefix(s[i:], "\x1b[m")
}

// scrub drops everything from a line that is neither text nor colour.
func scrub(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		i := strings.IndexByte(s, 0x1b)
		if i < 0 {
			i = len(s)
		}
		b.WriteString(cleanRun(s[:i]))
		s = s[i:]
		if len(s) == 0 {
			break
		}
		if n := sgr(s); n > 0 {
			b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		rest := ansi.Strip(s[:skip(s)])
		b.WriteString(cleanRun(rest))
		s = s[skip(s):]
	}
	return b.String()
}

// skip is how far the unwanted escape sequence at the start of s reaches.
func skip(s string) int {
	_, _, n, _ := ansi.DecodeSequence(s, ansi.NormalState, nil)
	return max(1, n)
}

// cleanRun drops what is no text. The selector of emoji stays behind what can be one: behind a
// letter or digit it is no use, and how wide it makes them is told in two ways.
func cleanRun(s string) string {
	before := rune(0)
	return strings.Map(func(r rune) rune {
		const emoji = 0xfe0f
		if clean.IsUnsafe(r) && r != emoji || r == emoji && before < utf8.RuneSelf {
			return -1
		}
		before = r
		return r
	}, strings.ToValidUTF8(s, ""))
}

// Overlay lays top over base at box b. base is a frame of exactly w cells a
// line; top is made to fit b. Colours on both sides survive the seam.
func Overlay(base, top string, b Box, w int) string {
	var out strings.Builder
	out.Grow(len(base) + len(top) + 16*b.H)
	for y := 0; len(base) > 0; y++ {
		var line, over string
		line, rest, more := strings.Cut(base, "\n")
		base = rest
		if y < b.Y || y >= b.Y+b.H {
			out.WriteString(line)
		} else {
			over, top, _ = strings.Cut(top, "\n")
			writeCut(&out, line, b.X)
			WriteLine(&out, over, b.W)
			if b.X+b.W < w {
				writeCut(&out, dropCells(line, b.X+b.W), w-b.X-b.W)
			}
		}
		if more {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// dropCells is what is left of a line without its first n cells, in the colour
// it has there. A wide character cut in half becomes a blank.
func dropCells(line string, n int) string {
	colour, x, i := "", 0, 0
	for i < len(line) && x < n {
		if line[i] == 0x1b {
			size := max(1, sgr(line[i:]))
			if seq := line[i : i+size]; seq == reset || seq == "\x1b[m" {
				colour = ""
			} else {
				colour += seq
			}
			i += size
			continue
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		if r >= 0x20 && r < 0x7f || oneCell(r) {
			x++
			i += size
			continue
		}
		_, cells, size, _ := ansi.DecodeSequence(line[i:], ansi.NormalState, nil)
		x += cells
		i += max(1, size)
	}
	return colour + Blank(x-n) + line[i:]
}
