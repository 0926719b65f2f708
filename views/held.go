package views

import (
	"time"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
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

// DeniedText says of an order that it was settled at a price at which what is told to have held it
// back does not let go: "not held back: sold at 3,024.87, your stop was 2,960.00"; "" of others.
func (s *Session) DeniedText(r api.DeltaRecord) string {
	t, worth := r.Denied()
	if worth.IsZero() {
		return ""
	}
	piece, verb := s.pieceOf(r.Order), "sold"
	if !piece.Selling {
		verb = "bought"
	}
	of := r.Order.SrcAmount
	return "not held back: " + verb + " at " + piece.level(s, of, worth) + ", your " + t.Name() +
		" was " + piece.level(s, of, t.Worth)
}

// HeldText says what holds a Delta order of the network at hand back, or held it: "stop at 2,600.00
// USDC per WETH or less", "trailing stop, fired at 2,910.00 USDC per WETH"; or that nothing did as
// it should. It is "" of an order that waits, or waited, for no price.
func (s *Session) HeldText(r api.DeltaRecord) string {
	if unheld := s.UnheldText(r); unheld != "" {
		return unheld
	}
	if denied := s.DeniedText(r); denied != "" {
		return denied
	}
	if t := r.Trigger; t != nil {
		at := s.TriggerText(r.Order, t)
		switch {
		case at == "":
			return ""
		case !t.Trail.IsZero():
			at += ", which trails the best by " + s.TrailText(r.Order, t.Trail)
		}
		return t.Name() + " at " + at + s.levelDoubt(r)
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

// BroughtText is what the settlements of a Delta order of the network at hand have moved: "sold
// 0.3000 WETH for 907.46 USDC"; "" before there is one.
func (s *Session) BroughtText(r api.DeltaRecord) string {
	var spent, received api.Amount
	for _, tx := range r.Transactions {
		if tx.Status == 1 {
			spent, received = spent.Add(tx.Spent), received.Add(tx.Received)
		}
	}
	if spent.IsZero() {
		return ""
	}
	src, _ := s.Token(r.Order.SrcToken)
	dest, _ := s.Token(r.Order.DestToken)
	sold := format.Fine(spent, src, api.Up) + " " + Symbol(src)
	got := format.Fine(received, dest, api.Down) + " " + Symbol(dest)
	if r.Order.Buy {
		return "bought " + got + " for " + sold
	}
	return "sold " + sold + " for " + got
}

// levelDoubt says what a node of one's own makes of the level at which a Delta order is told to be
// let go, "" where it has nothing to say: a level that the market cannot have drawn a trail to is
// named, and so is one that was passed while the order was held back.
func (s *Session) levelDoubt(r api.DeltaRecord) string {
	t, seen := r.Trigger, r.Seen
	if t == nil || seen == nil {
		return ""
	}
	each := func(worth api.Amount) string {
		return s.pieceOf(r.Order).level(s, r.Order.SrcAmount, worth)
	}
	switch {
	case !seen.Believable(*t):
		return " (not believable: your node's pools say " + each(seen.Worth) + ")"
	case !seen.Past.IsZero() && seen.Ago == 0:
		return " (passed: your node sees " + each(seen.Past) + ")"
	case !seen.Past.IsZero():
		return " (passed: your node saw " + each(seen.Past) + " " +
			ui.Counted(int(seen.Ago), "block") + " ago)"
	case seen.Worth.IsZero() && !t.Trail.IsZero():
		return cells.Clean(api.ByWord(seen.ToldBy))
	}
	return ""
}

// Waits is WaitsText of an order that is held back, with what a node of one's own makes of it.
func (s *Session) Waits(r api.DeltaRecord) string {
	doubt := s.levelDoubt(r)
	if own := r.Seen != nil && !r.Seen.Worth.IsZero(); own || doubt != "" {
		return s.waits(r.Order, *r.Trigger, doubt)
	}
	return s.WaitsText(r.Order, *r.Trigger)
}

// WaitsText says for which price or time a service holds an order back: "2,910.00 USDC per WETH or
// less, trailing by 3.00%". A stop that should have been let go by now is said to be one.
func (s *Session) WaitsText(o api.DeltaOrder, t api.DeltaTrigger) string {
	passed := ""
	if s.overdue(o, t) {
		passed = " (passed)"
	}
	return s.waits(o, t, passed)
}

// waits is WaitsText with what is to be said of the level.
func (s *Session) waits(o api.DeltaOrder, t api.DeltaTrigger, doubt string) string {
	at, begins := s.TriggerText(o, &t), format.Moment(time.Unix(int64(t.NotBefore), 0))
	if at == "" {
		return begins
	}
	at += doubt
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
	if denied := s.DeniedText(r); denied != "" {
		return denied
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
