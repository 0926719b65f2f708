package track

import (
	"strings"

	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/delta/record"
)

// The panes.
const (
	PaneOrder  = "order"
	PaneEvents = "timeline"
)

// Panes are the order in front, its timeline, the price band and the settlements.
type Panes struct {
	order  *orderPane
	events *eventsPane
	band   *bandPane
	fills  *fillsPane
	both   *bothPane // in low windows
}

// NewPanes are those of the orders that are followed.
func NewPanes(of *Tracker) *Panes {
	p := &Panes{order: &orderPane{of}, events: &eventsPane{of: of}, band: &bandPane{of: of},
		fills: &fillsPane{of: of}}
	p.both = &bothPane{band: p.band, fills: p.fills}
	return p
}

// All are all of them.
func (p *Panes) All() []ui.Pane { return []ui.Pane{p.order, p.events, p.band, p.fills, p.both} }

// Layout says where they stand.
func (p *Panes) Layout(area cells.Box) []ui.Placed {
	if !p.order.of.s.Area.Tall() {
		rows := area.Rows(cells.Fixed(7), cells.Fill(1))
		lower := rows[1].Columns(cells.Percent(57), cells.Fill(1))
		return []ui.Placed{{Pane: p.order, Box: rows[0]}, {Pane: p.events, Box: lower[0]},
			{Pane: p.both, Box: lower[1]}}
	}
	rows := area.Rows(cells.Fill(3), cells.Fill(2))
	upper, lower := rows[0].Columns(cells.Percent(46), cells.Fill(1)),
		rows[1].Columns(cells.Percent(46), cells.Fill(1))
	return []ui.Placed{{Pane: p.order, Box: upper[0]}, {Pane: p.events, Box: upper[1]},
		{Pane: p.band, Box: lower[0]}, {Pane: p.fills, Box: lower[1]}}
}

// ToEnd brings the end of the timeline into view.
func (p *Panes) ToEnd() { p.events.text.Scroll(1 << 20) }

// bandPane shows the numbers of the order that matter, to scale.
type bandPane struct {
	ui.Display
	of *Tracker
}

func (*bandPane) Title() (title, right string) { return "Price band", "" }

func (p *bandPane) Draw(area cells.Box, _ bool) string {
	t := p.of.shown()
	if t == nil {
		return ""
	}
	label := "surplus so far   "
	if t.record.Status.Final() {
		label = "surplus   "
	}
	compared := p.comparison(t, area.W-2)
	band := record.Band(p.of.s.Env, area, p.marks(t, area.H > 8 && compared == ""))
	if compared != "" {
		band += "\n\n" + record.Pad(compared)
	}
	surplus := cells.Truncate(label+record.Surplus(p.of.s, t.record), area.W-2)
	return "\n" + band + "\n\n " + p.of.s.Theme.Text.Render(surplus)
}

// comparison is what the ways to settle an order bring, "" while no round has told.
func (p *bandPane) comparison(t *tracked, width int) string {
	c, ok := record.Compare(t.record.Order, t.auction.Rounds)
	if !ok {
		return ""
	}
	_, dest := record.Tokens(p.of.s, t.record)
	return ui.Pairs(p.of.s.Env.Theme, width, record.ComparisonPairs(p.of.s, dest, c, width)...)
}

// marks are the numbers of an order that matter: floor, expected, and what was offered or received
// for the whole of it.
func (p *bandPane) marks(t *tracked, notes bool) []ui.BandMark {
	o, r := t.record.Order, t.record
	_, dest := record.Tokens(p.of.s, r)
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

// fillsPane shows the settlements.
type fillsPane struct {
	ui.Display
	of *Tracker
}

func (*fillsPane) Title() (title, right string) { return "Settlement transactions", "" }

// Draw lists the settlements, those that went through and those that did not.
func (p *fillsPane) Draw(area cells.Box, _ bool) string {
	t, th := p.of.shown(), p.of.s.Env.Theme
	switch {
	case t == nil:
		return ""
	case len(t.record.Transactions) == 0:
		return record.Say(area, th.Muted, "none yet: a fill shows its hash, agent, gas, fees and "+
			"surplus")
	}
	return strings.Join(record.Fills(p.of.s, t.record, area.W, 3), "\n")
}

// bothPane shows band and settlements where there is no room for two panes.
type bothPane struct {
	ui.Display
	band  *bandPane
	fills *fillsPane
}

func (*bothPane) Title() (title, right string) { return "Band & fills", "" }

func (p *bothPane) Draw(area cells.Box, focused bool) string {
	t := p.band.of.shown()
	if t == nil {
		return ""
	}
	band := record.Band(p.band.of.s.Env, area, p.band.marks(t, false))
	if compared := p.band.comparison(t, area.W-2); compared != "" {
		band += "\n" + record.Pad(compared)
	}
	return band + "\n" + p.fills.Draw(area, focused)
}
