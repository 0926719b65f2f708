package ui

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-fonts/dejavu/dejavusansmono"
	"golang.org/x/image/font/sfnt"
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
		theme, err := NewTheme(name, TrueColor)
		if err != nil {
			t.Fatal(err)
		}
		for what, ink := range theme.inks {
			bg := theme.bg
			if ink.Bg != "" {
				bg = ink.Bg
			}
			if c := contrast(ink.Fg, bg); c < 4.5 {
				t.Errorf("%s %s: %s on %s has a contrast of %.2f", name, what, ink.Fg, bg, c)
			}
		}
		if name != "mono" && len(theme.inks) < 10 {
			t.Errorf("%s lists only %d inks", name, len(theme.inks))
		}
	}
}

func TestWithoutColoursNoColourIsSent(t *testing.T) {
	colour := regexp.MustCompile(`\x1b\[[0-9;]*\b(3[0-9]|4[0-9]|9[0-7]|10[0-7])\b`)
	for _, name := range ThemeNames() {
		plain, _ := NewTheme(name, NoColor)
		if plain.Name != "mono" {
			t.Errorf("%s without colours is %s", name, plain.Name)
		}
		few, _ := NewTheme(name, Colors16)
		for _, s := range []Style{few.Up, few.Down, few.OK, few.Accent, few.Selected} {
			if strings.Contains(s.on, ";2;") || strings.Contains(s.on, "38;5") {
				t.Errorf("%s asks a 16-colour terminal for more: %q", name, s.on)
			}
		}
		for _, s := range []Style{plain.Up, plain.Down, plain.OK, plain.Warn, plain.Danger, plain.Accent, plain.BarUp, plain.Key} {
			if colour.MatchString(s.on) {
				t.Errorf("%s without colours sends %q", name, s.on)
			}
		}
	}
	if _, err := NewTheme("puce", TrueColor); err == nil || !strings.Contains(err.Error(), "classic") {
		t.Errorf("an unknown theme must name the known ones: %v", err)
	}
}

func TestColorProfile(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want Profile
	}{
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, NoColor},
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

// Screenshots are set in DejaVu Sans Mono: every character the console draws
// with must be in it.
func TestEveryGlyphIsInTheFont(t *testing.T) {
	font, err := sfnt.Parse(dejavusansmono.TTF)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var buf sfnt.Buffer
	seen := map[rune]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range string(src) {
			if r < 0x80 || seen[r] {
				continue
			}
			seen[r] = true
			if i, err := font.GlyphIndex(&buf, r); err != nil || i == 0 {
				t.Errorf("%s uses %q (%U), which the font lacks", name, r, r)
			}
			if w := Width(string(r)); w != 1 {
				t.Errorf("%s uses %q (%U), which is %d cells wide", name, r, r, w)
			}
		}
	}
}

func TestOneCellAgreesWithTheWidthTable(t *testing.T) {
	for r := rune(0xa0); r < 0x3000; r++ {
		if !oneCell(r) {
			continue
		}
		if _, simple := measure(string(r)); !simple {
			t.Errorf("%U is not simple", r)
		}
		if slow := ansiWidth(string(r)); slow != 1 {
			t.Errorf("%U is %d cells wide", r, slow)
		}
		if slow := ansiWidth("a" + string(r) + "b"); slow != 3 {
			t.Errorf("a%Ub is %d cells wide", r, slow)
		}
	}
}
