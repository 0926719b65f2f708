package book

import (
	"math"

	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

// Level is the orders of one side whose prices fall on one step of the ladder. Sums run from the
// best level to this one.
type Level struct {
	Ticks   api.Amount // the price in ticks, on the step: asks rounded up, bids down
	Size    api.Amount
	Cost    api.Amount // quote units for the whole size: asks rounded up, bids down
	SumSize api.Amount
	SumCost api.Amount
	Mine    bool
	Orders  []api.BookOrder

	Pools    api.Amount // of the size, what pools trade
	PoolCost api.Amount // of the cost
}

// maxLevels bounds what one side of a ladder holds.
const maxLevels = 400

// Group makes levels of one side of a book, best first as the book is. step is the width of a level
// in ticks; mine tells the user's own orders.
func Group(p format.Pair, orders []api.BookOrder, asks bool, step int64,
	mine func(api.BookOrder) bool) []Level {
	out := make([]Level, 0, min(len(orders), maxLevels))
	width := uint64(max(1, step))
	start := 0
	for i := range orders {
		o := &orders[i]
		ticks := onStep(p.Ticks(o.Price, !asks), width, asks)
		if n := len(out); n == 0 || out[n-1].Ticks != ticks {
			if n == maxLevels {
				break
			}
			l := Level{Ticks: ticks}
			if n > 0 {
				l.SumSize, l.SumCost = out[n-1].SumSize, out[n-1].SumCost
			}
			out, start = append(out, l), i
		}
		l := &out[len(out)-1]
		cost := o.Price.QuoteFor(o.Size, rounding(asks))
		l.Size, l.SumSize = l.Size.Add(o.Size), l.SumSize.Add(o.Size)
		l.Cost, l.SumCost = l.Cost.Add(cost), l.SumCost.Add(cost)
		l.Mine = l.Mine || mine != nil && mine(*o)
		l.Orders = orders[start : i+1]
	}
	return out
}

// rounding is against whoever takes: what is paid for asks is rounded up, what bids pay down.
func rounding(asks bool) api.Round {
	if asks {
		return api.Up
	}
	return api.Down
}

// onStep moves a price to a multiple of the step, away from the other side.
func onStep(ticks api.Amount, step uint64, up bool) api.Amount {
	if step == 1 {
		return ticks
	}
	var rest uint256.Int
	rest.Mod(ticks.U256(), uint256.NewInt(step))
	if rest.IsZero() {
		return ticks
	}
	ticks = ticks.Sub(api.AmountOf(&rest))
	if up {
		ticks = ticks.Add(api.NewAmount(step))
	}
	return ticks
}

// steps are the level widths to choose from, in ticks: 1, 2, 5, 10, 20 …
var steps = [...]int64{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000,
	100000}

// grid is on which steps the prices of a book stand, in ticks.
type grid struct {
	finest int64 // all of them
	tick   int64 // nearly all of them: the market's own
}

// gridOf looks at the orders near the best prices. A step is at most a thousandth of them, since a
// few orders at round prices tell nothing of a market.
func gridOf(p format.Pair, asks, bids []api.BookOrder) grid {
	const near, nearly = 100, 0.9
	asks, bids = asks[:min(len(asks), near)], bids[:min(len(bids), near)]
	on, best := [len(steps)]int{}, math.Inf(1)
	for i, side := range [][]api.BookOrder{asks, bids} {
		for _, o := range side {
			ticks := p.Ticks(o.Price, i == 1)
			best = min(best, ticks.Float())
			for j, s := range steps {
				if onStep(ticks, uint64(s), false) == ticks {
					on[j]++
				}
			}
		}
	}
	g, n := grid{1, 1}, len(asks)+len(bids)
	for j, s := range steps {
		if n == 0 || float64(s) > best/1000 {
			break
		}
		if on[j] == n {
			g.finest = s
		}
		if float64(on[j]) >= nearly*float64(n) {
			g.tick = s
		}
	}
	return g
}

// widths are the widths of levels to choose from.
func (g grid) widths() []int64 {
	finest, tick := max(1, g.finest), max(1, g.tick)
	out := []int64{finest}
	for _, s := range steps {
		if s > finest && s%tick == 0 {
			out = append(out, s)
		}
	}
	return out
}

// Average is the mean price of sweeping the book down to the level, as a label.
func (l Level) Average(p format.Pair) string {
	return p.Price(api.Price{Quote: l.SumCost, Base: l.SumSize})
}

// spread is the middle of the best prices of both sides and the distance between them, in ticks as
// the pair shows them however the levels are grouped, with the distance in basis points for the
// label.
func spread(p format.Pair, bestBid, bestAsk api.Price) (middle, gap string, bps float64,
	ok bool) {
	if !bestBid.Known() || !bestAsk.Known() {
		return "", "", 0, false
	}
	bid, ask, sign := p.Ticks(bestBid, true), p.Ticks(bestAsk, false), 1.0
	sum, width := bid.Add(ask), ask.Sub(bid)
	if ask.Less(bid) {
		width, sign = bid.Sub(ask), -1
	}
	if !sum.IsZero() {
		bps = sign * width.Float() / sum.Float() * 20000
	}
	gap = p.TickText(width)
	if sign < 0 {
		gap = ui.Minus + gap
	}
	return p.TickText(sum.MulDiv(api.NewAmount(1), api.NewAmount(2))), gap, bps, true
}
