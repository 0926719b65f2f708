package positions

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/menu"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// lot is a lot on its network, as the table shows it.
type lot struct {
	*ledger.Lot
	s      *views.Session
	number int // as bourse do lots counts them
}

// sale is a sale on its network.
type sale struct {
	*ledger.Sale
	s      *views.Session
	book   *ledger.Book
	number int
}

// readLots makes the rows of what was read, newest first.
func (p *Screen) readLots() {
	var lots []lot
	var sales []sale
	for _, part := range p.parts {
		s, b := p.s.On(part.Network.ChainID), part.Data.Book
		for i, l := range b.Lots {
			lots = append(lots, lot{l, s, i + 1})
		}
		for i, x := range b.Sales {
			sales = append(sales, sale{x, s, b, i + 1})
		}
	}
	slices.Reverse(lots)
	slices.Reverse(sales)
	slices.SortStableFunc(lots, func(a, b lot) int { return int(int64(b.Time) - int64(a.Time)) })
	slices.SortStableFunc(sales, func(a, b sale) int {
		return int(int64(b.Event.Block.Time) - int64(a.Event.Block.Time))
	})
	p.sales.State.Empty = "Nothing was sold yet."
	if p.uncosted() > 0 {
		p.sales.State.Empty = "No sale has a known cost: n enters what was got elsewhere, with " +
			"what it had cost."
	}
	p.lots.SetRows(lots)
	p.sales.SetRows(sales)
}

// uncosted is how many sales are in no sum, since nothing tells what was sold had cost.
func (p *Screen) uncosted() (n int) {
	for _, part := range p.parts {
		for _, e := range part.Data.Book.Events {
			if e.Uncosted != nil {
				n++
			}
		}
	}
	return n
}

// salesTitle says how many sales the list lacks.
func (p *Screen) salesTitle() string {
	if n := p.uncosted(); n > 0 {
		return "Sales, and " + ui.Count(n) + " of unknown cost"
	}
	return "Sales"
}

// tokens writes raw units of an asset as whole ones.
func tokens(s *views.Session, a api.Asset, raw *big.Rat) string {
	return format.Rat(new(big.Rat).Quo(raw, whole(s, a)), 4, false)
}

func day(seconds uint64) string {
	return time.Unix(int64(seconds), 0).UTC().Format("2006-01-02")
}

func moment(seconds uint64) string {
	return time.Unix(int64(seconds), 0).UTC().Format(time.RFC3339)
}

// source is where a lot was got.
func (l lot) source() string {
	switch {
	case l.Entered == nil:
		return "bought here"
	case l.Entered.Source == "":
		return "entered"
	}
	return l.Entered.Source
}

func lotColumns(all bool) []table.Column[lot] {
	amount := func(title string, drop int, of func(lot) *big.Rat) table.Column[lot] {
		return table.Column[lot]{Title: title, Width: 9, Flex: 1, Right: true, Drop: drop,
			Cell: func(l lot) string { return tokens(l.s, l.Asset, of(l)) },
			CSV: func(l lot) string {
				return format.Exact(new(big.Rat).Quo(of(l), whole(l.s, l.Asset)))
			}}
	}
	out := []table.Column[lot]{
		{Title: "no.", Width: 3, Right: true,
			Cell: func(l lot) string { return fmt.Sprint(l.number) }},
		{Title: "bought UTC", Width: 10, Cell: func(l lot) string { return day(l.Time) },
			CSV: func(l lot) string { return moment(l.Time) }},
		{Title: "token", Width: 6, Cell: func(l lot) string { return name(l.s, l.Asset) }},
		amount("amount", 0, func(l lot) *big.Rat { return l.Amount }),
		{Title: "cost $", Width: 10, Flex: 1, Right: true,
			Cell: func(l lot) string { return format.Rat(l.Cost, 2, true) },
			CSV:  func(l lot) string { return format.Exact(l.Cost) }},
		amount("left FIFO", 0, func(l lot) *big.Rat { return l.FIFO }),
		amount("specific", 0, func(l lot) *big.Rat { return l.Specific }),
		{Title: "source", Width: 11, Flex: 1, Cell: lot.source},
	}
	if all {
		out = append(out, table.Column[lot]{Title: "network", Width: 9,
			Cell: func(l lot) string { return l.s.NetworkName(l.s.Network.ChainID) }})
	}
	return out
}

// out names the lots that a sale is out of, with a mark where they were chosen.
func (x sale) out() string {
	var names []string
	for _, t := range x.Out {
		text := fmt.Sprint(slices.Index(x.book.Lots, t.Lot) + 1)
		if slices.Contains(x.Chosen, t.Lot.ID) {
			text = "●" + text
		}
		names = append(names, text)
	}
	return strings.Join(names, " ")
}

func saleColumns(all bool) []table.Column[sale] {
	sum := func(title string, of func(sale) *big.Rat) table.Column[sale] {
		return table.Column[sale]{Title: title, Width: 10, Flex: 1, Right: true,
			Cell: func(x sale) string { return format.Gain(of(x)) },
			CSV:  func(x sale) string { return format.Exact(of(x)) },
			Style: func(t *ui.Theme, x sale) ui.Style {
				return gain(t, of(x))
			}}
	}
	out := []table.Column[sale]{
		{Title: "no.", Width: 3, Right: true,
			Cell: func(x sale) string { return fmt.Sprint(x.number) }},
		{Title: "sold UTC", Width: 10, Cell: func(x sale) string { return day(x.Event.Block.Time) },
			CSV: func(x sale) string { return moment(x.Event.Block.Time) }},
		{Title: "token", Width: 6,
			Cell: func(x sale) string { return name(x.s, x.Event.Give.Asset) }},
		{Title: "amount", Width: 9, Flex: 1, Right: true,
			Cell: func(x sale) string { return tokens(x.s, x.Event.Give.Asset, x.Amount) },
			CSV: func(x sale) string {
				return format.Exact(new(big.Rat).Quo(x.Amount, whole(x.s, x.Event.Give.Asset)))
			}},
		sum("average $", func(x sale) *big.Rat { return x.Event.Realised }),
		sum("FIFO $", func(x sale) *big.Rat { return x.FIFO }),
		sum("specific $", func(x sale) *big.Rat { return x.Specific }),
		{Title: "out of lot", Width: 10, Flex: 1, Cell: sale.out},
	}
	if all {
		out = append(out, table.Column[sale]{Title: "network", Width: 9,
			Cell: func(x sale) string { return x.s.NetworkName(x.s.Network.ChainID) }})
	}
	return out
}

// methods are what all sales have realised, side by side.
func (p *Screen) methods() string {
	if len(p.parts) == 0 {
		return ""
	}
	text := fmt.Sprintf("average %s · FIFO %s · specific %s", format.Gain(p.realised),
		format.Gain(p.fifo), format.Gain(p.specific))
	if p.area.Wide() {
		text = "realised by " + text + " USD"
	}
	return text
}

func (p *Screen) lotPanes() []ui.Pane {
	e := p.s.Env
	rows := p.area.Rows(cells.Percent(50), cells.Fill(1))
	return []ui.Pane{
		{Name: paneLots, Box: rows[0], Title: "Lots",
			Draw: func(in cells.Box, focused bool) string { return p.lots.Draw(e, in, focused) },
			Mouse: func(m tea.MouseMsg) tea.Cmd {
				p.lots.Mouse(m)
				return nil
			}},
		{Name: paneSales, Box: rows[1], Title: p.salesTitle(), Right: p.methods(),
			Draw: func(in cells.Box, focused bool) string { return p.sales.Draw(e, in, focused) },
			Mouse: func(m tea.MouseMsg) tea.Cmd {
				p.sales.Mouse(m)
				return nil
			}},
	}
}

// showLots shows the lots and sales, or the positions again.
func (p *Screen) showLots(on bool) tea.Cmd {
	if p.byLot = on; on {
		p.SetPanes(paneLots, paneSales)
	} else {
		p.SetPanes(paneRows, paneEquity, paneDays)
	}
	return nil
}

// lotsChanged reads the gains anew, of the lots that there are now.
func (p *Screen) lotsChanged() tea.Cmd {
	p.feed.Drop()
	return p.feed.Want(p.s.Env)
}

// kept keeps a change of the lots, and says it.
func (p *Screen) kept(put tea.Cmd, said string) tea.Cmd {
	return tea.Batch(put, p.s.Broadcast(views.LotsChanged{}), p.s.Toast(ui.OK, said))
}

// here says why something of another network can't be changed.
func (p *Screen) here(s *views.Session) string {
	if s.Network.ChainID != p.s.Network.ChainID {
		return "it is on " + s.NetworkName(s.Network.ChainID) + ": go there first"
	}
	return ""
}

// removeLot asks whether the selected lot is to be forgotten.
func (p *Screen) removeLot() tea.Cmd {
	l, ok := p.lots.Selected()
	if !ok {
		return nil
	}
	if l.Entered == nil {
		return p.s.Toast(ui.Warn, "it was bought here: the chain keeps it")
	}
	if why := p.here(l.s); why != "" {
		return p.s.Toast(ui.Warn, why)
	}
	title := p.s.LotTitle(*l.Entered)
	return p.s.Open(ui.NewConfirm(p.s.Env, ui.ConfirmSpec{Title: "Forget a lot",
		Lines: []string{title + ".", "No balance changes: sales of it will have no cost."},
		Yes:   "Forget", Run: func() tea.Cmd {
			return p.kept(p.s.RemoveLot(*l.Entered), "the lot is forgotten")
		}}))
}

// chooseLots asks which lots the selected sale is out of.
func (p *Screen) chooseLots() tea.Cmd {
	x, ok := p.sales.Selected()
	if !ok {
		return nil
	}
	if why := p.here(x.s); why != "" {
		return p.s.Toast(ui.Warn, why)
	}
	use := func(lots []string) tea.Cmd {
		return p.kept(p.s.UseLots(x.ID, lots), fmt.Sprintf("sale %d is out of what you chose",
			x.number))
	}
	items := []menu.Item{{Title: "the oldest first, no choice",
		Run: func() tea.Cmd { return use(nil) }}}
	for i, l := range x.book.Lots {
		if l.Asset != x.Event.Give.Asset {
			continue
		}
		row := lot{l, x.s, i + 1}
		item := menu.Item{Title: fmt.Sprintf("lot %d of %s: %s for %s USD, %s", i+1, day(l.Time),
			tokens(x.s, l.Asset, l.Amount), format.Rat(l.Cost, 2, true), row.source()),
			Off: x.book.CanUse(x.Sale, l)}
		chosen := slices.Clone(x.Chosen)
		if at := slices.Index(chosen, l.ID); at >= 0 {
			item.Note, item.Off = "chosen, take it out", ""
			chosen = slices.Delete(chosen, at, at+1)
		} else if chosen = append(chosen, l.ID); len(x.Chosen) > 0 {
			item.Note = "after what is chosen"
		}
		item.Run = func() tea.Cmd { return use(chosen) }
		items = append(items, item)
	}
	return p.s.Open(menu.New(p.s.Env, fmt.Sprintf("Sale %d of %s %s is out of", x.number,
		tokens(x.s, x.Event.Give.Asset, x.Amount), name(x.s, x.Event.Give.Asset)), items))
}

// lotActions are those of the lots, and the way to them.
func (p *Screen) lotActions() []ui.Action {
	act := func(id, pane, name, label, help string, run func() tea.Cmd) ui.Action {
		return ui.Action{Scope: "positions", ID: id, Pane: pane, Key: keys(name), Label: label,
			Help: help, Run: run}
	}
	out := []ui.Action{
		act("lots", "", "l", "lots", "lots and sales, by average, FIFO and specific lots, or "+
			"positions", func() tea.Cmd { return p.showLots(!p.byLot) }),
		act("lot", "", "n", "enter lot", "enter what was got elsewhere and what it had cost",
			p.enterLot),
		act("lots-import", "", "", "import lots", "add the lots of a CSV file: token, amount, "+
			"cost or price, date, source", p.importLots),
		act("lots-export", "", "", "export lots", "write the entered lots to a CSV file",
			func() tea.Cmd { return p.s.Export("lots", "csv", p.s.LotsCSV()) }),
		act("rotki", "", "", "files for rotki", "write trades and events as rotki's generic CSV "+
			"import reads them", p.exportRotki),
	}
	if p.byLot {
		out = append(out,
			act("positions", "", "esc", "positions", "back to the positions",
				func() tea.Cmd { return p.showLots(false) }),
			act("forget", paneLots, "x", "forget lot", "forget the selected lot", p.removeLot),
			act("exportlots", paneLots, "e", "CSV", "write all lots to a CSV file",
				func() tea.Cmd { return p.s.Export("all-lots", "csv", p.lots.CSV()) }),
			act("exportsales", paneSales, "e", "CSV", "write the sales to a CSV file",
				func() tea.Cmd { return p.s.Export("sales", "csv", p.sales.CSV()) }))
		out = append(out, p.lots.Actions(paneLots, nil)...)
		out = append(out, p.sales.Actions(paneSales, p.chooseLots)...)
	}
	return out
}

// keys are none for what is found by name in the palette alone.
func keys(name string) key.Binding {
	if name == "" {
		return ui.Keys()
	}
	return ui.Keys(name)
}
