package compose

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/delta/track"
	"bourse/views/format"
	"bourse/views/pairform"
)

// checker looks at what is typed, held, quoted and allowed.
type checker struct {
	s      *views.Session
	pair   *pairform.Pair
	in     *inputs
	quotes *quoter
	rights *rights
	orders *track.Tracker
	signed func() string // what of several orders is signed, where others are left
}

// checks are a fixed list, with a line more for what is unusual.
func (w *checker) checks() []ui.Check {
	if why := w.quotes.off(); why != "" {
		return []ui.Check{{Level: ui.Bad, Text: why, Key: "i swap instead"}}
	}
	list := []ui.Check{w.balanceCheck(), w.rights.rightCheck(), w.quoteCheck()}
	if text := w.signed(); text != "" {
		list = append(list, ui.Check{Level: ui.Warn, Text: text, Key: "⏎ goes on"})
	}
	if to, why := w.in.beneficiary(); why == "" && to != (common.Address{}) {
		text := w.s.ShortName(to) + " receives it, not you"
		if like := w.s.LooksLike(to); like != "" {
			text = "the receiver " + like
		}
		if name := w.s.AddressName(to); name != "" {
			text = "your " + name + " receives it, not " + w.s.Account.Name
			if w.s.ContractName(to) != "" {
				text = "the " + name + " receives it, which may lose it"
			}
		}
		list = append(list, ui.Check{Level: ui.Warn, Text: text})
	}
	list = append(list, w.planChecks()...)
	if why := w.laterProblem(); why != "" {
		list = append(list, ui.Check{Level: ui.Bad, Text: why})
	}
	if n, known := w.quotes.loss(); known && n >= views.ImpactNote {
		list = append(list, ui.Check{Level: ui.Warn,
			Text: "loses " + api.Percent(n) + " of its value"})
	}
	if c, _, says := w.againstOwn(); says && w.quotes.fits() {
		list = append(list, c)
	}
	if p := w.quotes.newest.partner; p != nil && p.PartnerAddress == (common.Address{}) &&
		w.quotes.fits() {
		list = append(list, ui.Check{Level: ui.Warn,
			Text: "no partner of that name: nobody takes a fee"})
	}
	return list
}

func (w *checker) balanceCheck() ui.Check {
	a, _ := w.in.amount()
	beside := a.Sub(w.rights.done()) // the open orders
	if w.in.plan.is(inSeries) {
		a = beside // what is signed may be settled already
	}
	held, c := w.pair.Funds.Held.Balance, w.s.Network.Contracts
	switch {
	case w.pair.Src.Address == api.NativeToken:
		return ui.Check{Level: ui.Bad, Text: "the native coin has no allowance: wrap it",
			Key: "w wrap"}
	case w.pair.Problem != "":
		return ui.Check{Level: ui.Bad, Text: "could not read your balance: " + w.pair.Problem,
			Key: "r"}
	case !w.pair.Funds.Known:
		return ui.Check{Level: ui.Working, Text: "balance"}
	case a.IsZero():
		return ui.Check{Text: "balance"}
	case held.Less(a):
		return ui.Check{Level: ui.Bad, Key: "alt+5 MAX",
			Text: fmt.Sprintf("need %s %s, have %s", format.Fine(a, w.pair.Src, api.Up),
				w.pair.Src.Symbol,
				format.Fine(held, w.pair.Src, api.Down))}
	case held.Less(beside.Add(w.orders.Claimed(w.pair.Src.Address, c.Delta)).Add(
		w.orders.Claimed(w.pair.Src.Address, c.Permit2))):
		return ui.Check{Level: ui.Warn,
			Text: "your open orders and this one need more than you hold"}
	}
	return ui.Check{Level: ui.OK, Text: "balance covers it; agents pay the gas"}
}

func (w *checker) quoteCheck() ui.Check {
	switch {
	case w.quotes.key() == "":
		return ui.Check{Text: "quote"}
	case w.quotes.newest.problem != "":
		return ui.Check{Level: ui.Bad, Text: w.quotes.newest.problem}
	case !w.quotes.answers():
		return ui.Check{Level: ui.Working, Text: "quoting…"}
	case w.quotes.newest.price == nil:
		return ui.Check{Level: ui.Bad, Text: "no Delta price for it", Key: "i swap instead"}
	case w.quotes.stale():
		return ui.Check{Level: ui.Warn, Text: "quote is " + ui.Age(w.quotes.age()) + " old",
			Key: "r refresh"}
	}
	return ui.Check{Level: ui.OK, Text: "quote fresh for " + w.quotes.fresh().View()}
}

// off tells why the order cannot be signed, "" when it can.
func (w *checker) off() string {
	if why := w.quotes.off(); why != "" {
		return why
	}
	if w.pair.Src.Address == w.pair.Dest.Address {
		return "choose two different tokens"
	}
	if _, why := w.in.typed(); why != "" {
		return w.in.sell.Label + " " + why
	}
	if _, why := w.in.slippage(); why != "" && !w.in.plan.ownFloor() {
		return "slippage: " + why
	}
	if _, why := w.in.beneficiary(); why != "" {
		return "Receiver: " + why
	}
	if why := w.in.planProblem(); why != "" {
		return why
	}
	if w.quotes.signatures() > 1 && w.rights.chosen().signs() {
		return "several orders share an allowance: choose approval"
	}
	if why := w.laterProblem(); why != "" {
		return why
	}
	for _, c := range w.checks() {
		if c.Level == ui.Bad {
			return c.Text
		}
	}
	switch {
	case w.quotes.key() == "":
		return "type an amount"
	case !w.quotes.fits():
		return "the quote is on its way"
	case !w.pair.Funds.Known:
		return "your balance is being read"
	}
	return w.s.MayTrade()
}
