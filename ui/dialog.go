package ui

import "time"

// Dialog is drawn over the body and gets all keys, mouse events and pastes
// until it closes itself with Close or CloseThen. esc closes it unless an
// action of its own has that key.
type Dialog interface {
	Title() string
	Size(area Box) (w, h int) // wanted room inside the border; cut to what there is
	Update(Msg) Cmd
	Draw(area Box) string // the inside: exactly area.W × area.H cells
	Actions() []Action
}

// A dialog may also be any of these, and a Capturer, Noter or Holder.
type (
	// Starter has something to ask for when it opens.
	Starter interface{ Init() Cmd }

	// Closer wants to know that it was closed, by whatever way: to wipe secrets.
	Closer interface{ Closed() }

	// Guarded dialogs can move money or destroy something: they swallow the
	// keys typed ahead of them.
	Guarded interface{ Guarded() bool }

	// Cornered dialogs put a text at the right end of the top border.
	Cornered interface{ Corner() string }
)

// Keys in flight when a guarded dialog opens are swallowed until there has
// been quiet for graceQuiet, but never longer than graceMost.
const (
	graceQuiet = 425 * time.Millisecond
	graceMost  = 1500 * time.Millisecond
)

// layer is a dialog in the stack.
type layer struct {
	dialog  Dialog
	owner   owner
	opened  time.Time
	lastKey time.Time
	guarded bool
}

// settling swallows input right after a guarded dialog has opened.
func (l *layer) settling(now time.Time) bool {
	if !l.guarded {
		return false
	}
	if now.Sub(l.lastKey) >= graceQuiet || now.Sub(l.opened) >= graceMost {
		l.guarded = false
		return false
	}
	l.lastKey = now
	return true
}

func (r *Root) front() Dialog {
	if n := len(r.dialogs); n > 0 {
		return r.dialogs[n-1].dialog
	}
	return nil
}

func (r *Root) open(by owner, d Dialog) {
	l := &layer{dialog: d, owner: by, opened: r.env.Now(), lastKey: r.env.Now()}
	if g, ok := d.(Guarded); ok {
		l.guarded = g.Guarded()
	}
	r.dialogs = append(r.dialogs, l)
	if s, ok := d.(Starter); ok {
		r.do(owner{dialog: l}, s.Init())
	}
}

// close takes a dialog, and whatever is in front of it, off the stack.
func (r *Root) close(l *layer, then func() Cmd) {
	at := -1
	for i, have := range r.dialogs {
		if have == l {
			at = i
		}
	}
	if at < 0 {
		return
	}
	gone := r.dialogs[at:]
	r.dialogs = r.dialogs[:at:at]
	for i := len(gone) - 1; i >= 0; i-- {
		if c, ok := gone[i].dialog.(Closer); ok {
			c.Closed()
		}
	}
	if then != nil {
		r.do(l.owner, then())
	}
}

// dialogKey gives a key to the front dialog.
func (r *Root) dialogKey(l *layer, m KeyMsg) {
	by := owner{dialog: l}
	if m.Key != "esc" && l.settling(r.env.Now()) {
		return
	}
	if c, ok := l.dialog.(Capturer); ok && c.Captures(m.Key) {
		r.do(by, l.dialog.Update(m))
		return
	}
	if a, ok := find(r.bound(l.dialog.Actions()), m.Key); ok {
		r.runAction(by, a)
		return
	}
	if m.Key == "esc" {
		r.close(l, nil)
		return
	}
	r.do(by, l.dialog.Update(m))
}

// dialogBox is where a dialog stands in the body and the room inside it. What
// wants most of the body gets all of it.
func dialogBox(d Dialog, body Box) (outer, inner Box) {
	w, h := d.Size(body.Inset(1, 1))
	w, h = w+4, h+2 // border, and one blank column on either side
	if w > body.W-4 {
		w = body.W
	}
	if h > body.H-1 {
		h = body.H
	}
	outer = body.Centre(w, h)
	return outer, Pane{}.Inner(outer).Inset(1, 0)
}

// drawDialogs lays the stack over the body; all but the front one are dimmed
// to light borders.
func (r *Root) drawDialogs(body string, area Box) string {
	for i, l := range r.dialogs {
		outer, inner := dialogBox(l.dialog, area)
		p := Pane{Title: l.dialog.Title(), Right: "esc", Focused: i == len(r.dialogs)-1}
		if c, ok := l.dialog.(Cornered); ok {
			p.Right = c.Corner()
		}
		content := padLeft(Fit(l.dialog.Draw(Box{W: inner.W, H: inner.H}), inner.W, inner.H))
		body = Overlay(body, p.Draw(r.env.Theme, Box{W: outer.W, H: outer.H}, content), outer, area.W)
	}
	return body
}
