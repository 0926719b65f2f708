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
	"bourse/views"
	"bourse/views/format"
)

// detailPane shows the selected entry: what happened and what to do come before the raw texts.
type detailPane struct {
	s    *views.Session
	list *listPane
	text ui.Scroller
	of   shown // what text holds
}

type shown struct {
	id    uint64
	width int
	theme string
}

func (*detailPane) Name() string                 { return paneDetail }
func (*detailPane) Title() (title, right string) { return "Detail", "" }

func (p *detailPane) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok {
		p.text.Wheel(m)
	}
	return nil
}

func (p *detailPane) Draw(in cells.Box, _ bool) string {
	e, ok := p.list.Selected()
	if !ok {
		return cells.Fit("", in.W, in.H)
	}
	if now := (shown{e.ID, in.W, p.s.Theme.Name}); now != p.of {
		p.of = now
		p.text = ui.Scroller{}
		p.text.SetText(strings.Join(e.lines(p.s.Env, in.W), "\n"))
	}
	return p.text.Draw(in)
}

func (p *detailPane) Actions() []ui.Action { return p.text.Actions("detail", paneDetail) }

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
