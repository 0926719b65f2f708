package ui_test

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"bourse/ui"
	"bourse/ui/uitest"
)

func TestColumns(t *testing.T) {
	markets := []ui.Size{ui.Fixed(26), ui.Fill(2), ui.Percent(36)}
	for _, c := range []struct {
		w, h int
		want []int
	}{
		{80, 24, []int{26, 26, 28}}, {100, 30, []int{26, 38, 36}}, {120, 36, []int{26, 51, 43}},
		{200, 28, []int{26, 102, 72}},
		{79, 24, []int{26, 25, 28}}, {80, 23, []int{26, 26, 28}}, {1, 1, []int{1, 0, 0}},
		{0, 0, []int{0, 0, 0}}, {30, 5, []int{26, 0, 4}},
	} {
		var got []int
		for _, b := range (ui.Box{W: c.w, H: c.h}).Columns(markets...) {
			got = append(got, b.W)
			if b.H != c.h {
				t.Errorf("%d × %d: height %d", c.w, c.h, b.H)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d × %d: %v, want %v", c.w, c.h, got, c.want)
		}
	}
	rows := ui.Box{X: 3, Y: 5, W: 10, H: 10}.Rows(ui.Fixed(2), ui.Fill(1), ui.Fill(1), ui.Fill(1))
	if rows[1] != (ui.Box{X: 3, Y: 7, W: 10, H: 2}) ||
		rows[3] != (ui.Box{X: 3, Y: 11, W: 10, H: 4}) {
		t.Errorf("the remainder belongs to the last fill: %v", rows)
	}
}

func TestSplitsNeverOverflow(t *testing.T) {
	size := rapid.Custom(func(t *rapid.T) ui.Size {
		n := rapid.IntRange(-5, 150).Draw(t, "n")
		return []func(int) ui.Size{ui.Fixed, ui.Percent,
			ui.Fill}[rapid.IntRange(0, 2).Draw(t, "kind")](n)
	})
	rapid.Check(t, func(t *rapid.T) {
		box := ui.Box{W: rapid.IntRange(0, 250).Draw(t, "w"), H: 3}
		x := 0
		for _, b := range box.Columns(rapid.SliceOf(size).Draw(t, "sizes")...) {
			if b.W < 0 || b.X != x {
				t.Fatalf("box %v does not follow at %d", b, x)
			}
			x += b.W
		}
		if x > box.W {
			t.Fatalf("%d cells used of %d", x, box.W)
		}
	})
}

func TestBoxes(t *testing.T) {
	b := ui.Box{X: 2, Y: 1, W: 10, H: 4}
	if !b.Contains(2, 1) || b.Contains(12, 1) || b.Contains(2, 5) {
		t.Error("Contains")
	}
	if got := b.Inset(1, 1); got != (ui.Box{X: 3, Y: 2, W: 8, H: 2}) {
		t.Error(got)
	}
	if got := (ui.Box{W: 1, H: 1}).Inset(2, 2); got.W != 0 || got.H != 0 {
		t.Error(got)
	}
	if got := b.Centre(4, 20); got != (ui.Box{X: 5, Y: 1, W: 4, H: 4}) {
		t.Error(got)
	}
	if m, ok := b.Mouse(tea.MouseMsg{X: 5, Y: 3}); !ok || m.X != 3 || m.Y != 2 {
		t.Error(m, ok)
	}
}

func TestPaneFromOneCellUp(t *testing.T) {
	env := newEnv()
	for w := range 20 {
		for h := range 8 {
			p := ui.Frame{Title: "A long title 漢字 \x1b[2J", Right: "right", Focused: w%2 == 0}
			area := ui.Box{W: w, H: h}
			uitest.Exact(t, p.Draw(env.Theme, area, "content\nof two lines \x1b[31mred"), area)
		}
	}
}
