package ui_test

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/form"
	"bourse/ui/table"
	"bourse/ui/tree"
	"bourse/ui/uitest"
)

// busyScreen is a screen about as full as Markets, with every kind of widget.
type busyScreen struct{ ui.Panes }

func newBusy(env *ui.Env) *busyScreen {
	prices := func(name string, rows int) *pricesPane {
		p := &pricesPane{table.NewPane(env, name, uitest.PriceTable())}
		p.SetRows(uitest.Rows(rows))
		return p
	}
	pairs, book, trades := prices("pairs", 500), prices("book", 600), prices("trades", 500)
	form, route, steps := newFormPane(env), newTreePane(env), &timelinePane{env: env}
	return &busyScreen{ui.NewPanes(env, func(area cells.Box) []ui.Placed {
		cols := area.Columns(cells.Percent(25), cells.Percent(40), cells.Fill(1))
		left, right := cols[0].Rows(cells.Percent(60), cells.Fill(1)),
			cols[2].Rows(cells.Percent(40), cells.Percent(30), cells.Fill(1))
		return []ui.Placed{{pairs, left[0]}, {book, cols[1]}, {trades, right[0]},
			{form, right[1]}, {route, left[1]}, {steps, right[2]}}
	}, book, pairs, trades, form, route, steps)}
}

func (s *busyScreen) ID() ui.ScreenID { return "busy" }
func (s *busyScreen) Init() tea.Cmd   { return nil }

func (s *busyScreen) Actions() []ui.Action {
	return append(s.Panes.Actions(), s.PaneActions()...)
}

type pricesPane struct{ table.Pane[uitest.Row] }

func (p *pricesPane) Title() (title, right string) { return p.Name(), "" }

type formPane struct {
	*form.Form
	env *ui.Env
}

func newFormPane(env *ui.Env) *formPane {
	var changed []string
	f := uitest.OrderForm(env, &changed)
	f.Buttons = []form.Button{{Label: "Review", Run: func() tea.Cmd {
		env.Open(ui.NewConfirm(env,
			ui.ConfirmSpec{Title: "Sure?",
				Run: func() tea.Cmd {
					env.Toast(ui.OK, "done")
					return nil
				}}))
		return nil
	}}}
	return &formPane{f, env}
}

func (p *formPane) Name() string                 { return "form" }
func (p *formPane) Title() (title, right string) { return "Order", "" }
func (p *formPane) Actions() []ui.Action         { return p.Form.Actions(p.Name()) }

func (p *formPane) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok {
		return p.Mouse(m)
	}
	return p.Form.Update(m)
}

func (p *formPane) Draw(area cells.Box, focused bool) string {
	return p.Form.Draw(p.env, area, focused)
}

type treePane struct {
	tree.Tree
	env *ui.Env
}

func newTreePane(env *ui.Env) *treePane {
	p := &treePane{env: env}
	p.Set([]tree.Node{{ID: "a", Text: "10 ETH",
		Kids: []tree.Node{{ID: "b", Text: "60%"}, {ID: "c", Text: "40%"}}}})
	return p
}

func (p *treePane) Name() string                 { return "tree" }
func (p *treePane) Title() (title, right string) { return "Route", "" }
func (p *treePane) Actions() []ui.Action         { return p.Tree.Actions(p.Name(), nil) }

func (p *treePane) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok {
		p.Mouse(m)
	}
	return nil
}

func (p *treePane) Draw(area cells.Box, focused bool) string {
	return p.Tree.Draw(p.env.Theme, area, focused)
}

type timelinePane struct {
	ui.Display
	env *ui.Env
}

func (p *timelinePane) Title() (title, right string) { return "Timeline", "" }

func (p *timelinePane) Draw(area cells.Box, _ bool) string {
	return strings.Join(ui.Timeline(p.env, area.W, []ui.Step{
		{At: uitest.Start, Text: "signed"}, {Text: "settled", Level: ui.Working}}), "\n")
}

func busyKit(t testing.TB) *uitest.Kit {
	env, _ := uitest.NewEnv()
	k := uitest.New(t, env, ui.Tab{Screen: newBusy(env), Title: "Markets", Short: "Mkt"})
	k.Resize(200, 60)
	return k
}

func BenchmarkFrame(b *testing.B) {
	busyKit(b).Bench(b)
}

func BenchmarkFrameWithDialog(b *testing.B) {
	k := busyKit(b)
	k.Press("?")
	b.ReportAllocs()
	for b.Loop() {
		k.Root.View()
	}
}
