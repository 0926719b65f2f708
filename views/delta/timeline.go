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

// levelOf is how a status is meant; one that nobody knows is neutral.
func levelOf(s api.DeltaStatus) ui.Level {
	switch s {
	case api.DeltaExecuted:
		return ui.OK
	case api.DeltaNotStarted, api.DeltaRunning, api.DeltaExecuting:
		return ui.Working
	case api.DeltaSuspended, api.DeltaExpired:
		return ui.Warn
	case api.DeltaCancelled, api.DeltaFailed:
		return ui.Bad
	}
	return ui.Plain
}

// statusText is the server's own word with a glyph.
func statusText(s api.DeltaStatus) string {
	glyph := levelOf(s).Glyph()
	switch levelOf(s) {
	case ui.Plain:
		glyph = "?"
	case ui.Warn:
		if s == api.DeltaExpired {
			glyph = "○"
		}
	}
	return ui.Clean(string(s)) + " " + glyph
}

// rail are the five steps from the quote to the settlement.
func (w *Screen) rail() []ui.Step {
	names := [...]string{"Quote", "Build", "Sign", "Auction", "Settled"}
	at, level := 0, ui.Working
	t := w.shown()
	switch {
	case w.mode == composing && w.building:
		at = 1
	case w.mode == composing || t == nil:
	default:
		at, level = 3, ui.Working
		switch l := levelOf(t.record.Status); {
		case len(settled(t.record)) > 0 && w.over(t.record):
			at = len(names)
		case l == ui.Bad || l == ui.Warn:
			level = l
		}
	}
	steps, times := make([]ui.Step, len(names)), w.stamps(t)
	for i, name := range names {
		steps[i] = ui.Step{Text: name}
		if i < at && w.area.Wide() && !times[i].IsZero() {
			steps[i].Text += times[i].Format(" 15:04:05")
		}
		switch {
		case i < at:
			steps[i].Level = ui.OK
		case i == at:
			steps[i].Level = level
		}
	}
	return steps
}

// stamps are when each step of the rail was done, as far as it is known.
func (w *Screen) stamps(t *tracked) (at [5]time.Time) {
	if w.mode == composing {
		at[0] = w.quote.at
		return at
	}
	if t == nil {
		return at
	}
	at[0], at[1], at[2] = t.draft.quoted, t.draft.made, t.draft.signed
	for _, e := range t.auction.Events {
		switch e.To {
		case api.DeltaExecuting:
			at[3] = e.Time
		case api.DeltaExecuted:
			at[4] = e.Time
		}
	}
	return at
}

// steps are all that happened to an order, oldest first, then what is to come.
func (w *Screen) steps(t *tracked) []ui.Step {
	d, r := t.draft, t.record
	var out []ui.Step
	if !d.made.IsZero() {
		out = append(out, ui.Step{At: d.made, Text: "built", Note: "hash " + ui.ShortHash(r.OrderHash.Hex()), Level: ui.OK},
			ui.Step{At: d.signed, Text: "signed", Note: "EIP-712, compact 64 bytes", Level: ui.OK})
	}
	note := "id " + shortID(r.ID)
	if d.took > 0 {
		note += fmt.Sprintf(" in %d ms", max(1, d.took.Milliseconds()))
	}
	out = append(out, ui.Step{At: r.CreatedAt, Text: "submitted", Note: note, Level: ui.OK})
	out = append(out, w.happened(t)...)
	if w.over(r) {
		return out
	}
	if len(settled(r)) == 0 {
		out = append(out, ui.Step{Text: "first fill"})
	}
	return append(out, ui.Step{Text: "settled"})
}

// happened are the events of an order with its rounds, each before what came of it.
func (w *Screen) happened(t *tracked) []ui.Step {
	var out []ui.Step
	rounds := t.auction.Rounds
	for i, e := range t.auction.Events {
		for len(rounds) > 0 && (rounds[0].Time.Before(e.Time) || e.To == api.DeltaExecuting && rounds[0].Round <= e.Round) {
			out = append(out, w.roundSteps(t.record, rounds[0])...)
			rounds = rounds[1:]
		}
		out = append(out, eventStep(e, i == len(t.auction.Events)-1 && !w.over(t.record)))
	}
	for _, r := range rounds {
		out = append(out, w.roundSteps(t.record, r)...)
	}
	return out
}

func eventStep(e api.DeltaEvent, last bool) ui.Step {
	s := ui.Step{At: e.Time, Text: ui.Clean(string(e.To)), Level: levelOf(e.To)}
	if s.Level == ui.Plain || s.Level == ui.Working && !last {
		s.Level = ui.OK
	}
	var notes []string
	reason := views.Brief(e.Reason)
	if e.To == api.DeltaExecuting { // the round above says it, in whole tokens
		reason = ""
	}
	for _, text := range []string{reason, views.Brief(e.Agent)} {
		if text != "" {
			notes = append(notes, text)
		}
	}
	if e.TxHash != nil {
		notes = append(notes, "tx "+ui.ShortHash(e.TxHash.Hex()))
	}
	s.Note = strings.Join(notes, " · ")
	return s
}

// roundSteps are a round and its bids: those that count by rank, then those that were refused, with the reason.
func (w *Screen) roundSteps(r api.DeltaRecord, round api.DeltaRoundEntry) []ui.Step {
	_, dest := w.tokensOf(r)
	head := ui.Step{At: round.Time, Text: fmt.Sprintf("round %s", ui.Count(round.Round)), Note: round.Outcome, Level: ui.OK}
	if round.Winner == "" {
		head.Level = ui.Warn
	}
	if len(round.Bids) > 0 {
		head.Note += " · bids in " + views.Symbol(dest)
	}
	head.Note += " · block " + ui.Count(round.Block.Number)
	if round.Repeats > 0 {
		head.Note += fmt.Sprintf(" · %s more like it", ui.Count(round.Repeats))
	}
	out := []ui.Step{head}
	for _, b := range round.Bids {
		out = append(out, bidStep(b, round, dest))
	}
	if silent := w.silent(round.Bids); silent != "" && len(round.Bids) > 0 {
		out = append(out, ui.Step{Text: "    no bid", Note: silent})
	}
	return out
}

// bidStep is a bid with its offer, or with the reason why it was refused.
func bidStep(b api.DeltaBidRecord, round api.DeltaRoundEntry, dest api.Token) ui.Step {
	const longest = 16
	agent := ui.Truncate(views.Brief(b.Agent), longest)
	if b.Rank == 0 {
		return ui.Step{Text: "    " + agent, Note: views.Brief(b.Reason), Level: ui.Bad}
	}
	s := ui.Step{Text: fmt.Sprintf("%3d %s", b.Rank, agent), Level: ui.OK}
	s.Note = amountText(b.Received, dest, api.Down)
	if b.Rank == 1 && b.Agent == round.Winner {
		s.Note += " wins"
	}
	if n, ok := views.AmountOffBy(b.Received, round.Floor); ok {
		s.Note += " · floor " + percent(n)
	}
	if b.Orders > 1 {
		s.Note += fmt.Sprintf(" · ring of %d", b.Orders)
	}
	s.Note += " · gas " + ui.Count(b.Gas)
	return s
}

// silent are the agents that made no bid in a round.
func (w *Screen) silent(bids []api.DeltaBidRecord) string {
	var names []string
	for _, a := range w.agents {
		if !slices.ContainsFunc(bids, func(b api.DeltaBidRecord) bool { return b.Agent == a }) {
			names = append(names, views.Brief(a))
		}
	}
	return strings.Join(names, ", ")
}

// standing says how an order goes.
func (w *Screen) standing(t *tracked) ui.Note {
	r, now := t.record, w.s.Env.Now()
	reason := ""
	if r.Reason != "" {
		reason = ": " + views.Brief(r.Reason)
	}
	switch past := now.Sub(deadlineOf(r)); {
	case t.err != "":
		return ui.Note{Level: ui.Bad, Text: "could not read the order: " + t.err + "  (r)"}
	case len(settled(r)) > 0 && w.over(r):
		return ui.Note{Level: ui.OK, Text: w.filledText(r)}
	case r.Status == api.DeltaCancelled || r.Status == api.DeltaFailed:
		return ui.Note{Level: ui.Bad, Text: ui.Clean(string(r.Status)) + reason}
	case past > lateFill:
		return ui.Note{Level: ui.Warn, Text: "expired" + reason}
	case past > 0:
		return ui.Note{Level: ui.Working, Text: "expired, waiting for the last block"}
	case r.Status == api.DeltaSuspended:
		return ui.Note{Level: ui.Warn, Text: "suspended" + reason}
	}
	going := "Status " + ui.Clean(string(r.Status))
	switch r.Status {
	case api.DeltaNotStarted:
		going = "Waiting for the next round"
	case api.DeltaRunning:
		going = "Auction running"
	case api.DeltaExecuting:
		going = "The winner's settlement is on its way"
	}
	return ui.Note{Level: ui.Working, Text: going + ". You may leave this screen: you will be told when it fills."}
}

// bestSeen is what the newest round that tells anything would bring for the whole order: its best bid, or the best way that the service saw where
// nobody reached the floor. Both are for what is left of the order, as is the round's floor.
func bestSeen(t *tracked) (a api.Amount, bid, ok bool) {
	o := t.record.Order
	for i := len(t.auction.Rounds) - 1; i >= 0; i-- {
		round := t.auction.Rounds[i]
		for _, b := range round.Bids {
			if b.Rank == 1 && !b.Spent.IsZero() {
				return b.Received.MulDiv(o.SrcAmount, b.Spent), true, true
			}
		}
		if round.Reference != nil && !round.Floor.IsZero() {
			return round.Reference.MulDiv(o.DestAmount, round.Floor), false, true
		}
	}
	return a, false, false
}
