package cells_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"bourse/ui/cells"
	"bourse/ui/uitest"
)

var hostile = []string{
	"", "plain", "漢字かな", "e\u0301 combined", "👩‍👩‍👧 family", "\x1b[31mred", "\x1b[31mred\x1b[0m",
	"\x1b]0;title\x07x", "\x1b[2J\x1b[H",
	"\u202eevil\u202c", "\ufeffbom", "a\tb\nc\rd", "\xff\xfe\xc3", "\x9b31m", "\x1bP+q\x1b\\tail",
	"❤️", "🏳️‍🌈", "\x00\x07\x08",
	"┃━▸◆", strings.Repeat("漢", 300), strings.Repeat("x", 10_000), "\x1b", "\x1b[", "\x1b[31",
	"ZZ\u200b\u200dZZ", "ﷺ", "\U000e0041tag",
	"0\x9f\x8f\xb3\ufe0f\u200d🌈", "1\ufe0f\u20e3", "\x1b[31m\ufe0f7\x1b[0m\ufe0f8",
}

func FuzzFit(f *testing.F) {
	for i, s := range hostile {
		f.Add(s, i*7%90, i%5)
		f.Add(s, 3, 1)
	}
	f.Fuzz(func(t *testing.T, s string, w, h int) {
		if w < 0 || w > 300 || h < 0 || h > 40 {
			t.Skip()
		}
		if err := uitest.CheckText(cells.Fit(s, w, h), w, h); err != nil {
			t.Fatalf("Fit(%q, %d, %d): %v", s, w, h, err)
		}
	})
}

func FuzzClean(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := cells.Clean(s)
		if len([]rune(got)) > 513 {
			t.Errorf("%d characters left", len([]rune(got)))
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) ||
				r == unicode.ReplacementChar {
				t.Errorf("Clean(%q) keeps %U", s, r)
			}
		}
		if again := cells.Clean(got); len([]rune(got)) <= 512 && again != got {
			t.Errorf("Clean is not stable: %q, then %q", got, again)
		}
	})
}

func TestFitKeepsColours(t *testing.T) {
	red := "\x1b[31mabcdef\x1b[0mgh"
	if got := cells.FitLine(red, 3); got != "\x1b[31mab…\x1b[0m" {
		t.Errorf("%q", got)
	}
	if got := cells.FitLine("\x1b[31mab", 4); got != "\x1b[31mab\x1b[0m  " {
		t.Errorf("%q", got)
	}
	if got := cells.FitLine("\x1b]52;c;aGk=\x07ok\x1b[2J", 4); got != "ok  " {
		t.Errorf("%q", got)
	}
}

// Overlay must show exactly the cells of the top one inside the box and of the
// base outside it, and the base's colours must go on right of the box.
func TestOverlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(4, 60).Draw(t, "w"), rapid.IntRange(1, 6).Draw(t, "h")
		b := cells.Box{X: rapid.IntRange(0, w-1).Draw(t, "x"),
			Y: rapid.IntRange(0, h-1).Draw(t, "y")}
		b.W, b.H = rapid.IntRange(1, w-b.X).Draw(t, "bw"), rapid.IntRange(1, h-b.Y).Draw(t, "bh")
		piece := rapid.SampledFrom([]string{
			"a", "┃", "漢", "\x1b[31m", "\x1b[0m", "\x1b[1;34m", " ", "é"})
		base := cells.Fit(strings.Join(rapid.SliceOfN(
			rapid.Map(rapid.SliceOfN(piece, 0, 2*w), func(p []string) string {
				return strings.Join(p, "")
			}), h, h).Draw(t, "base"), "\n"), w, h)
		got := cells.Overlay(base, strings.Repeat(strings.Repeat("#", b.W)+"\n", b.H), b, w)
		if err := uitest.CheckText(got, w, h); err != nil {
			t.Fatalf("%v\n%q", err, got)
		}
		before, after := strings.Split(base, "\n"), strings.Split(got, "\n")
		for y := range h {
			if y < b.Y || y >= b.Y+b.H {
				if before[y] != after[y] {
					t.Fatalf("line %d changed", y)
				}
				continue
			}
			if cut := ansi.Strip(ansi.Cut(after[y], b.X, b.X+b.W)); cut != strings.Repeat(
				"#", b.W) {
				t.Fatalf("line %d shows %q in the box", y, cut)
			}
		}
	})
}

func TestOverlayKeepsColourRightOfTheBox(t *testing.T) {
	base := "\x1b[31m" + strings.Repeat("r", 10) + "\x1b[0m"
	got := cells.Overlay(base, "##", cells.Box{X: 4, W: 2, H: 1}, 10)
	if want := "\x1b[31mrrrr\x1b[0m##\x1b[31mrrrr\x1b[0m"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAlignment(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{cells.Truncate("漢字漢字", 5), "漢字…"},
		{cells.Left("漢字", 5), "漢字 "},
		{cells.Right("漢", 4), "  漢"},
		{cells.Right("12345", 3), "12…"},
		{cells.Middle("ab", 5), " ab  "},
		{cells.Spread("left", "right", 12), "left   right"},
		{cells.Spread("left", "right", 7), "left r…"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
