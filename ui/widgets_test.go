package ui_test

import (
	"testing"
	"time"

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
