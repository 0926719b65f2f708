package style

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"
)

// luminance and contrast are WCAG 2's definitions.
func luminance(hex string) float64 {
	var c [3]float64
	for i := range c {
		n, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		v := float64(n) / 255
		if v <= 0.04045 {
			c[i] = v / 12.92
		} else {
			c[i] = math.Pow((v+0.055)/1.055, 2.4)
		}
	}
	return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2]
}

func contrast(a, b string) float64 {
	l, m := luminance(a), luminance(b)
	return (max(l, m) + 0.05) / (min(l, m) + 0.05)
}

func TestDigitsHaveContrast(t *testing.T) {
	for _, name := range ThemeNames() {
		theme, err := NewTheme(name, NewRenderer(TrueColor))
		if err != nil {
			t.Fatal(err)
		}
		for what, s := range theme.digits {
			bg := theme.bg
			if c, ok := s.GetBackground().(lipgloss.CompleteColor); ok {
				bg = c.TrueColor
			}
			fg := s.GetForeground().(lipgloss.CompleteColor).TrueColor
			if c := contrast(fg, bg); c < 4.5 {
				t.Errorf("%s %s: %s on %s has a contrast of %.2f", name, what, fg, bg, c)
			}
		}
		if name != "mono" && len(theme.digits) < 10 {
			t.Errorf("%s lists only %d styles", name, len(theme.digits))
		}
	}
}

func TestWithoutColoursNoColourIsSent(t *testing.T) {
	colour := regexp.MustCompile(`\x1b\[[0-9;]*\b(3[0-9]|4[0-9]|9[0-7]|10[0-7])\b`)
	for _, name := range ThemeNames() {
		plain, _ := NewTheme(name, NewRenderer(NoColor))
		if plain.Name != "mono" {
			t.Errorf("%s without colours is %s", name, plain.Name)
		}
		few, _ := NewTheme(name, NewRenderer(Colors16))
		for _, s := range []Style{few.Up, few.Down, few.OK, few.Accent, few.Selected} {
			if strings.Contains(s.on, ";2;") || strings.Contains(s.on, "38;5") {
				t.Errorf("%s asks a 16-colour terminal for more: %q", name, s.on)
			}
		}
		for _, s := range []Style{plain.Up, plain.Down, plain.OK, plain.Warn, plain.Danger,
			plain.Accent, plain.BarUp, plain.Key} {
			if colour.MatchString(s.on) {
				t.Errorf("%s without colours sends %q", name, s.on)
			}
		}
	}
	if _, err := NewTheme("puce", NewRenderer(TrueColor)); err == nil ||
		!strings.Contains(err.Error(), "classic") {
		t.Errorf("an unknown theme must name the known ones: %v", err)
	}
}

func TestColorProfile(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want Profile
	}{
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"},
			NoColor},
		{map[string]string{"TERM": "dumb"}, NoColor},
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TrueColor},
		{map[string]string{"WT_SESSION": "x"}, TrueColor},
		{map[string]string{"TERM": "screen-256color"}, Colors256},
		{map[string]string{"TERM": "linux"}, Colors16},
	} {
		if got := ColorProfile(func(k string) string { return c.env[k] }); got != c.want {
			t.Errorf("%v: %v, want %v", c.env, got, c.want)
		}
	}
}

// TestCompiledIsRendered: what a compiled style writes is what Lip Gloss itself renders, for every
// kind of terminal.
func TestCompiledIsRendered(t *testing.T) {
	for _, p := range []Profile{TrueColor, Colors256, Colors16, NoColor} {
		for _, name := range ThemeNames() {
			theme, err := NewTheme(name, NewRenderer(p))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range []Style{theme.Text, theme.Muted, theme.Title, theme.Accent, theme.Up,
				theme.Selected, theme.ButtonFocus, theme.Key, theme.Border} {
				if got, want := s.Render("12.5"), s.Lip().Render("12.5"); got != want {
					t.Errorf("%s with %v: %q, Lip Gloss renders %q", name, p, got, want)
				}
			}
		}
	}
}

// A theme paints its ground under every cell: whatever is drawn before it, each reset and each line
// goes on with it, and the text stays as it was. Without colours nothing is painted.
func TestThemesPaintTheirGround(t *testing.T) {
	t.Parallel()
	for _, p := range []Profile{TrueColor, Colors256, Colors16,
		NoColor} {
		for _, name := range ThemeNames() {
			th, err := NewTheme(name, NewRenderer(p))
			if err != nil {
				t.Fatal(err)
			}
			frame := "plain " + th.Up.Render("3,000") + " x\n" +
				th.Selected.Over(th.Muted.Render("a")+"b") + "\n\nend"
			got := th.Paint(frame)
			if th.Name == "mono" {
				if got != frame {
					t.Errorf("%s of %v paints %q", name, p, got)
				}
				continue
			}
			if ansi.Strip(got) != ansi.Strip(frame) {
				t.Errorf("%s of %v changes the text: %q", name, p, got)
			}
			on, _, _ := strings.Cut(got, "plain")
			if !strings.Contains(on, "48;") && !strings.ContainsAny(on, "04") {
				t.Errorf("%s of %v begins with %q", name, p, on)
			}
			for _, line := range strings.Split(got, "\n") {
				if !strings.HasPrefix(line, on) || !strings.HasSuffix(line, "\x1b[0m") {
					t.Errorf("%s of %v has the line %q", name, p, line)
				}
				for _, rest := range strings.Split(strings.TrimSuffix(line, "\x1b[0m"),
					"\x1b[0m")[1:] {
					if !strings.HasPrefix(rest, on) {
						t.Errorf("%s of %v goes on with %q", name, p, rest)
					}
				}
			}
		}
	}
}
