package swap

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
)

// checker looks at what is typed, held and quoted.
type checker struct {
	s      *views.Session
	pair   *pairform.Pair
	in     *inputs
	quotes *quoter
}

// allowed is what the route's spender may move of the token that is sold.
func (w *checker) allowed() api.Amount {
	return w.pair.Funds.Held.Allowances[w.quotes.newest.route.TokenTransferProxy]
}

// checks are a fixed list, with one line more where something unusual was chosen.
func (w *checker) checks() []ui.Check {
	list := []ui.Check{w.balanceCheck(), w.allowanceCheck(), w.quoteCheck(), w.impactCheck()}
	if w.quotes.newest.refused && w.quotes.fits() { // nothing else matters
		list[0], list[3] = list[3], list[0]
	}
	if to, why := w.s.ResolveAddress(w.in.receiver.Value()); why == "" &&
		to != (common.Address{}) &&
		to != w.s.Account.Address {
		list = append(list, ui.Check{Level: ui.Warn,
			Text: w.s.ShortName(to) + " receives it, not you"})
	}
	if why := w.quotes.newest.more.failure; why != "" && w.quotes.fits() &&
		ui.Worst(list) != ui.Bad {
		list = append(list, ui.Check{Level: ui.Warn,
			Text: "simulated, it would fail: " + format.Brief(why)})
	}
	const muchSlippage = 500
	if bps, why := w.in.slippage(); why == "" && bps >= muchSlippage {
		list = append(list, ui.Check{Level: ui.Warn,
			Text: "slippage of " + api.Percent(int64(bps)) +
				" invites others to trade before you"})
	}
	return list
}

func (w *checker) balanceCheck() ui.Check {
	pays, known := w.quotes.pays()
	f := w.pair.Funds
	switch {
	case w.pair.Problem != "":
		return ui.Check{Level: ui.Bad, Text: "could not read your balance: " + w.pair.Problem,
			Key: "r"}
	case !f.Known:
		return ui.Check{Level: ui.Working, Text: "balance"}
	case !known:
		return ui.Check{Text: "balance"}
	case f.Held.Balance.Less(pays):
		text := fmt.Sprintf("balance: need %s %s, have %s", format.Scaled(pays, w.pair.Src, api.Up),
			w.pair.Src.Symbol, format.Scaled(f.Held.Balance, w.pair.Src, api.Down))
		if w.in.selling() {
			return ui.Check{Level: ui.Bad, Text: text, Key: "alt+5 MAX"}
		}
		return ui.Check{Level: ui.Bad, Text: text}
	}
	return w.gasCheck(pays)
}

// gasCheck looks whether the coin for gas is there, beside what is sold of it.
func (w *checker) gasCheck(pays api.Amount) ui.Check {
	left, coin := w.pair.Funds.Native, cells.Clean(w.s.Network.Symbol)
	if w.pair.Src.Address == api.NativeToken {
		left = left.Sub(pays)
	}
	gas, _, known := w.quotes.gas()
	switch {
	case known && w.quotes.fits() && left.Less(gas):
		return ui.Check{Level: ui.Bad,
			Text: fmt.Sprintf("gas: need %s %s more than what is swapped",
				gas.Format(18, 4, api.Up), coin)}
	case left.IsZero():
		return ui.Check{Level: ui.Bad, Text: "no " + coin + " is left for gas"}
	}
	return ui.Check{Level: ui.OK, Text: "balance covers it, and the gas"}
}

func (w *checker) allowanceCheck() ui.Check {
	pays, known := w.quotes.pays()
	switch {
	case w.pair.Src.Address == api.NativeToken:
		return ui.Check{Level: ui.OK, Text: "allowance (native coin: none needed)"}
	case !w.pair.Funds.Known || !w.quotes.fits() || !known:
		return ui.Check{Text: "allowance"}
	case len(w.quotes.permitFor(w.quotes.newest.route)) > 0:
		return ui.Check{Level: ui.OK, Text: "the permit that you signed covers it"}
	case w.allowed().Less(pays):
		key := "a approve"
		if w.noPermit() == "" {
			key += "  p permit"
		}
		return ui.Check{Level: ui.Bad, Key: key,
			Text: fmt.Sprintf("allowance %s < %s %s",
				format.Scaled(w.allowed(), w.pair.Src, api.Down),
				format.Scaled(pays, w.pair.Src, api.Up), w.pair.Src.Symbol)}
	}
	return ui.Check{Level: ui.OK, Text: "allowance covers it"}
}

func (w *checker) quoteCheck() ui.Check {
	p := w.quotes.newest.problem
	switch {
	case w.in.key() == "":
		return ui.Check{Text: "quote"}
	case p != (trouble{}) && !w.quotes.newest.refused:
		return ui.Check{Level: ui.Bad, Text: p.String()}
	case !w.quotes.fits():
		return ui.Check{Level: ui.Working, Text: "quoting…"}
	case w.quotes.stale():
		return ui.Check{Level: ui.Warn, Text: "quote is " + ui.Age(w.quotes.age()) + " old",
			Key: "r refresh"}
	}
	return ui.Check{Level: ui.OK, Text: "quote fresh for " + w.quotes.fresh().View()}
}

func (w *checker) impactCheck() ui.Check {
	if !w.quotes.fits() {
		return ui.Check{Text: "price impact"}
	}
	n, known := impact(w.quotes.newest.route)
	switch {
	case w.quotes.newest.refused:
		return ui.Check{Level: ui.Bad, Text: w.quotes.newest.problem.String()}
	case !known:
		return ui.Check{Level: ui.Warn, Text: "the price impact is not known"}
	case n >= views.ImpactStop:
		return ui.Check{Level: ui.Warn, Text: "price impact " + api.Percent(n) + ", very high"}
	case n >= views.ImpactWarn:
		return ui.Check{Level: ui.Warn, Text: "price impact " + api.Percent(n) + ", high"}
	case n >= views.ImpactNote:
		return ui.Check{Level: ui.Warn, Text: "price impact " + api.Percent(n)}
	}
	return ui.Check{Level: ui.OK, Text: "price impact below 1%"}
}

// off tells why the swap can not be reviewed, "" when it can.
func (w *checker) off() string { return w.offBut(ui.Check{}) }

// offBut is off without one of the checks, which is going to be met.
func (w *checker) offBut(met ui.Check) string {
	if w.pair.Src.Address == w.pair.Dest.Address {
		return "choose two different tokens"
	}
	problems := w.in.problems()
	for _, f := range w.in.form.Fields {
		if why := problems[f]; why != "" {
			return f.Label + " " + why
		}
	}
	if _, why := w.in.slippage(); why != "" {
		return "slippage: " + why
	}
	if w.in.key() == "" {
		return "type an amount"
	}
	for _, c := range w.checks() {
		if c.Level == ui.Bad && c != met {
			return c.Text
		}
	}
	switch {
	case !w.quotes.fits():
		return "the quote is on its way"
	case !w.pair.Funds.Known:
		return "your balance is being read"
	}
	return w.s.MaySign()
}
