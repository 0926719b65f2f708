package compose

import (
	"bytes"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// signChecks are what was looked at, with the order that was built against what was asked for.
func (w *signer) signChecks(b built) []ui.Check {
	var list []ui.Check
	for _, text := range w.deviations(b) {
		list = append(list, ui.Check{Level: ui.Bad,
			Text: "the service built another order than you asked for: " + text})
	}
	if list == nil {
		text := "it is what you typed and were quoted"
		if b.own {
			text = "it is what you typed"
		}
		list = append(list, ui.Check{Level: ui.OK, Text: text})
	}
	list = append(list, w.checker.balanceCheck(), w.rights.rightCheck())
	if shown := b.flow.shown; b.flow.part == 0 && !b.toSign.Order.Buy && b.minOut.Less(shown) {
		now, was := format.Fine(b.minOut, w.pair.Dest, api.Down),
			format.Fine(shown, w.pair.Dest, api.Down)
		if now == was { // the difference is in the digits that are left out
			now, was = b.minOut.Units(w.pair.Dest.Decimals), shown.Units(w.pair.Dest.Decimals)
		}
		list = append(list, ui.Check{Level: ui.Warn, Text: "a newer quote: the floor is " + now +
			", the form showed " + was})
	}
	switch {
	case b.hold == nil:
	case !b.hold.Trail.IsZero():
		list = append(list, w.trailCheck(b))
	default:
		until := ""
		if !b.hold.Worth.IsZero() {
			until = "the price is "
		}
		list = append(list, ui.Check{Level: ui.Warn, Text: "the service holds it until " + until +
			w.s.WaitsText(b.toSign.Order, *b.hold) + ", as long as it runs"})
	}
	if w.in.plan.is(atEither) {
		text := "the take profit that is signed next has the same nonce"
		if b.flow.part > 0 {
			text = "it has the nonce of the stop that you signed"
		}
		list = append(list, ui.Check{Text: text + ": only one of them can settle"})
	}
	o := b.toSign.Order
	if o.Form.Sliced() {
		list = append(list, views.SlicesEnd(o, w.s.Env.Now()))
	}
	list = append(list, w.checker.worstCheck(o.SrcAmount, eip712.DeltaFloor(o)),
		views.ProtocolTerm(o, w.pair.Src, w.pair.Dest))
	if check, ok := w.checker.floorCheck(b.flow.part); ok {
		list = append(list, check)
	} else if n, ok := w.quotes.overMarket(); ok {
		level, _ := views.AgainstMarket(-n, "")
		if n < -muchWorse {
			level = ui.Warn
		}
		text := "price " + format.Bps(n) + " against a swap before its gas"
		switch {
		case o.Buy && n < 0:
			text = "it costs " + api.Percent(-n) + " more than a swap before its gas"
		case o.Buy:
			text = "it costs " + api.Percent(n) + " less than a swap before its gas"
		}
		list = append(list, ui.Check{Level: level, Text: text})
	}
	return list
}

// trailCheck says what a trailing stop waits for, and how that moves.
func (w *signer) trailCheck(b built) ui.Check {
	way := "up; its floor stays"
	if b.hold.Trail.Buys {
		way = "down; its limit stays"
	}
	return ui.Check{Level: ui.Warn, Text: "the stop follows the best price by " +
		w.s.TrailText(b.toSign.Order, b.hold.Trail) + " and only moves " + way + ". It is " +
		w.s.LevelText(b.toSign.Order, b.hold.Worth) +
		" now; the service holds the order until it is met, as long as it runs"}
}

// deviations are in what an order is not the one that was asked for. Whoever built it may be
// anybody: every field that decides about money is compared with the form and with the quote that
// was on the screen.
func (w *signer) deviations(b built) []string {
	if b.later != nil {
		return b.differs
	}
	o, r, p := b.toSign.Order, b.asked, b.quote.price
	to := o.Beneficiary
	if to == o.Owner { // the same as nobody
		to = common.Address{}
	}
	var out []string
	must := func(same bool, text string) {
		if !same {
			out = append(out, text)
		}
	}
	must(b.toSign.ChainID == r.ChainID, "it is for another network")
	must(b.toSign.Contract == w.s.Network.Contracts.Delta, "it is for another contract")
	must(o.Owner == r.Owner, "its owner is "+o.Owner.Hex())
	must(to == r.Beneficiary, "what is bought goes to "+o.Beneficiary.Hex())
	must(o.SrcToken == p.SrcToken, "it sells token "+o.SrcToken.Hex())
	must(o.DestToken == p.DestToken, "it buys token "+o.DestToken.Hex())
	must(o.SrcAmount == p.SrcAmount, "it sells "+format.Fine(o.SrcAmount, w.pair.Src, api.Up))
	floor := eip712.DeltaFloor(o)
	must(!floor.Less(b.minOut),
		"its floor is "+format.Fine(floor, w.pair.Dest, api.Down)+" after fees, below yours")
	must(o.ExpectedDestAmount == b.expected,
		"it expects "+format.Fine(o.ExpectedDestAmount, w.pair.Dest,
			api.Down)+", not what was quoted")
	must(o.Deadline == r.Deadline, "it has another deadline")
	must(o.Fillable == r.PartiallyFillable, "it differs in whether it may be settled in parts")
	must(o.PartnerAndFee == eip712.PartnerAndFee(
		r.PartnerAddress, uint8(r.PartnerFeeBps), r.PartnerTakesSurplus),
		"it names another partner or fee")
	must(bytes.Equal(o.Permit, r.Permit), "it carries another permit")
	if r.Nonce != nil {
		must(o.Nonce == *r.Nonce,
			"its nonce is not that of the other order: both of them could settle")
	} else {
		must(!slices.Contains(b.flow.nonces, o.Nonce) && !w.checker.orders.HasNonce(o.Nonce),
			"its nonce is that of another order of yours: only one of them could settle")
	}
	return out
}
