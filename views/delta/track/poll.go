package track

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/views/delta/record"
)

// live tells whether any order is still to be followed.
func (w *Tracker) live() bool {
	for _, t := range w.orders {
		if record.Watched(t.record, w.s.Env.Now()) {
			return true
		}
	}
	return false
}

// interval is how long to wait between two polls: by the age of the youngest order.
func (w *Tracker) interval() time.Duration {
	youngest := 24 * time.Hour
	for _, t := range w.orders {
		if !record.Over(t.record, w.s.Env.Now()) {
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
func (w *Tracker) arm() tea.Cmd {
	if w.serial != 0 || !w.live() {
		return nil
	}
	w.timers++
	w.serial = w.timers
	wait := w.interval()
	w.due = w.s.Env.Now().Add(wait)
	return w.s.After(wait, pollDue{w.serial})
}

// resting tells whether polling waits: by the user's wish, or since nobody looks. Events still
// come.
func (w *Tracker) resting() bool {
	return w.paused || !w.blur.IsZero() &&
		w.s.Env.Now().Sub(w.blur) > blurPause
}

// onPollDue asks how orders go when the timer of the newest arm has run out, and starts the next. A
// timer of before counts no more; while polling rests, or all orders are told of by events, the
// timer alone goes on.
func (w *Tracker) onPollDue(m pollDue) tea.Cmd {
	if m.serial != w.serial {
		return nil
	}
	w.serial = 0
	if w.resting() || len(w.asked()) == 0 {
		return w.arm()
	}
	return tea.Batch(w.feed.Want(w.s.Env), w.arm())
}

func (w *Tracker) onFocus(gained bool) tea.Cmd {
	rested := w.resting()
	w.blur = time.Time{}
	if !gained {
		w.blur = w.s.Env.Now()
		return nil
	}
	if rested && w.live() {
		return w.feed.Want(w.s.Env)
	}
	return nil
}

func (w *Tracker) togglePolling() tea.Cmd {
	w.paused = !w.paused
	if w.paused {
		w.s.Toast(ui.Warn, "polling is paused; events of the service still count")
		return nil
	}
	w.s.Toast(ui.OK, "polling goes on")
	return w.feed.Want(w.s.Env)
}

// polling is when the order was asked about, and when it will be.
func (w *Tracker) polling() string {
	t, now := w.shown(), w.s.Env.Now()
	switch {
	case t == nil:
		return ""
	case !record.Watched(t.record, w.s.Env.Now()):
		return "ended"
	case w.resting():
		return "polling paused · ●events"
	}
	return "polled " + ui.Age(now.Sub(t.at)) + " ago · next " + ui.Age(w.due.Sub(now))
}
