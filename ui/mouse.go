package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
)

// mouse routes a mouse event: tabs and hints are buttons, the rest belongs to
// the front dialog or the screen, in its own coordinates.
func (r *Root) mouse(m tea.MouseMsg) {
	switch m.Button {
	case tea.MouseButtonLeft, tea.MouseButtonWheelUp, tea.MouseButtonWheelDown:
	default:
		return
	}
	if r.tooSmall() || r.mouseOff {
		return
	}
	body := cells.Box{Y: 2, W: r.size.W, H: r.body().H}
	if n := len(r.dialogs); n > 0 {
		l := r.dialogs[n-1]
		_, inner := dialogBox(l.dialog, body)
		if in, ok := inner.Mouse(m); ok {
			if m.Button != tea.MouseButtonLeft && l.settling(r.env.Now()) || r.clickedEarly(l, m) {
				return
			}
			r.update(owner{dialog: l}, l.dialog.Update, in)
			return
		}
	} else if in, ok := body.Mouse(m); ok {
		s := r.active()
		r.update(owner{screen: s.ID()}, s.Update, in)
		return
	}
	if m.Button != tea.MouseButtonLeft {
		return
	}
	switch m.Y {
	case 0:
		r.clickHeader(m.X)
	case 1:
		r.clickTab(m.X)
	case r.size.H - 1:
		r.clickHint(m)
	}
}

// clickedEarly tells whether a click came too soon for a dialog, and says so.
func (r *Root) clickedEarly(l *layer, m tea.MouseMsg) bool {
	if m.Button != tea.MouseButtonLeft {
		return false
	}
	why := l.earlyClick(r.env.Now())
	if why != "" {
		r.message.set(Note{Level: Warn, Text: why}, r.env.Now())
	}
	return why != ""
}

// clickHeader opens the menu behind the network or the account.
func (r *Root) clickHeader(x int) {
	menus, ok := r.cfg.Host.(HeaderMenus)
	if !ok || len(r.dialogs) > 0 {
		return
	}
	_, network, account := r.env.Header.line(r.env, r.cfg.Brand, r.size.W)
	switch {
	case x >= network.from && x < network.to:
		r.runAction(owner{host: true}, menus.NetworkMenu())
	case x >= account.from && x < account.to:
		r.runAction(owner{host: true}, menus.AccountMenu())
	}
}

func (r *Root) clickTab(x int) {
	if len(r.dialogs) > 0 {
		return
	}
	_, spans := r.tabLine()
	for i, s := range spans {
		if x >= s.from && x < s.to {
			if i < len(r.tabs) {
				r.show(r.tabs[i].Screen.ID())
			} else {
				r.run(owner{}, Asking(func() { r.overlay(i - len(r.tabs)) }))
			}
		}
	}
}

// overlay opens the palette or the help, the two buttons after the tabs.
func (r *Root) overlay(n int) {
	if n == 0 {
		r.env.Open(newPalette(r))
		return
	}
	r.env.Open(newHelp(r))
}

func (r *Root) clickHint(m tea.MouseMsg) {
	items, spans := r.hintLine()
	for i, s := range spans {
		if m.X >= s.from && m.X < s.to {
			by := owner{screen: r.Active()}
			if n := len(r.dialogs); n > 0 {
				l := r.dialogs[n-1]
				by = owner{dialog: l}
				enters := slices.Contains(items[i].action.Key.Keys(), "enter")
				if enters && r.clickedEarly(l, m) || l.settling(r.env.Now()) {
					return
				}
			}
			r.runAction(by, items[i].action)
			return
		}
	}
}
