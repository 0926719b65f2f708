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
	"bourse/views/sign"
)

const (
	paneForm  = "form"
	paneRoute = "route"
)

// Screen is the Swap screen: what is typed, the newest quote for it, the checks of both, the route,
// the figures beside it, and the way to the signature.
type Screen struct {
	ui.Ring
	s        *views.Session
	area     cells.Box
	pair     *pairform.Pair
	in       *inputs
	quotes   *quoter
	checker  *checker
	route    *routePane
	figures  *figurePanes
	reviewer *reviewer
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
	w.quotes = &quoter{s: s, pair: w.pair, in: w.in, changed: w.onNewest}
	w.checker = &checker{s: s, pair: w.pair, in: w.in, quotes: w.quotes}
	w.route = &routePane{s: s, pair: w.pair, in: w.in, quotes: w.quotes}
	w.reviewer = &reviewer{s: s, pair: w.pair, in: w.in, quotes: w.quotes, checker: w.checker,
		edit: w.edit, change: w.change}
	w.figures = &figurePanes{s: s, pair: w.pair, quotes: w.quotes, checker: w.checker,
		reviewer: w.reviewer}
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
	w.setTokens(m.Base, m.Quote)
}

// begin fills the form with what was typed elsewhere, and nothing of what it held.
func (w *Screen) begin(m views.NewSale) tea.Cmd {
	w.in.reset()
	w.in.setSide(true)
	w.setTokens(m.Src, m.Dest)
	w.in.sell.Input.Fill(m.Amount)
	w.FocusPane(paneForm)
	w.in.form.Focus("sell")
	return tea.Batch(w.change(), w.pair.Want())
}

// setTokens chooses what is sold and bought. A quote of other tokens says nothing about them.
func (w *Screen) setTokens(src, dest api.Token) {
	w.pair.Set(src, dest)
	w.quotes.clear()
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
	if w.quotes.pause.Due(m) {
		return w.quotes.ask()
	}
	switch m := m.(type) {
	case tea.KeyMsg:
		w.takeOver(m.Paste || len(m.Runes) > 0 && !m.Alt)
		return w.in.form.Update(m)
	case tea.MouseMsg:
		return ui.MousePanes(m, &w.Ring, w.panes())
	case ui.Refresh:
		return tea.Batch(w.quotes.refresh(), w.pair.Want())
	case views.BlockSeen:
		return tea.Batch(w.quotes.onBlock(), w.reviewer.recheck(), w.pair.Want())
	case views.NewSale:
		return w.begin(m)
	case views.MarketChanged:
		w.follow()
		return w.pair.Want()
	case views.AccountChanged:
		w.pair.Forget()
		return tea.Batch(w.change(), w.pair.Want())
	}
	return w.answered(m)
}

// answered takes what was asked for.
func (w *Screen) answered(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case gotQuote:
		return w.quotes.onQuote(m)
	case gotMore:
		w.quotes.onMore(m)
	case gotNames:
		return m.pick(m.names, m.err)
	case reviewed:
		return w.reviewer.onReviewed(m)
	case rechecked:
		w.reviewer.onRechecked(m)
	case sign.Sent:
		return w.reviewer.onSent(m)
	case sign.Mined:
		return w.reviewer.onMined(m)
	case arrived:
		return w.reviewer.onArrived(m)
	}
	return nil
}

// Captures implements ui.Capturer.
func (w *Screen) Captures(k tea.KeyMsg) bool {
	return w.HasFocus(paneForm) && w.in.form.Captures(k)
}

// Unsaved implements ui.Unsaved: quitting asks while an amount is typed.
func (w *Screen) Unsaved() string {
	if w.in.amountText() != "" && w.reviewer.ended == "" {
		return "the form holds a swap that is not signed"
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
	if note := ui.Gravest(w.checker.checks()); note != (ui.Note{}) {
		return note
	}
	if w.reviewer.ended != "" {
		return ui.Note{Level: ui.OK, Text: w.reviewer.ended}
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

func (w *Screen) service() service { return w.s.Service }

// askNames reads what the exchanges are called, to pick from.
func (w *Screen) askNames(pick func([]string, error) tea.Cmd) tea.Cmd {
	service, chain, version := w.service(), w.s.Network.ChainID, w.in.swapVersion()
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) tea.Msg {
		names, err := service.Exchanges(ctx, chain, version)
		return gotNames{names, err, pick}
	})
}
