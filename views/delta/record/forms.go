package record

import (
	"fmt"
	"time"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// An order that buys fixes what comes in, so that its floor, its quote and its surplus are of what
// it spends; one in slices is settled by as many transactions as it has slices.

// Measure is the token that bids for an order, and fees of it, are counted in.
func Measure(s *views.Session, r api.DeltaRecord) api.Token {
	src, dest := Tokens(s, r)
	if r.Order.Buy {
		return src
	}
	return dest
}

// Amount writes so much of a token.
func Amount(a api.Amount, t api.Token, round api.Round) string {
	return format.Fine(a, t, round) + " " + views.Symbol(t)
}

// Deal is what an order fixes, and the token on its other side.
func Deal(s *views.Session, r api.DeltaRecord) (verb, text string) {
	src, dest := Tokens(s, r)
	if r.Order.Buy {
		return "buy", Amount(r.Order.DestAmount, dest, api.Down) + " with " + views.Symbol(src)
	}
	return "sell", Amount(r.Order.SrcAmount, src, api.Up) + " → " + views.Symbol(dest)
}

// Bought is what settlements of an order that buys have come to.
func Bought(s *views.Session, r api.DeltaRecord) string {
	src, dest := Tokens(s, r)
	spent, received := Sums(r)
	return Amount(received, dest, api.Down) + " for " + moved(spent, src, api.Up) + " " +
		views.Symbol(src)
}

// saved is what an order that buys spent less than it expected.
func saved(s *views.Session, r api.DeltaRecord) string {
	src, _ := Tokens(s, r)
	spent, _ := Sums(r)
	expected, of, sign := eip712.ExpectedSpend(r.Order), "expected", "+"
	if r.Order.Form.Sliced() { // each slice may spend its share of the most
		expected, of = expected.MulDiv(r.FilledAmount, r.Order.SrcAmount), "most"
	}
	left := expected.Sub(spent)
	if expected.Less(spent) {
		left, sign = spent.Sub(expected), ui.Minus
	}
	return sign + Amount(left, src, api.Down) + " unspent of the " + of
}

// SlicesDone is how many slices of an order are settled.
func SlicesDone(r api.DeltaRecord) uint32 {
	return uint32(min(uint64(len(Settled(r))), uint64(r.Order.Slices)))
}

// Slices says how far an order in slices has come, "" of another.
func Slices(r api.DeltaRecord) string {
	o := r.Order
	if !o.Form.Sliced() {
		return ""
	}
	return fmt.Sprintf("%d of %d settled, at least %s apart", SlicesDone(r), o.Slices,
		views.SliceText(interval(o)))
}

// interval is how far slices are apart at least.
func interval(o api.DeltaOrder) time.Duration {
	const second = uint64(time.Second)
	return time.Duration(min(o.Interval, uint64(1<<63-1)/second) * second)
}

// ComingSlices are the slices of an order that are not settled yet, as steps of its timeline: the
// first few. The next one is due an interval after the last, where that is known.
func ComingSlices(s *views.Session, r api.DeltaRecord, last time.Time) (steps []ui.Step) {
	o, done := r.Order, SlicesDone(r)
	if !o.Form.Sliced() {
		return nil
	}
	src, dest := Tokens(s, r)
	const most = 3
	for i := done; i < o.Slices && i < done+most; i++ {
		pays, gets := o.Slice(i)
		note := Amount(pays, src, api.Up) + " for at least " + Amount(gets, dest, api.Down)
		if o.Buy {
			note = Amount(gets, dest, api.Down) + " for at most " + Amount(pays, src, api.Up)
		}
		if due := last.Add(interval(o)); i == done && !last.IsZero() {
			note += ", due " + format.Clock(due)
		}
		steps = append(steps, ui.Step{Text: fmt.Sprintf("slice %d of %d", i+1, o.Slices),
			Note: note})
	}
	return steps
}
