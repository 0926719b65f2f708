package ui

import (
	"strings"

	"github.com/muesli/termenv"
)

// Style is a prebuilt colour and weight. The zero Style changes nothing.
type Style struct{ on string }

// Render puts plain text in the style. Cut and pad first, style after.
func (s Style) Render(text string) string {
	if s.on == "" || text == "" {
		return text
	}
	return s.on + text + reset
}

// Over puts the style under text that already has styled parts, for example
// the background of a selected row.
func (s Style) Over(text string) string {
	if s.on == "" || text == "" {
		return text
	}
	return s.on + strings.ReplaceAll(text, reset, reset+s.on) + reset
}

// And is both styles at once; where they disagree the second one wins.
func (s Style) And(t Style) Style { return Style{s.on + t.on} }

// Ink describes a style before it is built for a terminal: colours as #rrggbb
// and a 16-colour number (-1 none) for terminals that have no more.
type Ink struct {
	Fg, Bg       string
	Fg16, Bg16   int
	Bold, Invert bool
}

// build makes the ink for what the terminal can show.
func (k Ink) build(p termenv.Profile) Style {
	var codes []string
	if k.Bold {
		codes = append(codes, "1")
	}
	if k.Invert {
		codes = append(codes, "7")
	}
	add := func(hex string, base int, bg bool) {
		if hex == "" || p == termenv.Ascii {
			return
		}
		var c termenv.Color = p.Color(hex)
		if p == termenv.ANSI {
			if base < 0 {
				return
			}
			c = termenv.ANSIColor(base)
		}
		codes = append(codes, c.Sequence(bg))
	}
	add(k.Fg, k.Fg16, false)
	add(k.Bg, k.Bg16, true)
	if len(codes) == 0 {
		return Style{}
	}
	return Style{"\x1b[" + strings.Join(codes, ";") + "m"}
}
