package markets

import (
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/form"
	"bourse/views"
	"bourse/views/book"
	"bourse/views/format"
	"bourse/views/sign"
	"bourse/wallet/describe"
)

// spareBps is how far behind the last order that is taken spare orders may be, unless another worst
// price is typed.
const spareBps = 50

// maxLegs is how many orders one transaction takes; some of them are spares.
const (
	maxLegs   = 100
	maxSpares = 30
)

// sweepSpec is what is to be taken.
type sweepSpec struct {
	bids   bool
	orders []api.BookOrder // of others, best first
	size   api.Amount      // base units that are proposed; zero is all of them
	worst  api.Price       // zero leaves room for spares
}

// sweepTo takes what a side of the book offers up to a price.
func (m *taker) sweepTo(msg views.SweepBook) {
	spec := sweepSpec{bids: msg.Bids, size: msg.Size, worst: msg.Worst}
	spec.orders = book.NewSweep(msg.Bids, m.others(msg.Bids), nil, msg.Worst).Orders
	if len(spec.orders) == 0 {
		m.s.Toast(ui.Warn, "the book has no order of others at that price any more")
		return
	}
	m.sweep(spec)
}

// others are the orders of one side that are not the account's own, best first.
func (m *taker) others(bids bool) []api.BookOrder {
	return m.asSigned(slices.DeleteFunc(slices.Clone(m.ladder.side(bids)), m.ladder.Mine), bids)
}

// sweepDialog asks how much to take, and at which price at worst. What it shows is computed from
// its orders as the book has them now.
type sweepDialog struct {
	m       *taker
	spec    sweepSpec
	pair    api.Pair
	behind  []api.BookOrder // what may serve as spares
	form    *form.Form
	amount  *form.Field
	worst   *form.Field
	typed   bool // the amount is the user's, not the proposal
	sweep   book.Sweep
	problem string
}

func (m *taker) sweep(spec sweepSpec) {
	if why := m.s.MayTrade(); why != "" {
		m.s.Toast(ui.Warn, "cannot take it: "+why)
		return
	}
	spec.orders = m.asSigned(slices.Clone(spec.orders), spec.bids)
	spec.orders = spec.orders[:min(len(spec.orders), maxLegs-maxSpares)]
	d := &sweepDialog{m: m, spec: spec, typed: !spec.size.IsZero(), pair: m.ladder.pair}
	last := spec.orders[len(spec.orders)-1]
	d.findSpares(last)
	worst := spec.worst
	if !worst.Known() {
		worst = last.Price
		bps := int64(spareBps)
		if spec.bids {
			bps = -bps
		}
		if shifted, ok := views.Shift(worst, bps); ok {
			worst = shifted
		}
	}
	d.makeForm(worst)
	m.ladder.alive, m.routes.open = d.refresh, true
	title := "BUY " + m.ladder.Pair.Base + " from the asks"
	if spec.bids {
		title = "SELL " + m.ladder.Pair.Base + " into the bids"
	}
	m.s.Open(&views.FormDialog{Env: m.s.Env, Name: title, Form: d.form, Rows: sweepLines,
		Words: d.words, Start: d.ask, Extra: d.extra,
		Left: func() { m.ladder.alive, m.routes.open = nil, false }})
}

// findSpares takes as spares what the book has behind the last order that is taken.
func (d *sweepDialog) findSpares(last api.BookOrder) {
	others := d.m.others(d.spec.bids)
	if i := slices.IndexFunc(others, func(o api.BookOrder) bool {
		return o.Hash == last.Hash
	}); i >= 0 {
		d.behind = others[i+1 : min(len(others), i+1+maxSpares)]
	}
}

// refresh takes what the book has left of the orders: what is gone is not counted. The best route
// is asked for what is left.
func (d *sweepDialog) refresh() tea.Cmd {
	if d.m.ladder.pair != d.pair {
		return nil
	}
	now := map[common.Hash]api.BookOrder{}
	for _, o := range d.m.others(d.spec.bids) {
		now[o.Hash] = o
	}
	left := make([]api.BookOrder, 0, len(d.spec.orders))
	for _, o := range d.spec.orders {
		if is, ok := now[o.Hash]; ok {
			left = append(left, is)
		}
	}
	d.spec.orders = left
	if len(left) > 0 {
		d.findSpares(left[len(left)-1])
	}
	d.derive()
	if d.m.routes.sweep.size == d.sweep.Size && d.m.routes.sweep.problem == d.problem {
		return nil
	}
	return d.ask()
}

func (d *sweepDialog) makeForm(worst api.Price) {
	p, k := d.m.ladder.Pair, d.m.s.Market
	d.amount = &form.Field{ID: "amount", Label: "Amount", Kind: form.NumberField,
		Input: ui.Number(), Suffix: p.Base}
	d.worst = &form.Field{ID: "worst", Label: "Worst price", Kind: form.NumberField,
		Input: ui.Number(), Suffix: p.Quote}
	// outwards, so that the last order that is taken is always within it
	d.worst.Input.Fill(strings.ReplaceAll(p.OrderPrice(worst, d.spec.bids), ",", ""))
	d.amount.Input.Fill(d.spec.size.Units(k.Base.Decimals))
	d.form = form.New(d.m.s.Env, d.amount, d.worst)
	d.form.Changed = func(f *form.Field) tea.Cmd {
		d.typed = d.typed || f == d.amount
		d.derive()
		return d.ask()
	}
	d.form.Buttons = []form.Button{{ID: "review", Label: "Review ⏎", Run: d.review},
		{ID: "route", Label: "By the best route b", Run: d.byRoute},
		{ID: "cancel", Label: "Cancel", Run: ui.Asking(d.m.s.Close)}}
	d.derive()
}

// derive works out what the two numbers come to, or what is wrong with them.
func (d *sweepDialog) derive() {
	k := d.m.s.Market
	d.amount.Problem, d.worst.Problem, d.problem = "", "", ""
	worst, err := api.ParsePrice(d.worst.Value(), k.Base.Decimals, k.Quote.Decimals)
	if err != nil {
		d.worst.Problem, d.problem = err.Error(), "worst price "+err.Error()
		return
	}
	d.sweep = book.NewSweep(d.spec.bids, d.spec.orders, d.behind, worst)
	most := d.sweep.Size
	if !d.typed {
		d.amount.Input.Fill(most.Units(k.Base.Decimals))
	}
	size, err := api.ParseUnits(d.amount.Value(), k.Base.Decimals)
	d.sweep = d.sweep.WithSize(size)
	switch {
	case len(d.spec.orders) == 0:
		d.problem = "the orders that you chose are gone: esc, and choose others"
	case most.IsZero():
		d.problem = "no order is within the worst price"
	case err != nil:
		d.amount.Problem, d.problem = err.Error(), "the amount "+err.Error()
	case size.IsZero():
		d.problem = "the amount must be above zero"
	case most.Less(size):
		d.problem = "the orders chosen have " + format.Full(most, k.Base) + " " +
			d.m.ladder.Pair.Base + " within the worst price"
	case d.sweep.Quote().IsZero():
		d.problem = "so little is less than one unit of " + d.m.ladder.Pair.Quote
	}
	d.form.Buttons[0].Off = d.problem
}

// ask prices what is typed by the best route.
func (d *sweepDialog) ask() tea.Cmd {
	worst, _ := api.ParsePrice(d.worst.Value(), d.m.s.Market.Base.Decimals,
		d.m.s.Market.Quote.Decimals)
	spec := d.spec
	spec.size, spec.worst = d.sweep.Size, worst
	return d.m.routes.change(routeSweep{market: d.m.s.Market, bids: spec.bids, size: spec.size,
		worst: worst, problem: d.problem, edit: ui.Asking(func() { d.m.sweep(spec) })})
}

// extra are the keys beside those of the form.
func (d *sweepDialog) extra() []ui.Action {
	return []ui.Action{{Scope: "sweep", ID: "route", Key: ui.Keys("b"), Label: "best route",
		Help: "take it over the book and all pools instead, in one transaction of the executor",
		Off:  d.noRoute(), Run: d.byRoute}}
}

// review goes on to the allowance and the signature.
func (d *sweepDialog) review() tea.Cmd {
	if why := d.m.s.MayTrade(); why != "" {
		d.m.s.Toast(ui.Warn, "cannot take it: "+why)
		return nil
	}
	d.m.s.CloseThen(func() tea.Cmd { return d.m.allow(d.m.sweepDeal(d.sweep, d.spec)) })
	return nil
}

// sweepDeal is one transaction for all of a sweep.
func (m *taker) sweepDeal(s book.Sweep, spec sweepSpec) deal {
	p, pair := m.ladder.Pair, m.ladder.pair
	d := m.newDeal("buy "+p.Size(s.Size, api.Down)+" "+p.Base, s.Bids)
	d.pays, d.most, d.fill.Side = s.Quote(), s.WorstQuote(), api.Buy
	if s.Bids {
		d.what = "sell " + p.Size(s.Size, api.Down) + " " + p.Base
		d.pays, d.most, d.fill.Side = s.Size, s.Size, api.Sell
	}
	d.fill.Legs, d.fill.Total = s.Legs(), s.Size
	d.bound, d.gets.Amount = s.Bound(), s.Size
	if s.Bids {
		d.bound, d.least, d.gets.Amount = s.Size, s.Size, s.Bound()
	}
	for _, o := range s.Orders {
		d.orders = append(d.orders, o.Hash)
	}
	d.checks, d.word = m.priceChecks("worst price "+p.OrderPrice(s.Worst(), s.Bids)+",",
		s.Worst(), s.Bids)
	d.checks = append(d.checks, ui.Check{Text: takes(s)})
	d.priced = func(tx api.Transaction) []ui.Check { return []ui.Check{m.priced(s, tx)} }
	d.moved = func() string {
		if m.ladder.pair != pair || m.ladder.covers(s) {
			return ""
		}
		return "the book has less left within the worst price than you take"
	}
	d.edit = func() tea.Cmd {
		spec.size = s.Size
		m.sweep(spec)
		return nil
	}
	return d
}

// priced says at which price a sweep's transaction takes its orders, and marks it where the book
// has told a better one.
func (m *taker) priced(s book.Sweep, tx api.Transaction) ui.Check {
	is, p := describe.Transaction(tx, sign.Known(m.s)), m.ladder.Pair
	if is.Exchange == nil {
		return ui.Check{Level: ui.Warn, Text: "nothing says at which price its orders are taken"}
	}
	m.learn(is.Act.Orders, is.Act.Prices, s.Bids)
	average := api.Price{Quote: is.Exchange.InTurn.Pays, Base: is.Exchange.InTurn.Gets}
	if s.Bids {
		average = inverse(average)
	}
	text, book := "average "+p.Price(average), p.Price(s.Average())
	off := views.WorseBy(average, s.Average(), s.Bids)
	if off <= 0 || p.Price(average) == book {
		return ui.Check{Text: text}
	}
	return ui.Check{Level: ui.Warn, Text: fmt.Sprintf("%s by the prepared orders, %s worse than "+
		"%s by the book", text, api.Percent(off), book)}
}

func inverse(p api.Price) api.Price { return api.Price{Quote: p.Base, Base: p.Quote} }

// maxSigned is how many orders' prices are remembered.
const maxSigned = 10_000

// learn remembers at which prices orders are signed: from then on they count, whatever the book
// tells.
func (m *taker) learn(orders []common.Hash, prices []api.Price, bids bool) {
	if len(m.signed) > maxSigned || m.signed == nil {
		m.signed = map[common.Hash]api.Price{}
	}
	for i, hash := range orders {
		m.signed[hash] = prices[i]
		if bids {
			m.signed[hash] = inverse(prices[i])
		}
	}
}

// asSigned gives orders of one side the prices at which they are signed, where those are known to
// be worse than the book tells.
func (m *taker) asSigned(list []api.BookOrder, bids bool) []api.BookOrder {
	for i, o := range list {
		if is, ok := m.signed[o.Hash]; ok && views.WorseBy(is, o.Price, bids) > 0 {
			list[i].Price = is
		}
	}
	slices.SortStableFunc(list, func(a, b api.BookOrder) int {
		if bids {
			a, b = b, a
		}
		return a.Price.Cmp(b.Price)
	})
	return list
}

// takes says how many of the orders that the transaction names are enough for its amount.
func takes(s book.Sweep) string {
	text := "1 order is enough"
	if n := len(s.Orders); n != 1 {
		text = fmt.Sprintf("%d orders are enough", n)
	}
	if len(s.Spares) > 0 {
		text += ", the others stand in for those that are gone"
	}
	return text
}

func orders(n int) string {
	if n == 1 {
		return "1 order"
	}
	return fmt.Sprintf("%d orders", n)
}

// standIn says how many orders take the place of those that are gone first.
func standIn(n int) string {
	switch n {
	case 0:
		return "if some are gone, and none stands in for them"
	case 1:
		return "if some are gone, and 1 behind stands in for them"
	}
	return fmt.Sprintf("if some are gone, and of %d behind some stand in", n)
}

// covers tells whether what is left of a sweep's orders still comes to its size.
func (m *ladderPane) covers(s book.Sweep) bool {
	known := map[common.Hash]bool{}
	for _, l := range s.Legs() {
		known[l.Hash] = true
	}
	left := slices.DeleteFunc(slices.Clone(m.side(s.Bids)),
		func(o api.BookOrder) bool { return !known[o.Hash] })
	return !book.NewSweep(s.Bids, left, nil, s.Worst()).Size.Less(s.Size)
}

const sweepLines = 5 // over the form

// words say what the sweep costs or brings, as it is and at worst.
func (d *sweepDialog) words() (lines []string, problem string) {
	if d.problem != "" {
		return nil, d.problem
	}
	p, s := d.m.ladder.Pair, d.sweep
	lead, worst := "You pay", "At most"
	round := api.Up
	if s.Bids {
		lead, worst, round = "You get", "At least", api.Down
	}
	away := ""
	if mid, ok := d.m.ladder.mid(); ok {
		away = fmt.Sprintf(", %s worse than mid",
			api.Percent(max(0, views.WorseBy(s.Average(), mid, s.Bids))))
	}
	d.form.Buttons[1].Off = d.noRoute()
	return append([]string{
		fmt.Sprintf("%s %s %s for %s %s, with %s", lead, p.Cost(s.Quote(), round), p.Quote,
			p.Size(s.Size, api.Down), p.Base, orders(len(s.Orders))),
		fmt.Sprintf("%s %s %s %s", worst, p.Cost(s.WorstQuote(), round), p.Quote,
			standIn(len(s.Spares))),
		fmt.Sprintf("Average %s%s", p.Price(s.Average()), away),
	}, d.routeLines()...), ""
}
