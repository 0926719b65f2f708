package book

import (
	"strconv"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/format"
)

// PoolMark marks levels in which pools trade.
const PoolMark = "○"

// SetPools puts the depth of pools into the ladder, best first, beside the orders of the next
// SetBook; without levels there are orders alone.
func (l *Ladder) SetPools(asks, bids []api.PoolLevel) { l.askPools, l.bidPools = asks, bids }

// withPools puts the levels of pools among those of orders, and sums over both.
func withPools(p format.Pair, orders []Level, pools []api.PoolLevel, asks bool,
	step int64) []Level {
	if len(pools) == 0 {
		return orders
	}
	out := make([]Level, 0, len(orders)+len(pools))
	for _, l := range pools {
		ticks := onStep(p.Ticks(l.Price, !asks), uint64(max(1, step)), asks)
		for len(orders) > 0 && (orders[0].Ticks == ticks || orders[0].Ticks.Less(ticks) == asks) {
			out, orders = append(out, orders[0]), orders[1:]
		}
		if n := len(out); n == 0 || out[n-1].Ticks != ticks {
			out = append(out, Level{Ticks: ticks})
		}
		at, cost := &out[len(out)-1], l.Price.QuoteFor(l.Size, rounding(asks))
		at.Size, at.Pools = at.Size.Add(l.Size), at.Pools.Add(l.Size)
		at.Cost, at.PoolCost = at.Cost.Add(cost), at.PoolCost.Add(cost)
	}
	out = append(out, orders...)
	out = out[:min(len(out), maxLevels)]
	var size, cost api.Amount
	for i := range out {
		size, cost = size.Add(out[i].Size), cost.Add(out[i].Cost)
		out[i].SumSize, out[i].SumCost = size, cost
	}
	return out
}

// count is the number of orders of a level, with the mark of pools.
func (l Level) count() string {
	switch {
	case l.Pools.IsZero():
		return strconv.Itoa(len(l.Orders))
	case len(l.Orders) == 0:
		return PoolMark
	}
	return strconv.Itoa(len(l.Orders)) + PoolMark
}

// byPools tells whether pools alone trade on a level.
func (l Level) byPools() bool { return len(l.Orders) == 0 && !l.Pools.IsZero() }

// Swap is what trading with orders and pools down to the cursor comes to, where the cursor is on a
// level of pools alone.
func (l *Ladder) Swap() (level Level, ask, ok bool) {
	level, ask, ok = l.Cursor()
	return level, ask, ok && level.byPools()
}

// top is the best price of a side.
func (l *Ladder) top(ask bool) (best api.Price) {
	orders, pools := l.bidOrders, l.bidPools
	if ask {
		orders, pools = l.askOrders, l.askPools
	}
	if len(orders) > 0 {
		best = orders[0].Price
	}
	if len(pools) > 0 && (!best.Known() || pools[0].Price.Cmp(best) < 0 == ask) {
		best = pools[0].Price
	}
	return best
}

// PoolWords explain the mark.
func PoolWords() ui.Word {
	return ui.Word{Term: PoolMark, Means: "pools trade that much up to this price, fees " +
		"included; they are shown where few orders rest, and ⏎ swaps down to there"}
}
