package markets

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
)

func act(id, pane string, key string, label, help, off string, run func() tea.Cmd) ui.Action {
	return ui.Action{Scope: "markets", ID: id, Pane: pane, Key: ui.Keys(key), Label: label,
		Help: help, Off: off, Run: run}
}

// Actions implements ui.Screen.
func (m *Screen) Actions() []ui.Action {
	out := m.formActions()
	book := m.ladder.Actions(paneBook)
	out = append(out, book[:2]...)
	out = append(out, m.bookActions()...)
	out = append(out, m.mineActions()...)
	out = append(out, m.tradeActions()...)
	out = append(out, m.pairActions()...)
	out = append(out, m.pairs.listActions()...)
	out = append(out, m.chartActions()...)
	out = append(out, book[2:]...)
	out = append(out, m.pairs.Actions(panePairs, m.pick)...)
	out = append(out, m.trades.Actions(paneTrades, nil)...)
	out = append(out, m.mine.Actions(paneMine, m.showOwn)...)
	out = append(out, m.commonActions()...)
	out = append(out, m.PaneActions()...)
	return append(out, m.arrowActions()...)
}

func (m *Screen) bookActions() []ui.Action {
	empty, none := "", ""
	if _, _, ok := m.ladder.Cursor(); !ok {
		empty = "the book is empty"
	}
	own := m.ladder.own()
	if len(own) == 0 {
		none = "none of the level's orders is yours"
	}
	label, help := "sweep", "list the orders to the cursor's level and take them"
	if _, _, ok := m.ladder.Swap(); ok {
		label, help = "swap", "swap what pools and orders trade to the cursor's level"
	}
	out := []ui.Action{act("orders", paneBook, "enter", label, help, empty, m.taker.list)}
	for _, pane := range []string{paneBook, paneChart} {
		out = append(out,
			act("buy", pane, "b", "buy here", "order form, to buy at the cursor's price",
				m.ladder.noPair(), func() tea.Cmd { return m.at(api.Buy) }),
			act("sell", pane, "s", "sell here", "order form, to sell at the cursor's price",
				m.ladder.noPair(), func() tea.Cmd { return m.at(api.Sell) }))
	}
	return append(out,
		act("cancel", paneBook, "x", "cancel mine", "cancel your orders on the level", none,
			func() tea.Cmd { return m.taker.cancel(own) }),
		act("copy", paneBook, "y", "copy price", "copy the price of the level", empty,
			func() tea.Cmd {
				l, _, _ := m.ladder.Cursor()
				return m.s.Copy("price", plain(m.ladder.Pair.TickText(l.Ticks)))
			}),
		act("export", paneBook, "e", "export", "write the book to a CSV file", empty,
			func() tea.Cmd {
				return m.s.Export("book-"+name(m.s.Market), "csv", m.ladder.bookCSV())
			}))
}

// at opens the order form with the price of the cursor that is in use.
func (m *Screen) at(side api.Side) tea.Cmd {
	if price, ok := m.chart.chosen(); ok && m.HasFocus(paneChart) {
		return m.order(side, price)
	}
	return m.here(side)
}

func (m *ladderPane) noPair() string {
	if m.pair == (api.Pair{}) {
		return "no pair is chosen yet"
	}
	return ""
}

func (m *Screen) mineActions() []ui.Action {
	row, ok := m.mine.Selected()
	off := ""
	if !ok {
		off = "no order is selected"
	}
	return []ui.Action{
		act("cancelmine", paneMine, "x", "cancel", "cancel the selected order, or the marked ones",
			off, func() tea.Cmd { return m.taker.cancel(m.mine.Marked()) }),
		act("copyhash", paneMine, "y", "copy hash", "copy the selected order's hash", off,
			func() tea.Cmd { return m.s.Copy("order hash", row.Hash.Hex()) }),
		act("json", paneMine, "o", "JSON", "the selected order as JSON", off,
			func() tea.Cmd { return m.s.ShowJSON("JSON", row.OrderRecord) }),
		act("exportmine", paneMine, "e", "CSV", "write your orders to a CSV file", "",
			func() tea.Cmd { return m.s.Export("my-orders", "csv", m.mine.CSV()) }),
	}
}

// showOwn goes to the order on the orders screen.
func (m *Screen) showOwn() tea.Cmd {
	row, ok := m.mine.Selected()
	if !ok {
		return nil
	}
	return m.s.Goto(views.Orders, views.ShowOrder{Hash: row.Hash})
}

func (m *Screen) tradeActions() []ui.Action {
	row, ok := m.trades.Selected()
	off := ""
	if !ok {
		off = "no trade is selected"
	}
	return []ui.Action{
		act("tapesize", paneTrades, "f", "only as large", "only trades as large as the selected "+
			"one, or all of them", off, func() tea.Cmd {
			m.trades.SetRows(m.tape.toggle(row))
			return nil
		}),
		act("copytx", paneTrades, "y", "copy tx", "copy the trade's transaction hash", off,
			func() tea.Cmd { return m.s.Copy("transaction hash", row.TxHash.Hex()) }),
		act("exporttrades", paneTrades, "e", "CSV", "write the trades to a CSV file", off,
			func() tea.Cmd {
				return m.s.Export("trades-"+name(m.s.Market), "csv", m.trades.CSV())
			}),
	}
}

func (m *Screen) pairActions() []ui.Action {
	return []ui.Action{
		act("favourite", panePairs, "f", "favourite",
			"put the pair on the list that is shown, the favourites or another, or take it off", "",
			m.pairs.starSelected),
		act("exportpairs", panePairs, "e", "CSV", "write the pairs to a CSV file", "",
			func() tea.Cmd { return m.s.Export("pairs", "csv", m.pairs.CSV()) }),
	}
}

func (m *Screen) chartActions() []ui.Action {
	zoom, none := "", ""
	if m.chart.depth {
		zoom = "c shows the candles first"
	}
	if _, ok := m.chart.chosen(); !ok {
		none = "move the cursor with ←→ first"
	}
	out := act("zoomout", "", "{", "zoom out", "more time in a column of the chart", zoom,
		func() tea.Cmd { m.chart.rezoom(false); return nil })
	in := act("zoomin", "", "}", "zoom in", "less time in a column of the chart", zoom,
		func() tea.Cmd { m.chart.rezoom(true); return nil })
	out.Join, in.Join = "zoom", "zoom"
	out.Quiet, in.Quiet = true, true
	means := act("averages", "", "a", "averages", "moving averages of 20 and 50 candles, or none",
		zoom, func() tea.Cmd { m.chart.noMeans = !m.chart.noMeans; return nil })
	whole := act("whole", "", "z", "chart only",
		"the chart on the whole screen, or beside the book", "", m.toggleWhole)
	means.Quiet, whole.Quiet = true, !m.HasFocus(paneChart)
	return append(m.cursorActions(),
		act("useprice", paneChart, "enter", "use price", "order form with the cursor's price",
			none, m.chart.useChosen),
		out, in,
		act("depth", "", "c", "depth chart", "candles or depth chart", "", m.toggleDepth),
		act("interval", "", "i", "interval", "candles of 1, 5 or 15 minutes, 1 or 4 hours or a day",
			"", func() tea.Cmd {
				return m.chart.setInterval((m.chart.at + 1) % len(intervals))
			}),
		whole, means)
}

// cursorActions move the cursor of what the chart shows.
func (m *Screen) cursorActions() []ui.Action {
	c := m.chart
	across := func(by int) func() tea.Cmd {
		return func() tea.Cmd {
			if c.depth {
				return c.moveDepth(by)
			}
			return c.moveCross(by)
		}
	}
	upright := func(by int) func() tea.Cmd { return func() tea.Cmd { return c.moveCrossPrice(by) } }
	flat, off := "", ""
	if c.depth {
		flat = "the depth chart has no second direction"
	}
	if !c.cross.on {
		off = "there is no crosshair"
	}
	out := []ui.Action{
		act("left", paneChart, "left", "to the left", "chart cursor to the left", "", across(-1)),
		act("right", paneChart, "right", "to the right", "chart cursor to the right", "",
			across(1)),
		act("higher", paneChart, "up", "higher price", "crosshair up", flat, upright(1)),
		act("lower", paneChart, "down", "lower price", "crosshair down", flat, upright(-1)),
		act("pageback", paneChart, "pgup", "a page back", "chart cursor 20 columns to the left", "",
			across(-20)),
		act("pageon", paneChart, "pgdown", "a page on", "chart cursor 20 columns to the right", "",
			across(20)),
		act("oldest", paneChart, "home", "oldest candle", "crosshair to the oldest candle", flat,
			across(-candleCount*maxZoom)),
		act("newest", paneChart, "end", "newest candle", "crosshair to the newest candle", flat,
			across(candleCount*maxZoom)),
	}
	for i := range out {
		out[i].Join, out[i].Quiet = "cursor", i > 3
	}
	return append(out, act("nocross", paneChart, "esc", "no crosshair",
		"take the crosshair away", off, c.leaveCross))
}

// toggleWhole gives the chart the whole screen, or takes it back.
func (m *Screen) toggleWhole() tea.Cmd {
	m.toggleAlone(paneChart)
	return nil
}

// toggleAlone gives a pane the whole screen, or shows all of them again.
func (m *Screen) toggleAlone(pane string) {
	if m.alone == pane {
		pane, m.alone = paneBook, ""
	} else {
		m.alone = pane
	}
	m.Resize(m.area)
	m.FocusPane(pane)
}

// toggleScreener gives the list of pairs the whole screen.
func (m *Screen) toggleScreener() tea.Cmd {
	m.toggleAlone(panePairs)
	return m.want(theTrends)
}

// pick opens the pair under the cursor, beside its book.
func (m *Screen) pick() tea.Cmd {
	if m.alone == panePairs {
		m.toggleAlone(panePairs)
	}
	return m.pairs.pick()
}

// toggleDepth changes between candles and depth; the chart gets the focus for the depth's cursor.
func (m *Screen) toggleDepth() tea.Cmd {
	if m.chart.depth = !m.chart.depth; m.chart.depth {
		m.FocusPane(paneChart)
	} else {
		m.FocusPane(paneBook)
	}
	m.Resize(m.area)
	return nil
}

func (m *Screen) commonActions() []ui.Action {
	beside := "all panes are shown"
	if m.alone != "" {
		beside = ""
	}
	return []ui.Action{
		act("beside", "", "esc", "all panes", "back from the screener or the chart alone", beside,
			func() tea.Cmd { m.toggleAlone(m.alone); return nil }),
		act("pairs", "", "p", "pairs", "choose another pair", "", m.popup),
		act("screener", "", "w", "screener", "all pairs with volume, trend, spread and depth, on "+
			"the whole screen", "", m.toggleScreener),
		act("filter", "", "/", "filter pairs", "find a pair by name", "", m.filter),
		act("alert", paneBook, "A", "alert here",
			"ring once the price of the cursor is reached", m.ladder.noPair(), m.alert),
		act("alertchart", paneChart, "A", "alert here",
			"ring once the price of the cursor is reached", m.ladder.noPair(), m.alert),
	}
}

// filter begins to filter the list of pairs, or offers it where it has no pane.
func (m *Screen) filter() tea.Cmd {
	if !m.area.Wide() && m.alone != panePairs {
		return m.popup()
	}
	m.FocusPane(panePairs)
	for _, a := range m.pairs.Actions(panePairs, nil) {
		if a.ID == "filter" {
			return a.Run()
		}
	}
	return nil
}

// arrowActions go from pane to pane where the arrows have no other use.
func (m *Screen) arrowActions() []ui.Action {
	var out []ui.Action
	for _, pane := range []string{panePairs, paneBook, paneTrades, paneMine} {
		left := act("left", pane, "left", "pane to the left", "pane before", "",
			func() tea.Cmd { m.NextPane(-1); return nil })
		right := act("right", pane, "right", "pane to the right", "next pane", "",
			func() tea.Cmd { m.NextPane(1); return nil })
		left.Quiet, right.Quiet = true, true
		out = append(out, left, right)
	}
	return out
}
