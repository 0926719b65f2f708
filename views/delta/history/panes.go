package history

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
)

// Pane is the name of the list's pane.
const Pane = "history"

// Panels are the list, the selected order and the summary.
func (w *List) Panes(area cells.Box) []ui.Slot {
	rows := area.Rows(cells.Fill(1), cells.Fixed(7), cells.Fixed(0))
	if area.Tall() {
		rows = area.Rows(cells.Fill(1), cells.Fixed(12), cells.Fixed(4))
	}
	out := []ui.Slot{
		{Name: Pane, Box: rows[0], Title: "Delta history", Right: w.heading(),
			Mouse: w.clickList,
			Draw: func(in cells.Box, focused bool) string {
				return w.table.Draw(w.s.Env, in, focused)
			}},
		{Box: rows[1], Title: "Selected", Draw: w.drawSelected},
	}
	if rows[2].H > 0 {
		out = append(out, ui.Slot{Box: rows[2], Title: "Summary", Draw: w.drawSummary})
	}
	return out
}

func (w *List) clickList(m tea.MouseMsg) tea.Cmd {
	if w.table.Mouse(m) {
		return w.openSelected()
	}
	return nil
}

func (w *List) openSelected() tea.Cmd {
	r, ok := w.table.Selected()
	if !ok {
		return nil
	}
	return w.hooks.Open(r.DeltaRecord)
}

// drawSelected is the selected order with its time to scale.
func (w *List) drawSelected(area cells.Box, _ bool) string {
	r, ok := w.table.Selected()
	th := w.s.Env.Theme
	if !ok {
		return " " + th.Muted.Render("no order is selected")
	}
	tall := area.H > 6
	head := fmt.Sprintf(" %s → %s   %s → %s", views.Symbol(r.src), views.Symbol(r.dest),
		format.Fine(r.size(), r.src, api.Up), w.receivedBrief(r))
	if r.Hidden { // of what it is nobody knows anything
		head = " held back"
		if w.whyNotRead(r.DeltaRecord) == "" {
			head += ": u reads it"
		}
	}
	if tall {
		head = " " + r.ID + "  " + head
	}
	state := record.StatusText(r.Status) + " " +
		record.Lasts(r.DeltaRecord, w.s.Env.Now()) + " "
	lines := []string{cells.Spread(th.Text.Render(cells.Clean(head)),
		record.Level(r.Status).Style(th).Render(state), area.W)}
	add := func(text string) {
		lines = append(
			lines, " "+th.Text.Render(cells.Truncate(cells.Clean(text), area.W-2)))
	}
	figures := "floor " + format.Fine(eip712.DeltaFloor(r.Order), r.dest, api.Down)
	switch {
	case r.Hidden:
		figures = "floor " + ui.Unknown
	case r.Order.Buy:
		figures = "at most " + record.Amount(r.Order.SrcAmount, r.src, api.Up)
	}
	if at, unit := record.ExecutesAt(w.s, r.DeltaRecord); unit != "" {
		figures = "executes at " + at + " " + unit + "   " + figures
	}
	if r.Order.Buy || r.Order.Form.Sliced() || !record.Quoted(r.Order).IsZero() {
		figures += "   expected " + record.QuotedText(r.Order, r.src, r.dest)
	} else if !r.Hidden { // no other amount beside it names its unit
		figures += " " + views.Symbol(r.dest)
	}
	if slices := record.Slices(r.DeltaRecord); slices != "" {
		figures = "slices " + slices + "   " + figures
	}
	reason := record.ReasonLine(w.s, r.DeltaRecord, w.records)
	twin := views.OneOfTwo(r.DeltaRecord, w.records)
	if len(r.Transactions) > 0 && twin != "" {
		reason, twin = reason+"   "+twin, ""
	}
	if !tall {
		if twin != "" { // there is nothing to compare yet
			add(twin)
		} else {
			add(w.compared(r))
		}
		if len(r.Transactions) > 0 { // else there is no surplus yet, and no room to say so
			figures += "   surplus " + record.Surplus(w.s, r.DeltaRecord)
		}
		add(figures)
		add(reason)
		return strings.Join(append(lines, record.Fills(w.s, r.DeltaRecord, area.W, 1)...), "\n")
	}
	lines = append(lines, ui.TimeScale(w.s.Env, area.W, w.scale(r.DeltaRecord)))
	add(figures + "   received " + w.receivedBrief(r) + "   surplus " +
		record.Surplus(w.s, r.DeltaRecord))
	add(w.compared(r))
	if twin != "" {
		add(twin)
	}
	const most = 2
	for i, part := range cells.Wrap(reason, area.W-2) {
		if i < most {
			add(part)
		}
	}
	lines = append(lines, record.Fills(w.s, r.DeltaRecord, area.W, 2)...)
	add("beneficiary " + record.Receiver(w.s, r.DeltaRecord) + "   partner " +
		record.Partner(r.DeltaRecord) +
		"   permit " + record.PermitKind(len(r.Order.Permit)))
	add("order hash " + r.OrderHash.Hex() + "   version " + r.DeltaVersion)
	return strings.Join(lines, "\n")
}

// compared is what the ways to settle the selected order bring, in a line.
func (w *List) compared(r row) string {
	c, ok := record.Compare(r.Order, w.auction.Rounds)
	if !ok || w.selected.ID != r.ID {
		return "pool, route, bid and bound " + ui.Unknown
	}
	words := []string{"pool", "route", "bid", "bound"}
	for i, a := range []*api.Amount{c.Pool, c.Route, c.Bid, c.Bound} {
		value := ui.Unknown
		if a != nil {
			value = format.Fine(*a, r.dest, api.Down)
			if base := c.Base(); base != nil && base != a && w.area.Wide() {
				value += " (" + record.Versus(*a, *base) + ")"
			}
		}
		words[i] += " " + value
	}
	return strings.Join(words, "   ")
}

func (w *List) receivedBrief(r row) string {
	if r.received.IsZero() {
		return ui.Unknown
	}
	return format.Fine(r.received, r.dest, api.Down)
}

// scale are the moments of an order: when it came, and each change of its status.
func (w *List) scale(r api.DeltaRecord) []ui.Step {
	out := []ui.Step{{At: r.CreatedAt, Text: "submitted", Level: ui.OK}}
	if w.selected.ID != r.ID {
		return out
	}
	for i, e := range w.auction.Events {
		if i == 0 && e.To == api.DeltaNotStarted {
			continue
		}
		s := record.Event(e, i == len(w.auction.Events)-1 && !record.Over(r, w.s.Env.Now()))
		s.Text = strings.ToLower(s.Text)
		out = append(out, s)
	}
	const most = 5
	if len(out) > most { // the first and the last ones
		out = append(out[:1], out[len(out)-most+1:]...)
	}
	return out
}
