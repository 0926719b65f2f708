package positions

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/ledger"
)

// row is a position as the table shows it; sums are USD, nil where not known.
type row struct {
	id, name, network   string
	amount              *big.Rat // whole tokens
	average, price      *big.Rat // of a whole token
	value, open, earned *big.Rat
}

// whole is how many raw units a whole token of an asset has.
func whole(s *views.Session, a api.Asset) *big.Rat {
	t, _ := s.Token(a.Address)
	if a.Kind != api.ERC20 {
		return big.NewRat(1, 1)
	}
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(t.Decimals)), nil))
}

func name(s *views.Session, a api.Asset) string {
	t, _ := s.Token(a.Address)
	return views.AssetName(t, a)
}

// rowsPane lists the positions.
type rowsPane struct {
	table.Pane[row]
	s    *views.Session
	read *result
}

func newRows(s *views.Session, read *result) *rowsPane {
	t := table.New(func(r row) string { return r.id })
	return &rowsPane{table.NewPane(s.Env, paneRows, t), s, read}
}

// forget empties the list until what it shows has been read.
func (p *rowsPane) forget() {
	p.Columns = positionColumns(p.s.AllNetworks)
	p.State = ui.State{What: "positions", Loading: true,
		Empty: "No positions yet. They come with the first trade: an order, a swap or a Delta " +
			"order."}
	p.SetRows(nil)
}

// show lists the positions, the largest first, with what they are worth now.
func (p *rowsPane) show() {
	var rows []row
	for _, part := range p.read.parts {
		s, a := p.s.On(part.Network.ChainID), part.Data
		for _, k := range a.Book.Positions {
			rows = append(rows, newRow(s, k, a.Worth(k)))
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return compare(b.value, a.value) })
	p.SetRows(rows)
}

func (p *rowsPane) Title() (title, right string) { return "Positions", p.total() }

func (p *rowsPane) Actions() []ui.Action {
	return []ui.Action{act("export", paneRows, "e", "CSV", "write the positions to a CSV file",
		p.read.unread(), func() tea.Cmd { return p.s.Export("positions", "csv", p.CSV()) })}
}

// total sums up: what is realised, open and paid for gas.
func (p *rowsPane) total() string {
	if len(p.read.parts) == 0 {
		return ""
	}
	// of what is written beside it, so that a reader who adds up comes to the same
	cents := new(big.Int).Add(format.Floor(p.read.realised, 2), format.Floor(p.read.open, 2))
	cents.Add(cents, format.Floor(new(big.Rat).Neg(p.read.gas), 2))
	text := "total " + format.Gain(new(big.Rat).SetFrac(cents, big.NewInt(100)))
	if p.s.Area.Wide() {
		text = fmt.Sprintf("realised %s · open %s · gas %s%s · %s", format.Gain(p.read.realised),
			format.Gain(p.read.open), ui.Minus, format.Rat(p.read.gas, 2, true), text)
	}
	text += " USD"
	if n := p.read.uncosted(); n > 0 {
		text += ", " + ui.Counted(n, "sale") + " of unknown cost"
	}
	if len(p.read.silent) > 0 {
		text += " without " + strings.Join(p.read.silent, ", ")
	} else if p.s.AllNetworks {
		text += " on all networks"
	}
	return text
}

// newRow is a position on a session's network, at what a raw unit is worth.
func newRow(s *views.Session, k *ledger.Position, unit *big.Rat) row {
	whole := whole(s, k.Asset)
	r := row{name: name(s, k.Asset), network: s.NetworkName(s.Network.ChainID),
		amount: new(big.Rat).Quo(k.Amount, whole), earned: k.Realised, open: k.Open(unit)}
	r.id = r.name + k.Asset.Address.Hex() + r.network
	if a := k.Average(); a != nil {
		r.average = a.Mul(a, whole)
	}
	if unit != nil {
		r.value = new(big.Rat).Mul(k.Amount, unit)
		r.price = new(big.Rat).Mul(unit, whole)
	}
	return r
}

// compare orders sums, those not known first.
func compare(a, b *big.Rat) int {
	switch {
	case a == nil || b == nil:
		return cmp.Compare(known(a), known(b))
	}
	return a.Cmp(b)
}

func known(r *big.Rat) int {
	if r == nil {
		return 0
	}
	return 1
}

func price(r *big.Rat, up bool) string {
	if r == nil {
		return ui.Unknown
	}
	return format.Rat(r, format.PricePlaces(r), up)
}

func bySign(of func(row) *big.Rat) func(*ui.Theme, row) ui.Style {
	return func(t *ui.Theme, r row) ui.Style { return gain(t, of(r)) }
}

// gain is the colour of a sum as it is written.
func gain(t *ui.Theme, r *big.Rat) ui.Style {
	if r == nil {
		return t.Text
	}
	style, _ := t.Change(format.Floor(r, 2).Sign())
	return style
}

// positionColumns are those of the positions; the network has one where all are shown.
func positionColumns(all bool) []table.Column[row] {
	sum := func(title string, drop int, of func(row) *big.Rat) table.Column[row] {
		return table.Column[row]{Title: title, Width: 11, Flex: 1, Right: true, Drop: drop,
			Cell: func(r row) string { return format.Gain(of(r)) }, Style: bySign(of),
			CSV:  func(r row) string { return format.Exact(of(r)) },
			Less: func(a, b row) int { return compare(of(b), of(a)) }}
	}
	out := []table.Column[row]{
		{Title: "token", Width: 9, Cell: func(r row) string { return r.name },
			Less: func(a, b row) int { return strings.Compare(a.name, b.name) }},
		{Title: "open", Width: 10, Flex: 1, Right: true,
			Cell: func(r row) string { return format.Rat(r.amount, 4, false) },
			CSV:  func(r row) string { return format.Exact(r.amount) }},
		{Title: "average", Width: 10, Right: true, Flex: 1,
			Cell: func(r row) string { return price(r.average, true) },
			CSV:  func(r row) string { return format.Exact(r.average) }},
		{Title: "price", Width: 10, Right: true, Flex: 1, Drop: 1,
			Cell: func(r row) string { return price(r.price, false) },
			CSV:  func(r row) string { return format.Exact(r.price) }},
		{Title: "value $", Width: 11, Right: true, Flex: 1, Drop: 2,
			Cell: func(r row) string { return format.Rat(r.value, 2, false) },
			CSV:  func(r row) string { return format.Exact(r.value) },
			Less: func(a, b row) int { return compare(b.value, a.value) }},
		sum("open $", 0, func(r row) *big.Rat { return r.open }),
		sum("realised $", 0, func(r row) *big.Rat { return r.earned }),
	}
	if all {
		out = append(out, table.Column[row]{Title: "network", Width: 9,
			Cell: func(r row) string { return r.network },
			Less: func(a, b row) int { return strings.Compare(a.network, b.network) }})
	}
	return out
}
