package order

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
)

const (
	kindLimit = "Limit"
	kindP2P   = "P2P"

	sideBuy  = "BUY ▲"
	sideSell = "SELL ▼"

	// The two shapes of a P2P order's taker: filled directly on the order contract, or through the
	// swap contract.
	wayDirect  = "directly"
	waySwapper = "swap contract"
)

// fields are the form's, by name.
type fields struct {
	kind, side, pay, price, get, expiry, until, taker, way *form.Field
	// the side before, to notice that it was flipped
	last string
}

// newUntil is the field of a time that is typed, which says in what zone it is read.
func newUntil(env *ui.Env) *form.Field {
	return &form.Field{ID: "until", Label: "Until", Kind: form.TextField, Width: 34,
		Input: ui.Input{Hint: env.WithZone("36h, 3d or 2026-12-24 18:00"), Limit: 25}}
}

func (o *limitForm) makeForm() {
	number := func(id, label string) *form.Field {
		return &form.Field{ID: id, Label: label, Kind: form.NumberField, Input: ui.Number()}
	}
	o.fields = fields{
		kind: &form.Field{ID: "kind", Label: "Kind", Kind: form.ChoiceField,
			Choices: []string{kindLimit, kindP2P, kindNFT}},
		side: &form.Field{ID: "side", Label: "Side", Kind: form.ChoiceField,
			Choices: []string{sideBuy, sideSell}},
		pay:   number(fieldPay, "You pay"),
		price: number(fieldPrice, "Price"),
		get:   number(fieldGet, "You get"),
		expiry: &form.Field{ID: "expiry", Label: "Expiry", Kind: form.ChoiceField,
			Choices: []string{oneDay, oneHour, oneWeek, never, custom}},
		until: newUntil(o.s.Env),
		taker: &form.Field{ID: "taker", Label: "Taker", Kind: form.TextField,
			Input: ui.Input{Hint: "0x…, an account or a label"}, Width: 47},
		way: &form.Field{ID: "way", Label: "Fills", Kind: form.ChoiceField,
			Choices: []string{wayDirect, waySwapper}},
		last: sideBuy,
	}
	for _, percent := range []uint64{10, 25, 50, 75, 100} {
		o.pay.Presets = append(o.pay.Presets, func() string { return o.share(percent) })
	}
	o.price.Presets = []func() string{
		func() string { return o.priceOr(best(o.facts.book.Bids)) },
		func() string { mid, _, _ := o.facts.yardstick(); return o.priceOr(mid) },
		func() string { return o.priceOr(best(o.facts.book.Asks)) },
		func() string { return o.shifted(-10) },
		func() string { return o.shifted(10) },
	}
	o.form = form.New(o.s.Env, o.kind, o.side, o.pay, o.price, o.get, o.expiry, o.until, o.taker,
		o.way)
	o.form.Extra, o.form.Changed = o.raw, o.changed
	o.form.Focus(fieldPay)
}

// shapeFields shows the fields the kind needs, in widths that fit.
func (o *limitForm) shapeFields() {
	o.until.Hidden = o.expiry.Value() != custom
	o.taker.Hidden = o.kind.Value() != kindP2P
	o.way.Hidden = o.taker.Hidden || o.s.Network.Contracts.AugustusSwapper == (common.Address{})
	width := 18
	if o.area.Wide() {
		width = 26
	}
	for _, f := range []*form.Field{o.pay, o.price, o.get} {
		f.Width = width
	}
	tall := o.area.Tall()
	o.pay.Gap, o.expiry.Gap, o.price.Below = tall, tall, ""
	o.pay.Below = "10%  25%  50%  75%  MAX   alt+1…5"
	if tall {
		o.price.Below = "bid  mid  ask  −10bp  +10bp   alt+1…5"
	}
}

func (o *limitForm) buying() bool { return o.side.Value() == sideBuy }

// setSide flips the pair: what was paid is got, and the price stays.
func (o *limitForm) setSide(buy bool) {
	o.side.Choose(sideSell)
	if buy {
		o.side.Choose(sideBuy)
	}
	if o.side.Value() == o.last {
		return
	}
	o.last = o.side.Value()
	pay, get := o.pay.Value(), o.get.Value()
	o.pay.Input.Fill(get)
	o.get.Input.Fill(pay)
	if o.typed.flip(); pay+get == "" {
		o.typed = typed{fieldPrice, fieldPay}
	}
	o.facts.funds = funds{}
	o.facts.fundsFeed.Drop()
}

// changed is called after every change by the user.
func (o *limitForm) changed(f *form.Field) tea.Cmd {
	switch f {
	case o.side:
		o.setSide(o.buying())
	case o.pay, o.price, o.get:
		o.typed.touch(f.ID)
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
	o.shapeFields()
	m, s, derived := o.market(), o.sum(), o.typed.derived()
	for _, f := range []*form.Field{o.pay, o.price, o.get} {
		f.Derived = f.ID == derived
		f.Problem = s.problems[f.ID]
		if f.Derived {
			f.Input.Fill(m.text(s, f.ID))
		}
	}
	o.until.Problem, o.taker.Problem = "", ""
	if _, err := o.expiryAt(); err != nil && o.until.Value() != "" {
		o.until.Problem = err.Error()
	}
	if _, why := o.intended(); why != "" && o.taker.Value() != "" {
		o.taker.Problem = why
	}
	o.form.Buttons = []form.Button{
		{ID: "review", Label: "Review & sign ⏎", Off: o.off(s), Run: o.review},
		{ID: "clear", Label: "Clear ⌃l", Run: o.clear},
	}
	o.suffixes(s)
}

// suffixes say units, what is free, how far the price is from the middle, and when the order ends.
func (o *limitForm) suffixes(s sum) {
	pay, get := o.payToken(), o.getToken()
	o.pay.Suffix = views.Symbol(pay)
	if o.facts.funds.known && !o.pay.Derived { // a derived field needs the room to say so
		o.pay.Suffix += " free " + o.facts.funds.free().Format(
			pay.Decimals, format.AmountPlaces(pay), api.Down)
	}
	o.price.Suffix = views.Symbol(o.s.Market.Quote) + "/" + views.Symbol(o.s.Market.Base)
	if off, ok := o.facts.offMid(s.price, o.buying()); ok {
		_, name, _ := o.facts.yardstick()
		vs := format.Bps(off) + " vs " + name
		if o.area.Wide() && name == "mid" { // the other has no room beside the tokens
			vs = o.price.Suffix + "  " + vs
		}
		o.price.Suffix = vs
	}
	o.get.Suffix = views.Symbol(get)
	o.expiry.Suffix = ""
	if at, err := o.expiryAt(); err == nil && at != 0 {
		o.expiry.Suffix = when(at, o.s.Env.Now())
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

func (o *limitForm) expiryAt() (uint64, error) {
	return expiryOf(o.expiry.Value(), o.until.Value(), o.s.Env.Now())
}

// intended is the named taker of a P2P order, or what is wrong with what was typed.
func (o *limitForm) intended() (a common.Address, why string) {
	if o.kind.Value() != kindP2P {
		return a, ""
	}
	return namedTaker(o.s, o.taker.Value())
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
		return o.pay.Value()
	}
	return part(o.facts.funds.free(), percent).Units(o.payToken().Decimals)
}

func (o *limitForm) priceOr(p api.Price) string {
	if !p.Known() {
		return o.price.Value()
	}
	return o.market().priceText(p, o.market().shape.PricePlaces)
}

// shifted moves the price in the field, or the yardstick, by basis points.
func (o *limitForm) shifted(bps int64) string {
	from := o.sum().price
	if !from.Known() {
		from, _, _ = o.facts.yardstick()
	}
	if !from.Known() {
		return o.price.Value()
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
	for _, f := range []*form.Field{o.pay, o.price, o.get, o.until, o.taker} {
		f.Input.Set("")
	}
	o.kind.Choose(kindLimit)
	o.expiry.Choose(oneDay)
	o.way.Choose(wayDirect)
	o.typed, o.sure = typed{fieldPrice, fieldPay}, ""
	o.form.Focus(fieldPay)
}

// clear empties the form by the user's wish.
func (o *limitForm) clear() tea.Cmd {
	o.reset()
	o.setSide(true)
	return tea.Batch(o.change(), o.s.Toast(ui.OK, "the form is empty"))
}

// key tells drafts apart.
func (o *limitForm) key(s sum) string {
	return fmt.Sprint(o.facts.pair, o.side.Value(), o.kind.Value(), o.taker.Value(), o.way.Value(),
		s.pay,
		s.get)
}
