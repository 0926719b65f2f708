package markets

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	ladder "bourse/views/book"
)

// boxes are where the panes stand; pairs has no room in narrow windows.
type boxes map[string]cells.Box

// layout cuts the body, with or without the order form: the book never shrinks below its share, the
// chart gives way first, then the trades. In low windows a chart in use has its column to itself;
// a pane alone has everything. pairs is the width of the list of pairs, where there is room for
// one.
func layout(area cells.Box, pairs int, form, charting bool, alone string) boxes {
	b := boxes{}
	if alone != "" {
		b[alone] = area
		return b
	}
	columns := area.Columns(cells.Fill(46), cells.Fill(34))
	if area.Wide() {
		columns = area.Columns(cells.Fixed(pairs), cells.Fill(50), cells.Fill(41))
		if form {
			columns = area.Columns(cells.Fixed(pairs), cells.Fill(46), cells.Fill(33),
				cells.Fixed(52))
			b[paneForm] = columns[3]
		}
		b[panePairs], columns = columns[0], columns[1:]
	}
	b[paneBook] = columns[0]
	rows := columns[1].Rows(cells.Fill(1), cells.Fixed(6), cells.Fixed(6))
	switch {
	case area.Tall():
		rows = columns[1].Rows(cells.Percent(47), cells.Fill(25), cells.Fill(28))
	case charting:
		b[paneChart] = columns[1]
		return b
	}
	b[paneChart], b[paneTrades], b[paneMine] = rows[0], rows[1], rows[2]
	return b
}

// boxes are where the panes stand at present.
func (m *Screen) boxes() boxes {
	return layout(m.area, m.pairs.width(), m.formFits(), m.HasFocus(paneChart), m.alone)
}

// Resize implements ui.Screen.
func (m *Screen) Resize(area cells.Box) {
	m.area = area
	was := m.FocusedPane()
	m.SetPanes(m.paneNames()...)
	if m.FocusedPane() != was {
		m.FocusPane(paneBook)
	}
}

// paneNames are the panes there are, in reading order.
func (m *Screen) paneNames() []string {
	if m.alone != "" {
		return []string{m.alone}
	}
	names := []string{paneBook, paneChart, paneTrades, paneMine}
	if m.area.Wide() {
		names = append([]string{panePairs}, names...)
	}
	if m.formFits() {
		names = append(names, paneForm)
	}
	return names
}

// inner is the room inside a pane.
func (m *Screen) inner(pane string) cells.Box {
	return ui.Frame{}.Inner(m.boxes()[pane])
}

func (m *Screen) panes() []ui.Slot {
	b, e := m.boxes(), m.s.Env
	book := ui.Slot{Name: paneBook, Box: b[paneBook], Title: "Book",
		Right: or(m.old(theBook), m.ladder.source()), Mouse: m.bookMouse,
		Draw: func(in cells.Box, focused bool) string { return m.ladder.Draw(e, in, focused) }}
	chart := ui.Slot{Name: paneChart, Box: b[paneChart], Title: m.chart.title(),
		Right: m.old(theCandles), Mouse: m.chart.chartMouse,
		Draw: func(in cells.Box, _ bool) string {
			if m.chart.depth {
				return m.chart.drawDepth(in)
			}
			return m.chart.drawCandles(e, in)
		}}
	trades := ui.Slot{Name: paneTrades, Box: b[paneTrades], Title: m.tape.title(),
		Right: or(m.old(theTrades), newer(m.trades)),
		Draw: func(in cells.Box, focused bool) string {
			return m.trades.Draw(e, in, focused)
		}, Mouse: func(msg tea.MouseMsg) tea.Cmd { m.trades.Mouse(msg); return nil }}
	mine := ui.Slot{Name: paneMine, Box: b[paneMine], Title: "My orders · " + name(m.s.Market),
		Right: m.old(theOrders),
		Draw:  func(in cells.Box, focused bool) string { return m.mine.Draw(e, in, focused) },
		Mouse: func(msg tea.MouseMsg) tea.Cmd {
			if m.mine.Mouse(msg) {
				return m.showOwn()
			}
			return nil
		}}
	pairs := ui.Slot{Name: panePairs, Box: b[panePairs], Title: m.pairs.title(),
		Right: m.old(thePairs),
		Draw:  m.pairs.drawPairs, Mouse: func(msg tea.MouseMsg) tea.Cmd {
			before, _ := m.pairs.Selected()
			open := m.pairs.Mouse(msg)
			after, ok := m.pairs.Selected()
			if open || ok && msg.Button == tea.MouseButtonLeft && before.id() != after.id() {
				return m.pick()
			}
			return nil
		}}
	switch m.alone {
	case paneChart:
		chart.Title = name(m.s.Market) + " · " + chart.Title
		return []ui.Slot{chart}
	case panePairs:
		pairs.Title, pairs.Draw = "Screener", m.pairs.drawScreener
		pairs.Right = or(pairs.Right, "○ traded in pools only")
		return []ui.Slot{pairs}
	}
	if !m.area.Wide() {
		book.Title, book.Right, mine.Title = name(m.s.Market)+" book",
			or(m.old(theBook), "p pairs"), "Mine"
		return []ui.Slot{book, chart, trades, mine}
	}
	if m.inner(paneBook).W < ladder.Roomy { // else its first line says it

		book.Title = name(m.s.Market) + " book"
	}
	if m.formFits() {
		return []ui.Slot{pairs, book, chart, trades, mine, m.formColumn(b[paneForm])}
	}
	return []ui.Slot{pairs, book, chart, trades, mine}
}

func or(first, second string) string {
	if first != "" {
		return first
	}
	return second
}

// Draw implements ui.Screen.
func (m *Screen) Draw(area cells.Box) string {
	m.area = area
	return ui.DrawPanes(m.s.Env, area, &m.Ring, m.panes())
}
