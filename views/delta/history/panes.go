package history

import (
	"fmt"
	"strings"

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

// Panes are the list and what stands below it.
type Panes struct {
	list     *List
	selected *selectedPane
	summary  *summaryPane
}

// NewPanes are those of a list.
func NewPanes(list *List) *Panes {
	return &Panes{list, &selectedPane{list: list}, &summaryPane{list: list}}
}

// All are all of them.
func (p *Panes) All() []ui.Pane { return []ui.Pane{p.list, p.selected, p.summary} }

// Layout says where they stand: the summary only in high windows.
func (p *Panes) Layout(area cells.Box) []ui.Placed {
	if !area.Tall() {
		rows := area.Rows(cells.Fill(1), cells.Fixed(7))
		return []ui.Placed{{Pane: p.list, Box: rows[0]}, {Pane: p.selected, Box: rows[1]}}
	}
	rows := area.Rows(cells.Fill(1), cells.Fixed(12), cells.Fixed(4))
	return []ui.Placed{{Pane: p.list, Box: rows[0]}, {Pane: p.selected, Box: rows[1]},
		{Pane: p.summary, Box: rows[2]}}
}

// selectedPane shows the selected order.
type selectedPane struct {
	ui.Display
	list *List
}

func (*selectedPane) Title() (title, right string) { return "Selected", "" }

// Draw shows the selected order with its time to scale.
func (p *selectedPane) Draw(area cells.Box, _ bool) string {
	r, ok := p.list.Table.Selected()
	th := p.list.s.Env.Theme
	if !ok {
		return " " + th.Muted.Render("no order is selected")
	}
	tall := area.H > 6
	head := fmt.Sprintf(" %s → %s   %s → %s", views.Symbol(r.src), views.Symbol(r.dest),
		format.Fine(r.size(), r.src, api.Up), p.receivedBrief(r))
	if r.Hidden { // of what it is nobody knows anything
		head = " held back"
		if p.list.whyNotRead(r.DeltaRecord) == "" {
			head += ": u reads it"
		}
	}
	if tall {
		head = " " + r.ID + "  " + head
	}
	state := record.StatusText(r.DeltaRecord) + " " +
		record.Lasts(r.DeltaRecord, p.list.s.Env.Now()) + " "
	lines := []string{cells.Spread(th.Text.Render(cells.Clean(head)),
		record.LevelOf(r.DeltaRecord).Style(th).Render(state), area.W)}
	addIn := func(style ui.Style, text string) {
		lines = append(lines, " "+style.Render(cells.Truncate(cells.Clean(text), area.W-2)))
	}
	add := func(text string) { addIn(th.Text, text) }
	meant := th.Text // of the reason
	if r.Unheld != nil {
		meant = ui.Bad.Style(th)
	}
	figures := "floor " + format.Fine(eip712.DeltaFloor(r.Order), r.dest, api.Down)
	switch {
	case r.Hidden:
		figures = "floor " + ui.Unknown
	case r.Order.Buy:
		figures = "at most " + record.Amount(r.Order.SrcAmount, r.src, api.Up)
	}
	if at, unit := record.ExecutesAt(p.list.s, r.DeltaRecord); unit != "" {
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
	reason := record.ReasonLine(p.list.s, r.DeltaRecord, p.list.records)
	twin := views.OneOfTwo(r.DeltaRecord, p.list.records)
	if len(r.Transactions) > 0 && twin != "" {
		reason, twin = reason+"   "+twin, ""
	}
	if !tall {
		if twin != "" { // there is nothing to compare yet
			add(twin)
		} else {
			add(p.compared(r))
		}
		if len(r.Transactions) > 0 { // else there is no surplus yet, and no room to say so
			figures += "   surplus " + record.Surplus(p.list.s, r.DeltaRecord)
		}
		add(figures)
		most := 1
		if len(r.Transactions) == 0 {
			most = 2 // in the room of the fills
		}
		for _, part := range cells.WrapTo(cells.Clean(reason), area.W-2, most) {
			addIn(meant, part)
		}
		lines = append(lines, record.Fills(p.list.s, r.DeltaRecord, area.W, 1)...)
		return strings.Join(lines, "\n")
	}
	lines = append(lines, ui.TimeScale(p.list.s.Env, area.W, p.scale(r.DeltaRecord)))
	add(figures + "   received " + p.receivedBrief(r) + "   surplus " +
		record.Surplus(p.list.s, r.DeltaRecord))
	add(p.compared(r))
	if twin != "" {
		add(twin)
	}
	const most = 2
	for _, part := range cells.WrapTo(cells.Clean(reason), area.W-2, most) {
		addIn(meant, part)
	}
	lines = append(lines, record.Fills(p.list.s, r.DeltaRecord, area.W, 2)...)
	add("beneficiary " + record.Receiver(p.list.s, r.DeltaRecord) + "   partner " +
		record.Partner(r.DeltaRecord) +
		"   permit " + record.PermitKind(len(r.Order.Permit)))
	add("order hash " + r.OrderHash.Hex() + "   version " + r.DeltaVersion)
	return strings.Join(lines, "\n")
}

// compared is what the ways to settle the selected order bring, in a line.
func (p *selectedPane) compared(r row) string {
	c, ok := record.Compare(r.Order, p.list.auction.Rounds)
	if !ok || p.list.selected.ID != r.ID {
		return "pool, route, bid and bound " + ui.Unknown
	}
	words := []string{"pool", "route", "bid", "bound"}
	for i, a := range []*api.Amount{c.Pool, c.Route, c.Bid, c.Bound} {
		value := ui.Unknown
		if a != nil {
			value = format.Fine(*a, r.dest, api.Down)
			if base := c.Base(); base != nil && base != a && p.list.s.Area.Wide() {
				value += " (" + record.Versus(*a, *base) + ")"
			}
		}
		words[i] += " " + value
	}
	return strings.Join(words, "   ")
}

func (p *selectedPane) receivedBrief(r row) string {
	if r.received.IsZero() {
		return ui.Unknown
	}
	return format.Fine(r.received, r.dest, api.Down)
}

// scale are the moments of an order: when it came, and each change of its status.
func (p *selectedPane) scale(r api.DeltaRecord) []ui.Step {
	out := []ui.Step{{At: r.CreatedAt, Text: "submitted", Level: ui.OK}}
	if r.NotShown() && !record.Arrived(r) {
		out[0] = ui.Step{At: r.CreatedAt, Text: "signed", Level: ui.Warn}
	}
	if p.list.selected.ID != r.ID {
		return out
	}
	for i, e := range p.list.auction.Events {
		if i == 0 && e.To == api.DeltaNotStarted {
			continue
		}
		last := i == len(p.list.auction.Events)-1
		s := record.Event(e, last && !record.Over(r, p.list.s.Now()))
		s.Text = strings.ToLower(s.Text)
		out = append(out, s)
	}
	const most = 5
	if len(out) > most { // the first and the last ones
		out = append(out[:1], out[len(out)-most+1:]...)
	}
	return out
}
