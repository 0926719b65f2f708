package markets_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
	"bourse/views/viewtest"
)

func TestGoldens(t *testing.T) {
	st := newStage(t, world())
	st.Goldens("normal")
	st.EveryFrame()
	st.CheckActions()
	st.Press("c", "right", "left", "left")
	st.Goldens("depth")
	st.EveryFrame()
}

func TestEmptyGoldens(t *testing.T) {
	service := world()
	service.book.Asks, service.book.Bids, service.trades, service.candles, service.orders = nil,
		nil, nil, nil, nil
	st := newStage(t, service)
	st.Goldens("empty")
	st.EveryFrame()
	st.Press("c")
	st.Shows("no depth to draw")
	st.EveryFrame()
}

func TestErrorKeepsOldRowsAndSaysSo(t *testing.T) {
	service := world()
	st := newStage(t, service)
	service.set(func() {
		service.fails = api.Errorf(
			api.ChainUnavailable, "the node does not answer")
	})
	st.Advance(time.Second)
	st.Press("r")
	st.Shows("✗ could not read the book: the node does not answer", "0.840", "16:41:07")
	st.Advance(20 * time.Second)
	st.Shows("21s old")
	st.Goldens("error")
	service.set(func() { service.fails = nil })
	st.Advance(6 * time.Second)
	st.Hides("could not read", " old ")
}

func TestFirstAnswerIsAnError(t *testing.T) {
	service := world()
	service.fails = errors.New("boom")
	st := newStage(t, service)
	st.Shows("✗ could n")
	service.set(func() { service.fails = nil })
	st.Advance(6 * time.Second)
	st.Shows("WETH/USDC", "3,020.50")
}

func TestHostileNames(t *testing.T) {
	service := world()
	evil := "\x1b[31mEVIL\u202e漢字" + strings.Repeat("long", 2500)
	service.markets[0].Base.Symbol, service.markets[1].Quote.Symbol = evil, evil
	st := newStage(t, service)
	st.Goldens("hostile")
	st.EveryFrame()
	st.Press("enter")
	st.EveryFrame()
}

func TestChoosesFirstPairAndOthers(t *testing.T) {
	st := newStage(t, world())
	if st.s.Market.Base.Symbol != "WETH" {
		t.Fatalf("the chosen pair is %+v", st.s.Market)
	}
	st.Press("/")
	st.Type("uni/u")
	st.Press("enter")
	if st.s.Market.Base.Symbol != "UNI" || st.s.Market.Quote.Symbol != "USDC" {
		t.Errorf("chose %s/%s", st.s.Market.Base.Symbol, st.s.Market.Quote.Symbol)
	}
	st.Shows("No orders yet. b buys, s sells.")
	st.Resize(80, 24)
	st.Press("p")
	st.Type("weth/usdc")
	st.Press("enter")
	st.Shows("WETH/USDC book", "3,020.00 mid")
	if !strings.Contains(st.WindowTitle, "WETH/USDC 3,020.50") {
		t.Errorf("the window is called %q", st.WindowTitle)
	}
}

func TestFavouritesComeFirst(t *testing.T) {
	st := newStage(t, world())
	st.Press("p", "down", "f")
	_, first, _ := st.Find("UNI/USDC")
	_, second, _ := st.Find("WETH/USDC  3")
	if first >= second {
		t.Errorf("the favourite is in row %d, the other in %d\n%s", first, second, st.Frame())
	}
	st.Shows("★UNI/USDC")
	st.Press("f")
	st.Hides("★")
	// The list that pops up in narrow windows has typing for its filter.
	st.Resize(80, 24)
	st.Press("p", "down", "ctrl+f")
	st.Shows("★  7.4120")
	st.Press("ctrl+f")
	st.Hides("★")
}

func TestFavouritesOutliveTheSession(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	newStageIn(t, world(), folder).Press("p", "down", "f")
	st := newStageIn(t, world(), folder)
	st.Shows("★UNI/USDC")
	st.Press("p", "g", "f")
	newStageIn(t, world(), folder).Hides("★")
}

func TestPaletteGoesToMarket(t *testing.T) {
	st := newStage(t, world())
	st.Press(":")
	st.Type("@uni/usdc")
	st.Press("enter")
	if st.s.Market.Base.Symbol != "UNI" {
		t.Errorf("the palette chose %s", st.s.Market.Base.Symbol)
	}
}

func TestBuyAndSellOpenTheFormWithPriceAndSide(t *testing.T) {
	st := newStage(t, world())
	st.Press("up", "up", "b") // the second ask
	want := views.NewOrder{Pair: pair, Side: api.Buy, Price: price("3021")}
	if got := st.last(); !samePrice(got, want) || st.Root.Active() != views.Order {
		t.Errorf("b sent %+v", got)
	}
	st.Press("esc", "s")
	want.Side = api.Sell
	if got := st.last(); !samePrice(got, want) {
		t.Errorf("s sent %+v", got)
	}
	st.Press("esc")
	st.click("3,018.50") // the third bid: first the cursor, then the form
	if n := len(st.order.Got); n != 2 {
		t.Fatalf("one click sent %+v", st.last())
	}
	st.click("3,018.50")
	if got := st.last(); !samePrice(
		got, views.NewOrder{Pair: pair, Side: api.Buy, Price: price("3018.5")}) {
		t.Errorf("a click sent %+v", got)
	}
}

// last is what the order screen was told last.
func (st *stage) last() views.NewOrder {
	if len(st.order.Got) == 0 {
		return views.NewOrder{}
	}
	m, _ := st.order.Got[len(st.order.Got)-1].(views.NewOrder)
	return m
}

func samePrice(a, b views.NewOrder) bool {
	return a.Pair == b.Pair && a.Side == b.Side && a.Price.Known() && b.Price.Known() &&
		a.Price.Cmp(b.Price) == 0
}

func TestDepthCursorUsesItsPrice(t *testing.T) {
	st := newStage(t, world())
	st.Press("c", "enter")
	st.Press("right", "right", "right", "right", "right", "right", "enter")
	if got := st.last(); got.Side != api.Sell || got.Price.Cmp(price("3020")) <= 0 {
		t.Errorf("above the middle: %+v", got)
	}
	st.Press("esc")
	for range 12 {
		st.Press("left")
	}
	st.Press("enter")
	if got := st.last(); got.Side != api.Buy || got.Price.Cmp(price("3020")) >= 0 {
		t.Errorf("below the middle: %+v", got)
	}
	st.Press("esc", "b")
	if got := st.last(); got.Side != api.Buy || got.Price.Cmp(price("3020")) >= 0 {
		t.Errorf("b at the depth cursor: %+v", got)
	}
}

func TestIntervalsAndZoom(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.Press("i", "i")
	st.Shows("Candles 4h", "[ 4h ]")
	st.ClickOn(" 1d ")
	st.Shows("Candles 1d")
	st.Press("i")
	if got := fmt.Sprint(service.intervals); got != "[15m0s 1h0m0s 4h0m0s 24h0m0s 1m0s]" {
		t.Errorf("asked for candles of %s", got)
	}
	st.Press("{", "{")
	st.Shows("Candles 1m ×4")
	st.Press("}", "}", "}")
	st.Hides("×")
}

func TestEventsAreReadSoonAndNotTooOften(t *testing.T) {
	service := world()
	st := newStage(t, service)
	<-service.Listening()
	before := service.count("book")
	service.set(func() {
		service.book.Asks[0].Size = units("0.5", weth)
		service.trades = append([]api.Trade{
			{Pair: pair, Side: api.Sell, Price: price("3019.5"), Size: units("0.34", weth),
				Time:   service.trades[0].Time + 20,
				TxHash: common.HexToHash("0xabcd")}}, service.trades...)
	})
	for range 50 {
		service.Bus.Publish(api.Event{Topic: api.TopicBook, ChainID: 1337, Key: "a"},
			api.Event{Topic: api.TopicTrade, ChainID: 1337, Key: "a"},
			api.Event{Topic: api.TopicBook, ChainID: 1, Key: "a"})
	}
	st.WaitFor("the book and trade events",
		func() bool {
			st.Advance(50 * time.Millisecond)
			return st.showsAll(
				"0.500     0.500", "16:41:27")
		})
	st.Shows("▼3,019.50")
	if asked := service.count("book") - before; asked > 20 {
		t.Errorf("the book was read %d times", asked)
	}
	held := service.count("book")
	for range 10 { // one reading at once, and one after the pause for all the rest
		st.Press("r")
	}
	st.Advance(99 * time.Millisecond)
	if asked := service.count("book") - held; asked > 1 {
		t.Errorf("read %d times within the pause", asked)
	}
}

func (st *stage) showsAll(texts ...string) bool {
	frame := st.Frame()
	for _, text := range texts {
		if !strings.Contains(frame, text) {
			return false
		}
	}
	return true
}

func TestCursorStaysOnItsPriceLevel(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.Press("down", "down")
	st.Shows("▸B 3,018.50")
	service.set(func() {
		service.book.Bids = append(side(3019.75, 0, func(int) common.Address { return other }, "1"),
			service.book.Bids...)
	})
	st.Advance(6 * time.Second)
	st.Shows("▸B 3,018.50", "3,019.75")
}

func TestFindInBook(t *testing.T) {
	service := world()
	st := newStage(t, service)
	hash := common.HexToHash("0x77c0")
	st.Send(views.FindInBook{Hash: hash})
	st.Shows("▸B 3,019.50") // not there yet
	service.set(func() {
		service.book.Asks[4].Hash = hash
	})
	st.Advance(6 * time.Second)
	st.Shows("▸A 3,022.50")
	st.Press("down")
	st.Advance(6 * time.Second)
	st.Shows("▸A 3,022.00") // found once, left alone after
}

func TestExports(t *testing.T) {
	st := newStage(t, world())
	st.Press("e")
	files, err := filepath.Glob(filepath.Join(st.Env.ExportDir, "book-WETH_USDC-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"side,price,size,sum,orders,of pools", "ask,3020.50,0.84,0.84,1,0",
		"bid,3018.00,5,9.05,1,0"} {
		if !strings.Contains(string(text), line+"\n") {
			t.Errorf("the file lacks %q:\n%s", line, text)
		}
	}
	st.Press("y", "tab", "tab", "y", "e", "tab", "y", "o")
	st.Shows(`"state": "PENDING"`)
	st.Press("esc", "e")
	if len(st.Copied) != 3 || st.Copied[0] != "3019.50" {
		t.Errorf("copied %q", st.Copied)
	}
	for _, name := range []string{"trades-*.csv", "my-orders-*.csv"} {
		if files, _ := filepath.Glob(filepath.Join(st.Env.ExportDir, name)); len(files) != 1 {
			t.Errorf("%s: %v", name, files)
		}
	}
}

func TestOwnOrdersOpenOnTheirScreen(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.Press("tab", "tab", "tab", "down", "enter")
	want := views.ShowOrder{Hash: service.orders[1].Hash}
	if len(st.orders.Got) != 1 || st.orders.Got[0] != tea.Msg(want) {
		t.Errorf("told %+v", st.orders.Got)
	}
}

func TestAnotherAccount(t *testing.T) {
	st := newStage(t, world())
	st.Shows("◆", "My orders · WETH/USDC")
	account, err := st.s.Wallet.Find("dev1")
	if err != nil {
		list := st.s.Wallet.List()
		account = list[1]
	}
	st.s.Account = account
	st.Send(views.AccountChanged{})
	st.Shows("None here")
	st.Hides("◆A", "◆B")
}

func TestRandomKeysNeverBreakTheFrame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		st := newStage(t, world())
		st.Fuzz(seed, 250)
	}
}

func BenchmarkFrame(b *testing.B) {
	service := world()
	var sizes []string
	for i := range 300 {
		sizes = append(sizes, fmt.Sprint(1+i%9))
	}
	service.book.Asks, service.book.Bids = side(3020.5, 0.5, nobodyMine, sizes...),
		side(3019.5, -0.5, nobodyMine, sizes...)
	st := newStage(b, service)
	b.Run("depth", st.Bench)
	st.Press("c")
	b.Run("candles", st.Bench)
}

// Where few orders rest the pools' depth stands among them, marked, with sums over both; ⏎ on a
// level of pools goes on to a swap of that much, on one of orders to the orders.
func TestPoolsStandInAThinBook(t *testing.T) {
	w := world()
	w.book.Asks, w.book.Bids = w.book.Asks[:1], nil // 3,020.5
	level := func(at, size string) api.PoolLevel {
		return api.PoolLevel{Price: price(at), Size: units(size, weth)}
	}
	w.OnPoolDepth = func(context.Context, uint64, api.Pair) (api.PoolDepth, error) {
		return api.PoolDepth{Asks: []api.PoolLevel{level("3020", "2"), level("3025", "8")},
			Bids: []api.PoolLevel{level("3010", "3")}}, nil
	}
	swap := &viewtest.Beside{Name: views.Swap}
	st := newStage(t, w, swap)
	st.Shows("orders and ○ pools", "mid 3,015.00", "▸ B   3,010.00    3.000     3.000   ○",
		"swap 3.000 WETH")
	st.Press("G", "up", "up")
	st.Shows("A   3,025.00    8.000    10.840   ○", "A   3,020.50    0.840     2.840   1")
	st.Press("enter")
	if len(swap.Got) == 0 {
		t.Fatal("enter did not lead to the swap")
	}
	want := views.NewSale{Src: usdc, Dest: weth, Amount: "32777.22"} // of pools and the order
	if m, _ := swap.Got[len(swap.Got)-1].(views.NewSale); m != want {
		t.Errorf("the swap was told %+v", m)
	}
	st.Press("1", "down", "enter")
	st.Shows("Asks to 3,020.50")
}

// Watchlists have names and the order of a person's hand, and outlive the session.
func TestWatchlists(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	st := newStageIn(t, world(), folder)
	st.Press("p", "down", "F")
	st.Shows("a new name makes a list")
	st.Type("0x1")
	st.Press("enter")
	st.Shows("make list 0x1: a name does not begin like an address")
	st.Press("backspace", "backspace", "backspace")
	st.Type("majors")
	st.Hides("favourites")
	st.Shows("make list majors")
	st.Press("enter")
	st.Shows("UNI/USDC is on the list majors")
	st.Press("up", "F")
	st.Type("majors") // there is no second one of the name
	st.Hides("make list")
	st.Press("enter")
	st.Press("L")
	st.Shows("2 pairs")
	st.Type("majors")
	st.Press("enter")
	above := func(first, second string) {
		t.Helper()
		_, one, _ := st.Find(first)
		_, other, _ := st.Find(second)
		if st.Shows("★ majors"); one >= other {
			t.Errorf("%s is in row %d, %s in %d\n%s", first, one, second, other, st.Frame())
		}
	}
	above("★UNI/USDC", "★WETH/USDC")
	st.Press("g", "alt+down")
	above("★WETH/USDC", "★UNI/USDC")
	st = newStageIn(t, world(), folder)
	above("★WETH/USDC", "★UNI/USDC")
	st.Press("p", "g", "alt+up") // it is the first already
	above("★WETH/USDC", "★UNI/USDC")
	st.Press("f") // off the list that is shown
	st.Hides("★WETH/USDC")
	st.Resize(80, 24)
	st.Press("L")
	st.Type("all")
	st.Press("enter")
	st.Resize(120, 36)
	st.Hides("★")
	st.Press("L")
	st.Type("later ")
	st.Press("enter")
	st.Shows("★ later", "★WETH/USDC", "WETH/USDC is on the list later")
	st.Hides("UNI/USDC")
}
