package markets

import (
	"bourse/ui"
	"bourse/ui/cells"
)

// boxes are where the panes stand; pairs has no room in narrow windows.
type boxes map[string]cells.Box

// cut divides the body, with or without the order form: the book never shrinks below its share, the
// chart gives way first, then the trades. In low windows a chart in use has its column to itself;
// a pane alone has everything. pairs is the width of the list of pairs, where there is room for
// one.
func cut(area cells.Box, pairs int, form, charting bool, alone string) boxes {
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

// layout has the panes in reading order. In low windows some have no room, until the focus comes to
// them; one alone has all of it.
func (m *Screen) layout(area cells.Box) []ui.Placed {
	b := cut(area, m.pairs.width(), m.formFits(), m.HasFocus(paneChart), m.alone)
	var out []ui.Placed
	for _, p := range []ui.Pane{m.pairs, m.ladder, m.chart, m.tape, m.mine} {
		if m.alone == p.Name() || m.alone == "" && (p.Name() != panePairs || area.Wide()) {
			out = append(out, ui.Placed{Pane: p, Box: b[p.Name()]})
		}
	}
	if m.alone == "" && m.formFits() {
		out = append(out, ui.Placed{Pane: m.form, Box: b[paneForm]})
	}
	return out
}

// pairsShown tells whether the list of pairs has a pane.
func (m *Screen) pairsShown() bool {
	return m.alone == panePairs || m.alone == "" && m.s.Area.Wide()
}

// Resize implements ui.Screen. Where the focused pane has no place any more, the book has the
// focus.
func (m *Screen) Resize(area cells.Box) {
	was := m.FocusedPane()
	m.Panes.Resize(area)
	if m.FocusedPane() != was {
		m.FocusPane(paneBook)
	}
}
