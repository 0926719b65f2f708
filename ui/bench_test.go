package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/uitest"
)

// bookOrders makes n orders of one side, best first, around 3,020 in an
// 18/6-decimals pair.
func bookOrders(n int, ask bool) []api.BookOrder {
	out := make([]api.BookOrder, n)
	for i := range out {
		price := uint64(302_000_000) // quote units per 0.1 base
		if ask {
			price += uint64(i+1) * 50_000
		} else {
			price -= uint64(i+1) * 50_000
		}
		out[i] = api.BookOrder{Price: api.Price{Quote: api.NewAmount(price), Base: api.NewAmount(1e17)},
			Size: api.NewAmount(uint64(1+i%7) * 3e17)}
		out[i].Hash[0] = byte(i)
	}
	return out
}

func ladderPair() ui.LadderPair {
	return ui.LadderPair{Base: "ETH", Quote: "USDC", BaseDecimals: 18, QuoteDecimals: 6, PricePlaces: 2, SizePlaces: 3, QuotePlaces: 2}
}

type tableRow struct {
	id    string
	price int
}

func priceTable() *ui.Table[tableRow] {
	return ui.NewTable(func(r tableRow) string { return r.id },
		ui.Column[tableRow]{Title: "pair", Width: 10, Flex: 1, Cell: func(r tableRow) string { return r.id }, Less: func(a, b tableRow) int { return strings.Compare(a.id, b.id) }},
		ui.Column[tableRow]{Title: "price", Width: 10, Right: true, Cell: func(r tableRow) string { return ui.Count(r.price) }, Less: func(a, b tableRow) int { return a.price - b.price },
			Style: func(t *ui.Theme, r tableRow) ui.Style { return t.Side(r.price%2 == 0) }},
		ui.Column[tableRow]{Title: "note", Width: 8, Drop: 1, Cell: func(tableRow) string { return "fine" }},
		ui.Column[tableRow]{Title: "age", Width: 5, Right: true, Drop: 2, Cell: func(tableRow) string { return "3s" }})
}

func tableRows(n int) []tableRow {
	out := make([]tableRow, n)
	for i := range out {
		out[i] = tableRow{fmt.Sprintf("TOK%03d/USDC", i), 1000 + i*37%501}
	}
	return out
}

// busyScreen is a screen about as full as Markets, with every kind of widget.
type busyScreen struct {
	ui.Ring
	env    *ui.Env
	area   ui.Box
	ladder *ui.Ladder
	table  *ui.Table[tableRow]
	trades *ui.Table[tableRow]
	form   *ui.Form
	tree   *ui.Tree
}

func newBusy(env *ui.Env) *busyScreen {
	var changed []string
	s := &busyScreen{Ring: ui.NewRing("pairs", "book", "trades", "form", "tree"), env: env, ladder: ui.NewLadder(ladderPair()),
		table: priceTable(), trades: priceTable(), form: orderForm(&changed), tree: &ui.Tree{}}
	s.ladder.Mine = func(o api.BookOrder) bool { return o.Hash[0] == 3 }
	s.ladder.SetBook(env, bookOrders(300, true), bookOrders(300, false))
	s.table.SetRows(tableRows(500))
	s.trades.SetRows(tableRows(500))
	s.tree.Set([]ui.Node{{ID: "a", Text: "10 ETH", Kids: []ui.Node{{ID: "b", Text: "60%"}, {ID: "c", Text: "40%"}}}})
	s.form.Buttons = []ui.FormButton{{Label: "Review", Run: func() ui.Cmd {
		return ui.Open(ui.NewConfirm(env, ui.ConfirmSpec{Title: "Sure?", Run: func() ui.Cmd { return ui.Toast(ui.OK, "done") }}))
	}}}
	return s
}

func (s *busyScreen) ID() ui.ScreenID { return "busy" }
func (s *busyScreen) Init() ui.Cmd    { return nil }
func (s *busyScreen) Resize(a ui.Box) { s.area = a }

func (s *busyScreen) panels(area ui.Box) []ui.Panel {
	cols := area.Columns(ui.Percent(25), ui.Percent(40), ui.Fill(1))
	left, right := cols[0].Rows(ui.Percent(60), ui.Fill(1)), cols[2].Rows(ui.Percent(40), ui.Percent(30), ui.Fill(1))
	return []ui.Panel{
		{Name: "pairs", Box: left[0], Title: "Pairs", Draw: func(b ui.Box, f bool) string { return s.table.Draw(s.env, b, f) },
			Mouse: func(m ui.MouseMsg) ui.Cmd { s.table.Mouse(m); return nil }},
		{Name: "tree", Box: left[1], Title: "Route", Draw: func(b ui.Box, f bool) string { return s.tree.Draw(s.env.Theme, b, f) },
			Mouse: func(m ui.MouseMsg) ui.Cmd { s.tree.Mouse(m); return nil }},
		{Name: "book", Box: cols[1], Title: "Book", Draw: func(b ui.Box, f bool) string { return s.ladder.Draw(s.env, b, f) },
			Mouse: func(m ui.MouseMsg) ui.Cmd { s.ladder.Mouse(m); return nil }},
		{Name: "trades", Box: right[0], Title: "Trades", Draw: func(b ui.Box, f bool) string { return s.trades.Draw(s.env, b, f) },
			Mouse: func(m ui.MouseMsg) ui.Cmd { s.trades.Mouse(m); return nil }},
		{Name: "form", Box: right[1], Title: "Order", Draw: func(b ui.Box, f bool) string { return s.form.Draw(s.env, b, f) }, Mouse: s.form.Mouse},
		{Box: right[2], Title: "Candles", Draw: func(b ui.Box, _ bool) string {
			return ui.CandleChart{Points: candlePoints(120), Volume: true}.Draw(s.env.Theme, b)
		}},
	}
}

func (s *busyScreen) Draw(area ui.Box) string {
	return ui.DrawPanels(s.env, area, &s.Ring, s.panels(area))
}

func (s *busyScreen) Captures(k ui.Key) bool {
	switch s.FocusedPane() {
	case "pairs":
		return s.table.Captures(k)
	case "trades":
		return s.trades.Captures(k)
	case "form":
		return s.form.Captures(k)
	}
	return false
}

func (s *busyScreen) Update(m ui.Msg) ui.Cmd {
	if m, ok := m.(ui.MouseMsg); ok {
		return ui.MousePanels(m, &s.Ring, s.panels(s.area))
	}
	switch s.FocusedPane() {
	case "pairs":
		s.table.Update(m)
	case "trades":
		s.trades.Update(m)
	case "form":
		return s.form.Update(m)
	}
	return nil
}

func (s *busyScreen) Actions() []ui.Action {
	out := append(s.ladder.Actions("book"), s.table.Actions("pairs", nil)...)
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
		k.Root.Frame()
	}
}

func BenchmarkSetBook(b *testing.B) {
	env, _ := uitest.NewEnv()
	l := ui.NewLadder(ladderPair())
	asks, bids := bookOrders(300, true), bookOrders(300, false)
	b.ReportAllocs()
	for b.Loop() {
		l.SetBook(env, asks, bids)
	}
}

func BenchmarkSetRows(b *testing.B) {
	t := priceTable()
	t.SortBy(1, true)
	rows := tableRows(1000)
	b.ReportAllocs()
	for b.Loop() {
		t.SetRows(rows)
	}
}
