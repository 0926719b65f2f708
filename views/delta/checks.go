package delta

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
)

// claimed is what the account's open orders may still take of a token.
func (w *Screen) claimed(token common.Address) api.Amount {
	var sum api.Amount
	for _, t := range w.follow.orders {
		r := t.record
		if r.User == w.s.Account.Address && r.Order.SrcToken == token && !w.over(r) {
			sum = sum.Add(r.Order.SrcAmount.Sub(r.FilledAmount))
		}
	}
	return sum
}

// short tells whether the allowance does not cover the order beside the other open ones.
func (w *Screen) short() bool {
	a, _ := w.amount()
	return w.funds.known && w.allowed().Less(a.Add(w.claimed(w.src.Address)))
}

// checks are a fixed list.
func (w *Screen) checks() []ui.Check {
	return []ui.Check{w.balanceCheck(), w.allowanceCheck(), w.quoteCheck()}
}

func (w *Screen) balanceCheck() ui.Check {
	a, _ := w.amount()
	held := w.funds.held.Balance
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
	case held.Less(a.Add(w.claimed(w.src.Address))):
		return ui.Check{Level: ui.Warn, Text: "your open orders and this one need more than you hold"}
	}
	return ui.Check{Level: ui.OK, Text: "balance covers it; agents pay the gas"}
}

func (w *Screen) allowanceCheck() ui.Check {
	a, _ := w.amount()
	switch {
	case w.src.Address == api.NativeToken || !w.funds.known || a.IsZero():
		return ui.Check{Text: "allowance"}
	case !w.short():
		return ui.Check{Level: ui.OK, Text: "allowance covers it"}
	case w.allow.Value() == exactly:
		return ui.Check{Level: ui.OK, Text: "allowance is approved first, exactly"}
	}
	return ui.Check{Level: ui.Warn, Text: "allowance " + amountText(w.allowed(), w.src, api.Down) + ": it would be suspended", Key: "a approve"}
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
	if w.mode != composing {
		return ui.Note{}
	}
	for _, level := range []ui.Level{ui.Bad, ui.Warn} {
		for _, c := range w.checks() {
			if c.Level == level {
				text := c.Text
				if c.Key != "" {
					text += "  (" + c.Key + ")"
				}
				return ui.Note{Level: level, Text: text}
			}
		}
	}
	return ui.Note{}
}
