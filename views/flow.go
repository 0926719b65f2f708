package views

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// Flow is one act of the user that ends in signatures, with all its steps: an approval and what it
// is for, the orders of a series, a quote that is asked for anew. It is a dialog beneath those of
// its steps. While a step is waited for it is in front: then no key reaches the form, so that what
// is signed is what the form said when the flow began, and esc leaves the flow. It ends by itself
// where it is in front and waits for nothing.
type Flow struct {
	s     *Session
	waits string
	count int // of what was waited for
	over  bool
}

// Flow is the flow under way; it begins one where none is. Call it in Update.
func (s *Session) Flow() *Flow {
	if s.flow == nil || s.flow.over {
		s.flow = &Flow{s: s}
		s.Open(s.flow)
	}
	return s.flow
}

// Wait says what the next step needs. It returns the number of the wait, for Came.
func (f *Flow) Wait(what string) int {
	f.waits = what
	f.count++
	return f.count
}

// Goes tells, once what was waited for has come, whether the user still wants the next step: who
// has left wants none.
func (f *Flow) Goes() bool {
	if f.Left() {
		return false
	}
	f.waits = ""
	return true
}

// Left tells whether the user has left it.
func (f *Flow) Left() bool { return f == nil || f.over }

// Came is told to everybody when what a flow waits for has come and whose it is has been told.
type Came struct {
	Flow *Flow
	Wait int
}

// Holds implements ui.Holder.
func (f *Flow) Holds() string { return f.waits }

// Closed implements ui.Closer.
func (f *Flow) Closed() { f.over = true }

// Title implements ui.Dialog.
func (*Flow) Title() string { return "The next step waits" }

// Caption implements ui.Captioned.
func (*Flow) Caption() string { return "esc leaves it" }

const flowLines = 4

// Size implements ui.Dialog.
func (*Flow) Size(area cells.Box) (w, h int) { return min(64, area.W), flowLines }

// Draw implements ui.Dialog.
func (f *Flow) Draw(area cells.Box) string {
	lines := cells.Wrap(cells.Clean(f.waits), max(8, area.W-2))
	for len(lines) < flowLines-1 {
		lines = append(lines, "")
	}
	lines = lines[:flowLines-1]
	lines[0] = f.s.Env.Mark(ui.Working) + " " + lines[0]
	for i := range lines[1:] {
		lines[1+i] = "  " + lines[1+i]
	}
	keys := f.s.Env.Theme.Muted.Render("no key is taken until then, but esc")
	return cells.Fit(strings.Join(append(lines, keys), "\n"), area.W, area.H)
}

// Captures implements ui.Capturer: every key but esc, so that none of them is a command.
func (*Flow) Captures(k tea.KeyMsg) bool { return k.String() != "esc" }

// Update implements ui.Dialog.
func (f *Flow) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		f.s.Toast(ui.Warn, "not taken: "+f.waits+"; esc leaves it")
		return nil
	case Came:
		if m.Flow == f && m.Wait == f.count {
			f.waits = ""
		}
	}
	return nil
}

// Actions implements ui.Dialog.
func (f *Flow) Actions() []ui.Action {
	return []ui.Action{{Scope: "flow", ID: "leave", Key: ui.Keys("esc"), Label: "leave it",
		Help: "do not wait for the next step", Run: f.leave}}
}

// leave says what that leaves behind: an approval, for one, stays without what it was for.
func (f *Flow) leave() tea.Cmd {
	if f.waits == "" {
		f.s.Close()
		return nil
	}
	f.s.Close()
	f.s.Toast(ui.Warn, "left: the next step is not signed; what was "+
		"signed before it goes on and stays")
	return nil
}
