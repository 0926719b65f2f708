package cells

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// glyphs are what the console draws with and what a terminal without UTF-8 is shown instead, cell
// for cell.
var glyphs = table("─━┄┅┈┉╌╍═╴╶╸╺╼╾", "-", "│┃┆┇┊┋╎╏║╷╵╹╻╿╽‖", "|", "·", ".", "…", "~",
	"├┤┬┴┼┌┐└┘┏┓┗┛┝┥┠┨┣┫┯┷┳┻┿╂╋╔╗╚╝╠╣╦╩╬╭╮╯╰", "+", "╱", "/", "╲", "\\", "╳", "x",
	"▁▂", "_", "▃", ".", "▄", "-", "▅", "=", "▆", "+", "▇", "*", "█▉▊▋▓", "#", "▒", ":", "░", ".",
	"▀▔", "\"", "▌▕", "]", "▐", "[", "▍▎▏", "|",
	"✓", "+", "✗", "x", "●•★", "*", "○☆", "o", "◆", "#", "◐", "/", "◓", "-", "◑", "\\", "◒", "|",
	"▲▴↑⌃⇧", "^", "▼▾↓", "v", "▸→⇥≥", ">", "◂←⇤⏎≤", "<", "⇅", "%", "␣", "_", "⊘", "!",
	"−–—", "-", "×", "x", "≈", "~", "Σ", "S", "“”", "\"", "‘’", "'")

// names are glyphs that are plainer in words, written out where the line has room to give.
var names = [...]struct{ glyph, name string }{
	{"↑↓", "Up/Down"}, {"←→", "Left/Right"}, {"⇧⇥", "Shift-Tab"}, {"⏎", "Enter"}, {"⇥", "Tab"},
	{"␣", "Space"}, {"↑", "Up"}, {"↓", "Down"}, {"≤", "<="}, {"≥", ">="}, {"→", "->"},
	{"⇅", "swap"}, {"Σ", "Sum"},
}

// Named is a text, such as the keys of a hint, with every glyph that has a name in words, however
// wide that gets.
func Named(text string) string {
	for _, n := range names {
		text = strings.ReplaceAll(text, n.glyph, n.name)
	}
	return text
}

func table(pairs ...string) map[rune]byte {
	out := make(map[rune]byte)
	for i := 0; i < len(pairs); i += 2 {
		for _, r := range pairs[i] {
			out[r] = pairs[i+1][0]
		}
	}
	return out
}

// ASCII is a frame for a terminal that has no UTF-8. Every line keeps its width: a glyph becomes
// one character, or its name where blanks behind it make room, and what has no likeness becomes as
// many question marks as it has cells. Colours stay.
func ASCII(frame string) string {
	var b strings.Builder
	b.Grow(len(frame))
	for i, line := range strings.Split(frame, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		asciiLine(&b, line)
	}
	return b.String()
}

func asciiLine(b *strings.Builder, line string) {
	for len(line) > 0 {
		if glyph, name := named(line); glyph != "" {
			more := Width(name) - Width(glyph)
			if rest, ok := giving(line[len(glyph):], more); ok {
				b.WriteString(name)
				line = rest
				continue
			}
			for _, r := range glyph { // of several, none by its name
				b.WriteByte(glyphs[r])
			}
			line = line[len(glyph):]
			continue
		}
		r, size := utf8.DecodeRuneInString(line)
		switch {
		case r == 0x1b:
			size = skip(line)
			b.WriteString(line[:size])
		case r < utf8.RuneSelf:
			b.WriteByte(line[0])
		case glyphs[r] != 0:
			b.WriteByte(glyphs[r])
		default:
			var width int
			_, width, size, _ = ansi.DecodeSequence(line, ansi.NormalState, nil)
			size = max(1, size)
			b.WriteString(strings.Repeat("?", width))
		}
		line = line[size:]
	}
}

// named is the glyph with a name that a line begins with, "" for none.
func named(line string) (glyph, name string) {
	if line[0] < utf8.RuneSelf {
		return "", ""
	}
	for _, n := range names {
		if strings.HasPrefix(line, n.glyph) {
			return n.glyph, n.name
		}
	}
	return "", ""
}

// giving takes so many blanks out of the first wide gap of what follows a glyph, before the next
// border; ok is false where there is none.
func giving(line string, n int) (rest string, ok bool) {
	const stays = 2 // of a gap between two columns
	gap := 0
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == 0x1b:
			i += skip(line[i:])
			gap = 0 // colours may end here
			continue
		case c == ' ':
			if gap++; gap == n+stays {
				return line[:i+1-n] + line[i+1:], true
			}
		default:
			if r, _ := utf8.DecodeRuneInString(line[i:]); strings.ContainsRune("│┃┤├", r) {
				return "", false
			}
			gap = 0
		}
		_, size := utf8.DecodeRuneInString(line[i:])
		i += size
	}
	if gap < n {
		return "", false
	}
	return line[:len(line)-n], true // what is behind the last word
}
