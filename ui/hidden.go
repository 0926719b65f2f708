package ui

import tea "github.com/charmbracelet/bubbletea"

// A screen that nobody sees asks for nothing: what it would ask waits until it is shown.

// waiting is what a hidden screen does once it is shown.
type waiting struct {
	by owner
	do func() tea.Cmd
}

// Hidden tells whether the asker is a screen that is not shown.
func (e *Env) Hidden() bool {
	return e.shown != nil && e.by.screen != "" && !e.shown(e.by.screen)
}

// WhenShown has the shell run fn on behalf of the asker, a hidden screen, as soon as it is shown.
func (e *Env) WhenShown(fn func() tea.Cmd) {
	e.ask(func(r *Root, by owner) { r.hidden = append(r.hidden, waiting{by, fn}) })
}

// shows tells whether a screen is seen: the one in front, what that one shows of another, and a
// screen that has no tab.
func (r *Root) shows(id ScreenID) bool {
	front := r.active()
	if front.ID() == id || r.find(id) < 0 {
		return true
	}
	also, ok := front.(Shower)
	return ok && also.Shows(id)
}

// tellShown tells the screen in front if it has come there.
func tellShown(r *Root) {
	if r.moved() {
		delete(r.env.News, r.Active())
		r.tell(r.Active(), Shown{})
	}
}

// wake lets the screens that are shown by now do what they have waited for.
func (r *Root) wake() {
	tellShown(r)
	all := r.hidden
	r.hidden = nil
	for _, w := range all {
		if !r.shows(w.by.screen) {
			r.hidden = append(r.hidden, w)
			continue
		}
		r.run(w.by, w.do)
	}
}
