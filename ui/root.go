package ui

import (
	"fmt"
	"slices"
)

// Config is what a session is made of.
type Config struct {
	Env     *Env
	Tabs    []Tab
	Host    Host   // nil has none
	Brand   string // "BOURSE"
	Profile Profile
	Keymap  Keymap // from Bind; nil keeps the default keys
	NoMouse bool
	Words   []Word // glossary of the help overlay, before the screens' own
}

// Root is the shell: it knows sizes, screens, dialogs, the message line and
// the keys, and nothing about orders or prices. It is driven by Handle and
// drawn by Frame; Run puts a terminal around it and the test kit a test.
type Root struct {
	cfg      Config
	env      *Env
	tabs     []Tab
	at       int // active tab
	last     int // the one before, for "back"
	size     Box
	dialogs  []*layer
	toast    toast
	mouseOff bool
	title    string
	out      Cmd // effects gathered while a message is handled
}

// SizeMsg is the size of the terminal in cells.
type SizeMsg struct{ W, H int }

// NewRoot builds the shell of a session. There must be at least one tab.
func NewRoot(cfg Config) *Root {
	return &Root{cfg: cfg, env: cfg.Env, tabs: cfg.Tabs, mouseOff: cfg.NoMouse}
}

// Init starts every screen.
func (r *Root) Init() Cmd {
	r.out = nil
	if r.cfg.Host != nil {
		r.do(owner{host: true}, r.cfg.Host.Init())
	}
	r.start()
	r.env.Header.MouseOff = r.mouseOff
	r.do(owner{}, After(tickTime, tickMsg{}))
	return r.flush()
}

// start begins every screen.
func (r *Root) start() {
	for _, t := range r.tabs {
		r.do(owner{screen: t.Screen.ID()}, t.Screen.Init())
	}
}

// replace goes on with other screens, the one with the same id shown.
func (r *Root) replace(m Screens) {
	if len(r.dialogs) > 0 {
		r.close(r.dialogs[0], nil)
	}
	id := r.Active()
	r.tabs, r.cfg.Keymap = m.Tabs, m.Keymap
	r.at, r.last = max(0, r.find(id)), 0
	r.resize(SizeMsg{r.size.W, r.size.H})
	r.start()
}

// Handle is told everything that happens and returns what is left to do off
// the loop. Shell requests among the effects have taken place when it returns.
func (r *Root) Handle(m Msg) Cmd {
	r.out = nil
	r.receive(m)
	return r.flush()
}

// flush adds the window title to the gathered effects when it has changed.
func (r *Root) flush() Cmd {
	if t := r.windowTitle(); t != r.title {
		r.title = t
		r.out = append(r.out, Effect{Now: TitleRequest{t}})
	}
	out := r.out
	r.out = nil
	return out
}

func (r *Root) windowTitle() string {
	t := r.cfg.Brand
	if m := r.env.Header.Mode; m != "" {
		t += " " + m
	}
	if w, ok := r.active().(Titler); ok {
		if s := Clean(w.WindowTitle()); s != "" {
			t += " · " + s
		}
	}
	return t
}

// receive routes one message.
func (r *Root) receive(m Msg) {
	switch m.(type) {
	case KeyMsg, PasteMsg, MouseMsg:
		r.env.input = r.env.Now()
	}
	switch m := m.(type) {
	case nil:
	case SizeMsg:
		r.resize(m)
	case KeyMsg:
		r.key(m)
	case PasteMsg:
		r.paste(m)
	case MouseMsg:
		r.mouse(m)
	case answer:
		r.request(m.to, m.msg)
	case []Msg:
		for _, one := range m {
			r.receive(one)
		}
	case Header:
		m.MouseOff = r.mouseOff
		r.env.Header = m
		r.broadcast(m)
	case FocusMsg:
		r.env.Focused = m.Focused
		r.broadcast(m)
	case Cmd:
		r.do(owner{}, m)
	default:
		r.broadcast(m)
	}
}

// broadcast tells the host and every screen and dialog, active or not: events
// have no owner.
func (r *Root) broadcast(m Msg) {
	if r.cfg.Host != nil {
		r.do(owner{host: true}, r.cfg.Host.Update(m))
	}
	for _, t := range r.tabs {
		r.do(owner{screen: t.Screen.ID()}, t.Screen.Update(m))
	}
	for _, l := range slices.Clone(r.dialogs) {
		r.do(owner{dialog: l}, l.dialog.Update(m))
	}
}

// do carries out the requests in a command and gathers the rest, marked with
// whom their answers belong to.
func (r *Root) do(by owner, c Cmd) {
	for _, e := range c {
		if e.Now != nil && e.After == 0 {
			r.request(by, e.Now)
			continue
		}
		e.to = by
		r.out = append(r.out, e)
	}
}

// request carries out what a screen or dialog asked for; what is no request is
// a message for the asker.
func (r *Root) request(by owner, m Msg) {
	switch m := m.(type) {
	case Cmd:
		r.do(by, m)
	case gotoMsg:
		r.show(m.id)
		if m.with != nil {
			r.tell(m.id, m.with)
		}
	case sendMsg:
		r.tell(m.id, m.msg)
	case asMsg:
		r.do(owner{screen: m.id}, m.cmd)
	case openMsg:
		r.open(by, m.dialog)
	case closeMsg:
		if by.dialog != nil {
			r.close(by.dialog, m.then)
		}
	case noteMsg:
		r.setNote(m.note)
	case broadcastMsg:
		r.broadcast(m.msg)
	case Screens:
		r.replace(m)
	case Header:
		r.receive(m)
	case QuitRequest, CopyRequest, TitleRequest, MouseRequest, SuspendRequest, BellRequest:
		r.out = append(r.out, Effect{Now: m})
	case tickMsg:
		r.env.spins++
		r.do(owner{}, After(tickTime, tickMsg{}))
	default:
		r.deliver(by, m)
	}
}

func (r *Root) deliver(to owner, m Msg) {
	switch {
	case to.dialog != nil:
		if slices.Contains(r.dialogs, to.dialog) {
			r.do(to, to.dialog.dialog.Update(m))
		}
	case to.screen != "":
		r.tell(to.screen, m)
	case to.host:
		r.do(to, r.cfg.Host.Update(m))
	default:
		r.broadcast(m)
	}
}

func (r *Root) tell(id ScreenID, m Msg) {
	if t := r.find(id); t >= 0 {
		r.do(owner{screen: id}, r.tabs[t].Screen.Update(m))
	}
}

func (r *Root) find(id ScreenID) int {
	return slices.IndexFunc(r.tabs, func(t Tab) bool { return t.Screen.ID() == id })
}

func (r *Root) active() Screen { return r.tabs[r.at].Screen }

// Active names the screen that is shown.
func (r *Root) Active() ScreenID { return r.active().ID() }

// Dialogs are the titles of the open dialogs, the front one last.
func (r *Root) Dialogs() []string {
	var out []string
	for _, l := range r.dialogs {
		out = append(out, l.dialog.Title())
	}
	return out
}

// Note is what the message row shows.
func (r *Root) Note() Note { return r.note() }

func (r *Root) show(id ScreenID) {
	if t := r.find(id); t >= 0 && t != r.at {
		r.last, r.at = r.at, t
	}
}

func (r *Root) resize(m SizeMsg) {
	r.size = Box{W: max(0, m.W), H: max(0, m.H)}
	for _, t := range r.tabs {
		t.Screen.Resize(r.body())
	}
}

// body is the room of a screen, in its own coordinates.
func (r *Root) body() Box { return Box{W: r.size.W, H: max(0, r.size.H-chromeHeight)} }

func (r *Root) tooSmall() bool { return r.size.W < MinWidth || r.size.H < MinHeight }

// bound applies the user's keys to actions.
func (r *Root) bound(actions []Action) []Action {
	if len(r.cfg.Keymap) == 0 {
		return actions
	}
	for i, a := range actions {
		// An action without a key here is meant to have none.
		if keys, ok := r.cfg.Keymap[a.Name()]; ok && len(a.Keys) > 0 {
			actions[i].Keys = keys
		}
	}
	return actions
}

// AllActions are the shell's, its dialogs' and every screen's actions with
// their default keys: what settings may name.
func (r *Root) AllActions() []Action {
	all := r.ownActions()
	for _, t := range r.tabs {
		all = append(all, t.Screen.Actions()...)
	}
	return all
}

// ownActions are the actions of the shell and its dialogs.
func (r *Root) ownActions() []Action {
	all := r.globals()
	for _, d := range []Dialog{&palette{}, &help{}, NewConfirm(r.env, ConfirmSpec{}), NewPrompt(r.env, PromptSpec{}),
		NewViewer(r.env, "", ""), NewMenu(r.env, "", nil)} {
		all = append(all, d.Actions()...)
	}
	return all
}

// CheckActions reports every mistake in the shell's and the screens' tables.
func (r *Root) CheckActions() []error {
	errs := CheckActions(r.ownActions())
	for _, t := range r.tabs {
		errs = append(errs, CheckActions(t.Screen.Actions())...)
	}
	return errs
}

// current are the actions that can be reached by key, innermost first.
func (r *Root) current() []Action {
	if d := r.front(); d != nil {
		return r.bound(d.Actions())
	}
	s, pane := r.active(), ""
	if p, ok := s.(Panes); ok {
		pane = p.FocusedPane()
	}
	return append(r.bound(live(s.Actions(), pane)), r.bound(r.globals())...)
}

// reachable are the current actions with the keys that reach them: a focused field takes some for itself, inner actions take others.
func (r *Root) reachable() []Action {
	c, captures := r.active().(Capturer)
	if d := r.front(); d != nil {
		c, captures = d.(Capturer)
	}
	taken := map[Key]bool{}
	var out []Action
	for _, a := range r.current() {
		a.Keys = slices.DeleteFunc(slices.Clone(a.Keys), func(k Key) bool { return taken[k] || captures && c.Captures(k) })
		if len(a.Keys) == 0 {
			continue
		}
		out = append(out, a)
		for _, k := range a.Keys {
			taken[k] = taken[k] || a.Off == ""
		}
	}
	return out
}

func (r *Root) runAction(by owner, a Action) {
	if a.Off != "" || a.Run == nil {
		r.setNote(Note{Warn, fmt.Sprintf("%s: %s", a.Label, a.Off)})
		return
	}
	r.do(by, a.Run())
}
