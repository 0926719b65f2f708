package ui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
)

// Dialog is drawn over the body and gets all keys, mouse events and pastes
// until it closes itself with Close or CloseThen. esc closes it unless an
// action of its own has that key.
type Dialog interface {
	Title() string
	Size(area cells.Box) (w, h int) // wanted room inside the border; cut to what there is
	Update(tea.Msg) tea.Cmd
	Draw(area cells.Box) string // the inside: exactly area.W × area.H cells
	Actions() []Action
}

// A dialog may also be any of these, and a Capturer, StatusProvider or Unsaved.
type (
	// Starter has something to ask for when it opens.
	Starter interface{ Init() tea.Cmd }

	// Closer wants to know that it was closed, by whatever way: to wipe secrets.
	Closer interface{ Closed() }

	// TypeaheadGuarded dialogs can move money or destroy something: they swallow the
	// keys typed ahead of them.
	TypeaheadGuarded interface{ GuardsTypeahead() bool }

	// Ender dialogs are about something that may end while they are open: they are closed, and the
	// message row says what they return then. "" goes on.
	Ender interface{ Ended() string }

	// Holder dialogs stay beneath those of their steps and say what the next step waits for. One
	// that waits for nothing, "", is not drawn, and is closed as soon as it is in front.
	Holder interface{ Holds() string }

	// Standing dialogs are told, after every message, in which room they stand in front of all; one
	// that is covered, or in a window that is too small, has none.
	Standing interface {
		Stands(room cells.Box) tea.Cmd
	}

	// Captioned dialogs put a text at the right end of the top border.
	Captioned interface{ Caption() string }
)

// graceQuiet is how long there has to be quiet before a guarded dialog takes a key: those in flight
// when it opens are swallowed, however many they are.
const graceQuiet = 425 * time.Millisecond

// clickPause is how long there has to be quiet between two clicks that a guarded dialog takes: the
// first may move to the button that the second one presses, and a double click is one gesture.
const clickPause = 500 * time.Millisecond

// layer is a dialog in the stack.
type layer struct {
	dialog  Dialog
	owner   owner
	lastKey time.Time
	guarded bool
	clicked time.Time // last
	missed  string    // the first key but ⏎ that came too soon, until another one is taken
	frame   drawnFrame
}

// drawnFrame is the frame of a dialog, kept for as long as it stays the same: Lip Gloss takes its
// time, and what is inside changes at every key.
type drawnFrame struct {
	frame Frame
	theme *Theme
	w, h  int
	text  string
}

// around frames a block of w × h cells.
func (d *drawnFrame) around(t *Theme, f Frame, block string, w, h int) string {
	if now := (drawnFrame{f, t, w, h, d.text}); *d != now {
		*d = drawnFrame{f, t, w, h, f.empty(t, w, h)}
	}
	return cells.Overlay(d.text, block, cells.Box{X: 2, Y: 1, W: w, H: h}, w+4)
}

// settling swallows input right after a guarded dialog has opened.
func (l *layer) settling(now time.Time) bool {
	if !l.guarded {
		return false
	}
	if now.Sub(l.lastKey) >= graceQuiet {
		l.guarded = false
		return false
	}
	l.lastKey = now
	return true
}

// earlyClick says that a click came too soon, "" where it did not.
func (l *layer) earlyClick(now time.Time) string {
	g, ok := l.dialog.(TypeaheadGuarded)
	if !ok || !g.GuardsTypeahead() {
		return ""
	}
	last := l.clicked
	l.clicked = now
	switch {
	case l.settling(now):
		return "the click came too soon after this opened, and was not taken"
	case !last.IsZero() && now.Sub(last) < clickPause:
		return "the second click came too soon, and was not taken: click again"
	}
	return ""
}

// early says that a key came too soon.
func (l *layer) early(k string) string {
	if l.missed == "" && k != "enter" {
		l.missed = k
	}
	if l.missed == "" {
		return KeyName(k) + " came too soon after this opened, and was not taken"
	}
	return KeyName(l.missed) + " came too soon after this opened, and was not taken: press it " +
		"again"
}

// dialogStack are the open dialogs, the front one last.
type dialogStack []*layer

func (s dialogStack) front() Dialog {
	if n := len(s); n > 0 {
		return s[n-1].dialog
	}
	return nil
}

func (s dialogStack) titles() []string {
	var out []string
	for _, l := range s {
		if !l.idle() {
			out = append(out, l.dialog.Title())
		}
	}
	return out
}

// idle tells whether a dialog only holds others, and waits for nothing.
func (l *layer) idle() bool {
	h, ok := l.dialog.(Holder)
	return ok && h.Holds() == ""
}

// push puts a dialog in front.
func (s *dialogStack) push(by owner, d Dialog, now time.Time) *layer {
	l := &layer{dialog: d, owner: by, lastKey: now}
	if g, ok := d.(TypeaheadGuarded); ok {
		l.guarded = g.GuardsTypeahead()
	}
	*s = append(*s, l)
	return l
}

// take takes a dialog, and whatever is in front of it, off the stack; ok tells
// whether it was there.
func (s *dialogStack) take(l *layer) (ok bool) {
	at := slices.Index(*s, l)
	if at < 0 {
		return false
	}
	gone := (*s)[at:]
	*s = (*s)[:at:at]
	for i := len(gone) - 1; i >= 0; i-- {
		if c, ok := gone[i].dialog.(Closer); ok {
			c.Closed()
		}
	}
	return true
}

func (r *Root) open(by owner, d Dialog) {
	l := r.dialogs.push(by, d, r.env.Now())
	if s, ok := d.(Starter); ok {
		r.run(owner{dialog: l}, s.Init)
	}
}

// close takes a dialog off the stack and goes on for whoever opened it.
func (r *Root) close(l *layer, then func() tea.Cmd) {
	if r.dialogs.take(l) && then != nil {
		r.run(l.owner, then)
	}
}

// quit ends the program.
func (r *Root) quit() {
	r.shut()
	r.gather(tea.Quit)
}

// shut closes all dialogs, each of which may have something to say of its end.
func (r *Root) shut() {
	if len(r.dialogs) > 0 {
		r.dialogs.take(r.dialogs[0])
	}
}

// standing tells the dialogs where they stand.
func (r *Root) standing() {
	for i, l := range r.dialogs {
		d, ok := l.dialog.(Standing)
		if !ok {
			continue
		}
		var room cells.Box
		if i == len(r.dialogs)-1 && !r.tooSmall() {
			_, inner := dialogBox(l.dialog, cells.Box{Y: 2, W: r.size.W, H: r.body().H})
			room = cells.Box{W: inner.W, H: inner.H}
		}
		r.run(owner{dialog: l}, func() tea.Cmd { return d.Stands(room) })
	}
}

// ended is the first dialog whose matter has ended, with what to say of it; nil where none has.
func (s dialogStack) ended() (l *layer, why string) {
	for _, l := range s {
		if e, ok := l.dialog.(Ender); ok {
			if why := e.Ended(); why != "" {
				return l, why
			}
		}
	}
	return nil, ""
}

// dialogKey gives a key to the front dialog.
func (r *Root) dialogKey(l *layer, m tea.KeyMsg) {
	by, k := owner{dialog: l}, m.String()
	if k != "esc" && l.settling(r.env.Now()) {
		r.message.set(Note{Level: Warn, Text: l.early(k)}, r.env.Now())
		return
	}
	missed := l.missed
	if l.missed = ""; missed != "" && k == "enter" { // which counts on what that key was to do
		r.message.set(Note{Level: Warn, Text: "⏎ was not taken, as " + KeyName(missed) +
			" before it came too soon: press " + KeyName(missed) + " first"}, r.env.Now())
		return
	}
	if c, ok := l.dialog.(Capturer); ok && c.Captures(m) {
		r.update(by, l.dialog.Update, m)
		return
	}
	if a, ok := find(r.keymap.apply(l.dialog.Actions()), k); ok {
		r.runAction(by, a)
		return
	}
	if k == "esc" {
		r.close(l, nil)
		return
	}
	if t := r.tabOf(k); t >= 0 {
		if strings.HasPrefix(k, "f") && !r.dialogs.guarded() {
			r.close(r.dialogs[0], nil)
			r.show(r.tabs[t].Screen.ID())
			return
		}
		r.message.set(Note{Level: Warn, Text: KeyName(k) + " goes to another screen: esc closes " +
			"this first"}, r.env.Now())
	}
	r.update(by, l.dialog.Update, m)
}

// tabOf is which tab a digit or an F key shows, −1 for other keys.
func (r *router) tabOf(k string) int {
	n, err := strconv.Atoi(strings.TrimPrefix(k, "f"))
	if err != nil {
		return -1
	}
	for i := range r.tabs {
		if r.number(i) == n {
			return i
		}
	}
	return -1
}

// guarded tells whether one of the dialogs can move money or destroy something: such are left by
// esc alone.
func (s dialogStack) guarded() bool {
	return slices.ContainsFunc(s, func(l *layer) bool {
		g, ok := l.dialog.(TypeaheadGuarded)
		return ok && g.GuardsTypeahead()
	})
}

// dialogBox is where a dialog stands in the body and the room inside it. What
// wants most of the body gets all of it.
func dialogBox(d Dialog, body cells.Box) (outer, inner cells.Box) {
	w, h := d.Size(body.Inset(1, 1))
	w, h = w+4, h+2 // border, and one blank column on either side
	if w > body.W-4 {
		w = body.W
	}
	if h > body.H-1 {
		h = body.H
	}
	outer = body.Centre(w, h)
	return outer, Frame{}.Inner(outer).Inset(1, 0)
}

// draw lays the stack over the body; all but the front one are dimmed
// to light borders.
func (s dialogStack) draw(t *Theme, body string, area cells.Box) string {
	for i, l := range s {
		if l.idle() {
			continue
		}
		outer, inner := dialogBox(l.dialog, area)
		p := Frame{Title: l.dialog.Title(), Right: "esc", Focused: i == len(s)-1}
		if c, ok := l.dialog.(Captioned); ok {
			p.Right = c.Caption()
		}
		inside := cells.Fit(l.dialog.Draw(cells.Box{W: inner.W, H: inner.H}), inner.W, inner.H)
		body = cells.Overlay(body, l.frame.around(t, p, inside, inner.W, inner.H), outer, area.W)
	}
	return body
}
