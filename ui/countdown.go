package ui

import (
	"time"

	"github.com/charmbracelet/bubbles/timer"
)

// Countdown is the timer of Bubbles for what began at a time and is good for a span: it tells
// whether that is over, and shows what is left in whole seconds. It is set by the session's clock
// whenever it is drawn; one that counted its own ticks would fall behind them.
func (e *Env) Countdown(began time.Time, good time.Duration) timer.Model {
	left := good - e.Now().Sub(began)
	if left > 0 {
		left = max(time.Second, left.Truncate(time.Second))
	}
	return timer.New(left)
}
