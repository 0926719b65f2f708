package track

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
)

// orderPane shows the order that is followed in front.
type orderPane struct{ of *Tracker }

func (*orderPane) Name() string           { return PaneOrder }
func (*orderPane) Update(tea.Msg) tea.Cmd { return nil }
func (p *orderPane) Actions() []ui.Action { return p.of.Actions() }

func (p *orderPane) Title() (title, right string) {
	if t := p.of.shown(); t != nil {
		return "Delta order · " + record.Pair(p.of.s, t.record), format.ID(t.record.ID)
	}
	return "Delta order", ""
}

// left is how long an order has still got.
func (p *orderPane) left(r api.DeltaRecord) string {
	switch d := record.Deadline(r).Sub(p.of.s.Env.Now()); {
	case record.Whole(r) && record.Over(r, p.of.s.Env.Now()):
		return "met"
	case d <= 0:
		return "passed"
	case d < time.Hour:
		return ui.Timer(d) + " left"
	default:
		return api.Until(p.of.s.Env.Now(), record.Deadline(r))
	}
}

func (p *orderPane) Draw(area cells.Box, _ bool) string {
	t, th := p.of.shown(), p.of.s.Env.Theme
	if t == nil {
		return " " + th.Muted.Render("no order is shown: n begins one, h lists them")
	}
	const least = 8
	if area.H < least {
		return p.drawBrief(area, t)
	}
	pairs := p.orderPairs(t, area.W)
	return record.Pad(ui.Pairs(th, area.W-2, pairs[:min(len(pairs), area.H)]...))
}

// orderPairs are all there is to say of an order, the least important last.
func (p *orderPane) orderPairs(t *tracked, width int) []ui.Pair {
	th, r, o := p.of.s.Env.Theme, t.record, t.record.Order
	src, dest := record.Tokens(p.of.s, r)
	line := func(key, value string) ui.Pair {
		return ui.Pair{Key: key, Value: value, Style: th.Text}
	}
	status := line("status", record.StatusText(r)+"  ("+record.By(r)+")")
	status.Style = record.LevelOf(r).Style(th)
	to := line("beneficiary", record.Receiver(p.of.s, r))
	if to.Value != record.Self {
		to.Level = ui.Warn
	}
	floor, expected := eip712.DeltaFloor(o), record.QuotedText(o, src, dest)
	if quoted := record.Quoted(o); !quoted.IsZero() {
		expected += "  " + views.Rate(p.of.s, o.SrcAmount, quoted, src, dest, true)
	}
	verb, deal := record.Deal(p.of.s, r)
	out := []ui.Pair{line(verb, deal), status}
	if slices := record.Slices(r); slices != "" {
		out = append(out, line("slices", slices))
	}
	const beside = 16 // the keys and what is around them
	key := "held as"
	for _, text := range cells.Wrap(p.of.s.On(r.ChainID).UnheldText(r), max(1, width-beside)) {
		if text != "" {
			out = append(out, ui.Pair{Key: key, Value: text, Style: ui.Bad.Style(th)})
		}
		key = ""
	}
	most := 3 // as much as the service says of an order that it holds back
	if r.Promised {
		most = 8 // what can still happen, in a narrow pane too
	}
	key = "reason"
	for _, text := range cells.WrapTo(record.Reason(p.of.s, r, p.of.known()),
		max(1, width-beside), most) {
		out, key = append(out, line(key, text)), ""
	}
	if twin := views.Twin(r, p.of.known()); twin != "" {
		out = append(out, line("or", twin))
	}
	held := p.of.s.On(r.ChainID).HeldText(r)
	if r.Unheld == nil && r.Trigger == nil && held != "" {
		out = append(out, line("held as", held))
	}
	if t := r.Trigger; t != nil && !t.Trail.IsZero() {
		out = append(out, line("stop now", p.of.s.On(r.ChainID).LevelText(o, t.Worth)+"  "+
			p.of.s.On(r.ChainID).TrailText(o, t.Trail)+" from the best"))
	}
	limit := line("floor", record.Amount(floor, dest, api.Down))
	if quoted := record.Quoted(o); !quoted.IsZero() {
		limit.Value += "  " + record.Versus(floor, quoted)
	}
	switch {
	case r.Hidden:
		limit.Value = ui.Unknown
	case o.Buy:
		limit = line("at most", record.Amount(o.SrcAmount, src, api.Up))
	}
	if at, unit := record.ExecutesAt(p.of.s, r); unit != "" {
		out = append(out, line("executes at", at+" "+unit+", all in"))
	}
	out = append(out,
		line("expected", expected), limit,
		line("received", p.receivedText(r)),
		line("protocol", p.protocolText(r)))
	if half := record.OtherHalf(p.of.s, r); half != "" {
		out = append(out, line("other half", half))
	}
	out = append(out,
		line("deadline", format.Moment(record.Deadline(r))+"  "+p.left(r)),
		line("partial fill", map[bool]string{
			true: "yes, " + record.FilledPercent(r) + " filled", false: "no"}[r.PartiallyFillable]),
		to,
		line("partner", record.Partner(r)),
		line("permit", record.PermitKind(len(o.Permit))))
	if d := t.draft; d.Price != nil {
		out = append(out, p.draftPairs(d, o, src, dest)...)
	}
	return append(out, line("order hash", r.OrderHash.Hex()), line("id", r.ID))
}

// expected is what an order was to bring, "" of one that has ended and had no quote.
func (p *orderPane) expected(r api.DeltaRecord) string {
	src, dest := record.Tokens(p.of.s, r)
	if !r.Order.Buy && record.Quoted(r.Order).IsZero() && record.Over(r, p.of.s.Env.Now()) {
		return ""
	}
	return "   expected " + record.QuotedText(r.Order, src, dest)
}

// draftPairs are what was known when an order was signed here.
func (p *orderPane) draftPairs(d Draft, o api.DeltaOrder, src, dest api.Token) []ui.Pair {
	line := func(key, value string) ui.Pair {
		return ui.Pair{Key: key, Value: value, Style: p.of.s.Env.Theme.Text}
	}
	gas := "  gas share " + format.USD(d.Price.GasCostUSD, api.Up)
	if o.Form == api.FirstForm {
		gas += "  hmac ✓"
	}
	before := line("before fee", format.Fine(d.Price.DestAmountBeforeFee, dest, api.Down)+gas)
	if o.Buy {
		before = line("quoted", record.Amount(d.Price.SrcAmount, src, api.Up)+gas)
	}
	if d.Market == nil {
		return []ui.Pair{before}
	}
	market := line("market was", format.Fine(d.Market.DestAmount, dest, api.Down)+"  Delta "+
		record.Versus(d.Price.DestAmount, d.Market.DestAmount))
	if o.Form == api.FirstForm {
		market.Value = format.Fine(d.Market.DestAmount, dest, api.Down) + "  Delta " +
			record.Versus(record.Quoted(o), d.Market.DestAmount)
	}
	if o.Buy {
		market.Value = record.Amount(d.Market.SrcAmount, src, api.Up) + "  Delta " +
			record.Versus(d.Price.SrcAmount, d.Market.SrcAmount)
	}
	return []ui.Pair{before, market}
}

// protocolText is what the protocol has taken of an order, or would take of it.
func (p *orderPane) protocolText(r api.DeltaRecord) string {
	src, dest := record.Tokens(p.of.s, r)
	if len(record.Settled(r)) == 0 {
		return views.ProtocolShare(r.Order, src, dest)
	}
	return record.Amount(record.Protocol(r), record.Measure(p.of.s, r), api.Up)
}

func (p *orderPane) receivedText(r api.DeltaRecord) string {
	_, dest := record.Tokens(p.of.s, r)
	spent, received := record.Sums(r)
	if spent.IsZero() {
		return ui.Unknown
	}
	if r.Order.Buy {
		return record.Bought(p.of.s, r)
	}
	text := format.Fine(received, dest, api.Down) + " floor " +
		record.Versus(received, record.Share(eip712.DeltaFloor(r.Order), spent, r.Order))
	if r.Order.Form.Sliced() {
		return text
	}
	return text + " quote " +
		record.Versus(received, record.Share(record.Quoted(r.Order), spent, r.Order))
}

// drawBrief is the order in five lines.
func (p *orderPane) drawBrief(area cells.Box, t *tracked) string {
	th, r, o := p.of.s.Env.Theme, t.record, t.record.Order
	src, dest := record.Tokens(p.of.s, r)
	verb, deal := record.Deal(p.of.s, r)
	limit := "floor " + format.Fine(eip712.DeltaFloor(o), dest, api.Down)
	switch {
	case r.Hidden:
		limit = "floor " + ui.Unknown
	case o.Buy:
		limit = "at most " + record.Amount(o.SrcAmount, src, api.Up)
	}
	lines := []string{
		strings.ToUpper(verb[:1]) + verb[1:] + " " + deal + p.expected(r),
		limit + "   deadline " + p.left(r) + "   " + record.FilledPercent(r) + " filled",
		"received " + p.receivedText(r) + "   protocol " + p.protocolText(r),
		record.ReasonLine(p.of.s, r, p.of.known()),
	}
	if at, unit := record.ExecutesAt(p.of.s, r); unit != "" {
		lines[1] = "executes at " + at + " " + unit + "   " + limit
		if !r.FilledAmount.IsZero() {
			lines[1] += "   " + record.FilledPercent(r) + " filled"
		}
		lines[2] += "   deadline " + p.left(r)
	}
	if half := record.OtherHalf(p.of.s, r); half != "" { // the floor stands in the band
		lines[1] = "of the surplus: protocol " + p.protocolText(r) + ", " + half
		lines[2] = "received " + p.receivedText(r)
	}
	if to := record.Receiver(p.of.s, r); to != record.Self {
		lines[2] += "   to " + to
	}
	if spent, _ := record.Sums(r); r.Promised && spent.IsZero() { // nothing was received
		lines = append(lines[:2], cells.WrapTo(cells.Clean(lines[3]), area.W-2, 2)...)
	}
	for i := range lines {
		style := th.Text
		if i == 3 && r.Unheld != nil {
			style = ui.Bad.Style(th)
		}
		lines[i] = " " + style.Render(cells.Truncate(cells.Clean(lines[i]), area.W-2))
	}
	status := " " + th.Muted.Render("status ") +
		record.LevelOf(r).Style(th).Render(
			cells.Truncate(record.StatusText(r), area.W-20)) +
		th.Muted.Render("  ("+record.By(r)+")")
	if twin := views.Twin(r, p.of.known()); twin != "" {
		status = cells.FitLine(status+th.Text.Render("   or "+twin), area.W)
	}
	return strings.Join(append(lines, status), "\n")
}
