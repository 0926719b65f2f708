// Package swap is the Swap screen: one form that sells or buys an exact amount over the best route through pools and orders, shows that route
// leg by leg beside what else the amount would bring, and takes it over the sign dialog to what really arrived.
package swap

import (
	"fmt"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
)

const (
	paneForm  = "form"
	paneRoute = "route"
)

// Screen is the Swap screen.
type Screen struct {
	ui.Ring
	s    *views.Session
	area ui.Box
	form *ui.Form
	fields
	src, dest api.Token
	seen      time.Time

	pause   ui.Asker // tells when typing has paused, and keeps one question in flight
	quote   quote    // the newest answer
	askedAt time.Time
	serial  uint64 // of quotes

	funds     funds
	fundsErr  string
	fundsFeed *views.Feed

	tree      ui.Tree
	reviewing bool // the quote for the review is under way
	decision  decision
	ended     string // how the last swap ended
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	w := &Screen{Ring: ui.NewRing(paneForm, paneRoute), s: s}
	w.makeForm()
	w.fundsFeed = &views.Feed{Pause: fundsPause, Ask: w.askFunds}
	w.follow()
	return w
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Swap }

// Init implements ui.Screen.
func (w *Screen) Init() ui.Cmd { return w.wantFunds() }

// follow takes over the chosen pair as long as nothing was typed.
func (w *Screen) follow() {
	m := w.s.Market
	if w.amountText() != "" || m.Base.Address == m.Quote.Address {
		return
	}
	w.setTokens(m.Base, m.Quote)
}

// setTokens chooses what is sold and bought. A quote of other tokens says nothing about them.
func (w *Screen) setTokens(src, dest api.Token) {
	if w.src.Address != src.Address {
		w.funds = funds{}
		w.fundsFeed.Drop()
	}
	w.src, w.dest = src, dest
	w.clearQuote()
	w.derive()
}

// Resize implements ui.Screen.
func (w *Screen) Resize(area ui.Box) {
	w.area = area
	w.growTree()
	w.derive()
}

// Update implements ui.Screen.
func (w *Screen) Update(m ui.Msg) ui.Cmd {
	if cmd, ok := w.fundsFeed.Due(m, w.s.Env.Now()); ok {
		return cmd
	}
	if w.pause.Due(m) {
		return w.ask()
	}
	switch m := m.(type) {
	case ui.KeyMsg:
		w.takeOver(m.Key.Text() != "")
		return w.form.Update(m)
	case ui.PasteMsg:
		w.takeOver(true)
		return w.form.Update(m)
	case ui.MouseMsg:
		return ui.MousePanels(m, &w.Ring, w.panels())
	case ui.Refresh:
		return ui.Batch(w.refresh(), w.wantFunds())
	case views.BlockSeen:
		return ui.Batch(w.onBlock(), w.recheck(), w.wantFunds())
	case views.MarketChanged:
		w.follow()
		return w.wantFunds()
	case views.AccountChanged:
		w.funds = funds{}
		w.fundsFeed.Drop()
		return ui.Batch(w.change(), w.wantFunds())
	}
	return w.answered(m)
}

// answered takes what was asked for.
func (w *Screen) answered(m ui.Msg) ui.Cmd {
	switch m := m.(type) {
	case gotQuote:
		return w.onQuote(m)
	case gotMore:
		w.onMore(m)
	case gotFunds:
		return w.onFunds(m)
	case gotNames:
		return m.pick(m.names, m.err)
	case reviewed:
		return w.onReviewed(m)
	case rechecked:
		w.onRechecked(m)
	case sign.Mined:
		return w.onMined(m)
	case arrived:
		return w.onArrived(m)
	}
	return nil
}

// Captures implements ui.Capturer.
func (w *Screen) Captures(k ui.Key) bool { return w.HasFocus(paneForm) && w.form.Captures(k) }

// Holds implements ui.Holder: quitting asks while an amount is typed.
func (w *Screen) Holds() string {
	if w.amountText() != "" && w.ended == "" {
		return "the form holds a swap that is not signed"
	}
	return ""
}

// WindowTitle implements ui.Titler.
func (w *Screen) WindowTitle() string {
	return fmt.Sprintf("swap %s → %s", ui.Clean(w.src.Symbol), ui.Clean(w.dest.Symbol))
}

// Note implements ui.Noter: the gravest check, then how the last swap ended.
func (w *Screen) Note() ui.Note {
	if note := ui.Gravest(w.checks()); note != (ui.Note{}) {
		return note
	}
	if w.ended != "" {
		return ui.Note{Level: ui.OK, Text: w.ended}
	}
	return ui.Note{}
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "price impact", Means: "what is lost against the tokens' value in USD: fees of the pools and the price moving against you"},
		{Term: "slippage", Means: "how much worse than quoted the chain may make it before the swap reverts"},
		{Term: "exact in, exact out", Means: "which of the two amounts is fixed; the other one may slip"},
		{Term: "surplus", Means: "what the chain delivers beyond the quote"},
	}
}
