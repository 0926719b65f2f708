package markets

import (
	tea "github.com/charmbracelet/bubbletea"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/table"
	"bourse/views"
	"bourse/views/format"
)

// minePane lists the account's own orders on the pair.
type minePane struct {
	table.Pane[ownOrder]
	s     *views.Session
	taker *taker
	feed  *reader[[]ownOrder]
}

func newMine(d *desk) *minePane {
	p := &minePane{Pane: table.NewPane[ownOrder](d.s.Env, paneMine, nil), s: d.s}
	p.Open = p.show
	p.feed = newReader(d, theOrders, question.orders, func() *ui.State { return &p.State },
		func(list []ownOrder) tea.Cmd {
			widen(p.Table, list, "price", "left")
			p.SetRows(list)
			return nil
		})
	return p
}

// turn empties the list for another pair.
func (p *minePane) turn(shape format.Pair) {
	p.Table = table.New(ownOrder.id, ownColumns(shape)...)
	p.Flag = ownOrder.flag
	p.State = ui.State{What: "your orders", Loading: true, Empty: "None here: b buys, s sells."}
	p.feed.drop()
}

func (p *minePane) Title() (title, right string) {
	if !p.s.Area.Wide() {
		return "Mine", p.feed.old()
	}
	return "My orders · " + name(p.s.Market), p.feed.old()
}

func (p *minePane) Update(m tea.Msg) tea.Cmd {
	if cmd, ok := p.feed.update(m); ok || cmd != nil {
		return cmd
	}
	if _, ok := m.(views.AccountChanged); ok {
		p.feed.Drop()
		p.SetRows(nil)
		p.State.Loading = true
		return p.feed.want()
	}
	return p.Pane.Update(m)
}

func (p *minePane) Actions() []ui.Action {
	row, ok := p.Selected()
	off := ""
	if !ok {
		off = "no order is selected"
	}
	return []ui.Action{
		act("cancelmine", paneMine, "x", "cancel", "cancel the selected order, or the marked ones",
			off, func() tea.Cmd { return p.taker.cancel(p.Marked()) }),
		act("copyhash", paneMine, "y", "copy hash", "copy the selected order's hash", off,
			ui.Asking(func() { p.s.Copy("order hash", row.Hash.Hex()) })),
		act("json", paneMine, "o", "JSON", "the selected order as JSON", off,
			ui.Asking(func() { p.s.ShowJSON("JSON", row.OrderRecord) })),
		act("exportmine", paneMine, "e", "CSV", "write your orders to a CSV file", "",
			func() tea.Cmd { return p.s.Export("my-orders", "csv", p.CSV()) }),
	}
}

// show goes to the order on the orders screen.
func (p *minePane) show() tea.Cmd {
	row, ok := p.Selected()
	if !ok {
		return nil
	}
	p.s.Goto(views.Orders, views.ShowOrder{Hash: row.Hash})
	return nil
}

// ownOrder is an open order of the account on the chosen pair.
type ownOrder struct {
	api.OrderRecord
	bid   bool
	price api.Price  // quote per base
	left  api.Amount // base units
}

// ownOf looks at an order as one of the pair; ok is false for other pairs.
func ownOf(o api.OrderRecord, pair api.Pair) (row ownOrder, ok bool) {
	row = ownOrder{OrderRecord: o}
	switch {
	case o.NFT:
		return row, false
	case o.MakerAsset.Address == pair.Base && o.TakerAsset.Address == pair.Quote:
		row.price, row.left = api.Price{Quote: o.TakerAmount, Base: o.MakerAmount},
			o.FillableBalance
	case o.MakerAsset.Address == pair.Quote && o.TakerAsset.Address == pair.Base:
		row.bid, row.price = true, api.Price{Quote: o.MakerAmount, Base: o.TakerAmount}
		row.left = o.FillableBalance.MulDiv(o.TakerAmount, o.MakerAmount)
	default:
		return row, false
	}
	return row, true
}

func (o ownOrder) id() string { return o.Hash.Hex() }

// flag marks orders that nobody can fill at present.
func (o ownOrder) flag() string {
	if o.State == api.Suspended {
		return "!"
	}
	return ""
}

// filled is how much of the order is gone.
func (o ownOrder) filled() string {
	return format.Share(o.MakerAmount.Sub(o.FillableBalance), o.MakerAmount)
}

func ownColumns(p format.Pair) []table.Column[ownOrder] {
	return []table.Column[ownOrder]{
		{Title: "id", Width: 5, Cell: func(o ownOrder) string { return format.HashCell(o.Hash, 5) },
			CSV: ownOrder.id},
		{Title: "", Width: 2, Cell: func(o ownOrder) string { return sideMark(o.bid) },
			CSV: func(o ownOrder) string {
				if o.bid {
					return string(api.Buy)
				}
				return string(api.Sell)
			},
			Style: func(t *ui.Theme, o ownOrder) ui.Style { return t.Side(o.bid) }},
		{Title: "price", Width: 8, Flex: 1, Right: true,
			Cell: func(o ownOrder) string {
				return p.OrderPrice(o.price, o.bid)
			},
			CSV:  func(o ownOrder) string { return exactPrice(o.price, p) },
			Less: func(a, b ownOrder) int { return b.price.Cmp(a.price) }},
		{Title: "left", Width: leastSize, Flex: 1, Right: true,
			Cell: func(o ownOrder) string {
				return p.Size(o.left, api.Down)
			},
			CSV: func(o ownOrder) string { return o.left.Units(p.BaseDecimals) }},
		{Title: "fill", Width: 4, Right: true, Cell: ownOrder.filled},
		{Title: "for", Width: 4, Drop: 1, Cell: func(o ownOrder) string {
			if o.Type() == api.P2P {
				return "p2p"
			}
			return "any"
		}, Style: func(t *ui.Theme, _ ownOrder) ui.Style { return t.Muted }},
	}
}
