package compose

import (
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/pairform"
)

// What the choices of the form are called.
const (
	atOnce = "no, all at once"
	parts  = "yes, in parts"
)

// What the choices of the side are called.
const (
	sells = "SELL exact in"
	buys  = "BUY exact out"
)

const (
	defaultSlippage = "1%" // an auction lasts longer than a block
	defaultLife     = "1h"
	mostSlippage    = 9_999
	longName        = 20 // from which on the receiver is an address
	fullAddress     = 46 // cells that show one, with the brackets
)

// fields are the form's, by name.
type fields struct {
	side, sell, sellOf, buyOf, slip, slipOther, life, partial, receiver, partner, right *form.Field
}

// inputs are what is typed and chosen: the fields of the form, read as what they mean.
type inputs struct {
	fields
	plan plan
	// lengthened says that the deadline follows from when the order is to be auctioned.
	lengthened bool
	// the right is the user's choice, not the proposal
	rightChosen bool
	s           *views.Session
	pair        *pairform.Pair
	form        *form.Form
	// market is what all that is sold would bring now, zero where nobody knows
	market func() api.Amount
	// most is what a purchase spends at most, zero while nobody knows
	most func() api.Amount
}

// piece is how the prices of the form are typed and told.
func (w *inputs) piece() views.Piece { return w.s.PieceOf(w.pair.Src, w.pair.Dest) }

func newInputs(s *views.Session, pair *pairform.Pair) *inputs {
	w := &inputs{s: s, pair: pair}
	choice := func(id, label string, words ...string) *form.Field {
		return &form.Field{ID: id, Label: label, Kind: form.ChoiceField, Choices: words}
	}
	w.fields = fields{
		side:  choice("side", "Side", sells, buys),
		sell:  &form.Field{ID: "sell", Label: "Sell", Kind: form.NumberField, Input: ui.Number()},
		buyOf: choice("buyof", "Buy", ""), sellOf: choice("sellof", "  token", ""),
		slip: pairform.NewSlippage(),
		slipOther: &form.Field{ID: "custom", Label: "  percent", Kind: form.NumberField,
			Input: ui.Number()},
		life:    choice("deadline", "Deadline"),
		partial: choice("partial", "Partial", atOnce, parts),
		receiver: &form.Field{ID: "receiver", Label: "Receiver", Kind: form.TextField,
			Input: ui.Input{Hint: "yourself, or 0x…", Limit: 42}},
		partner: &form.Field{ID: "partner", Label: "Partner", Kind: form.TextField,
			Input: ui.Input{Hint: "none, or its name", Limit: 42}},
		right: choice("permit", "Permit", byApproval.String()),
	}
	w.slip.Below = "1% for auctions unless chosen"
	w.plan = newPlan()
	for _, l := range views.DeltaLives {
		w.life.Choices = append(w.life.Choices, l.Name)
	}
	w.life.Choose(defaultLife)
	w.slip.Choose(defaultSlippage)
	w.form = form.New(w.s.Env, w.side, w.sell, w.sellOf, w.buyOf, w.plan.when, w.plan.trail,
		w.plan.trailOf, w.plan.worth, w.plan.least, w.plan.profit, w.plan.profitLeast,
		w.plan.count, w.plan.every, w.slip, w.slipOther, w.life, w.partial, w.receiver, w.partner,
		w.right)
	w.form.Focus("sell")
	return w
}

// lengthen gives an order that waits for a price, which may take long, a longer deadline than that
// of one that is auctioned at once, unless another one was chosen.
func (w *inputs) lengthen() {
	switch waits := w.plan.ownFloor(); {
	case waits && w.life.Value() == defaultLife:
		w.life.Choose(longLife)
		w.lengthened = true
	case !waits && w.lengthened:
		w.life.Choose(defaultLife)
		w.lengthened = false
	}
}

// reset empties the form: what one order was given never reaches the next. The tokens stay.
func (w *inputs) reset() {
	for _, f := range []*form.Field{w.sell, w.slipOther, w.receiver, w.partner} {
		f.Input.Set("")
	}
	w.plan.reset()
	w.side.Choose(sells)
	w.right.Chosen, w.rightChosen, w.lengthened = 0, false, false
	w.slip.Choose(defaultSlippage)
	w.life.Choose(defaultLife)
	w.partial.Choose(atOnce)
}

// labelSide names and orders the fields by which of the two amounts is exact.
func (w *inputs) labelSide() {
	exact, other := w.sellOf, w.buyOf
	w.sell.Label, other.Label = "Sell", "Buy"
	if w.buys() {
		exact, other = other, exact
		w.sell.Label, other.Label = "Buy", "Pay with"
	}
	exact.Label = "  token"
	for i, f := range w.form.Fields {
		if f == w.sell {
			w.form.Fields[i+1], w.form.Fields[i+2] = exact, other
		}
	}
}

// buys tells whether what is bought is exact.
func (w *inputs) buys() bool { return w.side.Value() == buys }

// fixed is the token of which an exact amount is typed.
func (w *inputs) fixed() api.Token {
	if w.buys() {
		return w.pair.Dest
	}
	return w.pair.Src
}

// typed is the exact amount; why is what is wrong with it, "" while nothing is typed.
func (w *inputs) typed() (a api.Amount, why string) {
	return pairform.Amount(w.sell.Value(), w.fixed())
}

// amount is what is sold: exactly, or at most where what is bought is exact. why is what is wrong
// with what is typed.
func (w *inputs) amount() (a api.Amount, why string) {
	if a, why = w.typed(); w.buys() {
		a = w.most()
	}
	return a, why
}

// slippage is in basis points.
func (w *inputs) slippage() (bps int, why string) {
	return pairform.Slippage(w.slip, w.slipOther, mostSlippage)
}

func (w *inputs) partnerName() string { return strings.TrimSpace(w.partner.Value()) }

// beneficiary is who gets what is bought: zero, or who was typed where that is somebody else.
func (w *inputs) beneficiary() (a common.Address, why string) {
	a, why = w.s.ResolveAddress(w.receiver.Value())
	if a == w.s.Account.Address {
		a = common.Address{}
	}
	return a, why
}

// deadline is when an order signed at this moment ends, counted from the later of the clock and the
// newest block.
func (w *inputs) deadline() time.Time {
	from := w.s.Env.Now()
	if b := w.s.Env.Header.BlockAt; b.After(from) {
		from = b
	}
	return from.Add(views.DeltaLives[w.life.Chosen].Life)
}
