package ui_test

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
)

func newEnv() *ui.Env {
	env, _ := uitest.NewEnv()
	return env
}

func TestChartsFillTheirArea(t *testing.T) {
	env := newEnv()
	steps := []ui.Step{{At: uitest.Start, Text: "built", Level: ui.OK, Note: "0x12"},
		{At: uitest.Start.Add(9 * time.Second), Text: "signed\x1b[2J", Level: ui.Working},
		{Text: "settled"}}
	for _, a := range uitest.Areas() {
		for _, l := range ui.Timeline(env, a.W, steps) {
			uitest.Exact(t, l, cells.Box{W: a.W, H: 1})
		}
		one := cells.Box{W: a.W, H: 1}
		uitest.Exact(t, ui.Rail(env, a.W, steps), one)
		uitest.Exact(t, ui.TimeScale(env, a.W, steps), one)
		uitest.Exact(t, ui.TimeScale(env, a.W, nil), one)
		marks := []ui.BandMark{{Value: 1.6, Name: "floor", Text: "1.60000"},
			{Value: 1.7, Name: "now", Text: "1.70000"}}
		if a.W >= 8 {
			uitest.Exact(t, ui.PriceBand(env, a.W, marks), cells.Box{W: a.W, H: 3})
		}
	}
}

// TestPriceBandIsToScale: marks stand where their values are, whatever room their words take.
func TestPriceBandIsToScale(t *testing.T) {
	values := map[string]float64{"268,670": 268_670, "271,000": 271_000, "271,400": 271_400}
	var marks []ui.BandMark
	for text, v := range values {
		marks = append(marks, ui.BandMark{Value: v, Name: "mark", Text: text})
	}
	rows := strings.Split(ansi.Strip(ui.PriceBand(newEnv(), 60, marks)), "\n")
	line := []rune(rows[2])
	low, mid := slices.Index(line, '├'), slices.Index(line, '┼')
	high := slices.Index(line, '┤')
	// 2,330 of 2,730
	want := float64(low) + float64(high-low)*2330/2730
	if low < 0 || mid < 0 || math.Abs(float64(mid)-want) > 1 {
		t.Errorf("marks at %d, %d and %d, the middle one should be at %.1f:\n%s", low, mid, high,
			want, strings.Join(rows, "\n"))
	}
	if w := strings.Fields(rows[1]); !slices.Equal(w, []string{"268,670", "271,000", "271,400"}) {
		t.Errorf("numbers %v", w)
	}
}
