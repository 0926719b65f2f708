package cells_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"bourse/ui/cells"
)

// Without UTF-8 every line keeps its width and its columns, and names stand where there is room.
func TestASCIIKeepsTheWidth(t *testing.T) {
	t.Parallel()
	for frame, want := range map[string]string{
		"┌─ a ─┐\n│ b… │":               "+- a -+\n| b~ |",
		" ⏎ sign  ↑↓ move          ":    " Enter sign  Up/Down move ",
		"│⏎ x│      ":                   "|< x|      ",
		"↑↓ level │ x  ":                "^v level | x  ",
		"│ ⏎ x       │":                 "| Enter x   |",
		"\x1b[1m✓\x1b[0m 漢 é −1.5% ≈ ×": "\x1b[1m+\x1b[0m ?? ? -1.5% ~ x",
		"▐2 Delta▌ ▁▂▃▄▅▆▇█":            "[2 Delta] __.-=+*#",
		"plain":                         "plain",
	} {
		got := cells.ASCII(frame)
		if got != want {
			t.Errorf("%q becomes %q, want %q", frame, got, want)
		}
		for i, line := range strings.Split(got, "\n") {
			if w := cells.Width(strings.Split(frame, "\n")[i]); cells.Width(line) != w {
				t.Errorf("%q has %d cells, want %d", line, cells.Width(line), w)
			}
		}
	}
}

// Every box, block and sign that the console counts as one cell has its likeness in ASCII.
func TestASCIIKnowsEveryGlyph(t *testing.T) {
	t.Parallel()
	const signs = "…—–·•−≤≥≈→←↑↓⇥⇧⌃⏎␣⇅●○◐◓◑◒◆✓✗▸▾▴▲▼◂★☆⊘‘’“”⇤×Σ‖─━│┃┌┐└┘┏┓┗┛├┤┬┴┼╷╻╿╽╵╹╌┊┈┄" +
		"▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐▀░▒▓"
	for _, r := range signs {
		if got := cells.ASCII(string(r)); got == "?" || len(got) != 1 || got[0] >= utf8.RuneSelf {
			t.Errorf("%q becomes %q", r, got)
		}
	}
}

// Whatever the screens show, in ASCII nothing is wider or narrower, and nothing else is left.
func TestEveryPictureInASCII(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../screenshots/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no pictures: %v", err)
	}
	for _, name := range files {
		frame, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.Split(cells.ASCII(string(frame)), "\n")
		for i, line := range strings.Split(string(frame), "\n") {
			if got := plain[i]; len(got) != cells.Width(line) || strings.ContainsFunc(got,
				func(r rune) bool { return r >= utf8.RuneSelf }) {
				t.Errorf("%s:%d: %q becomes %q", name, i+1, line, got)
			}
		}
	}
}
