package positions

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
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

// positions are the rows, the largest first, with what they are worth now.
func (p *Screen) positions() (rows []row) {
	for _, part := range p.parts {
		s, a := p.s.On(part.Network.ChainID), part.Data
		for _, k := range a.Book.Positions {
			rows = append(rows, newRow(s, k, a.Worth(k)))
		}
	}
	slices.SortStableFunc(rows, func(a, b row) int { return compare(b.value, a.value) })
	return rows
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

func dayColumns() []table.Column[*ledger.Day] {
	date := func(d *ledger.Day) string {
		return time.Unix(int64(d.Start), 0).UTC().Format("2006-01-02")
	}
	return []table.Column[*ledger.Day]{
		{Title: "day", Width: 10, Cell: date},
		{Title: "realised $", Width: 11, Flex: 1, Right: true,
			Cell: func(d *ledger.Day) string { return format.Gain(d.Realised) },
			CSV:  func(d *ledger.Day) string { return format.Exact(d.Realised) },
			Style: func(t *ui.Theme, d *ledger.Day) ui.Style {
				return gain(t, d.Realised)
			}},
		{Title: "gas $", Width: 7, Right: true,
			Cell: func(d *ledger.Day) string { return format.Rat(d.Gas, 2, true) },
			CSV:  func(d *ledger.Day) string { return format.Exact(d.Gas) }},
	}
}

// taxes is every event of the networks shown with its cost and gain as CSV, oldest first.
func (p *Screen) taxes() string {
	type traded struct {
		ledger.Event
		s              *views.Session
		fifo, specific *big.Rat
		source, lots   string // where a lot was got, and which lots a sale is out of
	}
	var events []traded
	for _, part := range p.parts {
		s, b := p.s.On(part.Network.ChainID), part.Data.Book
		for _, l := range b.Lots {
			if l.Entered != nil {
				e := ledger.Event{Kind: "lot", USD: l.Cost, Block: api.BlockRef{Time: l.Time},
					Get: ledger.Leg{Asset: l.Asset, Amount: l.Entered.Amount}}
				events = append(events, traded{Event: e, s: s, source: source(l)})
			}
		}
		sales := map[string]*ledger.Sale{}
		for _, x := range b.Sales {
			sales[x.ID] = x
		}
		for _, e := range b.Events {
			t := traded{Event: e, s: s}
			if x := sales[e.ID]; x != nil {
				t.fifo, t.specific, t.lots = x.FIFO, x.Specific, outOf(s, x)
			}
			events = append(events, t)
		}
	}
	if len(p.parts) > 1 || len(events) > 0 && events[0].Kind == "lot" {
		// else they are in the order of the chain
		slices.SortStableFunc(events, func(a, b traded) int {
			return cmp.Compare(a.Block.Time, b.Block.Time)
		})
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	// a strings.Builder takes everything
	_ = w.Write([]string{"time", "kind", "gave", "gave amount", "got", "got amount", "USD",
		"realised USD", "block", "transaction", "network", "FIFO USD", "specific USD",
		"source", "specific lots", "told by"})
	for _, e := range events {
		block, hash := api.NewAmount(e.Block.Number).String(), e.Hash.Hex()
		if e.Kind == "lot" {
			block, hash = "", ""
		}
		if e.Kind == ledger.Refused {
			e.source = e.Why
		}
		gave, given := amount(e.s, e.Give)
		got, gotten := amount(e.s, e.Get)
		_ = w.Write([]string{format.Stamp(time.Unix(int64(e.Block.Time), 0)), e.Kind,
			cells.Harmless(gave), given, cells.Harmless(got), gotten, format.Exact(e.USD),
			format.Exact(e.Realised), block, hash,
			cells.Harmless(e.s.NetworkName(e.s.Network.ChainID)), format.Exact(e.fifo),
			format.Exact(e.specific), cells.Harmless(e.source), e.lots,
			cells.Harmless(e.ToldBy)})
	}
	w.Flush()
	return b.String()
}

// source is where a lot was got, by whom it was entered or by the chain.
func source(l *ledger.Lot) string {
	switch {
	case l.Entered == nil:
		return "bought here"
	case l.Entered.Source == "":
		return "entered"
	}
	return cells.Clean(l.Entered.Source)
}

// outOf are the lots that a sale is out of by the specific method, each with how much of it, the
// day on which it was got, and where: "0.5 of 2024-05-31, coinbase".
func outOf(s *views.Session, x *ledger.Sale) string {
	var list []string
	for _, t := range x.Out {
		n := new(big.Rat).Quo(t.Amount, whole(s, t.Lot.Asset))
		places, _ := n.FloatPrec()
		list = append(list, fmt.Sprintf("%s of %s, %s", n.FloatString(places),
			time.Unix(int64(t.Lot.Time), 0).UTC().Format(time.DateOnly), source(t.Lot)))
	}
	return strings.Join(list, "; ")
}

// amount is what changed hands and how much of it, "" for nothing.
func amount(s *views.Session, l ledger.Leg) (what, n string) {
	if l.Amount.IsZero() {
		return "", ""
	}
	t, _ := s.Token(l.Asset.Address)
	if l.Asset.Kind != api.ERC20 {
		t.Decimals = 0
	}
	if l.Coin {
		return cells.Clean(s.Network.Symbol), l.Amount.Units(t.Decimals)
	}
	return name(s, l.Asset), l.Amount.Units(t.Decimals)
}
