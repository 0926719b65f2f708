package delta

import (
	"strings"
	"time"

	"bourse/ui"
	"bourse/ui/cells"
)

// Draw implements ui.Screen. The rail stands above all panes.
func (w *Screen) Draw(area cells.Box) string {
	frame := w.Panes.Draw(area)
	if w.mode == recalling {
		return frame
	}
	_, rest, more := strings.Cut(frame, "\n")
	rail := ui.Rail(w.s.Env, area.W, w.rail())
	if !more {
		return cells.Fit(rail, area.W, area.H)
	}
	return rail + "\n" + rest
}

// rail are the five steps from the quote to the settlement.
func (w *Screen) rail() []ui.Step {
	names := [...]string{"Quote", "Build", "Sign", "Auction", "Settled"}
	var done int
	var times [len(names)]time.Time
	level := ui.Working
	if w.mode == composing {
		done, times[0] = w.form.Progress()
	} else {
		done, level, times = w.orders.Progress()
	}
	steps := make([]ui.Step, len(names))
	for i, name := range names {
		steps[i] = ui.Step{Text: name}
		if i < done && w.s.Area.Wide() && !times[i].IsZero() {
			steps[i].Text += ui.Local(times[i]).Format(" 15:04:05")
		}
		switch {
		case i < done:
			steps[i].Level = ui.OK
		case i == done:
			steps[i].Level = level
		}
	}
	return steps
}
