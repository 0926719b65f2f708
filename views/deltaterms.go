package views

import (
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views/format"
)

// DeltaChosen is what was chosen of an order beside what it trades: a bound that was typed, zero
// for one that the market made, and what it waits for. Where a trail begins the market says.
func DeltaChosen(bound api.Amount, t *api.DeltaTrigger) string {
	if t == nil && bound.IsZero() {
		return ""
	}
	var waits api.DeltaTrigger
	if t != nil {
		waits = *t
	}
	if !waits.Trail.IsZero() {
		waits.Worth = api.Amount{}
	}
	return fmt.Sprintf("%s %+v", bound, waits)
}

// DeltaTerms are what every door says of an order before its signature, beside its fields: when its
// last slice is due, its worst price, and what goes to the protocol.
func (s *Session) DeltaTerms(o api.DeltaOrder, src, dest api.Token) (list []ui.Check) {
	if o.Form.Sliced() {
		list = append(list, SlicesEnd(o, s.Env.Now()))
	}
	return append(list, ui.Check{Text: "worst price " + WorstRate(s, o.SrcAmount,
		eip712.DeltaFloor(o), src, dest)}, ProtocolTerm(o, src, dest))
}

// SlicesEnd says when the last slice of an order can be due.
func SlicesEnd(o api.DeltaOrder, now time.Time) ui.Check {
	first := now.Add(time.Duration(o.Interval) * time.Duration(o.Slices-1) * time.Second)
	return ui.Check{Text: "the last slice is due at " + format.Moment(first) +
		" at the earliest; what is left at " + format.Moment(time.Unix(int64(o.Deadline), 0)) +
		" is not traded"}
}

// ProtocolTerm says what goes to the protocol, and by which bid an order is settled.
func ProtocolTerm(o api.DeltaOrder, src, dest api.Token) ui.Check {
	promise := "; settled with others it gets no less than the best bid for it alone pays"
	if o.Buy || o.Form.Sliced() {
		promise = "; it is settled by itself, by the best bid for it"
	}
	return ui.Check{Text: "to the protocol: " + ProtocolShare(o, src, dest) + promise}
}

// ProtocolShare is what the protocol would take of an order's settlement: half of what comes above
// an amount, or of what is spent less than one.
func ProtocolShare(o api.DeltaOrder, src, dest api.Token) string {
	switch {
	case o.Form == api.SlicedBuyForm:
		return "nothing: what a slice does not spend is yours"
	case o.Form.Sliced():
		return "nothing: what a slice brings above its least is yours"
	case o.Buy:
		return "half of what it spends less than " + format.Fine(o.ExpectedDestAmount, src,
			api.Up) + " " + Symbol(src) + SurplusMost(o) + otherHalf(o)
	}
	return "half above " + format.Fine(o.ExpectedDestAmount, dest, api.Down) + " " + Symbol(dest) +
		SurplusMost(o) + otherHalf(o)
}

// NoneYours tells whether protocol and partner take all of an order's surplus.
func NoneYours(o api.DeltaOrder) bool {
	partner, bps, takes := eip712.SplitPartnerAndFee(o.PartnerAndFee)
	return partner != (common.Address{}) && takes && bps == 0 && !o.Form.Sliced()
}

// otherHalf says who has the half of a surplus that is not the protocol's, "" where the owner does.
func otherHalf(o api.DeltaOrder) string {
	if !NoneYours(o) {
		return ""
	}
	return ", the partner the other half: none of it is yours"
}

// SurplusMost says how much of a surplus the protocol takes half of, "" where it is all.
func SurplusMost(o api.DeltaOrder) string {
	if o.Form == api.FirstForm || !eip712.CapsSurplus(o.PartnerAndFee) {
		return ""
	}
	return ", of 1% at most"
}
