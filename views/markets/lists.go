package markets

import (
	"slices"
	"strconv"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views/book"
	"bourse/views/format"
)

func tradeID(t api.Trade) string { return t.TxHash.Hex() + strconv.Itoa(int(t.LogIndex)) }

// tradeColumns are those of the tape; time is the title of the first one.
func tradeColumns(p format.Pair, time string) []table.Column[api.Trade] {
	return []table.Column[api.Trade]{
		{Title: time, Export: "time", Width: max(8, cells.Width(time)),
			Cell: func(t api.Trade) string { return format.Clock(at(t.Time)) },
			CSV:  func(t api.Trade) string { return format.Stamp(at(t.Time)) }},
		{Title: "side", Width: 4, Cell: func(t api.Trade) string {
			return sideMark(t.Side == api.Buy)
		},
			CSV:   func(t api.Trade) string { return string(t.Side) },
			Style: func(th *ui.Theme, t api.Trade) ui.Style { return th.Side(t.Side == api.Buy) }},
		{Title: "price", Width: 8, Flex: 1, Right: true,
			Cell: func(t api.Trade) string {
				if t.Aside {
					return "!" + p.Price(t.Price)
				}
				return p.Price(t.Price)
			},
			Style: func(th *ui.Theme, t api.Trade) ui.Style {
				if t.Aside {
					return th.Muted
				}
				return th.Text
			},
			CSV: func(t api.Trade) string { return exactPrice(t.Price, p) }},
		{Title: "size", Width: leastSize, Flex: 1, Right: true,
			Cell: func(t api.Trade) string {
				return p.Size(t.Size, api.Down)
			},
			CSV: func(t api.Trade) string { return t.Size.Units(p.BaseDecimals) }},
		{Title: "venue", Width: 7, Drop: 1, Cell: venue,
			CSV:   func(t api.Trade) string { return t.Source },
			Style: func(th *ui.Theme, _ api.Trade) ui.Style { return th.Muted }},
		{Title: "tx", Width: 7, Right: true, Drop: 2,
			Cell: func(t api.Trade) string {
				if t.TxHash == (common.Hash{}) {
					return ui.Unknown
				}
				return format.HashCell(t.TxHash, 7)
			},
			CSV: func(t api.Trade) string { return t.TxHash.Hex() }},
	}
}

// leastSize is the least width of a column of sizes; widen makes it as wide as its widest number,
// so that none is cut.
const leastSize = 6

func widen[R any](t *table.Table[R], rows []R, titles ...string) {
	for i := range t.Columns {
		c := &t.Columns[i]
		if !slices.Contains(titles, c.Title) {
			continue
		}
		c.Width = leastSize
		for _, r := range rows {
			c.Width = max(c.Width, cells.Width(c.Cell(r)))
		}
	}
}

func at(seconds uint64) time.Time { return time.Unix(int64(seconds), 0).UTC() }

func sideMark(buy bool) string {
	if buy {
		return "▲B"
	}
	return "▼S"
}

// setTrades takes the newest trades. The cursor stays on its trade while the pane is in use, and on
// the newest one otherwise.
func (m *Screen) setTrades(list []api.Trade) {
	widen(m.trades, list, "price", "size")
	m.trades.SetRows(m.tape.take(list))
	if len(list) == 0 {
		return
	}
	if !m.HasFocus(paneTrades) {
		m.trades.Select(tradeID(list[0]))
	}
	m.chart.last = list[0].Price
	m.pairs.traded(m.ladder.pair, list[0].Price)
	glyph := "▲"
	if list[0].Side == api.Sell {
		glyph = "▼"
	}
	m.ladder.Last = glyph + m.ladder.Pair.Price(list[0].Price)
}

// setFills takes the account's fills: those of the pair are on the chart, and their transactions
// are told from those of others on the tape.
func (m *Screen) setFills(list []api.Fill) {
	m.fills, m.byMe, m.chart.fills = list, make(map[common.Hash]bool, len(list)), nil
	for _, f := range list {
		m.byMe[f.TxHash] = true
		give, get := f.MakerAsset, f.TakerAsset // of the account
		gave, got := f.MakerAmount, f.TakerAmount
		if f.Maker != m.s.Account.Address {
			give, get, gave, got = get, give, got, gave
		}
		on := book.Fill{At: at(f.Block.Time), Buy: get.Address == m.ladder.pair.Base}
		price := api.Price{Quote: gave, Base: got}
		if !on.Buy {
			give, get, price = get, give, api.Price{Quote: got, Base: gave}
		}
		if get.Address == m.ladder.pair.Base && give.Address == m.ladder.pair.Quote {
			on.Price = m.chart.float(price)
			m.chart.fills = append(m.chart.fills, on)
		}
	}
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
