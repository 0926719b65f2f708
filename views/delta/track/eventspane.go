package track

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
)

// eventsPane shows what has happened to the order in front, and what is to come.
type eventsPane struct {
	of   *Tracker
	text ui.Scroller
}

func (*eventsPane) Name() string { return PaneEvents }

func (p *eventsPane) Title() (title, right string) {
	return p.of.s.WithZone("Timeline"), p.of.polling()
}

func (p *eventsPane) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok {
		p.text.Wheel(m)
	}
	return nil
}

func (p *eventsPane) Actions() []ui.Action { return p.text.Actions("timeline", PaneEvents) }

// Draw shows the timeline; its end stays in view while nobody scrolls up.
func (p *eventsPane) Draw(area cells.Box, _ bool) string {
	t := p.of.shown()
	if t == nil {
		return ""
	}
	lines := ui.Timeline(p.of.s.Env, area.W, p.steps(t))
	atEnd := p.text.Below() == 0
	p.text.SetText(strings.Join(lines, "\n"))
	if drawn := p.text.Draw(area); !atEnd || p.text.Below() == 0 {
		return drawn
	}
	p.text.Scroll(len(lines)) // only now that the height is known
	return p.text.Draw(area)
}

// steps are all that happened to an order, oldest first, then what is to come.
func (p *eventsPane) steps(t *tracked) []ui.Step {
	d, r := t.draft, t.record
	took := d.Put.Sub(d.Signed)
	var out []ui.Step
	if !d.Made.IsZero() {
		out = append(out, ui.Step{At: d.Made, Text: "built",
			Note: "hash " + format.Hash(r.OrderHash), Level: ui.OK},
			ui.Step{At: d.Signed, Text: "signed", Note: "EIP-712, compact 64 bytes", Level: ui.OK})
	}
	note := "id " + format.ID(r.ID)
	if took > 0 {
		note += fmt.Sprintf(" in %d ms", max(1, took.Milliseconds()))
	}
	out = append(out, came(r, note)...)
	if unheld := p.of.s.On(r.ChainID).UnheldText(r); unheld != "" {
		text, as, _ := strings.Cut(unheld, ": ")
		out = append(out, ui.Step{At: r.CreatedAt, Text: text, Note: as, Level: ui.Bad})
	}
	out = append(out, p.happened(t)...)
	if r.Trigger != nil && !r.Trigger.Trail.IsZero() && r.Trigger.Worth != r.Trigger.Trail.From {
		there := p.of.s.On(r.ChainID)
		out = append(out, ui.Step{Text: "stop moved", Level: ui.OK, Note: "from " +
			there.LevelText(r.Order, r.Trigger.Trail.From) + " to " +
			there.LevelText(r.Order, r.Trigger.Worth) + ", the service says"})
	}
	if on := p.of.goesOn(r); on != "" {
		out = append(out, ui.Step{At: p.of.cancelled[r.ID], Text: "cancelled by you",
			Note: "the service goes on with it: i ends it on chain", Level: ui.Bad})
	}
	told := func(e api.DeltaEvent) bool { return e.To == r.Status }
	if r.Status.Final() && !slices.ContainsFunc(t.auction.Events, told) {
		out = append(out, ui.Step{At: r.UpdatedAt, Text: cells.Clean(string(r.Status)),
			Note: record.By(r), Level: record.LevelOf(r)})
	}
	if record.Over(r, p.of.s.Env.Now()) || r.Status.Final() || r.NotShown() {
		return out
	}
	switch coming := record.ComingSlices(p.of.s, r, lastSettled(t)); {
	case coming != nil:
		out = append(out, coming...)
	case len(record.Settled(r)) == 0:
		out = append(out, ui.Step{Text: "first fill"})
	}
	return append(out, ui.Step{Text: "settled"})
}

// came says how an order got to the service: of one that it does not show, whether it ever did.
func came(r api.DeltaRecord, note string) []ui.Step {
	if !r.NotShown() {
		return []ui.Step{{At: r.CreatedAt, Text: "submitted", Note: note, Level: ui.OK}}
	}
	if !record.Arrived(r) {
		return []ui.Step{{At: r.CreatedAt, Text: "not shown", Level: ui.Warn,
			Note: "it may never have arrived at " + cells.Clean(r.UnshownBy)}}
	}
	return []ui.Step{{At: r.CreatedAt, Text: "submitted", Note: note, Level: ui.OK},
		{Text: "not shown", Note: "any more by " + cells.Clean(r.UnshownBy), Level: ui.Warn}}
}

// happened are the events of an order with its rounds, each before what came of it.
func (p *eventsPane) happened(t *tracked) []ui.Step {
	var out []ui.Step
	rounds := t.auction.Rounds
	for i, e := range t.auction.Events {
		for len(rounds) > 0 && (rounds[0].Time.Before(e.Time) || e.To == api.DeltaExecuting &&
			rounds[0].Round <= e.Round) {
			out = append(out, p.roundSteps(t.record, rounds[0])...)
			rounds = rounds[1:]
		}
		step := record.Event(
			e, i == len(t.auction.Events)-1 && !record.Over(t.record, p.of.s.Env.Now()))
		if own := p.heldNote(t.record, e); own != "" {
			step.Note = own
		}
		step.Note += p.taken(t.record, e)
		out = append(out, step)
	}
	for _, r := range rounds {
		out = append(out, p.roundSteps(t.record, r)...)
	}
	return out
}

// heldNote says in prices what a service says in totals: until when it holds an order back, and how
// that ended; "" of other events.
func (p *eventsPane) heldNote(r api.DeltaRecord, e api.DeltaEvent) string {
	there := p.of.s.On(r.ChainID)
	switch {
	case e.To == api.DeltaCancelled:
		return there.InsteadText(r, p.of.known())
	case e.To != api.DeltaNotStarted:
		return ""
	case e.LetGo():
		return there.FiredText(r, p.of.known())
	case e.Lacks() != "":
		return "could not be settled now: " + format.Brief(e.Lacks())
	case e.From == api.DeltaNotStarted && !r.Hidden:
		return "could be settled again"
	case r.Trigger != nil:
		return "waits for " + there.WaitsText(r.Order, begun(*r.Trigger))
	case r.Held != nil:
		return "waits for " + there.WaitsText(r.Order, begun(r.Held.DeltaTrigger))
	}
	return ""
}

// taken is what the protocol kept of the settlement that an event tells of.
func (p *eventsPane) taken(r api.DeltaRecord, e api.DeltaEvent) string {
	for i, tx := range record.Settled(r) {
		if e.TxHash == nil || tx.Hash != *e.TxHash || e.To == api.DeltaExecuting {
			continue
		}
		slice := ""
		if r.Order.Form.Sliced() {
			slice = fmt.Sprintf(" · slice %d of %d", i+1, r.Order.Slices)
			if tx.ProtocolFee.IsZero() { // as it is of every slice
				return slice
			}
		}
		return slice + " · to the protocol " +
			record.Amount(tx.ProtocolFee, record.Measure(p.of.s, r), api.Up)
	}
	return ""
}

// roundSteps are a round and its bids: those that count by rank, then those that were refused, with
// the reason.
func (p *eventsPane) roundSteps(r api.DeltaRecord, round api.DeltaRoundEntry) []ui.Step {
	dest := record.Measure(p.of.s, r)
	head := ui.Step{At: round.Time, Text: fmt.Sprintf("round %s", ui.Count(round.Round)),
		Note: round.Outcome, Level: ui.OK}
	if round.Winner == "" {
		head.Level = ui.Warn
	}
	if len(round.Bids) > 0 {
		head.Note += " · bids in " + views.Symbol(dest)
		if r.Order.Buy {
			head.Note += " left of the most"
		}
	}
	head.Note += " · block " + ui.Count(round.Block.Number)
	if round.Repeats > 0 {
		head.Note += fmt.Sprintf(" · %s more like it", ui.Count(round.Repeats))
	}
	out := []ui.Step{head}
	for _, b := range round.Bids {
		out = append(out, bidStep(b, round, dest, r.Order))
	}
	if round.Prices != "" {
		out = append(out, ui.Step{Text: "    prices", Note: format.Brief(round.Prices)})
	}
	if silent := p.silent(round.Bids); silent != "" && len(round.Bids) > 0 {
		out = append(out, ui.Step{Text: "    no bid", Note: silent})
	}
	return out
}

// silent are the agents that made no bid in a round.
func (p *eventsPane) silent(bids []api.DeltaBidRecord) string {
	var names []string
	for _, a := range p.of.agents {
		if !slices.ContainsFunc(bids, func(b api.DeltaBidRecord) bool { return b.Agent == a }) {
			names = append(names, format.Brief(a))
		}
	}
	return strings.Join(names, ", ")
}
