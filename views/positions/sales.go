package positions

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/ui"
	"bourse/ui/menu"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// sale is a sale on its network.
type sale struct {
	*ledger.Sale
	s      *views.Session
	book   *ledger.Book
	number int
}

// salesPane lists the sales, the newest first, with what each method says they have realised.
type salesPane struct {
	table.Pane[sale]
	s    *views.Session
	read *result
}

func newSales(s *views.Session, read *result) *salesPane {
	t := table.New(func(x sale) string { return x.ID + x.s.Network.Name })
	return &salesPane{table.NewPane(s.Env, paneSales, t), s, read}
}

// forget empties the list until what it shows has been read.
func (p *salesPane) forget() {
	p.Columns = saleColumns(p.s.AllNetworks)
	p.State = ui.State{What: "sales", Loading: true, Empty: "Nothing was sold yet."}
	p.SetRows(nil)
}

func (p *salesPane) show() {
	var sales []sale
	for _, part := range p.read.parts {
		b := part.Data.Book
		for i, x := range b.Sales {
			sales = append(sales, sale{x, p.s.On(part.Network.ChainID), b, i + 1})
		}
	}
	slices.Reverse(sales)
	slices.SortStableFunc(sales, func(a, b sale) int {
		return int(int64(b.Event.Block.Time) - int64(a.Event.Block.Time))
	})
	p.State.Empty = "Nothing was sold yet."
	if p.read.uncosted() > 0 {
		p.State.Empty = "No sale has a known cost: n enters what was got elsewhere, with " +
			"what it had cost."
	}
	p.SetRows(sales)
}

// Title says how many sales the list lacks.
func (p *salesPane) Title() (title, right string) {
	if n := p.read.uncosted(); n > 0 {
		return "Sales, and " + ui.Count(n) + " of unknown cost", p.methods()
	}
	return "Sales", p.methods()
}

// methods are what all sales have realised, side by side.
func (p *salesPane) methods() string {
	if len(p.read.parts) == 0 {
		return ""
	}
	text := fmt.Sprintf("average %s · FIFO %s · specific %s", format.Gain(p.read.realised),
		format.Gain(p.read.fifo), format.Gain(p.read.specific))
	if p.s.Area.Wide() {
		text = "realised by " + text + " USD"
	}
	return text
}

func (p *salesPane) Actions() []ui.Action {
	return []ui.Action{act("exportsales", paneSales, "e", "CSV", "write the sales to a CSV file",
		"", func() tea.Cmd { return p.s.Export("sales", "csv", p.CSV()) })}
}

func (p *salesPane) Moves() []ui.Action { return p.Table.Actions(paneSales, p.choose) }

// choose asks which lots the selected sale is out of.
func (p *salesPane) choose() tea.Cmd {
	x, ok := p.Selected()
	if !ok {
		return nil
	}
	if why := elsewhere(p.s, x.s); why != "" {
		p.s.Toast(ui.Warn, why)
		return nil
	}
	use := func(lots []string) tea.Cmd {
		return kept(p.s, p.s.UseLots(x.ID, lots), fmt.Sprintf("sale %d is out of what you chose",
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
	p.s.Open(menu.New(p.s.Env, fmt.Sprintf("Sale %d of %s %s is out of", x.number,
		tokens(x.s, x.Event.Give.Asset, x.Amount), name(x.s, x.Event.Give.Asset)), items))
	return nil
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
