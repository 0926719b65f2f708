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
type busyScreen struct {
	ui.Ring
	env    *ui.Env
	area   cells.Box
	table  *table.Table[uitest.Row]
	book   *table.Table[uitest.Row]
	trades *table.Table[uitest.Row]
	form   *form.Form
	tree   *tree.Tree
}

func newBusy(env *ui.Env) *busyScreen {
	var changed []string
	s := &busyScreen{Ring: ui.NewRing("pairs", "book", "trades", "form", "tree"), env: env,
		table: uitest.PriceTable(), book: uitest.PriceTable(), trades: uitest.PriceTable(),
		form: uitest.OrderForm(env, &changed), tree: &tree.Tree{}}
	s.book.SetRows(uitest.Rows(600))
	s.table.SetRows(uitest.Rows(500))
	s.trades.SetRows(uitest.Rows(500))
	s.tree.Set([]tree.Node{{ID: "a", Text: "10 ETH",
		Kids: []tree.Node{{ID: "b", Text: "60%"}, {ID: "c", Text: "40%"}}}})
	s.form.Buttons = []form.Button{{Label: "Review", Run: func() tea.Cmd {
		return env.Open(ui.NewConfirm(env,
			ui.ConfirmSpec{Title: "Sure?",
				Run: func() tea.Cmd { return env.Toast(ui.OK, "done") }}))
	}}}
	return s
}

func (s *busyScreen) ID() ui.ScreenID    { return "busy" }
func (s *busyScreen) Init() tea.Cmd      { return nil }
func (s *busyScreen) Resize(a cells.Box) { s.area = a }

func (s *busyScreen) panes(area cells.Box) []ui.Pane {
	cols := area.Columns(cells.Percent(25), cells.Percent(40), cells.Fill(1))
	left, right := cols[0].Rows(cells.Percent(60), cells.Fill(1)),
		cols[2].Rows(cells.Percent(40), cells.Percent(30), cells.Fill(1))
	return []ui.Pane{
		{Name: "pairs", Box: left[0], Title: "Pairs",
			Draw:  func(b cells.Box, f bool) string { return s.table.Draw(s.env, b, f) },
			Mouse: func(m tea.MouseMsg) tea.Cmd { s.table.Mouse(m); return nil }},
		{Name: "tree", Box: left[1], Title: "Route",
			Draw:  func(b cells.Box, f bool) string { return s.tree.Draw(s.env.Theme, b, f) },
			Mouse: func(m tea.MouseMsg) tea.Cmd { s.tree.Mouse(m); return nil }},
		{Name: "book", Box: cols[1], Title: "Book",
			Draw:  func(b cells.Box, f bool) string { return s.book.Draw(s.env, b, f) },
			Mouse: func(m tea.MouseMsg) tea.Cmd { s.book.Mouse(m); return nil }},
		{Name: "trades", Box: right[0], Title: "Trades",
			Draw:  func(b cells.Box, f bool) string { return s.trades.Draw(s.env, b, f) },
			Mouse: func(m tea.MouseMsg) tea.Cmd { s.trades.Mouse(m); return nil }},
		{Name: "form", Box: right[1], Title: "Order",
			Draw:  func(b cells.Box, f bool) string { return s.form.Draw(s.env, b, f) },
			Mouse: s.form.Mouse},
		{Box: right[2], Title: "Timeline", Draw: func(b cells.Box, _ bool) string {
			return strings.Join(ui.Timeline(s.env, b.W, []ui.Step{
				{At: uitest.Start, Text: "signed"},
				{Text: "settled", Level: ui.Working}}), "\n")
		}},
	}
}

func (s *busyScreen) Draw(area cells.Box) string {
	return ui.DrawPanes(s.env, area, &s.Ring, s.panes(area))
}

func (s *busyScreen) Captures(k tea.KeyMsg) bool {
	switch s.FocusedPane() {
	case "pairs":
		return s.table.Captures(k)
	case "book":
		return s.book.Captures(k)
	case "trades":
		return s.trades.Captures(k)
	case "form":
		return s.form.Captures(k)
	}
	return false
}

func (s *busyScreen) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(tea.MouseMsg); ok {
		return ui.MousePanes(m, &s.Ring, s.panes(s.area))
	}
	switch s.FocusedPane() {
	case "pairs":
		s.table.Update(m)
	case "book":
		s.book.Update(m)
	case "trades":
		s.trades.Update(m)
	case "form":
		return s.form.Update(m)
	}
	return nil
}

func (s *busyScreen) Actions() []ui.Action {
	out := append(s.book.Actions("book", nil), s.table.Actions("pairs", nil)...)
	out = append(out, s.trades.Actions("trades", nil)...)
	out = append(out, s.form.Actions("form")...)
	out = append(out, s.tree.Actions("tree", nil)...)
	return append(out, s.PaneActions()...)
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
