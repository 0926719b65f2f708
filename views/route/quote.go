package route

import (
	"context"
	"encoding/json"
	"time"

	"github.com/charmbracelet/bubbles/timer"
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/pairform"
)

// Quote is an answer about a wish, with what was found out about it since.
type Quote struct {
	Key     string           // of the wish that it answers
	Known   bool             // there is a route
	Refused bool             // the service shows the route but will not build it
	Request api.PriceRequest // what was asked
	Route   api.PriceRoute
	Problem Trouble // of the newest question; the route may be of an earlier one
	Call    Call

	id  uint64
	raw json.RawMessage // the route as it came
	at  time.Time       // when the route came
}

const (
	quoteTime = 5 * time.Second
	callTime  = 10 * time.Second
	seenPause = 3 * time.Second // for so long a dialog that asked is taken to be open
)

// The ages of a quote from which on it is refreshed, and may not be reviewed.
const (
	freshAge  = 2 * time.Second
	reviewAge = 15 * time.Second
)

// Quoter keeps the newest quote for what a form wants.
type Quoter struct {
	s    *views.Session
	pair *pairform.Pair
	form Form

	Newest Quote

	permit  signedPermit
	pause   ui.Debouncer // tells when typing has paused, and keeps one question in flight
	askedAt time.Time
	seen    time.Time // when a dialog last looked at it
	serial  uint64    // of quotes
}

// gotQuote is the answer to a question.
type gotQuote struct {
	epoch uint64
	quote Quote
	err   error
}

// Fits tells whether the quote answers what the form wants.
func (w *Quoter) Fits() bool { return w.Newest.Known && w.Newest.Key == w.form.Wish().Key() }

// Age is how long ago the route came.
func (w *Quoter) Age() time.Duration { return w.s.Env.Now().Sub(w.Newest.at) }

// fresh runs out when the quote may no longer be reviewed.
func (w *Quoter) fresh() timer.Model { return w.s.Env.Countdown(w.Newest.at, reviewAge) }

// Stale tells whether the quote is too old to be reviewed.
func (w *Quoter) Stale() bool {
	left := w.fresh()
	return w.Fits() && !w.Newest.Refused && left.Timedout()
}

// Clear forgets the quote: it says nothing of what is wanted now.
func (w *Quoter) Clear() {
	w.Newest = Quote{}
	w.form.Changed()
}

// Offer is the newest route on the terms of the form.
func (w *Quoter) Offer() Offer { return w.form.Wish().offerOf(w.Newest.Route) }

// Pays is the most that leaves the account.
func (w *Quoter) Pays() (a api.Amount, known bool) {
	if w.Fits() {
		return w.Offer().Most(), true
	}
	wish := w.form.Wish()
	return wish.Request.Amount, wish.selling() && !wish.Request.Amount.IsZero()
}

// Look says that a dialog shows the quote, so that it is kept fresh for a while. Call it in Update.
func (w *Quoter) Look() { w.seen = w.s.Env.Now() }

// Change asks for a quote once typing pauses. The transaction depends on every field, and what a
// quote does not depend on needs no new one.
func (w *Quoter) Change() tea.Cmd {
	w.Newest.Call = Call{}
	return w.pause.Change(w.s.Env)
}

// Refresh asks again at once, unless the question is under way.
func (w *Quoter) Refresh() tea.Cmd {
	if w.pause.Waiting() {
		return nil
	}
	return w.ask()
}

// onBlock keeps the quote fresh while somebody looks at it.
func (w *Quoter) onBlock() tea.Cmd {
	now := w.s.Env.Now()
	seen := w.form.Seen() || now.Sub(w.seen) <= seenPause
	if !seen || !w.s.Env.Focused || now.Sub(w.askedAt) < freshAge {
		return nil
	}
	return w.Refresh()
}

// ask begins a question, where the wish is complete.
func (w *Quoter) ask() tea.Cmd {
	if !w.form.Wish().Complete {
		w.Newest.Problem = Trouble{}
		return nil
	}
	epoch := w.pause.Begin()
	w.askedAt = w.s.Env.Now()
	return w.price(false, func(_ context.Context, q Quote, err error) tea.Msg {
		return gotQuote{epoch, q, err}
	})
}

// price asks for a route off the loop and hands it, there, to whoever wants it. One that is to be
// signed is meant.
func (w *Quoter) price(meant bool, then func(context.Context, Quote, error) tea.Msg) tea.Cmd {
	wish := w.form.Wish()
	w.serial++
	q, exchange := Quote{id: w.serial, Key: wish.Key(), Request: wish.Request}, w.s.Exchange
	return ui.Call(w.s.Context, quoteTime, func(ctx context.Context) tea.Msg {
		if meant {
			ctx = views.UserInitiated(ctx)
		}
		route, err := exchange.Prices(ctx, q.Request)
		q, err := q.with(route, err)
		return then(ctx, q, err)
	})
}

// with takes an answer; a route that was refused comes with the error.
func (q Quote) with(route api.PriceRoute, err error) (Quote, error) {
	if err == nil {
		q.Route, q.Known = route, true
		q.raw, err = json.Marshal(route)
		return q, err
	}
	e := api.AsError(err)
	if e.Type == api.PriceImpactTooHigh && len(e.PriceRoute) > 0 &&
		json.Unmarshal(e.PriceRoute, &q.Route) == nil {
		q.Known, q.Refused = true, true
	}
	return q, err
}

func (w *Quoter) onQuote(m gotQuote) tea.Cmd {
	fresh, again := w.pause.Done(m.epoch)
	if !fresh {
		return again
	}
	return tea.Batch(again, w.take(m.quote, m.err))
}

// take makes a quote the newest one. An error leaves the route of before, with its age.
func (w *Quoter) take(q Quote, err error) tea.Cmd {
	old := w.Newest
	switch {
	case q.Known:
		q.at = w.s.Env.Now()
		if old.Key == q.Key {
			q.Call = old.Call // until the new answer comes
		}
		w.Newest = q
	case old.Key != q.Key:
		w.Clear()
	}
	w.Newest.Problem = Trouble{}
	if err != nil {
		w.Newest.Problem = w.explain(err)
	}
	w.form.Changed()
	if !q.Known {
		return nil
	}
	var more tea.Cmd
	if w.form.Quoted != nil {
		more = w.form.Quoted(w.Newest)
	}
	return tea.Batch(w.simulate(w.Newest), more)
}
