package markets_test

import (
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views"
	"bourse/views/format"
)

// open lists the orders down to a level and asks to take the one of that level alone.
func (st *stage) open(level string) {
	st.T.Helper()
	st.click(level)
	st.Press("enter", "t")
}

// click puts the book's cursor on a level, named as the ladder shows it.
func (st *stage) click(level string) {
	st.T.Helper()
	for _, side := range []string{"A   ", "B   "} {
		if x, y, ok := st.Find(side + level); ok {
			st.Click(x, y)
			return
		}
	}
	st.T.Fatalf("the book has no level %s", level)
}

func (st *stage) sign() {
	st.settle()
	st.Press("S", "enter")
}

func TestTakeWholeOrder(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.click("3,021.00")
	st.Press("enter")
	st.Shows("Asks to 3,021.00", "0xd8dA…6045", "in 2h 00m", "1.200")
	st.EveryFrame()
	st.Press("y", "m", "t")
	st.Shows("How much WETH to buy at 3,021.0000 USDC?", "At most 1.2, which is proposed")
	st.Press("enter")
	st.settle()
	st.Shows("price 0.04% worse than the middle of the book")
	st.Hides("✓ price")
	st.Press("S", "enter")
	want := api.FillLeg{Hash: service.book.Asks[1].Hash}
	if len(service.fills) != 1 || service.fills[0].Legs[0] != want ||
		service.fills[0].Taker != me || service.sent != 1 {
		t.Errorf("asked %+v, sent %d", service.fills, service.sent)
	}
	if note := st.Root.Note(); note.Level != ui.OK ||
		note.Text != "bought 1.200 WETH for 3,625.20 USDC (3,021.00): 1 order, block 1,234" {
		t.Errorf("the message row says %+v", note)
	}
	if len(st.Copied) != 2 || st.Copied[0] != service.book.Asks[1].Hash.Hex() ||
		st.Copied[1] != other.Hex() {
		t.Errorf("copied %v", st.Copied)
	}
}

func TestTakePartRoundsWhatIsPaidUp(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.open("3,021.00")
	st.Press("ctrl+u")
	st.Type("2")
	st.Press("enter")
	st.Shows("the order has 1.2 WETH left")
	st.Press("ctrl+u")
	st.Type("0.0000000000000000001")
	st.Press("enter")
	st.Shows("19 digits after the point")
	st.Press("ctrl+u")
	st.Type("0.333333333333333333")
	st.Press("enter")
	st.sign()
	// 0.333… × 3,021 = 1,006.999999999999998993, paid in millionths
	if got := service.fills[0].Legs[0].TakerAmount; got != units("1007", usdc) {
		t.Errorf("pays %s", got)
	}
}

func TestTakeBidPaysBase(t *testing.T) {
	service := world()
	service.balance, service.allowance = units("10", weth), units("10", weth)
	st := newStage(t, service)
	st.open("3,018.50")
	st.Shows("How much WETH to sell at 3,018.5000 USDC?")
	st.Press("ctrl+u")
	st.Type("0.4")
	st.Press("enter")
	st.sign()
	if got := service.fills[0].Legs[0].TakerAmount; got != units("0.4", weth) {
		t.Errorf("pays %s", got)
	}
}

func TestTakeApprovesFirstWhatItNeedsAndOpenOrdersToo(t *testing.T) {
	service := world()
	service.allowance = units("1", usdc)
	st := newStage(t, service)
	st.open("3,020.50")
	st.Press("enter")
	st.settle()
	st.Shows("SIGN and SEND transaction · Approve")
	if note := st.Root.Note(); strings.Contains(note.Text, "looking") {
		t.Errorf("the message row still says %+v", note)
	}
	st.Press("S", "enter")
	// 0.84 × 3,020.50, and what open orders claim
	want := units("2537.22", usdc).Add(api.NewAmount(1_000))
	if len(service.Approvals()) != 1 || service.Approvals()[0].Amount != want ||
		service.Approvals()[0].Spender != rfq || len(service.fills) != 1 {
		t.Fatalf("approvals %+v, fills %+v", service.Approvals(), service.fills)
	}
	st.settle()
	st.Shows("2 of 2", "[ Cancel ]◂")
	st.Press("S", "enter")
	st.settle()
	if service.sent != 2 {
		t.Errorf("sent %d", service.sent)
	}
}

func TestTakeRefusals(t *testing.T) {
	service := world()
	service.balance = units("10", usdc)
	st := newStage(t, service)
	st.open("3,020.50")
	st.Press("enter")
	if note := st.Root.Note(); note.Level != ui.Bad ||
		note.Text != "cannot take it: it costs 2,537.22 USDC and you hold 10.00" {
		t.Errorf("the message row says %+v", note)
	}
	st.open("3,022.00") // one's own
	if note := st.Root.Note(); note.Level != ui.Warn ||
		!strings.Contains(note.Text, "it is your own") {
		t.Errorf("the message row says %+v", note)
	}
	st.Press("esc")
	st.Send(ui.Header{Conn: ui.Offline})
	st.open("3,020.50")
	if note := st.Root.Note(); !strings.Contains(note.Text, "offline") {
		t.Errorf("the message row says %+v", note)
	}
	if len(service.fills) != 0 {
		t.Errorf("fills %+v", service.fills)
	}
}

func TestDialogDisarmsWhenTheOrderIsGone(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.open("3,020.50")
	st.Press("enter")
	st.settle()
	service.set(func() { service.book.Asks = service.book.Asks[1:] })
	st.Advance(6e9)
	st.block()
	st.Press("S", "enter")
	if service.sent != 0 {
		t.Error("signed for an order that is gone")
	}
	st.Shows("the order has less left than you take")
}

func TestFarOffAsksForThePairsName(t *testing.T) {
	service := world()
	service.book.Asks = append(side(3020.5, 0.5, nobodyMine, "0.84"),
		side(3500, 0.5, nobodyMine, "0.1")...)
	st := newStage(t, service)
	st.open("3,500.00")
	st.Press("enter")
	st.settle()
	st.Shows("! price 15.90% worse than the middle of the book", `Type "WETH/USDC" to go on`)
	st.Press("S", "enter", "enter")
	if service.sent != 0 {
		t.Fatal("signed without the word")
	}
	st.Type("WETH/USDC")
	st.Press("enter", "enter")
	if service.sent != 1 {
		t.Error("not signed with the word")
	}
}

func TestSweepFromTheForm(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.Send(views.SweepBook{Size: units("1.25", weth), Worst: price("3021.2")})
	st.Shows("BUY WETH from the asks", "[ 1.25", "[ 3021.20", "with 2 orders",
		"and none stands in for them")
	st.Press("enter")
	st.sign()
	if got := service.fills[0]; got.Side != api.Buy || got.Total != units("1.25", weth) ||
		len(got.Legs) != 2 {
		t.Errorf("asks for %+v", got)
	}
	st.Send(views.SweepBook{Size: units("1", weth), Worst: price("3000")})
	if note := st.Root.Note(); !strings.Contains(note.Text, "no order of others at that price") {
		t.Errorf("the message row says %+v", note)
	}
}

func TestCancelOneOnTheLevel(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.Press("x")
	if note := st.Root.Note(); !strings.Contains(note.Text, "none of the level's orders is yours") {
		t.Errorf("the message row says %+v", note)
	}
	st.click("3,018.00")
	st.Press("x")
	st.settle()
	st.Shows("cancels "+format.Hash(service.book.Bids[3].Hash)+" buy 5.000 WETH at 3,018.00",
		"[ Keep it ]◂")
	st.Press("enter")
	if service.sent != 0 {
		t.Fatal("the default does not leave it as it is")
	}
	service.cancels = nil
	st.Press("x")
	st.sign()
	if len(service.cancels) != 1 || len(service.cancels[0].Hashes) != 1 ||
		service.cancels[0].Hashes[0] != service.book.Bids[3].Hash || service.sent != 1 {
		t.Errorf("asked %+v, sent %d", service.cancels, service.sent)
	}
}

func TestCancelSeveral(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.Press("tab", "tab", "tab", "space", "space", "x")
	st.settle()
	st.Shows("Cancel 2 orders", "sell 4.100 WETH at 3,022.00", "buy 4.500 WETH at 3,018.00")
	st.Press("y") // several go through the button only
	if len(service.cancels) != 0 {
		t.Fatal("a letter cancels several")
	}
	st.Press("tab", "enter")
	st.sign()
	if len(service.cancels) != 1 || len(service.cancels[0].Hashes) != 2 {
		t.Errorf("asked %+v", service.cancels)
	}
}

func TestCancelFromTheList(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.click("3,022.00")
	st.Press("enter")
	st.Shows("main (you)", "◆")
	st.Press("x")
	st.sign()
	if len(service.cancels) != 1 || service.cancels[0].Maker != me {
		t.Errorf("asked %+v", service.cancels)
	}
}

// TestTheListLives: the orders behind a level follow the book while the list is open; the cursor
// stays on its order, and one that is gone is not taken, nor does another stand for it.
func TestTheListLives(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.click("3,021.00")
	st.Press("enter")
	st.Shows("Asks to 3,021.00", "0.840", "1.200")
	st.Hides("gone")
	service.set(func() {
		service.book.Asks = append([]api.BookOrder(nil), service.book.Asks...)
		service.book.Asks[0].Size = units("0.333", weth)
		service.book.Asks = append(service.book.Asks[:1], service.book.Asks[2:]...)
	})
	st.Advance(6e9)
	st.block()
	st.Shows("0.333", "gone")
	st.Press("t")
	if note := st.Root.Note().Text; !strings.Contains(note, "taken or cancelled by now") {
		t.Errorf("the message row says %q", note)
	}
	st.Press("enter", "enter")
	st.sign()
	if len(service.fills) != 1 || service.fills[0].Legs[0].Hash != service.book.Asks[0].Hash ||
		service.fills[0].Total != units("0.333", weth) {
		t.Errorf("asked %+v", service.fills)
	}
}

// TestASweepFollowsItsOrders: what is gone while the amount is typed is not counted any more.
func TestASweepFollowsItsOrders(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.click("3,021.50")
	st.Press("enter", "enter")
	st.Shows("[ 2.39", "with 3 orders")
	service.set(func() { service.book.Asks = service.book.Asks[1:] })
	st.Advance(6e9)
	st.block()
	st.Shows("[ 1.55", "with 2 orders")
	service.set(func() { service.book.Asks = service.book.Asks[2:] })
	st.Advance(6e9)
	st.block()
	for _, width := range []int{80, 120} {
		st.Resize(width, 36)
		st.Shows("the orders that you chose are gone: esc, and choose others")
		st.Hides("within the worst price")
	}
}

// TestDustDoesNotOwnTheBook: whoever offers next to nothing at any price sets neither the middle
// nor the best price, and is counted.
func TestDustDoesNotOwnTheBook(t *testing.T) {
	service := world()
	usd := func(n uint64, decimals uint64) api.Price {
		return api.Price{Quote: api.NewAmount(n).MulDiv(api.NewAmount(1e18), api.NewAmount(1)),
			Base: api.NewAmount(decimals)}
	}
	dust := side(2500, 1, nobodyMine, strings.Split(strings.Repeat("0.00001 ", 34)+"0.00001",
		" ")...)
	service.book.Asks = append(dust, service.book.Asks...)
	st := newStage(t, service)
	st.s.Prices = views.Prices{api.NativeToken: usd(3000, 1e18), usdc.Address: usd(1, 1e6)}
	st.s.GasPrice = api.NewAmount(2e9)
	st.Send(views.PricesChanged{})
	st.Shows("35 asks not worth their gas", "mid 3,020.00")
	st.Hides("2,500.00", "<0.001")
	st.EveryFrame()
}
