package order

import (
	"fmt"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
)

func unix(seconds uint64) time.Time { return ui.Local(time.Unix(int64(seconds), 0)) }

// recheck makes the list of checks anew.
func (o *limitForm) recheck() {
	o.derive()
	o.form.Checks = o.checks(o.sum())
}

// checks are a fixed list for each kind of order.
func (o *limitForm) checks(s sum) []ui.Check {
	list := []ui.Check{o.balanceCheck(s), o.allowanceCheck(s), o.priceCheck(s)}
	if o.kind.Value() == kindP2P {
		return append(list, o.takerCheck())
	}
	return append(list, o.crossCheck(s))
}

func (o *limitForm) balanceCheck(s sum) ui.Check {
	t, f := o.payToken(), o.facts.funds
	switch {
	case o.facts.fundsErr != "":
		return ui.Check{Level: ui.Bad, Text: "could not read your balance: " + o.facts.fundsErr}
	case !f.known:
		return ui.Check{Level: ui.Working, Text: "balance"}
	case !s.complete:
		return ui.Check{Text: "balance"}
	case f.balance.Less(s.pay):
		return ui.Check{Level: ui.Bad,
			Text: fmt.Sprintf("you hold %s of %s %s", format.Amount(f.balance, t, api.Down),
				format.Amount(s.pay, t, api.Up), views.Symbol(t))}
	case f.free().Less(s.pay):
		return ui.Check{Level: ui.Warn,
			Text: fmt.Sprintf("only %s %s are free: open orders need the rest",
				format.Amount(f.free(), t, api.Down), views.Symbol(t))}
	}
	return ui.Check{Level: ui.OK, Text: fmt.Sprintf(
		"balance covers %s %s after open orders", format.Amount(s.pay, t, api.Up), views.Symbol(t))}
}

func (o *limitForm) allowanceCheck(s sum) ui.Check {
	t, f := o.payToken(), o.facts.funds
	switch {
	case !f.known:
		return ui.Check{Level: ui.Working, Text: "allowance"}
	case !s.complete:
		return ui.Check{Text: "allowance"}
	case f.allowed.Less(f.needed(s.pay)):
		key := "a approve"
		if (permits{o}).off(s) == "" {
			key += "  p permit"
		}
		return ui.Check{Level: ui.Warn, Key: key,
			Text: fmt.Sprintf("allowance %s < %s %s", format.Amount(f.allowed, t, api.Down),
				format.Amount(f.needed(s.pay), t, api.Up), views.Symbol(t))}
	}
	return ui.Check{Level: ui.OK, Text: "allowance covers it"}
}

func (o *limitForm) priceCheck(s sum) ui.Check {
	if !s.price.Known() {
		return ui.Check{Text: "price near mid"}
	}
	check, _, _ := o.marketChecks(s)
	return check
}

// marketChecks hold the price against the market; word is typed where it is far off.
func (o *limitForm) marketChecks(s sum) (check ui.Check, worth []ui.Check, word string) {
	return o.s.MakingChecks(o.facts.pair, s.price, o.facts.measure(), !o.buying(), o.pairName())
}

// crosses is the best order on the other side, if this one would meet it.
func (o *limitForm) crosses(s sum) (b api.BookOrder, ok bool) {
	if !s.complete || o.kind.Value() == kindP2P {
		return b, false
	}
	price := o.market().signed(s)
	if o.buying() {
		if len(o.facts.book.Asks) > 0 && price.Cmp(o.facts.book.Asks[0].Price) >= 0 {
			return o.facts.book.Asks[0], true
		}
		return b, false
	}
	if len(o.facts.book.Bids) > 0 && price.Cmp(o.facts.book.Bids[0].Price) <= 0 {
		return o.facts.book.Bids[0], true
	}
	return b, false
}

func (o *limitForm) crossCheck(s sum) ui.Check {
	if !s.complete {
		return ui.Check{Text: "rests as maker"}
	}
	if b, ok := o.crosses(s); ok {
		return ui.Check{Level: ui.Warn,
			Text: "would trade at once: take order " + format.Hash(b.Hash) + " instead?",
			Key:  "k take"}
	}
	price, quote := o.market().signed(s), o.s.Market.Quote
	if at, ok := o.s.LimitExecutes(price, o.market().base(s), quote, !o.buying()); ok {
		return ui.Check{Level: ui.OK, Text: "rests as maker, executes at " +
			o.market().shape.OrderPrice(at, o.buying()) + " gas in"}
	}
	return ui.Check{Level: ui.OK, Text: "rests as maker: no order crosses it"}
}

func (o *limitForm) takerCheck() ui.Check {
	a, why := o.intended()
	if why != "" {
		return ui.Check{Level: ui.Bad, Text: "taker: " + why}
	}
	if like := o.s.LooksLike(a); like != "" {
		return ui.Check{Level: ui.Warn, Text: "the taker " + like}
	}
	return ui.Check{Level: ui.OK, Text: "only " + o.s.ShortName(a) + " can fill it, " +
		o.way.Value()}
}

// off tells why the order cannot be reviewed, "" when it can.
func (o *limitForm) off(s sum) string {
	switch {
	case o.noPair():
		return "no pair is chosen"
	case len(s.problems) > 0:
		for _, f := range []*form.Field{o.pay, o.price, o.get} {
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
	if !o.facts.funds.known {
		return "your balance is being read"
	}
	return o.s.MayTrade()
}

// doubts are the warnings that ask for a second ⏎.
func (o *limitForm) doubts(s sum) string {
	if off, ok := o.facts.offMid(s.price, o.buying()); ok && max(off, -off) > views.WarnOff {
		return "the price is " + format.Bps(off) + " from " + o.facts.measure().String()
	}
	if b, ok := o.crosses(s); ok {
		return "it would trade at once with " + format.Hash(b.Hash) + " (k takes that)"
	}
	return ""
}
