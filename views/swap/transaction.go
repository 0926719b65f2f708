package swap

import (
	"fmt"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
	"bourse/views/route"
)

// transactionPane shows what would be sent.
type transactionPane struct {
	ui.Display
	s     *views.Session
	trade *route.Trade
}

func (*transactionPane) Title() (title, right string) { return "Transaction", "y copies it" }

func (w *transactionPane) Draw(area cells.Box, _ bool) string {
	t, r := w.s.Env.Theme, w.trade.Quotes.Newest.Route
	var last []string
	if w.trade.Reviewer.Ended != "" {
		style := t.Muted
		if w.trade.Reviewer.EndedLevel == ui.Bad {
			style = ui.Bad.Style(t)
		}
		for _, l := range cells.Wrap("last: "+w.trade.Reviewer.Ended, max(1, area.W-2)) {
			last = append(last, " "+style.Render(l))
		}
	}
	if !w.trade.Quotes.Newest.Known {
		first := " " + t.Muted.Render(cells.Truncate("what would be sent", area.W-2))
		return strings.Join(append([]string{first}, last...), "\n")
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
	return strings.Join(append(lines, last...), "\n")
}

// simulation is what carrying out the transaction would cost, or why it would fail.
func (w *transactionPane) simulation() (string, ui.Style) {
	t, m := w.s.Env.Theme, w.trade.Quotes.Newest.Call
	switch {
	case w.trade.Quotes.Newest.Refused:
		return "gas: not simulated, it is refused", t.Text
	case m.Simulated:
		return "gas: simulated " + ui.Count(m.Tx.GasUsed) + " on block " +
			ui.Count(m.Tx.Block) + cells.Clean(api.ByWord(m.Tx.ToldBy)), t.Text
	case w.trade.Checks.Balance().Level == ui.Bad:
		return "gas: simulated once the balance covers it", t.Muted
	case w.trade.Checks.Allowance().Level == ui.Bad:
		return "gas: simulated once it is approved", t.Muted
	case m.Failure != "":
		return "✗ it would fail: " + format.Brief(m.Failure), t.Danger
	}
	return "gas: being simulated", t.Text
}
