package markets

import (
	"cmp"
	"math/big"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
)

// tapePane lists the trades of the pair, the newest first.
type tapePane struct {
	table.Pane[api.Trade]
	s      *views.Session
	feed   *reader[[]api.Trade]
	front  func() bool            // the pane has the focus
	traded func(newest api.Trade) // is told the newest trade
	mine   map[common.Hash]bool   // transactions of the account
	shape  format.Pair
	all    []api.Trade
	least  api.Amount // size of the smallest that is shown; zero shows all
}

func newTape(d *desk) *tapePane {
	p := &tapePane{Pane: table.NewPane[api.Trade](d.s.Env, paneTrades, nil), s: d.s}
	p.feed = newReader(d, theTrades, question.trades, func() *ui.State { return &p.State }, p.set)
	return p
}

// turn empties the list for another pair.
func (p *tapePane) turn(shape format.Pair) {
	p.Table = table.New(tradeID, tradeColumns(shape, p.s.WithZone("time"))...)
	p.Flag = func(t api.Trade) string {
		if p.mine[t.TxHash] {
			return "◆"
		}
		return ""
	}
	p.State = ui.State{What: "trades", Loading: true, Empty: "No trades yet."}
	p.shape, p.all, p.least = shape, nil, api.Amount{}
	p.feed.drop()
}

func (p *tapePane) Title() (title, right string) {
	title = "Trades"
	if !p.least.IsZero() {
		title = "Trades ≥ " + p.shape.Size(p.least, api.Down)
	}
	return title, cmp.Or(p.feed.old(), p.newer())
}

func (p *tapePane) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := p.feed.update(m); ok || cmd != nil {
		return cmd
	}
	return p.Pane.Update(m)
}

// set takes the newest trades. The cursor stays on its trade while the pane is in use, and on the
// newest one otherwise.
func (p *tapePane) set(list []api.Trade) tea.Cmd {
	widen(p.Table, list, "price", "size")
	p.SetRows(p.take(list))
	if len(list) == 0 {
		return nil
	}
	if !p.front() {
		p.Select(tradeID(list[0]))
	}
	p.traded(list[0])
	return nil
}

// take takes the newest trades and returns those to show.
func (p *tapePane) take(list []api.Trade) []api.Trade {
	p.all = list
	return p.shown()
}

func (p *tapePane) shown() []api.Trade {
	if p.least.IsZero() {
		return p.all
	}
	var out []api.Trade
	for _, trade := range p.all {
		if !trade.Size.Less(p.least) {
			out = append(out, trade)
		}
	}
	return out
}

// toggle shows only trades as large as one, or all of them again.
func (p *tapePane) toggle(like api.Trade) []api.Trade {
	if p.least.IsZero() {
		p.least = like.Size
	} else {
		p.least = api.Amount{}
	}
	return p.shown()
}

// newer tells how many trades are above those in sight.
func (p *tapePane) newer() string {
	n := p.Above()
	if n == 0 {
		return ""
	}
	return ui.Count(n) + " newer ↑"
}

func (p *tapePane) Actions() []ui.Action {
	row, ok := p.Selected()
	off := ""
	if !ok {
		off = "no trade is selected"
	}
	return []ui.Action{
		act("tapesize", paneTrades, "f", "only as large", "only trades as large as the selected "+
			"one, or all of them", off, ui.Asking(func() { p.SetRows(p.toggle(row)) })),
		act("copytx", paneTrades, "y", "copy tx", "copy the trade's transaction hash", off,
			ui.Asking(func() { p.s.Copy("transaction hash", row.TxHash.Hex()) })),
		act("exporttrades", paneTrades, "e", "CSV", "write the trades to a CSV file", off,
			func() tea.Cmd {
				return p.s.Export("trades-"+name(p.s.Market), "csv", p.CSV())
			}),
	}
}

// venue is where a trade was made: the book, a pool, or the past that was made up.
func venue(t api.Trade) string {
	switch t.Source {
	case api.FromOrders:
		return "book"
	case api.FromBackfill:
		return "past"
	}
	return strings.NewReplacer("Uniswap", "Uni ", "Balancer", "Bal ", "Curve", "Curve ").Replace(
		t.Source)
}

// exactPrice writes a price for programs: all digits there are, eighteen at most.
func exactPrice(p api.Price, shape format.Pair) string {
	if !p.Known() {
		return ""
	}
	const places = 18
	n := p.Scaled(shape.BaseDecimals, shape.QuoteDecimals, places, api.Down)
	a, err := api.AmountFromBig(new(big.Int).Set(n))
	if err != nil {
		return ""
	}
	return a.Units(places)
}
