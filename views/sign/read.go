package sign

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// What is signed must have been read: ⏎ on Sign counts once the dialog has stood whole on the
// screen for a time that grows with what is new in it, line by line. What stood there the last time
// that something was signed is not new.
const (
	readBase = 300 * time.Millisecond // to see that it is there
	readLine = 100 * time.Millisecond // a line of words or of warnings
	readMost = 2500 * time.Millisecond
)

// reading is how far the user can have come with reading.
type reading struct {
	needs time.Duration
	since time.Time // since when all of it is in sight; zero is not yet
	done  bool
}

// legible is told when all may have been read, so that the buttons say so.
type legible struct{}

// lines are what has to be read: the words, and the checks that warn.
func (d *Dialog) lines() (out []string) {
	for _, l := range d.description.Essence {
		out = append(out, l.Label+"\x00"+l.Value+"\x00"+l.Note)
	}
	for _, c := range d.checks() {
		if c.Level == ui.Warn || c.Level == ui.Bad {
			out = append(out, c.Text)
		}
	}
	return out
}

// begin says how long reading takes, with what was read before.
func (r *reading) begin(lines, before []string) {
	r.needs = readBase
	for _, l := range lines {
		if !slices.Contains(before, l) {
			r.needs += readLine
		}
	}
	r.needs = min(r.needs, readMost)
}

// ready tells whether there was time to read all of it. Once there was, it stays read.
func (r *reading) ready(now time.Time) bool {
	r.done = r.done || !r.since.IsZero() && now.Sub(r.since) >= r.needs
	return r.done
}

// Stands implements ui.Standing.
func (d *Dialog) Stands(room cells.Box) tea.Cmd {
	r, now := &d.toRead, d.s.Env.Now()
	if r.ready(now) || d.stage != reviewing {
		return nil
	}
	if room.W == 0 {
		r.since = time.Time{}
		return nil
	}
	d.Draw(room) // which says whether all is in sight
	switch {
	case !d.whole:
		r.since = time.Time{}
	case r.since.IsZero():
		r.since = now
		return d.s.Env.After(r.needs, legible{})
	}
	return nil
}
