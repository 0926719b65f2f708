package style

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Profile is how many colours the terminal has.
type Profile = termenv.Profile

// Profiles.
const (
	TrueColor = termenv.TrueColor
	Colors256 = termenv.ANSI256
	Colors16  = termenv.ANSI
	NoColor   = termenv.Ascii
)

// Theme is the styles by meaning. Views ask for a meaning and always add a
// glyph or a word, because some people and some terminals see no colour.
type Theme struct {
	Name string

	Text, Muted, Title, Bold     Style
	Accent                       Style // focus, selection mark
	Up, Down                     Style // buy and bid, sell and ask
	OK, Warn, Danger             Style
	BarUp, BarDown               Style // depth bars, in cells of their own
	Selected                     Style // background of a selected row: use Over
	Border, FocusBorder          Style
	Brand, TabOn, TabOff, Key    Style
	Button, ButtonFocus, Flash   Style
	Field, FieldFocus, FieldText Style
	Code                         Style // white on black in every theme, for codes that are scanned

	renderer *lipgloss.Renderer
	digits   map[string]lipgloss.Style // what digits are drawn with, for the contrast test
	fg       string
	bg       string
	ground   Style // what the theme paints under everything; nothing without colours
}

// Renderer is the session's.
func (t *Theme) Renderer() *lipgloss.Renderer { return t.renderer }

// Ground is the theme's plain text and background as #rrggbb, which pictures of the screen need to
// know.
func (t *Theme) Ground() (text, background string) { return t.fg, t.bg }

// Side is Up for buys and Down for sells.
func (t *Theme) Side(buy bool) Style {
	if buy {
		return t.Up
	}
	return t.Down
}

// Change is the style and glyph of a signed change: ▲, ▼ or none.
func (t *Theme) Change(sign int) (Style, string) {
	switch {
	case sign > 0:
		return t.Up, "▲"
	case sign < 0:
		return t.Down, "▼"
	}
	return t.Text, " "
}

// SideMark is "▲B" or "▼S" in its colour.
func (t *Theme) SideMark(buy bool) string {
	if buy {
		return t.Up.Render("▲B")
	}
	return t.Down.Render("▼S")
}

// Paint puts the theme's background under a frame, so that its colours stand on the ground they
// were chosen for, whatever the terminal's own is.
func (t *Theme) Paint(frame string) string {
	on := t.ground.on
	if on == "" {
		return frame
	}
	out := make([]byte, 0, len(frame)*2)
	out = append(out, on...)
	from := 0
	for i := 0; i < len(frame); i++ {
		switch {
		case frame[i] == '\n':
			out = append(append(append(out, frame[from:i]...), reset+"\n"...), on...)
			from = i + 1
		case frame[i] == 0x1b && strings.HasPrefix(frame[i:], reset):
			i += len(reset) - 1
			out = append(append(out, frame[from:i+1]...), on...)
			from = i + 1
		}
	}
	return string(append(append(out, frame[from:]...), reset...))
}

// colours is a theme before it is built. Colours are #rrggbb; bg is the
// background the colours are meant for, which the theme paints.
type colours struct {
	bg, text, muted, up, down, ok, warn, danger, accent string
	barUp, barDown, selected                            string
	up16, down16, text16, muted16, bg16                 int
	bold                                                bool // every digit bold: high contrast
}

// Okabe–Ito hues; the light ones are darkened until digits reach 4.5 : 1.
var (
	darkPalette = colours{bg: "#12151a", text: "#d8dee6", muted: "#8a8f98", up: "#56b4e9",
		down: "#e69f00",
		ok:   "#009e73", warn: "#f0e442", danger: "#ff6e67", accent: "#cc79a7", barUp: "#24506b",
		barDown:  "#5a4211",
		selected: "#1f2630", up16: 12, down16: 3, text16: 7, muted16: 8}
	lightPalette = colours{bg: "#ffffff", text: "#1b1f24", muted: "#5f6570", up: "#0067a3",
		down: "#ad4a00",
		ok:   "#00734f", warn: "#7a6a00", danger: "#b3261e", accent: "#9a4d78", barUp: "#bfe0f5",
		barDown:  "#f6dfae",
		selected: "#eef1f5", up16: 4, down16: 3, text16: 0, muted16: 8, bg16: 15}
	classicPalette = darkPalette.sides("#4cc26b", "#ff6e67", "#1e5a30", "#6b2a27", 10, 9)
	invertPalette  = darkPalette.sides("#ff6e67", "#4cc26b", "#6b2a27", "#1e5a30", 9, 10)
	strongPalette  = colours{bg: "#000000", text: "#ffffff", muted: "#d0d0d0", up: "#66d9ff",
		down: "#ffc400",
		ok:   "#5cff9d", warn: "#ffff5c", danger: "#ff8a84", accent: "#ff9ee0", barUp: "#0086c4",
		barDown:  "#b87800",
		selected: "#303030", up16: 14, down16: 11, text16: 15, muted16: 7, bold: true}
)

func (c colours) sides(up, down, barUp, barDown string, up16, down16 int) colours {
	c.up, c.down, c.barUp, c.barDown, c.up16, c.down16 = up, down, barUp, barDown, up16, down16
	return c
}

// ThemeNames are the themes in the order the theme key goes through them.
func ThemeNames() []string {
	return []string{"dark", "light", "classic", "inverted", "contrast", "mono"}
}

// NewTheme builds a theme for the terminal of a renderer. "" and "default" are dark; without
// colours every theme is mono.
func NewTheme(name string, r *lipgloss.Renderer) (*Theme, error) {
	if r.ColorProfile() == NoColor {
		return monoTheme(r), nil
	}
	switch name {
	case "", "default", "dark":
		return darkPalette.theme("dark", r), nil
	case "light":
		return lightPalette.theme(name, r), nil
	case "classic":
		return classicPalette.theme(name, r), nil
	case "inverted":
		return invertPalette.theme(name, r), nil
	case "contrast":
		return strongPalette.theme(name, r), nil
	case "mono":
		return monoTheme(r), nil
	}
	return nil, fmt.Errorf("there is no theme %q: choose one of %s", name,
		strings.Join(ThemeNames(), ", "))
}

// theme declares the styles.
func (c colours) theme(name string, r *lipgloss.Renderer) *Theme {
	t := &Theme{Name: name, renderer: r, digits: map[string]lipgloss.Style{}, fg: c.text, bg: c.bg}
	ink := func(hex string, base int) lipgloss.Style {
		return r.NewStyle().Foreground(colour(hex, base))
	}
	text, muted := ink(c.text, c.text16).Bold(c.bold), ink(c.muted, c.muted16).Bold(c.bold)
	selected := r.NewStyle().Background(colour(c.selected, -1)).Bold(true)
	digits := func(name string, s lipgloss.Style) Style {
		t.digits[name] = s
		return Compile(s)
	}
	t.Text, t.Muted = digits("text", text), digits("muted", muted)
	t.Title = digits("title", text.Bold(true))
	t.Bold = Compile(r.NewStyle().Bold(true))
	t.Accent = digits("accent", ink(c.accent, 5).Bold(true))
	t.Up = digits("up", ink(c.up, c.up16).Bold(c.bold))
	t.Down = digits("down", ink(c.down, c.down16).Bold(c.bold))
	t.OK = digits("ok", ink(c.ok, 2).Bold(c.bold))
	t.Warn = digits("warn", ink(c.warn, 11).Bold(c.bold))
	t.Danger = digits("danger", ink(c.danger, 9).Bold(c.bold))
	t.BarUp, t.BarDown = Compile(ink(c.barUp, 4)), Compile(ink(c.barDown, 3))
	t.Selected = Compile(selected)
	for name, hex := range map[string]string{"": c.text, " muted": c.muted, " up": c.up,
		" down": c.down} {
		t.digits["selected"+name] = selected.Foreground(colour(hex, -1))
	}
	t.Border = Compile(ink(c.muted, c.muted16))
	t.FocusBorder = t.Accent
	t.Brand, t.TabOn, t.TabOff = t.Accent, t.Title, t.Muted
	t.Key = digits("key", ink(c.up, c.up16).Bold(true))
	t.Button = t.Text
	t.ButtonFocus = digits("button",
		text.Background(colour(c.selected, -1)).Bold(true).Reverse(true))
	t.Flash = t.Bold
	t.ground = Compile(ink(c.text, c.text16).Background(colour(c.bg, c.bg16)))
	t.Code = Compile(ink("#ffffff", 15).Background(colour("#000000", 0)))
	t.Field, t.FieldFocus, t.FieldText = t.Muted, t.Accent, t.Text
	return t
}

// monoTheme tells everything by glyph and weight. Its styles have no colours, so it declares them
// for a terminal that takes sequences: Lip Gloss leaves out weights where it leaves out colours.
func monoTheme(r *lipgloss.Renderer) *Theme {
	plain := NewRenderer(Colors16)
	bold, invert := Compile(plain.NewStyle().Bold(true)), Compile(plain.NewStyle().Reverse(true))
	return &Theme{Name: "mono", renderer: r, fg: darkPalette.text, bg: darkPalette.bg, Title: bold,
		Bold: bold, Accent: bold, Danger: invert, Selected: bold,
		FocusBorder: bold, Brand: bold, TabOn: bold, Key: bold, ButtonFocus: invert, Flash: bold,
		FieldFocus: bold}
}

// ColorProfile judges the terminal from its environment: NO_COLOR, COLORTERM
// and TERM, read through getenv.
func ColorProfile(getenv func(string) string) Profile {
	term, depth := getenv("TERM"), getenv("COLORTERM")
	switch {
	case getenv("NO_COLOR") != "" || term == "dumb":
		return NoColor
	case depth == "truecolor" || depth == "24bit" || getenv("WT_SESSION") != "" ||
		strings.Contains(term, "direct"):
		return TrueColor
	case strings.Contains(term, "256"):
		return Colors256
	}
	return Colors16
}

// Dumb says why a terminal cannot show a console, "" where it can.
func Dumb(getenv func(string) string) string {
	if getenv("TERM") != "dumb" {
		return ""
	}
	return "TERM=dumb can't place text on the screen: the console needs another terminal, such " +
		"as xterm, tmux or screen; --plain trades line by line in any, and --serve runs the service"
}

// LacksUTF8 tells whether a terminal's locale has no UTF-8, by the first of LC_ALL, LC_CTYPE and
// LANG that is set. Where none is, as over ssh from many clients, the terminal is taken to have it.
func LacksUTF8(getenv func(string) string) bool {
	locale := cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG"))
	flat := strings.ReplaceAll(strings.ToLower(locale), "-", "")
	return locale != "" && !strings.Contains(flat, "utf8")
}
