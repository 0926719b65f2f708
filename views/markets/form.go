package markets

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
)

// Form is the order form as it stands beside the book in very wide windows: another screen's, whose
// answers go there.
type Form interface {
	ui.Capturer
	ui.StatusProvider
	Column(box cells.Box) ui.Slot
	Actions() []ui.Action
	Update(tea.Msg) tea.Cmd
}

// formFits tells whether the order form has a column of its own.
func (m *Screen) formFits() bool { return m.form != nil && m.area.Huge() }

// inForm tells whether the form has the keys.
func (m *Screen) inForm() bool { return m.formFits() && m.HasFocus(paneForm) }

// Shows implements ui.Shower: the form's screen is seen in its column.
func (m *Screen) Shows(id ui.ScreenID) bool { return id == views.Order && m.formFits() }

// tellForm hands something on to the form.
func (m *Screen) tellForm(msg tea.Msg) tea.Cmd {
	return m.s.As(views.Order, func() tea.Cmd { return m.form.Update(msg) })
}

// newOrder brings the form forward, here or on its own screen.
func (m *Screen) newOrder(o views.NewOrder) tea.Cmd {
	if !m.formFits() {
		return m.s.Goto(views.Order, o)
	}
	m.FocusPane(paneForm)
	return m.tellForm(o)
}

// formColumn is the form's column.
func (m *Screen) formColumn(box cells.Box) ui.Slot {
	p := m.form.Column(box)
	click := p.Mouse
	if p.Name, p.Right = paneForm, "b buys, s sells"; m.inForm() {
		p.Right = "esc to the book"
	}
	p.Mouse = func(msg tea.MouseMsg) tea.Cmd {
		return m.s.As(views.Order, func() tea.Cmd { return click(msg) })
	}
	return p
}

// formActions are the form's while it has the keys, and the way out of it.
func (m *Screen) formActions() []ui.Action {
	if !m.inForm() {
		return nil
	}
	out := m.form.Actions()
	for i, a := range out {
		out[i].Pane = paneForm
		out[i].Run = func() tea.Cmd { return m.s.As(views.Order, a.Run) }
	}
	return append(out, act("leaveform", paneForm, "esc", "to the book",
		"back to the book; the form is kept", "", func() tea.Cmd {
			m.FocusPane(paneBook)
			return nil
		}))
}
