package uitest

import (
	"fmt"
	"strings"

	"bourse/ui"
	"bourse/ui/table"
)

// Row is a row of PriceTable.
type Row struct {
	ID    string
	Price int
}

// PriceTable is a table with columns of every kind and no rows.
func PriceTable() *table.Table[Row] {
	return table.New(func(r Row) string { return r.ID },
		table.Column[Row]{Title: "pair", Width: 10, Flex: 1,
			Cell: func(r Row) string { return r.ID },
			Less: func(a, b Row) int { return strings.Compare(a.ID, b.ID) }},
		table.Column[Row]{Title: "price", Width: 10, Right: true,
			Cell:  func(r Row) string { return ui.Count(r.Price) },
			Less:  func(a, b Row) int { return a.Price - b.Price },
			Style: func(t *ui.Theme, r Row) ui.Style { return t.Side(r.Price%2 == 0) }},
		table.Column[Row]{Title: "note", Width: 8, Drop: 1,
			Cell: func(Row) string { return "fine" }},
		table.Column[Row]{Title: "age", Width: 5, Right: true, Drop: 2,
			Cell: func(Row) string { return "3s" }})
}

// Rows are n rows with different ids.
func Rows(n int) []Row {
	out := make([]Row, n)
	for i := range out {
		out[i] = Row{fmt.Sprintf("TOK%03d/USDC", i), 1000 + i*37%501}
	}
	return out
}
