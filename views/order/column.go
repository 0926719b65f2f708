package order

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// Column is the form in front as a pane of a screen that shows it beside panes of its own, as
// narrow as it is in small windows. Messages still come from the shell; that screen only hands on
// keys, pastes, clicks and what is to be ordered.
type Column struct{ d *Screen }

// Column is the form for another screen.
func (d *Screen) Column() *Column { return &Column{d} }

// Name implements ui.Pane: it has the name that the other screen gives it.
func (*Column) Name() string { return "" }

// Title implements ui.Pane.
func (c *Column) Title() (title, right string) { return c.d.front().Title() }

// Update implements ui.Pane.
func (c *Column) Update(m tea.Msg) tea.Cmd {
	if _, click := m.(tea.MouseMsg); click {
		return c.d.front().Update(m)
	}
	return c.d.Update(m)
}

// Draw implements ui.Pane.
func (c *Column) Draw(area cells.Box, focused bool) string {
	c.d.fit(cells.Box{W: cells.MinWidth, H: area.H + 2})
	return c.d.front().Draw(area, focused)
}

// Actions implements ui.Pane.
func (c *Column) Actions() []ui.Action { return c.d.Actions() }

// Captures implements ui.Capturer.
func (c *Column) Captures(k tea.KeyMsg) bool { return c.d.Captures(k) }

// Status implements ui.StatusProvider.
func (c *Column) Status() ui.Note { return c.d.Status() }
