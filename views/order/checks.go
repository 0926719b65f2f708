package order

import (
	"fmt"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

func unix(seconds uint64) time.Time { return time.Unix(int64(seconds), 0).UTC() }

// recheck makes the list of checks anew.
func (o *Screen) recheck() {
	o.derive()
	o.form.Checks = o.checks(o.sum())
}

// checks are a fixed list for each kind of order.
func (o *Screen) checks(s sum) []ui.Check {
	list := []ui.Check{o.balanceCheck(s), o.allowanceCheck(s), o.priceCheck(s)}
	if o.kind.Value() == kindP2P {
		return append(list, o.takerCheck())
	}
	return append(list, o.crossCheck(s))
}

func (o *Screen) balanceCheck(s sum) ui.Check {
	t, f := o.payToken(), o.funds
	switch {
	case o.fundsErr != "":
		return ui.Check{Level: ui.Bad, Text: "could not read your balance: " + o.fundsErr}
	case !f.known:
		return ui.Check{Level: ui.Working, Text: "balance"}
	case !s.complete:
		return ui.Check{Text: "balance"}
	case f.balance.Less(s.pay):
		return ui.Check{Level: ui.Bad, Text: fmt.Sprintf("you hold %s of %s %s", shown(f.balance, t, api.Down), shown(s.pay, t, api.Up), views.Symbol(t))}
	case f.free().Less(s.pay):
		return ui.Check{Level: ui.Warn, Text: fmt.Sprintf("only %s %s are free: open orders need the rest", shown(f.free(), t, api.Down), views.Symbol(t))}
	}
	return ui.Check{Level: ui.OK, Text: fmt.Sprintf("balance covers %s %s after open orders", shown(s.pay, t, api.Up), views.Symbol(t))}
}

// shown is an amount as it is read, not signed.
func shown(a api.Amount, t api.Token, r api.Round) string {
	return a.Format(t.Decimals, views.AmountPlaces(t), r)
}

// needed is the allowance with which this order and the open ones can be filled.
func (o *Screen) needed(s sum) api.Amount { return s.pay.Add(o.funds.claimed) }

func (o *Screen) allowanceCheck(s sum) ui.Check {
	t, f := o.payToken(), o.funds
	switch {
	case !f.known:
		return ui.Check{Level: ui.Working, Text: "allowance"}
	case !s.complete:
		return ui.Check{Text: "allowance"}
	case f.allowed.Less(o.needed(s)):
		return ui.Check{Level: ui.Warn, Key: "a approve",
			Text: fmt.Sprintf("allowance %s < %s %s", shown(f.allowed, t, api.Down), shown(o.needed(s), t, api.Up), views.Symbol(t))}
	}
	return ui.Check{Level: ui.OK, Text: "allowance covers it"}
}

func (o *Screen) priceCheck(s sum) ui.Check {
	off, ok := o.offMid(s)
	far := max(off, -off)
	switch {
	case !s.price.Known():
		return ui.Check{Text: "price near mid"}
	case !ok:
		return ui.Check{Level: ui.Warn, Text: "the book has no middle to compare the price with"}
	case far > views.WarnOff:
		return ui.Check{Level: ui.Warn, Text: fmt.Sprintf("price is %s from mid", ui.SignedPercent(float64(off)/100, 2))}
	}
	return ui.Check{Level: ui.OK, Text: "price within 5% of mid"}
}

// crosses is the best order on the other side, if this one would meet it.
func (o *Screen) crosses(s sum) (b api.BookOrder, ok bool) {
	if !s.complete || o.kind.Value() == kindP2P {
		return b, false
	}
	price := o.market().signed(s)
	if o.buying() {
		if len(o.book.Asks) > 0 && price.Cmp(o.book.Asks[0].Price) >= 0 {
			return o.book.Asks[0], true
		}
		return b, false
	}
	if len(o.book.Bids) > 0 && price.Cmp(o.book.Bids[0].Price) <= 0 {
		return o.book.Bids[0], true
	}
	return b, false
}

func (o *Screen) crossCheck(s sum) ui.Check {
	if !s.complete {
		return ui.Check{Text: "rests as maker"}
	}
	if b, ok := o.crosses(s); ok {
		return ui.Check{Level: ui.Warn, Text: "would trade at once: take order " + short(b) + " instead?", Key: "k take"}
	}
	return ui.Check{Level: ui.OK, Text: "rests as maker: no order crosses it"}
}

func short(b api.BookOrder) string { return b.Hash.Hex()[2:8] + "…" }

func (o *Screen) takerCheck() ui.Check {
	a, why := o.intended()
	if why != "" {
		return ui.Check{Level: ui.Bad, Text: "taker: " + why}
	}
	return ui.Check{Level: ui.OK, Text: "only " + ui.ShortAddress(a.Hex()) + " can fill it, " + o.way.Value()}
}

// off tells why the order can not be reviewed, "" when it can.
func (o *Screen) off(s sum) string {
	switch {
	case o.noPair():
		return "no pair is chosen"
	case len(s.problems) > 0:
		for _, f := range []*ui.Field{o.pay, o.price, o.get} {
			if why := s.problems[f.ID]; why != "" {
				return f.Label + " " + why
			}
		}
	case !s.complete:
		return "type two of pay, price and get"
	}
	if _, err := o.expiryAt(); err != nil {
		return "expiry: " + err.Error()
	}
	for _, c := range o.checks(s) {
		if c.Level == ui.Bad {
			return c.Text
		}
	}
	if !o.funds.known {
		return "your balance is being read"
	}
	return o.s.MaySign()
}

// doubts are the warnings that ask for a second ⏎.
func (o *Screen) doubts(s sum) string {
	if off, ok := o.offMid(s); ok && max(off, -off) > views.WarnOff {
		return "the price is " + ui.SignedPercent(float64(off)/100, 2) + " from mid"
	}
	if b, ok := o.crosses(s); ok {
		return "it would trade at once with " + short(b) + " (k takes that instead)"
	}
	return ""
}
