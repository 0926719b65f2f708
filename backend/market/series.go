package market

import (
	"slices"
	"sort"
	"unsafe"

	"bourse/backend/api"
)

// Trades are summed up at two resolutions: minutes for the last two days and hours for the last two
// years. Every longer interval is a sum of one of them.
const (
	minute       = 60
	hour         = 3600
	day          = 24 * hour
	keepMinutes  = 2 * day
	keepHours    = 2 * 366 * day
	recentTrades = 1000
)

// bytes is how much memory a series takes.
func (s *series) bytes() int {
	return cap(s.recent)*int(unsafe.Sizeof(api.Trade{})) +
		(cap(s.minutes)+cap(s.hours))*int(unsafe.Sizeof(api.Candle{}))
}

// series is what is remembered of one pair: the newest trades, and candles at each resolution,
// oldest first.
type series struct {
	recent  []api.Trade
	minutes []api.Candle
	hours   []api.Candle
}

// add appends a trade; trades come in the order of the chain.
func (s *series) add(t api.Trade) {
	if len(s.recent) >= 2*recentTrades {
		kept := s.newest(recentTrades)
		slices.Reverse(kept)
		s.recent = append(s.recent[:0], kept...)
	}
	s.recent = append(s.recent, t)
	if t.Aside {
		return
	}
	s.minutes = addTo(s.minutes, t, minute)
	s.hours = addTo(s.hours, t, hour)
	if first := s.minutes[0].Start; first+2*keepMinutes < t.Time {
		s.minutes = append([]api.Candle(nil), from(s.minutes, t.Time-keepMinutes)...)
	}
	if first := s.hours[0].Start; first+keepHours+30*day < t.Time {
		s.hours = append([]api.Candle(nil), from(s.hours, t.Time-keepHours)...)
	}
}

// forgetFrom forgets everything at or after a time, which must be the start of an hour.
func (s *series) forgetFrom(when uint64) {
	s.minutes = s.minutes[:search(s.minutes, when)]
	s.hours = s.hours[:search(s.hours, when)]
	n := sort.Search(len(s.recent), func(i int) bool { return s.recent[i].Time >= when })
	s.recent = s.recent[:n]
}

func addTo(candles []api.Candle, t api.Trade, width uint64) []api.Candle {
	one := candleOf(t, width)
	if n := len(candles); n > 0 && candles[n-1].Start == one.Start {
		candles[n-1] = merge(candles[n-1], one)
		return candles
	}
	return append(candles, one)
}

// candleOf is the candle of one trade.
func candleOf(t api.Trade, width uint64) api.Candle {
	return api.Candle{Start: t.Time - t.Time%width, Open: t.Price, High: t.Price, Low: t.Price,
		Close: t.Price, Volume: t.Size, Trades: 1}
}

// merge sums up two stretches of trades, a before b, under a's start.
func merge(a, b api.Candle) api.Candle {
	if a.Trades == 0 {
		b.Start = a.Start
		return b
	}
	if b.Trades == 0 {
		return a
	}
	if b.High.Cmp(a.High) > 0 {
		a.High = b.High
	}
	if b.Low.Cmp(a.Low) < 0 {
		a.Low = b.Low
	}
	a.Close, a.Volume, a.Trades = b.Close, a.Volume.Add(b.Volume), a.Trades+b.Trades
	return a
}

func search(candles []api.Candle, start uint64) int {
	return sort.Search(len(candles), func(i int) bool { return candles[i].Start >= start })
}

func from(candles []api.Candle, start uint64) []api.Candle {
	return candles[search(candles, start):]
}

// asideShare is which part of a list those that stand aside may take: trades of next to nothing,
// which anybody can make by the thousand, leave room for the others.
const asideShare = 4

// newest returns up to limit trades, newest first, a quarter of them such that stand aside.
func (s *series) newest(limit int) []api.Trade {
	limit = min(limit, recentTrades)
	aside := (limit + asideShare - 1) / asideShare
	out := make([]api.Trade, 0, min(limit, len(s.recent)))
	for i := len(s.recent) - 1; i >= 0 && len(out) < limit; i-- {
		t := s.recent[i]
		if t.Aside {
			if aside == 0 {
				continue
			}
			aside--
		}
		out = append(out, t)
	}
	return out
}

// candles returns limit candles of the width, the last one holding until. Before the first trade
// there are none.
func (s *series) candles(width, until uint64, limit int) []api.Candle {
	source := s.hours
	if width%hour != 0 {
		source = s.minutes
	}
	if len(source) == 0 {
		return nil
	}
	last := until - until%width
	first := last - min(last, uint64(limit-1)*width)
	i := search(source, first)
	var before api.Candle
	if i > 0 {
		before = source[i-1]
	} else if start := source[0].Start - source[0].Start%width; start > first {
		first = start
	}
	out := make([]api.Candle, 0, limit)
	for start := first; start <= last; start += width {
		c := api.Candle{Start: start}
		for ; i < len(source) && source[i].Start < start+width; i++ {
			c = merge(c, source[i])
		}
		if c.Trades == 0 {
			c = api.Candle{Start: start, Open: before.Close, High: before.Close, Low: before.Close,
				Close: before.Close}
		}
		out, before = append(out, c), c
	}
	return out
}

// dayTo sums up the 24 hours up to now.
func (s *series) dayTo(now uint64) api.Candle {
	c := api.Candle{Start: now - min(now, day)}
	for _, m := range from(s.minutes, c.Start) {
		c = merge(c, m)
	}
	return c
}

// traded is when the newest trade was made, 0 where none is left; of one that is only in the sum of
// its hour, when that began.
func (s *series) traded() uint64 {
	if n := len(s.recent); n > 0 {
		return s.recent[n-1].Time
	}
	if n := len(s.hours); n > 0 {
		return s.hours[n-1].Start
	}
	return 0
}

// last returns the price of the newest trade.
func (s *series) last() api.Price {
	if n := len(s.hours); n > 0 {
		return s.hours[n-1].Close
	}
	return api.Price{}
}
