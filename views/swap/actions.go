package swap

import (
	"encoding/json"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

// Actions implements ui.Screen.
func (w *Screen) Actions() []ui.Action {
	act := func(id, pane string, key ui.Key, label, help, off string, run func() ui.Cmd) ui.Action {
		return ui.Action{Scope: "swap", ID: id, Pane: pane, Keys: []ui.Key{key}, Label: label, Help: help, Off: off, Run: run}
	}
	w.derive()
	back := act("form", paneRoute, "tab", "form", "back to the form", "", w.toForm)
	back.Keys = []ui.Key{"tab", "shift+tab", "esc", "left"}
	out := append([]ui.Action{back}, w.tree.Actions(paneRoute, w.openLeg)...)
	form := w.form.Actions(paneForm)
	for i := range form {
		switch form[i].ID {
		case "press":
			form[i].Label, form[i].Help = "review", "ask for the newest quote and show the swap in words to be signed"
		case "previous":
			form[i].Quiet = true
		}
	}
	out = append(append(out, form...), act("flip", "", "u", "flip ⇅", "exchange what is sold and what is bought", "", w.flip),
		act("slippage", "", "s", "slippage", "the next slippage", "", w.nextSlippage),
		act("approve", "", "a", "approve exact", "let the route's spender move what the swap may take, no more", w.noApproval(), w.approve),
		act("route", paneForm, "v", "route", "go to the route", w.noRoute(), w.toRoute),
		act("sell", "", "[", "token to sell", "choose the token that is sold", "", w.pickSell),
		act("buy", "", "]", "token to buy", "choose the token that is bought", "", w.pickBuy),
		act("advanced", "", "d", "advanced", "version, exchanges, partner, surplus", "", w.toggleAdvanced),
		act("copy", "", "y", "copy calldata", "copy the transaction's data", w.noCall(), w.copyCall),
		act("raw", "", "o", "raw JSON", "show the route as it came", w.noRoute(), w.openRaw),
		act("market", "", "b", "order book", "show the order book of the two tokens", w.noMarket(), w.showMarket),
		act("clear", "", "ctrl+l", "clear", "empty the form", "", w.clear))
	return out
}

func (w *Screen) toForm() ui.Cmd { w.FocusPane(paneForm); return nil }

func (w *Screen) toRoute() ui.Cmd {
	w.FocusPane(paneRoute)
	if w.tree.Selected() == "" {
		w.tree.Move(1)
	}
	return nil
}

func (w *Screen) noRoute() string {
	if !w.quote.known {
		return "there is no route yet"
	}
	return ""
}

func (w *Screen) noApproval() string {
	pays, known := w.pays()
	switch {
	case w.src.Address == api.NativeToken:
		return "the native coin needs no approval"
	case !known || !w.fits():
		return "there is no quote yet"
	case !w.funds.known:
		return "your allowance is being read"
	case !w.allowed().Less(pays):
		return "the allowance covers it"
	}
	return w.s.MaySign()
}

// call is what would be sent: its data, to whom, and how much native coin.
func (w *Screen) call() (data []byte, to common.Address, value api.Amount) {
	m := w.quote.more
	switch {
	case m.simulated:
		return m.tx.Data, m.tx.To, m.tx.Value
	case len(m.params.Data) > 0:
		return m.params.Data, m.params.To, m.params.Value
	}
	return nil, w.quote.route.ContractAddress, api.Amount{}
}

func (w *Screen) noCall() string {
	if data, _, _ := w.call(); len(data) == 0 || !w.fits() {
		return "there is no transaction yet"
	}
	return ""
}

func (w *Screen) copyCall() ui.Cmd {
	data, _, _ := w.call()
	return ui.Copy("calldata", "0x"+common.Bytes2Hex(data))
}

func (w *Screen) openRaw() ui.Cmd {
	text, err := json.MarshalIndent(w.quote.route, "", "  ")
	if err != nil {
		return ui.Toast(ui.Bad, err.Error())
	}
	return ui.Open(ui.NewViewer(w.s.Env, "Route · raw JSON", string(text)))
}

func (w *Screen) nextSlippage() ui.Cmd {
	w.slip.Chosen = (w.slip.Chosen + 1) % len(w.slip.Choices)
	if w.slip.Value() == custom {
		w.derive()
		w.form.Focus("custom")
	}
	return w.change()
}

func (w *Screen) toggleAdvanced() ui.Cmd {
	if w.more.Value() == shown {
		w.more.Choose(hidden)
		w.form.Focus("sell")
	} else {
		w.more.Choose(shown)
		w.derive()
		w.form.Focus("version")
	}
	w.FocusPane(paneForm)
	w.derive()
	return nil
}

// pickSell chooses the token to sell; choosing the one that is bought flips the two.
func (w *Screen) pickSell() ui.Cmd {
	return views.PickToken(w.s, "Token to sell", func(t api.Token) ui.Cmd {
		if t.Address == w.dest.Address {
			return w.flip()
		}
		w.setTokens(t, w.dest)
		return ui.Batch(w.change(), w.wantFunds())
	})
}

func (w *Screen) pickBuy() ui.Cmd {
	return views.PickToken(w.s, "Token to buy", func(t api.Token) ui.Cmd {
		if t.Address == w.src.Address {
			return w.flip()
		}
		w.setTokens(w.src, t)
		return w.change()
	})
}

// pickExchanges adds an exchange to a list, or takes it off.
func (w *Screen) pickExchanges(title string, list *[]string) ui.Cmd {
	return w.askNames(func(names []string, err error) ui.Cmd {
		if err != nil {
			return ui.Toast(ui.Bad, "could not read the names of the exchanges: "+api.AsError(err).Details)
		}
		return ui.Open(ui.NewMenu(w.s.Env, title, w.exchangeItems(names, list)))
	})
}

func (w *Screen) exchangeItems(names []string, list *[]string) []ui.MenuItem {
	set := func(names []string) ui.Cmd { *list = names; return w.change() }
	items := []ui.MenuItem{{Title: "name none", Run: func() ui.Cmd { return set(nil) }}}
	for _, name := range names {
		i, note, after := slices.Index(*list, name), "", append(slices.Clone(*list), name)
		if i >= 0 {
			note, after = "✓ named", slices.Delete(slices.Clone(*list), i, i+1)
		}
		items = append(items, ui.MenuItem{Title: name, Note: note, Run: func() ui.Cmd { return set(after) }})
	}
	return items
}

func (w *Screen) pair() api.Pair {
	return api.Pair{Base: w.inBook(w.src.Address.Hex()), Quote: w.inBook(w.dest.Address.Hex())}
}

func (w *Screen) noMarket() string {
	if p := w.pair(); p.Base == p.Quote {
		return "a coin and its wrapped token have no order book"
	}
	return ""
}

// showMarket goes to the order book, with the pair as it is traded.
func (w *Screen) showMarket() ui.Cmd {
	p, have := w.pair(), w.s.Pair()
	if have != p && have != (api.Pair{Base: p.Quote, Quote: p.Base}) {
		base, _ := w.s.Token(p.Base)
		quote, _ := w.s.Token(p.Quote)
		w.s.Market = api.Market{ChainID: w.s.Network.ChainID, Base: base, Quote: quote}
	}
	return ui.Batch(views.TellAll(views.MarketChanged{}), ui.Goto(views.Markets, nil))
}
