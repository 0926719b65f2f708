package wallet

import (
	"cmp"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/table"
	"bourse/views/format"
)

// amounts is a column of amounts of many tokens: each with as many digits after the point as the
// width lets it have, marked where that leaves some out, and no whole number cut.
type amounts[R any] struct {
	width  int
	places int // most digits after the point; 0 is mostPlaces
	of     func(R) (sign string, a api.Amount, decimals int, r api.Round)
}

const mostPlaces = 4

// with writes a row with that many digits after the point; what cannot be parted has none.
func (c *amounts[R]) with(row R, places int) string {
	sign, a, decimals, r := c.of(row)
	return sign + format.Digits(a, decimals, min(places, decimals), r)
}

// text is a row in the column's width: a large amount gives up digits after the point, which is
// marked, and then counts in millions.
func (c *amounts[R]) text(row R) string {
	full := c.with(row, cmp.Or(c.places, mostPlaces))
	for places := cmp.Or(c.places, mostPlaces); places >= 0; places-- {
		s := c.with(row, places)
		if trimZeros(s) != trimZeros(full) {
			s += "…"
		}
		if cells.Width(s) <= c.width {
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

func trimZeros(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// exact is a row for a file.
func (c *amounts[R]) exact(row R) string {
	sign, a, decimals, _ := c.of(row)
	if sign == ui.Minus && !a.IsZero() {
		return "-" + a.Units(decimals)
	}
	return a.Units(decimals)
}

func (c *amounts[R]) column(title string) table.Column[R] {
	return table.Column[R]{Title: title, Width: c.width, Right: true, Cell: c.text, CSV: c.exact}
}

// balanceAmounts are the columns of amounts of the balances.
type balanceAmounts struct{ held, claimed, free amounts[balance] }

func newAmounts() *balanceAmounts {
	return &balanceAmounts{
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
	}
}
