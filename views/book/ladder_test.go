package book_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/headless"
	"bourse/ui/uitest"
	"bourse/views/book"
)

// TestGroupBook compares levels with sums over the orders, in big integers.
func TestGroupBook(t *testing.T) {
	pair := pair()
	rapid.Check(t, func(t *rapid.T) {
		asks := rapid.Bool().Draw(t, "asks")
		step := rapid.SampledFrom([]int64{1, 5, 50, 1000}).Draw(t, "step")
		var orders []api.BookOrder
		for range rapid.IntRange(0, 30).Draw(t, "n") {
			orders = append(orders, api.BookOrder{
				Price: api.Price{Quote: api.NewAmount(rapid.Uint64Range(1, 1<<40).Draw(t, "quote")),
					Base: api.NewAmount(rapid.Uint64Range(1<<50, 1<<60).Draw(t, "base"))},
				Size:  api.NewAmount(rapid.Uint64Range(0, 1<<62).Draw(t, "size")),
				Maker: common.Address{byte(rapid.IntRange(0, 3).Draw(t, "maker"))}})
		}
		slices.SortStableFunc(orders, func(a, b api.BookOrder) int {
			if asks {
				return a.Price.Cmp(b.Price)
			}
			return b.Price.Cmp(a.Price)
		})
		mine := func(o api.BookOrder) bool { return o.Maker[0] == 1 }
		levels := book.Group(pair, orders, asks, step, mine)
		size, cost, count := new(big.Int), new(big.Int), 0
		for i, l := range levels {
			if new(big.Int).Mod(l.Ticks.Big(), big.NewInt(step)).Sign() != 0 {
				t.Fatalf("level %s is off the step %d", l.Ticks, step)
			}
			if i > 0 && (l.Ticks.Cmp(levels[i-1].Ticks) > 0) != asks {
				t.Fatalf("levels out of order at %d", i)
			}
			own := false
			for _, o := range l.Orders {
				count++
				size.Add(size, o.Size.Big())
				product := new(big.Int).Mul(o.Size.Big(), o.Price.Quote.Big())
				q, rest := new(big.Int).QuoRem(product, o.Price.Base.Big(), new(big.Int))
				if asks && rest.Sign() > 0 {
					q.Add(q, big.NewInt(1)) // what is paid rounds up
				}
				cost.Add(cost, q)
				own = own || mine(o)
				// The level's price is never better than the order's.
				exact := new(big.Int).Mul(o.Price.Quote.Big(), big.NewInt(1e14))
				levelled := new(big.Int).Mul(l.Ticks.Big(), o.Price.Base.Big())
				if c := levelled.Cmp(exact); asks && c < 0 || !asks && c > 0 {
					t.Fatalf("level %s flatters an order", text(l))
				}
			}
			if own != l.Mine || l.SumSize.Big().Cmp(size) != 0 || l.SumCost.Big().Cmp(cost) != 0 {
				t.Fatalf("level %d: mine %v sum %s cost %s, want %v %s %s", i, l.Mine, l.SumSize,
					l.SumCost, own, size, cost)
			}
		}
		if count != len(orders) {
			t.Fatalf("%d of %d orders are in levels", count, len(orders))
		}
	})
}

// text is the price of a level as shown.
func text(l book.Level) string { return pair().TickText(l.Ticks) }

func newLadder(env *ui.Env) *book.Ladder {
	l := book.NewLadder(pair())
	l.Mine = func(o api.BookOrder) bool { return o.Hash[0] == 3 }
	l.SetBook(env, bookOrders(40, true), bookOrders(40, false))
	return l
}

func TestLadderCursorAndSweep(t *testing.T) {
	env := newEnv()
	l := newLadder(env)
	drawn := func() string {
		return strings.Join(
			uitest.Lines(l.Draw(env, cells.Box{W: 48, H: 30}, true)), "\n")
	}
	if v, ask, _ := l.Cursor(); ask || text(v) != "3,019.50" {
		t.Errorf("the cursor starts at the best bid, not %s", text(v))
	}
	l.Move(3)
	got := drawn()
	for _, want := range []string{
		"▸◆B   3,018.00    1.200     3.000   1", "▸B 3,018.00 → sweep 1.800 ETH     avg 3,018.83",
		"mid 3,020.00  spread 1.00 · 3.3bps", "bids 50%"} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
	l.Move(-4)
	if v, ask, _ := l.Cursor(); !ask || text(v) != "3,020.50" {
		t.Errorf("across the spread to %s", text(v))
	}
	l.Move(-100)
	if v, _, _ := l.Cursor(); text(v) != "3,040.00" ||
		!strings.Contains(drawn(), "▸ A   3,040.00") {
		t.Errorf("the window follows the cursor to %s:\n%s", text(v), drawn())
	}
	// New orders in front do not move the cursor off its price.
	l.Move(100)
	was, _, _ := l.Cursor()
	better := bookOrders(40, false)
	better[0].Price.Quote = api.NewAmount(301_990_000)
	l.SetBook(env, bookOrders(40, true), better)
	if v, _, _ := l.Cursor(); text(v) != text(was) {
		t.Errorf("the cursor went from %s to %s", text(was), text(v))
	}
}

func TestLadderGrouping(t *testing.T) {
	env := newEnv()
	l := newLadder(env)
	l.SetStep(500)
	asks, bids := l.Levels()
	if l.Group() != "5.00" || text(asks[0]) != "3,025.00" || len(asks[0].Orders) != 10 ||
		text(bids[0]) != "3,015.00" || len(bids[0].Orders) != 10 {
		t.Errorf("group %s: asks from %s (%d), bids from %s (%d)", l.Group(), text(asks[0]),
			len(asks[0].Orders), text(bids[0]), len(bids[0].Orders))
	}
	for _, a := range l.Actions("") {
		if a.ID == "finer" {
			a.Run()
		}
	}
	if l.Group() != "2.00" {
		t.Errorf("group %s", l.Group())
	}
}

// TestSpreadIsOfTheBestPrices: however coarse the levels are, middle and spread are those of the
// best orders.
func TestSpreadIsOfTheBestPrices(t *testing.T) {
	t.Parallel()
	env := newEnv()
	l := newLadder(env)
	l.SetStep(2000)
	got := strings.Join(uitest.Lines(l.Draw(env, cells.Box{W: 48, H: 30}, true)), "\n")
	if want := "mid 3,020.00  spread 1.00 · 3.3bps"; !strings.Contains(got, want) {
		t.Errorf("want %q in\n%s", want, got)
	}
	if mid, ok := l.Mid(); !ok || mid != "3,020.00" {
		t.Errorf("mid %s %v", mid, ok)
	}
}

// A book whose best bid is not below its best ask says so, in tall and in low windows.
func TestACrossedBookSaysSo(t *testing.T) {
	t.Parallel()
	env := newEnv()
	for spread, crossed := range map[int]bool{1: false, 0: true, -1: true} {
		l := newLadder(env)
		bids := bookOrders(40, false)
		for i := range bids { // the best ones are 3,019.50, and 3,020.50 of the asks
			bids[i].Price.Quote = bids[i].Price.Quote.Add(api.NewAmount(uint64(1-spread) * 1e5))
		}
		l.SetBook(env, bookOrders(40, true), bids)
		for _, h := range []int{18, 30} {
			got := strings.Join(uitest.Lines(l.Draw(env, cells.Box{W: 48, H: h}, true)), "\n")
			if strings.Contains(got, "! crossed") != crossed {
				t.Errorf("a spread of %d, %d rows:\n%s", spread, h, got)
			}
		}
	}
}

func TestLadderUnits(t *testing.T) {
	env := newEnv()
	l := newLadder(env)
	l.Value = func(quote api.Amount) string { return "$" + quote.Format(6, 0, api.Down) }
	var cycle []string
	for range 4 {
		head := uitest.Lines(l.Draw(env, cells.Box{W: 60, H: 30}, true))
		cycle = append(cycle, strings.TrimSpace(head[0][strings.Index(head[0], "Σ"):]))
		for _, a := range l.Actions("") {
			if a.ID == "sum" {
				a.Run()
			}
		}
		switch len(cycle) {
		case 2:
			if !strings.Contains(strings.Join(head, "\n"), "905.85") { // 0.3 × 3,019.50
				t.Errorf("quote sizes:\n%s", strings.Join(head, "\n"))
			}
		case 3:
			if !strings.Contains(strings.Join(head, "\n"), "$905") {
				t.Errorf("values:\n%s", strings.Join(head, "\n"))
			}
		}
	}
	if got := strings.Join(cycle, " "); got != "Σ:base v Σ:quote v Σ:value v Σ:base v" {
		t.Error(got)
	}
}

// probe is a screen that notes what it is told.
type probe struct{ got []tea.Msg }

func (p *probe) ID() ui.ScreenID            { return "probe" }
func (p *probe) Init() tea.Cmd              { return nil }
func (p *probe) Resize(cells.Box)           {}
func (p *probe) Draw(area cells.Box) string { return cells.Fit("", area.W, area.H) }
func (p *probe) Actions() []ui.Action       { return nil }
func (p *probe) Update(m tea.Msg) tea.Cmd   { p.got = append(p.got, m); return nil }

func TestLadderFlash(t *testing.T) {
	env := newEnv()
	screen := &probe{}
	k := uitest.NewScreen(t, env, screen)
	l := newLadder(env)
	bids := bookOrders(40, false)
	bids[2].Size = api.NewAmount(9e17)
	area := cells.Box{W: 48, H: 30}
	calm := l.Draw(env, area, true)
	bids[2].Size = api.NewAmount(8e17)
	k.Do(l.SetBook(env, bookOrders(40, true), bids))
	screen.got = nil
	bold := "\x1b[1m    0.800\x1b[0m"
	if got := l.Draw(env, area, true); !strings.Contains(got, bold) ||
		strings.Contains(calm, "\x1b[1m    0") {
		t.Errorf("the changed size must be bold:\n%q", got)
	}
	k.Advance(299 * time.Millisecond)
	if len(screen.got) != 0 {
		t.Error("redrawn before the flash is over")
	}
	k.Advance(time.Millisecond)
	if len(screen.got) != 1 {
		t.Errorf("the end of a flash needs one redraw: %v", screen.got)
	}
	if strings.Contains(l.Draw(env, area, true), bold) {
		t.Error("the flash must end")
	}
	env.Motion = false
	if cmd := l.SetBook(env, bookOrders(40, true), bookOrders(40, false)); cmd != nil {
		t.Error("no flash without motion")
	}
}

func TestLadderMouse(t *testing.T) {
	env := newEnv()
	l := newLadder(env)
	drawn := uitest.Lines(l.Draw(env, cells.Box{W: 48, H: 30}, true))
	row := slices.IndexFunc(drawn, func(s string) bool { return strings.Contains(s, "3,022.00") })
	if l.Mouse(headless.Click(9, row)) {
		t.Error("the first click moves the cursor")
	}
	if v, ask, _ := l.Cursor(); !ask || text(v) != "3,022.00" {
		t.Errorf("cursor at %s", text(v))
	}
	if !l.Mouse(headless.Click(9, row)) {
		t.Error("the second click chooses")
	}
	if l.Mouse(headless.Click(0, 0)) || l.Mouse(headless.Click(0, 99)) {
		t.Error("headings are no levels")
	}
	l.Mouse(tea.MouseMsg{Button: tea.MouseButtonWheelDown})
	if v, _, _ := l.Cursor(); text(v) != "3,021.50" {
		t.Errorf("wheel to %s", text(v))
	}
}

func TestLadderEmptySides(t *testing.T) {
	env := newEnv()
	l := book.NewLadder(pair())
	l.State = ui.State{What: "orders", Empty: "No orders on this pair. b buys, s sells."}
	if got := strings.Join(uitest.Lines(l.Draw(env, cells.Box{W: 48, H: 18}, true)),
		"\n"); !strings.Contains(
		got, "No orders on this pair") {
		t.Error(got)
	}
	l.Move(1)
	l.SetBook(env, bookOrders(3, true), nil)
	l.Move(1)
	if v, ask, ok := l.Cursor(); !ok || !ask {
		t.Errorf("the cursor finds the side that has orders: %v %v %v", text(v), ask, ok)
	}
	if _, ok := l.Mid(); ok {
		t.Error("one side has no middle")
	}
}

// TestAverageOfFlooredSums sums bids whose quote amounts were rounded down one
// by one: the label still names the price they were all made at.
func TestAverageOfFlooredSums(t *testing.T) {
	t.Parallel()
	pair := pair()
	price, err := api.ParsePrice("3015", pair.BaseDecimals, pair.QuoteDecimals)
	if err != nil {
		t.Fatal(err)
	}
	var bids []api.BookOrder
	for i := range uint64(9) {
		bids = append(bids, api.BookOrder{
			Price: price, Size: api.NewAmount(123_456_789_012_345_678 + i)})
	}
	level := book.Group(pair, bids, false, 1, nil)[0]
	if got := level.Average(pair); got != "3,015.00" || level.SumCost != level.Cost {
		t.Errorf("nine bids at 3,015.00 average %s", got)
	}
}

// TestSweepFitsNarrowBooks looks for the whole sentence in the narrowest book.
func TestSweepFitsNarrowBooks(t *testing.T) {
	t.Parallel()
	env := newEnv()
	for symbol, want := range map[string]string{
		"ETH":        "▸B 3,018.00 → sweep 1.800 ETH avg 3,018.83",
		"WETH":       "▸B 3,018.00 → sweep 1.800 WETH  avg 3,018.83",
		"stETHx":     "▸B 3,018.00 → 1.800 stETHx",
		"LONGSYMBOL": "▸B 3,018.00 → 1.800 LONGSYMBOL",
	} {
		l := newLadder(env)
		l.Pair.Base = symbol
		l.Move(3)
		got := strings.Join(uitest.Lines(l.Draw(env, cells.Box{W: 44, H: 18}, true)), "\n")
		if !strings.Contains(got, want) || !strings.Contains(got, " avg 3,018.83") {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
}
