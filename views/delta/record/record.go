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

const (
	// LateFill is how long after its deadline an order may still be settled.
	LateFill = time.Minute
)

// Settled are the settlements that went through.
func Settled(r api.DeltaRecord) []api.DeltaTransaction {
	var out []api.DeltaTransaction
	for _, tx := range r.Transactions {
		if tx.Status == 1 {
			out = append(out, tx)
		}
	}
	return out
}

// Sums are what the settlements took and brought.
func Sums(r api.DeltaRecord) (spent, received api.Amount) {
	for _, tx := range Settled(r) {
		spent, received = spent.Add(tx.Spent), received.Add(tx.Received)
	}
	return spent, received
}

// Share is the part of an amount that belongs to what was spent of an order, rounded down as the
// contract does.
func Share(a, spent api.Amount, o api.DeltaOrder) api.Amount {
	if o.SrcAmount.IsZero() {
		return api.Amount{}
	}
	return a.MulDiv(spent, o.SrcAmount)
}

// Quoted is what an order was to bring its owner when it was signed: what it expects, less the
// partner's flat fee, which the contract takes of that. It is zero where an order expects twice its
// floor or more: that is up to where its owner keeps all, and was no quote; and where it buys, or
// trades in slices.
func Quoted(o api.DeltaOrder) api.Amount {
	if o.Buy || o.Form.Sliced() || !o.ExpectedDestAmount.Less(o.DestAmount.Add(o.DestAmount)) {
		return api.Amount{}
	}
	return eip712.LessFlatFee(o.ExpectedDestAmount, o.PartnerAndFee)
}

// QuotedText is Quoted with its token, or that there was no quote. Of an order that buys it is what
// that expects to spend. Slices say what they accept, and not what they expect.
func QuotedText(o api.DeltaOrder, src, dest api.Token) string {
	switch {
	case o.Form.Sliced():
		return "no quote, slices are priced when due"
	case o.Buy:
		return "to spend " + Amount(eip712.ExpectedSpend(o), src, api.Up)
	}
	quoted := Quoted(o)
	if quoted.IsZero() {
		return "no quote, it waits for its price"
	}
	return format.Fine(quoted, dest, api.Down) + " " + views.Symbol(dest)
}

// Protocol is what the protocol has taken of an order's settlements.
func Protocol(r api.DeltaRecord) (sum api.Amount) {
	for _, tx := range Settled(r) {
		sum = sum.Add(tx.ProtocolFee)
	}
	return sum
}

// OtherHalf says who has the half of a settled surplus that is not the protocol's, "" before a
// settlement and where the owner has it.
func OtherHalf(s *views.Session, r api.DeltaRecord) string {
	settled := Settled(r)
	if len(settled) == 0 || !views.NoneYours(r.Order) {
		return ""
	}
	var partner api.Amount
	for _, tx := range settled {
		partner = partner.Add(tx.PartnerFee)
	}
	return "partner " + Amount(partner, Measure(s, r), api.Up) + ", you nothing"
}

// FilledPercent is how much of an order is filled; 100% only when all is.
func FilledPercent(r api.DeltaRecord) string {
	if r.Order.SrcAmount.IsZero() {
		return ui.Unknown
	}
	n := r.FilledAmount.InBPS(r.Order.SrcAmount)
	return fmt.Sprintf("%d.%02d%%", n/100, n%100)
}

// Tokens are what an order sells and buys, as its own network lists them.
func Tokens(s *views.Session, r api.DeltaRecord) (src, dest api.Token) {
	there := s.On(r.ChainID)
	src, _ = there.Token(r.Order.SrcToken)
	dest, _ = there.Token(r.Order.DestToken)
	return src, dest
}

// Pair is what an order sells and buys in words.
func Pair(s *views.Session, r api.DeltaRecord) string {
	if r.Hidden {
		return "held back"
	}
	src, dest := Tokens(s, r)
	return views.Symbol(src) + "→" + views.Symbol(dest)
}

// Over tells whether nothing more is to be expected of an order. An order that the service calls
// expired, or anything unknown, may be filled late; one that is filled is done whatever it is
// called.
func Over(r api.DeltaRecord, now time.Time) bool {
	switch {
	case r.Hidden:
		return r.Status.Final()
	case !r.Order.SrcAmount.IsZero() && !r.FilledAmount.Less(r.Order.SrcAmount):
		return true
	case r.Status == api.DeltaCancelled || r.Status == api.DeltaFailed ||
		r.Status == api.DeltaExecuted:
		return true
	}
	return now.Sub(Deadline(r)) > LateFill
}

// Watched tells whether there is a use in asking about an order: it goes on, or that it ended is
// the word of somebody alone, until its deadline.
func Watched(r api.DeltaRecord, now time.Time) bool {
	return !Over(r, now) ||
		r.Promised && now.Before(Deadline(r))
}

// Arrived tells whether the service is known to have had an order: it has an id of it.
func Arrived(r api.DeltaRecord) bool { return r.ID != r.OrderHash.Hex() }

// Whole tells whether all of an order is settled, and not only a part or some slices.
func Whole(r api.DeltaRecord) bool {
	return r.Status == api.DeltaExecuted ||
		!r.Order.SrcAmount.IsZero() && !r.FilledAmount.Less(r.Order.SrcAmount)
}

// Deadline is when an order ends.
func Deadline(r api.DeltaRecord) time.Time {
	const latest = 1 << 40 // beyond that no calendar of this program reaches
	return time.Unix(int64(min(r.Order.Deadline, latest)), 0)
}

// Lasted is how long an order took, or has taken so far.
func Lasted(r api.DeltaRecord, now time.Time) time.Duration {
	if ended(r, now) {
		return r.UpdatedAt.Sub(r.CreatedAt)
	}
	return now.Sub(r.CreatedAt)
}

// Lasts is Lasted in words: "in 7.0s" of an order that has ended, "for 1:26" of another.
func Lasts(r api.DeltaRecord, now time.Time) string {
	word := "for "
	if ended(r, now) {
		word = "in "
	}
	return word + Span(Lasted(r, now))
}

// ended tells whether the time of an order stands still.
func ended(r api.DeltaRecord, now time.Time) bool { return Over(r, now) || r.Status.Final() }
