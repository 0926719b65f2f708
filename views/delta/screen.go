package delta

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/delta/compose"
	"bourse/views/delta/history"
	"bourse/views/delta/track"
)

const readTime = 5 * time.Second

// mode is what the screen shows.
type mode int

const (
	composing mode = iota // the form of a new order
	following             // one order and its auction
	recalling             // the history
)

// Screen is the Delta screen.
type Screen struct {
	ui.Panes
	s    *views.Session
	mode mode
	back mode // to which the history leads back

	form   *compose.Form
	orders *track.Tracker
	list   *history.List

	formPanes  *compose.Panes
	orderPanes *track.Panes
	listPanes  *history.Panes
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	w := &Screen{s: s}
	w.orders = track.New(s, track.Hooks{
		Compose: func() tea.Cmd { return w.show(composing) }, History: w.toHistory,
		Revised: func(r api.DeltaRecord) { w.list.Revise(r) },
		Moved:   func(id string) tea.Cmd { return w.list.Moved(id) },
		Changed: func() tea.Cmd { return w.list.Read() },
		Known:   func() []api.DeltaRecord { return w.list.Records() },
	})
	w.form = compose.New(s, w.orders, compose.Hooks{
		Submitted: w.onSubmitted, History: w.toHistory,
		Auction: func() tea.Cmd { return w.show(following) },
	})
	w.list = history.New(s, history.Hooks{
		Back: func() tea.Cmd { return w.show(w.back) }, Open: w.open,
		Follow: func(r api.DeltaRecord) tea.Cmd { return w.orders.Follow(r, track.Draft{}) },
		Cancel: w.orders.Cancel, WhyNotCancel: w.orders.WhyNotCancel,
		Invalidate: w.orders.Invalidate, WhyNotInvalidate: w.orders.WhyNotInvalidate,
	})
	w.formPanes, w.orderPanes = compose.NewPanes(w.form), track.NewPanes(w.orders)
	w.listPanes = history.NewPanes(w.list)
	w.Panes = ui.NewPanes(s.Env, w.layout, slices.Concat(w.formPanes.All(), w.orderPanes.All(),
		w.listPanes.All())...)
	return w
}

// layout has the panes of what is shown. The rail stands above all but the history.
func (w *Screen) layout(area cells.Box) []ui.Placed {
	below := cells.Box{X: area.X, Y: area.Y + 1, W: area.W, H: max(0, area.H-1)}
	switch w.mode {
	case composing:
		return w.formPanes.Layout(below)
	case recalling:
		return w.listPanes.Layout(area)
	}
	return w.orderPanes.Layout(below)
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Delta }

// Init implements ui.Screen. The history tells which orders are still to be tracked.
func (w *Screen) Init() tea.Cmd {
	return tea.Batch(w.orders.Init(), w.form.Refresh(), w.list.Read())
}

// show changes what the screen shows.
func (w *Screen) show(m mode) tea.Cmd {
	w.mode = m
	shown := tea.Batch(w.form.Show(m == composing), w.list.Show(m == recalling))
	w.Arrange()
	if m == following {
		w.FocusPane(track.PaneEvents)
		w.orderPanes.ToEnd()
		return tea.Batch(shown, w.orders.Refresh())
	}
	return shown
}

func (w *Screen) toHistory() tea.Cmd {
	w.back = w.mode
	return w.show(recalling)
}

// open shows an order of the history.
func (w *Screen) open(r api.DeltaRecord) tea.Cmd {
	return tea.Batch(w.orders.Open(r), w.show(following))
}

// onSubmitted goes on to the auction of an order that was signed.
func (w *Screen) onSubmitted(r api.DeltaRecord, d track.Draft) tea.Cmd {
	shown := tea.Batch(w.orders.Follow(r, d), w.open(r), w.list.Read())
	if why := r.NotHeldAs(d.Hold); why != "" {
		w.orders.Unheld(r, why)
		return shown
	}
	return shown
}

// Update implements ui.Screen.
func (w *Screen) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case ui.Refresh:
		return w.refresh()
	case views.NewSale:
		return tea.Batch(w.show(composing), w.form.Begin(m))
	case views.InvalidateOrder:
		return w.find(m.ID)
	case found:
		return w.invalidate(m)
	}
	return tea.Batch(w.orders.Update(m), w.Panes.Update(m))
}

// found is the order that is to be invalidated.
type found struct {
	record api.DeltaRecord
	err    error
}

// find reads an order whose nonce is to be used up.
func (w *Screen) find(id string) tea.Cmd {
	exchange, account := w.s.Exchange, w.s.Account.Address
	return ui.Call(w.s.Context, readTime, func(ctx context.Context) tea.Msg {
		r, _, err := views.OwnDelta(ctx, exchange, account, id)
		return found{r, err}
	})
}

// invalidate shows an order, and asks for the signature that uses up its nonce.
func (w *Screen) invalidate(m found) tea.Cmd {
	if m.err != nil {
		w.s.Toast(ui.Bad, api.AsError(m.err).Details)
		return nil
	}
	if why := w.orders.WhyNotInvalidate(m.record); why != "" {
		cmd := w.open(m.record)
		w.s.Toast(ui.Warn, why)
		return cmd
	}
	return tea.Batch(w.open(m.record), w.orders.Invalidate(m.record))
}

// refresh is the refresh key.
func (w *Screen) refresh() tea.Cmd {
	switch w.mode {
	case composing:
		return w.form.Refresh()
	case following:
		return w.orders.Refresh()
	}
	return w.list.Refresh()
}

// Actions implements ui.Screen.
func (w *Screen) Actions() []ui.Action {
	if w.mode == following {
		return append(w.Panes.Actions(), w.PaneActions()...)
	}
	return w.Panes.Actions()
}

// Unsaved implements ui.Unsaved: quitting asks while an amount is typed.
func (w *Screen) Unsaved() string {
	if w.mode == composing {
		return w.form.Unsaved()
	}
	return ""
}

// Status implements ui.StatusProvider: the gravest check of the form, or how the order goes that is
// shown.
func (w *Screen) Status() ui.Note {
	switch w.mode {
	case following:
		if note, ok := w.orders.Note(); ok {
			return note
		}
	case recalling:
		return w.list.Status()
	}
	return w.form.Status()
}

// WindowTitle implements ui.Titler.
func (w *Screen) WindowTitle() string {
	if title := w.orders.Title(); w.mode == following && title != "" {
		return "delta " + title
	}
	return "delta " + w.form.Words()
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "Delta", Means: "you sign what you sell and the least you accept; agents compete " +
			"to settle it and pay the gas"},
		{Term: "floor", Means: "the least the contract lets you receive: the quote less your " +
			"slippage"},
		{Term: "expected", Means: "what was quoted; what you receive beyond it is surplus"},
		{Term: "bound", Means: "more than any settlement of its round's orders, limit orders and " +
			"pools could pay, the others getting their own; only an agent's tokens pass it"},
		{Term: "round", Means: "agents seal bids on one block; the one that brings you most, as " +
			"simulated, settles the order"},
		{Term: "batch", Means: "orders that one bid settles together: it wins only if each gets " +
			"no less than by the best bid for it alone, and of two batches the one whose orders " +
			"gain most in all, though the other may pay one of them more"},
		{Term: "partial fill", Means: "the order may be settled in several parts, each at the " +
			"floor's rate or better"},
	}
}
