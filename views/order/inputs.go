package order

import (
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/views"
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

// inputs are what is typed and chosen for a fungible order, read as what it means.
type inputs struct {
	fields
	s     *views.Session
	typed typed
	form  *form.Form
	// flipped is called when another token is paid
	flipped func()
}

func newInputs(s *views.Session) *inputs {
	w := &inputs{s: s, typed: typed{fieldPrice, fieldPay}}
	number := func(id, label string) *form.Field {
		return &form.Field{ID: id, Label: label, Kind: form.NumberField, Input: ui.Number()}
	}
	w.fields = fields{
		kind: &form.Field{ID: "kind", Label: "Kind", Kind: form.ChoiceField,
			Choices: []string{kindLimit, kindP2P, kindNFT}},
		side: &form.Field{ID: "side", Label: "Side", Kind: form.ChoiceField,
			Choices: []string{sideBuy, sideSell}},
		pay:   number(fieldPay, "You pay"),
		price: number(fieldPrice, "Price"),
		get:   number(fieldGet, "You get"),
		expiry: &form.Field{ID: "expiry", Label: "Expiry", Kind: form.ChoiceField,
			Choices: []string{oneDay, oneHour, oneWeek, never, custom}},
		until: newUntil(s.Env),
		taker: &form.Field{ID: "taker", Label: "Taker", Kind: form.TextField,
			Input: ui.Input{Hint: "0x…, an account or a label"}, Width: 47},
		way: &form.Field{ID: "way", Label: "Fills", Kind: form.ChoiceField,
			Choices: []string{wayDirect, waySwapper}},
		last: sideBuy,
	}
	w.form = form.New(s.Env, w.kind, w.side, w.pay, w.price, w.get, w.expiry, w.until, w.taker,
		w.way)
	w.form.Focus(fieldPay)
	return w
}

// shape shows the fields the kind needs, in widths that fit.
func (w *inputs) shape(screen cells.Box) {
	w.until.Hidden = w.expiry.Value() != custom
	w.taker.Hidden = w.kind.Value() != kindP2P
	w.way.Hidden = w.taker.Hidden || w.s.Network.Contracts.AugustusSwapper == (common.Address{})
	width := 18
	if screen.Wide() {
		width = 26
	}
	for _, f := range []*form.Field{w.pay, w.price, w.get} {
		f.Width = width
	}
	tall := screen.Tall()
	w.pay.Gap, w.expiry.Gap, w.price.Below = tall, tall, ""
	w.pay.Below = "10%  25%  50%  75%  MAX   alt+1…5"
	if tall {
		w.price.Below = "bid  mid  ask  −10bp  +10bp   alt+1…5"
	}
}

// reset empties them: what one order was given never reaches the next. The side stays.
func (w *inputs) reset() {
	for _, f := range []*form.Field{w.pay, w.price, w.get, w.until, w.taker} {
		f.Input.Set("")
	}
	w.kind.Choose(kindLimit)
	w.expiry.Choose(oneDay)
	w.way.Choose(wayDirect)
	w.typed = typed{fieldPrice, fieldPay}
	w.form.Focus(fieldPay)
}

// putLife chooses when an order ends: after a span of whole minutes, never, or as it is where
// nothing was said.
func (w *inputs) putLife(life time.Duration) {
	switch {
	case life < 0:
		w.expiry.Choose(never)
	case life > 0:
		w.expiry.Choose(custom)
		w.until.Input.Set(fmt.Sprintf("%dm", int(life.Minutes())))
	}
}

// putSize fills in how much of the base is bought or sold.
func (w *inputs) putSize(size api.Amount) {
	text := size.Units(w.market().shape.BaseDecimals)
	if w.buying() {
		w.get.Input.Fill(text)
		w.typed.touch(fieldGet)
		return
	}
	w.pay.Input.Fill(text)
	w.typed.touch(fieldPay)
}

// copy starts from an order as it was signed.
func (w *inputs) copy(r api.OrderRecord) {
	w.kind.Choose(kindLimit)
	if r.Type() == api.P2P {
		w.kind.Choose(kindP2P)
		w.taker.Input.Set(r.TakerFromMeta().Hex())
		w.way.Choose(wayDirect)
		if r.Taker != r.TakerFromMeta() && r.Taker != (common.Address{}) {
			w.way.Choose(waySwapper)
		}
	}
	m := w.market()
	w.pay.Input.Fill(r.MakerAmount.Units(m.payDecimals()))
	w.get.Input.Fill(r.TakerAmount.Units(m.getDecimals()))
	w.typed = typed{fieldPay, fieldGet}
}

func (w *inputs) noPair() bool { return w.s.Pair() == (api.Pair{}) }

func (w *inputs) pairName() string { return views.PairName(w.s.Market) }

func (w *inputs) payToken() api.Token {
	if w.buying() {
		return w.s.Market.Quote
	}
	return w.s.Market.Base
}

func (w *inputs) getToken() api.Token {
	if w.buying() {
		return w.s.Market.Base
	}
	return w.s.Market.Quote
}

func (w *inputs) market() market { return market{w.buying(), w.s.PairFormat(w.s.Market)} }

func (w *inputs) sum() sum {
	return w.market().solve(w.typed.derived(), w.pay.Value(), w.price.Value(), w.get.Value())
}

func (w *inputs) buying() bool { return w.side.Value() == sideBuy }

// setSide flips the pair: what was paid is got, and the price stays.
func (w *inputs) setSide(buy bool) {
	w.side.Choose(sideSell)
	if buy {
		w.side.Choose(sideBuy)
	}
	if w.side.Value() == w.last {
		return
	}
	w.last = w.side.Value()
	pay, get := w.pay.Value(), w.get.Value()
	w.pay.Input.Fill(get)
	w.get.Input.Fill(pay)
	if w.typed.flip(); pay+get == "" {
		w.typed = typed{fieldPrice, fieldPay}
	}
	w.flipped()
}

func (w *inputs) expiryAt() (uint64, error) {
	return expiryOf(w.expiry.Value(), w.until.Value(), w.s.Env.Now())
}

// intended is the named taker of a P2P order, or what is wrong with what was typed.
func (w *inputs) intended() (a common.Address, why string) {
	if w.kind.Value() != kindP2P {
		return a, ""
	}
	return namedTaker(w.s, w.taker.Value())
}

// forgetTerms leaves taker and expiry to the form that took them over.
func (w *inputs) forgetTerms() {
	w.taker.Input.Set("")
	w.until.Input.Set("")
	w.expiry.Choose(oneDay)
}
