package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-fonts/dejavu/dejavusansmono"
	"golang.org/x/image/font/sfnt"

	"bourse/ui/cells"
)

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
			if w := cells.Width(string(r)); w != 1 {
				t.Errorf("%s uses %q (%U), which is %d cells wide", name, r, r, w)
			}
		}
	}
}
