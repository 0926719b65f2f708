package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const tickTime = time.Second

// tickMsg redraws ages once a second.
type tickMsg struct{}

func (r *Root) tick() tea.Cmd { return r.env.After(tickTime, tickMsg{}) }

// keys routes what was typed: one read of the terminal may bring several keys.
func (r *Root) keys(m tea.KeyMsg) {
	switch {
	case m.Paste:
		r.paste(m)
	case m.Type == tea.KeyRunes:
		for _, one := range m.Runes {
			k := runeKey(one)
			k.Alt = m.Alt
			r.key(k)
		}
	default:
		r.key(m)
	}
}

// key routes a key press: front dialog, focused field, then actions from the
// inner scope to the outer, then the screen.
func (r *Root) key(m tea.KeyMsg) {
	switch k := m.String(); {
	case k == "ctrl+c":
		r.gather(tea.Quit)
	case r.tooSmall():
		if k == "q" {
			r.gather(tea.Quit)
		}
	case len(r.dialogs) > 0:
		if k == "ctrl+z" {
			r.gather(tea.Suspend)
			return
		}
		r.dialogKey(r.dialogs[len(r.dialogs)-1], m)
	default:
		r.screenKey(m)
	}
}

func (r *Root) screenKey(m tea.KeyMsg) {
	s := r.active()
	by := owner{screen: s.ID()}
	if c, ok := s.(Capturer); ok && c.Captures(m) {
		r.update(by, s.Update, m)
		return
	}
	if a, ok := find(r.current(), m.String()); ok {
		r.runAction(by, a)
		return
	}
	r.update(by, s.Update, m)
}

// paste goes where typing goes.
func (r *Root) paste(m tea.KeyMsg) {
	if r.tooSmall() {
		return
	}
	if n := len(r.dialogs); n > 0 {
		if l := r.dialogs[n-1]; !l.settling(r.env.Now()) {
			r.update(owner{dialog: l}, l.dialog.Update, m)
		}
		return
	}
	s := r.active()
	r.update(owner{screen: s.ID()}, s.Update, m)
}
