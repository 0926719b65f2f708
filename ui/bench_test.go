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

// busyScreen is a screen about as full as Markets.
type busyScreen struct {
	*plainScreen
	ladder *ui.Ladder
	table  *ui.Table[tableRow]
	trades *ui.Table[tableRow]
}

func newBusy(env *ui.Env) *busyScreen {
	s := &busyScreen{newPlain(env, "busy"), ui.NewLadder(ladderPair()), priceTable(), priceTable()}
	s.ladder.Mine = func(o api.BookOrder) bool { return o.Hash[0] == 3 }
	s.ladder.SetBook(env, bookOrders(300, true), bookOrders(300, false))
	s.table.SetRows(tableRows(500))
	s.trades.SetRows(tableRows(500))
	return s
}

func (s *busyScreen) Draw(area ui.Box) string {
	c := ui.NewCanvas(area)
	cols := area.Columns(ui.Percent(25), ui.Percent(40), ui.Fill(1))
	right := cols[2].Rows(ui.Percent(50), ui.Fill(1))
	pane := func(b ui.Box, title string, draw func(ui.Box) string) {
		p := ui.Pane{Title: title, Focused: title == "Book"}
		c.Put(b, p.Draw(s.env.Theme, b, draw(p.Inner(b))))
	}
	pane(cols[0], "Pairs", func(b ui.Box) string { return s.table.Draw(s.env, b, false) })
	pane(cols[1], "Book", func(b ui.Box) string { return s.ladder.Draw(s.env, b, true) })
	pane(right[0], "Trades", func(b ui.Box) string { return s.trades.Draw(s.env, b, false) })
	pane(right[1], "Candles", func(b ui.Box) string {
		return ui.CandleChart{Points: candlePoints(120), Volume: true}.Draw(s.env.Theme, b)
	})
	return c.String()
}

func (s *busyScreen) Actions() []ui.Action {
	return append(append(s.ladder.Actions(""), s.table.Actions("list", nil)...), s.plainScreen.Actions()...)
}

func busyKit(t testing.TB) *uitest.Kit {
	env, _ := uitest.NewEnv()
	k := uitest.New(t, env, ui.Tab{Screen: newBusy(env), Title: "Markets", Short: "Mkt"})
	k.Resize(200, 60)
	return k
}

func BenchmarkFrame(b *testing.B) {
	k := busyKit(b)
	b.ReportAllocs()
	for b.Loop() {
		k.Root.Frame()
	}
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
