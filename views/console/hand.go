package console

import (
	"slices"
	"sync"
	"time"

	"bourse/ui"
)

// HandClock stands still until it is moved.
type HandClock struct {
	mu  sync.Mutex
	now time.Time
}

// NewHandClock is a clock that stands at a time.
func NewHandClock(at time.Time) *HandClock { return &HandClock{now: at} }

// Now implements ui.Clock.
func (c *HandClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Move puts the clock forward.
func (c *HandClock) Move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// hand drives a shell without a terminal, one effect after the other: commands are carried out at once, timers run on the hand clock. Streams
// are left out, since what they deliver comes when it likes; what they would tell of is asked for by hand.
type hand struct {
	root   *ui.Root
	clock  *HandClock
	timers []timer
}

type timer struct {
	at     time.Time
	effect ui.Effect
}

func (h *hand) send(m ui.Msg) { h.carry(h.root.Handle(m)) }

// press presses keys, which takes no time.
func (h *hand) press(keys ...ui.Key) {
	for _, k := range keys {
		h.send(ui.KeyMsg{Key: k})
	}
}

// pause is as long as forms wait for the end of typing and guarded dialogs for quiet.
func (h *hand) pause() { h.advance(500 * time.Millisecond) }

func (h *hand) typed(text string) {
	for _, r := range text {
		h.send(ui.KeyMsg{Key: ui.Key(r)})
	}
}

// carry carries out effects and what follows from them, until only timers are left.
func (h *hand) carry(c ui.Cmd) {
	for len(c) > 0 {
		e := c[0]
		c = c[1:]
		switch {
		case e.After > 0:
			h.timers = append(h.timers, timer{h.clock.Now().Add(e.After), e})
		case e.Run != nil:
			c = append(c, h.root.Handle(e.Answer(e.Run()))...)
		}
	}
}

// advance moves the clock, firing the timers on the way in their order.
func (h *hand) advance(d time.Duration) {
	end := h.clock.Now().Add(d)
	for {
		next := -1
		for i, t := range h.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(h.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		due := h.timers[next]
		h.timers = slices.Delete(h.timers, next, next+1)
		h.clock.Move(max(0, due.at.Sub(h.clock.Now())))
		due.effect.After = 0
		if due.effect.Run != nil {
			h.carry(ui.Cmd{due.effect})
			continue
		}
		h.send(due.effect.Answer(due.effect.Now))
	}
	h.clock.Move(end.Sub(h.clock.Now()))
}
