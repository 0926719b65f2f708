package track

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/delta/record"
	"bourse/views/format"
)

// The panes.
const (
	PaneOrder  = "order"
	PaneEvents = "timeline"
)

// Panels are the order, its timeline, the price band and the settlements.
func (w *Tracker) Panes(area cells.Box) []ui.Slot {
	t := w.shown()
	title, id := "Delta order", ""
	if t != nil {
		title, id = "Delta order · "+record.Pair(w.s, t.record), format.ID(t.record.ID)
	}
	order := ui.Slot{Name: PaneOrder, Title: title, Right: id, Draw: w.drawOrder}
	events := ui.Slot{Name: PaneEvents, Title: w.s.Env.WithZone("Timeline"), Right: w.polling(),
		Draw: w.drawEvents, Mouse: w.wheel}
	if !w.area.Tall() {
		rows := area.Rows(cells.Fixed(7), cells.Fill(1))
		lower := rows[1].Columns(cells.Percent(57), cells.Fill(1))
		order.Box, events.Box = rows[0], lower[0]
		return []ui.Slot{order, events,
			{Box: lower[1], Title: "Band & fills", Draw: w.drawBandAndFills}}
	}
	rows := area.Rows(cells.Fill(3), cells.Fill(2))
	upper, lower := rows[0].Columns(cells.Percent(46), cells.Fill(1)),
		rows[1].Columns(cells.Percent(46), cells.Fill(1))
	order.Box, events.Box = upper[0], upper[1]
	return []ui.Slot{order, events, {Box: lower[0], Title: "Price band", Draw: w.drawOrderBand},
		{Box: lower[1], Title: "Settlement transactions", Draw: w.drawFills}}
}

// drawEvents shows the timeline; its end stays in view while nobody scrolls up.
func (w *Tracker) drawEvents(area cells.Box, _ bool) string {
	t := w.shown()
	if t == nil {
		return ""
	}
	lines := ui.Timeline(w.s.Env, area.W, w.steps(t))
	atEnd := w.events.Below() == 0
	w.events.SetText(strings.Join(lines, "\n"))
	if drawn := w.events.Draw(area); !atEnd || w.events.Below() == 0 {
		return drawn
	}
	w.events.Scroll(len(lines)) // only now that the height is known
	return w.events.Draw(area)
}

func (w *Tracker) wheel(m tea.MouseMsg) tea.Cmd {
	switch m.Button {
	case tea.MouseButtonWheelUp:
		w.events.Scroll(-1)
	case tea.MouseButtonWheelDown:
		w.events.Scroll(1)
	}
	return nil
}

func (w *Tracker) drawOrderBand(area cells.Box, _ bool) string {
	t := w.shown()
	if t == nil {
		return ""
	}
	label := "surplus so far   "
	if t.record.Status.Final() {
		label = "surplus   "
	}
	compared := w.comparison(t, area.W-2)
	band := record.Band(w.s.Env, area, w.marks(t, area.H > 8 && compared == ""))
	if compared != "" {
		band += "\n\n" + record.Pad(compared)
	}
	return "\n" + band + "\n\n " +
		w.s.Env.Theme.Text.Render(cells.Truncate(label+record.Surplus(w.s, t.record), area.W-2))
}

// comparison is what the ways to settle an order bring, "" while no round has told.
func (w *Tracker) comparison(t *tracked, width int) string {
	c, ok := record.Compare(t.record.Order, t.auction.Rounds)
	if !ok {
		return ""
	}
	_, dest := record.Tokens(w.s, t.record)
	return ui.Pairs(w.s.Env.Theme, width, record.ComparisonPairs(w.s, dest, c, width)...)
}

func (w *Tracker) drawBandAndFills(area cells.Box, focused bool) string {
	t := w.shown()
	if t == nil {
		return ""
	}
	band := record.Band(w.s.Env, area, w.marks(t, false))
	if compared := w.comparison(t, area.W-2); compared != "" {
		band += "\n" + record.Pad(compared)
	}
	return band + "\n" + w.drawFills(area, focused)
}

// drawFills lists the settlements, those that went through and those that did not.
func (w *Tracker) drawFills(area cells.Box, _ bool) string {
	t, th := w.shown(), w.s.Env.Theme
	switch {
	case t == nil:
		return ""
	case len(t.record.Transactions) == 0:
		return record.Say(area, th.Muted, "none yet: a fill shows its hash, agent, gas, fees and "+
			"surplus")
	}
	return strings.Join(record.Fills(w.s, t.record, area.W, 3), "\n")
}

// marks are the numbers of an order that matter: floor, expected, and what was offered or received
// for the whole of it.
func (w *Tracker) marks(t *tracked, notes bool) []ui.BandMark {
	o, r := t.record.Order, t.record
	_, dest := record.Tokens(w.s, r)
	if o.Buy {
		return nil // what comes in is fixed
	}
	out := []ui.BandMark{record.Mark("floor", eip712.DeltaFloor(o), dest, "you never get less")}
	if quoted := record.Quoted(o); !quoted.IsZero() {
		out = append(out, record.Mark("expected", quoted, dest, "signed"))
	}
	spent, received := record.Sums(r)
	switch best, bid, ok := bestSeen(t); {
	case !spent.IsZero():
		name := "received"
		if spent.Less(o.SrcAmount) {
			name = "at this rate"
		}
		out = append(out, record.Mark(name, received.MulDiv(o.SrcAmount, spent), dest,
			"at its rate"))
	case ok && bid:
		out = append(out, record.Mark("best bid", best, dest, "best seen"))
	case ok:
		out = append(out, record.Mark("now", best, dest, "best seen"))
	}
	for i := range out {
		if !notes {
			out[i].Note = ""
		}
	}
	return out
}
