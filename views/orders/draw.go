package orders

import (
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
func (o *Screen) Resize(area cells.Box) { o.area = area }

// Draw implements ui.Screen.
func (o *Screen) Draw(area cells.Box) string {
	return ui.DrawPanes(o.s.Env, area, &o.Ring, o.panes(area))
}

func (o *Screen) panes(area cells.Box) []ui.Slot {
	foot := cells.Fixed(7)
	if area.Tall() {
		foot = cells.Fixed(12)
	}
	rows, title := area.Rows(cells.Fill(1), foot), "Orders"
	if area.Wide() {
		title = "Open & recent orders"
	}
	return []ui.Slot{
		{Name: paneList, Box: rows[0], Title: title, Right: o.heading(area.Wide()), Mouse: o.click,
			Draw: func(in cells.Box, focused bool) string {
				return o.table.Draw(o.s.Env, in, focused)
			}},
		{Name: paneDetail, Box: rows[1], Title: "Detail", Mouse: o.wheel, Draw: o.drawDetail},
	}
}

func (o *Screen) click(m tea.MouseMsg) tea.Cmd {
	if o.table.Mouse(m) {
		return o.enter()
	}
	return nil
}

func (o *Screen) wheel(m tea.MouseMsg) tea.Cmd {
	switch m.Button {
	case tea.MouseButtonWheelUp:
		o.fills.Scroll(-1)
	case tea.MouseButtonWheelDown:
		o.fills.Scroll(1)
	}
	return nil
}

// columns are those of the list; narrow windows do without the highest Drop first.
func (o *Screen) columns() []table.Column[row] {
	now := func() time.Time { return o.s.Env.Now() }
	price := func(a, b row) int { return a.rate().Cmp(b.rate()) }
	out := []table.Column[row]{
		{Title: "kind", Width: 5, Drop: 1, Cell: row.label,
			Less: func(a, b row) int { return strings.Compare(a.label(), b.label()) }},
		{Title: "side", Width: 4, Cell: row.side, CSV: row.sideWord,
			Style: func(t *ui.Theme, r row) ui.Style { return t.Side(r.buy) }},
		{Title: "pair / asset", Width: 12, Flex: 1, Cell: row.asset,
			Less: func(a, b row) int { return strings.Compare(a.asset(), b.asset()) }},
		{Title: "price", Width: 12, Right: true, Cell: row.price, Less: price, CSV: row.exactPrice,
			Style: func(t *ui.Theme, r row) ui.Style { return t.Side(r.buy) }},
		{Title: "executes at", Width: 11, Right: true, Drop: 3, Cell: row.executesText,
			CSV: row.exactExecutes},
		{Title: "amount", Width: 15, Right: true, Drop: 3, Cell: row.amount,
			CSV: func(r row) string { return r.exact(r.MakerAmount) }},
		{Title: "left", Width: 9, Right: true, Cell: row.left,
			CSV: func(r row) string { return r.exact(r.MakerAmount.Sub(r.filled)) }},
		{Title: "fill", Width: 6, Drop: 4,
			Cell:  func(r row) string { return ui.FillBar(r.share(), 6) },
			CSV:   func(r row) string { return r.exact(r.filled) },
			Style: func(t *ui.Theme, r row) ui.Style { return t.Side(r.buy) }},
		{Title: "%", Width: 4, Right: true, Cell: row.percent,
			Less: func(a, b row) int { return int(1000*a.share()) - int(1000*b.share()) }},
		{Title: "state", Width: 11, Cell: row.state,
			Style: func(t *ui.Theme, r row) ui.Style { return r.stateStyle(t) },
			Less:  func(a, b row) int { return strings.Compare(string(a.State), string(b.State)) },
			CSV:   row.wholeState},
		{Title: "expiry", Width: 10, Right: true,
			Cell: func(r row) string { return r.expiry(now()) },
			Less: func(a, b row) int { return views.CompareExpiry(a.Expiry, b.Expiry) },
			CSV:  func(r row) string { return stamp(r.expires()) }},
		{Title: "age", Export: "created", Width: 4, Right: true, Drop: 2,
			Cell: func(r row) string { return ui.Age(now().Sub(r.created())) },
			Less: func(a, b row) int { return int(b.CreatedAt - a.CreatedAt) },
			CSV:  func(r row) string { return stamp(r.created()) }},
		{Title: "hash", Width: 66, Drop: 9, Cell: row.id,
			Style: func(t *ui.Theme, _ row) ui.Style { return t.Muted }},
	}
	if o.s.AllNetworks {
		out = append(out, table.Column[row]{Title: "network", Width: 7, Flex: 1, Cell: row.network,
			Less: func(a, b row) int { return strings.Compare(a.network(), b.network()) }})
	}
	return out
}

// stamp is a time in exports.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return format.Stamp(t)
}
