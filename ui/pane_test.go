package ui_test

import (
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
)

// countPane counts its key; echoPane shows what the other one has counted.
type (
	countPane struct{ n, told int }
	echoPane  struct {
		of    *countPane
		shown int
	}
)

func (*countPane) Name() string                 { return "count" }
func (*countPane) Title() (title, right string) { return "Count", "" }

func (p *countPane) Update(m tea.Msg) tea.Cmd {
	if _, ok := m.(told); ok {
		p.told++
	}
	return nil
}

func (p *countPane) Draw(cells.Box, bool) string { return ui.Count(p.told) + " told" }

func (p *countPane) Actions() []ui.Action {
	return []ui.Action{{Scope: "count", ID: "up", Key: ui.Keys("+"), Label: "count",
		Help: "one more", Run: func() tea.Cmd { p.n++; return nil }}}
}

func (p *countPane) Moves() []ui.Action {
	return []ui.Action{{Scope: "count", ID: "left", Key: ui.Keys("left"), Label: "to the left",
		Help: "one back", Run: func() tea.Cmd { p.n--; return nil }}}
}

type told struct{}

func (*echoPane) Name() string                  { return "" }
func (*echoPane) Title() (title, right string)  { return "Echo", "" }
func (*echoPane) Update(tea.Msg) tea.Cmd        { return nil }
func (*echoPane) Actions() []ui.Action          { return nil }
func (p *echoPane) Draw(cells.Box, bool) string { return ui.Count(p.shown) + " so far" }
func (p *echoPane) Follow() tea.Cmd             { p.shown = p.of.n; return nil }

// pairScreen shows both panes, or the second one alone.
type pairScreen struct {
	ui.Panes
	alone bool
}

func newPair(env *ui.Env) *pairScreen {
	s, count := &pairScreen{}, &countPane{}
	echo := &echoPane{of: count}
	s.Panes = ui.NewPanes(env, func(area cells.Box) []ui.Placed {
		if s.alone {
			return []ui.Placed{{echo, area}}
		}
		columns := area.Columns(cells.Percent(50), cells.Fill(1))
		return []ui.Placed{{count, columns[0]}, {echo, columns[1]}}
	}, count, echo)
	return s
}

func (*pairScreen) ID() ui.ScreenID { return "pair" }
func (*pairScreen) Init() tea.Cmd   { return nil }

func (s *pairScreen) Actions() []ui.Action {
	return s.Panes.Actions(ui.Action{Scope: "pair", ID: "alone", Key: ui.Keys("z"), Label: "alone",
		Help: "one pane or both", Run: func() tea.Cmd {
			s.alone = !s.alone
			s.Arrange()
			return nil
		}})
}

// TestPanes: a pane follows what another one does, whatever did it; one that is not shown is told
// all the same, and has no keys.
func TestPanes(t *testing.T) {
	env, _ := uitest.NewEnv()
	k := uitest.NewScreen(t, env, newPair(env))
	k.Shows("0 so far", "0 told", "+ count  z alone  ← to the left")
	k.Press("+", "+", "left", "+")
	k.Shows("2 so far")
	k.Press("z")
	k.Hides("0 told", "+ count")
	k.Press("+")
	k.Send(told{})
	k.Press("z")
	k.Shows("2 so far", "1 told")
	k.EveryFrame()
	k.CheckActions()
}
