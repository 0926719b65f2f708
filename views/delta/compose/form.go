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
	area  cells.Box
	front bool // the form is what the screen shows

	orders  *track.Tracker
	pair    *pairform.Pair
	in      *inputs
	quotes  *quoter
	rights  *rights
	checker *checker
	signer  *signer
	quote   *quotePane
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
	w.quote = &quotePane{s: s, pair: w.pair, in: w.in, quotes: w.quotes}
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

// Resize tells the room of the screen.
func (w *Form) Resize(area cells.Box) {
	w.area = area
	w.derive()
}

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

// Update takes what was asked for and what concerns the whole session; ok is false for what is not
// the form's alone.
func (w *Form) Update(m tea.Msg) (cmd tea.Cmd, ok bool) {
	if cmd, changed, ok := w.pair.Update(m); ok {
		if changed {
			w.derive()
			cmd = tea.Batch(cmd, w.resume(forFunds))
		}
		return cmd, true
	}
	if w.quotes.pause.Due(m) {
		return w.quotes.ask(), true
	}
	switch m := m.(type) {
	case ui.Shown:
		return w.in.form.Update(m), true
	case gotQuote:
		return w.quotes.onQuote(m), true
	case built:
		return w.signer.onBuilt(m), true
	case sign.Mined:
		return w.onMined(m), true
	case sign.Found:
		w.signer.found(m.Sent.Hash)
		w.derive()
		return nil, false
	case views.BlockSeen:
		return tea.Batch(w.onBlock(), w.pair.Want()), true
	case views.MarketChanged:
		w.takePair()
		return w.pair.Want(), true
	case views.AccountChanged:
		w.pair.Forget()
		return tea.Batch(w.change(), w.pair.Want()), false
	}
	return nil, false
}

// onBlock keeps the quote fresh while the form is in front.
func (w *Form) onBlock() tea.Cmd {
	if !w.front {
		return nil
	}
	return w.quotes.onBlock()
}

// Seen notes that the form is drawn: its quote is kept fresh while somebody looks at it.
func (w *Form) Seen() {
	w.quotes.seen = w.s.Env.Now()
	w.derive()
}

// Key gives the form a key.
func (w *Form) Key(m tea.KeyMsg) tea.Cmd { return w.in.form.Update(m) }

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
func (w *Form) Status() ui.Note { return ui.Gravest(w.checker.checks()) }

// Title is the pair in a few words.
func (w *Form) Title() string {
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

// Panels are the form and its quote.
func (w *Form) Panes(area cells.Box) []ui.Slot {
	columns := area.Columns(cells.Fixed(43), cells.Fill(1))
	if area.Wide() {
		columns = area.Columns(cells.Percent(52), cells.Fill(1))
	}
	title := "Delta order · " + views.Symbol(w.pair.Src) + " → " + views.Symbol(w.pair.Dest)
	age := ""
	if w.quotes.answers() {
		age = ui.Age(w.quotes.age()) + " old"
	}
	return []ui.Slot{
		{Name: Pane, Box: columns[0], Title: title, Right: "r refresh", Mouse: w.in.form.Mouse,
			Draw: func(in cells.Box, focused bool) string {
				return w.in.form.Draw(w.s.Env, in, focused)
			}},
		{Box: columns[1], Title: "Quote", Right: age, Draw: w.quote.drawQuote},
	}
}
