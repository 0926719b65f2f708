package swap

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/pairform"
	"bourse/views/route"
)

// comparePane shows what else the amount of the newest quote would bring, or cost.
type comparePane struct {
	ui.Display
	s     *views.Session
	pair  *pairform.Pair
	trade *route.Trade

	elsewhere elsewhere
	compared  uint64 // how often it was asked
}

func (w *comparePane) Title() (title, right string) {
	if !w.trade.Quotes.Newest.Known {
		return "Compare", ""
	}
	return "Compare", ui.Age(w.trade.Quotes.Age()) + " old"
}

func (w *comparePane) Update(m tea.Msg) tea.Cmd {
	if m, ok := m.(elsewhere); ok {
		w.onCompared(m)
	}
	return nil
}

// venue is one way to make the swap, with the amount that follows from the exact one.
type venue struct {
	name   string
	amount api.Amount
	known  bool
	note   string
}

// venues are the best route and what else the amount would bring, or cost.
func (w *comparePane) venues() []venue {
	r := w.trade.Quotes.Newest.Route
	follows := func(src, dest api.Amount) api.Amount {
		if r.Side == api.Buy {
			return src
		}
		return dest
	}
	single := venue{name: "single pool", note: "none has enough"}
	for _, o := range r.Others {
		if o.Exchange == api.LimitOrders { // the next line
			continue
		}
		a := follows(o.SrcAmount, o.DestAmount)
		if !single.known || a.Less(single.amount) == (r.Side == api.Buy) {
			single.amount, single.known, single.note = a, true, o.Exchange
		}
	}
	book := venue{name: "order book", note: "no orders"}
	m, known := w.others()
	switch {
	case !known:
		book.note = "being read"
	case m.bookShort && m.bookKnown:
		book.note = "not enough in it"
	case m.bookKnown:
		book.amount, book.known, book.note = m.book, true, "b shows it"
	}
	delta := venue{name: "Delta quote", amount: m.delta, known: known && !m.delta.IsZero(),
		note: m.deltaNote}
	switch {
	case delta.known:
		delta.note = "no gas"
	case !known:
		delta.note = "being asked"
	}
	return []venue{{name: "best route", amount: follows(r.SrcAmount, r.DestAmount), known: true},
		single, book, delta}
}

func (w *comparePane) Draw(area cells.Box, _ bool) string {
	t := w.s.Env.Theme
	if !w.trade.Quotes.Newest.Known {
		return " " + t.Muted.Render(cells.Truncate("what other ways would bring", area.W-2))
	}
	token, round, head := w.pair.Dest, api.Down, "out"
	if w.trade.Quotes.Newest.Route.Side == api.Buy {
		token, round, head = w.pair.Src, api.Up, "in"
	}
	list := w.venues()
	const name, diff = 12, 9
	amounts := make([]string, len(list))
	wide := cells.Width(head + " (" + cells.Clean(token.Symbol) + ")")
	for i, v := range list {
		if amounts[i] = ui.Unknown; v.known {
			amounts[i] = format.Scaled(v.amount, token, round)
		}
		if cells.Width(amounts[i]) > area.W-name-diff-2 {
			amounts[i] = v.amount.Format(token.Decimals, 0, round)
		}
		wide = max(wide, cells.Width(amounts[i]))
	}
	wide = min(wide, max(8, area.W-name-diff-2))
	head = " " + cells.Left("venue", name) +
		cells.Right(head+" ("+cells.Clean(token.Symbol)+")", wide) +
		cells.Right("diff", diff)
	lines := []string{t.Muted.Render(cells.Truncate(head, area.W))}
	for i, v := range list {
		if !v.known {
			lines = append(lines, " "+cells.Left(v.name, name)+t.Muted.Render(
				cells.Truncate(cells.Clean(v.note), area.W-name-2)))
			continue
		}
		more, style := w.difference(list[0], v)
		line := " " + cells.Left(v.name, name) + cells.Right(amounts[i], wide) +
			style.Render(cells.Right(more, diff))
		if room := area.W - cells.Width(line) - 2; room >= 6 {
			line += "  " + t.Muted.Render(cells.Truncate(cells.Clean(v.note), room))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// difference is how much more or less an offer brings than the best route, or costs.
func (w *comparePane) difference(best, v venue) (string, ui.Style) {
	t := w.s.Env.Theme
	if !v.known || v.name == best.name || best.amount.IsZero() {
		return ui.Unknown, t.Muted
	}
	n, _ := format.AmountOffBy(v.amount, best.amount)
	better := n > 0
	if w.trade.Quotes.Newest.Route.Side == api.Buy {
		better = n < 0
	}
	switch {
	case n == 0:
		return "0.00%", t.Text
	case better:
		return format.Bps(n), t.OK
	}
	return format.Bps(n), t.Text
}
