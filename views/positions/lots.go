package positions

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
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

// lotsPane lists the lots, the newest first.
type lotsPane struct {
	table.Pane[lot]
	s     *views.Session
	read  *result
	front func() // shows lots and sales in place of the positions
}

func newLots(s *views.Session, read *result, front func()) *lotsPane {
	t := table.New(func(l lot) string { return l.ID + l.s.Network.Name })
	return &lotsPane{table.NewPane(s.Env, paneLots, t), s, read, front}
}

func (p *lotsPane) Update(m tea.Msg) tea.Cmd {
	switch m := m.(type) {
	case views.TypedLot:
		return p.onTyped(m)
	case lotsRead:
		p.onLotsRead(m)
		return nil
	}
	return p.Pane.Update(m)
}

// forget empties the list until what it shows has been read.
func (p *lotsPane) forget() {
	p.Columns = lotColumns(p.s.AllNetworks)
	p.State = ui.State{What: "lots", Loading: true,
		Empty: "No lots yet: n enters what you got elsewhere, with what it had cost."}
	p.SetRows(nil)
}

func (p *lotsPane) show() {
	var lots []lot
	for _, part := range p.read.parts {
		for i, l := range part.Data.Book.Lots {
			lots = append(lots, lot{l, p.s.On(part.Network.ChainID), i + 1})
		}
	}
	slices.Reverse(lots)
	slices.SortStableFunc(lots, func(a, b lot) int { return int(int64(b.Time) - int64(a.Time)) })
	p.SetRows(lots)
}

func (*lotsPane) Title() (title, right string) { return "Lots", "" }

func (p *lotsPane) Actions() []ui.Action {
	return []ui.Action{
		act("forget", paneLots, "x", "forget lot", "forget the selected lot", "", p.remove),
		act("exportlots", paneLots, "e", "CSV", "write all lots to a CSV file", "",
			func() tea.Cmd { return p.s.Export("all-lots", "csv", p.CSV()) }),
	}
}

// remove asks whether the selected lot is to be forgotten.
func (p *lotsPane) remove() tea.Cmd {
	l, ok := p.Selected()
	if !ok {
		return nil
	}
	if l.Entered == nil {
		p.s.Toast(ui.Warn, "it was bought here: the chain keeps it")
		return nil
	}
	if why := elsewhere(p.s, l.s); why != "" {
		p.s.Toast(ui.Warn, why)
		return nil
	}
	title := p.s.LotTitle(*l.Entered)
	p.s.Open(ui.NewConfirm(p.s.Env, ui.ConfirmSpec{Title: "Forget a lot",
		Lines: []string{title + ".", "No balance changes: sales of it will have no cost."},
		Yes:   "Forget", Run: func() tea.Cmd {
			return kept(p.s, p.s.RemoveLot(*l.Entered), "the lot is forgotten")
		}}))
	return nil
}

// add keeps more lots, and shows them.
func (p *lotsPane) add(lots []views.Lot, said string) tea.Cmd {
	p.front()
	return kept(p.s, p.s.AddLots(lots), said)
}

// kept keeps a change of the lots, and says it.
func kept(s *views.Session, put tea.Cmd, said string) tea.Cmd {
	s.Broadcast(views.LotsChanged{})
	s.Toast(ui.OK, said)
	return put
}

// elsewhere says why something of another network can't be changed.
func elsewhere(front, s *views.Session) string {
	if s.Network.ChainID != front.Network.ChainID {
		return "it is on " + s.NetworkName(s.Network.ChainID) + ": go there first"
	}
	return ""
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
