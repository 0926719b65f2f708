package ui

import (
	"cmp"
	"sort"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/sahilm/fuzzy"

	"bourse/ui/cells"
	"bourse/ui/style"
)

// palette finds any action by name: those that are called so first, then those whose names begin
// with the text, have it, or have its letters. Of alike ones those that are off stand last, with
// their reason; dangerous ones open their dialog as
// their keys do.
type palette struct {
	root   *Root
	env    *Env
	input  Input
	all    []Command
	shown  []Command
	at     int
	top    int
	height int
}

func newPalette(r *Root) *palette {
	p := &palette{root: r, env: r.env, all: r.commands()}
	p.search()
	return p
}

// commands is everything the palette offers: the active screen first, then the
// shell, then the other screens.
func (r *Root) commands() []Command {
	var out []Command
	order := []int{r.at}
	for i := range r.tabs {
		if i != r.at {
			order = append(order, i)
		}
	}
	for n, i := range order {
		if n == 1 {
			out = append(out, r.themeCommands()...)
		}
		out = append(out, r.screenCommands(r.tabs[i])...)
		if n == 0 {
			for _, a := range r.keymap.apply(r.globals()) {
				tag := ""
				if a.Join == "screens" {
					tag = "/" + strings.TrimPrefix(a.Label, "go to ")
				}
				out = append(out, command(a, a.Run, tag, ""))
			}
		}
	}
	return out
}

// themeCommands choose a theme by its name.
func (r *Root) themeCommands() []Command {
	var out []Command
	for _, name := range style.ThemeNames() {
		out = append(out, Command{Title: "Theme " + name, Where: "colours",
			Run: Asking(func() { r.env.SetTheme(name) })})
	}
	return out
}

// screenCommands are a screen's actions and its own entries; running one shows
// the screen first and focuses the pane.
func (r *Root) screenCommands(t Tab) []Command {
	s, where := t.Screen, strings.ToLower(t.Title)
	on := func(pane string, run func() tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd {
			r.show(s.ID())
			if p, ok := s.(Focuser); ok && pane != "" {
				p.FocusPane(pane)
			}
			if run != nil {
				r.run(owner{screen: s.ID()}, run)
			}
			return nil
		}
	}
	var out []Command
	if l, ok := s.(Commander); ok {
		for _, c := range l.Commands() {
			c.Run = on("", c.Run)
			c.Title, c.Where = cells.Clean(c.Title), where
			out = append(out, c)
		}
	}
	actions := r.keymap.apply(s.Actions())
	labels := map[string]int{}
	for _, a := range actions {
		labels[a.Label]++
	}
	for _, a := range actions {
		if isMovement(a) {
			continue
		}
		c := command(a, on(a.Pane, a.Run), "", where)
		if labels[a.Label] > 1 && a.Pane != "" { // the same in several panes
			c.Title += " · " + a.Pane
		}
		out = append(out, c)
	}
	return out
}

// isMovement is true for keys that only move a cursor or the focus: no
// commands of their own.
func isMovement(a Action) bool {
	if len(a.Key.Keys()) == 0 {
		return false
	}
	switch a.Key.Keys()[0] {
	case "up", "down", "left", "right", "pgup", "pgdown", "home", "end", "tab", "shift+tab",
		"g", "G":
		return true
	}
	return false
}

func command(a Action, run func() tea.Cmd, tag, where string) Command {
	c := Command{Title: capital(a.Label), Tag: tag, Where: where, Off: a.Off, Run: run}
	if len(a.Key.Keys()) > 0 {
		c.Key = a.Key.Keys()[0]
	}
	return c
}

func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// search filters and orders what is shown.
func (p *palette) search() {
	query := strings.TrimSpace(p.input.Value())
	pool, hash := p.all, strings.HasPrefix(query, "#")
	if query != "" && strings.ContainsRune("@#/", rune(query[0])) {
		pool = nil
		for _, c := range p.all {
			if c.Tag != "" && c.Tag[0] == query[0] {
				pool = append(pool, c)
			}
		}
		query = query[1:]
	}
	p.shown, p.at, p.top = nil, 0, 0
	switch {
	case query == "":
		p.shown = append(p.shown, pool...)
	case hash: // the digits as they are, not scattered ones
		for _, c := range pool {
			if strings.Contains(strings.ToLower(c.Tag), strings.ToLower(query)) {
				p.shown = append(p.shown, c)
			}
		}
	default:
		words := make([]string, len(pool))
		for i, c := range pool {
			words[i] = c.Title + " " + c.Tag + " " + c.Where
		}
		for _, m := range fuzzy.Find(query, words) {
			p.shown = append(p.shown, pool[m.Index])
		}
	}
	sort.SliceStable(p.shown, func(i, j int) bool {
		a, b := p.shown[i], p.shown[j]
		if x, y := likeness(a, query), likeness(b, query); x != y {
			return x < y
		}
		return a.Off == "" && b.Off != ""
	})
	if i, ok := p.root.cfg.Host.(Interpreter); ok {
		if c, ok := i.Interpret(p.input.Value()); ok &&
			!(c.Last && len(p.shown) > 0) {
			if run := c.Run; run != nil { // what it waits for comes back to the host
				c.Run = func() tea.Cmd { p.root.run(owner{host: true}, run); return nil }
			}
			c.typed = p.input.Value()
			p.shown = append([]Command{c}, p.shown...)
		}
	}
}

// likeness ranks a name: the very text, what begins with it, a word that does, what has it within,
// and what has its letters alone.
func likeness(c Command, query string) int {
	title, query := strings.ToLower(c.Title), strings.ToLower(query)
	switch {
	case title == query:
		return 0
	case strings.HasPrefix(title, query):
		return 1
	case strings.Contains(title, " "+query):
		return 2
	case strings.Contains(title, query):
		return 3
	}
	return 4
}

// Title implements Dialog.
func (p *palette) Title() string { return "Command" }

// Caption implements Captioned.
func (p *palette) Caption() string { return "fuzzy" }

// Size implements Dialog.
func (p *palette) Size(area cells.Box) (w, h int) { return min(84, area.W*2/3), min(16, area.H-6) }

// Captures implements Capturer.
func (p *palette) Captures(k tea.KeyMsg) bool { return p.input.Captures(k) }

// Update implements Dialog.
func (p *palette) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case tea.KeyMsg:
		if p.input.Key(m) {
			p.search()
		}
	case tea.MouseMsg:
		return p.mouse(m)
	default: // more may be known of what was typed
		p.again()
	}
	return nil
}

// again searches anew, and leaves what is chosen chosen; the first stays the first.
func (p *palette) again() {
	at, top, title := p.at, p.top, ""
	if at > 0 && at < len(p.shown) {
		title = p.shown[at].Title
	}
	if p.search(); title == "" {
		return
	}
	for i, c := range p.shown {
		if c.Title == title {
			p.at, p.top = i, top+i-at
			break
		}
	}
	p.top = max(0, p.top)
}

func (p *palette) mouse(m tea.MouseMsg) tea.Cmd {
	switch row := p.top + m.Y - 2; {
	case m.Button == tea.MouseButtonWheelDown:
		p.move(1)
	case m.Button == tea.MouseButtonWheelUp:
		p.move(-1)
	case m.Y < 2 || row >= len(p.shown):
	case row == p.at:
		return p.run()
	default:
		p.at = row
	}
	return nil
}

func (p *palette) move(step int) { p.at = max(0, min(len(p.shown)-1, p.at+step)) }

func (p *palette) run() tea.Cmd {
	if p.at >= len(p.shown) {
		return nil
	}
	c := p.shown[p.at]
	if c.Off != "" || c.Run == nil {
		p.env.Toast(Warn, cmp.Or(strings.TrimSpace(c.typed), c.Title)+": "+c.Off)
		return nil
	}
	p.env.CloseThen(c.Run)
	return nil
}

// Actions implements Dialog.
func (p *palette) Actions() []Action {
	act := func(id, label, help, join string, run func() tea.Cmd, keys ...string) Action {
		return Action{Scope: "palette", ID: id, Key: Keys(keys...), Label: label, Help: help,
			Join: join,
			Run:  run}
	}
	return []Action{
		act("up", "up", "command above", "choose", func() tea.Cmd { p.move(-1); return nil }, "up",
			"ctrl+p"),
		act("down", "down", "command below", "choose", func() tea.Cmd { p.move(1); return nil },
			"down",
			"ctrl+n"),
		act("run", "run", "run the chosen command", "", p.run, "enter"),
		act("complete", "complete", "take over the name of the chosen command", "", p.complete,
			"tab"),
		act("close", "close", "close the palette", "", Asking(p.env.Close), "esc", "ctrl+k"),
	}
}

func (p *palette) complete() tea.Cmd {
	if p.at < len(p.shown) {
		p.input.Set(p.shown[p.at].Title)
		p.search()
	}
	return nil
}

// Draw implements Dialog.
func (p *palette) Draw(area cells.Box) string {
	t, w := p.env.Theme, area.W
	p.height = max(1, area.H-4)
	p.top = max(min(p.top, p.at), p.at-p.height+1)
	var rows []string
	for i := p.top; i < min(len(p.shown), p.top+p.height); i++ {
		rows = append(rows, p.line(t, p.shown[i], i == p.at, w))
	}
	if len(p.shown) == 0 {
		rows = append(rows, t.Muted.Render("  nothing is called that"))
	}
	ask := t.Renderer().NewStyle().Border(lightBorder, false, false, true, false).
		BorderForeground(t.Muted.Lip().GetForeground()).
		Render(cells.FitLine(t.Accent.Render("> ")+p.input.Text(t, max(1, w-2), true), w))
	return cells.Fit(lipgloss.JoinVertical(lipgloss.Left, ask,
		lipgloss.PlaceVertical(p.height, lipgloss.Top, strings.Join(rows, "\n")),
		p.foot(t, w)), w, area.H)
}

// foot is two lines: why the chosen command is off, in full, or how many there are.
func (p *palette) foot(t *Theme, w int) string {
	if p.at < len(p.shown) && p.shown[p.at].Off != "" {
		lines := cells.Wrap(cells.Clean(p.shown[p.at].Off), w)
		for i, l := range lines {
			lines[i] = t.Warn.Render(l)
		}
		return cells.Fit(strings.Join(lines, "\n"), w, 2)
	}
	return "\n" + t.Muted.Render(cells.Left(
		Count(len(p.shown))+" of "+Count(len(p.all))+"   @token  #order  /screen", w))
}

func (p *palette) line(t *Theme, c Command, chosen bool, w int) string {
	mark, style := "  ", t.Text
	if chosen {
		mark, style = t.Accent.Render("▸ "), t.Bold
	}
	tail := cells.Left(c.Where, 9) + " " + cells.Left(KeyName(c.Key), 5)
	title, why := c.Title, ""
	if c.Off != "" {
		style, why = t.Muted, " ("+cells.Clean(c.Off)+")"
	}
	room := w - 3 - cells.Width(tail)
	return mark + style.Render(cells.Left(title+why, room)) + " " + t.Muted.Render(tail)
}
