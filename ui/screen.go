package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/cells"
)

// ScreenID names a screen, for example "markets".
type ScreenID string

// Screen is one of the numbered screens. The shell calls Resize before the
// first Draw and on every change of size; area starts at 0, 0 and mouse events
// are relative to it. Draw returns exactly area.W × area.H cells. Draw and
// Update neither block nor take longer than a millisecond.
type Screen interface {
	ID() ScreenID
	Init() tea.Cmd
	Update(tea.Msg) tea.Cmd
	Draw(area cells.Box) string
	Actions() []Action // innermost first: of two that share a key, the first live one runs
	Resize(area cells.Box)
}

// A screen or dialog may also be any of these.
type (
	// Capturer has a focused field that wants a key or a paste for itself,
	// before any action is looked up. Ask the focused form or input.
	Capturer interface{ Captures(tea.KeyMsg) bool }

	// StatusProvider has a standing line for the message row, shown when no toast is.
	StatusProvider interface{ Status() Note }

	// Unsaved has something unfinished; the reason is shown before quitting.
	// "" holds nothing.
	Unsaved interface{ Unsaved() string }

	// Commander adds commands to the palette that depend on its data.
	Commander interface{ Commands() []Command }

	// Glossary adds words to the help overlay.
	Glossary interface{ Words() []Word }

	// Titler adds to the window title, for example "ETH/USDC 3,020.50".
	Titler interface{ WindowTitle() string }

	// Shower shows parts of other screens beside its own, which are then not hidden.
	Shower interface{ Shows(ScreenID) bool }

	// Focuser has several panes; actions with a Pane are live in that pane only.
	// Embed Panes.
	Focuser interface {
		FocusedPane() string
		FocusPane(name string)
	}
)

// Word explains one term in the help overlay.
type Word struct{ Term, Means string }

// Tab is a screen with the names its tab shows.
type Tab struct {
	Screen Screen
	Title  string // in wide windows
	Short  string // in narrow ones
	Number int    // the digit that shows it; 0 is its place among the tabs
}

// Host keeps what the screens of a session share. It is told every event
// before the screens are; answers to what it asks for are its own. If it is a StatusProvider, its
// line is shown where neither dialog nor screen has one.
type Host interface {
	Init() tea.Cmd
	Update(tea.Msg) tea.Cmd
}

// Interpreter is a Host that understands commands with arguments: the palette shows what a text
// means, or why it means nothing, before what is found by its name. ok is false for a text that is
// no such command.
type Interpreter interface {
	Interpret(text string) (c Command, ok bool)
}

// Actor is a Host with keys of its own: they work on every screen, after the
// screen's.
type Actor interface{ Actions() []Action }

// Leaver is a Host that knows what ends when the session is left: a line for each kind of it, shown
// before quitting. It answers from what it knows already; none is nothing.
type Leaver interface{ Ends() []string }

// HeaderMenus is a Host with menus behind the network and the account of the first row: a click
// there opens them.
type HeaderMenus interface {
	NetworkMenu() Action
	AccountMenu() Action
}

// Screens are all screens of a session and the user's keys for them.
type Screens struct {
	Tabs   []Tab
	Keymap Keymap
}

// Clock tells the time and sends it once some has passed.
type Clock interface {
	Now() time.Time
	After(time.Duration) <-chan time.Time
}

// WallClock is the time of the machine.
type WallClock struct{}

// Now implements Clock.
func (WallClock) Now() time.Time { return time.Now() }

// After implements Clock.
func (WallClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

// Env is what one session shares with its screens, and how they ask the shell
// for something (Open, Toast, Goto and the like). The shell changes it in
// Update only. Several sessions live in one process.
type Env struct {
	Theme   *Theme
	Clock   Clock
	Area    cells.Box // the room of a screen
	Motion  bool      // false: no flashes and no moving spinner
	ASCII   bool      // the terminal has no UTF-8: what is drawn becomes ASCII at the last step
	Header  Header
	Focused bool // the terminal has the focus
	// News are how many things came to a screen since it was last looked at
	News      map[ScreenID]int
	ExportDir string // where Export writes; "" is the working folder
	ToldBy    string // who alone vouches for what the session shows, "" where it is known here
	// Remote says why the session has no part of the machine that it runs on, neither files nor a
	// shell; "" is the user's own machine.
	Remote string
	input  time.Time
	work   work

	shown  func(ScreenID) bool   // nil: every screen
	wants  func(tea.KeyMsg) bool // nil: no field takes a key
	by     owner                 // who has control
	era    *era                  // of the screens that there are
	asked  []func(*Root)         // what it has asked of the shell so far
	rescue func()                // deferred around commands, unless nil
}

// Now is the session's time.
func (e *Env) Now() time.Time { return e.Clock.Now() }

// Idle is how long ago the user last pressed a key, clicked or pasted.
func (e *Env) Idle() time.Duration { return e.Now().Sub(e.input) }

// NewEnv is a session's shared state on a clock, in the given theme.
func NewEnv(clock Clock, theme *Theme) *Env {
	return &Env{News: map[ScreenID]int{}, Theme: theme, Clock: clock, Motion: true, Focused: true,
		input: clock.Now(), work: newWork(), era: newEra()}
}

// ThemeChanged tells everybody that the user has chosen other colours.
type ThemeChanged struct{ Name string }

// Refresh is sent to the active screen by the global refresh key.
type Refresh struct{}

// Shown is sent to a screen when it has come to the front in the place of another.
type Shown struct{}

// Ring is the focus of a screen with several panes, in the order of ⇥. It is embedded in Panes.
type Ring struct {
	names []string
	at    int
}

// FocusedPane is the name of the focused pane, "" without panes.
func (r *Ring) FocusedPane() string {
	if len(r.names) == 0 {
		return ""
	}
	return r.names[r.at]
}

// FocusPane gives the focus to the named pane; an unknown name changes nothing.
func (r *Ring) FocusPane(name string) {
	for i, n := range r.names {
		if n == name {
			r.at = i
		}
	}
}

// HasFocus tells whether the named pane has the focus.
func (r *Ring) HasFocus(name string) bool { return r.FocusedPane() == name }

// NextPane moves the focus by step panes, around the ends.
func (r *Ring) NextPane(step int) {
	if n := len(r.names); n > 0 {
		r.at = ((r.at+step)%n + n) % n
	}
}

// SetPanes changes which panes there are, keeping the focus if it can.
func (r *Ring) SetPanes(names ...string) {
	was := r.FocusedPane()
	r.names, r.at = names, 0
	r.FocusPane(was)
}

// PaneActions are ⇥ and ⇧⇥.
func (r *Ring) PaneActions() []Action {
	return []Action{
		{Scope: "pane", ID: "next", Key: Keys("tab"), Label: "pane", Help: "next pane",
			Join: "pane",
			Run:  func() tea.Cmd { r.NextPane(1); return nil }},
		{Scope: "pane", ID: "previous", Key: Keys("shift+tab"), Label: "previous pane",
			Help: "previous pane", Join: "pane",
			Run: func() tea.Cmd { r.NextPane(-1); return nil }},
	}
}
