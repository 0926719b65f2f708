package markets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// many is a world with pairs to compare.
func many() *service {
	s := world()
	s.markets[0].BidDepth, s.markets[0].AskDepth = units("26.35", weth), units("29.49", weth)
	s.markets[1].Volume = units("500000", uni)
	s.markets[2].Last = api.Price{Quote: units("0.00245", weth), Base: units("1", uni)}
	s.markets[2].DayAgo = s.markets[2].Last
	return s
}

// TestEscLeavesWhatIsAlone: esc brings the other panes back before it leaves the screen.
func TestEscLeavesWhatIsAlone(t *testing.T) {
	st := newStage(t, world())
	for _, key := range []string{"w", "z"} {
		st.Press(key)
		st.Hides("group 0.50")
		st.Press("esc")
		st.Shows("group 0.50")
	}
}

// TestScreener compares pairs on the whole screen: worths, trend, spread and depth; sorts them,
// marks those without a book, and opens the one that is chosen.
func TestScreener(t *testing.T) {
	st := newStage(t, many())
	st.s.Prices = views.Prices{usdc.Address: {Quote: api.NewAmount(1e18), Base: api.NewAmount(1e6)}}
	st.Press("w")
	st.Advance(time.Second)
	st.Shows("Screener", "volume", "3.3 bps", "$3.64M", "$3.71M", "$79.59k", "$89.07k", "no book",
		"○UNI/USDC", "█")
	st.EveryFrame()
	st.CheckActions()
	st.Goldens("screener")
	row := func(text string) int {
		_, y, ok := st.Find(text)
		if !ok {
			t.Fatalf("no %s:\n%s", text, st.Frame())
		}
		return y
	}
	if row("WETH/USDC") > row("UNI/USDC") {
		t.Error("the order is not the service's")
	}
	st.Press("s", "s", "s") // by pair, by change, by volume
	st.Shows("volume ↑")
	if row("UNI/USDC") > row("WETH/USDC") {
		t.Errorf("the largest volume is not the first:\n%s", st.Frame())
	}
	st.Press("g", "enter")
	st.Shows("Candles", "No orders yet")
	if st.s.Market.Base.Symbol != "UNI" {
		t.Errorf("opened %s", st.s.Market.Base.Symbol)
	}
}

// TestFilterOpensTheFirstMatch: one ⏎ after typing, whatever row the cursor was on; esc drops a
// filter that is kept before it leaves anything.
func TestFilterOpensTheFirstMatch(t *testing.T) {
	st := newStage(t, many())
	st.Press("p", "down", "down", "/")
	st.Type("/usdc")
	st.Press("enter")
	if m := st.s.Market; m.Base.Symbol != "WETH" || m.Quote.Symbol != "USDC" {
		t.Errorf("opened %s/%s", m.Base.Symbol, m.Quote.Symbol)
	}
	st.Press("tab", "tab", "/") // the tape
	st.Shows("/")
	st.Type("3,019")
	st.Press("enter")
	st.Hides("16:41:07")
	st.Press("esc")
	st.Shows("16:41:07")
}

// TestPaletteMovesTheCursorOfThePairs: the list stands on the pair that is shown.
func TestPaletteMovesTheCursorOfThePairs(t *testing.T) {
	st := newStage(t, many())
	st.Press(":")
	st.Type("@uni/usdc")
	st.Press("enter")
	st.Shows("▸○UNI/USDC")
}

// TestLongPricesCutNoChange: the list is as wide as its longest price wants.
func TestLongPricesCutNoChange(t *testing.T) {
	service := many()
	k := &service.markets[2] // of 18 decimals on both sides
	k.Last, k.DayAgo = price("137712345"), price("138300000")
	st := newStage(t, service)
	st.Shows("0.0001377", "▼0.4│")
}

// TestTape tells venues, own trades, and how many came above those in sight; f leaves out what is
// smaller.
func TestTape(t *testing.T) {
	service := many()
	service.trades[1].Source, service.trades[0].Source = "UniswapV3", api.FromOrders
	service.trades[2].Source = api.FromBackfill
	mine := fill(other, "0.35", "3019.5", time.Minute)
	mine.TxHash = service.trades[2].TxHash
	service.own = []api.Fill{mine}
	st := newStage(t, service)
	st.Shows("book", "Uni V3", "past", "◆16:40:05")
	st.Resize(80, 24)
	st.Press("tab", "tab", "down", "down", "down", "down", "down", "down")
	service.set(func() {
		for i := range 3 {
			next := service.trades[0]
			next.Time, next.TxHash = next.Time+1, common.Hash{byte(i), 7}
			service.trades = append([]api.Trade{next}, service.trades...)
		}
	})
	st.Press("r")
	st.Advance(6 * time.Second)
	st.Shows("newer ↑", "16:38:01")
	st.Press("g")
	st.Hides("newer ↑")
	st.Resize(120, 36)
	st.Press("f")
	st.Shows("Trades ≥ 0.840")
	st.Hides("0.350 past")
	st.Press("f")
	st.Hides("Trades ≥")
}

// TestExportsAreData: sides are words, prices have all their digits and no separators.
func TestExportsAreData(t *testing.T) {
	service := many()
	service.trades[0].Price = api.Price{Quote: api.NewAmount(3_012_490_001), Base: units("1", weth)}
	st := newStage(t, service)
	st.Press("tab", "tab", "e", "tab", "e")
	for name, want := range map[string]string{"trades-*.csv": ",BUY,3012.490001,0.84,",
		"my-orders-*.csv": ",SELL,3022,4.1,"} {
		files, err := filepath.Glob(filepath.Join(st.Env.ExportDir, name))
		if err != nil || len(files) != 1 {
			t.Fatalf("%s: %v, %v", name, files, err)
		}
		text, err := os.ReadFile(files[0])
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s (%v):\n%s", name, want, err, text)
		}
	}
}
