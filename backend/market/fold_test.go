package market

import (
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// openOn opens the markets of a network with smaller bounds than the real ones.
func openOn(t *testing.T, s *store.Store, chainID uint64, most tally, listed ...api.Pair) *Markets {
	t.Helper()
	m, err := Open(nil, s, Config{ChainID: chainID, Listed: listed}, nil, nil, &api.Bus{})
	if err != nil {
		t.Fatal(err)
	}
	m.most = most
	return m
}

// countOf counts what a network has in the store.
func countOf(t *testing.T, s *store.Store, chainID uint64) (n tally) {
	t.Helper()
	err := s.View(func(tx *store.Tx) error {
		if err := trades.Scan(tx, chainRange(chainID, 0, false),
			func(tradeKey, api.Trade) error { n.trades++; return nil }); err != nil {
			return err
		}
		return hours.Scan(tx, hoursFrom(chainID, 0),
			func(hourKey, api.Candle) error { n.hours++; return nil })
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// hourly sums trades up by the hour, as a chart of the hours from one on must show them.
func hourly(made []api.Trade, p api.Pair, first uint64) (list []api.Candle) {
	for _, t := range made {
		start := t.Time / hour * hour
		if t.Pair != p || start < first {
			continue
		}
		if len(list) == 0 || list[len(list)-1].Start != start {
			list = append(list,
				api.Candle{Start: start, Open: t.Price, High: t.Price, Low: t.Price})
		}
		c := &list[len(list)-1]
		if t.Price.Cmp(c.High) > 0 {
			c.High = t.Price
		}
		if t.Price.Cmp(c.Low) < 0 {
			c.Low = t.Price
		}
		c.Close, c.Volume, c.Trades = t.Price, c.Volume.Add(t.Size), c.Trades+1
	}
	return list
}

// However long a network runs, its trades take a bounded part of the store: the charts of hours,
// also after a restart and a reorganisation, show what those would that forgot nothing.
func TestTradesInTheStoreAreBounded(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "bourse.db")
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	most, listed := tally{600, 200}, pairOf(1<<30)
	m := openOn(t, s, 7, most, listed)
	other := openOn(t, s, 8, most)
	random := rand.New(rand.NewPCG(1, 2))
	now, one := uint64(1_700_000_000), api.NewAmount(1)
	if err := other.Backfill(1, []api.Trade{{Pair: listed, Time: now, Size: one,
		Price: api.Price{Quote: one, Base: one}}}); err != nil {
		t.Fatal(err)
	}
	var made []api.Trade
	for block := range uint64(40) {
		var batch []api.Trade
		for range 150 {
			now += random.Uint64N(4 * minute)
			p := listed
			if random.IntN(8) == 0 { // anybody makes tokens
				p = pairOf(random.IntN(5))
			}
			batch = append(batch, api.Trade{Pair: p, Time: now,
				Size: api.NewAmount(1 + random.Uint64N(9)), TxHash: common.Hash{1},
				Price: api.Price{Quote: api.NewAmount(900 + random.Uint64N(200)), Base: one}})
		}
		if err := m.Backfill(block, batch); err != nil {
			t.Fatal(err)
		}
		made = append(made, batch...)
		if n := countOf(t, s, 7); n.trades > most.trades || n.hours > most.hours || n != m.have {
			t.Fatalf("block %d: the store has %+v of %+v, %+v are told", block, n, most, m.have)
		}
	}
	if n := countOf(t, s, 8); n.trades != 1 {
		t.Errorf("the other network has %+v left", n)
	}
	same := func(what string, m *Markets, made []api.Trade) {
		t.Helper()
		oldest := uint64(0)
		if err := s.View(func(tx *store.Tx) error {
			return hours.Scan(tx, hoursFrom(7, 0), func(k hourKey, _ api.Candle) error {
				oldest = k.start + hour // the oldest hour may have lost some of its pairs
				return store.ErrStop
			})
		}); err != nil {
			t.Fatal(err)
		}
		want := hourly(made, listed, oldest)
		got, err := m.Candles(t.Context(), api.CandleQuery{Pair: listed, Interval: time.Hour,
			Limit: maxCandles})
		if err != nil {
			t.Fatal(err)
		}
		got = slices.DeleteFunc(got, func(c api.Candle) bool {
			return c.Trades == 0 ||
				c.Start < oldest
		})
		if len(want) < 50 || len(got) != len(want) {
			t.Fatalf("%s: there are %d hours, %d must be", what, len(got), len(want))
		}
		for i := range want {
			if !reflect.DeepEqual(got[i], want[i]) {
				t.Errorf("%s: an hour is\n%+v\nand must be\n%+v", what, got[i], want[i])
			}
		}
	}
	same("as it ran", m, made)
	m = openOn(t, s, 7, most, listed)
	same("after a restart", m, made)
	if m.have != countOf(t, s, 7) {
		t.Errorf("a start counts %+v", m.have)
	}
	// an hour that is partly summed up already loses its newest trades to a reorganisation
	last := made[len(made)-150-1]
	m.most.trades = 160
	if err := m.update(func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := m.Rollback(t.Context(), api.BlockRef{Number: 38, Time: last.Time}); err != nil {
		t.Fatal(err)
	}
	same("after a reorganisation", m, made[:len(made)-150])
	// what is older than any chart goes with age alone
	m.now += maxAge + hour
	if err := m.update(func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if n := countOf(t, s, 7); n != (tally{}) || m.have != n {
		t.Errorf("after two years the store has %+v, %+v are told", n, m.have)
	}
}

// FuzzHours decodes any bytes as the key of an hour: what is accepted is written back as it was.
func FuzzHours(f *testing.F) {
	f.Add(hourKeys{}.AppendKey(nil, hourKey{7, hour, pairOf(3)}))
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		if k, err := (hourKeys{}).DecodeKey(b); err == nil &&
			!slices.Equal(hourKeys{}.AppendKey(nil, k), b) {
			t.Fatalf("%x became %+v", b, k)
		}
	})
}
