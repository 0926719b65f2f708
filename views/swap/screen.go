package swap

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/pairform"
	"bourse/views/route"
)

// The panes that take the focus.
const (
	paneForm  = "form"
	paneRoute = "route"
)

// Screen is the Swap screen: the form, the route of the newest quote for it, what else the amount
// would bring, what would be sent, and the trade that leads to the signature.
type Screen struct {
	ui.Panes
	s           *views.Session
	pair        *pairform.Pair
	in          *inputs
	trade       *route.Trade
	form        *formPane
	route       *routePane
	compare     *comparePane
	transaction *transactionPane
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	w := &Screen{s: s, pair: pairform.New(s, true)}
	w.in = newInputs(s, w.pair)
	toForm := func() { w.FocusPane(paneForm) }
	w.form = newForm(s, w.pair, w.in, toForm)
	w.trade = route.New(s, w.pair, route.Form{Wish: w.in.wish, Missing: w.in.missing,
		Seen:    func() bool { return !s.Env.Hidden() },
		Changed: w.onNewest, Quoted: func(q route.Quote) tea.Cmd { return w.compare.ask(q) },
		Edit: w.form.edit, Sent: w.form.empty})
	w.form.trade = w.trade
	w.form.figures = &figures{s, w.pair, w.in, w.trade}
	w.route = &routePane{s: s, pair: w.pair, in: w.in, trade: w.trade, leave: toForm}
	w.compare = &comparePane{s: s, pair: w.pair, trade: w.trade}
	w.transaction = &transactionPane{s: s, trade: w.trade}
	w.Panes = ui.NewPanes(s.Env, w.layout, w.route, w.form, w.compare, w.transaction)
	w.form.takeMarket()
	return w
}

// layout has the form, and the route with what stands below it.
func (w *Screen) layout(area cells.Box) []ui.Placed {
	columns := area.Columns(cells.Fixed(45), cells.Fill(1))
	if area.Wide() {
		columns = area.Columns(cells.Percent(48), cells.Fill(1))
	}
	rows := columns[1].Rows(cells.Fill(1), cells.Fixed(7))
	if area.Tall() {
		rows = columns[1].Rows(cells.Fill(1), cells.Fixed(7), cells.Fixed(8))
	}
	out := []ui.Placed{{Pane: w.form, Box: columns[0]}, {Pane: w.route, Box: rows[0]},
		{Pane: w.compare, Box: rows[1]}}
	if area.Tall() {
		out = append(out, ui.Placed{Pane: w.transaction, Box: rows[2]})
	}
	return out
}

// onNewest shows what the newest quote says.
func (w *Screen) onNewest() {
	w.route.grow(w.s.Area)
	w.form.derive()
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Swap }

// Init implements ui.Screen.
func (w *Screen) Init() tea.Cmd { return w.pair.Want() }

// Update implements ui.Screen.
func (w *Screen) Update(m tea.Msg) tea.Cmd {
	if cmd, _, ok := w.pair.Update(m); ok {
		return cmd
	}
	if cmd, ok := w.trade.Update(m); ok {
		return cmd
	} else if cmd != nil {
		return tea.Batch(cmd, w.pair.Want())
	}
	switch m := m.(type) {
	case ui.Refresh:
		return tea.Batch(w.trade.Quotes.Refresh(), w.pair.Want())
	case views.BlockSeen:
		return w.pair.Want()
	case views.NewSale:
		return w.form.begin(m)
	case views.MarketChanged:
		w.form.takeMarket()
		return w.pair.Want()
	case views.AccountChanged:
		w.pair.Forget()
		return tea.Batch(w.form.change(), w.pair.Want())
	}
	return w.Panes.Update(m)
}

// Actions implements ui.Screen.
func (w *Screen) Actions() []ui.Action {
	return w.Panes.Actions(
		act("flip", "", "u", "flip ⇅", "exchange what is sold and what is bought", "",
			w.form.flip),
		act("slippage", "", "s", "slippage", "the next slippage", "", w.form.nextSlippage),
		act("approve", "", "a", "approve exact",
			"let the route's spender move what the swap may take, no more",
			w.trade.Checks.NoApproval(), w.trade.Reviewer.Approve),
		act("permit", "", "p", "sign permit", "sign the token's permit into the swap instead of "+
			"an approval", w.trade.Checks.NoPermit(), w.trade.Reviewer.Permit),
		act("route", paneForm, "v", "route", "go to the route", w.route.noRoute(), w.toRoute),
		act("sell", "", "[", "token to sell", "choose the token that is sold", "",
			w.form.pickSell),
		act("buy", "", "]", "token to buy", "choose the token that is bought", "", w.form.pickBuy),
		act("advanced", "", "d", "advanced", "version, exchanges, partner, surplus", "",
			w.form.toggleAdvanced),
		act("copy", "", "y", "copy calldata", "copy the transaction's data", w.route.noCall(),
			w.route.copyCall),
		act("raw", "", "o", "raw JSON", "show the route as it came", w.route.noRoute(),
			w.route.openRaw),
		act("market", "", "b", "order book", "show the order book of the two tokens", w.noMarket(),
			w.showMarket),
		act("clear", "", "ctrl+l", "clear", "empty the form", "", w.form.clear))
}

func act(id, pane string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
	return ui.Action{Scope: "swap", ID: id, Pane: pane, Key: ui.Keys(key), Label: label,
		Help: help, Off: off, Run: run}
}

func (w *Screen) toRoute() tea.Cmd {
	w.FocusPane(paneRoute)
	if w.route.tree.Selected() == "" {
		w.route.tree.Move(1)
	}
	return nil
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
	w.s.Choose(base, quote)
	w.s.Goto(views.Markets, nil)
	return nil
}

// Unsaved implements ui.Unsaved: quitting asks while an amount is typed.
func (w *Screen) Unsaved() string {
	if w.in.amountText() != "" && w.trade.Reviewer.Ended == "" {
		return w.s.Unsigned(w.trade.Reviewer.Sent, w.in.wish().Key(), "a swap")
	}
	return ""
}

// WindowTitle implements ui.Titler.
func (w *Screen) WindowTitle() string {
	return fmt.Sprintf("swap %s → %s", cells.Clean(w.pair.Src.Symbol),
		cells.Clean(w.pair.Dest.Symbol))
}

// Status implements ui.StatusProvider: the gravest check, then how the last swap ended.
func (w *Screen) Status() ui.Note {
	if note := w.s.Env.Gravest(w.trade.Checks.All()); note != (ui.Note{}) {
		return note
	}
	if w.trade.Reviewer.Ended != "" {
		return ui.Note{Level: w.trade.Reviewer.EndedLevel, Text: w.trade.Reviewer.Ended}
	}
	return ui.Note{}
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "price impact", Means: "what is lost against the tokens' value in USD: fees of " +
			"the pools and the price moving against you"},
		{Term: "slippage", Means: "how much worse than quoted the chain may make it before the " +
			"swap reverts"},
		{Term: "exact in, exact out", Means: "which of the two amounts is fixed; the other one " +
			"may slip"},
		{Term: "surplus", Means: "what the chain delivers beyond the quote"},
	}
}
