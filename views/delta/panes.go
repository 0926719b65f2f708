package delta

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bourse/backend/api"
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

// drawQuote shows the price with what it means, or why there is none.
func (w *Screen) drawQuote(area ui.Box, _ bool) string {
	t := w.s.Env.Theme
	switch {
	case w.answers() && w.quote.price == nil:
		return w.drawFallback(area)
	case !w.quote.known || w.quote.price == nil:
		lines := ui.Wrap("Sign what you sell and the least you accept. Agents bid in sealed rounds; the one that brings you most settles it and pays the gas.", area.W-2)
		for i := range lines {
			lines[i] = " " + t.Muted.Render(lines[i])
		}
		return strings.Join(lines, "\n")
	}
	style := t.Text
	if !w.fits() || w.stale() {
		style = t.Muted
	}
	return pad(ui.Pairs(t, area.W-2, w.quotePairs(style)...)) + "\n\n" + w.drawBand(area, w.quoteMarks())
}

// pad sets lines off the border.
func pad(text string) string { return " " + strings.ReplaceAll(text, "\n", "\n ") }

func (w *Screen) quotePairs(style ui.Style) []ui.Pair {
	p, dest := w.quote.price, w.dest
	unit := " " + views.Symbol(dest)
	market := ui.Pair{Key: "market", Value: ui.Unknown, Style: style}
	if m := w.quote.market; m != nil {
		market.Value = amountText(m.DestAmount, dest, api.Down)
		if n, ok := offBy(p.DestAmount, m.DestAmount); ok {
			market.Value += "  Delta " + percent(n)
			if market.Level = ui.OK; n < -muchWorse {
				market.Level = ui.Warn
			}
		}
		market.Value += "  a swap's gas " + usd(m.GasCostUSD)
	}
	fee := "none"
	if p.PartnerFee > 0 {
		fee = fmt.Sprintf("%.2f%% to %s", p.PartnerFee, p.Partner)
	}
	bps, _ := w.slippage()
	return []ui.Pair{
		{Key: "you get", Value: amountText(p.DestAmount, dest, api.Down) + unit, Style: style},
		{Key: "rate", Value: w.rate(p.SrcAmount, p.DestAmount, w.src, dest), Style: style},
		{Key: "before fee", Value: amountText(p.DestAmountBeforeFee, dest, api.Down) + unit + "  gas share " + usd(p.GasCostUSD), Style: style},
		{Key: "worth", Value: usd(p.DestUSD) + " for " + usd(p.SrcUSD), Style: style},
		market,
		{Key: "floor", Value: amountText(w.floor(), dest, api.Down) + unit + fmt.Sprintf("  %d bps less", bps), Style: style},
		{Key: "deadline", Value: w.deadline().Format("2006-01-02 15:04:05"), Style: style},
		{Key: "partner fee", Value: fee, Style: style},
		{Key: "price object", Value: "sealed by the service, signed as it came", Style: style},
	}
}

// rate writes what one token costs in the other, so that the number is above one.
func (w *Screen) rate(in, out api.Amount, src, dest api.Token) string {
	m := api.Market{ChainID: w.s.Network.ChainID, Base: src, Quote: dest, Last: api.Price{Quote: out, Base: in}}
	if m.Last.Known() && m.Last.Float(src.Decimals, dest.Decimals) < 1 {
		m.Base, m.Quote, m.Last = dest, src, api.Price{Quote: in, Base: out}
	}
	if !m.Last.Known() {
		return ui.Unknown
	}
	shape := w.s.Shape(m)
	return m.Last.Format(m.Base.Decimals, m.Quote.Decimals, shape.PricePlaces, api.Down) + " " + views.Symbol(m.Quote) + " per " + views.Symbol(m.Base)
}

// drawFallback says why the service has no Delta price, what that means and what a swap would bring.
func (w *Screen) drawFallback(area ui.Box) string {
	t := w.s.Env.Theme
	var lines []string
	say := func(style ui.Style, text string) {
		for _, l := range ui.Wrap(text, area.W-2) {
			lines = append(lines, " "+style.Render(l))
		}
	}
	say(t.Warn, "! No Delta price for this order")
	if f := w.quote.fallback; f != nil {
		say(t.Text, ui.Clean(string(f.ErrorType))+": "+ui.Clean(w.meaning(f.ErrorType, f.Details)))
		say(t.Muted, ui.Clean(f.Details))
	}
	lines = append(lines, "")
	if m := w.quote.market; m != nil {
		say(t.Text, "A swap would bring "+amountText(m.DestAmount, w.dest, api.Down)+" "+views.Symbol(w.dest)+".")
	}
	lines = append(lines, " "+t.Key.Render("i")+" "+t.Text.Render("Swap instead"))
	return strings.Join(lines, "\n")
}

// drawBand draws a price band with its marks, where there is room.
func (w *Screen) drawBand(area ui.Box, marks []ui.BandMark) string {
	if len(marks) == 0 {
		return ""
	}
	return ui.PriceBand(w.s.Env, area.W, apart(area.W, marks))
}

// apart joins marks whose words would stand in one place of a band that wide.
func apart(width int, marks []ui.BandMark) []ui.BandMark {
	low, high := marks[0].Value, marks[0].Value
	for _, m := range marks {
		low, high = min(low, m.Value), max(high, m.Value)
	}
	const word, margin = 12, 16
	near := (high - low) * word / float64(max(1, width-margin))
	slices.SortStableFunc(marks, func(a, b ui.BandMark) int { return cmp.Compare(a.Value, b.Value) })
	out := marks[:1]
	for _, m := range marks[1:] {
		if last := &out[len(out)-1]; len(out) > 1 && m.Value-last.Value < near {
			last.Name, last.Text, last.Note = last.Name+", "+m.Name, m.Text, ""
			continue
		}
		out = append(out, m)
	}
	return out
}

func mark(name string, a api.Amount, t api.Token, note string) ui.BandMark {
	return ui.BandMark{Value: a.Float(), Name: name, Text: amountText(a, t, api.Down), Note: note}
}

func (w *Screen) quoteMarks() []ui.BandMark {
	return []ui.BandMark{mark("floor", w.floor(), w.dest, "you never get less"), mark("expected", w.quote.price.DestAmount, w.dest, "signed")}
}

// marks are the numbers of an order that matter: floor, expected, and what was offered or received for the whole of it.
func (w *Screen) marks(t *tracked, notes bool) []ui.BandMark {
	o, r := t.record.Order, t.record
	_, dest := w.tokensOf(r)
	out := []ui.BandMark{mark("floor", o.DestAmount, dest, "you never get less"), mark("expected", o.ExpectedDestAmount, dest, "signed")}
	spent, received := sums(r)
	if best, ok := bestSeen(t); ok && spent.IsZero() {
		out = append(out, mark("best bid", best, dest, "best seen"))
	}
	if !spent.IsZero() {
		out = append(out, mark("received", received.MulDiv(o.SrcAmount, spent), dest, "at its rate"))
	}
	for i := range out {
		if !notes {
			out[i].Note = ""
		}
	}
	return out
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

// left is how long an order has still got.
func (w *Screen) left(r api.DeltaRecord) string {
	switch d := deadlineOf(r).Sub(w.s.Env.Now()); {
	case w.over(r):
		return "ended"
	case d <= 0:
		return "passed"
	case d < time.Hour:
		return ui.Timer(d) + " left"
	default:
		return ui.Until(w.s.Env.Now(), deadlineOf(r))
	}
}

func (w *Screen) drawOrder(area ui.Box, _ bool) string {
	t, th := w.shown(), w.s.Env.Theme
	if t == nil {
		return " " + th.Muted.Render("no order is shown: n begins one, h lists them")
	}
	pairs := w.orderPairs(t)
	if area.H < len(pairs) {
		return w.drawBrief(area, t)
	}
	return pad(ui.Pairs(th, area.W-2, pairs...))
}

func (w *Screen) orderPairs(t *tracked) []ui.Pair {
	th, r, o := w.s.Env.Theme, t.record, t.record.Order
	src, dest := w.tokensOf(r)
	line := func(key, value string) ui.Pair { return ui.Pair{Key: key, Value: value, Style: th.Text} }
	status := line("status", statusText(r.Status)+"  (the server's word)")
	status.Style = levelOf(r.Status).Style(th)
	out := []ui.Pair{
		line("sell", amountText(o.SrcAmount, src, api.Up)+" "+views.Symbol(src)+" → "+views.Symbol(dest)),
		status,
		line("reason", orNone(views.Brief(r.Reason))),
		line("expected", amountText(o.ExpectedDestAmount, dest, api.Down)+" "+views.Symbol(dest)+"  "+w.rate(o.SrcAmount, o.ExpectedDestAmount, src, dest)),
		line("floor", amountText(o.DestAmount, dest, api.Up)+" "+views.Symbol(dest)+"  "+versus(o.DestAmount, o.ExpectedDestAmount)),
		line("received", w.receivedText(r)),
		line("deadline", deadlineOf(r).Format("2006-01-02 15:04:05")+"  "+w.left(r)),
		line("partial fill", map[bool]string{true: "yes, " + fillPercent(r) + " filled", false: "no"}[r.PartiallyFillable]),
		line("beneficiary", w.beneficiary(r)),
		line("partner", orNone(r.Partner)),
		line("permit", permitText(len(o.Permit))),
	}
	if m := t.draft.quote.market; m != nil {
		out = append(out, line("market was", amountText(m.DestAmount, dest, api.Down)+"  Delta "+versus(o.ExpectedDestAmount, m.DestAmount)))
	}
	return append(out, line("order hash", r.OrderHash.Hex()), line("id", r.ID))
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

func permitText(n int) string {
	if n == 0 {
		return "none (allowance used)"
	}
	return ui.Count(n) + " bytes"
}

func (w *Screen) beneficiary(r api.DeltaRecord) string {
	if b := r.Order.Beneficiary; b != r.Order.Owner && b != (api.DeltaOrder{}).Beneficiary {
		return b.Hex()
	}
	return "self"
}

func (w *Screen) receivedText(r api.DeltaRecord) string {
	_, dest := w.tokensOf(r)
	spent, received := sums(r)
	if spent.IsZero() {
		return ui.Unknown
	}
	return amountText(received, dest, api.Down) + " (floor " + versus(received, share(r.Order.DestAmount, spent, r.Order)) + ", quote " +
		versus(received, share(r.Order.ExpectedDestAmount, spent, r.Order)) + ")"
}

// drawBrief is the order in five lines.
func (w *Screen) drawBrief(area ui.Box, t *tracked) string {
	th, r, o := w.s.Env.Theme, t.record, t.record.Order
	src, dest := w.tokensOf(r)
	lines := []string{
		"Sell " + amountText(o.SrcAmount, src, api.Up) + " " + views.Symbol(src) + " → " + views.Symbol(dest) + "   expected " + amountText(o.ExpectedDestAmount, dest, api.Down),
		"floor " + amountText(o.DestAmount, dest, api.Up) + "   deadline " + w.left(r) + "   " + fillPercent(r) + " filled",
		"received " + w.receivedText(r),
		"reason " + orNone(views.Brief(r.Reason)),
	}
	for i := range lines {
		lines[i] = " " + th.Text.Render(ui.Truncate(lines[i], area.W-2))
	}
	status := " " + th.Muted.Render("status ") + levelOf(r.Status).Style(th).Render(ui.Truncate(statusText(r.Status), area.W-20)) + th.Muted.Render("  (server)")
	return strings.Join(append(lines, status), "\n")
}

// drawEvents shows the timeline; its end stays in view while nobody scrolls up.
func (w *Screen) drawEvents(area ui.Box, _ bool) string {
	t := w.shown()
	if t == nil {
		return ""
	}
	steps := w.steps(t)
	atEnd := w.events.Below() == 0
	w.events.SetText(ui.Timeline(w.s.Env, ui.Box{W: area.W, H: len(steps)}, steps))
	if atEnd {
		w.events.Scroll(len(steps))
	}
	return w.events.Draw(area)
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
	return "\n" + w.drawBand(area, w.marks(t, area.H > 8)) + "\n\n " + w.s.Env.Theme.Text.Render(ui.Truncate(w.surplus(t.record), area.W-2))
}

// surplus is what came beyond the quote.
func (w *Screen) surplus(r api.DeltaRecord) string {
	_, dest := w.tokensOf(r)
	spent, received := sums(r)
	if spent.IsZero() {
		return "surplus so far   " + ui.Unknown + " (none until a fill)"
	}
	expected, sign := share(r.Order.ExpectedDestAmount, spent, r.Order), "+"
	over := received.Sub(expected)
	if received.Less(expected) {
		over, sign = expected.Sub(received), ui.Minus
	}
	return "surplus so far   " + sign + amountText(over, dest, api.Down) + " " + views.Symbol(dest) + " (" + versus(received, expected) + ")"
}

// drawFills lists the settlements, each in two lines where there is room.
func (w *Screen) drawFills(area ui.Box, _ bool) string {
	t, th := w.shown(), w.s.Env.Theme
	if t == nil {
		return ""
	}
	if len(t.record.Transactions) == 0 {
		return " " + th.Muted.Render("none yet: a fill shows its hash, agent, gas, fees and surplus")
	}
	return strings.Join(w.fillLines(t.record, area.W), "\n")
}

func (w *Screen) fillLines(r api.DeltaRecord, width int) []string {
	th := w.s.Env.Theme
	src, dest := w.tokensOf(r)
	var lines []string
	add := func(style ui.Style, text string) { lines = append(lines, " "+style.Render(ui.Truncate(text, width-2))) }
	for _, tx := range r.Transactions {
		mark, style := "✓", th.Text
		if tx.Status != 1 {
			mark, style = "✗ reverted", th.Danger
		}
		add(style, fmt.Sprintf("%s %s  block %s idx %d  filled %d.%02d%%", mark, ui.ShortHash(tx.Hash.Hex()), ui.Count(tx.BlockNumber), tx.Index,
			tx.FilledPercent/100, tx.FilledPercent%100))
		add(style, fmt.Sprintf("  spent %s %s  received %s %s", amountText(tx.Spent, src, api.Up), views.Symbol(src), amountText(tx.Received, dest, api.Down), views.Symbol(dest)))
		gwei := api.NewAmount(tx.GasPrice).Format(9, 2, api.Up)
		add(th.Muted, fmt.Sprintf("  agent %s  gas %s @ %s gwei  fees %s + %s", ui.Clean(tx.Agent), ui.Count(tx.GasUsed), gwei,
			amountText(tx.ProtocolFee, dest, api.Up), amountText(tx.PartnerFee, dest, api.Up)))
	}
	return lines
}

func (w *Screen) drawBandAndFills(area ui.Box, focused bool) string {
	t := w.shown()
	if t == nil {
		return ""
	}
	return w.drawBand(area, w.marks(t, false)) + "\n" + w.drawFills(area, focused)
}
