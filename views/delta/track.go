package delta

import (
	"context"
	"fmt"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

const (
	trackPause = 300 * time.Millisecond
	trackTime  = 10 * time.Second
	lateFill   = time.Minute // after its deadline, in which an order may still be settled
	blurPause  = time.Minute // without the terminal's focus, after which polling rests
)

// tracked is an order that is followed to its end.
type tracked struct {
	record  api.DeltaRecord
	auction api.DeltaAuction
	draft   draft // zero for an order of another session
	err     string
	at      time.Time // of the last answer
}

// follow is what is followed, and when it is asked about: at every auction event, and by time in case one was missed.
type follow struct {
	feed   *views.Feed
	orders map[string]*tracked
	id     string // of the order that is shown

	paused bool
	serial uint64 // of the running timer; 0 is none
	timers uint64
	due    time.Time
	blur   time.Time // since when the terminal has no focus; zero while it has
}

func newFollow(ask func(uint64) ui.Cmd) follow {
	return follow{feed: &views.Feed{Pause: trackPause, Ask: ask}, orders: map[string]*tracked{}}
}

// What comes of following.
type (
	auctionMoved struct{ id string }
	pollDue      struct{ serial uint64 }
	gotTracked   struct {
		epoch   uint64
		answers []answer
	}
	answer struct {
		id      string
		record  api.DeltaRecord
		auction api.DeltaAuction
		err     error
	}
)

// listen tells the screen about auctions as they move.
func (w *Screen) listen() ui.Cmd {
	service := w.service()
	return ui.Stream(func(ctx context.Context, send func(ui.Posted)) {
		for e := range service.Subscribe(ctx, api.TopicAuction) {
			send(ui.Posted{Topic: "delta " + e.Key, Msg: auctionMoved{e.Key}})
		}
	})
}

// shown is the order that is shown, nil for none.
func (w *Screen) shown() *tracked { return w.follow.orders[w.follow.id] }

// track begins to follow an order.
func (w *Screen) track(r api.DeltaRecord, d draft) ui.Cmd {
	if t := w.follow.orders[r.ID]; t != nil {
		return nil
	}
	w.follow.orders[r.ID] = &tracked{record: r, draft: d, at: w.s.Env.Now()}
	return ui.Batch(w.follow.feed.Want(w.s.Env.Now()), w.arm())
}

// over tells whether nothing more is to be expected of an order. An order that the service calls expired, or anything unknown, may be filled
// late; one that is filled is done whatever it is called.
func (w *Screen) over(r api.DeltaRecord) bool {
	switch {
	case !r.Order.SrcAmount.IsZero() && !r.FilledAmount.Less(r.Order.SrcAmount):
		return true
	case r.Status == api.DeltaCancelled || r.Status == api.DeltaFailed || r.Status == api.DeltaExecuted:
		return true
	}
	return w.s.Env.Now().Sub(deadlineOf(r)) > lateFill
}

// deadlineOf is when an order ends.
func deadlineOf(r api.DeltaRecord) time.Time {
	const latest = 1 << 40 // beyond that no calendar of this program reaches
	return time.Unix(int64(min(r.Order.Deadline, latest)), 0)
}

// asked are the ids to ask about: those not over, and the one that is shown while its auction is not known.
func (w *Screen) asked() []string {
	var ids []string
	for id, t := range w.follow.orders {
		if !w.over(t.record) || id == w.follow.id {
			ids = append(ids, id)
		}
	}
	return ids
}

func (w *Screen) askTracked(epoch uint64) ui.Cmd {
	ids, service := w.asked(), w.service()
	return ui.Call(w.s.Context, trackTime, func(ctx context.Context) ui.Msg {
		out := gotTracked{epoch: epoch}
		for _, id := range ids {
			a := answer{id: id}
			if a.record, a.err = service.DeltaOrder(ctx, id); a.err == nil {
				a.auction, a.err = service.DeltaAuction(ctx, id)
			}
			out.answers = append(out.answers, a)
		}
		return out
	})
}

func (w *Screen) onTracked(m gotTracked) ui.Cmd {
	fresh, again := w.follow.feed.Done(m.epoch, w.s.Env.Now())
	if !fresh {
		return again
	}
	cmd := again
	for _, a := range m.answers {
		cmd = ui.Batch(cmd, w.apply(a))
	}
	return ui.Batch(cmd, w.arm())
}

// apply takes an answer and tells what it changes.
func (w *Screen) apply(a answer) ui.Cmd {
	t := w.follow.orders[a.id]
	if t == nil {
		return nil
	}
	t.at, t.err = w.s.Env.Now(), ""
	if a.err != nil {
		t.err = api.AsError(a.err).Details
		return nil
	}
	was := t.record
	t.record, t.auction = a.record, a.auction
	w.revise(a.record)
	switch {
	case len(settled(a.record)) > len(settled(was)):
		return ui.Batch(ui.Bell(), ui.Toast(ui.OK, w.filledText(a.record)))
	case a.record.Status != was.Status && a.record.Status.Final() && a.record.Status != api.DeltaExecuted:
		text := fmt.Sprintf("Delta %s %s: %s", w.pairOf(a.record), shortID(a.record.ID), ui.Clean(string(a.record.Status)))
		if a.record.Reason != "" {
			text += ", " + views.Brief(a.record.Reason)
		}
		return ui.Toast(ui.Warn, text)
	}
	return nil
}

// filledText is what a fill brought.
func (w *Screen) filledText(r api.DeltaRecord) string {
	src, dest := w.tokensOf(r)
	spent, received := sums(r)
	text := fmt.Sprintf("Delta: sold %s %s for %s %s", amountText(spent, src, api.Up), views.Symbol(src), amountText(received, dest, api.Down), views.Symbol(dest))
	if spent.Less(r.Order.SrcAmount) {
		text += ", " + fillPercent(r) + " filled"
	}
	return text
}

// onMoved reads what an event hints at: an order that is followed, or one that the history may list.
func (w *Screen) onMoved(m auctionMoved) ui.Cmd {
	now := w.s.Env.Now()
	var cmd ui.Cmd
	if w.follow.orders[m.id] != nil {
		cmd = w.follow.feed.Want(now)
	}
	if w.history.lists(m.id) || w.mode == recalling {
		cmd = ui.Batch(cmd, w.history.feed.Want(now))
	}
	if w.mode == recalling && m.id == w.history.selected {
		cmd = ui.Batch(cmd, w.history.detail.Want(now))
	}
	return cmd
}

// live tells whether any order is still to be followed.
func (w *Screen) live() bool {
	for _, t := range w.follow.orders {
		if !w.over(t.record) {
			return true
		}
	}
	return false
}

// interval is how long to wait between two polls: by the age of the youngest order.
func (w *Screen) interval() time.Duration {
	youngest := 24 * time.Hour
	for _, t := range w.follow.orders {
		if !w.over(t.record) {
			youngest = min(youngest, w.s.Env.Now().Sub(t.record.CreatedAt))
		}
	}
	switch {
	case youngest < 30*time.Second:
		return 2 * time.Second
	case youngest < 5*time.Minute:
		return 5 * time.Second
	}
	return 15 * time.Second
}

// arm starts the timer of the next poll, unless it runs or nothing is to be followed.
func (w *Screen) arm() ui.Cmd {
	if w.follow.serial != 0 || !w.live() {
		return nil
	}
	w.follow.timers++
	w.follow.serial = w.follow.timers
	wait := w.interval()
	w.follow.due = w.s.Env.Now().Add(wait)
	return ui.After(wait, pollDue{w.follow.serial})
}

// resting tells whether polling waits: by the user's wish, or since nobody looks. Events still come.
func (w *Screen) resting() bool {
	return w.follow.paused || !w.follow.blur.IsZero() && w.s.Env.Now().Sub(w.follow.blur) > blurPause
}

func (w *Screen) onPollDue(m pollDue) ui.Cmd {
	if m.serial != w.follow.serial {
		return nil
	}
	w.follow.serial = 0
	if w.resting() || len(w.asked()) == 0 {
		return w.arm()
	}
	return ui.Batch(w.follow.feed.Want(w.s.Env.Now()), w.arm())
}

func (w *Screen) onFocus(m ui.FocusMsg) ui.Cmd {
	rested := w.resting()
	w.follow.blur = time.Time{}
	if !m.Focused {
		w.follow.blur = w.s.Env.Now()
		return nil
	}
	if rested && w.live() {
		return w.follow.feed.Want(w.s.Env.Now())
	}
	return nil
}

func (w *Screen) togglePolling() ui.Cmd {
	w.follow.paused = !w.follow.paused
	if w.follow.paused {
		return ui.Toast(ui.Warn, "polling is paused; events of the service still count")
	}
	return ui.Batch(ui.Toast(ui.OK, "polling goes on"), w.follow.feed.Want(w.s.Env.Now()))
}

// open shows an order of the history.
func (w *Screen) open(r api.DeltaRecord) ui.Cmd {
	if w.follow.orders[r.ID] == nil {
		w.follow.orders[r.ID] = &tracked{record: r, at: w.s.Env.Now()}
	}
	w.follow.id = r.ID
	return ui.Batch(w.show(following), w.arm())
}
