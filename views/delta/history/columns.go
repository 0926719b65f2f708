package history

import (
	"strings"
	"time"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/delta/record"
	"bourse/views/format"
)

// floorPart is what the owner was to get at least for what was spent; zero of an order that buys,
// which gets what it asked for.
func (r row) floorPart() api.Amount {
	if r.Order.Buy {
		return api.Amount{}
	}
	return record.Share(eip712.DeltaFloor(r.Order), r.spent, r.Order)
}

// size is what an order sells or, of one that buys, what it spent: until it has, the most.
func (r row) size() api.Amount {
	if r.Order.Buy && !r.spent.IsZero() {
		return r.spent
	}
	return r.Order.SrcAmount
}

func (r row) quotePart() api.Amount {
	return record.Share(record.Quoted(r.Order), r.spent, r.Order)
}

// short is an amount in the width of its column: a large one has fewer digits after the point.
func short(a api.Amount, t api.Token, r api.Round) string {
	const width = 12
	if text := format.Fine(a, t, r); cells.Width(text) <= width {
		return text
	}
	return format.Scaled(a, t, r)
}

// columns are those of the list; narrow windows do without the highest Drop first.
func (w *List) columns() []table.Column[row] {
	received := func(r row) string {
		if r.received.IsZero() {
			return ui.Unknown
		}
		return short(r.received, r.dest, api.Down)
	}
	gain := func(part func(row) api.Amount) func(a, b row) int {
		return func(a, b row) int {
			x, _ := format.AmountOffBy(a.received, part(a))
			y, _ := format.AmountOffBy(b.received, part(b))
			return int(x - y)
		}
	}
	created := w.s.Env.WithZone("created")
	out := []table.Column[row]{
		{Title: created, Export: "created", Width: max(11, cells.Width(created)),
			Cell: func(r row) string { return format.When(w.s.Env.Now(), r.CreatedAt) },
			Less: func(a, b row) int { return a.CreatedAt.Compare(b.CreatedAt) },
			CSV:  func(r row) string { return format.Stamp(r.CreatedAt) }},
		{Title: "pair", Width: 13, Flex: 1,
			Cell: func(r row) string { return record.Pair(w.s, r.DeltaRecord) }},
		{Title: "side", Width: 4, Drop: 8, Cell: func(r row) string {
			verb, _ := record.Deal(w.s, r.DeltaRecord)
			return verb
		}},
		{Title: "sold", Width: 12, Right: true,
			Cell: func(r row) string {
				if r.Hidden || r.spent.IsZero() {
					return ui.Unknown
				}
				return short(r.spent, r.src, api.Up)
			},
			CSV: func(r row) string { return r.spent.Units(r.src.Decimals) }},
		{Title: "received", Width: 13, Right: true, Cell: received,
			CSV: func(r row) string { return r.received.Units(r.dest.Decimals) }},
		{Title: "executes at", Width: 11, Right: true, Cell: w.executesAt,
			CSV: func(r row) string {
				return strings.Trim(strings.ReplaceAll(w.executesAt(r), ",", ""), ui.Unknown)
			}},
		{Title: "vs floor", Width: 9, Right: true, Drop: 3,
			Cell: func(r row) string { return record.Versus(r.received, r.floorPart()) },
			Less: gain(row.floorPart)},
		{Title: "vs quote", Width: 9, Right: true, Drop: 2,
			Cell: func(r row) string { return record.Versus(r.received, r.quotePart()) },
			Less: gain(row.quotePart)},
		{Title: "status", Width: 13, Cell: func(r row) string {
			return record.StatusText(r.DeltaRecord)
		},
			CSV: func(r row) string {
				if unheld := w.s.On(r.ChainID).UnheldText(r.DeltaRecord); unheld != "" {
					return views.DeltaStatus(r.DeltaRecord) + ", " + unheld
				}
				return views.DeltaStatus(r.DeltaRecord)
			},
			Style: func(t *ui.Theme, r row) ui.Style {
				return record.LevelOf(r.DeltaRecord).Style(t)
			}},
		{Title: "fills", Width: 5, Right: true, Drop: 4,
			Cell: func(r row) string { return ui.Count(len(record.Settled(r.DeltaRecord))) }},
		{Title: "time", Width: 7, Right: true, Drop: 1,
			Cell: func(r row) string {
				return record.Span(
					record.Lasted(r.DeltaRecord, w.s.Env.Now()))
			},
			Less: func(a, b row) int {
				return int(record.Lasted(a.DeltaRecord, w.s.Env.Now())/time.Second) -
					int(record.Lasted(b.DeltaRecord, w.s.Env.Now())/time.Second)
			}},
		{Title: "slices", Width: 6, Right: true, Drop: 7, Cell: func(r row) string {
			if !r.Order.Form.Sliced() {
				return ""
			}
			return ui.Count(int(r.Order.Slices))
		}},
		{Title: "id", Width: 36, Drop: 9, Cell: func(r row) string { return r.ID },
			Style: func(t *ui.Theme, _ row) ui.Style { return t.Muted }},
	}
	if w.s.AllNetworks {
		out = append(out, table.Column[row]{Title: "network", Width: 8,
			Cell: func(r row) string { return w.s.NetworkName(r.ChainID) }})
	}
	return out
}

// executesAt is where the market meets an order that is open; of a stop, where it is let go.
func (w *List) executesAt(r row) string {
	text, _ := record.ExecutesAt(w.s, r.DeltaRecord)
	from, _, _ := strings.Cut(text, " to ")
	return from
}
