package swap

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/views/format"
	"bourse/views/pairform"
)

// derive shapes the form after what is typed and quoted.
func (w *Screen) derive() {
	problems := w.in.problems()
	for _, f := range w.in.form.Fields {
		f.Problem = problems[f]
	}
	exact, other := w.in.exact()
	exact.Derived, other.Derived = false, true
	other.Input.Set("")
	switch {
	case !w.trade.Quotes.Fits():
	case w.in.selling():
		other.Input.Set(w.trade.Quotes.Offer().Out().Units(w.pair.Dest.Decimals))
	default:
		other.Input.Set(w.trade.Quotes.Offer().In().Units(w.pair.Src.Decimals))
	}
	w.in.shapeFields(w.area)
	w.suffixes()
	w.in.form.Buttons = w.buttons()
}

// suffixes say units, what is held, and how old what follows is.
func (w *Screen) suffixes() {
	w.in.sell.Suffix, w.in.buy.Suffix = cells.Clean(w.pair.Src.Symbol),
		cells.Clean(w.pair.Dest.Symbol)
	w.in.sellOf.Suffix, w.in.buyOf.Suffix = "", ""
	if w.pair.Funds.Known {
		w.in.sellOf.Suffix = "you hold " +
			format.Scaled(w.pair.Funds.Held.Balance, w.pair.Src, api.Down)
	}
	if w.trade.Quotes.Fits() {
		w.in.buyOf.Suffix = "quote " + ui.Age(w.trade.Quotes.Age()) + " old"
	}
	w.in.slipOther.Suffix, w.in.fee.Suffix = "%", "bps"
}

// buttons are the foot of the form.
func (w *Screen) buttons() []form.Button {
	review := form.Button{ID: "review", Label: "Review ⏎", Off: w.trade.Checks.Off(),
		Run: w.trade.Reviewer.Review}
	if w.trade.Quotes.Stale() {
		review = form.Button{ID: "review", Label: "Refresh first ⏎", Run: w.trade.Quotes.Refresh}
	}
	return []form.Button{review, {ID: "clear", Label: "Clear ⌃l", Run: w.clear}}
}

// takeOver empties the amount that follows from the quote before it is typed into.
func (w *Screen) takeOver(typed bool) {
	if _, other := w.in.exact(); typed && w.in.form.Focused() == other {
		other.Input.Set("")
	}
}

// changed is called after every change by the user.
func (w *Screen) changed(f *form.Field) tea.Cmd {
	switch f {
	case w.in.sellOf:
		return w.pickSell()
	case w.in.buyOf:
		return w.pickBuy()
	case w.in.only:
		return w.pickExchanges("Only these exchanges", &w.in.include)
	case w.in.without:
		return w.pickExchanges("Without these exchanges", &w.in.exclude)
	case w.in.sell, w.in.buy:
		w.in.setSide(f == w.in.sell)
	case w.in.version:
		w.trade.Quotes.Clear()
	}
	return w.change()
}

// change asks for a quote once typing pauses.
func (w *Screen) change() tea.Cmd {
	w.trade.Reviewer.Ended = ""
	ask := w.trade.Quotes.Change()
	w.derive()
	return ask
}

// share is a part of what is held, for a preset; what is typed stays while it is not known. Of the
// native coin the gas stays.
func (w *Screen) share(percent uint64) string {
	if !w.pair.Funds.Known {
		return w.in.sell.Value()
	}
	all := w.pair.Funds.Held.Balance
	if percent == 100 && w.pair.Src.Address == api.NativeToken {
		all = all.Sub(w.trade.Quotes.GasReserve())
	}
	return pairform.Share(all, percent, w.pair.Src)
}

// clear empties the form by the user's wish; side and tokens stay.
func (w *Screen) clear() tea.Cmd {
	w.in.reset()
	w.trade.Quotes.Clear()
	w.in.form.Focus("sell")
	return tea.Batch(w.change(), w.s.Toast(ui.OK, "the form is empty"))
}

// flip exchanges the tokens; the amount that was exact stays exact.
func (w *Screen) flip() tea.Cmd {
	text := w.in.amountText()
	w.in.setSide(!w.in.selling())
	w.in.sell.Input.Set("")
	w.in.buy.Input.Set("")
	exact, _ := w.in.exact()
	exact.Input.Set(text)
	w.setTokens(w.pair.Dest, w.pair.Src)
	return tea.Batch(w.change(), w.pair.Want())
}
