package ui

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
)

// Config is what a session is made of.
type Config struct {
	Env     *Env
	Tabs    []Tab
	Host    Host   // nil has none
	Brand   string // "BOURSE"
	Keymap  Keymap // from Bind; nil keeps the default keys
	NoMouse bool
	Leaving string   // what quitting does to what is open, said where quitting asks
	Words   []Word   // glossary of the help overlay, before the screens' own
	Dialogs []Dialog // beside the shell's own, whose keys settings may name
}

// Root is the shell, a tea.Model: it knows sizes, screens, dialogs, the message
// line and the keys, and nothing about orders or prices. NewProgram puts a
// terminal around it, package headless stands in for one.
type Root struct {
	cfg      Config
	env      *Env
	terminal Terminal
	router
	dialogs  dialogStack
	message  messageLine
	keymap   Keymap
	size     cells.Box
	mouseOff bool
	title    string
	out      []tea.Cmd // gathered while a message is handled
	hidden   []waiting // until their screens are shown
	burstAt  time.Time // when a part of a paste without brackets came last
	burstLen int       // characters of it
}

// Terminal is what the shell needs of its surroundings beside what Bubble Tea
// itself carries out.
type Terminal interface {
	Copy(text string) tea.Cmd // puts text on the clipboard
	Bell() tea.Cmd
	Notify(text string) tea.Cmd // shows a notification outside the window, where it can
	Title(text string) tea.Cmd  // of the window
	Mouse(on bool) tea.Cmd      // has clicks and the wheel told, or lets the terminal select text
	// Listen runs a source until the program ends and delivers what it sends.
	Listen(Source)
}

// NewRoot builds the shell of a session. There must be at least one tab.
func NewRoot(cfg Config) *Root {
	return &Root{cfg: cfg, env: cfg.Env, router: router{tabs: cfg.Tabs}, keymap: cfg.Keymap,
		mouseOff: cfg.NoMouse, terminal: noTerminal{}}
}

// noTerminal has no clipboard, no bell and no sources.
type noTerminal struct{}

func (noTerminal) Copy(string) tea.Cmd { return nil }
func (noTerminal) Bell() tea.Cmd       { return nil }
func (noTerminal) Notify(string) tea.Cmd {
	return nil
}
func (noTerminal) Title(string) tea.Cmd { return nil }
func (noTerminal) Mouse(bool) tea.Cmd   { return nil }
func (noTerminal) Listen(Source)        {}

// Attach says what the shell stands in. It comes before Init.
func (r *Root) Attach(t Terminal) {
	r.terminal = t
	r.env.shown, r.env.wants = r.shows, r.wants
}

// Init implements tea.Model: it starts every screen.
func (r *Root) Init() tea.Cmd {
	r.out = nil
	if r.cfg.Host != nil {
		r.run(owner{host: true}, r.cfg.Host.Init)
	}
	r.start()
	r.env.Header.MouseOff = r.mouseOff
	r.run(owner{}, r.tick)
	return r.flush()
}

// start begins every screen.
func (r *Root) start() {
	for _, t := range r.tabs {
		r.run(owner{screen: t.Screen.ID()}, t.Screen.Init)
	}
}

// replace goes on with other screens, the one with the same id shown.
func (r *Root) replace(m Screens) {
	if len(r.dialogs) > 0 {
		r.close(r.dialogs[0], nil)
	}
	r.env.era.end()
	r.env.era = newEra()
	r.router, r.keymap, r.hidden = r.router.with(m.Tabs), m.Keymap, nil
	r.resize(r.size.W, r.size.H)
	r.start()
}

// Update implements tea.Model. What was asked of the shell has taken place
// when it returns; the command is what is left to do off the loop.
func (r *Root) Update(m tea.Msg) (tea.Model, tea.Cmd) {
	r.out = nil
	r.carryOut()
	r.receive(m)
	if l, why := r.dialogs.ended(); l != nil {
		r.close(l, nil)
		r.message.set(Note{Level: Warn, Text: why}, r.env.Now())
	}
	for n := len(r.dialogs); n > 0 && r.dialogs[n-1].idle(); n = len(r.dialogs) {
		r.close(r.dialogs[n-1], nil)
	}
	r.standing()
	r.wake()
	if startsWork(m) {
		r.look()
	}
	return r, r.flush()
}

// flush is the gathered commands, and one for the window title if that has
// changed.
func (r *Root) flush() tea.Cmd {
	if t := r.windowTitle(); t != r.title {
		r.title = t
		if t = cells.Clean(t); r.env.ASCII {
			t = cells.ASCII(t)
		}
		r.gather(r.terminal.Title(t))
	}
	return tea.Batch(r.out...)
}

func (r *Root) windowTitle() string {
	t := r.cfg.Brand
	if m := r.env.Header.Mode; m != "" {
		t += " " + m
	}
	if w, ok := r.active().(Titler); ok {
		if s := cells.Clean(w.WindowTitle()); s != "" {
			t += " · " + s
		}
	}
	return t
}

// receive routes one message.
func (r *Root) receive(m tea.Msg) {
	switch m := m.(type) {
	case nil:
	case tea.WindowSizeMsg:
		r.resize(m.Width, m.Height)
	case tea.KeyMsg:
		r.env.input = r.env.Now()
		r.keys(m)
	case tea.MouseMsg:
		if m.Action == tea.MouseActionPress {
			r.env.input = r.env.Now()
			r.mouse(m)
		}
	case answer:
		r.answered(m)
	case posted:
		for _, one := range m {
			r.receive(one)
		}
	case Header:
		r.setHeader(m)
	case tea.FocusMsg, tea.BlurMsg:
		_, r.env.Focused = m.(tea.FocusMsg)
		r.broadcast(m)
	case tea.BatchMsg:
		r.gather(tea.Batch(m...))
	case sequence:
		r.gather(m.next())
	case step:
		r.receive(m.msg)
		r.gather(m.rest.next())
	default:
		r.broadcast(m)
	}
}

func (r *Root) setHeader(h Header) {
	h.MouseOff = r.mouseOff
	r.env.Header = h
	r.broadcast(h)
}

// Dialogs are the titles of the open dialogs, the front one last.
func (r *Root) Dialogs() []string { return r.dialogs.titles() }

// Note is what the message row shows: a toast that is not old, else the
// standing line of the dialog in front or the screen.
func (r *Root) Note() Note {
	n := r.message.note(r.env.Now(), r.dialogs.front(), r.active())
	if host, ok := r.cfg.Host.(StatusProvider); ok && n.Text == "" {
		return host.Status()
	}
	return n
}

func (r *Root) resize(w, h int) {
	r.size = cells.Box{W: max(0, w), H: max(0, h)}
	r.env.Area = r.body()
	for _, t := range r.tabs {
		t.Screen.Resize(r.env.Area)
	}
}

// body is the room of a screen, in its own coordinates.
func (r *Root) body() cells.Box {
	return cells.Box{W: r.size.W, H: max(0, r.size.H-cells.ChromeHeight)}
}

func (r *Root) tooSmall() bool { return r.size.W < cells.MinWidth || r.size.H < cells.MinHeight }

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
	own := []Dialog{&palette{}, &help{}, NewConfirm(r.env, ConfirmSpec{}),
		NewPrompt(r.env, PromptSpec{}), NewViewer(r.env, "", "")}
	for _, d := range append(own, r.cfg.Dialogs...) {
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
	if d := r.dialogs.front(); d != nil {
		return r.keymap.apply(d.Actions())
	}
	s, pane := r.active(), ""
	if p, ok := s.(Focuser); ok {
		pane = p.FocusedPane()
	}
	return append(r.keymap.apply(live(s.Actions(), pane)), r.keymap.apply(r.globals())...)
}

// reachable are the current actions with the keys that reach them.
func (r *Root) reachable() []Action {
	var focus any = r.active()
	if d := r.dialogs.front(); d != nil {
		focus = d
	}
	c, _ := focus.(Capturer)
	return reachable(r.current(), c)
}

func (r *Root) runAction(by owner, a Action) {
	if a.Off != "" || a.Run == nil {
		r.message.set(Note{Level: Warn, Text: fmt.Sprintf("%s: %s", a.Label, a.Off)},
			r.env.Now())
		return
	}
	r.run(by, a.Run)
}
