package views

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
)

// Poller paces one question about data that changes: one in flight at a time, a pause between two,
// and none forgotten. While its screen is hidden it asks nothing, and at once when it is shown.
// Answers to questions asked before Drop are stale.
//
//	on an event:  return f.Want(env)
//	Update:       if cmd, ok := f.Due(m, env); ok { return cmd }
//	on an answer: fresh, again := f.Done(m.epoch, env); if !fresh { return again }
type Poller struct {
	Pause time.Duration              // least time from an answer to the next question
	Ask   func(epoch uint64) tea.Cmd // begins a question whose answer carries the epoch
	// Always asks while the screen is hidden, too: its answers are told wherever the user is.
	Always bool

	epoch           uint64
	flying          bool
	wanted, pausing bool
	hidden          bool      // it waits to be shown
	at              time.Time // of the last answer
	told            []func()  // who waits for the answer to the question under way
}

type pollDue struct{ poller *Poller }

// Want asks: at once, or as soon as the answer under way has come and the pause is over.
func (f *Poller) Want(e *ui.Env) tea.Cmd {
	if f.flying || f.pausing || f.hidden {
		f.wanted = true
		return nil
	}
	if !f.Always && e.Hidden() {
		f.wanted, f.hidden = true, true
		e.WhenShown(func() tea.Cmd {
			f.hidden = false
			return f.Want(e)
		})
		return nil
	}
	if rest := f.Pause - e.Now().Sub(f.at); !f.at.IsZero() && rest > 0 {
		f.wanted, f.pausing = true, true
		return e.After(rest, pollDue{f})
	}
	f.flying, f.wanted = true, false
	return f.Ask(f.epoch)
}

// Due tells whether m is this poller's, and what is to be done then. Mined is everybody's: what the
// poller has read is read anew at once.
func (f *Poller) Due(m tea.Msg, e *ui.Env) (tea.Cmd, bool) {
	if mined, ok := m.(*Mined); ok {
		f.reread(mined, e)
	}
	if d, ok := m.(pollDue); !ok || d.poller != f {
		return nil, false
	}
	f.pausing = false
	if !f.wanted {
		return nil, true
	}
	return f.Want(e), true
}

// Done notes an answer. A stale one is to be dropped; again goes on in any case.
func (f *Poller) Done(epoch uint64, e *ui.Env) (fresh bool, again tea.Cmd) {
	if epoch != f.epoch {
		return false, nil
	}
	f.flying, f.at = false, e.Now()
	f.tell()
	if f.wanted {
		again = f.Want(e)
	}
	return true, again
}

// Drop makes what was asked so far stale and forgets the pause: the question has become another
// one.
func (f *Poller) Drop() {
	f.epoch++
	f.flying, f.wanted, f.pausing, f.at = false, false, false, time.Time{}
	f.tell()
}

// reread asks anew what has been read or is being read: from before the block it is out of date.
func (f *Poller) reread(m *Mined, e *ui.Env) {
	if !f.flying && f.at.IsZero() {
		return
	}
	f.Drop()
	e.Begin(f.Want(e))
	if f.flying {
		f.told = append(f.told, m.reading())
	}
}

// tell lets go who waits for an answer.
func (f *Poller) tell() {
	for _, done := range f.told {
		done()
	}
	f.told = nil
}
