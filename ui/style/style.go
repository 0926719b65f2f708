package style

import (
	"io"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

const reset = "\x1b[0m"

// Style is a compiled Lip Gloss style. The zero Style changes nothing.
type Style struct {
	on       string
	declared *lipgloss.Style
}

// Compile makes a style as its renderer's terminal can show it.
func Compile(s lipgloss.Style) Style {
	const cell = "x"
	on, _, _ := strings.Cut(s.Render(cell), cell)
	return Style{on, &s}
}

// Lip is the style as it was declared, for the parts of Lip Gloss and Bubbles that draw
// themselves.
func (s Style) Lip() lipgloss.Style {
	if s.declared == nil {
		return lipgloss.NewStyle()
	}
	return *s.declared
}

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
func (s Style) And(t Style) Style {
	both := t.Lip().Inherit(s.Lip())
	return Style{s.on + t.on, &both}
}

// NewRenderer is the renderer of a session whose terminal has so many colours. It asks the
// terminal nothing.
func NewRenderer(p Profile) *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(p)
	r.SetHasDarkBackground(true)
	return r
}

// colour is a #rrggbb colour with what stands for it among sixteen, −1 for the terminal's own.
func colour(hex string, base int) lipgloss.CompleteColor {
	c := lipgloss.CompleteColor{TrueColor: hex}
	if near, ok := termenv.ANSI256.Color(hex).(termenv.ANSI256Color); ok {
		c.ANSI256 = strconv.Itoa(int(near))
	}
	if base >= 0 {
		c.ANSI = strconv.Itoa(base)
	}
	return c
}
