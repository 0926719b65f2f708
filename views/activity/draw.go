package activity

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
)

// Resize implements ui.Screen.
func (a *Screen) Resize(area cells.Box) { a.area = area }

// Draw implements ui.Screen.
func (a *Screen) Draw(area cells.Box) string {
	return ui.DrawPanes(a.s.Env, area, &a.Ring, a.panes(area))
}

func (a *Screen) panes(area cells.Box) []ui.ClosurePane {
	foot := cells.Fixed(6)
	if area.Tall() {
		foot = cells.Fixed(12)
	}
	rows := area.Rows(cells.Fill(1), foot)
	return []ui.ClosurePane{
		{Name: paneList, Box: rows[0], Title: "Activity", Right: a.heading(), Mouse: a.click,
			Draw: func(in cells.Box, focused bool) string {
				return a.table.Draw(a.s.Env, in, focused)
			}},
		{Name: paneDetail, Box: rows[1], Title: "Detail", Mouse: a.wheel, Draw: a.drawDetail},
	}
}

// heading tells what is shown, and how much of it.
func (a *Screen) heading() string {
	what, follow := "all", "on"
	if a.level < Debug {
		what = "up to " + a.level.String()
	}
	if a.component != "" {
		what += " · " + a.component
	}
	if a.s.AllNetworks {
		what += " · all networks"
	}
	if !a.follow {
		follow = "paused"
	}
	return fmt.Sprintf("%s · follow %s · %s of %s", what, follow, ui.Count(len(a.table.Rows())),
		ui.Count(len(a.all)))
}

func (a *Screen) click(m tea.MouseMsg) tea.Cmd {
	if a.table.Mouse(m) {
		return a.open()
	}
	return nil
}

func (a *Screen) wheel(m tea.MouseMsg) tea.Cmd {
	switch m.Button {
	case tea.MouseButtonWheelUp:
		a.detail.Scroll(-1)
	case tea.MouseButtonWheelDown:
		a.detail.Scroll(1)
	}
	return nil
}

// drawDetail shows the selected entry: what happened and what to do come before the raw texts.
func (a *Screen) drawDetail(in cells.Box, _ bool) string {
	e, ok := a.table.Selected()
	if !ok {
		return cells.Fit("", in.W, in.H)
	}
	if now := (drawn{e.ID, in.W, a.s.Env.Theme.Name}); now != a.drawn {
		a.drawn = now
		a.detail = ui.Scroller{}
		a.detail.SetText(strings.Join(e.lines(a.s.Env, in.W), "\n"))
	}
	return a.detail.Draw(in)
}

// labels is how wide the names in the detail pane are.
const labels = 16

// leastBeside is how many cells a text needs beside where an entry is from.
const leastBeside = 30

func (e Entry) lines(env *ui.Env, w int) []string {
	t := env.Theme
	right := e.Component + "   " + clock(e.Time)
	if e.Earlier {
		right = e.Component + "   an earlier session   " + format.Moment(e.Time)
	}
	room := max(8, w-len(right)-9)
	beside := room >= leastBeside // else the text has lines of its own
	if !beside {
		room = max(8, w-2)
	}
	text := cells.Wrap(cells.Clean(e.Text), room)
	head := " " + e.style(t).Render(e.Level.String())
	if beside {
		head += "  " + t.Title.Render(text[0])
		text = text[1:]
	}
	out := []string{cells.Spread(head, t.Muted.Render(right+" "), w)}
	for _, line := range text {
		out = append(out, " "+t.Title.Render(line))
	}
	for _, p := range e.parts() {
		for i, line := range cells.Wrap(cells.Clean(p[1]), max(8, w-labels-2)) {
			name := p[0]
			if i > 0 {
				name = ""
			}
			out = append(out, " "+t.Muted.Render(cells.Left(name, labels))+line)
		}
	}
	return out
}

// parts are the named texts of an entry, without empty ones.
func (e Entry) parts() [][2]string {
	var out [][2]string
	for _, p := range [][2]string{
		{"what happened", e.What}, {"what to do", e.Do}, {"error", e.ErrorType},
		{"request", e.Request}, {"response", e.Response}} {
		if p[1] != "" {
			out = append(out, p)
		}
	}
	return out
}

// whole is all of an entry as text, with readable JSON.
func (e Entry) whole() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s  %s\n%s\n",
		ui.Local(e.Time).Format("2006-01-02 15:04:05.000 MST"), e.Level,
		e.Component, e.Text)
	if e.Took > 0 {
		fmt.Fprintf(&b, "took %s\n", took(e.Took))
	}
	for _, p := range e.parts() {
		fmt.Fprintf(&b, "\n%s\n%s\n", p[0], pretty(p[1]))
	}
	return strings.TrimRight(b.String(), "\n")
}

// pretty lays JSON out over lines; other text stays.
func pretty(text string) string {
	var b bytes.Buffer
	if json.Indent(&b, []byte(text), "", "  ") != nil {
		return text
	}
	return b.String()
}

func (e Entry) style(t *ui.Theme) ui.Style {
	switch e.Level {
	case Error:
		return t.Danger
	case Warning:
		return t.Warn
	case Signed:
		return t.Accent
	case Filled:
		return t.OK
	case Debug:
		return t.Muted
	}
	return t.Text
}

// columns are those of the list; the network has one where all are shown.
func columns(s *views.Session) []table.Column[Entry] {
	env := s.Env
	at := func(e Entry) string {
		at, now := ui.Local(e.Time), ui.Local(env.Now())
		if at.YearDay() != now.YearDay() || at.Year() != now.Year() {
			return at.Format("01-02 15:04")
		}
		return clock(e.Time)
	}
	network := func(e Entry) string {
		if e.ChainID == 0 {
			return ""
		}
		return s.NetworkName(e.ChainID)
	}
	title := env.WithZone("time")
	out := []table.Column[Entry]{
		{Title: title, Export: "time", Width: max(12, cells.Width(title)), Cell: at,
			CSV:   func(e Entry) string { return ui.Local(e.Time).Format(time.RFC3339Nano) },
			Style: func(t *ui.Theme, _ Entry) ui.Style { return t.Muted }},
		{Title: "level", Width: 5, Cell: func(e Entry) string { return e.Level.String() },
			Style: func(t *ui.Theme, e Entry) ui.Style { return e.style(t) }},
		{Title: "part", Width: 8, Cell: func(e Entry) string { return e.Component }},
		{Title: "what", Width: 20, Flex: 1, Cell: func(e Entry) string { return e.Text }},
		{Title: "took", Width: 7, Right: true, Drop: 1,
			Cell: func(e Entry) string { return took(e.Took) }},
	}
	if s.AllNetworks {
		out = append(out, table.Column[Entry]{Title: "network", Width: 12, Cell: network})
	}
	return out
}

func clock(t time.Time) string { return ui.Local(t).Format("15:04:05.000") }

func took(d time.Duration) string {
	switch {
	case d <= 0:
		return ""
	case d < time.Millisecond:
		return "<1ms"
	case d < 10*time.Second:
		return fmt.Sprintf("%dms", d.Milliseconds())
	}
	return ui.Age(d)
}
