package ui_test

import (
	"testing"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
)

func TestPaneFromOneCellUp(t *testing.T) {
	env := newEnv()
	for w := range 20 {
		for h := range 8 {
			p := ui.Frame{Title: "A long title 漢字 \x1b[2J", Right: "right", Focused: w%2 == 0}
			area := cells.Box{W: w, H: h}
			uitest.Exact(t, p.Draw(env.Theme, area, "content\nof two lines \x1b[31mred"), area)
		}
	}
}
