package compose

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
	"bourse/views/sign"
)

// Actions are what can be done with the form.
func (w *Form) Actions() []ui.Action {
	form := w.in.form.Actions(Pane)
	for i := range form {
		switch form[i].ID {
		case "press":
			form[i].Label, form[i].Help = "sign",
				"build the order and show it in words to be signed"
		case "previous":
			form[i].Quiet = true
		}
	}
	turned := "BUY"
	if w.in.buys() {
		turned = "SELL"
	}
	return append(form,
		record.Act("history", "", "h", "history", "list the account's Delta orders", "",
			w.hooks.History),
		record.Act("flip", "", "u", "flip ⇅", "exchange what is sold and what is bought", "",
			w.flip),
		record.Act("approve", "", "a", "approve exact",
			"let the Delta contract move exactly what is sold",
			w.noApproval(), w.signer.approve),
		record.Act("wrap", "", "w", "wrap",
			"turn the native coin into its wrapped token, to sell that",
			w.noWrap(), w.wrap),
		record.Act("swap", "", "i", "swap instead", "go to the swap of the same amount", w.noSwap(),
			w.swapInstead),
		record.Act("buy", "", "b", turned, "give the exact amount to buy, or to sell", "", w.turn),
		record.Act("auction", "", "v", "auction", "show the order that is followed",
			w.orders.WhyNone(), w.hooks.Auction),
		record.Act("selltoken", "", "[", "token to sell", "choose the token that is sold", "",
			w.pickSell),
		record.Act("buytoken", "", "]", "token to buy", "choose the token that is bought", "",
			w.pickBuy),
		record.Act("clear", "", "ctrl+l", "clear", "empty the form", "", w.clear))
}

func (w *Form) noApproval() string {
	a, _ := w.in.amount()
	switch {
	case w.quotes.off() != "":
		return w.quotes.off()
	case w.pair.Src.Address == api.NativeToken:
		return "the native coin needs to be wrapped"
	case a.IsZero():
		return "type an amount"
	case !w.pair.Funds.Known:
		return "your allowance is being read"
	case !w.rights.short():
		return "the allowance covers it"
	}
	return w.s.MaySign()
}

func (w *Form) noWrap() string {
	a, _ := w.in.amount()
	switch {
	case w.pair.Src.Address != api.NativeToken:
		return "only the native coin is wrapped"
	case a.IsZero():
		return "type an amount"
	case w.pair.Funds.Known && w.pair.Funds.Held.Balance.Less(a):
		return "you hold less"
	}
	return w.s.MaySign()
}

func (w *Form) noSwap() string {
	if w.pair.Src.Address == w.pair.Dest.Address {
		return "choose two different tokens"
	}
	return ""
}

// swapInstead goes to the swap screen with what the form sells, for what, and how much of it.
func (w *Form) swapInstead() tea.Cmd {
	w.s.Goto(views.Swap, views.NewSale{Src: w.pair.Src, Dest: w.pair.Dest,
		Amount: w.in.sell.Value(), Buy: w.in.buys()})
	return nil
}

// wrap turns the typed amount of the native coin into its wrapped token, which can be sold.
func (w *Form) wrap() tea.Cmd {
	a, _ := w.in.amount()
	task := sign.Wrap(w.s,
		"wrap "+format.Fine(a, w.pair.Src, api.Up)+" "+w.pair.Src.Symbol, a, false)
	task.For, task.Holds = wrapped{}, true
	sign.Run(w.s, task)
	return nil
}

// onMined goes on with what an approval or a wrapping was for.
func (w *Form) onMined(m sign.Mined) tea.Cmd {
	funds := w.pair.Want()
	if !m.Receipt.Success || !w.front {
		return funds
	}
	switch of := m.For.(type) {
	case thenSign:
		if of.flow == w.signer.flow && w.signer.flow != nil && m.Flow.Goes() {
			w.signer.flow.waits = forFunds
			m.Flow.Wait("reading what may be moved by now…")
		}
	case wrapped:
		if t, ok := w.s.Token(w.s.Network.Contracts.WrappedNative); ok &&
			w.pair.Src.Address == api.NativeToken {
			dest := w.pair.Dest
			if dest.Address == t.Address { // what was to be bought is held already
				if dest = w.s.Market.Quote; dest.Address == t.Address {
					dest = w.s.Market.Base
				}
			}
			w.setTokens(t, dest)
			return tea.Batch(w.change(), w.pair.Want())
		}
	}
	return funds
}
