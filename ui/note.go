package ui

import "time"

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

// messageLine is the message row: a toast until it is old.
type messageLine struct {
	toast Note
	till  time.Time // zero: until the next one
}

const toastTime = 6 * time.Second

// set replaces the toast; one without a text ends it.
func (m *messageLine) set(n Note, now time.Time) {
	*m = messageLine{toast: n}
	if n.Level != Working {
		m.till = now.Add(toastTime)
	}
}

// dismiss ends the toast, unless it says that something works.
func (m *messageLine) dismiss() {
	if m.toast.Level != Working {
		*m = messageLine{}
	}
}

// showing is true while there is a toast that is not old.
func (m *messageLine) showing(now time.Time) bool {
	return m.toast.Text != "" && (m.till.IsZero() || now.Before(m.till))
}

// note is a toast that is not old, else the standing line of the first of
// those that has one.
func (m *messageLine) note(now time.Time, standing ...any) Note {
	if m.showing(now) {
		return m.toast
	}
	for _, s := range standing {
		if p, ok := s.(StatusProvider); ok {
			return p.Status()
		}
	}
	return Note{}
}
