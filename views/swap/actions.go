package swap

import (
	"encoding/json"
	"slices"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/menu"
	"bourse/views"
	"bourse/views/pairform"
)

// Actions implements ui.Screen.
func (w *Screen) Actions() []ui.Action {
	act := func(id, pane string, key string, label, help, off string,
		run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "swap", ID: id, Pane: pane, Key: ui.Keys(key), Label: label,
			Help: help, Off: off, Run: run}
	}
	w.derive()
	back := act("form", paneRoute, "tab", "form", "back to the form", "", w.toForm)
	back.Key = ui.Keys("tab", "shift+tab", "esc", "left")
	out := append([]ui.Action{back}, w.route.tree.Actions(paneRoute, w.route.openLeg)...)
	form := w.in.form.Actions(paneForm)
	for i := range form {
		switch form[i].ID {
		case "press":
			form[i].Label, form[i].Help = "review",
				"ask for the newest quote and show the swap in words to be signed"
		case "previous":
			form[i].Quiet = true
		}
	}
	out = append(append(out, form...),
		act("flip", "", "u", "flip ⇅", "exchange what is sold and what is bought", "", w.flip),
		act("slippage", "", "s", "slippage", "the next slippage", "", w.nextSlippage),
		act("approve", "", "a", "approve exact",
			"let the route's spender move what the swap may take, no more",
			w.trade.Checks.NoApproval(), w.trade.Reviewer.Approve),
		act("permit", "", "p", "sign permit", "sign the token's permit into the swap instead of "+
			"an approval", w.trade.Checks.NoPermit(), w.trade.Reviewer.Permit),
		act("route", paneForm, "v", "route", "go to the route", w.noRoute(), w.toRoute),
		act("sell", "", "[", "token to sell", "choose the token that is sold", "", w.pickSell),
		act("buy", "", "]", "token to buy", "choose the token that is bought", "", w.pickBuy),
		act("advanced", "", "d", "advanced", "version, exchanges, partner, surplus", "",
			w.toggleAdvanced),
		act("copy", "", "y", "copy calldata", "copy the transaction's data", w.noCall(),
			w.copyCall),
		act("raw", "", "o", "raw JSON", "show the route as it came", w.noRoute(), w.openRaw),
		act("market", "", "b", "order book", "show the order book of the two tokens", w.noMarket(),
			w.showMarket),
		act("clear", "", "ctrl+l", "clear", "empty the form", "", w.clear))
	return out
}

func (w *Screen) toForm() tea.Cmd { w.FocusPane(paneForm); return nil }

func (w *Screen) toRoute() tea.Cmd {
	w.FocusPane(paneRoute)
	if w.route.tree.Selected() == "" {
		w.route.tree.Move(1)
	}
	return nil
}

func (w *Screen) noRoute() string {
	if !w.trade.Quotes.Newest.Known {
		return "there is no route yet"
	}
	return ""
}

func (w *Screen) noCall() string {
	if data, _, _ := w.trade.Quotes.Newest.Sends(); len(data) == 0 || !w.trade.Quotes.Fits() {
		return "there is no transaction yet"
	}
	return ""
}

func (w *Screen) copyCall() tea.Cmd {
	data, _, _ := w.trade.Quotes.Newest.Sends()
	return w.s.Copy("calldata", "0x"+common.Bytes2Hex(data))
}

func (w *Screen) openRaw() tea.Cmd {
	text, err := json.MarshalIndent(w.trade.Quotes.Newest.Route, "", "  ")
	if err != nil {
		return w.s.Toast(ui.Bad, err.Error())
	}
	return w.s.Open(ui.NewViewer(w.s.Env, "Route · raw JSON", string(text)))
}

func (w *Screen) nextSlippage() tea.Cmd {
	w.in.slip.Chosen = (w.in.slip.Chosen + 1) % len(w.in.slip.Choices)
	if w.in.slip.Value() == pairform.Custom {
		w.derive()
		w.in.form.Focus("custom")
	}
	return w.change()
}

func (w *Screen) toggleAdvanced() tea.Cmd {
	if w.in.more.Value() == shown {
		w.in.more.Choose(hidden)
		w.in.form.Focus("sell")
	} else {
		w.in.more.Choose(shown)
		w.derive()
		w.in.form.Focus("version")
	}
	w.FocusPane(paneForm)
	w.derive()
	return nil
}

// setPair chooses the tokens and asks for their quote.
func (w *Screen) setPair(src, dest api.Token) tea.Cmd {
	w.setTokens(src, dest)
	return tea.Batch(w.change(), w.pair.Want())
}

func (w *Screen) pickSell() tea.Cmd { return w.pair.PickSell(w.flip, w.setPair) }

func (w *Screen) pickBuy() tea.Cmd { return w.pair.PickBuy(w.flip, w.setPair) }

// pickExchanges adds an exchange to a list, or takes it off.
func (w *Screen) pickExchanges(title string, list *[]string) tea.Cmd {
	return w.askNames(func(names []string, err error) tea.Cmd {
		if err != nil {
			return w.s.Toast(ui.Bad, "could not read the names of the exchanges: "+api.AsError(
				err).Details)
		}
		return w.s.Open(menu.New(w.s.Env, title, w.exchangeItems(names, list)))
	})
}

func (w *Screen) exchangeItems(names []string, list *[]string) []menu.Item {
	set := func(names []string) tea.Cmd { *list = names; return w.change() }
	items := []menu.Item{{Title: "none", Run: func() tea.Cmd { return set(nil) }}}
	for _, name := range names {
		i, note, after := slices.Index(*list, name), "", append(slices.Clone(*list), name)
		if i >= 0 {
			note, after = "✓ named", slices.Delete(slices.Clone(*list), i, i+1)
		}
		items = append(items, menu.Item{
			Title: name, Note: note, Run: func() tea.Cmd { return set(after) }})
	}
	return items
}

func (w *Screen) bookPair() api.Pair {
	return api.Pair{Base: inBook(w.s, w.pair.Src.Address.Hex()),
		Quote: inBook(w.s, w.pair.Dest.Address.Hex())}
}

func (w *Screen) noMarket() string {
	if p := w.bookPair(); p.Base == p.Quote {
		return "a coin and its wrapped token have no order book"
	}
	return ""
}

// showMarket goes to the order book, with the pair as it is traded.
func (w *Screen) showMarket() tea.Cmd {
	p := w.bookPair()
	base, _ := w.s.Token(p.Base)
	quote, _ := w.s.Token(p.Quote)
	return tea.Batch(w.s.Choose(base, quote), w.s.Goto(views.Markets, nil))
}
