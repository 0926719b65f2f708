package wallet

import (
	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views/format"
)

// amounts is a column of amounts of many tokens: as many digits after the point for all of its rows
// as its width lets them have, and no whole number cut.
type amounts[R any] struct {
	width  int
	places int
	of     func(R) (sign string, a api.Amount, decimals int, r api.Round)
}

// An amount has most digits after the point where there is room, and least before its column gives
// it fewer than the other rows.
const (
	mostPlaces  = 4
	leastPlaces = 2
)

// fit chooses the digits after the point that all rows have room for.
func (c *amounts[R]) fit(rows []R) {
	c.places = mostPlaces
	for _, row := range rows {
		for c.places > leastPlaces && cells.Width(c.with(row, c.places)) > c.width {
			c.places--
		}
	}
}

// with writes a row with that many digits after the point; what cannot be parted has none.
func (c *amounts[R]) with(row R, places int) string {
	sign, a, decimals, r := c.of(row)
	return sign + format.Digits(a, decimals, min(places, decimals), r)
}

// text is a row in the column's width: a large amount gives up digits after the point, and then
// counts in millions.
func (c *amounts[R]) text(row R) string {
	for places := c.places; places >= 0; places-- {
		if s := c.with(row, places); cells.Width(s) <= c.width {
			return s
		}
	}
	sign, a, decimals, r := c.of(row)
	text := ""
	for i, unit := range []string{"M", "T"} { // 10^6 and 10^12
		if text = sign + a.Format(decimals+6*(i+1), 0, r) + unit; cells.Width(text) <= c.width {
			break
		}
	}
	return text
}

// exact is a row for a file.
func (c *amounts[R]) exact(row R) string {
	sign, a, decimals, _ := c.of(row)
	if sign != "" {
		sign = "-"
	}
	return sign + a.Units(decimals)
}

func (c *amounts[R]) column(title string) table.Column[R] {
	return table.Column[R]{Title: title, Width: c.width, Right: true, Cell: c.text, CSV: c.exact}
}

// columns are the columns of amounts of the panes.
type columns struct {
	held, claimed, free amounts[balance]
	allowed             amounts[allowance]
	filled              amounts[fill]
	narrow              bool // the names of collections give way to the ids of their NFTs
}

func newColumns() *columns {
	return &columns{
		held: amounts[balance]{width: 12, of: func(b balance) (string, api.Amount, int, api.Round) {
			return "", b.amount, b.token.Decimals, api.Down
		}},
		claimed: amounts[balance]{width: 11,
			of: func(b balance) (string, api.Amount, int, api.Round) {
				return "", b.claimed, b.token.Decimals, api.Up
			}},
		free: amounts[balance]{width: 12, of: func(b balance) (string, api.Amount, int, api.Round) {
			sign, a, r := b.free()
			return sign, a, b.token.Decimals, r
		}},
		allowed: amounts[allowance]{width: 13,
			of: func(a allowance) (string, api.Amount, int, api.Round) {
				return "", a.amount, a.token.Decimals, api.Down
			}},
		filled: amounts[fill]{width: 13, of: func(f fill) (string, api.Amount, int, api.Round) {
			return f.sign(), f.amount, f.base.Decimals, api.Down
		}},
	}
}
