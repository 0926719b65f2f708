package order_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/viewtest"
)

// fill types what is paid and the price.
func (st *stage) fill(pay, price string) {
	st.Type(pay)
	st.Press("tab")
	st.Type(price)
	st.settle()
}

// rich lets the order contract move anything.
func rich(s *service) *service {
	held := s.held[usdc.Address]
	held.Allowances = map[common.Address]api.Amount{rfq: api.MaxAmount}
	s.held[usdc.Address] = held
	return s
}

func TestGoldens(t *testing.T) {
	st := newStage(t, world())
	st.Goldens("empty")
	st.fill("6036", "3018")
	st.Goldens("normal")
	st.EveryFrame()
	st.CheckActions()
	st.Press("up", "up", "up", "right", "down", "down", "down", "down", "down")
	st.Goldens("p2p")
	st.EveryFrame()
}

func TestErrorAndHostileGoldens(t *testing.T) {
	service := world()
	service.fails = errors.New("boom")
	st := newStage(t, service)
	st.Goldens("error")
	evil := "\x1b[31mEVIL\u202e漢字" + strings.Repeat("long", 2500)
	service.set(func() { service.fails = nil })
	st.s.Market.Base.Symbol = evil
	st.Send(views.AccountChanged{})
	st.settle()
	st.fill("6036", "3018")
	st.Goldens("hostile")
	st.EveryFrame()
}

func TestTwoAreTypedAndTheThirdFollows(t *testing.T) {
	st := newStage(t, world())
	st.fill("6036", "3018")
	st.Shows("[ 2  ", "WETH (derived)", "6036000000", "2000000000000000000")
	st.Press("tab", "ctrl+u") // the derived one is typed into: the older of the other two follows
	st.Type("1")
	st.settle()
	st.Shows("[ 3018  ", "[ 1▁")
	if row := st.row("You pay"); !strings.Contains(row, "3018") ||
		!strings.Contains(row, "derived") {
		t.Errorf("what is paid does not follow: %s", row)
	}
	st.Press("up", "up", "ctrl+u") // now the price is the oldest
	st.Type("3019")
	st.settle()
	if row := st.row("Price"); !strings.Contains(row, "3019") {
		t.Errorf("the price does not follow: %s", row)
	}
}

// row is the first line of the frame that holds text.
func (st *stage) row(text string) string {
	for line := range strings.SplitSeq(st.Frame(), "\n") {
		if strings.Contains(line, text) {
			return line
		}
	}
	return ""
}

func TestPresets(t *testing.T) {
	st := newStage(t, world())
	st.Press("alt+3")
	st.Shows("[ 4730.91▁") // half of 12,480.55 − 3,018.73
	st.Press("alt+5")
	st.Shows("[ 9461.82▁")
	for preset, want := range map[string]string{
		"alt+1": "3019.5", "alt+2": "3020", "alt+3": "3020.5"} {
		st.Press("tab", preset)
		st.Shows("[ " + want + "▁")
		st.Press("shift+tab")
	}
	st.Press("tab", "alt+2", "alt+4")
	st.Shows("[ 3016.98▁") // ten hundredths of a percent below
	st.Press("ctrl+u", "alt+5")
	st.Shows("[ 3023.02▁")
}

func TestFlipKeepsPriceAndBase(t *testing.T) {
	st := newStage(t, world())
	st.fill("6036", "3018")
	st.Press("up", "up", "right") // SELL
	st.settle()
	st.Shows("SELL ▼ )", "[ 3018  ", "3.1000 WETH")
	if row := st.row("You pay"); !strings.Contains(row, "[ 2 ") {
		t.Errorf("the base amount changed: %s", row)
	}
	if row := st.row("You get"); !strings.Contains(row, "[ 6036 ") {
		t.Errorf("the quote amount changed: %s", row)
	}
}

func TestSignsWhatIsShown(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	st.fill("6036", "3018")
	st.Press("enter")
	st.settle()
	st.Shows("Pay exactly", "6,036.00 USDC", "2.00 WETH", "BUY ▲",
		"2.000000 WETH at 3,018.00 USDC",
		"✓ balance covers 6,036.00 USDC after open orders", "✓ rests as maker")
	st.Press("S", "enter")
	if len(service.created) != 1 {
		t.Fatalf("created %d", len(service.created))
	}
	r := service.created[0]
	o := api.Order{NonceAndMeta: api.PackNonce(api.NewAmount(1<<53-1), common.Address{}),
		Expiry: r.Order.Expiry, Maker: me,
		MakerAsset: api.Asset{Address: usdc.Address}, TakerAsset: api.Asset{Address: weth.Address},
		MakerAmount: units("6036", usdc), TakerAmount: units("2", weth)}
	if r.Order != o || r.Type != api.Limit || r.ChainID != 1337 {
		t.Errorf("the order is %+v", r.Order)
	}
	if at := time.Unix(int64(o.Expiry), 0).Sub(uitest.Start); at < 24*time.Hour ||
		at > 24*time.Hour+time.Minute {
		t.Errorf("it ends after %v", at)
	}
	if who, err := eip712.Recover(
		eip712.HashOrder(1337, rfq, &o), eip712.Signature(r.Signature)); err != nil || who != me {
		t.Errorf("signed by %s, %v", who, err)
	}
	want := views.FindInBook{Hash: eip712.HashOrder(1337, rfq, &o)}
	if st.Root.Active() != views.Markets || !st.markets.was(want) {
		t.Errorf("on %s, told %+v", st.Root.Active(), st.markets.got)
	}
	if note := st.Root.Note(); note.Level != ui.OK ||
		!strings.Contains(note.Text, "is in the book") {
		t.Errorf("the message row says %+v", note)
	}
	st.Press("2")
	st.Hides("6036", "[ 3018") // the next order begins with an empty form
	st.Press("q")
	if !st.Quit {
		t.Error("an order that was signed holds the program")
	}
}

// An order that is not covered is never said to be in the book, whether the service says so at once
// or finds out at the next block.
func TestAnOrderThatIsNotCoveredIsSuspended(t *testing.T) {
	for _, c := range []struct {
		state api.OrderState
		world *service
	}{{api.Suspended, rich(world())}, {api.Pending, world()}} {
		c.world.state = c.state
		st := newStage(t, c.world)
		st.fill("6036", "3018") // five thousand are allowed in the plain world
		st.Press("enter")
		st.settle()
		st.Press("S", "enter")
		if len(c.world.created) != 1 {
			t.Fatalf("created %d", len(c.world.created))
		}
		if note := st.Root.Note(); note.Level != ui.Warn ||
			!strings.Contains(note.Text, "SUSPENDED and not in the book") {
			t.Errorf("%s: the message row says %+v", c.state, note)
		}
		order := c.world.created[0].Order
		if st.Root.Active() != views.Orders ||
			!st.orders.was(views.ShowOrder{Hash: eip712.HashOrder(1337, rfq, &order)}) {
			t.Errorf("%s: on %s, told %+v", c.state, st.Root.Active(), st.orders.got)
		}
	}
}

func TestP2PInBothShapes(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	private := func() {
		t.Helper()
		st.fill("6036", "3018")
		st.Press("up", "up", "up", "right") // kind
		st.settle()
		st.Shows("type the taker's address or name", "✓ price within 5% of mid")
		st.Press("down", "down", "down", "down", "down", "down")
	}
	private()
	taker := func(text, want string) {
		t.Helper()
		st.Press("ctrl+u")
		st.Paste(text)
		st.settle()
		st.Shows(want)
	}
	taker("vitalik.eth", "no account or label is called that")
	taker("0xD8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "wrong EIP-55")
	taker(me.Hex(), "your own address")
	taker("0x0000000000000000000000000000000000000000", "the zero address is nobody")
	taker("dev1", "✓ only dev1 can fill it")
	taker(other.Hex(), "only 0xd8dA…6045 can fill it, directly")
	for _, shape := range []struct {
		key  string
		want common.Address
	}{{"left", other}, {"right", swapper}} {
		if shape.want == swapper {
			st.Press("tab", "right")
			st.settle()
		}
		st.Press("enter")
		st.settle()
		st.Shows("SIGN typed data · P2P order")
		st.Press("S", "enter")
		r := service.created[len(service.created)-1]
		if r.Order.Taker != shape.want || r.Order.TakerFromMeta() != other || r.Type != api.P2P {
			t.Errorf("the order names %s, %s in its meta, type %s", r.Order.Taker,
				r.Order.TakerFromMeta(), r.Type)
		}
		if st.Root.Active() != views.Orders {
			t.Errorf("on %s", st.Root.Active())
		}
		if st.Press("2"); shape.want == other {
			private()
			taker("dev1", "✓ only dev1 can fill it")
			taker(other.Hex(), "only 0xd8dA…6045 can fill it, directly")
		}
	}
}

func TestDoubtsAskAgainAndFarOffForTheName(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	st.fill("100", "2850") // 5.6 % below
	st.Shows("! price is −5.62% from mid")
	st.Press("enter")
	if note := st.Root.Note(); len(st.Root.Dialogs()) != 0 ||
		!strings.Contains(note.Text, "press ⏎ again: ") {
		t.Fatalf("no second ⏎: %+v", note)
	}
	st.Press("backspace", "0") // changed and changed back: the same draft
	st.Press("enter")
	if len(st.Root.Dialogs()) != 1 {
		t.Fatal("a second ⏎ does not go on")
	}
	st.Press("esc", "ctrl+u")
	st.Type("2500")
	st.settle()
	st.Press("enter", "enter")
	st.settle()
	st.Shows(`Type "WETH/USDC" to go on`)
	st.Press("S", "enter", "enter")
	if len(service.created) != 0 {
		t.Fatal("signed without the name")
	}
	st.Type("WETH/USDC")
	st.Press("enter", "enter")
	if len(service.created) != 1 {
		t.Error("not signed with the name")
	}
}

func TestCrossingOffersToTakeInstead(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	st.fill("6042", "3021")
	st.Shows("! would trade at once: take order", "instead?")
	st.Press("enter")
	if note := st.Root.Note(); !strings.Contains(note.Text, "would trade at once") {
		t.Errorf("the message row says %+v", note)
	}
	st.Shows("! meets 0x", "at once")
	// in the drawing of the book it stands among the asks, in the order of prices
	level := regexp.MustCompile(`(3,0\d\d\.\d\d) [AB] `)
	var prices []string
	for _, found := range level.FindAllStringSubmatch(st.Frame(), -1) {
		prices = append(prices, found[1])
	}
	if !slices.IsSortedFunc(prices, func(a, b string) int { return strings.Compare(b, a) }) ||
		!slices.Contains(prices, "3,021.00") {
		t.Errorf("the book is drawn in the order %v:\n%s", prices, st.Frame())
	}
	st.Resize(80, 24)
	st.Shows("! meets 0x")
	st.Hides("at o…")
	st.Press("k")
	want := views.SweepBook{Size: units("2", weth),
		Worst: api.Price{Quote: units("6042", usdc), Base: units("2", weth)}}
	if st.Root.Active() != views.Markets || !st.markets.was(want) {
		t.Errorf("on %s, told %+v", st.Root.Active(), st.markets.got)
	}
}

func TestSignDialogDisarmsWhenTheMarketComes(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	st.fill("6036", "3018")
	st.Press("enter")
	st.settle()
	service.set(func() { service.book.Asks = append(side(3017, 0, -1, "1"), service.book.Asks...) })
	st.Advance(6 * time.Second)
	st.block()
	st.Press("S", "enter")
	st.Shows("an order has come that would trade with this one at once")
	if len(service.created) != 0 {
		t.Error("signed")
	}
}

func TestApprovesExactlyWithOpenOrders(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.fill("6036", "3018")
	st.Shows("! allowance 5,000.00 < 9,054.73 USDC   a approve")
	st.Press("a")
	st.settle()
	st.Press("S", "enter")
	if len(service.Approvals()) != 1 || service.Approvals()[0].Amount != units("9054.73", usdc) ||
		service.Approvals()[0].Spender != rfq {
		t.Fatalf("asked %+v", service.Approvals())
	}
	st.settle()
	st.Shows("✓ allowance covers it")
}

func TestBalanceChecks(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	st.fill("12480.56", "3018")
	st.Shows("✗ you hold 12,480.55 of 12,480.56 USDC")
	st.Press("enter")
	if len(st.Root.Dialogs()) != 0 {
		t.Error("reviewed without the balance")
	}
	st.Press("up", "ctrl+u")
	st.fill("9461.83", "")
	st.Shows("! only 9,461.82 USDC are free", "−0.01 USDC")
	st.Press("enter")
	if len(st.Root.Dialogs()) != 1 {
		t.Error("an order that is covered alone cannot be reviewed")
	}
}

func TestSaysWhyItCanNotBeReviewed(t *testing.T) {
	st := newStage(t, rich(world()))
	st.Shows("type two of pay, price and get")
	st.Press("enter")
	if note := st.Root.Note(); note.Level != ui.Warn {
		t.Errorf("the message row says %+v", note)
	}
	st.fill("1.0000001", "3018")
	st.Shows("this token has 6")
	st.Send(ui.Header{Conn: ui.Offline})
	st.Press("up", "ctrl+u")
	st.fill("1", "")
	st.Send(ui.Header{Conn: ui.Offline})
	st.Press("enter")
	if note := st.Root.Note(); !strings.Contains(note.Text, "offline") &&
		len(st.Root.Dialogs()) != 0 {
		t.Errorf("the message row says %+v", note)
	}
}

func TestNewOrderFromElsewhere(t *testing.T) {
	st := newStage(t, rich(world()))
	st.Send(views.NewOrder{Pair: pair, Side: api.Sell, Price: price("3022.5")})
	st.Shows("SELL ▼ )", "[ 3022.5 ", "You pay  [ ▁")
	st.Type("1")
	st.settle()
	st.Shows("[ 3022.5 ", "3022500000")

	from := &api.OrderRecord{}
	from.MakerAmount, from.TakerAmount = units("3018", usdc), units("1", weth)
	from.NonceAndMeta, from.Taker = api.PackNonce(api.NewAmount(1), other), swapper
	st.Send(views.NewOrder{Pair: pair, Side: api.Buy, From: from})
	st.settle()
	st.Shows("P2P )", "[ 3018", "swap contract )", other.Hex())

	st.Send(views.NewOrder{Pair: api.Pair{Base: uni.Address, Quote: usdc.Address}, Side: api.Buy})
	st.Shows("New order · UNI/USDC", "You pay  [ ▁")
	if st.s.Market.Base.Symbol != "UNI" {
		t.Errorf("the pair is %+v", st.s.Market)
	}
}

// A sentence that says size and price leaves nothing to type: a digit, which may be meant for a
// tab, changes none of it.
func TestADigitChangesNothingOfASentence(t *testing.T) {
	t.Parallel()
	st := newStage(t, world())
	st.s.Goto(views.Order, views.NewOrder{Pair: pair, Side: api.Buy,
		Price: price("3000"), Size: units("1", weth)})
	st.Do(nil)
	st.settle()
	st.Shows("[ 3000 ", "[ 1 ")
	st.Press("7", "2")
	st.Shows("[ 3000 ", "[ 1 ")
}

func TestClearAndKeep(t *testing.T) {
	st := newStage(t, rich(world()))
	st.fill("6036", "3018")
	st.Press("esc", "2")
	st.Shows("[ 6036  ", "[ 3018▁")
	st.Press("q")
	st.Shows("the form holds an order that is not signed")
	st.Press("esc", "ctrl+l")
	st.Hides("6036", "3018▁")
	st.Press("q")
	if !st.Quit {
		t.Error("an empty form holds the program")
	}
}

func TestRefusedOrderStaysInTheDialog(t *testing.T) {
	service := rich(world())
	service.refuses = api.Errorf(api.TooManyOrders, "you have 1,000 open orders: cancel some first")
	st := newStage(t, service)
	st.fill("6036", "3018")
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	st.Shows("✗ you have 1,000 open orders", "[ Edit ]")
	st.Press("e")
	st.Shows("▸You pay")
	service.refuses, service.state = nil, api.Suspended
	st.Press("enter")
	st.settle()
	st.Press("S", "enter")
	if note := st.Root.Note(); note.Level != ui.Warn || !strings.Contains(note.Text, "SUSPENDED") ||
		st.Root.Active() != views.Orders {
		t.Errorf("on %s the message row says %+v", st.Root.Active(), note)
	}
}

func TestEventsReadAgain(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	<-service.Listening()
	st.fill("6036", "3018")
	service.set(func() {
		service.claimed[usdc.Address] = units("12000", usdc)
		service.book.Bids = service.book.Bids[1:]
	})
	service.Bus.Publish(api.Event{Topic: api.TopicOrder, ChainID: 1337, Key: "x"},
		api.Event{Topic: api.TopicBook, ChainID: 1337, Key: "x"})
	st.WaitFor("what the events tell", func() bool {
		st.Advance(50 * time.Millisecond)
		return strings.Contains(st.Frame(), "only 480.55 USDC are free") &&
			!strings.Contains(st.Frame(), "3,019.50")
	})
}

func TestRandomKeysNeverBreakTheFrame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		newStage(t, world()).Fuzz(seed, 250)
	}
}

func BenchmarkFrame(b *testing.B) {
	service := world()
	var sizes []string
	for range 300 {
		sizes = append(sizes, "1.5")
	}
	service.book.Asks, service.book.Bids = side(3020.5, 0.5, -1, sizes...),
		side(3019.5, -0.5, -1, sizes...)
	st := newStage(b, service)
	st.fill("6036", "3018")
	st.Bench(b)
}

// TestDerivedNumbersAreReadFromTheirFirstDigit: a field that was not typed in shows where its
// number begins, also while it has the focus.
func TestDerivedNumbersAreReadFromTheirFirstDigit(t *testing.T) {
	st := newStage(t, rich(world()))
	st.fill("1000", "3018.7")
	st.Press("tab")
	st.Shows("▸You get  [ 0.33126842680624")
	st.Hides("40442574▁ ]")
}

// TestFKeysLeaveAField: digits go into the number, the F keys to the screens.
func TestFKeysLeaveAField(t *testing.T) {
	st := newStage(t, rich(world()))
	st.Press("1")
	if st.Root.Active() != views.Order {
		t.Fatalf("1 leaves %s in front of a number", st.Root.Active())
	}
	st.Press("f1")
	if st.Root.Active() == views.Order {
		t.Error("F1 does not leave the field")
	}
}

// TestApprovesTenOfThese: one approval for ten orders of the size, and the open ones.
func TestApprovesTenOfThese(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.fill("1000", "3018")
	st.Press("A")
	st.settle()
	st.Press("S", "enter")
	claimed := service.claimed
	want := units("10000", usdc).Add(claimed[usdc.Address])
	if a := service.Approvals(); len(a) != 1 || a[0].Amount != want {
		t.Errorf("approved %+v, orders claim %v", a, claimed)
	}
}

// TestKeysOfALimitOrder counts them from the ladder's b on, which fills price and side; the
// allowance is there.
func TestKeysOfALimitOrder(t *testing.T) {
	service := rich(world())
	st := newStage(t, service)
	st.Send(views.NewOrder{Side: api.Buy, Price: api.Price{
		Quote: units("3018", usdc), Base: units("1", weth)}}) // what b sends
	viewtest.Job(st.Kit, st.s, "limit", 7-1, "9", "0", "0", "enter", "S", "enter")
	if len(service.created) != 1 || service.created[0].Order.MakerAmount != units("900", usdc) {
		t.Errorf("created %+v", service.created)
	}
}

// TestNoTickForAWorsePrice: a purchase above the middle of the book is worse than the market.
func TestNoTickForAWorsePrice(t *testing.T) {
	st := newStage(t, rich(world()))
	st.fill("1000", "3018")
	st.Shows("✓ price within 5% of mid")
	st.Press("ctrl+u")
	st.Type("3021")
	st.settle()
	st.Hides("✓ price within")
	st.Shows("! price 0.0", "worse than mid")
	st.Press("ctrl+u")
	st.Type("3020.1") // a third of a basis point above the middle
	st.settle()
	st.Shows("+0.01% vs mid")
	st.Hides("✓ price within")
}

// TestDrawsAtAnyHeight: a window is made as low as one likes before the shell can ask for more.
func TestDrawsAtAnyHeight(t *testing.T) {
	t.Parallel()
	for _, side := range []api.Side{api.Buy, api.Sell} {
		st := newStage(t, rich(world()))
		st.Send(views.NewOrder{Pair: pair, Side: side, Price: price("3018")})
		st.settle()
		st.Type("1")
		st.settle()
		for h := 1; h <= 24; h++ {
			area := cells.Box{W: 60, H: h}
			if got := st.screen.Draw(area); strings.Count(got, "\n") != h-1 {
				t.Fatalf("%d lines at a height of %d:\n%s", strings.Count(got, "\n")+1, h, got)
			}
		}
	}
}

// TestASaleForNearlyNothingAsksForTheName: a book without a middle, or one that somebody has made,
// is no measure. What is sold far below its worth takes a word.
func TestASaleForNearlyNothingAsksForTheName(t *testing.T) {
	for name, book := range map[string]api.Book{
		"of one side": {Bids: side(29.5, -0.5, 3, "1.1")},
		"made":        {Asks: side(30.5, 0.5, 3, "1.1"), Bids: side(29.5, -0.5, 3, "1.1")},
	} {
		service := rich(world())
		service.book.Asks, service.book.Bids = book.Asks, book.Bids
		st := newStage(t, service)
		st.s.Prices = views.Prices{
			weth.Address: {Quote: units("3000", weth), Base: units("1", weth)},
			usdc.Address: {Quote: units("1", weth), Base: units("1", usdc)}}
		st.Press("ctrl+l", "up", "right", "down") // a sale
		st.fill("1", "30")
		st.Press("enter")
		st.settle()
		if len(st.Root.Dialogs()) == 0 { // against its worth it is a doubt of the form, too
			st.Press("enter")
			st.settle()
		}
		st.Shows("of every $100.00 that you give, only $1.00 comes back: 99.00% less",
			`Type "WETH/USDC" to go on`)
		st.Press("S", "enter", "enter")
		if len(service.created) != 0 {
			t.Errorf("a book %s: signed without the name", name)
		}
	}
}

// Where the book has no middle, a price is held against what pools trade the tokens for: it is in
// the picture, in the checks, and asks again before it is signed.
func TestAPriceIsHeldAgainstPoolsWhereTheBookIsEmpty(t *testing.T) {
	t.Parallel()
	w := world()
	w.book.Asks, w.book.Bids = nil, w.book.Bids[:1]
	st := newStage(t, w)
	usd := func(s string, t api.Token) api.Price {
		one, dollars := units("1", t), units(s, api.Token{Decimals: 18})
		return api.Price{Quote: dollars, Base: one}
	}
	st.s.Prices = views.Prices{weth.Address: usd("3000", weth), usdc.Address: usd("1", usdc)}
	st.settle()
	st.Shows("3,000.00 worth ─")
	st.Type("300")
	st.Press("tab")
	st.Type("3300")
	st.settle()
	st.Shows("price is +10.00% from what pools trade it for", "vs worth")
	st.Press("enter")
	st.settle()
	st.Shows("+10.00% from what pools trade it for")
	if n := len(st.Root.Dialogs()); n != 0 {
		t.Errorf("%d dialogs after one ⏎", n)
	}
}

// TestALimitOrderSaysWhereItExecutes: whoever fills it pays the gas of 0.003 ETH, which is 9 USDC,
// and so half of that for each of 2 WETH.
func TestALimitOrderSaysWhereItExecutes(t *testing.T) {
	t.Parallel()
	st := newStage(t, rich(world()))
	one := units("1", weth)
	st.s.GasPrice = api.NewAmount(20e9)
	st.s.Prices = views.Prices{usdc.Address: {Quote: one, Base: units("1", usdc)}}
	st.s.Prices[api.NativeToken] = api.Price{Quote: units("3000", weth), Base: one}
	st.fill("6036", "3018")
	st.Shows("rests as maker, executes at 3,013.50")
}
