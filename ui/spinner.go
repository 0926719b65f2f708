package ui

import (
	"time"

	"github.com/charmbracelet/bubbles/spinner"
	tea "github.com/charmbracelet/bubbletea"
)

// spinTime is how long the spinner shows one of its pictures.
const spinTime = time.Second / 8

// work is the sign of work going on, shared by everything a session shows. It turns while a frame
// shows it and is still otherwise, so that nothing is drawn for it in vain.
type work struct {
	spinner spinner.Model
	seen    bool // by the last frame
	turning bool // a message that turns it is on its way
}

func newWork() work {
	return work{spinner: spinner.New(spinner.WithSpinner(
		spinner.Spinner{Frames: []string{"◐", "◓", "◑", "◒"}, FPS: spinTime}))}
}

// spinMsg turns the spinner.
type spinMsg struct{}

// Spinner is the one-cell sign of work going on: drawing it makes it turn. Without motion it stands
// still.
func (e *Env) Spinner() string {
	e.work.seen = true
	return e.work.spinner.View()
}

// look turns the spinner soon, if there is one to be seen by then.
func (r *Root) look() {
	if w := &r.env.work; r.env.Motion && !w.turning {
		w.turning = true
		r.run(owner{}, func() tea.Cmd { return r.env.After(spinTime, spinMsg{}) })
	}
}

// turn goes on to the next picture, and on as long as it is seen.
func (r *Root) turn() {
	w := &r.env.work
	if w.turning = false; w.seen {
		w.spinner, _ = w.spinner.Update(spinner.TickMsg{}) // timed by the session's clock
		r.look()
	}
}

// startsWork tells whether a message may have begun something that shows the spinner.
func startsWork(m tea.Msg) bool {
	switch m := m.(type) {
	case tea.KeyMsg, tea.MouseMsg:
		return true
	case answer:
		return m.msg != spinMsg{}
	}
	return false
}
