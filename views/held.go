package views

import (
	"time"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui/cells"
	"bourse/views/format"
)

// UnheldText says of an order that was to be held back, and was not, by what: "not held back: stop
// at 2,600.00 USDC per WETH or less"; "" of others.
func (s *Session) UnheldText(r api.DeltaRecord) string {
	if r.Unheld == nil {
		return ""
	}
	text := "not held back: " + r.Unheld.Name()
	if at := s.WaitsText(r.Order, *r.Unheld); at != "" {
		text += " at " + at
	}
	return text
}

// HeldText says what holds a Delta order of the network at hand back, or held it: "stop at 2,600.00
// USDC per WETH or less", "trailing stop, fired at 2,910.00 USDC per WETH"; or that nothing did as
// it should. It is "" of an order that waits, or waited, for no price.
func (s *Session) HeldText(r api.DeltaRecord) string {
	if unheld := s.UnheldText(r); unheld != "" {
		return unheld
	}
	if t := r.Trigger; t != nil {
		at := s.TriggerText(r.Order, t)
		switch {
		case at == "":
			return ""
		case !t.Trail.IsZero():
			at += ", which trails the best by " + s.TrailText(r.Order, t.Trail)
		}
		return t.Name() + " at " + at
	}
	if r.Hidden || r.Held == nil || r.Held.Worth.IsZero() {
		return ""
	}
	at := s.LevelText(r.Order, r.Held.Worth)
	if r.Held.Fired {
		return r.Held.Name() + ", fired at " + at
	}
	return r.Held.Name() + " at " + at + ", which did not fire"
}

// DeltaText says what a Delta order of the network at hand is, by what its owner has signed: what
// it trades, its limit as a total and for one piece, and what holds it back.
func (s *Session) DeltaText(r api.DeltaRecord) string {
	if r.Hidden {
		return "is held back, and was not read here"
	}
	o, floor := r.Order, eip712.DeltaFloor(r.Order)
	src, _ := s.Token(o.SrcToken)
	dest, _ := s.Token(o.DestToken)
	sold := format.Amount(o.SrcAmount, src, api.Up) + " " + Symbol(src)
	text := "sells " + sold + " for at least " + format.Fine(floor, dest, api.Down) + " " +
		Symbol(dest)
	if o.Buy {
		text = "buys " + format.Fine(floor, dest, api.Down) + " " + Symbol(dest) +
			" for at most " + sold
	}
	text += ", " + s.PieceOf(src, dest).Each(s, o.SrcAmount, floor)
	if held := s.HeldText(r); held != "" {
		text += "; " + held
	}
	return text
}

// WaitsText says for which price or time a service holds an order back: "2,910.00 USDC per WETH or
// less, trailing by 3.00%". A stop that should have been let go by now is said to be one.
func (s *Session) WaitsText(o api.DeltaOrder, t api.DeltaTrigger) string {
	at, begins := s.TriggerText(o, &t), format.Moment(time.Unix(int64(t.NotBefore), 0))
	if at == "" {
		return begins
	}
	if s.overdue(o, t) {
		at += " (passed)"
	}
	if !t.Trail.IsZero() {
		at += ", trailing by " + s.TrailText(o, t.Trail)
	}
	if t.NotBefore != 0 {
		at += ", from " + begins + " on"
	}
	return at
}

// overdue is whether a stop stands above what its order is worth by the prices of its tokens, by
// more than those of one market differ from another's.
func (s *Session) overdue(o api.DeltaOrder, t api.DeltaTrigger) bool {
	const apart = 200 // basis points
	price, ok := s.WorthPrice(api.Pair{Base: o.SrcToken, Quote: o.DestToken})
	if !ok || !t.Below || t.NotBefore != 0 {
		return false
	}
	most := price.QuoteFor(o.SrcAmount, api.Up).BPS(api.BPS + apart)
	return most.Less(t.Worth)
}

// FiredText says of an order that was let go at which price, and which other order ended with it;
// "" of one that waited for no price, or still does.
func (s *Session) FiredText(r api.DeltaRecord, known []api.DeltaRecord) string {
	if r.Held == nil || !r.Held.Fired {
		return ""
	}
	text := s.HeldText(r)
	if other, ok := twinOf(r, known); ok && text != "" && other.Held != nil &&
		!other.Held.Fired && other.Status == api.DeltaCancelled {
		text += "; the " + other.Held.Name() + " " + shortID(other) + " is cancelled"
	}
	return text
}

// InsteadText says of an order that was held back that the other one of two was let go instead:
// "take profit at 3,021.00 USDC per WETH: the stop 70d71c fired instead"; "" of others.
func (s *Session) InsteadText(r api.DeltaRecord, known []api.DeltaRecord) string {
	other, ok := twinOf(r, known)
	if !ok || r.Held == nil || r.Held.Fired || r.Status != api.DeltaCancelled ||
		other.Held == nil || !other.Held.Fired {
		return ""
	}
	text := r.Held.Name()
	if !r.Held.Worth.IsZero() {
		text += " at " + s.LevelText(r.Order, r.Held.Worth)
	}
	return text + ": the " + other.Held.Name() + " " + shortID(other) + " fired instead"
}

// shortID is the beginning of an order's id.
func shortID(r api.DeltaRecord) string {
	id := cells.Clean(r.ID)
	return id[:min(6, len(id))]
}
