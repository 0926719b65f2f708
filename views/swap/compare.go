package swap

import (
	"fmt"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views/format"
)

// venue is one way to make the swap, with the amount that follows from the exact one.
type venue struct {
	name   string
	amount api.Amount
	known  bool
	note   string
}

// venues are the best route and what else the amount would bring, or cost.
func (w *figurePanes) venues() []venue {
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

func (w *figurePanes) drawCompare(area cells.Box, _ bool) string {
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
func (w *figurePanes) difference(best, v venue) (string, ui.Style) {
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

// drawTransaction says what would be sent.
func (w *figurePanes) drawTransaction(area cells.Box, _ bool) string {
	t, r := w.s.Env.Theme, w.trade.Quotes.Newest.Route
	last := ""
	if w.trade.Reviewer.Ended != "" {
		last = " " + t.Muted.Render(cells.Truncate("last: "+w.trade.Reviewer.Ended, area.W-2))
	}
	if !w.trade.Quotes.Newest.Known {
		return " " + t.Muted.Render(cells.Truncate("what would be sent", area.W-2)) + "\n" + last
	}
	data, to, val := w.trade.Quotes.Newest.Sends()
	selector := ui.Unknown
	if len(data) >= 4 {
		selector = fmt.Sprintf("0x%x", data[:4])
	}
	name := w.s.ContractName(to)
	lines := []string{
		fmt.Sprintf("selector %s  method %s  version %s", selector, r.ContractMethod, r.Version),
		"to " + strings.TrimLeft(name+" ", " ") + to.Hex(),
		"value " + val.String() + " wei",
	}
	gas, style := w.simulation()
	for i := range lines {
		lines[i] = " " + cells.Truncate(lines[i], area.W-2)
	}
	for _, l := range cells.Wrap(gas, area.W-2) {
		lines = append(lines, " "+style.Render(cells.Truncate(l, area.W-2)))
	}
	return strings.Join(append(lines, last), "\n")
}

// simulation is what carrying out the transaction would cost, or why it would fail.
func (w *figurePanes) simulation() (string, ui.Style) {
	t, m := w.s.Env.Theme, w.trade.Quotes.Newest.Call
	switch {
	case w.trade.Quotes.Newest.Refused:
		return "gas: not simulated, it is refused", t.Text
	case m.Simulated:
		return "gas: simulated locally " + ui.Count(m.Tx.GasUsed) + " on block " +
			ui.Count(m.Tx.Block), t.Text
	case w.trade.Checks.Balance().Level == ui.Bad:
		return "gas: simulated once the balance covers it", t.Muted
	case w.trade.Checks.Allowance().Level == ui.Bad:
		return "gas: simulated once it is approved", t.Muted
	case m.Failure != "":
		return "✗ it would fail: " + format.Brief(m.Failure), t.Danger
	}
	return "gas: being simulated", t.Text
}
