package route

import (
	"fmt"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
)

// Checker looks at what is held, allowed and quoted.
type Checker struct {
	s      *views.Session
	pair   *pairform.Pair
	form   Form
	quotes *Quoter
}

// allowed is what the route's spender may move of the token that is sold.
func (w *Checker) allowed() api.Amount {
	return w.pair.Funds.Held.Allowances[w.quotes.spender(w.quotes.Newest.Route)]
}

// All are a fixed list, with one line more where something unusual was chosen.
func (w *Checker) All() []ui.Check {
	list := []ui.Check{w.Balance(), w.Allowance(), w.quoteCheck(), w.impactCheck()}
	if w.quotes.Newest.Refused && w.quotes.Fits() { // nothing else matters
		list[0], list[3] = list[3], list[0]
	}
	wish := w.form.Wish()
	if to := wish.receiver(); to != wish.Terms.User {
		text := w.s.ShortName(to) + " receives it, not you"
		if like := w.s.LooksLike(to); like != "" {
			text = "the receiver " + like
		}
		list = append(list, ui.Check{Level: ui.Warn, Text: text})
	}
	if why := w.quotes.Newest.Call.Failure; why != "" && w.quotes.Fits() &&
		ui.Worst(list) != ui.Bad {
		list = append(list, ui.Check{Level: ui.Warn,
			Text: "simulated, it would fail: " + format.Brief(why)})
	}
	list = append(list, w.taxChecks()...)
	if c, _, _ := w.s.AgainstOwn(views.RouteTold(&w.quotes.Newest.Route, w.pair.Src, w.pair.Dest),
		views.ImpactStop); c.Level == ui.Warn && w.quotes.Fits() {
		list = append(list, c)
	}
	const muchSlippage = 500
	if bps := wish.Terms.Slippage; bps >= muchSlippage {
		list = append(list, ui.Check{Level: ui.Warn,
			Text: "slippage of " + api.Percent(int64(bps)) +
				" invites others to trade before you"})
	}
	return list
}

// taxChecks say what the tokens keep of what is moved, which is in the price.
func (w *Checker) taxChecks() (list []ui.Check) {
	if !w.quotes.Fits() {
		return nil
	}
	src, dest := w.quotes.Newest.Route.Taxes()
	add := func(bps int, text, symbol string) {
		if bps > 0 {
			list = append(list, ui.Check{Level: ui.Warn, Text: fmt.Sprintf(
				"%s of %s are taxed %s, which the price counts with", text, symbol,
				api.Percent(int64(bps)))})
		}
	}
	add(src, "sales", views.Symbol(w.pair.Src))
	add(dest, "purchases", views.Symbol(w.pair.Dest))
	return list
}

// Balance looks whether what is sold is there, and the coin for gas.
func (w *Checker) Balance() ui.Check {
	pays, known := w.quotes.Pays()
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
		if w.form.Wish().selling() {
			return ui.Check{Level: ui.Bad, Text: text, Key: "alt+5 MAX"}
		}
		return ui.Check{Level: ui.Bad, Text: text}
	}
	return w.gasCheck(pays)
}

// gasCheck looks whether the coin for gas is there, beside what is sold of it.
func (w *Checker) gasCheck(pays api.Amount) ui.Check {
	left, coin := w.pair.Funds.Native, cells.Clean(w.s.Network.Symbol)
	if w.pair.Src.Address == api.NativeToken {
		left = left.Sub(pays)
	}
	gas, _, known := w.quotes.Gas()
	switch {
	case known && w.quotes.Fits() && left.Less(gas):
		return ui.Check{Level: ui.Bad,
			Text: fmt.Sprintf("gas: need %s %s more than what is swapped",
				gas.Format(18, 4, api.Up), coin)}
	case left.IsZero():
		return ui.Check{Level: ui.Bad, Text: "no " + coin + " is left for gas"}
	}
	return ui.Check{Level: ui.OK, Text: "balance covers it, and the gas"}
}

// Allowance looks whether the route's spender may move what the swap may take.
func (w *Checker) Allowance() ui.Check {
	pays, known := w.quotes.Pays()
	switch {
	case w.pair.Src.Address == api.NativeToken:
		return ui.Check{Level: ui.OK, Text: "allowance (native coin: none needed)"}
	case !w.pair.Funds.Known || !w.quotes.Fits() || !known:
		return ui.Check{Text: "allowance"}
	case len(w.quotes.permitFor(w.quotes.Newest.Route)) > 0:
		return ui.Check{Level: ui.OK, Text: "the permit that you signed covers it"}
	case w.allowed().Less(pays):
		key := "a approve"
		if w.NoPermit() == "" {
			key += "  p permit"
		}
		return ui.Check{Level: ui.Bad, Key: key,
			Text: fmt.Sprintf("allowance %s < %s %s",
				format.Scaled(w.allowed(), w.pair.Src, api.Down),
				format.Scaled(pays, w.pair.Src, api.Up), w.pair.Src.Symbol)}
	}
	return ui.Check{Level: ui.OK, Text: "allowance covers it"}
}

func (w *Checker) quoteCheck() ui.Check {
	p := w.quotes.Newest.Problem
	switch {
	case w.form.Wish().Key() == "":
		return ui.Check{Text: "quote"}
	case p != (Trouble{}) && !w.quotes.Newest.Refused:
		return ui.Check{Level: ui.Bad, Text: p.String()}
	case !w.quotes.Fits():
		return ui.Check{Level: ui.Working, Text: "quoting…"}
	case w.quotes.Stale():
		return ui.Check{Level: ui.Warn, Text: "quote is " + ui.Age(w.quotes.Age()) + " old",
			Key: "r refresh"}
	}
	return ui.Check{Level: ui.OK, Text: "quote fresh for " + w.quotes.fresh().View()}
}

func (w *Checker) impactCheck() ui.Check {
	if !w.quotes.Fits() {
		return ui.Check{Text: "price impact"}
	}
	if w.quotes.Newest.Refused {
		return ui.Check{Level: ui.Bad, Text: w.quotes.Newest.Problem.String()}
	}
	return ImpactCheck(w.quotes.Newest.Route)
}

// ImpactCheck says how much of its value a swap loses along a route.
func ImpactCheck(r api.PriceRoute) ui.Check {
	n, known := Impact(r)
	switch {
	case !known:
		return ui.Check{Level: ui.Warn, Text: "the price impact is not known"}
	case n >= views.ImpactStop:
		return ui.Check{Level: ui.Warn, Text: "price impact " + api.Percent(n) + ", very high"}
	case n >= views.ImpactWarn:
		return ui.Check{Level: ui.Warn, Text: "price impact " + api.Percent(n) + ", high"}
	case n >= views.ImpactNote:
		return ui.Check{Level: ui.Warn, Text: "price impact " + api.Percent(n)}
	case n > 0:
		return ui.Check{Text: "price impact " + api.Percent(n)}
	}
	return ui.Check{Level: ui.OK, Text: "no price impact"}
}

// Off tells why the swap cannot be reviewed, "" when it can.
func (w *Checker) Off() string { return w.offBut(ui.Check{}) }

// offBut is Off without one of the checks, which is going to be met.
func (w *Checker) offBut(met ui.Check) string {
	if w.pair.Src.Address == w.pair.Dest.Address {
		return "choose two different tokens"
	}
	if why := w.form.Missing(); why != "" {
		return why
	}
	for _, c := range w.All() {
		if c.Level == ui.Bad && c != met {
			return c.Text
		}
	}
	switch {
	case !w.quotes.Fits():
		return "the quote is on its way"
	case !w.pair.Funds.Known:
		return "your balance is being read"
	}
	return w.s.MayTrade()
}
