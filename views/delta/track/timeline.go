package track

import (
	"context"
	"fmt"
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

// lastSettled is when a part of an order was settled last, as far as is told.
func lastSettled(t *tracked) (last time.Time) {
	for _, e := range t.auction.Events {
		if e.TxHash != nil && e.To != api.DeltaExecuting {
			last = e.Time
		}
	}
	return last
}

// begun is a trigger as it was submitted.
func begun(t api.DeltaTrigger) api.DeltaTrigger {
	if !t.Trail.IsZero() {
		t.Worth = t.Trail.From
	}
	return t
}

// bidStep is a bid with its offer, or with the reason why it was refused.
func bidStep(b api.DeltaBidRecord, round api.DeltaRoundEntry, dest api.Token,
	o api.DeltaOrder) ui.Step {
	const longest = 16
	agent := cells.Truncate(format.Brief(b.Agent), longest)
	if b.Rank == 0 {
		return ui.Step{Text: "    " + agent, Note: format.Brief(b.Reason), Level: ui.Bad}
	}
	s := ui.Step{Text: fmt.Sprintf("%3d %s", b.Rank, agent), Level: ui.OK}
	s.Note = format.Fine(b.Received, dest, api.Down)
	if record.Won(b, &round) {
		s.Note += " wins"
	}
	floor, part := round.Floor, record.Share(eip712.DeltaFloor(o), b.Spent, o)
	switch {
	case o.Buy:
		floor = api.Amount{} // what is left may be next to nothing
	case part.Less(floor) && !part.IsZero():
		floor = part // of what the bid settles
		s.Note += " · part"
	}
	if n, ok := format.AmountOffBy(b.Received, floor); ok {
		s.Note += " · floor " + format.Bps(n)
	}
	if b.Orders > 1 {
		s.Note += fmt.Sprintf(" · ring of %d", b.Orders)
	}
	s.Note += " · " + gasText(&b, dest)
	return s
}

// gasText is the gas of a bid: what it needs, or of one that won what its orders are charged in
// place of the estimate, with what the owner gets for the difference.
func gasText(b *api.DeltaBidRecord, dest api.Token) string {
	if b.Charged == 0 {
		return "gas " + ui.Count(b.Gas)
	}
	text := "gas charged " + ui.Count(b.Charged)
	if b.Charged < b.Estimate {
		text += " of " + ui.Count(b.Estimate)
	}
	if !b.Rebate.IsZero() {
		text += " · rebate " + format.Fine(b.Rebate, dest, api.Down)
	}
	return text
}

// standing says how an order goes: of one that was not held back as it should, that before all.
func (w *Tracker) standing(t *tracked) ui.Note {
	n := w.goes(t)
	if unheld := w.s.On(t.record.ChainID).UnheldText(t.record); unheld != "" {
		n.Level, n.Text = ui.Bad, unheld+"; "+n.Text
	}
	if _, worth := t.record.Denied(); !worth.IsZero() {
		n.Level = ui.Warn // the text has it
	}
	if on := w.goesOn(t.record); on != "" {
		n.Level, n.Text = ui.Bad, on
	}
	return n
}

func (w *Tracker) goes(t *tracked) ui.Note {
	r, now := t.record, w.s.Env.Now()
	reason := ""
	if r.Reason != "" {
		reason = ": " + record.Reason(w.s, r, w.known())
	}
	switch past := now.Sub(record.Deadline(r)); {
	case len(record.Settled(r)) > 0 && record.Whole(r) && record.Over(r, w.s.Env.Now()):
		return ui.Note{Level: ui.OK, Text: w.filledText(r)}
	case r.NotShown() && past <= 0: // it can be read no more than its auction
		return ui.Note{Level: ui.Warn, Text: record.Reason(w.s, r, nil)}
	case t.err != "":
		return ui.Note{Level: ui.Bad, Text: t.err + "  (r)"}
	case r.Status == api.DeltaCancelled || r.Status == api.DeltaFailed:
		return ui.Note{Level: ui.Bad, Text: cells.Clean(string(r.Status)) + reason}
	case past > record.LateFill:
		return ui.Note{Level: ui.Warn, Text: "expired" + reason}
	case past > 0:
		return ui.Note{Level: ui.Working, Text: "expired, waiting for the last block"}
	case r.Status == api.DeltaSuspended:
		return ui.Note{Level: ui.Warn, Text: "suspended" + reason}
	}
	going := "Status " + cells.Clean(string(r.Status))
	switch r.Status {
	case api.DeltaNotStarted:
		going = "Waiting for the next round"
		if r.Hidden {
			return ui.Note{Level: ui.Working,
				Text: "held back, its owner's secret: h lists it, u there reads it"}
		}
		if r.Trigger != nil {
			note := ui.Note{Level: ui.Working, Text: record.Reason(w.s, r, nil)}
			if r.Lacks() != "" || r.Seen.Denies(r.Trigger) {
				note.Level = ui.Warn
			}
			return note
		}
	case api.DeltaRunning:
		going = "Auction running"
	case api.DeltaExecuting:
		going = "The winner's settlement is on its way"
	case api.DeltaCancelling:
		going = "Cancelled, unless the settlement that is on its way succeeds"
	}
	return ui.Note{Level: ui.Working,
		Text: going + ". You may leave this screen: you will be told when it fills."}
}

// bestSeen is what the newest round that tells anything would bring for the whole order: its best
// bid, or the best way that the service saw where nobody reached the floor. Both are for what is
// left of the order, as is the round's floor.
func bestSeen(t *tracked) (a api.Amount, bid, ok bool) {
	o := t.record.Order
	for i := len(t.auction.Rounds) - 1; i >= 0 && !o.Buy; i-- {
		round := t.auction.Rounds[i]
		for _, b := range round.Bids {
			if b.Rank == 1 && !b.Spent.IsZero() {
				return b.Received.MulDiv(o.SrcAmount, b.Spent), true, true
			}
		}
		if round.Reference != nil && !round.Floor.IsZero() {
			return round.Reference.MulDiv(eip712.DeltaFloor(o), round.Floor), false, true
		}
	}
	return a, false, false
}

// gotAgents are the agents of a network.
type gotAgents []string

// askAgents reads who bids, once: without an answer nothing is said of those who do not.
func (w *Tracker) askAgents() tea.Cmd {
	exchange := w.s.Exchange
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) tea.Msg {
		list, _ := exchange.DeltaAgents(ctx)
		return gotAgents(list)
	})
}

// Progress is how far the order that is shown has come on the rail from its quote to its
// settlement: the steps done, how the next one stands, and when each was done as far as it is
// known.
func (w *Tracker) Progress() (done int, level ui.Level, times [5]time.Time) {
	t := w.shown()
	if t == nil {
		return 0, ui.Working, times
	}
	times[0], times[1], times[2] = t.draft.Quoted, t.draft.Made, t.draft.Signed
	for _, e := range t.auction.Events {
		switch e.To {
		case api.DeltaExecuting:
			times[3] = e.Time
		case api.DeltaExecuted:
			times[4] = e.Time
		}
	}
	done, level = 3, ui.Working
	switch l := record.Level(t.record.Status); {
	case len(record.Settled(t.record)) > 0 && record.Whole(t.record) &&
		record.Over(t.record, w.s.Env.Now()):
		done = len(times)
	case l == ui.Bad || l == ui.Warn:
		level = l
	case t.record.NotShown():
		level = ui.Warn
	}
	return done, level, times
}

// Note says how the order goes that is shown; ok is false while none is.
func (w *Tracker) Note() (note ui.Note, ok bool) {
	t := w.shown()
	if t == nil {
		return note, false
	}
	return w.standing(t), true
}

// Title is the order that is shown in a few words, "" while none is.
func (w *Tracker) Title() string {
	t := w.shown()
	if t == nil {
		return ""
	}
	return record.Pair(w.s, t.record) + " " + views.DeltaStatus(t.record)
}
