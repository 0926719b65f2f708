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
