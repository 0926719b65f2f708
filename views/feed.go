package views

import (
	"time"

	"bourse/ui"
)

// Feed paces one question about data that changes: one in flight at a time, a pause between two, and none forgotten. Answers to questions
// asked before Drop are stale.
//
//	on an event:  return f.Want(now)
//	Update:       if cmd, ok := f.Due(m, now); ok { return cmd }
//	on an answer: fresh, again := f.Done(m.epoch, now); if !fresh { return again }
type Feed struct {
	Pause time.Duration             // least time from an answer to the next question
	Ask   func(epoch uint64) ui.Cmd // begins a question whose answer carries the epoch

	epoch           uint64
	flying          bool
	wanted, pausing bool
	at              time.Time // of the last answer
}

type feedDue struct{ feed *Feed }

// Want asks: at once, or as soon as the answer under way has come and the pause is over.
func (f *Feed) Want(now time.Time) ui.Cmd {
	if f.flying || f.pausing {
		f.wanted = true
		return nil
	}
	if rest := f.Pause - now.Sub(f.at); !f.at.IsZero() && rest > 0 {
		f.wanted, f.pausing = true, true
		return ui.After(rest, feedDue{f})
	}
	f.flying, f.wanted = true, false
	return f.Ask(f.epoch)
}

// Due tells whether m is this feed's, and what is to be done then.
func (f *Feed) Due(m ui.Msg, now time.Time) (ui.Cmd, bool) {
	if d, ok := m.(feedDue); !ok || d.feed != f {
		return nil, false
	}
	f.pausing = false
	if !f.wanted {
		return nil, true
	}
	return f.Want(now), true
}

// Done notes an answer. A stale one is to be dropped; again goes on in any case.
func (f *Feed) Done(epoch uint64, now time.Time) (fresh bool, again ui.Cmd) {
	if epoch != f.epoch {
		return false, nil
	}
	f.flying, f.at = false, now
	if f.wanted {
		again = f.Want(now)
	}
	return true, again
}

// Drop makes what was asked so far stale and forgets the pause: the question has become another one.
func (f *Feed) Drop() {
	f.epoch++
	f.flying, f.wanted, f.at = false, false, time.Time{}
}
