package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// typing is how long a form waits after the last key before it asks.
const typing = 150 * time.Millisecond

// Debouncer keeps one question about a changing form in order: it waits for a
// pause in typing, has one question in flight, and tells stale answers.
//
//	onChange:  return a.Change(env)
//	Update:    if a.Due(m) { return ask(a.Begin()) }
//	onAnswer:  fresh, again := a.Done(m.epoch); if !fresh { return again }
type Debouncer struct {
	epoch  uint64 // raised by every change
	flying bool
	missed bool // a question fell due while one was in flight
}

type askDue struct {
	asker *Debouncer
	epoch uint64
}

// Change makes every answer so far stale and asks again after a pause.
func (a *Debouncer) Change(e *Env) tea.Cmd {
	a.epoch++
	return e.After(typing, askDue{a, a.epoch})
}

// Drop makes every answer so far stale and asks nothing.
func (a *Debouncer) Drop() { a.epoch++ }

// Due tells whether m is the signal to ask at present.
func (a *Debouncer) Due(m tea.Msg) bool {
	d, ok := m.(askDue)
	if !ok || d.asker != a || d.epoch != a.epoch {
		return false
	}
	if a.flying {
		a.missed = true
		return false
	}
	return true
}

// Begin notes a question in flight and gives the epoch its answer must carry.
func (a *Debouncer) Begin() uint64 {
	a.flying = true
	return a.epoch
}

// Done notes an answer. A stale one is to be dropped; again then asks anew if
// a question has been waiting.
func (a *Debouncer) Done(epoch uint64) (fresh bool, again tea.Cmd) {
	a.flying = false
	if a.missed {
		a.missed = false
		due := askDue{a, a.epoch}
		again = func() tea.Msg { return due }
	}
	return epoch == a.epoch, again
}

// Waiting tells whether the newest change has no answer yet.
func (a *Debouncer) Waiting() bool { return a.flying }
