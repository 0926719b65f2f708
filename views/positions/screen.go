package positions

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/format"
	"bourse/views/ledger"
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

// Screen is the screen of gains and losses.
type Screen struct {
	ui.Ring
	s     *views.Session
	area  cells.Box
	feed  views.Poller
	rows  *table.Table[row]
	byDay *table.Table[*ledger.Day]
	lots  *table.Table[lot]
	sales *table.Table[sale]

	result      // as last read
	daily  bool // the equity has a candle a day, not an hour
	byLot  bool // lots and sales are shown
}

// New makes the screen of a session.
func New(s *views.Session) *Screen {
	p := &Screen{Ring: ui.NewRing(paneRows, paneEquity, paneDays), s: s}
	p.feed = views.Poller{Pause: readPause, Ask: p.ask}
	p.rows = table.New(func(r row) string { return r.id }, positionColumns(s.AllNetworks)...)
	p.byDay = table.New(func(d *ledger.Day) string { return fmt.Sprint(d.Start) }, dayColumns()...)
	p.lots = table.New(func(l lot) string { return l.ID + l.s.Network.Name },
		lotColumns(s.AllNetworks)...)
	p.sales = table.New(func(x sale) string { return x.ID + x.s.Network.Name },
		saleColumns(s.AllNetworks)...)
	p.forget()
	return p
}

// forget empties the screen until another account's data comes.
func (p *Screen) forget() {
	p.result = result{}
	p.rows.State = ui.State{What: "positions", Loading: true,
		Empty: "No positions yet. They come with the first trade: an order, a swap or a Delta " +
			"order."}
	p.byDay.State = ui.State{What: "days", Loading: true, Empty: "No trades yet."}
	p.lots.State = ui.State{What: "lots", Loading: true,
		Empty: "No lots yet: n enters what you got elsewhere, with what it had cost."}
	p.sales.State = ui.State{What: "sales", Loading: true, Empty: "Nothing was sold yet."}
	p.lots.SetRows(nil)
	p.sales.SetRows(nil)
	p.rows.SetRows(nil)
	p.byDay.SetRows(nil)
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
	case tea.KeyMsg:
		p.typing().Update(m)
	case tea.MouseMsg:
		return ui.MousePanes(m, &p.Ring, p.panes())
	case views.AccountChanged, views.NetworksShown:
		p.rows.Columns = positionColumns(p.s.AllNetworks)
		p.lots.Columns = lotColumns(p.s.AllNetworks)
		p.sales.Columns = saleColumns(p.s.AllNetworks)
		p.forget()
		return p.feed.Want(p.s.Env)
	case views.BlockSeen, views.PricesChanged, views.Swapped, sign.Mined, ui.Refresh:
		return p.feed.Want(p.s.Env)
	case answer:
		return p.onAnswer(m)
	case views.LotsChanged:
		return p.lotsChanged()
	case views.TypedLot:
		return p.onTyped(m)
	case lotsRead:
		return p.onLotsRead(m)
	}
	return nil
}

// show makes the rows of what was read.
func (p *Screen) show() {
	p.rows.SetRows(p.positions())
	days := slices.Clone(p.days)
	slices.Reverse(days)
	p.byDay.SetRows(days)
	p.readLots()
}

func (p *Screen) typing() table.Typed {
	switch p.FocusedPane() {
	case paneDays:
		return p.byDay
	case paneLots:
		return p.lots
	case paneSales:
		return p.sales
	}
	return p.rows
}

// Captures implements ui.Capturer.
func (p *Screen) Captures(k tea.KeyMsg) bool { return p.typing().Captures(k) }

// Resize implements ui.Screen.
func (p *Screen) Resize(area cells.Box) { p.area = area }

// Draw implements ui.Screen.
func (p *Screen) Draw(area cells.Box) string {
	p.area = area
	return ui.DrawPanes(p.s.Env, area, &p.Ring, p.panes())
}

func (p *Screen) panes() []ui.Pane {
	if p.byLot {
		return p.lotPanes()
	}
	e := p.s.Env
	rows := p.area.Rows(cells.Percent(45), cells.Fill(1))
	lower := rows[1].Columns(cells.Fill(1), cells.Fixed(36))
	hours := "Equity $"
	if ui.ZoneName(e.Now()) != "UTC" { // which its days are of, beside it
		hours = e.WithZone(hours)
	}
	if p.area.Wide() { // it is drawn of hours in which the account had nothing, too
		hours += " · deposits count as always there"
	} else {
		hours += ", no deposits"
	}
	return []ui.Pane{
		{Name: paneRows, Box: rows[0], Title: "Positions", Right: p.total(),
			Draw: func(in cells.Box, focused bool) string { return p.rows.Draw(e, in, focused) },
			Mouse: func(m tea.MouseMsg) tea.Cmd {
				p.rows.Mouse(m)
				return nil
			}},
		{Name: paneEquity, Box: lower[0], Title: hours, Right: p.trend(), Draw: p.drawEquity},
		{Name: paneDays, Box: lower[1], Title: "By day (UTC)",
			Draw: func(in cells.Box, focused bool) string { return p.byDay.Draw(e, in, focused) },
			Mouse: func(m tea.MouseMsg) tea.Cmd {
				p.byDay.Mouse(m)
				return nil
			}},
	}
}

// total sums up: what is realised, open and paid for gas.
func (p *Screen) total() string {
	if len(p.parts) == 0 {
		return ""
	}
	// of what is written beside it, so that a reader who adds up comes to the same
	cents := new(big.Int).Add(format.Floor(p.realised, 2), format.Floor(p.open, 2))
	cents.Add(cents, format.Floor(new(big.Rat).Neg(p.gas), 2))
	text := "total " + format.Gain(new(big.Rat).SetFrac(cents, big.NewInt(100)))
	if p.area.Wide() {
		text = fmt.Sprintf("realised %s · open %s · gas %s%s · %s", format.Gain(p.realised),
			format.Gain(p.open), ui.Minus, format.Rat(p.gas, 2, true), text)
	}
	text += " USD"
	if n := p.uncosted(); n > 0 {
		text += ", " + ui.Counted(n, "sale") + " of unknown cost"
	}
	if len(p.silent) > 0 {
		text += " without " + strings.Join(p.silent, ", ")
	} else if p.s.AllNetworks {
		text += " on all networks"
	}
	return text
}

// trend is what the equity has done in a day, where that is known.
func (p *Screen) trend() string {
	n := len(p.equity)
	if n < 25 {
		return ""
	}
	now, was := p.equity[n-1].Close, p.equity[n-25].Close
	change := new(big.Rat)
	if change.SetFloat64(now-was) == nil {
		return ""
	}
	return "24h " + format.Gain(change)
}

func (p *Screen) drawEquity(in cells.Box, _ bool) string {
	points := p.equity
	if p.daily {
		points = joinDays(points)
	}
	if len(points) == 0 {
		return cells.Fit(strings.Join(p.rows.State.Lines(p.s.Env, 0, in.W, in.H), "\n"), in.W, in.H)
	}
	return book.Candles{Points: points, Label: func(v float64) string {
		r := new(big.Rat)
		if r.SetFloat64(v) == nil {
			return ui.Unknown
		}
		return format.Rat(r, 0, false)
	}}.Draw(p.s.Env.Theme, in)
}

// joinDays joins the hours of a day.
func joinDays(hours []book.Candle) (out []book.Candle) {
	for _, h := range hours {
		start := h.At.Truncate(24 * time.Hour)
		if n := len(out); n > 0 && out[n-1].At.Equal(start) {
			d := &out[n-1]
			d.High, d.Low, d.Close = max(d.High, h.High), min(d.Low, h.Low), h.Close
			continue
		}
		h.At = start
		out = append(out, h)
	}
	return out
}

// Status implements ui.StatusProvider.
func (p *Screen) Status() ui.Note {
	switch {
	case len(p.parts) == 0:
		return ui.Note{}
	case len(p.silent) > 0:
		return ui.Note{Level: ui.Warn, Text: views.Silent(p.silent, "what is there is in no sum")}
	case p.refused > 0:
		return ui.Note{Level: ui.Warn, Text: ui.Counted(p.refused, "transaction") + " in no sum: " +
			cells.Clean(p.toldBy) + " tells of what was not signed; T writes which, and why"}
	case p.unknown > 0:
		return ui.Note{Level: ui.Warn, Text: fmt.Sprintf("%d trades are in no sum: nothing tells "+
			"what they were worth in USD", p.unknown)}
	}
	if p.byLot {
		return ui.Note{Text: "Average, FIFO and specific lots side by side; ● was chosen."}
	}
	note := "Average cost, in USD. Swaps and gas are those signed with this console."
	if p.toldBy != "" {
		note = "Average cost, in USD, as told by " + cells.Clean(p.toldBy) +
			". Swaps and gas are those signed here."
	}
	return ui.Note{Text: note}
}

// Actions implements ui.Screen.
func (p *Screen) Actions() []ui.Action {
	off := ""
	if len(p.parts) == 0 {
		off = "nothing has been read yet"
	}
	act := func(id, pane, key, label, help string, run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "positions", ID: id, Pane: pane, Key: ui.Keys(key), Label: label,
			Help: help, Off: off, Run: run}
	}
	export := func(name string, text func() string) func() tea.Cmd {
		return func() tea.Cmd { return p.s.Export(name, "csv", text()) }
	}
	out := []ui.Action{
		act("taxes", "", "T", "trades for taxes", "write every trade with its gain and its "+
			"transaction to a CSV file", export("trades-and-gains", p.taxes)),
	}
	if p.byLot {
		out = append(out, p.lotActions()...)
		return append(append(out, p.s.NetworksAction("positions")), p.PaneActions()...)
	}
	out = append(out,
		act("export", paneRows, "e", "CSV", "write the positions to a CSV file",
			export("positions", p.rows.CSV)),
		act("exportdays", paneDays, "e", "CSV", "write the days to a CSV file",
			export("days", p.byDay.CSV)),
		act("daily", "", "i", "days or hours", "equity by hours or by days", func() tea.Cmd {
			p.daily = !p.daily
			return nil
		}))
	out = append(out, p.lotActions()...)
	out = append(out, p.s.NetworksAction("positions"))
	out = append(out, p.rows.Actions(paneRows, nil)...)
	out = append(out, p.byDay.Actions(paneDays, nil)...)
	return append(out, p.PaneActions()...)
}

// Words implements ui.Glossary.
func (*Screen) Words() []ui.Word {
	return []ui.Word{
		{Term: "average", Means: "what a token of an open position was bought for, in USD"},
		{Term: "open $", Means: "what selling the position now would gain"},
		{Term: "realised $", Means: "what sales have gained over the average of what was bought"},
		{Term: "lot", Means: "an amount that was bought at once, here or elsewhere"},
		{Term: "FIFO", Means: "first in, first out: a sale is of the oldest lots that are left"},
		{Term: "specific", Means: "a sale is of the lots that you chose for it, then of the " +
			"oldest"},
		{Term: "equity", Means: "what all that the account holds was worth, taken back through " +
			"its trades"},
	}
}
