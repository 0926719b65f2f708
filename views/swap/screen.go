package swap

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/pairform"
	"bourse/views/route"
)

const (
	paneForm  = "form"
	paneRoute = "route"
)

// Screen is the Swap screen: what is typed, the newest quote for it, the checks of both, the route,
// the figures beside it, and the way to the signature.
type Screen struct {
	ui.Ring
	s       *views.Session
	area    cells.Box
	pair    *pairform.Pair
	in      *inputs
	trade   *route.Trade
	route   *routePane
	figures *figurePanes
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	w := &Screen{Ring: ui.NewRing(paneForm, paneRoute), s: s, pair: pairform.New(s, true)}
	w.in = newInputs(s, w.pair)
	w.in.form.Changed = w.changed
	for _, percent := range []uint64{10, 25, 50, 75, 100} {
		w.in.sell.Presets = append(w.in.sell.Presets,
			func() string { return w.share(percent) })
	}
	w.trade = route.New(s, w.pair, route.Form{Wish: w.in.wish, Missing: w.in.missing,
		Changed: w.onNewest, Quoted: func(q route.Quote) tea.Cmd { return w.figures.compare(q) },
		Edit: w.edit, Sent: w.empty})
	w.route = &routePane{s: s, pair: w.pair, in: w.in, trade: w.trade}
	w.figures = &figurePanes{s: s, pair: w.pair, in: w.in, trade: w.trade}
	w.follow()
	return w
}

// onNewest shows what the newest quote says.
func (w *Screen) onNewest() {
	w.route.grow(w.area)
	w.derive()
}

// edit leads back to the amount.
func (w *Screen) edit() tea.Cmd {
	w.FocusPane(paneForm)
	w.in.form.Focus("sell")
	return nil
}

// empty is what a swap that was signed leaves: what is typed would swap as much once more, or for
// another receiver.
func (w *Screen) empty() tea.Cmd {
	w.in.reset()
	exact, _ := w.in.exact()
	w.in.form.Focus(exact.ID)
	return w.change()
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Swap }

// Init implements ui.Screen.
func (w *Screen) Init() tea.Cmd { return w.pair.Want() }

// follow takes over the chosen pair as long as nothing was typed.
func (w *Screen) follow() {
	m := w.s.Market
	if w.in.amountText() != "" || m.Base.Address == m.Quote.Address {
		return
	}
	w.setTokens(w.pair.Turned(m.Base, m.Quote))
}

// begin fills the form with what was typed elsewhere, and nothing of what it held.
func (w *Screen) begin(m views.NewSale) tea.Cmd {
	w.in.reset()
	w.in.setSide(!m.Buy)
	w.setTokens(m.Src, m.Dest)
	exact := w.in.sell
	if m.Buy {
		exact = w.in.buy
	}
	exact.Input.Fill(m.Amount)
	if m.Slippage != nil {
		pairform.ChooseSlippage(w.in.slip, w.in.slipOther, *m.Slippage)
	}
	w.FocusPane(paneForm)
	w.in.form.Focus(exact.ID)
	return tea.Batch(w.change(), w.pair.Want())
}

// setTokens chooses what is sold and bought. A quote of other tokens says nothing about them.
func (w *Screen) setTokens(src, dest api.Token) {
	w.pair.Set(src, dest)
	w.trade.Quotes.Clear()
	w.derive()
}

// Resize implements ui.Screen.
func (w *Screen) Resize(area cells.Box) {
	w.area = area
	w.route.grow(area)
	w.derive()
}

// Update implements ui.Screen.
func (w *Screen) Update(m tea.Msg) tea.Cmd {
	if cmd, changed, ok := w.pair.Update(m); ok {
		if changed {
			w.derive()
		}
		return cmd
	}
	if cmd, ok := w.trade.Update(m); ok {
		return cmd
	} else if cmd != nil {
		return tea.Batch(cmd, w.pair.Want())
	}
	switch m := m.(type) {
	case tea.KeyMsg:
		w.takeOver(m.Paste || len(m.Runes) > 0 && !m.Alt)
		return w.in.form.Update(m)
	case tea.MouseMsg:
		return ui.MousePanes(m, &w.Ring, w.panes())
	case ui.Shown:
		return w.in.form.Update(m)
	case ui.Refresh:
		return tea.Batch(w.trade.Quotes.Refresh(), w.pair.Want())
	case views.BlockSeen:
		return w.pair.Want()
	case views.NewSale:
		return w.begin(m)
	case elsewhere:
		w.figures.onCompared(m)
	case gotNames:
		return m.pick(m.names, m.err)
	case views.MarketChanged:
		w.follow()
		return w.pair.Want()
	case views.AccountChanged:
		w.pair.Forget()
		return tea.Batch(w.change(), w.pair.Want())
	}
	return nil
}

// Captures implements ui.Capturer.
func (w *Screen) Captures(k tea.KeyMsg) bool {
	return w.HasFocus(paneForm) && w.in.form.Captures(k)
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
	if note := ui.Gravest(w.trade.Checks.All()); note != (ui.Note{}) {
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

// askNames reads what the exchanges are called, to pick from.
func (w *Screen) askNames(pick func([]string, error) tea.Cmd) tea.Cmd {
	exchange, version := w.s.Exchange, w.in.swapVersion()
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) tea.Msg {
		names, err := exchange.Exchanges(ctx, version)
		return gotNames{names, err, pick}
	})
}
