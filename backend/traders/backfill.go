package traders

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"bourse/backend/api"
)

// The past that no block holds: trades of the weeks before the first day, and those of that day
// between its blocks. A block for each would take a minute to make.
const (
	backfillDays  = 29
	hourSlots     = 6 // moments of an hour of those weeks at which a market may trade
	minuteSlots   = 3 // moments of a minute of the first day
	hourSteps     = 12
	minuteSteps   = 2
	hourReversion = 400
	hourSize      = 8 // times as large as the trades of a minute are those of an hour
)

// backfill makes up trades, from a random source of its own so that the blocks are the same with
// and without them. give takes them in the order of their times.
type backfill struct {
	*Traders
	rand *rand.Rand
	give func(context.Context, []api.Trade) error
}

// weeks are the trades of the hours before a time, which lead to what the tokens are worth now.
func (b *backfill) weeks(ctx context.Context, until uint64) error {
	const slots = backfillDays * 24 * hourSlots
	now := b.worths()
	path := make([][]int64, slots) // from the newest to the oldest
	for i := range path {
		path[i] = b.worths()
		for _, a := range b.assets {
			a.step(b.rand, hourSteps, hourReversion)
		}
	}
	slices.Reverse(path)
	var made []api.Trade
	for i, worths := range path {
		b.setWorths(worths)
		at := until - uint64(slots-i)*3600/hourSlots
		made = b.tradeAll(made, at, hourSize, i%hourSlots == 0)
	}
	b.setWorths(now)
	return b.give(ctx, made)
}

// minutes are the trades of the minutes between two blocks of the first day. They lead from what
// the tokens were worth at the first to what they are worth now.
func (b *backfill) minutes(ctx context.Context, from uint64, was []int64) error {
	const slots = int(PastBlock/time.Minute) * minuteSlots
	now := b.worths()
	b.setWorths(was)
	var made []api.Trade
	for i := range slots {
		for k, a := range b.assets {
			a.worth += (now[k] - a.worth) / int64(slots-i)
			a.worth += a.worth * a.stepSize * minuteSteps / whole * (b.rand.Int64N(3) - 1)
		}
		b.reprice()
		made = b.tradeAll(made, from+uint64(i)*60/minuteSlots, 1, i%minuteSlots == 0)
	}
	b.setWorths(now)
	return b.give(ctx, made)
}

// tradeAll adds a trade of each market at a time, or of some of them.
func (b *backfill) tradeAll(made []api.Trade, at uint64, times int64, all bool) []api.Trade {
	for i, m := range b.markets {
		chance := 4
		if i == 0 {
			chance = 2
		}
		if !all && b.rand.IntN(chance) > 0 {
			continue
		}
		t := api.Trade{Pair: m.pair, Side: api.Sell, Time: at,
			Size: m.amount(times * (1 + m.size/10 + b.rand.Int64N(m.size)))}
		level := m.fair - m.fair%m.tick
		if b.rand.IntN(2) == 0 {
			t.Side, level = api.Buy, level+m.tick
		}
		t.Price = m.price(max(m.tick, level))
		made = append(made, t)
	}
	return made
}

// worths are what the tokens are worth at the moment.
func (t *Traders) worths() []int64 {
	out := make([]int64, len(t.assets))
	for i, a := range t.assets {
		out[i] = a.worth
	}
	return out
}

func (t *Traders) setWorths(worths []int64) {
	for i, a := range t.assets {
		a.worth = worths[i]
	}
	t.reprice()
}
