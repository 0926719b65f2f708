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

// Note is one line for the message row.
type Note struct {
	Level Level
	Text  string
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

var spinner = [...]string{"◐", "◓", "◑", "◒"}

// Spinner is the shared one-cell sign of work going on. It turns once a second
// with the shell's tick and stands still without motion.
func (e *Env) Spinner() string {
	if !e.Motion {
		return spinner[0]
	}
	return spinner[e.spins%len(spinner)]
}

// toast is the message shown until it is old.
type toast struct {
	note Note
	till time.Time // zero: until the next one
}

const toastTime = 6 * time.Second

// setNote replaces the toast.
func (r *Root) setNote(n Note) {
	r.toast = toast{note: n}
	switch {
	case n.Text == "":
		r.toast = toast{}
	case n.Level != Working:
		r.toast.till = r.env.Now().Add(toastTime)
	}
}

// note is what the message row shows: a toast that is not old, else the
// active screen's standing line.
func (r *Root) note() Note {
	if t := r.toast; t.note.Text != "" && (t.till.IsZero() || r.env.Now().Before(t.till)) {
		return t.note
	}
	if n, ok := r.front().(Noter); ok {
		return n.Note()
	}
	if n, ok := r.active().(Noter); ok {
		return n.Note()
	}
	return Note{}
}
