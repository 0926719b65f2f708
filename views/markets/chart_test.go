package markets_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/uitest"
)

// TestCrosshairReadsAnyCandle moves over the candles by keys and by mouse: each is told in figures,
// with its time, and stays the same one when a new candle comes.
func TestCrosshairReadsAnyCandle(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.Hides("Nov 21 16:")
	st.Press("tab", "left")
	st.Shows("Nov 21 16:30", "C 3,043.67  V 6.000", "┊", "┄")
	st.Press("left", "left")
	st.Shows("Nov 21 16:00", "O 3,024.00 H 3,032.00 L 3,021.00", "C 3,027.00  V 4.000")
	service.set(func() {
		next := service.candles[len(service.candles)-1]
		next.Start += 900
		service.candles = append(service.candles, next)
	})
	st.Advance(6 * time.Second)
	st.Shows("Nov 21 16:00", "C 3,027.00")
	st.Goldens("crosshair")
	st.Press("end")
	st.Shows("Nov 21 16:45")
	st.Press("home")
	st.Shows("Nov 21 01:45", "O 2,997.00")
	st.Press("esc")
	st.Hides("Nov 21 01:45", "┊")
	x, y, _ := st.Find("└─┬─")
	st.Click(x+10, y-3)
	st.Shows("Nov 21 ", "┊", "┄")
	st.EveryFrame()
}

// TestCrosshairHasAPrice moves it up and down: orders and alerts begin with its price.
func TestCrosshairHasAPrice(t *testing.T) {
	st := newStage(t, world())
	st.Press("tab", "enter")
	if len(st.order.Got) != 0 {
		t.Fatalf("without a crosshair the form got %+v", st.last())
	}
	st.Press("left", "b")
	if got := st.last(); !got.Price.Known() || got.Price.Cmp(price("3043.67")) != 0 {
		t.Errorf("b at the close: %+v", got)
	}
	st.Press("esc", "down", "down", "down", "down", "down", "down", "enter")
	got := st.last()
	if got.Side != api.Buy || got.Price.Cmp(price("3020")) >= 0 {
		t.Errorf("six rows lower: %+v", got)
	}
}

// TestChartTakesTheColumnAndTheScreen: in low windows a chart in use has its column, and z gives it
// everything.
func TestChartTakesTheColumnAndTheScreen(t *testing.T) {
	st := newStage(t, world())
	st.Resize(80, 24)
	st.Shows("Trades")
	st.Press("tab")
	st.Hides("─ Trades")
	st.Shows("WETH/USDC book")
	st.Press("z")
	st.Hides("book ─")
	st.Shows("WETH/USDC · Candles 15m")
	st.EveryFrame()
	st.Resize(80, 24)
	st.Press("left")
	st.Golden("whole")
	st.Press("z")
	st.Shows("WETH/USDC book")
}

// TestOwnTradingIsOnTheChart: fills, open orders and averages.
func TestOwnTradingIsOnTheChart(t *testing.T) {
	service := world()
	service.own = []api.Fill{
		fill(me, "1", "3030", 2*time.Hour), // sold
		fill(other, "1", "3012", 4*time.Hour),
	}
	st := newStage(t, service)
	st.Press("z")
	st.Shows("▲", "▼", "◆", "MA20", "MA50", "•", "·", "┈")
	sold, bought := strings.Count(st.Frame(), "▼"), strings.Count(st.Frame(), "▲")
	service.set(func() { service.own = nil })
	st.Press("r")
	st.Advance(6 * time.Second)
	if s, b := strings.Count(st.Frame(), "▼"), strings.Count(st.Frame(), "▲"); s != sold-1 ||
		b != bought-1 {
		t.Errorf("%d and %d fills left of %d and %d:\n%s", b, s, bought, sold, st.Frame())
	}
	st.Press("a")
	st.Hides("MA20", "•")
}

// fill is one of the account's, which sold where it is the maker and bought where it took.
func fill(maker common.Address, size, at string, ago time.Duration) api.Fill {
	f := api.Fill{ChainID: 1337, Maker: maker, Taker: me, Payer: me,
		MakerAsset: api.Asset{Address: weth.Address}, TakerAsset: api.Asset{Address: usdc.Address},
		MakerAmount: units(size, weth),
		Block:       api.BlockRef{Number: 1200, Time: uint64(uitest.Start.Add(-ago).Unix())},
		TxHash:      common.BytesToHash([]byte(at))}
	f.TakerAmount = price(at).QuoteFor(f.MakerAmount, api.Up)
	return f
}

// TestOneLastPrice: what is read of trades is the last price of the list of pairs and of the day's
// figures too, however late those are read.
func TestOneLastPrice(t *testing.T) {
	service := world()
	st := newStage(t, service)
	<-service.Listening()
	service.set(func() {
		service.trades = append([]api.Trade{{Pair: pair, Side: api.Buy, Price: price("3070"),
			Size: units("0.34", weth), Time: service.trades[0].Time + 20,
			TxHash: common.HexToHash("0xabcd")}}, service.trades...)
	})
	service.Bus.Publish(api.Event{Topic: api.TopicTrade, ChainID: 1337, Key: "a"})
	st.WaitFor("the trade", func() bool {
		st.Advance(50 * time.Millisecond)
		return st.showsAll("▲3,070.00")
	})
	st.Shows("WETH/USDC  3,070.00", "24h high         3,070.00")
	st.Advance(6 * time.Second) // the list is read again, and is older than the trade
	st.Shows("WETH/USDC  3,070.00", "24h high         3,070.00")
}
