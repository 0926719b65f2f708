package track

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
)

const (
	trackPause = 300 * time.Millisecond
	trackTime  = 10 * time.Second
	readTime   = 5 * time.Second
	blurPause  = time.Minute // without the terminal's focus, after which polling rests
)

// Draft is what is known of an order that was made here, beyond its record.
type Draft struct {
	Price                     *api.DeltaPrice   // it was built from
	Market                    *api.PriceRoute   // what a swap would have brought, if it is known
	Quoted, Made, Signed, Put time.Time         // Made: built by the service; Put: submitted
	Hold                      *api.DeltaTrigger // as it was asked for
}

// tracked is an order that is followed to its end.
type tracked struct {
	record  api.DeltaRecord
	auction api.DeltaAuction
	draft   Draft     // zero for an order of another session
	err     string    // what could not be read
	at      time.Time // of the last answer
	said    string    // that it goes on although it was cancelled
}

// Hooks are what following asks of the screen around it.
type Hooks struct {
	Compose func() tea.Cmd           // begins another order
	History func() tea.Cmd           // shows the list
	Revised func(api.DeltaRecord)    // a newer record has come
	Moved   func(id string) tea.Cmd  // something happened in the auction of an order
	Changed func() tea.Cmd           // the list is to be read again
	Known   func() []api.DeltaRecord // what the list has read
}

// Tracker follows the open orders of a session to their end, whichever screen is in front, and
// shows one of them with its auction. It asks at every auction event, and by time in case one was
// missed.
type Tracker struct {
	s     *views.Session
	hooks Hooks

	feed   *views.Poller
	orders map[string]*tracked
	// cancelled is when the service accepted the cancellation of an order
	cancelled map[string]time.Time
	id        string   // of the order that is shown
	agents    []string // those that bid on this network

	paused bool
	serial uint64 // of the running timer; 0 is none
	timers uint64
	due    time.Time
	blur   time.Time // since when the terminal has no focus; zero while it has
}

// New makes the tracker of a session.
func New(s *views.Session, hooks Hooks) *Tracker {
	w := &Tracker{s: s, hooks: hooks, orders: map[string]*tracked{},
		cancelled: map[string]time.Time{}}
	w.feed = &views.Poller{Pause: trackPause, Ask: w.askTracked, Always: true}
	return w
}

// Init begins to listen for auctions, and asks who bids.
func (w *Tracker) Init() tea.Cmd {
	w.listen()
	return w.askAgents()
}

// Update takes what was asked for.
func (w *Tracker) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := w.feed.Due(m, w.s.Env); ok {
		return cmd
	}
	switch m := m.(type) {
	case tea.FocusMsg:
		return w.onFocus(true)
	case tea.BlurMsg:
		return w.onFocus(false)
	case gotTracked:
		return w.onTracked(m)
	case pollDue:
		return w.onPollDue(m)
	case AuctionMoved:
		return w.onMoved(m)
	case gotAgents:
		w.agents = m
	}
	return nil
}

// Refresh asks how the followed orders go.
func (w *Tracker) Refresh() tea.Cmd { return w.feed.Want(w.s.Env) }

// AuctionMoved is an event of the service: something happened in the auction of an order.
type AuctionMoved struct{ ID string }

// Answers to what the tracker asks.
type (
	pollDue    struct{ serial uint64 }
	gotTracked struct {
		epoch   uint64
		answers []answer
	}
	answer struct {
		id      string
		record  api.DeltaRecord
		err     error
		auction api.DeltaAuction
		unheard error // why the auction is not known
	}
)

// listen tells the screen about auctions as they move.
func (w *Tracker) listen() {
	w.s.Events(func(e api.Event, send func(string, tea.Msg)) {
		send("delta "+e.Key, AuctionMoved{e.Key})
	}, api.TopicAuction)
}

// shown is the order that is shown, nil for none.
func (w *Tracker) shown() *tracked { return w.orders[w.id] }

// Follow begins to follow an order; d is zero for an order of another session.
func (w *Tracker) Follow(r api.DeltaRecord, d Draft) tea.Cmd {
	if t := w.orders[r.ID]; t != nil {
		return nil
	}
	w.orders[r.ID] = &tracked{record: r, draft: d, at: w.s.Env.Now()}
	return tea.Batch(w.feed.Want(w.s.Env), w.arm())
}

// asked are the orders to ask about: those not over, and the one that is shown while its auction is
// not known.
func (w *Tracker) asked() []api.DeltaRecord {
	var list []api.DeltaRecord
	for id, t := range w.orders {
		if record.Watched(t.record, w.s.Env.Now()) || id == w.id {
			list = append(list, t.record)
		}
	}
	return list
}

func (w *Tracker) askTracked(epoch uint64) tea.Cmd {
	asked, service := w.asked(), w.s.Service
	return ui.Call(w.s.Context, trackTime, func(ctx context.Context) tea.Msg {
		out := gotTracked{epoch: epoch}
		for _, r := range asked {
			out.answers = append(out.answers, read(ctx, service, r))
		}
		return out
	})
}

// read reads how an order stands, with its auction. It runs off the loop.
func read(ctx context.Context, service api.Service, r api.DeltaRecord) answer {
	a := answer{id: r.ID}
	exchange, err := service.Exchange(r.ChainID)
	if a.err = err; err != nil {
		return a
	}
	if a.record, a.err = exchange.DeltaOrder(ctx, r.ID); a.err == nil {
		a.auction, a.unheard = exchange.DeltaAuction(ctx, r.ID)
	}
	return a
}

func (w *Tracker) onTracked(m gotTracked) tea.Cmd {
	fresh, again := w.feed.Done(m.epoch, w.s.Env)
	if !fresh {
		return again
	}
	cmd := again
	for _, a := range m.answers {
		w.apply(a)
	}
	w.forget()
	return tea.Batch(cmd, w.arm())
}

// mostEnded is how many orders that have ended are remembered.
const mostEnded = 100

// forget drops what nobody looks at of orders that have ended: their auctions, which are read anew
// when they are shown, and of many the oldest.
func (w *Tracker) forget() {
	var ended []*tracked
	for id, t := range w.orders {
		if id != w.id && !record.Watched(t.record, w.s.Env.Now()) {
			t.auction = api.DeltaAuction{}
			ended = append(ended, t)
		}
	}
	slices.SortFunc(ended, func(a, b *tracked) int {
		return b.record.UpdatedAt.Compare(a.record.UpdatedAt)
	})
	for _, t := range ended[min(len(ended), mostEnded):] {
		delete(w.orders, t.record.ID)
	}
}

// apply takes an answer and tells what it changes.
func (w *Tracker) apply(a answer) {
	t := w.orders[a.id]
	if t == nil {
		return
	}
	t.at, t.err = w.s.Env.Now(), ""
	if a.err != nil {
		t.err = "could not read the order: " + api.AsError(a.err).Details
		return
	}
	was := t.record
	t.record = a.record
	if a.unheard == nil {
		t.auction = a.auction
	} else {
		t.err = "could not read the auction: " + api.AsError(a.unheard).Details
	}
	w.hooks.Revised(a.record)
	if text := w.goesOn(a.record); text != "" && t.said != text {
		t.said = text
		text = "Delta order " + format.ID(a.record.ID) + ": " + text
		w.s.Toast(ui.Bad, text)
		w.s.Broadcast(views.Told{Component: "delta", Level: ui.Bad, Text: text})
		return
	}
	switch {
	case a.record.Status == was.Status:
		return
	case a.record.Status == api.DeltaExecuted:
		w.s.Broadcast(views.Settled{ChainID: a.record.ChainID, ID: a.record.ID})
		return
	case a.record.Status != api.DeltaSuspended && a.record.Status != api.DeltaCancelled:
		return // other ends are announced on every screen
	}
	text := fmt.Sprintf("Delta %s %s: %s", record.Pair(w.s, a.record), format.ID(a.record.ID),
		cells.Clean(string(a.record.Status)))
	if a.record.Reason != "" {
		text += ", " + format.Brief(a.record.Reason)
	}
	// one of two ends the other; the owner's signature was asked for here or elsewhere
	meant := views.Twin(a.record, w.known()) != "" || strings.HasPrefix(a.record.Reason,
		"cancelled by the owner's signature")
	level := ui.Plain
	switch {
	case a.record.Status == api.DeltaSuspended: // it goes on once that is put right
		level = ui.Warn
	case !meant:
		level = ui.Bad
	}
	w.s.Toast(ui.Warn, text)
	w.s.Broadcast(views.Told{Component: "delta",
		Text: text + "  order " + cells.Clean(a.record.ID), Level: level})
}

// cancelTime is how long after a service accepted a cancellation its order may look open.
const cancelTime = 5 * time.Second

// goesOn says of an order that its owner has cancelled, by the service's word, that the service
// goes on with it; "" of others.
func (w *Tracker) goesOn(r api.DeltaRecord) string {
	at, ok := w.cancelled[r.ID]
	if !ok || w.s.Env.Now().Sub(at) < cancelTime || r.Status == api.DeltaCancelling ||
		r.Status.Final() || record.Over(r, w.s.Env.Now()) {
		return ""
	}
	return "you cancelled it, and the service goes on with it: i ends it on chain"
}

// filledText is what a fill brought.
func (w *Tracker) filledText(r api.DeltaRecord) string {
	spent, _ := record.Sums(r)
	if r.Order.Buy {
		return "Delta: bought " + record.Bought(w.s, r)
	}
	text := "Delta: " + w.s.BroughtText(r)
	if spent.Less(r.Order.SrcAmount) {
		text += ", " + record.FilledPercent(r) + " filled"
	}
	if held := w.s.On(r.ChainID).HeldText(r); held != "" && r.Unheld == nil {
		text += "; " + held
	}
	return text
}

// onMoved reads what an event hints at: an order that is followed, or one that the history may
// list.
func (w *Tracker) onMoved(m AuctionMoved) tea.Cmd {
	var cmd tea.Cmd
	if w.orders[m.ID] != nil {
		cmd = w.feed.Want(w.s.Env)
	}
	return tea.Batch(cmd, w.hooks.Moved(m.ID))
}

// known are the orders that are followed and those that the list has read.
func (w *Tracker) known() []api.DeltaRecord {
	var list []api.DeltaRecord
	for _, t := range w.orders {
		list = append(list, t.record)
	}
	return append(list, w.hooks.Known()...)
}

// Open makes an order the one that is shown.
func (w *Tracker) Open(r api.DeltaRecord) tea.Cmd {
	if w.orders[r.ID] == nil {
		w.orders[r.ID] = &tracked{record: r, at: w.s.Env.Now()}
	}
	w.id = r.ID
	return w.arm()
}
