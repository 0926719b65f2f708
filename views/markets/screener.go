package markets

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/table"
)

// trendHours is how far the trends reach back.
const trendHours = 24

// trends reads the closes of the last day's hours of every pair.
func (q question) trends(ctx context.Context) (map[api.Pair][]float64, error) {
	markets, err := q.exchange.Markets(ctx)
	if err != nil {
		return nil, err
	}
	out := make(map[api.Pair][]float64, len(markets))
	for _, k := range markets {
		pair := api.Pair{Base: k.Base.Address, Quote: k.Quote.Address}
		list, err := q.exchange.Candles(ctx, api.CandleQuery{Pair: pair,
			Interval: time.Hour, Limit: trendHours})
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			out[pair] = append(out[pair], c.Close.Float(k.Base.Decimals, k.Quote.Decimals))
		}
	}
	return out, nil
}

// trend is the day as a line of bars between its lowest and its highest close.
func (m *pairsPane) trend(p pairRow) string {
	closes := m.trends[p.pair()]
	if len(closes) == 0 {
		return ui.Unknown
	}
	low := closes[0]
	for _, c := range closes {
		low = min(low, c)
	}
	above := make([]float64, len(closes))
	for i, c := range closes {
		above[i] = c - low
	}
	return ui.Sparkline(above, trendHours)
}

// poolsOnly tells whether a pair has a price but no orders.
func (p pairRow) poolsOnly() bool {
	return p.Last.Known() && !p.BestBid.Known() && !p.BestAsk.Known()
}

// spread is how far the best prices are apart, in basis points of their middle.
func (p pairRow) spread() (bps float64, ok bool) {
	if !p.BestBid.Known() || !p.BestAsk.Known() {
		return 0, false
	}
	bid := p.BestBid.Float(p.Base.Decimals, p.Quote.Decimals)
	ask := p.BestAsk.Float(p.Base.Decimals, p.Quote.Decimals)
	return (ask - bid) / (ask + bid) * 20_000, true
}

// usd is what an amount of the base is worth: a figure to compare pairs by.
func (m *pairsPane) usd(p pairRow, n api.Amount) (usd float64, ok bool) {
	price := m.s.Prices[p.Quote.Address]
	if !price.Known() || !p.Last.Known() {
		return 0, false
	}
	quote := p.Last.QuoteFor(n, api.Down)
	return price.QuoteFor(quote, api.Down).Float() / 1e18, true
}

// short writes dollars in three digits or so: "$8.03M".
func short(usd float64, ok bool) string {
	if !ok {
		return ui.Unknown
	}
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "B"}, {1e6, "M"}, {1e3, "k"}} {
		if usd >= unit.size {
			return "$" + strconv.FormatFloat(usd/unit.size, 'f', 2, 64) + unit.name
		}
	}
	return "$" + strconv.FormatFloat(usd, 'f', 2, 64)
}

// figure is a column of the screener that is sorted by a number, the largest first.
func figure(title string, w, drop int, of func(pairRow) (float64, bool),
	text func(float64, bool) string) table.Column[pairRow] {
	return table.Column[pairRow]{Title: title, Width: w, Drop: drop, Right: true,
		Cell: func(p pairRow) string { return text(of(p)) },
		CSV: func(p pairRow) string {
			if v, ok := of(p); ok {
				return strconv.FormatFloat(v, 'f', -1, 64)
			}
			return ""
		},
		Less: func(a, b pairRow) int {
			x, okX := of(a)
			y, okY := of(b)
			switch {
			case okX != okY && okX, x > y:
				return -1
			case okX != okY, x < y:
				return 1
			}
			return 0
		}}
}

// screenerColumns are those that the list of pairs has where there is room.
func (m *pairsPane) screenerColumns() []table.Column[pairRow] {
	depth := func(of func(pairRow) api.Amount) func(pairRow) (float64, bool) {
		return func(p pairRow) (float64, bool) {
			if _, ok := p.spread(); !ok {
				return 0, false
			}
			return m.usd(p, of(p))
		}
	}
	gap := func(bps float64, ok bool) string {
		if !ok {
			return "no book"
		}
		return fmt.Sprintf("%.1f bps", bps)
	}
	return []table.Column[pairRow]{
		{Title: "24h", Width: trendHours, Drop: 4, Cell: m.trend,
			CSV: func(pairRow) string { return "" },
			Style: func(t *ui.Theme, p pairRow) ui.Style {
				style, _ := t.Change(p.sign())
				return style
			}},
		figure("volume", 9, 1,
			func(p pairRow) (float64, bool) { return m.usd(p, p.Volume) }, short),
		figure("spread", 9, 2, pairRow.spread, gap),
		figure("bids 1%", 9, 3, depth(func(p pairRow) api.Amount { return p.BidDepth }), short),
		figure("asks 1%", 9, 3, depth(func(p pairRow) api.Amount { return p.AskDepth }), short),
	}
}
