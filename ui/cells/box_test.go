package cells_test

import (
	"slices"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"pgregory.net/rapid"

	"bourse/ui/cells"
)

func TestColumns(t *testing.T) {
	markets := []cells.Size{cells.Fixed(26), cells.Fill(2), cells.Percent(36)}
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
		for _, b := range (cells.Box{W: c.w, H: c.h}).Columns(markets...) {
			got = append(got, b.W)
			if b.H != c.h {
				t.Errorf("%d × %d: height %d", c.w, c.h, b.H)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d × %d: %v, want %v", c.w, c.h, got, c.want)
		}
	}
	rows := cells.Box{X: 3, Y: 5, W: 10, H: 10}.Rows(cells.Fixed(2), cells.Fill(1), cells.Fill(1),
		cells.Fill(1))
	if rows[1] != (cells.Box{X: 3, Y: 7, W: 10, H: 2}) ||
		rows[3] != (cells.Box{X: 3, Y: 11, W: 10, H: 4}) {
		t.Errorf("the remainder belongs to the last fill: %v", rows)
	}
}

func TestSplitsNeverOverflow(t *testing.T) {
	size := rapid.Custom(func(t *rapid.T) cells.Size {
		n := rapid.IntRange(-5, 150).Draw(t, "n")
		return []func(int) cells.Size{cells.Fixed, cells.Percent,
			cells.Fill}[rapid.IntRange(0, 2).Draw(t, "kind")](n)
	})
	rapid.Check(t, func(t *rapid.T) {
		box := cells.Box{W: rapid.IntRange(0, 250).Draw(t, "w"), H: 3}
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
	b := cells.Box{X: 2, Y: 1, W: 10, H: 4}
	if !b.Contains(2, 1) || b.Contains(12, 1) || b.Contains(2, 5) {
		t.Error("Contains")
	}
	if got := b.Inset(1, 1); got != (cells.Box{X: 3, Y: 2, W: 8, H: 2}) {
		t.Error(got)
	}
	if got := (cells.Box{W: 1, H: 1}).Inset(2, 2); got.W != 0 || got.H != 0 {
		t.Error(got)
	}
	if got := b.Centre(4, 20); got != (cells.Box{X: 5, Y: 1, W: 4, H: 4}) {
		t.Error(got)
	}
	if m, ok := b.Mouse(tea.MouseMsg{X: 5, Y: 3}); !ok || m.X != 3 || m.Y != 2 {
		t.Error(m, ok)
	}
}
