package swap

import (
	"strconv"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
)

// What the choices of the form are called.
const (
	custom = "custom"
	hidden = "hidden"
	shown  = "shown"

	toExchange = "exchange keeps it"
	toPartner  = "half to partner"
	toUser     = "half to you"

	capped   = "at 1%"
	uncapped = "none"

	collected = "collected"
	direct    = "sent at once"

	required = "required"
	ignored  = "not needed"
)

const (
	defaultSlippage = "0.5"
	bpsWhole        = 10_000
)

// fields are the form's, by name.
type fields struct {
	side, sell, sellOf, buy, buyOf, slip, slipOther, receiver, more *ui.Field

	version, only, without, partner, fee, surplus, cap, fees, usd *ui.Field // advanced
	include, exclude                                              []string
}

func (w *Screen) makeForm() {
	number := func(id, label string) *ui.Field {
		return &ui.Field{ID: id, Label: label, Kind: ui.NumberField, Input: ui.Number()}
	}
	choice := func(id, label string, words ...string) *ui.Field {
		return &ui.Field{ID: id, Label: label, Kind: ui.ChoiceField, Choices: words}
	}
	text := func(id, label, hint string) *ui.Field {
		return &ui.Field{ID: id, Label: label, Kind: ui.TextField, Input: ui.Input{Hint: hint, Limit: 42}, Width: 46}
	}
	w.fields = fields{
		side: choice("side", "Side", "", ""), sell: number("sell", "Sell"), sellOf: choice("sellof", "  token", ""),
		buy: number("buy", "Buy"), buyOf: choice("buyof", "  token", ""), slip: choice("slippage", "Slippage", "0.1", defaultSlippage, "1", custom),
		slipOther: number("custom", "  percent"), receiver: text("receiver", "Receiver", "yourself, or 0x… of somebody else"),
		more: choice("advanced", "Advanced", hidden, shown), version: choice("version", "Version", string(api.Version62), string(api.Version5)),
		only: choice("only", "Only", ""), without: choice("without", "Without", ""),
		partner: text("partner", "Partner", "0x… of who gets the fee"), fee: number("fee", "Fee"),
		surplus: choice("surplus", "Surplus", toExchange, toPartner, toUser), cap: choice("cap", "Surplus cap", capped, uncapped),
		fees: choice("fees", "Fees", collected, direct), usd: choice("usd", "USD prices", required, ignored),
	}
	w.slip.Choose(defaultSlippage)
	for _, percent := range []uint64{10, 25, 50, 75, 100} {
		w.sell.Presets = append(w.sell.Presets, func() string { return w.share(percent) })
	}
	w.form = ui.NewForm(w.side, w.sell, w.sellOf, w.buy, w.buyOf, w.slip, w.slipOther, w.receiver, w.more,
		w.version, w.only, w.without, w.partner, w.fee, w.surplus, w.cap, w.fees, w.usd)
	w.form.Changed = w.changed
	w.form.Focus("sell")
}

// selling tells whether the amount sold is the exact one: the first choice.
func (w *Screen) selling() bool { return w.side.Chosen == 0 }

func (w *Screen) setSide(sell bool) {
	w.side.Chosen = 1
	if sell {
		w.side.Chosen = 0
	}
}

// exact is the field whose amount is fixed, other the one that follows from the quote.
func (w *Screen) exact() (exact, other *ui.Field) {
	if w.selling() {
		return w.sell, w.buy
	}
	return w.buy, w.sell
}

// exactToken is the token whose amount is fixed, otherToken the one that follows.
func (w *Screen) exactToken() (exact, other api.Token) {
	if w.selling() {
		return w.src, w.dest
	}
	return w.dest, w.src
}

// amountText is what is typed for the exact amount.
func (w *Screen) amountText() string {
	f, _ := w.exact()
	return strings.TrimSpace(f.Value())
}

// amount is the exact amount; why is what is wrong with it, "" while nothing is typed.
func (w *Screen) amount() (a api.Amount, why string) {
	if w.amountText() == "" {
		return a, ""
	}
	token, _ := w.exactToken()
	a, err := api.ParseUnits(w.amountText(), token.Decimals)
	switch {
	case err != nil:
		return api.Amount{}, err.Error()
	case a.IsZero():
		return a, "must be above zero"
	}
	return a, ""
}

// slippage is in basis points.
func (w *Screen) slippage() (bps int, why string) {
	text := w.slip.Value()
	if text == custom {
		text = w.slipOther.Value()
	}
	a, err := api.ParseUnits(text, 2)
	if err != nil {
		return 0, err.Error()
	}
	n, ok := a.Uint64()
	if !ok || n > bpsWhole {
		return 0, "must be from 0 to 100"
	}
	return int(n), ""
}

// partnerFee is in basis points.
func (w *Screen) partnerFee() (bps int, why string) {
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

func (w *Screen) swapVersion() api.SwapVersion { return api.SwapVersion(w.version.Value()) }

// problems says what is wrong with what was typed, by field.
func (w *Screen) problems() map[*ui.Field]string {
	out := make(map[*ui.Field]string)
	note := func(f *ui.Field, why string) {
		if why != "" {
			out[f] = why
		}
	}
	exact, _ := w.exact()
	_, why := w.amount()
	note(exact, why)
	if _, why = w.slippage(); w.slipOther.Value() != "" && w.slip.Value() == custom {
		note(w.slipOther, why)
	}
	_, why = w.s.Party(w.receiver.Value())
	note(w.receiver, why)
	partner, why := w.s.Party(w.partner.Value())
	note(w.partner, why)
	bps, why := w.partnerFee()
	note(w.fee, why)
	if partner == (common.Address{}) && out[w.partner] == "" && (bps > 0 || w.surplus.Value() == toPartner) {
		note(w.partner, "say who gets it")
	}
	return out
}

// derive shapes the form after what is typed and quoted.
func (w *Screen) derive() {
	problems := w.problems()
	for _, f := range w.form.Fields {
		f.Problem = problems[f]
	}
	exact, other := w.exact()
	exact.Derived, other.Derived = false, true
	other.Input.Set("")
	switch {
	case !w.fits():
	case w.selling():
		other.Input.Set(w.offer().out().Units(w.dest.Decimals))
	default:
		other.Input.Set(w.offer().in().Units(w.src.Decimals))
	}
	w.shapeFields()
	w.suffixes()
	w.form.Buttons = w.buttons()
}

// shapeFields shows the fields that are needed, in widths that fit.
func (w *Screen) shapeFields() {
	w.sellOf.Choices, w.buyOf.Choices = []string{w.src.Symbol + " ▾"}, []string{w.dest.Symbol + " ▾"}
	w.only.Choices, w.without.Choices = []string{listed(w.include, "all ▾")}, []string{listed(w.exclude, "none ▾")}
	w.slipOther.Hidden = w.slip.Value() != custom
	advanced := []*ui.Field{w.version, w.only, w.without, w.partner, w.fee, w.surplus, w.cap, w.fees, w.usd}
	for _, f := range advanced {
		f.Hidden = w.more.Value() == hidden
	}
	w.cap.Hidden = w.cap.Hidden || w.swapVersion() == api.Version5
	w.fees.Hidden = w.fees.Hidden || w.swapVersion() == api.Version5
	tall := w.area.Tall()
	w.side.Choices, w.sell.Width, w.buy.Width = []string{"SELL exact", "BUY exact"}, 14, 14
	if w.area.Wide() {
		w.side.Choices, w.sell.Width, w.buy.Width = []string{"SELL exact in", "BUY exact out"}, 22, 22
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

// suffixes say units, what is held, and how old what follows is.
func (w *Screen) suffixes() {
	w.sell.Suffix, w.buy.Suffix = ui.Clean(w.src.Symbol), ui.Clean(w.dest.Symbol)
	w.sellOf.Suffix, w.buyOf.Suffix = "", ""
	if w.funds.known {
		w.sellOf.Suffix = "you hold " + shownAmount(w.funds.held.Balance, w.src, api.Down)
	}
	if w.fits() {
		w.buyOf.Suffix = "quote " + ui.Age(w.age()) + " old"
	}
	w.slip.Suffix, w.slipOther.Suffix, w.fee.Suffix = "%", "%", "basis points"
}

// buttons are the foot of the form.
func (w *Screen) buttons() []ui.FormButton {
	review := ui.FormButton{ID: "review", Label: "Review ⏎", Off: w.off(), Run: w.review}
	if w.stale() {
		review = ui.FormButton{ID: "review", Label: "Refresh first ⏎", Run: w.refresh}
	}
	return []ui.FormButton{review, {ID: "clear", Label: "Clear ⌃l", Run: w.clear}}
}

// takeOver empties the amount that follows from the quote before it is typed into.
func (w *Screen) takeOver(typed bool) {
	if _, other := w.exact(); typed && w.form.Focused() == other {
		other.Input.Set("")
	}
}

// changed is called after every change by the user.
func (w *Screen) changed(f *ui.Field) ui.Cmd {
	switch f {
	case w.sellOf:
		return w.pickSell()
	case w.buyOf:
		return w.pickBuy()
	case w.only:
		return w.pickExchanges("Only these exchanges", &w.include)
	case w.without:
		return w.pickExchanges("Without these exchanges", &w.exclude)
	case w.sell, w.buy:
		w.setSide(f == w.sell)
	case w.version:
		w.clearQuote()
	}
	return w.change()
}

// change asks for a quote once typing pauses. What a quote does not depend on needs none.
func (w *Screen) change() ui.Cmd {
	w.ended, w.quote.more = "", more{} // the transaction depends on every field
	w.derive()
	return w.pause.Change()
}

// share is a part of what is held, for a preset; what is typed stays while it is not known. Of the native coin the gas stays.
func (w *Screen) share(percent uint64) string {
	if !w.funds.known {
		return w.sell.Value()
	}
	all := w.funds.held.Balance
	if percent == 100 && w.src.Address == api.NativeToken {
		all = all.Sub(w.gasReserve())
	}
	return all.MulDiv(api.NewAmount(percent), api.NewAmount(100)).Units(w.src.Decimals)
}

// clear empties the form; side, tokens and the rest stay.
func (w *Screen) clear() ui.Cmd {
	for _, f := range []*ui.Field{w.sell, w.buy, w.slipOther, w.receiver, w.partner, w.fee} {
		f.Input.Set("")
	}
	w.slip.Choose(defaultSlippage)
	w.surplus.Choose(toExchange)
	w.include, w.exclude = nil, nil
	w.clearQuote()
	w.form.Focus("sell")
	return ui.Batch(w.change(), ui.Toast(ui.OK, "the form is empty"))
}

// flip exchanges the tokens; the amount that was exact stays exact.
func (w *Screen) flip() ui.Cmd {
	text := w.amountText()
	w.setSide(!w.selling())
	w.sell.Input.Set("")
	w.buy.Input.Set("")
	exact, _ := w.exact()
	exact.Input.Set(text)
	w.setTokens(w.dest, w.src)
	return ui.Batch(w.change(), w.wantFunds())
}
