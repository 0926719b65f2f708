package screenshots_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"bourse/ui/cells"
)

// atTheEdge is a word that ends where its pane does.
var atTheEdge = regexp.MustCompile(`(\pL{3,}) ?[│┃]`)

// TestAWordIsNotCutWithoutAMark: what is shown of every screen at 80 × 24 has no half of a word at
// the edge of a pane which stands there whole where there is room.
func TestAWordIsNotCutWithoutAMark(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a session in which nothing runs beside another")
	}
	d := openDesk(t)
	d.placeOrders()
	looked := 0
	look := func(what string) {
		t.Helper()
		wide := d.frameAt(cells.Box{W: 250, H: 70})
		words := strings.FieldsFunc(wide, func(r rune) bool {
			return strings.ContainsRune(" │┃\n", r)
		})
		for _, line := range strings.Split(d.frameAt(cells.Box{W: 80, H: 24}), "\n") {
			for _, m := range atTheEdge.FindAllStringSubmatch(line, -1) {
				looked++
				longer := func(w string) bool { return strings.HasPrefix(w, m[1]) && w != m[1] }
				if !slices.Contains(words, m[1]) && slices.ContainsFunc(words, longer) {
					t.Errorf("%s: %q is cut in\n%s", what, m[1], line)
				}
			}
		}
	}
	for _, keys := range [][]string{
		{"f1"}, {"f1", "w"}, {"f1", "enter"}, {"f2"}, {"f3"}, {"f3", "enter"}, {"f3", "X"}, {"f4"},
		{"f5"}, {"f5", "h"}, {"f6"}, {"f6", "enter"}, {"f7"}, {"f7", ">"}, {"f8"}, {"f9"}, {"?"},
	} {
		d.Press("esc", "esc", "esc")
		d.Press(keys...)
		d.settle(1)
		look(strings.Join(keys, " "))
	}
	if looked < 20 {
		t.Errorf("only %d words stand at an edge", looked)
	}
}

// placeOrders fills some of an order of the account, so that its detail has something to show.
func (d *desk) placeOrders() {
	d.Press("f1", "g", "up", "s")
	d.Type("2")
	d.settle(1)
	d.Press("enter")
	d.signs()
	d.settle(8)
}

// frameAt is what a window of that size shows.
func (d *desk) frameAt(size cells.Box) string {
	d.Resize(size.W, size.H)
	d.settle(1)
	return d.Frame()
}
