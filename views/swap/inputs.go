package swap

import (
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/pairform"
)

// What the choices of the form are called.
const (
	hidden = "hidden"
	shown  = "shown"

	toExchange = "all to the exchange"
	toPartner  = "50% partner, 50% exchange"
	toUser     = "50% you, 50% exchange"

	capped   = "at 1%"
	uncapped = "none"

	collected = "collected"
	direct    = "sent at once"

	required = "required"
	ignored  = "not needed"
)

const (
	defaultSlippage = "0.5%"
)

// fields are the form's, by name.
type fields struct {
	side, sell, sellOf, buy, buyOf, slip, slipOther, receiver, more *form.Field

	version, only, without, partner, fee, surplus, cap, fees, usd *form.Field // advanced
	include, exclude                                              []string
}

// inputs are what is typed and chosen: the fields of the form, read as what they mean.
type inputs struct {
	fields
	s    *views.Session
	pair *pairform.Pair
	form *form.Form
}

func newInputs(s *views.Session, pair *pairform.Pair) *inputs {
	w := &inputs{s: s, pair: pair}
	number := func(id, label string) *form.Field {
		return &form.Field{ID: id, Label: label, Kind: form.NumberField, Input: ui.Number()}
	}
	choice := func(id, label string, words ...string) *form.Field {
		return &form.Field{ID: id, Label: label, Kind: form.ChoiceField, Choices: words}
	}
	text := func(id, label, hint string) *form.Field {
		return &form.Field{ID: id, Label: label, Kind: form.TextField,
			Input: ui.Input{Hint: hint, Limit: 42}, Width: 47}
	}
	w.fields = fields{
		side: choice("side", "Side", "", ""), sell: number("sell", "Sell"),
		sellOf: choice("sellof", "  token", ""),
		buy:    number("buy", "Buy"), buyOf: choice("buyof", "  token", ""),
		slip:      pairform.NewSlippage(),
		slipOther: number("custom", "  percent"),
		receiver:  text("receiver", "Receiver", "yourself, or 0x…"),
		more:      choice("advanced", "Advanced", hidden, shown),
		version:   choice("version", "Version", string(api.Version62), string(api.Version5)),
		only:      choice("only", "Only", ""), without: choice("without", "Without", ""),
		partner: text("partner", "Partner", "0x… of who gets the fee"), fee: number("fee", "Fee"),
		surplus: choice("surplus", "Surplus", toExchange, toPartner, toUser),
		cap:     choice("cap", "Capped", capped, uncapped),
		fees:    choice("fees", "Fees", collected, direct),
		usd:     choice("usd", "USD prices", required, ignored),
	}
	w.surplus.Below = "what comes beyond the quoted price"
	w.slip.Choose(defaultSlippage)
	w.form = form.New(w.s.Env, w.side, w.sell, w.sellOf, w.buy, w.buyOf, w.slip, w.slipOther,
		w.receiver,
		w.more,
		w.version, w.only, w.without, w.partner, w.fee, w.surplus, w.cap, w.fees, w.usd)
	w.form.Focus("sell")
	return w
}

// reset empties the form: what one swap was given never reaches the next. Side and tokens stay.
func (w *inputs) reset() {
	for _, f := range []*form.Field{w.sell, w.buy, w.slipOther, w.receiver, w.partner, w.fee} {
		f.Input.Set("")
	}
	for _, f := range []*form.Field{w.version, w.surplus, w.cap, w.fees, w.usd} {
		f.Chosen = 0
	}
	w.slip.Choose(defaultSlippage)
	w.include, w.exclude = nil, nil
}

// selling tells whether the amount sold is the exact one: the first choice.
func (w *inputs) selling() bool { return w.side.Chosen == 0 }

func (w *inputs) setSide(sell bool) {
	w.side.Chosen = 1
	if sell {
		w.side.Chosen = 0
	}
}

// exact is the field whose amount is fixed, other the one that follows from the quote.
func (w *inputs) exact() (exact, other *form.Field) {
	if w.selling() {
		return w.sell, w.buy
	}
	return w.buy, w.sell
}

// exactToken is the token whose amount is fixed, otherToken the one that follows.
func (w *inputs) exactToken() (exact, other api.Token) {
	if w.selling() {
		return w.pair.Src, w.pair.Dest
	}
	return w.pair.Dest, w.pair.Src
}

// amountText is what is typed for the exact amount.
func (w *inputs) amountText() string {
	f, _ := w.exact()
	return strings.TrimSpace(f.Value())
}

// amount is the exact amount; why is what is wrong with it, "" while nothing is typed.
func (w *inputs) amount() (a api.Amount, why string) {
	token, _ := w.exactToken()
	return pairform.Amount(w.amountText(), token)
}

// slippage is in basis points.
func (w *inputs) slippage() (bps int, why string) {
	return pairform.Slippage(w.slip, w.slipOther, api.BPS)
}

// partnerFee is in basis points.
func (w *inputs) partnerFee() (bps int, why string) {
	text := strings.TrimSpace(w.fee.Value())
	if text == "" {
		return 0, ""
	}
	n, err := strconv.Atoi(text)
	if most := mostFee(w.swapVersion()); err != nil || n < 0 || n > most {
		return 0, "whole basis points, at most " + strconv.Itoa(most)
	}
	return n, ""
}

// mostFee is the highest fee that the contracts of a version take, in basis points.
func mostFee(v api.SwapVersion) int {
	if v == api.Version5 {
		return 500
	}
	return 200
}

func (w *inputs) swapVersion() api.SwapVersion { return api.SwapVersion(w.version.Value()) }

// problems says what is wrong with what was typed, by field.
func (w *inputs) problems() map[*form.Field]string {
	out := make(map[*form.Field]string)
	note := func(f *form.Field, why string) {
		if why != "" {
			out[f] = why
		}
	}
	exact, _ := w.exact()
	_, why := w.amount()
	note(exact, why)
	if _, why = w.slippage(); w.slipOther.Value() != "" && w.slip.Value() == pairform.Custom {
		note(w.slipOther, why)
	}
	_, why = w.s.ResolveAddress(w.receiver.Value())
	note(w.receiver, why)
	partner, why := w.s.ResolveAddress(w.partner.Value())
	note(w.partner, why)
	bps, why := w.partnerFee()
	note(w.fee, why)
	if partner == (common.Address{}) && out[w.partner] == "" &&
		(bps > 0 || w.surplus.Value() == toPartner) {
		note(w.partner, "say who gets it")
	}
	if w.surplus.Value() == toUser && w.swapVersion() == api.Version5 {
		note(w.surplus, "version 6.2 alone does that")
	}
	return out
}

// shapeFields shows the fields that are needed, in widths that fit.
func (w *inputs) shapeFields(area cells.Box) {
	w.sellOf.Choices, w.buyOf.Choices = []string{w.pair.Src.Symbol + " ▾"},
		[]string{w.pair.Dest.Symbol + " ▾"}
	w.only.Choices, w.without.Choices = []string{listed(w.include, "all ▾")},
		[]string{listed(w.exclude, "none ▾")}
	w.slipOther.Hidden = w.slip.Value() != pairform.Custom
	advanced := []*form.Field{w.version, w.only, w.without, w.partner, w.fee, w.surplus, w.cap,
		w.fees, w.usd}
	for _, f := range advanced {
		f.Hidden = w.more.Value() == hidden
	}
	w.cap.Hidden = w.cap.Hidden || w.swapVersion() == api.Version5
	w.fees.Hidden = w.fees.Hidden || w.swapVersion() == api.Version5
	tall := area.Tall()
	w.side.Choices, w.sell.Width, w.buy.Width = []string{"SELL exact", "BUY exact"}, 14, 14
	if area.Wide() {
		w.side.Choices, w.sell.Width, w.buy.Width = []string{"SELL exact in", "BUY exact out"},
			22, 22
	}
	w.sell.Below = ""
	w.slip.Gap, w.receiver.Gap = tall && w.more.Value() == hidden, false
	if tall {
		w.sell.Below = "10%  25%  50%  75%  MAX   alt+1…5"
	}
}

func listed(names []string, none string) string {
	if len(names) == 0 {
		return none
	}
	return strings.Join(names, ", ") + " ▾"
}
