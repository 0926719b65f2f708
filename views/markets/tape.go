package markets

import (
	"math/big"
	"strings"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/table"
	"bourse/views/format"
)

// tape is what is shown of the trades.
type tape struct {
	shape format.Pair
	all   []api.Trade // newest first
	least api.Amount  // size of the smallest that is shown; zero shows all
}

// take takes the newest trades and returns those to show.
func (t *tape) take(list []api.Trade) []api.Trade {
	t.all = list
	return t.shown()
}

func (t *tape) shown() []api.Trade {
	if t.least.IsZero() {
		return t.all
	}
	var out []api.Trade
	for _, trade := range t.all {
		if !trade.Size.Less(t.least) {
			out = append(out, trade)
		}
	}
	return out
}

// toggle shows only trades as large as one, or all of them again.
func (t *tape) toggle(like api.Trade) []api.Trade {
	if t.least.IsZero() {
		t.least = like.Size
	} else {
		t.least = api.Amount{}
	}
	return t.shown()
}

func (t *tape) title() string {
	if t.least.IsZero() {
		return "Trades"
	}
	return "Trades ≥ " + t.shape.Size(t.least, api.Down)
}

// newer tells how many trades are above those in sight.
func newer(rows *table.Table[api.Trade]) string {
	n := rows.Above()
	if n == 0 {
		return ""
	}
	return ui.Count(n) + " newer ↑"
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
