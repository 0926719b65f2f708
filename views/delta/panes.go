package delta

import (
	"strings"

	"bourse/ui"
	"bourse/views"
)

// Draw implements ui.Screen. The rail stands above all panes.
func (w *Screen) Draw(area ui.Box) string {
	w.seen = w.s.Env.Now()
	if w.mode == composing {
		w.derive()
	}
	if w.mode == recalling {
		return ui.DrawPanels(w.s.Env, area, &w.Ring, w.panels())
	}
	_, rest, more := strings.Cut(ui.DrawPanels(w.s.Env, area, &w.Ring, w.panels()), "\n")
	rail := ui.Rail(w.s.Env, area.W, w.rail())
	if !more {
		return ui.Fit(rail, area.W, area.H)
	}
	return rail + "\n" + rest
}

// panels are the panes of what is shown.
func (w *Screen) panels() []ui.Panel {
	area := ui.Box{X: w.area.X, Y: w.area.Y + 1, W: w.area.W, H: max(0, w.area.H-1)}
	switch w.mode {
	case composing:
		return w.composePanels(area)
	case recalling:
		return w.historyPanels(w.area)
	}
	return w.orderPanels(area)
}

func (w *Screen) composePanels(area ui.Box) []ui.Panel {
	columns := area.Columns(ui.Fixed(43), ui.Fill(1))
	if area.Wide() {
		columns = area.Columns(ui.Percent(52), ui.Fill(1))
	}
	title := "Delta order · " + views.Symbol(w.src) + " → " + views.Symbol(w.dest)
	age := ""
	if w.answers() {
		age = ui.Age(w.age()) + " old"
	}
	return []ui.Panel{
		{Name: paneForm, Box: columns[0], Title: title, Right: "r refresh", Mouse: w.form.Mouse,
			Draw: func(in ui.Box, focused bool) string { return w.form.Draw(w.s.Env, in, focused) }},
		{Box: columns[1], Title: "Quote", Right: age, Draw: w.drawQuote},
	}
}

func (w *Screen) orderPanels(area ui.Box) []ui.Panel {
	t := w.shown()
	title, id := "Delta order", ""
	if t != nil {
		title, id = "Delta order · "+w.pairOf(t.record), shortID(t.record.ID)
	}
	order := ui.Panel{Name: paneOrder, Title: title, Right: id, Draw: w.drawOrder}
	events := ui.Panel{Name: paneEvents, Title: "Timeline", Right: w.polling(), Draw: w.drawEvents, Mouse: w.wheel}
	if !w.area.Tall() {
		rows := area.Rows(ui.Fixed(7), ui.Fill(1))
		lower := rows[1].Columns(ui.Percent(57), ui.Fill(1))
		order.Box, events.Box = rows[0], lower[0]
		return []ui.Panel{order, events, {Box: lower[1], Title: "Band & fills", Draw: w.drawBandAndFills}}
	}
	rows := area.Rows(ui.Fill(3), ui.Fill(2))
	upper, lower := rows[0].Columns(ui.Percent(46), ui.Fill(1)), rows[1].Columns(ui.Percent(46), ui.Fill(1))
	order.Box, events.Box = upper[0], upper[1]
	return []ui.Panel{order, events, {Box: lower[0], Title: "Price band", Draw: w.drawOrderBand}, {Box: lower[1], Title: "Settlement transactions", Draw: w.drawFills}}
}

// polling is when the order was asked about, and when it will be.
func (w *Screen) polling() string {
	t, now := w.shown(), w.s.Env.Now()
	switch {
	case t == nil:
		return ""
	case w.over(t.record):
		return "ended"
	case w.resting():
		return "polling paused · ●events"
	}
	return "polled " + ui.Age(now.Sub(t.at)) + " ago · next " + ui.Age(w.follow.due.Sub(now))
}

// drawEvents shows the timeline; its end stays in view while nobody scrolls up.
func (w *Screen) drawEvents(area ui.Box, _ bool) string {
	t := w.shown()
	if t == nil {
		return ""
	}
	steps := flow(w.steps(t), area.W)
	atEnd := w.events.Below() == 0
	w.events.SetText(ui.Timeline(w.s.Env, ui.Box{W: area.W, H: len(steps)}, steps))
	if atEnd {
		w.events.Scroll(len(steps))
	}
	return w.events.Draw(area)
}

// flow puts notes that are too long for a line on lines of their own below, where a line has room for some words.
func flow(steps []ui.Step, width int) []ui.Step {
	const least, frame = 30, 15 // the frame is what ui.Timeline puts around text and note
	text := 0
	for _, s := range steps {
		text = max(text, ui.Width(ui.Clean(s.Text)))
	}
	room := width - frame - text
	var out []ui.Step
	for _, s := range steps {
		if room < least {
			s.Note = ui.Truncate(ui.Clean(s.Note), max(1, room))
			out = append(out, s)
			continue
		}
		lines := ui.Wrap(ui.Clean(s.Note), room)
		for i, note := range lines {
			if i == 0 {
				s.Note = note
				out = append(out, s)
				continue
			}
			out = append(out, ui.Step{Note: note})
		}
		if len(lines) == 0 {
			out = append(out, s)
		}
	}
	return out
}

func (w *Screen) wheel(m ui.MouseMsg) ui.Cmd {
	switch m.Kind {
	case ui.WheelUp:
		w.events.Scroll(-1)
	case ui.WheelDown:
		w.events.Scroll(1)
	}
	return nil
}

func (w *Screen) drawOrderBand(area ui.Box, _ bool) string {
	t := w.shown()
	if t == nil {
		return ""
	}
	label := "surplus so far   "
	if t.record.Status.Final() {
		label = "surplus   "
	}
	return "\n" + w.drawBand(area, w.marks(t, area.H > 8)) + "\n\n " + w.s.Env.Theme.Text.Render(ui.Truncate(label+w.surplus(t.record), area.W-2))
}

func (w *Screen) drawBandAndFills(area ui.Box, focused bool) string {
	t := w.shown()
	if t == nil {
		return ""
	}
	return w.drawBand(area, w.marks(t, false)) + "\n" + w.drawFills(area, focused)
}
