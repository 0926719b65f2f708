package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// drawn is the screen as it was last drawn. What a person does is drawn at once; data waits until
// some time has passed since the last frame, so that many answers cost one frame, and so does what
// is pasted in many reads of the terminal.
type drawn struct {
	text    string
	at      time.Time // when it was drawn
	stale   bool      // something has changed since
	urgent  bool      // a person has changed it
	waiting bool      // drawDue is under way
}

// drawDue says that data has waited long enough to be drawn.
type drawDue struct{}

// changed notes a message that may have changed the screen, which may be a part of what is pasted.
func (f *drawn) changed(m tea.Msg, pasting bool) {
	f.stale = true
	switch m := m.(type) {
	case tea.KeyMsg:
		f.urgent = f.urgent || !pasting && !m.Paste
	case tea.MouseMsg, tea.WindowSizeMsg, tea.ResumeMsg:
		f.urgent = true
	}
}

// due notes that drawDue has come.
func (f *drawn) due() { f.waiting, f.urgent = false, f.stale }

// view returns the frame, drawn anew if it is time to. later is asked to send drawDue otherwise.
func (f *drawn) view(draw func() string, pause time.Duration, later func(time.Duration)) string {
	rest := pause - time.Since(f.at)
	switch {
	case f.text == "" || f.urgent || f.stale && rest <= 0:
		f.text = draw()
		f.at, f.stale, f.urgent = time.Now(), false, false
	case f.stale && !f.waiting:
		f.waiting = true
		later(rest)
	}
	return f.text
}
