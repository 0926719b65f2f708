package demo_test

import (
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/demo"
)

// checkPast asks for the candles of a new network: each of the last day's minutes and of the last
// month's hours has a trade.
func checkPast(t *testing.T, s *demo.Session, markets []api.Market) {
	t.Helper()
	for _, c := range []struct {
		width time.Duration
		n     int
	}{{time.Minute, 1000}, {time.Hour, 30 * 24}} {
		for _, m := range markets[:8] {
			got, err := apitest.On(s, api.LocalChainID).Candles(t.Context(), api.CandleQuery{
				Pair:     api.Pair{Base: m.Base.Address, Quote: m.Quote.Address},
				Interval: c.width, Limit: c.n})
			if err != nil || len(got) < c.n-1 {
				t.Fatalf("%s/%s has %d candles of %s (%v)", m.Base.Symbol, m.Quote.Symbol, len(got),
					c.width, err)
			}
			quiet := 0
			for i, k := range got {
				if k.Trades == 0 {
					quiet++
				}
				if i > 0 && k.Start != got[i-1].Start+uint64(c.width.Seconds()) {
					t.Fatalf("candle %d begins at %d after %d", i, k.Start, got[i-1].Start)
				}
			}
			if quiet > len(got)/50 {
				t.Errorf("%s/%s: %d of %d candles of %s have no trade", m.Base.Symbol,
					m.Quote.Symbol, quiet, len(got), c.width)
			}
		}
	}
}

// checkMade tells trades that no transaction made by their source.
func checkMade(t *testing.T, s *demo.Session, m api.Market) {
	t.Helper()
	list, err := apitest.On(s, api.LocalChainID).Trades(t.Context(),
		api.Pair{Base: m.Base.Address, Quote: m.Quote.Address}, 300)
	if err != nil {
		t.Fatal(err)
	}
	bySource := map[string]int{}
	for i, trade := range list {
		bySource[trade.Source]++
		if (trade.Source == api.FromBackfill) != (trade.TxHash == [32]byte{}) {
			t.Errorf("a trade from %s has the transaction %s", trade.Source, trade.TxHash)
		}
		if i > 0 && trade.Time > list[i-1].Time {
			t.Errorf("trade %d is newer than the one before", i)
		}
	}
	if bySource[api.FromBackfill] == 0 || bySource[api.FromOrders] == 0 {
		t.Errorf("sources %v", bySource)
	}
}
