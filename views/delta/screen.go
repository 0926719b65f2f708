// Package delta is the Delta screen: an intent from its quote over the signature to the auction that settles it, with every round and bid that
// the service tells of, and the history of the account's orders. Orders are tracked to their end whichever screen is in front.
package delta

import (
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/sign"
)

// The panes.
const (
	paneForm   = "form"
	paneOrder  = "order"
	paneEvents = "timeline"
	paneList   = "history"
)

// mode is what the screen shows.
type mode int

const (
	composing mode = iota // the form of a new order
	following             // one order and its auction
	recalling             // the history
)

// Screen is the Delta screen.
type Screen struct {
	ui.Ring
	s    *views.Session
	area ui.Box
	mode mode
	back mode // to which the history leads back
	seen time.Time

	form *ui.Form
	fields
	src, dest api.Token
	pause     ui.Asker // tells when typing has paused, and keeps one question in flight
	quote     quote    // the newest answer
	askedAt   time.Time
	building  bool     // the service makes the order
	pursuit   *pursuit // an order on its way to be signed

	funds     funds
	fundsErr  string
	fundsFeed *views.Feed

	agents  []string // those that bid on this network
	follow  follow
	events  ui.Scroller
	history history
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	w := &Screen{Ring: ui.NewRing(paneForm), s: s}
	w.makeForm()
	w.fundsFeed = &views.Feed{Pause: fundsPause, Ask: w.askFunds}
	w.follow = newFollow(w.askTracked)
	w.makeHistory()
	w.takePair()
	return w
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Delta }

// Init implements ui.Screen. The history tells which orders are still to be tracked.
func (w *Screen) Init() ui.Cmd {
	return ui.Batch(w.listen(), w.askAgents(), w.wantFunds(), w.history.feed.Want(w.s.Env.Now()))
}

// show changes what the screen shows.
func (w *Screen) show(m mode) ui.Cmd {
	w.mode = m
	switch m {
	case composing:
		w.SetPanes(paneForm)
		w.derive()
		return ui.Batch(w.wantFunds(), w.refresh())
	case following:
		w.SetPanes(paneOrder, paneEvents)
		w.FocusPane(paneEvents)
		w.events.Scroll(1 << 20)
		return w.follow.feed.Want(w.s.Env.Now())
	}
	w.SetPanes(paneList)
	detail := w.watchSelected()
	if w.history.selected != "" {
		detail = ui.Batch(detail, w.history.detail.Want(w.s.Env.Now())) // it may have gone on since
	}
	return ui.Batch(w.history.feed.Want(w.s.Env.Now()), detail)
}

// takePair takes over the chosen pair as long as nothing was typed: Delta sells, so what the quote currency buys is the usual way.
func (w *Screen) takePair() {
	m := w.s.Market
	if w.sell.Value() != "" || m.Base.Address == m.Quote.Address {
		return
	}
	w.setTokens(m.Quote, m.Base)
}

// Resize implements ui.Screen.
func (w *Screen) Resize(area ui.Box) {
	w.area = area
	w.derive()
}

// Update implements ui.Screen.
func (w *Screen) Update(m ui.Msg) ui.Cmd {
	now := w.s.Env.Now()
	for _, f := range []*views.Feed{w.fundsFeed, w.follow.feed, &w.history.feed, &w.history.detail} {
		if cmd, ok := f.Due(m, now); ok {
			return cmd
		}
	}
	if w.pause.Due(m) {
		return w.ask()
	}
	switch m := m.(type) {
	case ui.KeyMsg, ui.PasteMsg:
		return w.typed(m)
	case ui.MouseMsg:
		return ui.Batch(ui.MousePanels(m, &w.Ring, w.panels()), w.watchSelected())
	case ui.FocusMsg:
		return w.onFocus(m)
	case ui.Refresh:
		return w.again()
	case views.BlockSeen:
		return ui.Batch(w.onBlock(), w.wantFunds())
	case views.MarketChanged:
		w.takePair()
		return w.wantFunds()
	case views.AccountChanged:
		return w.onAccount()
	}
	return w.answered(m)
}

func (w *Screen) typed(m ui.Msg) ui.Cmd {
	switch w.mode {
	case composing:
		return w.form.Update(m)
	case recalling:
		w.history.table.Update(m)
		return w.watchSelected()
	}
	return nil
}

// again is the refresh key.
func (w *Screen) again() ui.Cmd {
	now := w.s.Env.Now()
	switch w.mode {
	case composing:
		return ui.Batch(w.refresh(), w.wantFunds())
	case following:
		return w.follow.feed.Want(now)
	}
	return ui.Batch(w.history.feed.Want(now), w.history.detail.Want(now))
}

func (w *Screen) onAccount() ui.Cmd {
	w.funds = funds{}
	w.fundsFeed.Drop()
	w.forgetHistory()
	return ui.Batch(w.change(), w.wantFunds(), w.history.feed.Want(w.s.Env.Now()))
}

// answered takes what was asked for.
func (w *Screen) answered(m ui.Msg) ui.Cmd {
	switch m := m.(type) {
	case gotQuote:
		return w.onQuote(m)
	case gotFunds:
		return w.onFunds(m)
	case built:
		return w.onBuilt(m)
	case sign.Mined:
		return w.onMined(m)
	case gotTracked:
		return w.onTracked(m)
	case pollDue:
		return w.onPollDue(m)
	case auctionMoved:
		return w.onMoved(m)
	case gotAgents:
		w.agents = m
	case gotHistory:
		return w.onHistory(m)
	case gotDetail:
		return w.onDetail(m)
	}
	return nil
}

// Captures implements ui.Capturer.
func (w *Screen) Captures(k ui.Key) bool {
	switch w.mode {
	case composing:
		return w.form.Captures(k)
	case recalling:
		return w.history.table.Captures(k)
	}
	return false
}

// Holds implements ui.Holder: quitting asks while an amount is typed.
func (w *Screen) Holds() string {
	if w.mode == composing && w.sell.Value() != "" {
		return "the form holds a Delta order that is not signed"
	}
	return ""
}

// WindowTitle implements ui.Titler.
func (w *Screen) WindowTitle() string {
	if t := w.shown(); w.mode == following && t != nil {
		return "delta " + w.pairOf(t.record) + " " + ui.Clean(string(t.record.Status))
	}
	return "delta " + ui.Clean(w.src.Symbol) + " → " + ui.Clean(w.dest.Symbol)
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "Delta", Means: "you sign what you sell and the least you accept; agents compete to settle it and pay the gas"},
		{Term: "floor", Means: "the least the contract lets you receive: the quote less your slippage"},
		{Term: "expected", Means: "what was quoted; what you receive beyond it is surplus"},
		{Term: "round", Means: "agents seal bids on one block; the one that brings you most, as simulated, settles the order"},
		{Term: "partial fill", Means: "the order may be settled in several parts, each at the floor's rate or better"},
	}
}
