package ui

import (
	"slices"
	"strings"
	"time"
	"unicode"

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
		r.hasField(m)
		r.paste(m)
	case r.pasted(m):
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

const (
	// A read of the terminal that brings so many characters was not typed; while a field has the
	// focus it may have been, over a slow line.
	burst, longBurst = 8, 64
	// mostPasted bounds the characters of a paste: no field takes as many, and the rest is dropped.
	mostPasted = 16 << 10
	// burstPause ends a paste that comes in several reads.
	burstPause = 50 * time.Millisecond
)

// pasted takes what a terminal without bracketed paste sends when somebody pastes, and tells
// whether that was it: characters by the read, and what follows at once. They go where a paste
// goes and run nothing. The same key many times is one that was held down, and what begins with
// the key of the palette or the filter is typed by a program.
func (r *Root) pasted(m tea.KeyMsg) bool {
	now := r.env.Now()
	following := r.pasting()
	if !following && !r.isBurst(m) {
		return false
	}
	if !following {
		r.burstLen = 0
	}
	r.burstAt = now
	r.burstLen += len(m.Runes)
	switch {
	case r.burstLen > mostPasted:
		return true
	case m.Type == tea.KeySpace:
		m.Runes = []rune{' '}
	case m.Type != tea.KeyRunes:
		return true // a line break in it
	}
	if !following {
		r.hasField(m)
	}
	r.paste(tea.KeyMsg{Type: tea.KeyRunes, Runes: m.Runes, Paste: true})
	r.burstAt = r.env.Now() // what it cost is no pause
	return true
}

// hasField warns of a paste that nothing takes.
func (r *Root) hasField(m tea.KeyMsg) {
	if len(m.Runes) > 0 && !r.wants(runeKey(m.Runes[0])) {
		r.message.set(Note{Level: Warn, Text: "what was pasted has no field here"}, r.env.Now())
	}
}

// pasting tells whether more of a paste without brackets may come.
func (r *Root) pasting() bool {
	return r.env.Now().Sub(r.burstAt) < burstPause
}

// drewFor says how long no key could be taken: that is no pause in a paste.
func (r *Root) drewFor(d time.Duration) { r.burstAt = r.burstAt.Add(d) }

func (r *Root) isBurst(m tea.KeyMsg) bool {
	if m.Type != tea.KeyRunes || m.Alt || len(m.Runes) < burst {
		return false
	}
	first := m.Runes[0]
	if !slices.ContainsFunc(m.Runes, func(one rune) bool { return one != first }) {
		return false
	}
	if r.wants(runeKey(first)) {
		return len(m.Runes) >= longBurst
	}
	return len(r.dialogs) > 0 || first != ':' && first != '/'
}

// wants tells whether a field takes a key.
func (r *Root) wants(k tea.KeyMsg) bool {
	if n := len(r.dialogs); n > 0 {
		c, ok := r.dialogs[n-1].dialog.(Capturer)
		return ok && c.Captures(k)
	}
	c, ok := r.active().(Capturer)
	return ok && c.Captures(k)
}

// Offered are offers such as "a approve  p permit" without those whose letter the focused field
// takes as text.
func (e *Env) Offered(offers string) string {
	const gap = "  "
	if e.wants == nil {
		return offers
	}
	list := strings.Split(offers, gap)
	list = slices.DeleteFunc(list, func(offer string) bool {
		letter, _, does := strings.Cut(offer, " ")
		r := []rune(letter)
		return does && len(r) == 1 && unicode.IsLetter(r[0]) && e.wants(runeKey(r[0]))
	})
	return strings.Join(list, gap)
}

// key routes a key press: front dialog, focused field, then actions from the
// inner scope to the outer, then the screen.
func (r *Root) key(m tea.KeyMsg) {
	switch k := m.String(); {
	case k == "ctrl+c":
		r.quit()
	case r.tooSmall():
		if k == "q" && len(r.ends()) == 0 { // there is no room to ask
			r.quit()
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
