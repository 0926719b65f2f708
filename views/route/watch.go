package route

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

// decision is a transaction that somebody looks at before signing it. A route that fills limit
// orders may lose one to somebody else meanwhile, although the quote stays as good, so it is
// simulated anew at every block.
type decision struct {
	request api.BuildRequest
	at      time.Time // when the dialog last asked about it
	asking  bool
	failure string // why it would revert
}

// rechecked is what simulating a decision said.
type rechecked struct {
	request api.BuildRequest
	err     error
}

// recheck simulates what somebody is about to sign on the newest block.
func (w *Reviewer) recheck() tea.Cmd {
	d := &w.decision
	if d.asking || d.failure != "" || w.s.Env.Now().Sub(d.at) > seenPause {
		return nil
	}
	d.asking = true
	exchange, request := w.s.Exchange, d.request
	return ui.Call(w.s.Context, quoteTime, func(ctx context.Context) tea.Msg {
		_, err := exchange.PrepareSwap(ctx, request)
		return rechecked{request, err}
	})
}

// onRechecked notes why it would revert. A service that could not be asked has said nothing.
func (w *Reviewer) onRechecked(m rechecked) {
	d := &w.decision
	if string(m.request.Route) != string(d.request.Route) {
		return
	}
	d.asking = false
	if m.err != nil && api.TypeOf(m.err) == api.TransactionFails {
		d.failure = "on the newest block it would fail (" +
			format.Brief(api.AsError(m.err).Details) + ")"
	}
}
