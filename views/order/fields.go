package order

import (
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

const (
	kindLimit = "Limit"
	kindP2P   = "P2P"

	sideBuy  = "BUY ▲"
	sideSell = "SELL ▼"

	// The two shapes of a P2P order's taker: filled directly on the order contract, or through the swap contract.
	wayDirect  = "directly"
	waySwapper = "swap contract"
)

// fields are the form's, by name.
type fields struct {
	kind, side, pay, price, get, expiry, until, taker, way *ui.Field
	last                                                   string // the side before, to notice that it was flipped
}

func (o *Screen) makeForm() {
	number := func(id, label string) *ui.Field {
		return &ui.Field{ID: id, Label: label, Kind: ui.NumberField, Input: ui.Number()}
	}
	o.fields = fields{
		kind:   &ui.Field{ID: "kind", Label: "Kind", Kind: ui.ChoiceField, Choices: []string{kindLimit, kindP2P, kindNFT}},
		side:   &ui.Field{ID: "side", Label: "Side", Kind: ui.ChoiceField, Choices: []string{sideBuy, sideSell}},
		pay:    number(fieldPay, "You pay"),
		price:  number(fieldPrice, "Price"),
		get:    number(fieldGet, "You get"),
		expiry: &ui.Field{ID: "expiry", Label: "Expiry", Kind: ui.ChoiceField, Choices: []string{oneDay, oneHour, oneWeek, never, custom}},
		until:  &ui.Field{ID: "until", Label: "Until", Kind: ui.TextField, Input: ui.Input{Hint: "36h, 3d or 2026-12-24 18:00", Limit: 25}, Width: 32},
		taker:  &ui.Field{ID: "taker", Label: "Taker", Kind: ui.TextField, Input: ui.Input{Hint: "0x… of the one who may fill it", Limit: 42}, Width: 46},
		way:    &ui.Field{ID: "way", Label: "Fills", Kind: ui.ChoiceField, Choices: []string{wayDirect, waySwapper}},
		last:   sideBuy,
	}
	for _, percent := range []uint64{10, 25, 50, 75, 100} {
		o.pay.Presets = append(o.pay.Presets, func() string { return o.share(percent) })
	}
	o.price.Presets = []func() string{
		func() string { return o.priceOr(best(o.book.Bids)) },
		func() string { mid, _ := o.mid(); return o.priceOr(mid) },
		func() string { return o.priceOr(best(o.book.Asks)) },
		func() string { return o.shifted(-10) },
		func() string { return o.shifted(10) },
	}
	o.form = ui.NewForm(o.kind, o.side, o.pay, o.price, o.get, o.expiry, o.until, o.taker, o.way)
	o.form.Changed = o.changed
	o.form.Focus(fieldPay)
}

// shapeFields shows the fields the kind needs, in widths that fit.
func (o *Screen) shapeFields() {
	o.until.Hidden = o.expiry.Value() != custom
	o.taker.Hidden = o.kind.Value() != kindP2P
	o.way.Hidden = o.taker.Hidden || o.s.Network.Contracts.AugustusSwapper == (common.Address{})
	width := 18
	if o.area.Wide() {
		width = 26
	}
	for _, f := range []*ui.Field{o.pay, o.price, o.get} {
		f.Width = width
	}
	tall := o.area.Tall()
	o.pay.Gap, o.expiry.Gap, o.price.Below = tall, tall, ""
	o.pay.Below = "10%  25%  50%  75%  MAX   alt+1…5"
	if tall {
		o.price.Below = "bid  mid  ask  −10bp  +10bp   alt+1…5"
	}
}

func (o *Screen) buying() bool { return o.side.Value() == sideBuy }

// setSide flips the pair: what was paid is got, and the price stays.
func (o *Screen) setSide(buy bool) {
	o.side.Choose(sideSell)
	if buy {
		o.side.Choose(sideBuy)
	}
	if o.side.Value() == o.last {
		return
	}
	o.last = o.side.Value()
	pay, get := o.pay.Value(), o.get.Value()
	o.pay.Input.Set(get)
	o.get.Input.Set(pay)
	if o.typed.flip(); pay+get == "" {
		o.typed = typed{fieldPrice, fieldPay}
	}
	o.funds = funds{}
	o.fundsFeed.Drop()
}

// changed is called after every change by the user.
func (o *Screen) changed(f *ui.Field) ui.Cmd {
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
func (o *Screen) change() ui.Cmd {
	o.derive()
	return o.pause.Change()
}

// derive fills in the third number, says what is wrong with the others and whether the order can be reviewed.
func (o *Screen) derive() {
	o.shapeFields()
	m, s, derived := o.market(), o.sum(), o.typed.derived()
	for _, f := range []*ui.Field{o.pay, o.price, o.get} {
		f.Derived = f.ID == derived
		f.Problem = s.problems[f.ID]
		if f.Derived {
			f.Input.Set(m.text(s, f.ID))
		}
	}
	o.until.Problem, o.taker.Problem = "", ""
	if _, err := o.expiryAt(); err != nil && o.until.Value() != "" {
		o.until.Problem = err.Error()
	}
	if _, why := o.intended(); why != "" && o.taker.Value() != "" {
		o.taker.Problem = why
	}
	o.form.Buttons = []ui.FormButton{
		{ID: "review", Label: "Review & sign ⏎", Off: o.off(s), Run: o.review},
		{ID: "clear", Label: "Clear ⌃l", Run: o.clear},
	}
	o.suffixes(s)
}

// suffixes say units, what is free, how far the price is from the middle, and when the order ends.
func (o *Screen) suffixes(s sum) {
	pay, get := o.payToken(), o.getToken()
	o.pay.Suffix = views.Symbol(pay)
	if o.funds.known && !o.pay.Derived { // a derived field needs the room to say so
		o.pay.Suffix += " free " + o.funds.free().Format(pay.Decimals, views.AmountPlaces(pay), api.Down)
	}
	o.price.Suffix = views.Symbol(o.s.Market.Quote) + "/" + views.Symbol(o.s.Market.Base)
	if off, ok := o.offMid(s); ok {
		vs := ui.SignedPercent(float64(off)/100, 2) + " vs mid"
		if o.area.Wide() {
			vs = o.price.Suffix + "  " + vs
		}
		o.price.Suffix = vs
	}
	o.get.Suffix = views.Symbol(get)
	o.expiry.Suffix = ""
	if at, err := o.expiryAt(); err == nil && at != 0 {
		o.expiry.Suffix = o.when(at)
	}
}

// when is an expiry as short as it stays clear.
func (o *Screen) when(seconds uint64) string {
	at := unix(seconds)
	if at.Sub(o.s.Env.Now()) > 180*24*time.Hour {
		return at.Format("2 Jan 2006")
	}
	return at.Format("2 Jan 15:04")
}

func (o *Screen) expiryAt() (uint64, error) {
	return expiryOf(o.expiry.Value(), o.until.Value(), o.s.Env.Now())
}

// intended is the named taker of a P2P order, or what is wrong with what was typed.
func (o *Screen) intended() (a common.Address, why string) {
	if o.kind.Value() != kindP2P {
		return a, ""
	}
	return namedTaker(strings.TrimSpace(o.taker.Value()), o.s.Account.Address)
}

// namedTaker reads the one who may fill an order of own.
func namedTaker(text string, own common.Address) (a common.Address, why string) {
	a, err := api.ParseAddress(text)
	switch {
	case text == "":
		return a, "type the taker's address"
	case !strings.HasPrefix(text, "0x"):
		return a, "names are not looked up: paste the full address, 0x and 40 digits"
	case err != nil:
		return a, err.Error()
	case a == common.Address{}:
		return a, "the zero address is nobody"
	case a == own:
		return a, "that is your own address: name somebody else"
	}
	return a, ""
}

// share is a part of what is free, for a preset; what is typed stays while it is not known.
func (o *Screen) share(percent uint64) string {
	if !o.funds.known {
		return o.pay.Value()
	}
	return part(o.funds.free(), percent).Units(o.payToken().Decimals)
}

func (o *Screen) priceOr(p api.Price) string {
	if !p.Known() {
		return o.price.Value()
	}
	return o.market().priceText(p, o.market().shape.PricePlaces)
}

// shifted moves the price in the field, or the middle of the book, by basis points.
func (o *Screen) shifted(bps int64) string {
	from := o.sum().price
	if !from.Known() {
		from, _ = o.mid()
	}
	if !from.Known() {
		return o.price.Value()
	}
	p, _ := views.Shift(from, bps)
	return o.priceOr(p)
}

// mid is the middle of the book.
func (o *Screen) mid() (api.Price, bool) { return views.Mid(best(o.book.Bids), best(o.book.Asks)) }

func best(side []api.BookOrder) api.Price {
	if len(side) == 0 {
		return api.Price{}
	}
	return side[0].Price
}

// offMid is how far the price is from the middle of the book, in basis points.
func (o *Screen) offMid(s sum) (bps int64, ok bool) {
	mid, ok := o.mid()
	if !ok || !s.price.Known() {
		return 0, false
	}
	return views.OffBy(s.price, mid), true
}

// clear empties the form; kind, side and expiry go back to what they were at first.
func (o *Screen) clear() ui.Cmd {
	for _, f := range []*ui.Field{o.pay, o.price, o.get, o.until, o.taker} {
		f.Input.Set("")
	}
	o.kind.Choose(kindLimit)
	o.expiry.Choose(oneDay)
	o.typed, o.sure = typed{fieldPrice, fieldPay}, ""
	o.form.Focus(fieldPay)
	return ui.Batch(o.change(), ui.Toast(ui.OK, "the form is empty"))
}

// key tells drafts apart.
func (o *Screen) key(s sum) string {
	return fmt.Sprint(o.pair, o.side.Value(), o.kind.Value(), o.taker.Value(), o.way.Value(), s.pay, s.get)
}
