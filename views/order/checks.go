package order

import (
	"fmt"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/sign"
)

func unix(seconds uint64) time.Time { return ui.Local(time.Unix(int64(seconds), 0)) }

// checker says whether the order that is typed can be made and filled.
type checker struct {
	s     *views.Session
	in    *inputs
	facts *facts
}

// checks are a fixed list for each kind of order.
func (c *checker) checks(s sum) []ui.Check {
	list := []ui.Check{c.balanceCheck(s), c.allowanceCheck(s), c.priceCheck(s)}
	if c.in.kind.Value() == kindP2P {
		return append(list, c.takerCheck())
	}
	return append(list, c.crossCheck(s))
}

func (c *checker) balanceCheck(s sum) ui.Check {
	t, f := c.in.payToken(), c.facts.funds
	switch {
	case c.facts.fundsErr != "":
		return ui.Check{Level: ui.Bad, Text: "could not read your balance: " + c.facts.fundsErr}
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

func (c *checker) allowanceCheck(s sum) ui.Check {
	t, f := c.in.payToken(), c.facts.funds
	switch {
	case !f.known:
		return ui.Check{Level: ui.Working, Text: "allowance"}
	case !s.complete:
		return ui.Check{Text: "allowance"}
	case f.allowed.Less(f.needed(s.pay)):
		key := "a approve"
		if c.noPermit(s) == "" {
			key += "  p permit"
		}
		return ui.Check{Level: ui.Warn, Key: key,
			Text: fmt.Sprintf("allowance %s < %s %s", format.Amount(f.allowed, t, api.Down),
				format.Amount(f.needed(s.pay), t, api.Up), views.Symbol(t))}
	}
	return ui.Check{Level: ui.OK, Text: "allowance covers it"}
}

func (c *checker) priceCheck(s sum) ui.Check {
	if !s.price.Known() {
		return ui.Check{Text: "price near mid"}
	}
	check, _, _ := c.marketChecks(s)
	return check
}

// marketChecks hold the price against the market; word is typed where it is far off.
func (c *checker) marketChecks(s sum) (check ui.Check, worth []ui.Check, word string) {
	return c.s.MakingChecks(c.facts.pair, s.price, c.facts.measure(), !c.in.buying(),
		c.in.pairName())
}

// crosses is the best order on the other side, if this one would meet it.
func (c *checker) crosses(s sum) (b api.BookOrder, ok bool) {
	if !s.complete || c.in.kind.Value() == kindP2P {
		return b, false
	}
	price := c.in.market().signed(s)
	if c.in.buying() {
		if len(c.facts.book.Asks) > 0 && price.Cmp(c.facts.book.Asks[0].Price) >= 0 {
			return c.facts.book.Asks[0], true
		}
		return b, false
	}
	if len(c.facts.book.Bids) > 0 && price.Cmp(c.facts.book.Bids[0].Price) <= 0 {
		return c.facts.book.Bids[0], true
	}
	return b, false
}

func (c *checker) crossCheck(s sum) ui.Check {
	if !s.complete {
		return ui.Check{Text: "rests as maker"}
	}
	if b, ok := c.crosses(s); ok {
		return ui.Check{Level: ui.Warn,
			Text: "would trade at once: take order " + format.Hash(b.Hash) + " instead?",
			Key:  "k take"}
	}
	price, quote := c.in.market().signed(s), c.s.Market.Quote
	if at, ok := c.s.LimitExecutes(price, c.in.market().base(s), quote, !c.in.buying()); ok {
		return ui.Check{Level: ui.OK, Text: "rests as maker, executes at " +
			c.in.market().shape.OrderPrice(at, c.in.buying())}
	}
	return ui.Check{Level: ui.OK, Text: "rests as maker: no order crosses it"}
}

func (c *checker) takerCheck() ui.Check {
	a, why := c.in.intended()
	if why != "" {
		return ui.Check{Level: ui.Bad, Text: "taker: " + why}
	}
	if like := c.s.LooksLike(a); like != "" {
		return ui.Check{Level: ui.Warn, Text: "the taker " + like}
	}
	return ui.Check{Level: ui.OK, Text: "only " + c.s.ShortName(a) + " can fill it, " +
		c.in.way.Value()}
}

// off tells why the order cannot be reviewed, "" when it can.
func (c *checker) off(s sum) string {
	switch {
	case c.in.noPair():
		return "no pair is chosen"
	case len(s.problems) > 0:
		for _, f := range []*form.Field{c.in.pay, c.in.price, c.in.get} {
			if why := s.problems[f.ID]; why != "" {
				return f.Label + " " + why
			}
		}
	case !s.complete:
		return "type two of pay, price and get"
	}
	if _, err := c.in.expiryAt(); err != nil {
		return "expiry: " + err.Error()
	}
	for _, c := range c.checks(s) {
		if c.Level == ui.Bad {
			return c.Text
		}
	}
	if !c.facts.funds.known {
		return "your balance is being read"
	}
	return c.s.MayTrade()
}

// doubts are the warnings that ask for a second ⏎.
func (c *checker) doubts(s sum) string {
	if off, ok := c.facts.offMid(s.price, c.in.buying()); ok && max(off, -off) > views.WarnOff {
		return "the price is " + format.Bps(off) + " from " + c.facts.measure().String()
	}
	if b, ok := c.crosses(s); ok {
		return "it would trade at once with " + format.Hash(b.Hash) + " (k takes that)"
	}
	return ""
}

// key tells drafts apart.
func (c *checker) key(s sum) string {
	w := c.in
	return fmt.Sprint(c.facts.pair, w.side.Value(), w.kind.Value(), w.taker.Value(),
		w.way.Value(), s.pay, s.get)
}

// noPermit tells why the allowance cannot be signed into the order, "" when it can.
func (c *checker) noPermit(s sum) string {
	switch {
	case !s.complete:
		return "the order is not complete"
	case !c.facts.funds.known:
		return "your allowance is being read"
	case !c.facts.funds.allowed.Less(c.facts.funds.needed(s.pay)):
		return "the allowance covers it"
	}
	if why := sign.NoPermit(c.in.payToken(), c.facts.funds.permits); why != "" {
		return why
	}
	return c.s.MaySign()
}

// recheck makes the list of checks anew.
func (o *limitForm) recheck() {
	o.derive()
	o.in.form.Checks = o.checker.checks(o.in.sum())
}
