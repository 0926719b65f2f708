package ui

import "time"

// typing is how long a form waits after the last key before it asks.
const typing = 150 * time.Millisecond

// Asker keeps one question about a changing form in order: it waits for a
// pause in typing, has one question in flight, and tells stale answers.
//
//	onChange:  return a.Change()
//	Update:    if a.Due(m) { return ask(a.Begin()) }
//	onAnswer:  fresh, again := a.Done(m.epoch); if !fresh { return again }
type Asker struct {
	epoch  uint64 // raised by every change
	flying bool
	missed bool // a question fell due while one was in flight
}

type askDue struct {
	asker *Asker
	epoch uint64
}

// Change makes every answer so far stale and asks again after a pause.
func (a *Asker) Change() Cmd {
	a.epoch++
	return After(typing, askDue{a, a.epoch})
}

// Drop makes every answer so far stale and asks nothing.
func (a *Asker) Drop() { a.epoch++ }

// Due tells whether m is the signal to ask at present.
func (a *Asker) Due(m Msg) bool {
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
func (a *Asker) Begin() uint64 {
	a.flying = true
	return a.epoch
}

// Done notes an answer. A stale one is to be dropped; again then asks anew if
// a question has been waiting.
func (a *Asker) Done(epoch uint64) (fresh bool, again Cmd) {
	a.flying = false
	if a.missed {
		a.missed = false
		again = now(askDue{a, a.epoch})
	}
	return epoch == a.epoch, again
}

// Waiting tells whether the newest change has no answer yet.
func (a *Asker) Waiting() bool { return a.flying }
