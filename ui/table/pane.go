package table

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// Pane is a table as a pane of a screen. Embed it, and add a title and what the pane does.
type Pane[R any] struct {
	*Table[R]
	Open func() tea.Cmd // what ⏎ and a click on the selected row do; nil is nothing
	env  *ui.Env
	name string
}

// NewPane is a table as the pane of that name.
func NewPane[R any](env *ui.Env, name string, t *Table[R]) Pane[R] {
	return Pane[R]{Table: t, env: env, name: name}
}

// Name implements ui.Pane.
func (p *Pane[R]) Name() string { return p.name }

// Update implements ui.Pane: what is typed goes into the filter.
func (p *Pane[R]) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		p.Table.Update(m)
	case tea.MouseMsg:
		if p.Table.Mouse(m) && p.Open != nil {
			return p.Open()
		}
	}
	return nil
}

// Draw implements ui.Pane.
func (p *Pane[R]) Draw(area cells.Box, focused bool) string {
	return p.Table.Draw(p.env, area, focused)
}

// Actions implements ui.Pane.
func (p *Pane[R]) Actions() []ui.Action { return nil }

// Moves implements ui.Mover.
func (p *Pane[R]) Moves() []ui.Action { return p.Table.Actions(p.name, p.Open) }
