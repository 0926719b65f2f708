package markets

import (
	"bourse/ui"
	"bourse/views"
)

// Form is the order form as it stands beside the book in very wide windows: another screen's, whose answers go there.
type Form interface {
	ui.Capturer
	ui.Noter
	Column(box ui.Box) ui.Panel
	Actions() []ui.Action
	Update(ui.Msg) ui.Cmd
}

// formFits tells whether the order form has a column of its own.
func (m *Screen) formFits() bool { return m.form != nil && m.area.Huge() }

// inForm tells whether the form has the keys.
func (m *Screen) inForm() bool { return m.formFits() && m.HasFocus(paneForm) }

// tellForm hands something on to the form.
func (m *Screen) tellForm(msg ui.Msg) ui.Cmd { return ui.As(views.Order, m.form.Update(msg)) }

// newOrder brings the form forward, here or on its own screen.
func (m *Screen) newOrder(o views.NewOrder) ui.Cmd {
	if !m.formFits() {
		return ui.Goto(views.Order, o)
	}
	m.FocusPane(paneForm)
	return m.tellForm(o)
}

// formPanel is the form's column.
func (m *Screen) formPanel(box ui.Box) ui.Panel {
	p := m.form.Column(box)
	click := p.Mouse
	if p.Name, p.Right = paneForm, "b buys, s sells"; m.inForm() {
		p.Right = "esc to the book"
	}
	p.Mouse = func(msg ui.MouseMsg) ui.Cmd { return ui.As(views.Order, click(msg)) }
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
		out[i].Run = func() ui.Cmd { return ui.As(views.Order, a.Run()) }
	}
	return append(out, act("leaveform", paneForm, "esc", "to the book", "back to the book; the form is kept", "", func() ui.Cmd {
		m.FocusPane(paneBook)
		return nil
	}))
}
