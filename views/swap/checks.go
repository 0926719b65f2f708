package swap

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// checks are a fixed list, with one line more where something unusual was chosen.
func (w *Screen) checks() []ui.Check {
	list := []ui.Check{w.balanceCheck(), w.allowanceCheck(), w.quoteCheck(), w.impactCheck()}
	if w.quote.refused && w.fits() { // nothing else matters
		list[0], list[3] = list[3], list[0]
	}
	if to, why := w.s.Party(w.receiver.Value()); why == "" && to != (common.Address{}) && to != w.s.Account.Address {
		list = append(list, ui.Check{Level: ui.Warn, Text: ui.ShortAddress(to.Hex()) + " receives it, not you"})
	}
	if why := w.quote.more.failure; why != "" && w.fits() && ui.Worst(list) != ui.Bad {
		list = append(list, ui.Check{Level: ui.Warn, Text: "simulated, it would fail: " + views.Brief(why)})
	}
	const muchSlippage = 500
	if bps, why := w.slippage(); why == "" && bps >= muchSlippage {
		list = append(list, ui.Check{Level: ui.Warn, Text: "slippage of " + views.Hundredths(int64(bps)) + " invites others to trade before you"})
	}
	return list
}

// pays is the most that leaves the account.
func (w *Screen) pays() (a api.Amount, known bool) {
	if w.fits() {
		return w.offer().most(), true
	}
	if w.selling() {
		a, _ = w.amount()
		return a, !a.IsZero()
	}
	return a, false
}

func (w *Screen) balanceCheck() ui.Check {
	pays, known := w.pays()
	f := w.funds
	switch {
	case w.fundsErr != "":
		return ui.Check{Level: ui.Bad, Text: "could not read your balance: " + w.fundsErr, Key: "r"}
	case !f.known:
		return ui.Check{Level: ui.Working, Text: "balance"}
	case !known:
		return ui.Check{Text: "balance"}
	case f.held.Balance.Less(pays):
		text := fmt.Sprintf("balance: need %s %s, have %s", shownAmount(pays, w.src, api.Up), w.src.Symbol, shownAmount(f.held.Balance, w.src, api.Down))
		if w.selling() {
			return ui.Check{Level: ui.Bad, Text: text, Key: "alt+5 MAX"}
		}
		return ui.Check{Level: ui.Bad, Text: text}
	}
	return w.gasCheck(pays)
}

// gasCheck looks whether the coin for gas is there, beside what is sold of it.
func (w *Screen) gasCheck(pays api.Amount) ui.Check {
	left, coin := w.funds.native, ui.Clean(w.s.Network.Symbol)
	if w.src.Address == api.NativeToken {
		left = left.Sub(pays)
	}
	gas, _, known := w.gas()
	switch {
	case known && w.fits() && left.Less(gas):
		return ui.Check{Level: ui.Bad, Text: fmt.Sprintf("gas: need %s %s more than what is swapped", gas.Format(18, 4, api.Up), coin)}
	case left.IsZero():
		return ui.Check{Level: ui.Bad, Text: "no " + coin + " is left for gas"}
	}
	return ui.Check{Level: ui.OK, Text: "balance covers it, and the gas"}
}

func (w *Screen) allowanceCheck() ui.Check {
	pays, known := w.pays()
	switch {
	case w.src.Address == api.NativeToken:
		return ui.Check{Level: ui.OK, Text: "allowance (native coin: none needed)"}
	case !w.funds.known || !w.fits() || !known:
		return ui.Check{Text: "allowance"}
	case w.allowed().Less(pays):
		return ui.Check{Level: ui.Bad, Key: "a approve",
			Text: fmt.Sprintf("allowance %s < %s %s", shownAmount(w.allowed(), w.src, api.Down), shownAmount(pays, w.src, api.Up), w.src.Symbol)}
	}
	return ui.Check{Level: ui.OK, Text: "allowance covers it"}
}

func (w *Screen) quoteCheck() ui.Check {
	p := w.quote.problem
	switch {
	case w.key() == "":
		return ui.Check{Text: "quote"}
	case p != (trouble{}) && !w.quote.refused:
		return ui.Check{Level: ui.Bad, Text: p.String()}
	case !w.fits():
		return ui.Check{Level: ui.Working, Text: "quoting…"}
	case w.stale():
		return ui.Check{Level: ui.Warn, Text: "quote is " + ui.Age(w.age()) + " old", Key: "r refresh"}
	}
	return ui.Check{Level: ui.OK, Text: "quote fresh for " + ui.Age(reviewAge-w.age())}
}

func (w *Screen) impactCheck() ui.Check {
	if !w.fits() {
		return ui.Check{Text: "price impact"}
	}
	n, known := impact(w.quote.route)
	switch {
	case w.quote.refused:
		return ui.Check{Level: ui.Bad, Text: w.quote.problem.String()}
	case !known:
		return ui.Check{Level: ui.Warn, Text: "the price impact is not known"}
	case n >= views.ImpactStop:
		return ui.Check{Level: ui.Warn, Text: "price impact " + views.Hundredths(n) + ", very high"}
	case n >= views.ImpactWarn:
		return ui.Check{Level: ui.Warn, Text: "price impact " + views.Hundredths(n) + ", high"}
	case n >= views.ImpactNote:
		return ui.Check{Level: ui.Warn, Text: "price impact " + views.Hundredths(n)}
	}
	return ui.Check{Level: ui.OK, Text: "price impact below 1%"}
}

// off tells why the swap can not be reviewed, "" when it can.
func (w *Screen) off() string {
	if w.src.Address == w.dest.Address {
		return "choose two different tokens"
	}
	problems := w.problems()
	for _, f := range w.form.Fields {
		if why := problems[f]; why != "" {
			return f.Label + " " + why
		}
	}
	if _, why := w.slippage(); why != "" {
		return "slippage: " + why
	}
	if w.key() == "" {
		return "type an amount"
	}
	for _, c := range w.checks() {
		if c.Level == ui.Bad {
			return c.Text
		}
	}
	switch {
	case !w.fits():
		return "the quote is on its way"
	case !w.funds.known:
		return "your balance is being read"
	}
	return w.s.MaySign()
}
