package positions

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/sign"
)

// The panes.
const (
	paneRows   = "positions"
	paneEquity = "equity"
	paneDays   = "days"
	paneLots   = "lots"
	paneSales  = "sales"
)

// Screen is the screen of gains and losses: the positions, the equity and the days, or the lots and
// the sales.
type Screen struct {
	ui.Panes
	s    *views.Session
	feed views.Poller
	read *result // by the feed, for all panes

	rows   *rowsPane
	equity *equityPane
	days   *daysPane
	lots   *lotsPane
	sales  *salesPane
	byLot  bool // lots and sales are shown
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	p := &Screen{s: s, read: &result{}}
	p.feed = views.Poller{Pause: readPause, Ask: p.ask}
	p.rows, p.days = newRows(s, p.read), newDays(s, p.read)
	p.equity = &equityPane{s: s, read: p.read, state: &p.rows.State}
	p.lots = newLots(s, p.read, func() { p.showLots(true) })
	p.sales = newSales(s, p.read)
	p.Panes = ui.NewPanes(s.Env, p.layout, p.rows, p.days, p.equity, p.lots, p.sales)
	p.forget()
	return p
}

func (p *Screen) layout(area cells.Box) []ui.Placed {
	if p.byLot {
		rows := area.Rows(cells.Percent(50), cells.Fill(1))
		return []ui.Placed{{Pane: p.lots, Box: rows[0]}, {Pane: p.sales, Box: rows[1]}}
	}
	rows := area.Rows(cells.Percent(45), cells.Fill(1))
	lower := rows[1].Columns(cells.Fill(1), cells.Fixed(36))
	return []ui.Placed{{Pane: p.rows, Box: rows[0]}, {Pane: p.equity, Box: lower[0]},
		{Pane: p.days, Box: lower[1]}}
}

// showLots shows the lots and sales, or the positions again.
func (p *Screen) showLots(on bool) {
	p.byLot = on
	p.Arrange()
}

// forget empties the panes until another account's data comes.
func (p *Screen) forget() {
	*p.read = result{}
	p.rows.forget()
	p.days.forget()
	p.lots.forget()
	p.sales.forget()
	p.feed.Drop()
}

// ID implements ui.Screen.
func (*Screen) ID() ui.ScreenID { return views.Positions }

// Init implements ui.Screen.
func (p *Screen) Init() tea.Cmd { return p.feed.Want(p.s.Env) }

// Update implements ui.Screen.
func (p *Screen) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := p.feed.Due(m, p.s.Env); ok {
		return cmd
	}
	switch m := m.(type) {
	case views.AccountChanged, views.NetworksShown:
		p.forget()
		return p.feed.Want(p.s.Env)
	case views.LotsChanged:
		p.feed.Drop()
		return p.feed.Want(p.s.Env)
	case views.BlockSeen, views.PricesChanged, views.Swapped, sign.Mined, ui.Refresh:
		return p.feed.Want(p.s.Env)
	case answer:
		return p.onAnswer(m)
	}
	return p.Panes.Update(m)
}

// Status implements ui.StatusProvider.
func (p *Screen) Status() ui.Note {
	r := p.read
	switch {
	case len(r.parts) == 0:
		return ui.Note{}
	case len(r.silent) > 0:
		return ui.Note{Level: ui.Warn, Text: views.Silent(r.silent, "what is there is in no sum")}
	case r.refused > 0:
		return ui.Note{Level: ui.Warn, Text: ui.Counted(r.refused, "transaction") + " in no sum: " +
			cells.Clean(r.toldBy) + " tells of what was not signed; T writes which, and why"}
	case r.unknown > 0:
		return ui.Note{Level: ui.Warn, Text: ui.Counted(r.unknown, "trade") + " in no sum: " +
			"no worth in USD is known"}
	}
	if p.byLot {
		return ui.Note{Text: "Average, FIFO and specific lots side by side; ● was chosen."}
	}
	note := "Average cost in USD, swaps and gas signed here"
	if r.toldBy != "" {
		note += "; told by " + cells.Clean(r.toldBy)
	}
	return ui.Note{Text: note + "."}
}

// Actions implements ui.Screen.
func (p *Screen) Actions() []ui.Action {
	taxes := act("taxes", "", "T", "trades for taxes", "write every trade with its gain and its "+
		"transaction to a CSV file", p.read.unread(), func() tea.Cmd {
		text, lacks := p.read.taxes(p.s)
		return p.s.ExportFiles(ui.File{Name: "trades-and-gains", Ext: "csv", Text: text,
			Lacks: lacks})
	})
	networks := p.s.NetworksAction("positions")
	if p.byLot {
		back := act("positions", "", "esc", "positions", "back to the positions", "",
			func() tea.Cmd { p.showLots(false); return nil })
		return slices.Concat([]ui.Action{taxes}, p.lotActions(), []ui.Action{back},
			p.Panes.Actions(), []ui.Action{networks}, p.PaneActions())
	}
	return slices.Concat([]ui.Action{taxes}, p.Panes.Actions(append(p.lotActions(), networks)...),
		p.PaneActions())
}

// lotActions are the way to the lots, and what can be done with them wherever the focus is.
func (p *Screen) lotActions() []ui.Action {
	return []ui.Action{
		act("lots", "", "l", "lots", "lots and sales, by average, FIFO and specific lots, or "+
			"positions", "", func() tea.Cmd { p.showLots(!p.byLot); return nil }),
		act("lot", "", "n", "enter lot", "enter what was got elsewhere and what it had cost", "",
			p.lots.enter),
		act("lots-import", "", "", "import lots", "add the lots of a CSV file: token, amount, "+
			"cost or price, date, source", "", p.lots.askFile),
		act("lots-export", "", "", "export lots", "write the entered lots to a CSV file", "",
			func() tea.Cmd { return p.s.Export("lots", "csv", p.s.LotsCSV()) }),
		act("rotki", "", "", "files for rotki", "write trades and events as rotki's generic CSV "+
			"import reads them", p.read.unread(), func() tea.Cmd {
			trades, events := p.read.rotkiFiles(p.s)
			return p.s.ExportFiles(ui.File{Name: "rotki-trades", Ext: "csv", Text: trades},
				ui.File{Name: "rotki-events", Ext: "csv", Text: events})
		}),
	}
}

// act is an action of the screen; one without a key is found by its name in the palette.
func act(id, pane, key, label, help, off string, run func() tea.Cmd) ui.Action {
	a := ui.Action{Scope: "positions", ID: id, Pane: pane, Label: label, Help: help, Off: off,
		Run: run}
	if key != "" {
		a.Key = ui.Keys(key)
	}
	return a
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "average", Means: "what a token of an open position was bought for, in USD"},
		{Term: "open $", Means: "what selling the position now would gain"},
		{Term: "realised $", Means: "what sales have gained over the average of what was " +
			"bought, and a partner's fees"},
		{Term: "lot", Means: "an amount that was bought at once, here or elsewhere"},
		{Term: "FIFO", Means: "first in, first out: a sale is of the oldest lots that are left"},
		{Term: "specific", Means: "a sale is of the lots that you chose for it, then of the " +
			"oldest"},
		{Term: "equity", Means: "what all that the account holds was worth, taken back through " +
			"its trades"},
	}
}
