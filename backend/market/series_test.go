package market

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"bourse/backend/api"
)

// tradesAt makes n trades at random times and prices, in the order of time.
func tradesAt(seed uint64, n int) []api.Trade {
	r := rand.New(rand.NewPCG(seed, 0))
	at := uint64(1_800_000_000)
	list := make([]api.Trade, n)
	for i := range list {
		at += r.Uint64N(400)
		list[i] = api.Trade{
			Time: at, Size: api.NewAmount(1 + r.Uint64N(1000)),
			Price: api.Price{Quote: api.NewAmount(900 + r.Uint64N(200)), Base: api.NewAmount(1000)},
		}
	}
	return list
}

func collect(list []api.Trade) *series {
	s := new(series)
	for _, t := range list {
		s.add(t)
	}
	return s
}

// sum is a candle computed straight from the trades.
func sum(list []api.Trade, start, width uint64) api.Candle {
	c := api.Candle{Start: start}
	for _, t := range list {
		if t.Time < start || t.Time >= start+width {
			continue
		}
		if c.Trades == 0 {
			c.Open, c.High, c.Low = t.Price, t.Price, t.Price
		}
		if t.Price.Cmp(c.High) > 0 {
			c.High = t.Price
		}
		if t.Price.Cmp(c.Low) < 0 {
			c.Low = t.Price
		}
		c.Close, c.Volume, c.Trades = t.Price, c.Volume.Add(t.Size), c.Trades+1
	}
	return c
}

func TestCandlesEqualTheirTrades(t *testing.T) {
	list := tradesAt(7, 3000)
	s := collect(list)
	until := list[len(list)-1].Time
	for _, width := range []uint64{minute, 15 * minute, hour, 4 * hour, day} {
		got := s.candles(width, until, 40)
		if len(got) == 0 || len(got) > 40 || got[len(got)-1].Start != until-until%width {
			t.Fatalf("width %d: %d candles", width, len(got))
		}
		for i, c := range got {
			want := sum(list, c.Start, width)
			if want.Trades == 0 {
				if i > 0 && c.Open != got[i-1].Close {
					t.Errorf("width %d: a quiet candle opens at %v after a close at %v", width,
						c.Open, got[i-1].Close)
				}
				continue
			}
			if !reflect.DeepEqual(c, want) {
				t.Errorf("width %d at %d: got %+v, want %+v", width, c.Start, c, want)
			}
		}
	}
}

func TestCutAndReplayIsTheSame(t *testing.T) {
	list := tradesAt(3, 2500)
	want := collect(list)
	for _, keep := range []int{0, 1, 700, 2499, 2500} {
		s := collect(list)
		at := uint64(1 << 62)
		if keep < len(list) {
			at = list[keep].Time - list[keep].Time%hour
		}
		s.forgetFrom(at)
		for _, trade := range list {
			if trade.Time >= at {
				s.add(trade)
			}
		}
		until := list[len(list)-1].Time
		if !reflect.DeepEqual(s.candles(hour, until, 500), want.candles(hour, until, 500)) ||
			!reflect.DeepEqual(s.newest(10), want.newest(10)) || s.last() != want.last() {
			t.Errorf("keeping %d trades and replaying the rest differs", keep)
		}
	}
}

func TestNewestIsNewestFirst(t *testing.T) {
	list := tradesAt(5, 3*recentTrades)
	got := collect(list).newest(1 << 20)
	if len(got) != recentTrades {
		t.Fatalf("%d trades kept", len(got))
	}
	for i, trade := range got {
		if trade != list[len(list)-1-i] {
			t.Fatalf("trade %d is %+v", i, trade)
		}
	}
}

// Thousands of trades of next to nothing leave those that count in the list, at whatever length.
func TestDustLeavesRoom(t *testing.T) {
	t.Parallel()
	list := tradesAt(5, 3000)
	counted := map[uint]bool{}
	for i := range list {
		list[i].LogIndex = uint(i)
		list[i].Aside = i%100 != 0
		counted[list[i].LogIndex] = !list[i].Aside
	}
	s := collect(list)
	for limit, want := range map[int]int{4: 3, 20: 15, 1000: 30} {
		honest, last := 0, uint(len(list))
		for _, trade := range s.newest(limit) {
			if trade.LogIndex >= last {
				t.Errorf("of %d: trade %d comes after %d", limit, trade.LogIndex, last)
			}
			last = trade.LogIndex
			if counted[last] {
				honest++
			}
		}
		if honest != want {
			t.Errorf("of %d trades in a list %d count, want %d", limit, honest, want)
		}
	}
	if kept := len(s.recent); kept > 2*recentTrades {
		t.Errorf("%d trades are kept", kept)
	}
}
