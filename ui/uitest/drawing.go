package uitest

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"bourse/ui/cells"
)

// Exact fails the test unless drawn fills area exactly.
func Exact(t testing.TB, drawn string, area cells.Box) {
	t.Helper()
	if err := CheckText(drawn, area.W, area.H); err != nil {
		t.Fatalf("%v: %v\n%s", area, err, drawn)
	}
}

// Areas are boxes from nothing to large.
func Areas() []cells.Box {
	var out []cells.Box
	for _, w := range []int{0, 1, 2, 5, 11, 13, 24, 37, 48, 80, 118, 200} {
		for _, h := range []int{0, 1, 2, 3, 5, 9, 18, 30, 56} {
			out = append(out, cells.Box{W: w, H: h})
		}
	}
	return out
}

// Lines is a drawing as plain lines without blanks at their ends.
func Lines(drawn string) []string {
	out := strings.Split(ansi.Strip(drawn), "\n")
	for i := range out {
		out[i] = strings.TrimRight(out[i], " ")
	}
	return out
}
