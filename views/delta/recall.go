package delta

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// historyPanels are the list, the selected order and the summary.
func (w *Screen) historyPanels(area ui.Box) []ui.Panel {
	rows := area.Rows(ui.Fill(1), ui.Fixed(6), ui.Fixed(0))
	if area.Tall() {
		rows = area.Rows(ui.Fill(1), ui.Fixed(11), ui.Fixed(3))
	}
	out := []ui.Panel{
		{Name: paneList, Box: rows[0], Title: "Delta history", Right: w.heading(), Mouse: w.clickList,
			Draw: func(in ui.Box, focused bool) string { return w.history.table.Draw(w.s.Env, in, focused) }},
		{Box: rows[1], Title: "Selected", Draw: w.drawSelected},
	}
	if rows[2].H > 0 {
		out = append(out, ui.Panel{Box: rows[2], Title: "Summary", Draw: w.drawSummary})
	}
	return out
}

func (w *Screen) clickList(m ui.MouseMsg) ui.Cmd {
	if w.history.table.Mouse(m) {
		return w.openSelected()
	}
	return nil
}

func (w *Screen) openSelected() ui.Cmd {
	r, ok := w.history.table.Selected()
	if !ok {
		return nil
	}
	return w.open(r.DeltaRecord)
}

// drawSelected is the selected order with its time to scale.
func (w *Screen) drawSelected(area ui.Box, _ bool) string {
	r, ok := w.history.table.Selected()
	th := w.s.Env.Theme
	if !ok {
		return " " + th.Muted.Render("no order is selected")
	}
	tall := area.H > 6
	head := fmt.Sprintf(" %s → %s   %s → %s", views.Symbol(r.src), views.Symbol(r.dest), amountText(r.Order.SrcAmount, r.src, api.Up), w.receivedBrief(r))
	if tall {
		head = " " + r.ID + "  " + head
	}
	state := statusText(r.Status) + " in " + span(w.lasted(r.DeltaRecord)) + " "
	lines := []string{ui.Spread(th.Text.Render(ui.Clean(head)), levelOf(r.Status).Style(th).Render(state), area.W)}
	add := func(text string) { lines = append(lines, " "+th.Text.Render(ui.Truncate(ui.Clean(text), area.W-2))) }
	figures := "floor " + amountText(r.Order.DestAmount, r.dest, api.Down) + "   expected " + amountText(quotedOf(r.Order), r.dest, api.Down)
	reason := "reason " + orNone(views.Brief(r.Reason))
	if !tall {
		add(figures + "   surplus " + w.surplus(r.DeltaRecord))
		add(reason)
		return strings.Join(append(lines, w.fillLines(r.DeltaRecord, area.W, 1)...), "\n")
	}
	lines = append(lines, ui.TimeScale(w.s.Env, area.W, w.scale(r.DeltaRecord)))
	add(figures + "   received " + w.receivedBrief(r) + "   surplus " + w.surplus(r.DeltaRecord))
	const most = 2
	for i, part := range ui.Wrap(reason, area.W-2) {
		if i < most {
			add(part)
		}
	}
	lines = append(lines, w.fillLines(r.DeltaRecord, area.W, 2)...)
	add("beneficiary " + w.receiverOf(r.DeltaRecord) + "   partner " + w.partnerOf(r.DeltaRecord) + "   permit " + permitText(len(r.Order.Permit)))
	add("order hash " + r.OrderHash.Hex() + "   version " + r.DeltaVersion)
	return strings.Join(lines, "\n")
}

func (w *Screen) receivedBrief(r row) string {
	if r.received.IsZero() {
		return ui.Unknown
	}
	return amountText(r.received, r.dest, api.Down)
}

// scale are the moments of an order: when it came, and each change of its status.
func (w *Screen) scale(r api.DeltaRecord) []ui.Step {
	out := []ui.Step{{At: r.CreatedAt, Text: "submitted", Level: ui.OK}}
	if w.history.selected != r.ID {
		return out
	}
	for i, e := range w.history.auction.Events {
		if i == 0 && e.To == api.DeltaNotStarted {
			continue
		}
		s := eventStep(e, i == len(w.history.auction.Events)-1 && !w.over(r))
		s.Text = strings.ToLower(s.Text)
		out = append(out, s)
	}
	const most = 5
	if len(out) > most { // the first and the last ones
		out = append(out[:1], out[len(out)-most+1:]...)
	}
	return out
}

// summary is the last seven days of the page in figures.
type summary struct {
	orders, executed, expired int
	median                    time.Duration
	gain                      int64 // average against the quote, in hundredths of a percent
	surplus                   float64
	worth                     bool // the surplus is known in USD
}

const week = 7 * 24 * time.Hour

func (w *Screen) summary() summary {
	var s summary
	var times []time.Duration
	var gains int64
	for _, r := range w.history.table.Rows() {
		if w.s.Env.Now().Sub(r.CreatedAt) > week {
			continue
		}
		s.orders++
		switch r.Status {
		case api.DeltaExecuted:
			s.executed++
			times = append(times, w.lasted(r.DeltaRecord))
			if n, ok := views.AmountOffBy(r.received, r.quotePart()); ok {
				gains += n
			}
			usd, ok := w.inUSD(r)
			s.surplus, s.worth = s.surplus+usd, s.worth || ok
		case api.DeltaExpired:
			s.expired++
		}
	}
	if len(times) > 0 {
		slices.Sort(times)
		s.median = times[len(times)/2]
		s.gain = gains / int64(len(times))
	}
	return s
}

// inUSD is what an order brought beyond its quote, for a label.
func (w *Screen) inUSD(r row) (float64, bool) {
	p, ok := w.s.Prices[r.dest.Address]
	if !ok || !p.Known() {
		return 0, false
	}
	const usdDecimals = 18
	return p.Float(r.dest.Decimals, usdDecimals) * (r.received.Float() - r.quotePart().Float()) / pow10(r.dest.Decimals), true
}

func pow10(n int) float64 {
	f := 1.0
	for range n {
		f *= 10
	}
	return f
}

func (w *Screen) drawSummary(area ui.Box, _ bool) string {
	th, s := w.s.Env.Theme, w.summary()
	noun := "orders"
	if s.orders == 1 {
		noun = "order"
	}
	text := fmt.Sprintf("7 days   %s %s   %s executed   %s expired", ui.Count(s.orders), noun, ui.Count(s.executed), ui.Count(s.expired))
	if s.executed > 0 {
		text += fmt.Sprintf("   median %s   avg %s vs quote", span(s.median), percent(s.gain))
		if s.worth {
			text += fmt.Sprintf("   surplus %+.2f USD", s.surplus)
		}
	}
	return " " + th.Text.Render(ui.Truncate(text, area.W-2))
}
