package ui

import (
	"fmt"
	"strconv"
	"time"
)

const tickTime = time.Second

// tickMsg redraws ages once a second.
type tickMsg struct{}

// key routes a key press: front dialog, focused field, then actions from the
// inner scope to the outer, then the screen.
func (r *Root) key(m KeyMsg) {
	switch {
	case m.Key == "ctrl+c":
		r.do(owner{}, Quit())
	case r.tooSmall():
		if m.Key == "q" {
			r.do(owner{}, Quit())
		}
	case len(r.dialogs) > 0:
		if m.Key == "ctrl+z" {
			r.do(owner{}, now(SuspendRequest{}))
			return
		}
		r.dialogKey(r.dialogs[len(r.dialogs)-1], m)
	default:
		r.screenKey(m)
	}
}

func (r *Root) screenKey(m KeyMsg) {
	s := r.active()
	by := owner{screen: s.ID()}
	if c, ok := s.(Capturer); ok && c.Captures(m.Key) {
		r.do(by, s.Update(m))
		return
	}
	if a, ok := find(r.current(), m.Key); ok {
		r.runAction(by, a)
		return
	}
	r.do(by, s.Update(m))
}

// paste goes where typing goes.
func (r *Root) paste(m PasteMsg) {
	if r.tooSmall() {
		return
	}
	if n := len(r.dialogs); n > 0 {
		if l := r.dialogs[n-1]; !l.settling(r.env.Now()) {
			r.do(owner{dialog: l}, l.dialog.Update(m))
		}
		return
	}
	s := r.active()
	r.do(owner{screen: s.ID()}, s.Update(m))
}

// mouse routes a mouse event: tabs and hints are buttons, the rest belongs to
// the front dialog or the screen, in its own coordinates.
func (r *Root) mouse(m MouseMsg) {
	if r.tooSmall() || r.mouseOff {
		return
	}
	body := Box{0, 2, r.size.W, r.body().H}
	if n := len(r.dialogs); n > 0 {
		l := r.dialogs[n-1]
		_, inner := dialogBox(l.dialog, body)
		if in, ok := m.In(inner); ok && !l.settling(r.env.Now()) {
			r.do(owner{dialog: l}, l.dialog.Update(in))
			return
		}
	} else if in, ok := m.In(body); ok {
		s := r.active()
		r.do(owner{screen: s.ID()}, s.Update(in))
		return
	}
	if m.Kind != Click {
		return
	}
	switch m.Y {
	case 1:
		r.clickTab(m.X)
	case r.size.H - 1:
		r.clickHint(m.X)
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
				r.do(owner{}, r.overlay(i-len(r.tabs)))
			}
		}
	}
}

// number is the digit of tab i.
func (r *Root) number(i int) int {
	if n := r.tabs[i].Number; n > 0 {
		return n
	}
	return i + 1
}

// overlay opens the palette or the help, the two buttons after the tabs.
func (r *Root) overlay(n int) Cmd {
	if n == 0 {
		return Open(newPalette(r))
	}
	return Open(newHelp(r))
}

func (r *Root) clickHint(x int) {
	items, spans := r.hintLine()
	for i, s := range spans {
		if x >= s.from && x < s.to {
			by := owner{screen: r.Active()}
			if n := len(r.dialogs); n > 0 {
				l := r.dialogs[n-1]
				if by = (owner{dialog: l}); l.settling(r.env.Now()) {
					return
				}
			}
			r.runAction(by, items[i].action)
			return
		}
	}
}

// globals are the shell's own actions.
func (r *Root) globals() []Action {
	act := func(id, label, help string, run func() Cmd, keys ...Key) Action {
		return Action{Scope: "global", ID: id, Keys: keys, Label: label, Help: help, Run: run}
	}
	out := []Action{
		act("palette", "command palette", "find any action, market, order or screen", func() Cmd { return Open(newPalette(r)) }, ":", "ctrl+k"),
		act("help", "help", "this help", func() Cmd { return Open(newHelp(r)) }, "?"),
		act("refresh", "refresh", "ask for fresh data", func() Cmd { return r.active().Update(Refresh{}) }, "r"),
		act("theme", "next theme", "colours: "+nextTheme(r.env.Theme.Name)+" is next", r.nextTheme, "t"),
		act("mouse", "mouse on/off", "off lets the terminal select text", r.toggleMouse, "M"),
		act("back", "back", "back to the screen before", r.back, "esc"),
		act("suspend", "suspend", "to the shell; fg comes back", func() Cmd { return now(SuspendRequest{}) }, "ctrl+z"),
		act("quit", "quit", "leave; asks if something is unfinished", r.askQuit, "q"),
		act("interrupt", "quit at once", "leave without asking", Quit, "ctrl+c"),
	}
	for i, t := range r.tabs {
		id := t.Screen.ID()
		digit := strconv.Itoa(r.number(i))
		a := act("screen"+digit, "go to "+t.Title, "show the screen "+t.Title,
			func() Cmd { return Goto(id, nil) }, Key(digit))
		a.Join = "screens"
		out = append(out, a)
	}
	// While digits go into a field, esc is the way to the other screens: then it is among the hints.
	c, ok := r.active().(Capturer)
	typing := ok && c.Captures("1")
	for i := range out {
		out[i].Quiet = out[i].ID != "back" || !typing
	}
	if a, ok := r.cfg.Host.(Actor); ok {
		for _, action := range a.Actions() {
			run := action.Run
			action.Run = func() Cmd { r.do(owner{host: true}, run()); return nil }
			out = append(out, action)
		}
	}
	return out
}

func (r *Root) back() Cmd {
	if r.toast.note.Level != Working {
		r.toast = toast{}
	}
	return Goto(r.tabs[r.last].Screen.ID(), nil)
}

func (r *Root) toggleMouse() Cmd {
	r.mouseOff = !r.mouseOff
	r.env.Header.MouseOff = r.mouseOff
	text := "mouse on"
	if r.mouseOff {
		text = "mouse off: the terminal selects text; M turns it on again"
	}
	return Batch(now(MouseRequest{!r.mouseOff}), Toast(OK, text))
}

func nextTheme(name string) string {
	names := ThemeNames()
	for i, n := range names {
		if n == name {
			return names[(i+1)%len(names)]
		}
	}
	return names[0]
}

func (r *Root) nextTheme() Cmd {
	if r.cfg.Profile == NoColor {
		return Toast(Warn, "this terminal shows no colours (NO_COLOR or TERM); the theme stays mono")
	}
	t, err := NewTheme(nextTheme(r.env.Theme.Name), r.cfg.Profile)
	if err != nil {
		return Toast(Bad, err.Error())
	}
	r.env.Theme = t
	return Batch(Toast(OK, "theme "+t.Name), Broadcast(ThemeChanged{t.Name}))
}

// askQuit leaves at once unless some screen has something unfinished.
func (r *Root) askQuit() Cmd {
	var reasons []string
	for _, t := range r.tabs {
		if h, ok := t.Screen.(Holder); ok {
			if why := h.Holds(); why != "" {
				reasons = append(reasons, fmt.Sprintf("%s: %s", t.Title, why))
			}
		}
	}
	if len(reasons) == 0 {
		return Quit()
	}
	return Open(NewConfirm(r.env, ConfirmSpec{Title: "Quit?", Lines: append(reasons, "", "Running auctions and open orders go on without this console."),
		Yes: "Quit", Run: Quit}))
}
