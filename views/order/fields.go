package order

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
)

// presets are the parts of what is free and the prices of the market that a key puts in.
func (o *limitForm) presets() {
	o.in.form.Extra, o.in.form.Changed = o.raw, o.changed
	for _, percent := range []uint64{10, 25, 50, 75, 100} {
		o.in.pay.Presets = append(o.in.pay.Presets, func() string { return o.share(percent) })
	}
	o.in.price.Presets = []func() string{
		func() string { return o.priceOr(best(o.facts.book.Bids)) },
		func() string { mid, _, _ := o.facts.yardstick(); return o.priceOr(mid) },
		func() string { return o.priceOr(best(o.facts.book.Asks)) },
		func() string { return o.shifted(-10) },
		func() string { return o.shifted(10) },
	}
}

// changed is called after every change by the user.
func (o *limitForm) changed(f *form.Field) tea.Cmd {
	switch f {
	case o.in.side:
		o.in.setSide(o.in.buying())
	case o.in.pay, o.in.price, o.in.get:
		o.in.typed.touch(f.ID)
		return o.change()
	}
	o.recheck() // a choice is made at once
	return o.change()
}

// change derives what follows at once, and runs the checks when typing pauses.
func (o *limitForm) change() tea.Cmd {
	o.derive()
	return o.pause.Change(o.s.Env)
}

// derive fills in the third number, says what is wrong with the others and whether the order can be
// reviewed.
func (o *limitForm) derive() {
	o.in.shape(o.area)
	m, s, derived := o.in.market(), o.in.sum(), o.in.typed.derived()
	for _, f := range []*form.Field{o.in.pay, o.in.price, o.in.get} {
		f.Derived = f.ID == derived
		f.Problem = s.problems[f.ID]
		if f.Derived {
			f.Input.Fill(m.text(s, f.ID))
		}
	}
	o.in.until.Problem, o.in.taker.Problem = "", ""
	if _, err := o.in.expiryAt(); err != nil && o.in.until.Value() != "" {
		o.in.until.Problem = err.Error()
	}
	if _, why := o.in.intended(); why != "" && o.in.taker.Value() != "" {
		o.in.taker.Problem = why
	}
	o.in.form.Buttons = []form.Button{
		{ID: "review", Label: "Review & sign ⏎", Off: o.checker.off(s), Run: o.signer.review},
		{ID: "clear", Label: "Clear ⌃l", Run: o.clear},
	}
	o.suffixes(s)
}

// suffixes say units, what is free, how far the price is from the middle, and when the order ends.
func (o *limitForm) suffixes(s sum) {
	pay, get := o.in.payToken(), o.in.getToken()
	o.in.pay.Suffix = views.Symbol(pay)
	if o.facts.funds.known && !o.in.pay.Derived { // a derived field needs the room to say so
		o.in.pay.Suffix += " free " + o.facts.funds.free().Format(
			pay.Decimals, format.AmountPlaces(pay), api.Down)
	}
	o.in.price.Suffix = views.Symbol(o.s.Market.Quote) + "/" + views.Symbol(o.s.Market.Base)
	if off, ok := o.facts.offMid(s.price, o.in.buying()); ok {
		_, name, _ := o.facts.yardstick()
		vs := format.Bps(off) + " vs " + name
		if o.area.Wide() && name == "mid" { // the other has no room beside the tokens
			vs = o.in.price.Suffix + "  " + vs
		}
		o.in.price.Suffix = vs
	}
	o.in.get.Suffix = views.Symbol(get)
	o.in.expiry.Suffix = ""
	if at, err := o.in.expiryAt(); err == nil && at != 0 {
		o.in.expiry.Suffix = when(at, o.s.Env.Now())
	}
}

// when is an expiry as short as it stays clear: a zone without a name is its offset alone.
func when(seconds uint64, now time.Time) string {
	at := unix(seconds)
	if at.Sub(now) > 180*24*time.Hour {
		return at.Format("2 Jan 2006 MST")
	}
	return at.Format("2 Jan 15:04 MST")
}

// namedTaker reads the one who may fill an order of the session's account.
func namedTaker(s *views.Session, text string) (a common.Address, why string) {
	a, why = s.ResolveAddress(text)
	switch {
	case why != "":
		return a, why
	case a == common.Address{}:
		return a, "type the taker's address or name"
	case a == s.Account.Address:
		return a, "that is your own address: name somebody else"
	}
	return a, ""
}

// share is a part of what is free, for a preset; what is typed stays while it is not known.
func (o *limitForm) share(percent uint64) string {
	if !o.facts.funds.known {
		return o.in.pay.Value()
	}
	return part(o.facts.funds.free(), percent).Units(o.in.payToken().Decimals)
}

func (o *limitForm) priceOr(p api.Price) string {
	if !p.Known() {
		return o.in.price.Value()
	}
	return o.in.market().priceText(p, o.in.market().shape.PricePlaces)
}

// shifted moves the price in the field, or the yardstick, by basis points.
func (o *limitForm) shifted(bps int64) string {
	from := o.in.sum().price
	if !from.Known() {
		from, _, _ = o.facts.yardstick()
	}
	if !from.Known() {
		return o.in.price.Value()
	}
	p, _ := views.Shift(from, bps)
	return o.priceOr(p)
}

func best(side []api.BookOrder) api.Price {
	if len(side) == 0 {
		return api.Price{}
	}
	return side[0].Price
}

// yardstick is what a price is compared with, and what that is called in short.
func (f *facts) yardstick() (p api.Price, name string, ok bool) {
	y := f.measure()
	if y.Worth {
		name = "worth"
	} else {
		name = "mid"
	}
	return y.Price, name, y.Price.Known()
}

func (f *facts) measure() views.Yardstick {
	return f.s.Yardstick(f.pair, best(f.book.Bids), best(f.book.Asks))
}

// offMid is how far a price is from the yardstick, in basis points, rounded against who pays or
// gets it.
func (f *facts) offMid(p api.Price, buying bool) (bps int64, ok bool) {
	return f.measure().Off(p, !buying)
}

// reset empties the form: what one order was given never reaches the next. The side stays.
func (o *limitForm) reset() {
	o.in.reset()
	o.signer.sure = ""
}

// clear empties the form by the user's wish.
func (o *limitForm) clear() tea.Cmd {
	o.reset()
	o.in.setSide(true)
	cmd := o.change()
	o.s.Toast(ui.OK, "the form is empty")
	return cmd
}
