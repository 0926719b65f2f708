package compose

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
)

// setTokens chooses what is sold and bought. A quote of other tokens says nothing about them.
func (w *Form) setTokens(src, dest api.Token) {
	w.pair.Set(src, dest)
	w.quotes.newest = quote{}
	w.derive()
}

// derive shapes the form after what is typed and quoted.
func (w *Form) derive() {
	_, w.in.sell.Problem = w.in.typed()
	_, w.in.slipOther.Problem = w.in.slippage()
	w.in.slipOther.Hidden = w.in.slip.Value() != pairform.Custom
	w.in.slip.Hidden = false
	w.in.side.Hidden = !w.s.Area.Tall() && !w.in.buys()
	var to common.Address
	to, w.in.receiver.Problem = w.in.beneficiary()
	w.in.receiver.Suffix, w.in.receiver.Width = "", 0
	if w.s.Area.Wide() && w.in.receiver.Problem == "" && len(w.in.receiver.Value()) > longName {
		w.in.receiver.Width = fullAddress
	}
	if w.in.receiver.Problem == "" && to != (common.Address{}) {
		w.in.receiver.Suffix = w.s.AddressName(to)
	}
	w.offerParts()
	w.rights.offerRights()
	w.in.sellOf.Choices, w.in.buyOf.Choices = []string{views.Symbol(w.pair.Src) + " ▾"},
		[]string{views.Symbol(w.pair.Dest) + " ▾"}
	w.in.sell.Width, w.in.sell.Below, w.in.sell.Suffix = 14, "", views.Symbol(w.in.fixed())
	w.in.labelSide()
	if w.s.Area.Tall() && !w.in.buys() {
		w.in.sell.Below = "10%  25%  50%  75%  MAX   alt+1…5"
	}
	w.in.sellOf.Suffix, w.in.slipOther.Suffix = "", "%"
	if w.s.Area.Wide() {
		w.in.sell.Width = 22
	}
	w.in.shapePlan()
	if w.pair.Funds.Known {
		w.in.sellOf.Suffix = "held " + format.Fine(w.pair.Funds.Held.Balance, w.pair.Src, api.Down)
	}
	sign := form.Button{ID: "sign", Label: "Sign ⏎", Off: w.checker.off(), Run: w.signer.begin}
	if w.signer.begun() {
		sign.Label = fmt.Sprintf("Sign %d of %d ⏎", w.signer.flow.part+1, w.signer.flow.orders)
	}
	switch {
	case w.pair.Src.Address == api.NativeToken:
		sign = form.Button{ID: "wrap", Label: "Wrap first ⏎", Off: w.noWrap(), Run: w.wrap}
	case w.quotes.stale():
		sign = form.Button{ID: "sign", Label: "Refresh first ⏎", Run: w.quotes.refresh}
	}
	w.in.form.Checks = w.checker.checks()
	w.in.form.Buttons = []form.Button{sign, {ID: "clear", Label: "Clear ⌃l", Run: w.clear}}
}

// offerParts offers to settle in parts what can be: no purchase, and no slice.
func (w *Form) offerParts() {
	was := w.in.partial.Value()
	w.in.partial.Choices, w.in.partial.Chosen = []string{atOnce, parts}, 0
	if w.in.buys() || w.quotes.sliced() {
		w.in.partial.Choices = []string{atOnce}
	}
	w.in.partial.Choose(was)
}

// changed is called after every change by the user.
func (w *Form) changed(f *form.Field) tea.Cmd {
	switch f {
	case w.in.sellOf:
		return w.pickSell()
	case w.in.buyOf:
		return w.pickBuy()
	case w.in.right:
		w.in.rightChosen = true
	case w.in.side:
		w.in.sell.Input.Set("")
		w.quotes.newest = quote{} // a sale's says nothing of a purchase
	case w.in.life:
		w.in.lengthened = false
	case w.in.plan.when:
		w.in.lengthen()
	}
	return w.change()
}

// change asks for a quote once typing pauses.
func (w *Form) change() tea.Cmd {
	w.signer.change()
	w.derive()
	return w.quotes.pause.Change(w.s.Env)
}

// share is a part of what is held, for a preset; what is typed stays while it is not known.
func (w *Form) share(percent uint64) string {
	if !w.pair.Funds.Known || w.in.buys() {
		return w.in.sell.Value()
	}
	return pairform.Share(w.pair.Funds.Held.Balance, percent, w.pair.Src)
}

// clear empties the form by the user's wish; the tokens stay.
func (w *Form) clear() tea.Cmd {
	w.in.reset()
	w.quotes.newest = quote{}
	w.in.form.Focus("sell")
	w.s.Toast(ui.OK, "the form is empty")
	return w.change()
}

// Begin fills the form with what was typed elsewhere, and nothing of what it held.
func (w *Form) Begin(m views.NewSale) tea.Cmd {
	w.in.reset()
	w.setTokens(m.Src, m.Dest)
	w.in.sell.Input.Fill(m.Amount)
	if m.Buy {
		w.in.side.Choose(buys)
	}
	if m.Slices > 0 {
		w.in.plan.slice(m.Slices, m.Every)
	}
	if m.Slippage != nil {
		pairform.ChooseSlippage(w.in.slip, w.in.slipOther, *m.Slippage)
	}
	if m.Bound != nil {
		w.in.plan.when.Choose(atPrice)
		amount, _ := w.in.typed()
		w.in.plan.least.Input.Fill(w.in.piece().Typed(amount, *m.Bound, m.Buy))
	}
	if t := m.Trigger; t != nil {
		w.in.plan.wait(*t)
		w.in.lengthen()
		if name := views.DeltaLife(t.Life); name != "" {
			w.in.life.Choose(name)
			w.in.lengthened = false
		}
	}
	w.in.form.Focus("sell")
	return tea.Batch(w.change(), w.pair.Want())
}

// turn changes from selling an exact amount to buying one, and back.
func (w *Form) turn() tea.Cmd {
	side := buys
	if w.in.buys() {
		side = sells
	}
	w.in.side.Choose(side)
	w.in.form.Focus("sell")
	return w.changed(w.in.side)
}

func (w *Form) flip() tea.Cmd {
	w.in.sell.Input.Set("")
	w.setTokens(w.pair.Dest, w.pair.Src)
	return tea.Batch(w.change(), w.pair.Want())
}

// setPair chooses the tokens and asks for their quote.
func (w *Form) setPair(src, dest api.Token) tea.Cmd {
	w.setTokens(src, dest)
	return tea.Batch(w.change(), w.pair.Want())
}

func (w *Form) pickSell() tea.Cmd {
	w.pair.PickSell(w.flip, w.setPair)
	return nil
}

func (w *Form) pickBuy() tea.Cmd {
	w.pair.PickBuy(w.flip, w.setPair)
	return nil
}
