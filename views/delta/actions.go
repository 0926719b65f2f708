package delta

import (
	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// Actions implements ui.Screen.
func (w *Screen) Actions() []ui.Action {
	switch w.mode {
	case composing:
		return w.composeActions()
	case recalling:
		return w.historyActions()
	}
	return w.orderActions()
}

func act(id, pane string, key ui.Key, label, help, off string, run func() ui.Cmd) ui.Action {
	return ui.Action{Scope: "delta", ID: id, Pane: pane, Keys: []ui.Key{key}, Label: label, Help: help, Off: off, Run: run}
}

func (w *Screen) composeActions() []ui.Action {
	w.derive()
	form := w.form.Actions(paneForm)
	for i := range form {
		switch form[i].ID {
		case "press":
			form[i].Label, form[i].Help = "sign", "build the order and show it in words to be signed"
		case "previous":
			form[i].Quiet = true
		}
	}
	return append(form,
		act("history", "", "h", "history", "list the account's Delta orders", "", w.toHistory),
		act("flip", "", "u", "flip ⇅", "exchange what is sold and what is bought", "", w.flip),
		act("approve", "", "a", "approve exact", "let the Delta contract move exactly what is sold", w.noApproval(), w.approve),
		act("wrap", "", "w", "wrap", "turn the native coin into its wrapped token, to sell that", w.noWrap(), w.wrap),
		act("swap", "", "i", "swap instead", "go to the swap of the same tokens", w.noSwap(), w.swapInstead),
		act("buy", "", "b", "BUY", "give the amount to buy", "Delta sells exact amounts only: agents compete on what you get", func() ui.Cmd { return nil }),
		act("auction", "", "v", "auction", "show the order that is followed", w.noShown(), func() ui.Cmd { return w.show(following) }),
		act("selltoken", "", "[", "token to sell", "choose the token that is sold", "", w.pickSell),
		act("buytoken", "", "]", "token to buy", "choose the token that is bought", "", w.pickBuy),
		act("clear", "", "ctrl+l", "clear", "empty the form", "", w.clear))
}

func (w *Screen) orderActions() []ui.Action {
	var r api.DeltaRecord
	if t := w.shown(); t != nil {
		r = t.record
	}
	polling := "pause polling"
	if w.follow.paused {
		polling = "poll again"
	}
	out := []ui.Action{
		act("new", "", "n", "new quote", "begin another order", "", func() ui.Cmd { return w.show(composing) }),
		act("history", "", "h", "history", "list the account's Delta orders", "", w.toHistory),
		act("copy", "", "y", "copy id", "copy the order's id", w.noShown(), func() ui.Cmd { return ui.Copy("order id", r.ID) }),
		act("raw", "", "o", "raw record", "show the record, every round and every event as the service sent them", w.noShown(), func() ui.Cmd { return w.rawOrder() }),
		act("pause", "", "p", polling, "ask by time or only at events", "", w.togglePolling),
		act("cancel", "", "x", "cancel", "sign a cancellation of the order", w.whyNotCancel(r), func() ui.Cmd { return w.cancel(r) }),
		act("cover", "", "a", "approve exact", "allow exactly what the open orders need of the token", w.whyNotCover(r), func() ui.Cmd { return w.cover(r) }),
	}
	return append(append(out, w.events.Actions("timeline", paneEvents)...), w.PaneActions()...)
}

func (w *Screen) historyActions() []ui.Action {
	h := &w.history
	r, ok := h.table.Selected()
	none, noTx := "", ""
	if !ok {
		none = "no order is selected"
	}
	if len(r.Transactions) == 0 {
		noTx = "it has no transaction"
	}
	table := h.table.Actions(paneList, w.openSelected)
	for i, a := range table {
		if a.ID == "filter" || a.ID == "sort" {
			table[i].Quiet = false
		}
		table[i].Run = func() ui.Cmd { return ui.Batch(a.Run(), w.watchSelected()) }
	}
	return append(table,
		act("back", "", "h", "back", "leave the history", "", func() ui.Cmd { return w.show(w.back) }),
		act("next", "", "n", "next page", "older orders", w.noNext(), func() ui.Cmd { return w.turn(1) }),
		act("previous", "", "p", "previous page", "newer orders", w.noPrevious(), func() ui.Cmd { return w.turn(-1) }),
		act("chains", "", "v", "chain", "orders of every network, or of this one", "", w.toggleAll),
		act("raw", "", "o", "raw record", "show the record as the service sent it", none, func() ui.Cmd { return w.raw(r.ID, r.DeltaRecord) }),
		act("copy", "", "y", "copy tx", "copy the hash of the last settlement", noTx, func() ui.Cmd {
			return ui.Copy("transaction hash", r.Transactions[len(r.Transactions)-1].Hash.Hex())
		}),
		act("cancel", "", "x", "cancel", "sign a cancellation of the order", w.whyNotCancel(r.DeltaRecord), func() ui.Cmd { return w.cancel(r.DeltaRecord) }),
		act("csv", "", "e", "CSV", "write the list to a CSV file", "", func() ui.Cmd { return ui.Export(w.s.Env, "delta", "csv", h.table.CSV()) }))
}

func (w *Screen) toHistory() ui.Cmd {
	w.back = w.mode
	return w.show(recalling)
}

func (w *Screen) noShown() string {
	if w.shown() == nil {
		return "no order is followed: h lists them"
	}
	return ""
}

func (w *Screen) noApproval() string {
	a, _ := w.amount()
	switch {
	case w.src.Address == api.NativeToken:
		return "the native coin needs to be wrapped"
	case a.IsZero():
		return "type an amount"
	case !w.funds.known:
		return "your allowance is being read"
	case !w.short():
		return "the allowance covers it"
	}
	return w.s.MaySign()
}

func (w *Screen) noWrap() string {
	a, _ := w.amount()
	switch {
	case w.src.Address != api.NativeToken:
		return "only the native coin is wrapped"
	case a.IsZero():
		return "type an amount"
	case w.funds.known && w.funds.held.Balance.Less(a):
		return "you hold less"
	}
	return w.s.MaySign()
}

func (w *Screen) noSwap() string {
	if w.src.Address == w.dest.Address {
		return "choose two different tokens"
	}
	return ""
}

// swapInstead goes to the swap screen with the same tokens.
func (w *Screen) swapInstead() ui.Cmd {
	p, have := api.Pair{Base: w.src.Address, Quote: w.dest.Address}, w.s.Pair()
	if have != p && have != (api.Pair{Base: p.Quote, Quote: p.Base}) {
		w.s.Market = api.Market{ChainID: w.s.Network.ChainID, Base: w.dest, Quote: w.src}
	}
	return ui.Batch(views.TellAll(views.MarketChanged{}), ui.Goto(views.Swap, nil))
}
