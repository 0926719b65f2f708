package compose

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/delta/track"
	"bourse/views/pairform"
	"bourse/views/sign"
)

// Hooks are what the form asks of the screen around it.
type Hooks struct {
	Submitted func(api.DeltaRecord, track.Draft) tea.Cmd // an order was signed and accepted
	History   func() tea.Cmd                             // shows the list
	Auction   func() tea.Cmd                             // shows the order that is followed
}

// Form is a new Delta order, from its quote to its signature: what is typed, the newest quote for
// it, the right by which the contract takes what is sold, the checks of all three, and the way to
// the signature.
type Form struct {
	s     *views.Session
	hooks Hooks
	front bool // the form is what the screen shows

	orders  *track.Tracker
	pair    *pairform.Pair
	in      *inputs
	quotes  *quoter
	rights  *rights
	checker *checker
	signer  *signer
}

// New makes the form of a session; orders are those that are open already.
func New(s *views.Session, orders *track.Tracker, hooks Hooks) *Form {
	w := &Form{s: s, hooks: hooks, orders: orders, front: true, pair: pairform.New(s, false)}
	w.in = newInputs(s, w.pair)
	w.in.form.Changed = w.changed
	for _, percent := range []uint64{10, 25, 50, 75, 100} {
		w.in.sell.Presets = append(w.in.sell.Presets,
			func() string { return w.share(percent) })
	}
	w.quotes = &quoter{s: s, pair: w.pair, in: w.in, changed: w.onNewest}
	w.rights = &rights{s: s, pair: w.pair, in: w.in, orders: orders}
	w.checker = &checker{s: s, pair: w.pair, in: w.in, quotes: w.quotes, rights: w.rights,
		orders: orders}
	w.signer = &signer{s: s, pair: w.pair, in: w.in, quotes: w.quotes, rights: w.rights,
		checker: w.checker, submitted: hooks.Submitted, derive: w.derive}
	w.in.market = func() api.Amount {
		if w.quotes.fits() {
			return w.quotes.newest.price.DestAmount
		}
		worth, _ := w.checker.worthNow()
		return worth
	}
	w.in.most = func() api.Amount {
		if f := w.signer.flow; f != nil && !f.most.IsZero() {
			return f.most
		}
		return w.quotes.most()
	}
	w.rights.underWay = func() bool { return w.signer.flow != nil }
	w.rights.signed, w.rights.done = w.signer.hasPermit, w.signer.done
	w.checker.signed = w.signer.signedText
	w.signer.follow = orders.Follow
	w.takePair()
	return w
}

// onNewest shows what the newest quote says, and goes on with an order that waited for it.
func (w *Form) onNewest() tea.Cmd {
	w.derive()
	return w.resume(forQuote)
}

// resume goes on with an order that is on its way to its signature while the form is in front.
func (w *Form) resume(came flowState) tea.Cmd {
	if !w.front {
		return nil
	}
	return w.signer.resume(came)
}

// Resize implements ui.Sizer.
func (w *Form) Resize(cells.Box) { w.derive() }

// Show says whether the form is what the screen shows; a quote is asked for when it comes to the
// front.
func (w *Form) Show(front bool) tea.Cmd {
	w.front = front
	if !front {
		return nil
	}
	w.derive()
	return w.Refresh()
}

// Refresh asks for the quote and the funds anew.
func (w *Form) Refresh() tea.Cmd { return tea.Batch(w.quotes.refresh(), w.pair.Want()) }

// Update implements ui.Pane.
func (w *Form) Update(m tea.Msg) tea.Cmd {
	if cmd, changed, ok := w.pair.Update(m); ok {
		if changed {
			w.derive()
			cmd = tea.Batch(cmd, w.resume(forFunds))
		}
		return cmd
	}
	if w.quotes.pause.Due(m) {
		return w.quotes.ask()
	}
	switch m := m.(type) {
	case tea.KeyMsg, ui.Shown:
		return w.in.form.Update(m)
	case tea.MouseMsg:
		return w.in.form.Mouse(m)
	case gotQuote:
		return w.quotes.onQuote(m)
	case built:
		w.signer.onBuilt(m)
		return nil
	case sign.Mined:
		return w.onMined(m)
	case sign.Found:
		w.signer.found(m.Sent.Hash)
	case views.BlockSeen:
		return tea.Batch(w.onBlock(), w.pair.Want())
	case views.MarketChanged:
		w.takePair()
		return w.pair.Want()
	case views.AccountChanged:
		w.pair.Forget()
		return tea.Batch(w.change(), w.pair.Want())
	}
	return nil
}

// onBlock keeps the quote fresh while the form is in front.
func (w *Form) onBlock() tea.Cmd {
	if !w.front {
		return nil
	}
	return w.quotes.onBlock()
}

// Follow implements ui.Follower.
func (w *Form) Follow() tea.Cmd {
	w.derive()
	return nil
}

// Captures tells whether the focused field wants a key for itself.
func (w *Form) Captures(k tea.KeyMsg) bool { return w.in.form.Captures(k) }

// Unsaved says that the form holds an amount, and whether that was signed; "" is an empty form.
func (w *Form) Unsaved() string {
	if w.in.sell.Value() == "" {
		return ""
	}
	if text := w.signer.signedText(); text != "" {
		return "of what the form holds, " + text
	}
	return w.s.Unsigned(w.signer.sent, w.signer.content(), "a Delta order")
}

// Note is the gravest check.
func (w *Form) Status() ui.Note { return w.s.Env.Gravest(w.checker.checks()) }

// Words are the pair in short.
func (w *Form) Words() string {
	return cells.Clean(w.pair.Src.Symbol) + " → " + cells.Clean(w.pair.Dest.Symbol)
}

// Progress is how far the order has come: the steps done, and when it was quoted.
func (w *Form) Progress() (done int, quoted time.Time) {
	if w.signer.building {
		done = 1
	}
	return done, w.quotes.newest.at
}

// takePair takes over the chosen pair as long as nothing was typed: what the quote currency buys is
// the usual way. Tokens that are of the pair stay as they are turned.
func (w *Form) takePair() {
	m := w.s.Market
	if w.in.sell.Value() != "" || m.Base.Address == m.Quote.Address {
		return
	}
	w.setTokens(w.pair.Turned(m.Quote, m.Base))
}

// Name implements ui.Pane.
func (*Form) Name() string { return Pane }

// Title implements ui.Pane.
func (w *Form) Title() (title, right string) {
	return "Delta order · " + views.Symbol(w.pair.Src) + " → " + views.Symbol(w.pair.Dest),
		"r refresh"
}

// Draw implements ui.Pane.
func (w *Form) Draw(area cells.Box, focused bool) string {
	return w.in.form.Draw(w.s.Env, area, focused)
}

// Panes are the form and its quote.
type Panes struct {
	form  *Form
	quote *quotePane
}

// NewPanes are those of a form.
func NewPanes(w *Form) *Panes {
	return &Panes{w, &quotePane{s: w.s, pair: w.pair, in: w.in, quotes: w.quotes}}
}

// All are all of them.
func (p *Panes) All() []ui.Pane { return []ui.Pane{p.form, p.quote} }

// Layout says where they stand.
func (p *Panes) Layout(area cells.Box) []ui.Placed {
	columns := area.Columns(cells.Fixed(43), cells.Fill(1))
	if area.Wide() {
		columns = area.Columns(cells.Percent(52), cells.Fill(1))
	}
	return []ui.Placed{{Pane: p.form, Box: columns[0]}, {Pane: p.quote, Box: columns[1]}}
}
