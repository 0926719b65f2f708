package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
)

// Pane is one pane of a screen: where it stands, what it shows, what a mouse
// event inside it does.
type Pane struct {
	Name  string // in the screen's Ring; "" takes no focus
	Box   cells.Box
	Title string
	Right string
	Draw  func(area cells.Box, focused bool) string // the inside
	Mouse func(tea.MouseMsg) tea.Cmd                // in the inside's cells; nil ignores it
}

// DrawPanes draws a screen that is made of panes, the focused one of ring
// with a heavy border.
func DrawPanes(e *Env, area cells.Box, ring *Ring, panes []Pane) string {
	c := NewCanvas(area)
	for _, p := range panes {
		pane := Frame{Title: p.Title, Right: p.Right, Focused: p.Name != "" &&
			ring.HasFocus(p.Name)}
		in := pane.Inner(p.Box)
		c.Put(p.Box, pane.Draw(e.Theme, p.Box, p.Draw(cells.Box{W: in.W, H: in.H}, pane.Focused)))
	}
	return c.String()
}

// MousePanes gives a mouse event to the pane under the pointer; a click also
// gives that pane the focus.
func MousePanes(m tea.MouseMsg, ring *Ring, panes []Pane) tea.Cmd {
	for _, p := range panes {
		if !p.Box.Contains(m.X, m.Y) {
			continue
		}
		if m.Button == tea.MouseButtonLeft && p.Name != "" {
			ring.FocusPane(p.Name)
		}
		if in, ok := (Frame{}).Inner(p.Box).Mouse(m); ok && p.Mouse != nil {
			return p.Mouse(in)
		}
	}
	return nil
}
