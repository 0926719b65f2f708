package swap

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// panes are the form, and the route with what stands beside it.
func (w *Screen) panes() []ui.Slot {
	columns := w.area.Columns(cells.Fixed(45), cells.Fill(1))
	if w.area.Wide() {
		columns = w.area.Columns(cells.Percent(48), cells.Fill(1))
	}
	rows := columns[1].Rows(cells.Fill(1), cells.Fixed(7))
	if w.area.Tall() {
		rows = columns[1].Rows(cells.Fill(1), cells.Fixed(7), cells.Fixed(8))
	}
	title := "Route"
	if w.area.Wide() {
		title = "Route tree"
	}
	right := "r refresh"
	if !w.area.Tall() && w.in.more.Value() == shown { // the fields leave no room for the figures
		right = cmp.Or(w.figures.mostMatters(), right)
	}
	out := []ui.Slot{
		{Name: paneForm, Box: columns[0], Title: "Swap", Right: right, Draw: w.drawForm,
			Mouse: w.in.form.Mouse},
		{Name: paneRoute, Box: rows[0], Title: title, Right: w.route.routeRight(),
			Draw:  w.route.drawRoute,
			Mouse: w.routeMouse},
		{Box: rows[1], Title: "Compare", Right: w.quoteAge(), Draw: w.figures.drawCompare},
	}
	if len(rows) > 2 {
		out = append(out, ui.Slot{Box: rows[2], Title: "Transaction", Right: "y copies it",
			Draw: w.figures.drawTransaction})
	}
	return out
}

// Draw implements ui.Screen.
func (w *Screen) Draw(area cells.Box) string {
	w.trade.Quotes.Look()
	w.derive()
	return ui.DrawPanes(w.s.Env, area, &w.Ring, w.panes())
}

func (w *Screen) drawForm(area cells.Box, focused bool) string {
	w.in.form.Extra = w.drawExtra(area)
	return w.in.form.Draw(w.s.Env, area, focused)
}

func (w *Screen) routeMouse(m tea.MouseMsg) tea.Cmd {
	if w.route.tree.Mouse(m) {
		return w.route.openLeg()
	}
	return nil
}

func (w *Screen) quoteAge() string {
	if !w.trade.Quotes.Newest.Known {
		return ""
	}
	return ui.Age(w.trade.Quotes.Age()) + " old"
}

// drawExtra is what stands between the fields and the buttons: figures and checks, as much as there
// is room for.
func (w *Screen) drawExtra(area cells.Box) string {
	t := w.s.Env.Theme
	fields := 0
	for _, f := range w.in.form.Fields {
		if !f.Hidden {
			fields++
		}
		if !f.Hidden && f.Gap {
			fields++
		}
		if !f.Hidden && f.Below != "" {
			fields++
		}
	}
	room := area.H - fields - 2 // the buttons, and why they are off
	checks := w.trade.Checks.All()
	const wideFigures = 6
	roomy := room >= wideFigures+len(checks)+3
	lines := []string{""}
	if room < wideFigures {
		lines = nil
	}
	lines = append(lines, w.figures.drawFigures(area, roomy)...)
	if !roomy { // what does not fit is what is well
		grave := map[ui.Level]int{ui.Bad: 2, ui.Warn: 1}
		slices.SortStableFunc(checks, func(a, b ui.Check) int {
			return grave[b.Level] - grave[a.Level]
		})
	}
	if roomy {
		rule := " ─ checks " + strings.Repeat("─", max(0, area.W-11))
		lines = append(lines, "", t.Muted.Render(rule))
	}
	for _, l := range ui.CheckLines(w.s.Env, area.W-1, !roomy, checks) {
		lines = append(lines, " "+l)
	}
	return strings.Join(lines, "\n")
}
