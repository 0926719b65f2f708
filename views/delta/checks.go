package delta

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// checks are a fixed list, with a line more for what is unusual.
func (w *Screen) checks() []ui.Check {
	list := []ui.Check{w.balanceCheck(), w.rightCheck(), w.quoteCheck()}
	if to, why := w.beneficiary(); why == "" && to != (common.Address{}) {
		text := ui.ShortAddress(to.Hex()) + " receives it, not you"
		if name := w.s.PartyName(to); name != "" {
			text = "your " + name + " receives it, not " + w.s.Account.Name
			if w.s.ContractName(to) != "" {
				text = "the " + name + " receives it, which may lose it"
			}
		}
		list = append(list, ui.Check{Level: ui.Warn, Text: text})
	}
	if n, known := w.loss(); known && n >= views.ImpactNote {
		list = append(list, ui.Check{Level: ui.Warn, Text: "loses " + views.Hundredths(n) + " of its value"})
	}
	if p := w.quote.partner; p != nil && p.PartnerAddress == (common.Address{}) && w.fits() {
		list = append(list, ui.Check{Level: ui.Warn, Text: "no partner of that name: nobody takes a fee"})
	}
	return list
}

// loss is what the sale loses of its value in USD, gas and fees among it, in hundredths of a percent.
func (w *Screen) loss() (hundredths int64, known bool) {
	if !w.fits() {
		return 0, false
	}
	return views.Impact(w.quote.price.SrcUSD, w.quote.price.DestUSD)
}

func (w *Screen) balanceCheck() ui.Check {
	a, _ := w.amount()
	held, c := w.funds.held.Balance, w.s.Network.Contracts
	switch {
	case w.src.Address == api.NativeToken:
		return ui.Check{Level: ui.Bad, Text: "the native coin has no allowance: wrap it", Key: "w wrap"}
	case w.fundsErr != "":
		return ui.Check{Level: ui.Bad, Text: "could not read your balance: " + w.fundsErr, Key: "r"}
	case !w.funds.known:
		return ui.Check{Level: ui.Working, Text: "balance"}
	case a.IsZero():
		return ui.Check{Text: "balance"}
	case held.Less(a):
		return ui.Check{Level: ui.Bad, Key: "alt+5 MAX",
			Text: fmt.Sprintf("need %s %s, have %s", amountText(a, w.src, api.Up), w.src.Symbol, amountText(held, w.src, api.Down))}
	case held.Less(a.Add(w.claimed(w.src.Address, c.Delta)).Add(w.claimed(w.src.Address, c.Permit2))):
		return ui.Check{Level: ui.Warn, Text: "your open orders and this one need more than you hold"}
	}
	return ui.Check{Level: ui.OK, Text: "balance covers it; agents pay the gas"}
}

func (w *Screen) quoteCheck() ui.Check {
	switch {
	case w.key() == "":
		return ui.Check{Text: "quote"}
	case w.quote.problem != "":
		return ui.Check{Level: ui.Bad, Text: w.quote.problem}
	case !w.answers():
		return ui.Check{Level: ui.Working, Text: "quoting…"}
	case w.quote.price == nil:
		return ui.Check{Level: ui.Bad, Text: "no Delta price for it", Key: "i swap instead"}
	case w.stale():
		return ui.Check{Level: ui.Warn, Text: "quote is " + ui.Age(w.age()) + " old", Key: "r refresh"}
	}
	return ui.Check{Level: ui.OK, Text: "quote fresh for " + ui.Age(reviewAge-w.age())}
}

// off tells why the order can not be signed, "" when it can.
func (w *Screen) off() string {
	if w.src.Address == w.dest.Address {
		return "choose two different tokens"
	}
	if _, why := w.amount(); why != "" {
		return "Sell " + why
	}
	if _, why := w.slippage(); why != "" {
		return "slippage: " + why
	}
	if _, why := w.beneficiary(); why != "" {
		return "Receiver: " + why
	}
	for _, c := range w.checks() {
		if c.Level == ui.Bad {
			return c.Text
		}
	}
	switch {
	case w.key() == "":
		return "type an amount"
	case !w.fits():
		return "the quote is on its way"
	case !w.funds.known:
		return "your balance is being read"
	}
	return w.s.MaySign()
}

// Note implements ui.Noter: the gravest check of the form, or how the order goes that is shown.
func (w *Screen) Note() ui.Note {
	if t := w.shown(); w.mode == following && t != nil {
		return w.standing(t)
	}
	if w.mode == recalling {
		return w.historyNote()
	}
	return ui.Gravest(w.checks())
}
