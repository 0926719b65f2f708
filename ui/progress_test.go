package ui_test

import (
	"testing"

	"github.com/charmbracelet/x/ansi"

	"bourse/ui/cells"
	"bourse/ui/uitest"
)

func TestProgressIsOfTheShare(t *testing.T) {
	t.Parallel()
	env, _ := uitest.NewEnv()
	for _, tt := range []struct {
		done, total, w int
		want           string
	}{
		{0, 8, 16, "░░░░░░░░░░   0 %"},
		{4, 8, 16, "█████░░░░░  50 %"},
		{997, 1000, 16, "██████████  99 %"}, // not done
		{8, 8, 16, "██████████ 100 %"},
		{9, 8, 16, "██████████ 100 %"},
		{0, 0, 16, ""},
		{1, 2, 0, ""},
	} {
		if got := ansi.Strip(env.Progress(tt.done, tt.total, tt.w)); got != tt.want {
			t.Errorf("%d of %d: %q, not %q", tt.done, tt.total, got, tt.want)
		}
	}
	for w := range 80 {
		if got := cells.Width(env.Progress(1, 2, w)); got != min(w, 60) {
			t.Errorf("a bar for %d cells is %d wide", w, got)
		}
	}
}
