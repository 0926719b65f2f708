package sign

import (
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
)

// What is signed must have been read: ⏎ on Sign counts once every line that has to be read has
// stood on the screen, scrolled to where there is no room for all, and the dialog for a time that
// grows with what is new in it, line by line. What stood there the last time that something was
// signed is not new.
const (
	readBase = 300 * time.Millisecond // to see that it is there, the dialog and each of its lines
	readLine = 100 * time.Millisecond // a line of words or of warnings
	readMost = 2500 * time.Millisecond
)

// reading is how far the user can have come with reading.
type reading struct {
	needs time.Duration
	since time.Time // since when it stands in front of all; zero is not
	sight sight
	came  map[int]time.Time // since when the lines are in sight that are
	stood map[int]bool      // the lines that were for long enough, as they are now
	done  bool
}

// sight is what has to be read, line by line, and which of it is in sight: from the first one to
// the one before to.
type sight struct {
	lines    []string
	from, to int
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

// sees notes which lines are in sight, and tells whether some have just come. A line that has
// changed, as those do that others push down, is another one.
func (r *reading) sees(s sight, now time.Time) (fresh bool) {
	if r.came == nil {
		r.came, r.stood = map[int]time.Time{}, map[int]bool{}
	}
	before := r.sight.lines
	r.sight = s
	for i := range max(len(before), len(s.lines)) {
		if i >= len(before) || i >= len(s.lines) || before[i] != s.lines[i] {
			delete(r.came, i)
			delete(r.stood, i)
		}
	}
	for i := range s.lines {
		switch at, is := r.came[i]; {
		case i < s.from || i >= s.to:
			delete(r.came, i)
		case !is:
			r.came[i], fresh = now, true
		case now.Sub(at) >= readBase:
			r.stood[i] = true
		}
	}
	return fresh
}

// all tells whether every line has stood in sight.
func (r *reading) all() bool { return r.done || len(r.sight.lines) > 0 && r.unread() == 0 }

// unread is how many lines have not stood in sight yet.
func (r *reading) unread() int { return len(r.sight.lines) - len(r.stood) }

// towards is the key that goes to lines that have not stood in sight: those above, where there are
// some, since they went by too fast.
func (r *reading) towards() string {
	for i := range r.sight.from {
		if !r.stood[i] {
			return "↑"
		}
	}
	return "↓"
}

// ready tells whether there was time to read all of it. Once there was, it stays read.
func (r *reading) ready(now time.Time) bool {
	r.done = r.done || r.all() && !r.since.IsZero() && now.Sub(r.since) >= r.needs
	return r.done
}

// covered forgets what stands in sight, since something else stands before it.
func (r *reading) covered() {
	r.since = time.Time{}
	clear(r.came)
}

// Stands implements ui.Standing.
func (d *Dialog) Stands(room cells.Box) tea.Cmd {
	r, now := &d.toRead, d.s.Env.Now()
	if d.stage != reviewing || r.ready(now) {
		return nil
	}
	if room.W == 0 {
		r.covered()
		return nil
	}
	var out []tea.Cmd
	if r.since.IsZero() {
		r.since = now
		out = append(out, d.s.Env.After(r.needs, legible{}))
	}
	d.Draw(room) // which says what is in sight
	if r.sees(d.sight, now) {
		out = append(out, d.s.Env.After(readBase, legible{}))
	}
	return tea.Batch(out...)
}
