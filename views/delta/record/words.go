package record

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

// Versus is how far an amount is from another as a label.
func Versus(a, from api.Amount) string {
	n, ok := format.AmountOffBy(a, from)
	if !ok || a.IsZero() {
		return ui.Unknown
	}
	return format.Bps(n)
}

// By is whose word an order's status is.
func By(r api.DeltaRecord) string {
	switch {
	case r.Proven:
		return "by your node"
	case r.Unshown:
		return "as signed here"
	}
	return "as reported"
}

// Reason is why an order is as it is, "none" where nobody says: of one that is held back what it
// waits for, in prices, which a service says in totals.
func Reason(s *views.Session, r api.DeltaRecord, known []api.DeltaRecord) string {
	there := s.On(r.ChainID)
	switch {
	case r.Unheld != nil, r.Unshown:
		return OrNone(format.Brief(r.Reason))
	case r.Trigger != nil && !r.Hidden:
		waits := "waits for " + there.Waits(r)
		if lacks := r.Lacks(); lacks != "" {
			waits += api.HeldLacks + format.Brief(lacks)
		}
		return waits
	case r.Status == api.DeltaNotStarted && r.Held != nil:
		if fired := there.FiredText(r, known); fired != "" {
			return fired
		}
	case there.InsteadText(r, known) != "":
		return there.InsteadText(r, known)
	}
	return OrNone(format.Brief(r.Reason))
}

// ReasonLine is Reason as a line, with what it is unless it says so.
func ReasonLine(s *views.Session, r api.DeltaRecord, known []api.DeltaRecord) string {
	there := s.On(r.ChainID)
	instead, held := there.InsteadText(r, known), there.HeldText(r)
	switch {
	case r.Unheld != nil:
		return held + "   reason " + Reason(s, r, known)
	case r.Unshown:
		return Reason(s, r, known)
	case r.Trigger != nil && !r.Hidden:
		return Reason(s, r, known)
	case instead != "":
		return instead
	case held != "":
		return held + "   reason " + Reason(s, r, known)
	}
	return "reason " + Reason(s, r, known)
}

// Level is how a status is meant; one that nobody knows is neutral.
func Level(s api.DeltaStatus) ui.Level {
	switch s {
	case api.DeltaExecuted:
		return ui.OK
	case api.DeltaNotStarted, api.DeltaRunning, api.DeltaExecuting,
		api.DeltaCancelling:
		return ui.Working
	case api.DeltaSuspended, api.DeltaExpired:
		return ui.Warn
	case api.DeltaCancelled, api.DeltaFailed:
		return ui.Bad
	}
	return ui.Plain
}

// LevelOf is how an order's status is meant: of one that was not held back as it should, badly, and
// what the chain denies of it is marked, as is what the service does not show.
func LevelOf(r api.DeltaRecord) ui.Level {
	if r.Unheld != nil {
		return ui.Bad
	}
	if _, worth := r.Denied(); !worth.IsZero() || r.Seen.Denies(r.Trigger) || r.NotShown() {
		return ui.Warn
	}
	return Level(r.Status)
}

// StatusText is the server's own word of an order with a glyph.
func StatusText(r api.DeltaRecord) string {
	if r.NotShown() {
		return "? " + views.DeltaStatus(r)
	}
	level := LevelOf(r)
	glyph := level.Glyph()
	switch level {
	case ui.Plain:
		glyph = "?"
	case ui.Warn:
		if r.Status == api.DeltaExpired {
			glyph = "○"
		}
	}
	return views.DeltaStatus(r) + " " + glyph
}

// Event is an event of an order as a step of its timeline; the last one of an order that goes on is
// still at work.
func Event(e api.DeltaEvent, last bool) ui.Step {
	s := ui.Step{At: e.Time, Text: cells.Clean(string(e.To)), Level: Level(e.To)}
	if s.Level == ui.Plain || s.Level == ui.Working && !last {
		s.Level = ui.OK
	}
	var notes []string
	reason := format.Brief(e.Reason)
	if e.To == api.DeltaExecuting { // the round above says it, in whole tokens
		reason = ""
	}
	for _, text := range []string{reason, format.Brief(e.Agent)} {
		if text != "" {
			notes = append(notes, text)
		}
	}
	if e.TxHash != nil {
		notes = append(notes, "tx "+format.Hash(*e.TxHash))
	}
	s.Note = strings.Join(notes, " · ")
	return s
}

func OrNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// PermitKind says what kind of permit an order carries, by its length.
func PermitKind(n int) string {
	kinds := map[int]string{0: "none (allowance used)", 1: "the allowance at Permit2",
		96: "Permit2, this order only", 192: "Permit2, an allowance",
		224: "the token's own (ERC-2612)", 256: "the token's own (DAI style)"}
	if kind, ok := kinds[n]; ok {
		return kind
	}
	return ui.Count(n) + " bytes"
}

const Self = "self"

func Receiver(s *views.Session, r api.DeltaRecord) string {
	b := r.Order.Beneficiary
	if b == r.Order.Owner || b == (common.Address{}) {
		return Self
	}
	if name := s.AddressName(b); name != "" {
		return name + "  " + b.Hex()
	}
	return b.Hex()
}

// partnerOf is the partner of an order with the fee that was signed.
func Partner(r api.DeltaRecord) string {
	partner, bps, surplus := eip712.SplitPartnerAndFee(r.Order.PartnerAndFee)
	if partner == (common.Address{}) {
		return OrNone(r.Partner)
	}
	fee := api.Percent(int64(bps))
	if surplus && bps == 0 {
		fee = "half the surplus"
	}
	return fmt.Sprintf("%s %s  %s", r.Partner, fee, partner.Hex())
}

// Span is a time that may be shorter than what a clock shows.
func Span(d time.Duration) string {
	const short = 10 * time.Second
	if d < short {
		return fmt.Sprintf("%.1fs", max(0, d).Seconds())
	}
	return ui.Timer(d)
}

// Roomy is how wide a pane is from which on values are written out.
const Roomy = 46

// Say wraps a sentence into a pane.
func Say(area cells.Box, style ui.Style, text string) string {
	lines := cells.Wrap(cells.Clean(text), max(1, area.W-2))
	for i := range lines {
		lines[i] = " " + style.Render(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Pad sets lines off the border.
func Pad(text string) string { return " " + strings.ReplaceAll(text, "\n", "\n ") }

// Act is an action of the Delta screen.
func Act(id, pane, key, label, help, off string, run func() tea.Cmd) ui.Action {
	return ui.Action{Scope: "delta", ID: id, Pane: pane, Key: ui.Keys(key), Label: label,
		Help: help, Off: off, Run: run}
}

// Raw shows all that the service told of an order.
func Raw(s *views.Session, id string, told any) {
	text, err := json.MarshalIndent(told, "", "  ")
	if err != nil {
		s.Toast(ui.Bad, err.Error())
		return
	}
	s.Open(ui.NewViewer(s.Env, "Delta order "+format.ID(id), string(text)))
}
