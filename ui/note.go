package ui

import (
	"slices"
	"time"
)

// Level is how a message is meant; each has a glyph, so colour is not needed.
type Level uint8

// Levels.
const (
	Plain   Level = iota // " "
	OK                   // ✓ done
	Warn                 // ! warning
	Bad                  // ✗ error
	Working              // ◐ working
)

// Note is one line for the message row. A command may return one.
type Note struct {
	Level Level
	Text  string
	// Done of Total parts of what it tells of are done, which a bar shows; Total 0 has none.
	Done, Total int
}

// Glyph is the level's mark, one cell.
func (l Level) Glyph() string {
	switch l {
	case OK:
		return "✓"
	case Warn:
		return "!"
	case Bad:
		return "✗"
	case Working:
		return "◐"
	}
	return " "
}

// Style is the level's colour.
func (l Level) Style(t *Theme) Style {
	switch l {
	case OK:
		return t.OK
	case Warn:
		return t.Warn
	case Bad:
		return t.Danger
	case Working:
		return t.Accent
	}
	return t.Text
}

// Mark is the glyph in its colour; while work goes on it turns.
func (e *Env) Mark(l Level) string {
	glyph := l.Glyph()
	if l == Working {
		glyph = e.Spinner()
	}
	return l.Style(e.Theme).Render(glyph)
}

// messageLine is the message row: of what is told there, what began last and is not old.
type messageLine struct {
	toast Note
	since time.Time
	till  time.Time // zero: until the next one
	aside bool      // the toast gives way to whatever else is told
	news  []told    // announcements, each with its turn, oldest first
}

// told is an announcement with the time that it has.
type told struct {
	Note
	since, till time.Time
}

const (
	toastTime = 6 * time.Second
	// newsLeast is how long an announcement stays before the next one, and newsWait how many may
	// wait for that: those between these and the newest are only counted and listed elsewhere.
	newsLeast = 3 * time.Second
	newsWait  = 3
)

// set replaces the toast; one without a text ends it. An announcement that was not there for long
// enough comes back after it.
func (m *messageLine) set(n Note, now time.Time) {
	m.toast, m.since, m.till, m.aside = n, now, time.Time{}, false
	if n.Level != Working {
		m.till = now.Add(toastTime)
	}
	if n.Text == "" {
		return
	}
	turn := now.Add(newsLeast)
	for i := range m.news {
		if t := &m.news[i]; t.since.Add(newsLeast).After(now) {
			t.since, t.till = turn, turn.Add(toastTime)
			turn = turn.Add(newsLeast)
		}
	}
}

// announce shows an announcement once those before it were there for long enough.
func (m *messageLine) announce(n Note, now time.Time) {
	m.news = slices.DeleteFunc(m.news, func(t told) bool { return !now.Before(t.till) })
	if waits := len(m.news); waits > newsWait {
		m.news = m.news[:waits-1]
	}
	turn := now
	if last := len(m.news) - 1; last >= 0 && m.news[last].since.Add(newsLeast).After(now) {
		turn = m.news[last].since.Add(newsLeast)
	}
	m.news = append(m.news, told{n, turn, turn.Add(toastTime)})
}

// tellAside shows a note where nothing but another one like it is shown.
func (m *messageLine) tellAside(n Note, now time.Time) bool {
	if !m.aside && m.showing(now) || m.announced(now) != nil {
		return false
	}
	m.toast, m.since, m.till, m.aside = n, now, now.Add(toastTime), true
	return true
}

// dismiss ends what is shown, unless it says that something works.
func (m *messageLine) dismiss(now time.Time) {
	if m.toast.Level != Working {
		m.toast, m.till = Note{}, time.Time{}
	}
	m.news = slices.DeleteFunc(m.news, func(t told) bool { return !now.Before(t.since) })
}

// announced is the newest announcement that has its turn, nil where none has.
func (m *messageLine) announced(now time.Time) (newest *told) {
	for i := range m.news {
		if t := &m.news[i]; !now.Before(t.since) && now.Before(t.till) {
			newest = t
		}
	}
	return newest
}

// current is what is told and not old; ok is false while nothing is.
func (m *messageLine) current(now time.Time) (n Note, ok bool) {
	toast := m.toast.Text != "" && (m.till.IsZero() || now.Before(m.till))
	t := m.announced(now)
	if t != nil && (!toast || m.aside || !t.since.Before(m.since)) {
		return t.Note, true
	}
	return m.toast, toast
}

// showing is true while something is told that is not old.
func (m *messageLine) showing(now time.Time) bool {
	_, ok := m.current(now)
	return ok
}

// note is what is told, else the standing line of the first of those that has one.
func (m *messageLine) note(now time.Time, standing ...any) Note {
	if n, ok := m.current(now); ok {
		return n
	}
	for _, s := range standing {
		if p, ok := s.(StatusProvider); ok {
			return p.Status()
		}
	}
	return Note{}
}
