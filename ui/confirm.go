package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"bourse/ui/cells"
)

// ConfirmSpec describes a question. With no Lines it is the one-line y/N of
// the friction ladder; with Lines it is a dialog with a list; with Word the
// user has to type that word. The default is always No.
type ConfirmSpec struct {
	Title string
	Ask   string   // the question; "" asks Title
	Lines []string // what is going to happen, one item a line
	Level Level    // Warn or Bad colour the question
	Yes   string   // label of the button that does it: "Cancel 3 orders"
	No    string   // label of the default button; "" is "No"
	Word  string   // must be typed before Yes works: "UNLIMITED"
	// Ended tells that there is nothing to ask any more, see Ender; nil never does.
	Ended func() string
	Run   func() tea.Cmd
}

// Confirm asks before something that cannot be taken back.
type Confirm struct {
	env  *Env
	spec ConfirmSpec
	word Input
	yes  bool // the focus is on Yes
	// stray is a key that answered nothing: the next ⏎ may count on what it was to do
	stray string
	top   int
	view  int
}

// NewConfirm asks spec's question. Run belongs to whoever opens the dialog.
func NewConfirm(env *Env, spec ConfirmSpec) *Confirm {
	if spec.No == "" {
		spec.No = "No"
	}
	if spec.Yes == "" {
		spec.Yes = "Yes"
	}
	if spec.Ask == "" {
		spec.Ask = spec.Title
	}
	return &Confirm{env: env, spec: spec}
}

// Title implements Dialog.
func (c *Confirm) Title() string { return c.spec.Title }

// Ended implements Ender.
func (c *Confirm) Ended() string {
	if c.spec.Ended == nil {
		return ""
	}
	return c.spec.Ended()
}

// GuardsTypeahead implements TypeaheadGuarded: typed-ahead keys must not answer.
func (c *Confirm) GuardsTypeahead() bool { return true }

// Size implements Dialog.
func (c *Confirm) Size(area cells.Box) (w, h int) {
	w = max(40, cells.Width(c.spec.Ask), cells.Width(c.spec.Yes)+cells.Width(c.spec.No)+16)
	for _, l := range c.spec.Lines {
		w = max(w, cells.Width(cells.Clean(l)))
	}
	w = min(w, area.W-4)
	return w, len(c.body(w)) + 3
}

// body is the question and the list, wrapped, with the word prompt.
func (c *Confirm) body(w int) []string {
	lines := cells.Wrap(cells.Clean(c.spec.Ask), w)
	if len(c.spec.Lines) > 0 {
		lines = append(lines, "")
	}
	for _, l := range c.spec.Lines {
		lines = append(lines, cells.Wrap(cells.Clean(l), w)...)
	}
	if c.spec.Word != "" {
		lines = append(lines, "", "Type \""+c.spec.Word+"\" to go on:", "")
	}
	return lines
}

func (c *Confirm) armed() bool {
	return c.spec.Word == "" || strings.EqualFold(c.word.Value(), c.spec.Word)
}

// Captures implements Capturer.
func (c *Confirm) Captures(k tea.KeyMsg) bool { return c.spec.Word != "" && c.word.Captures(k) }

// Update implements Dialog.
func (c *Confirm) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		switch {
		case m.Paste:
		case c.spec.Word != "":
			c.word.Key(m)
		case m.Type == tea.KeyRunes || m.Type == tea.KeySpace:
			c.stray = KeyName(m.String())
			c.env.Toast(Warn, c.stray+" is no answer: "+c.answers())
			return nil
		}
	case tea.MouseMsg:
		c.mouse(m)
		return nil
	}
	return nil
}

func (c *Confirm) mouse(m tea.MouseMsg) {
	switch {
	case m.Button == tea.MouseButtonWheelDown:
		c.top++
	case m.Button == tea.MouseButtonWheelUp:
		c.top = max(0, c.top-1)
	case m.Y == c.view-1 && m.X >= 2 && m.X < 2+c.buttonWidth(c.spec.No):
		c.env.Close()
		return
	case m.Y == c.view-1 && m.X >= 5+c.buttonWidth(c.spec.No) && c.armed():
		if c.yes {
			c.env.CloseThen(c.spec.Run)
			return
		}
		c.yes = true
	}
}

func (c *Confirm) buttonWidth(label string) int { return cells.Width(label) + 4 }

// Draw implements Dialog.
func (c *Confirm) Draw(area cells.Box) string {
	t := c.env.Theme
	c.view = area.H
	lines := c.body(area.W)
	room := max(1, area.H-2)
	c.top = max(0, min(c.top, len(lines)-room))
	ask := len(cells.Wrap(cells.Clean(c.spec.Ask), area.W))
	var out []string
	for i, l := range lines[c.top:min(len(lines), c.top+room)] {
		switch {
		case c.spec.Word != "" && i+c.top == len(lines)-1:
			l = c.word.Draw(t, min(area.W, 24), true)
		case i+c.top < ask && c.spec.Level != Plain:
			l = c.spec.Level.Style(t).Render(l)
		}
		out = append(out, l)
	}
	more := ""
	if hidden := len(lines) - room - c.top; hidden > 0 {
		more = t.Muted.Render("▾ " + Count(hidden) + " more, press ↓")
	}
	beside := t.Renderer().NewStyle().PaddingLeft(2)
	return cells.Fit(lipgloss.JoinVertical(lipgloss.Left,
		lipgloss.PlaceVertical(room, lipgloss.Top, strings.Join(out, "\n")), more,
		lipgloss.JoinHorizontal(lipgloss.Top,
			beside.Render(Button(t, c.spec.No, !c.yes, true)),
			beside.Render(Button(t, c.spec.Yes, c.yes, c.armed())))), area.W, area.H)
}

// Actions implements Dialog.
func (c *Confirm) Actions() []Action {
	act := func(id, label, help string, run func() tea.Cmd, keys ...string) Action {
		return Action{Scope: "confirm", ID: id, Key: Keys(keys...), Label: label, Help: help,
			Run: run}
	}
	yes := act("yes", strings.ToLower(cells.Truncate(c.spec.Yes, MaxLabel)), "do it",
		Asking(func() { c.env.CloseThen(c.spec.Run) }), "y")
	if c.listed() { // only through the button
		yes.Quiet, yes.Run = true, func() tea.Cmd {
			c.stray = "y"
			c.env.Toast(Warn, "y was not taken: ⇥ goes to "+c.spec.Yes+
				", ⏎ then does it")
			return nil
		}
	}
	return []Action{yes,
		act("no", "no", "leave everything as it is", Asking(c.env.Close), "n"),
		act("choose", "choose", "the other button", c.choose, "tab", "left", "right", "shift+tab"),
		act("enter", "confirm", "do what the chosen button says", c.enter, "enter"),
		act("down", "more", "scroll down", func() tea.Cmd { c.top++; return nil }, "down"),
		act("up", "scroll up", "scroll up", func() tea.Cmd { c.top = max(0, c.top-1); return nil },
			"up"),
	}
}

// answers says which keys answer.
func (c *Confirm) answers() string {
	yes := "y"
	if c.listed() {
		yes = "⇥ then ⏎"
	}
	return yes + " is " + c.spec.Yes + ", n or esc is " + c.spec.No
}

// listed tells whether only the button says yes: there is more to read than the question.
func (c *Confirm) listed() bool { return len(c.spec.Lines) > 0 || c.spec.Word != "" }

func (c *Confirm) choose() tea.Cmd {
	c.yes, c.stray = !c.yes, ""
	return nil
}

func (c *Confirm) enter() tea.Cmd {
	stray := c.stray
	c.stray = ""
	switch {
	case stray != "" && !c.yes:
		c.env.Toast(Warn, "⏎ was not taken, as "+stray+" before it is no answer: "+
			c.answers())
		return nil
	case !c.yes && c.spec.Word != "" && c.armed():
		c.yes = true // typing the word and ⏎ moves to the button; the next ⏎ presses it
		return nil
	case !c.yes && c.spec.Word != "" && strings.TrimSpace(c.word.Value()) != "":
		c.env.Toast(Warn, "it wants the word "+c.spec.Word+", not "+
			cells.Clean(c.word.Value())+": nothing is done; esc leaves it")
		return nil
	case !c.yes:
		c.env.Close()
		return nil
	case !c.armed():
		c.env.Toast(Warn, "type "+c.spec.Word+" first")
		return nil
	}
	c.env.CloseThen(c.spec.Run)
	return nil
}

// Button draws a button: [ Label ], marked when it has the focus, muted when
// it cannot be pressed.
func Button(t *Theme, label string, focused, enabled bool) string {
	text := "[ " + label + " ]"
	switch {
	case focused && enabled:
		return t.ButtonFocus.Render(text) + t.Accent.Render("◂")
	case focused:
		return t.Muted.Render(text) + t.Accent.Render("◂")
	case enabled:
		return t.Button.Render(text) + " "
	}
	return t.Muted.Render(text) + " "
}
