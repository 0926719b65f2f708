package markets

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/views"
)

// Form is the order form as it stands beside the book in very wide windows: a pane of another
// screen, whose answers go there.
type Form interface {
	ui.Pane
	ui.Capturer
	ui.StatusProvider
}

// formPane is the column of the form. What it is told is of its own screen, by which it is told all
// else; while it does not have the focus it has no keys.
type formPane struct {
	Form
	s     *views.Session
	inUse func() bool
	leave func() // gives the focus to the book
}

func (*formPane) Name() string { return paneForm }

func (p *formPane) Title() (title, right string) {
	title, _ = p.Form.Title()
	if p.inUse() {
		return title, "esc to the book"
	}
	return title, "b buys, s sells"
}

func (p *formPane) Update(m tea.Msg) tea.Cmd {
	switch m.(type) {
	case tea.KeyMsg, tea.MouseMsg, views.NewOrder:
		return p.s.As(views.Order, func() tea.Cmd { return p.Form.Update(m) })
	}
	return nil
}

func (p *formPane) Actions() []ui.Action {
	if !p.inUse() {
		return nil
	}
	out := p.Form.Actions()
	for i, a := range out {
		out[i].Pane = paneForm
		out[i].Run = func() tea.Cmd { return p.s.As(views.Order, a.Run) }
	}
	return append(out, act("leaveform", paneForm, "esc", "to the book",
		"back to the book; the form is kept", "", func() tea.Cmd { p.leave(); return nil }))
}

// formFits tells whether the order form has a column of its own.
func (m *Screen) formFits() bool { return m.form != nil && m.s.Area.Huge() }

// inForm tells whether the form has the keys.
func (m *Screen) inForm() bool { return m.formFits() && m.HasFocus(paneForm) }

// Shows implements ui.Shower: the form's screen is seen in its column.
func (m *Screen) Shows(id ui.ScreenID) bool { return id == views.Order && m.formFits() }

// newOrder brings the form forward, here or on its own screen.
func (m *Screen) newOrder(o views.NewOrder) tea.Cmd {
	if !m.formFits() {
		m.s.Goto(views.Order, o)
		return nil
	}
	m.FocusPane(paneForm)
	return m.form.Update(o)
}
