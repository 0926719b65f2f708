package ui

import (
	"fmt"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui/style"
)

// globals are the shell's own actions.
func (r *Root) globals() []Action {
	act := func(id, label, help string, run func() tea.Cmd, keys ...string) Action {
		return Action{Scope: "global", ID: id, Key: Keys(keys...), Label: label, Help: help,
			Run: run}
	}
	out := []Action{
		act("palette", "command palette", "find any action, market, order or screen",
			Asking(func() { r.env.Open(newPalette(r)) }), ":", "ctrl+k"),
		act("help", "help", "this help", Asking(func() { r.env.Open(newHelp(r)) }), "?"),
		act("refresh", "refresh", "ask for fresh data",
			func() tea.Cmd { return r.active().Update(Refresh{}) }, "r"),
		act("theme", "next theme", "colours: "+nextTheme(r.env.Theme.Name)+" is next",
			r.nextTheme, "t"),
		act("mouse", "mouse on/off", "off lets the terminal select text", r.toggleMouse, "M"),
		act("back", "back", "back to the screen before", r.back, "esc"),
		r.suspendAction(),
		act("quit", "quit", "leave; asks if something ends or is unfinished", r.askQuit, "q"),
		act("interrupt", "quit at once", "leave without asking", Asking(r.env.Quit), "ctrl+c"),
	}
	for i, t := range r.tabs {
		id := t.Screen.ID()
		digit := strconv.Itoa(r.number(i))
		a := act("screen"+digit, "go to "+t.Title, "show the screen "+t.Title,
			Asking(func() { r.env.Goto(id, nil) }), digit,
			"f"+digit) // which no field takes
		a.Join = "screens"
		out = append(out, a)
	}
	// While digits go into a field, esc is the way to the other screens: then it is among the
	// hints.
	typing := r.typing()
	for i := range out {
		out[i].Quiet = out[i].ID != "back" || !typing
	}
	if a, ok := r.cfg.Host.(Actor); ok {
		for _, action := range a.Actions() {
			run := action.Run
			action.Run = func() tea.Cmd { r.run(owner{host: true}, run); return nil }
			out = append(out, action)
		}
	}
	return out
}

// typing tells whether digits go into a field of the screen, so that they show no screens.
func (r *Root) typing() bool {
	c, ok := r.active().(Capturer)
	return ok && len(r.dialogs) == 0 && c.Captures(runeKey('1'))
}

// suspendAction stops the whole process, so it is for the user's own machine.
func (r *Root) suspendAction() Action {
	return Action{Scope: "global", ID: "suspend", Key: Keys("ctrl+z"), Label: "suspend",
		Help: "to the shell; fg comes back", Off: r.env.Remote, Run: Asking(r.env.suspend)}
}

func (r *Root) back() tea.Cmd {
	r.message.dismiss(r.env.Now())
	r.env.Goto(r.before(), nil)
	return nil
}

func (r *Root) toggleMouse() tea.Cmd {
	r.mouseOff = !r.mouseOff
	r.env.Header.MouseOff = r.mouseOff
	text := "mouse on"
	if r.mouseOff {
		text = "mouse off: the terminal selects text; M turns it on again"
	}
	r.env.Toast(OK, text)
	return r.terminal.Mouse(!r.mouseOff)
}

func nextTheme(name string) string {
	names := style.ThemeNames()
	for i, n := range names {
		if n == name {
			return names[(i+1)%len(names)]
		}
	}
	return names[0]
}

func (r *Root) nextTheme() tea.Cmd {
	if r.env.Theme.Renderer().ColorProfile() == style.NoColor {
		r.env.Toast(Warn, "this terminal shows no colours (NO_COLOR or TERM); the theme "+
			"stays "+
			"mono")
		return nil
	}
	r.env.SetTheme(nextTheme(r.env.Theme.Name))
	return nil
}

// SetTheme changes the colours of the session and tells everybody. Call it in Update.
func (e *Env) SetTheme(name string) {
	t, err := style.NewTheme(name, e.Theme.Renderer())
	if err != nil {
		e.Toast(Bad, err.Error())
		return
	}
	e.Theme = t
	e.Toast(OK, "theme "+t.Name)
	e.Broadcast(ThemeChanged{t.Name})
}

// ends is what ends or is lost by leaving.
func (r *Root) ends() (reasons []string) {
	if l, ok := r.cfg.Host.(Leaver); ok {
		reasons = l.Ends()
	}
	return append(reasons, r.Unsaved()...)
}

// Unsaved is what the screens hold that is not finished, each by its title.
func (r *Root) Unsaved() (reasons []string) {
	for _, t := range r.tabs {
		if h, ok := t.Screen.(Unsaved); ok {
			if why := h.Unsaved(); why != "" {
				reasons = append(reasons, fmt.Sprintf("%s: %s", t.Title, why))
			}
		}
	}
	return reasons
}

// askQuit leaves at once unless something ends by it or some screen has something unfinished.
func (r *Root) askQuit() tea.Cmd {
	reasons := r.ends()
	if len(reasons) == 0 {
		r.env.Quit()
		return nil
	}
	r.env.Open(NewConfirm(r.env, ConfirmSpec{
		Title: "Quit?", Lines: append(reasons, "", r.cfg.Leaving),
		Yes: "Quit", Run: Asking(r.env.Quit)}))
	return nil
}
