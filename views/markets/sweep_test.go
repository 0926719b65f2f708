package markets_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/views/viewtest"
)

// TestSweepToTheCursor: ⏎ ⏎ ⏎ S ⏎ takes everything to the cursor in one transaction, with
// spare orders behind it, and says what it has bought.
func TestSweepToTheCursor(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.click("3,021.50")
	st.Press("enter")
	st.Shows("Asks to 3,021.50", "⏎ take to here")
	st.EveryFrame()
	st.Press("enter")
	// 0.84 at 3,020.50, 1.2 at 3,021 and 0.35 at 3,021.50 are 7,219.945; the worst price is half a
	// percent behind the last of them
	st.Shows("You pay 7,219.95 USDC for 2.390 WETH, with 3 orders", "[ 2.39",
		"[ 3036.61", "At most 7,", "if some are gone, and of 9 behind some stand in",
		"Average 3,020.90, 0.03% worse than mid")
	st.EveryFrame()
	st.Press("enter")
	st.settle()
	st.Shows("worst price 3,026.50, 0.22% worse than the middle of the book",
		"3 orders are enough, the others stand in for those that are gone", "average 3,020.90",
		"in all at most 7,", "ETH for gas")
	st.Hides("✓ worst")
	st.Shows("BUY ▲", "2.390000 WETH at 3,026.21 USDC at most")
	st.Press("S", "enter")
	if len(service.fills) != 1 {
		t.Fatalf("asked %+v", service.fills)
	}
	r := service.fills[0]
	if r.Side != api.Buy || r.Total != units("2.39", weth) || len(r.Legs) != 12 ||
		r.Legs[3].Hash != service.book.Asks[4].Hash { // the account's own is passed by
		t.Errorf("asked %+v", r)
	}
	want := "bought 2.390 WETH for 7,219.95 USDC (3,020.90): 3 orders, block 1,234"
	if note := st.Root.Note(); note.Level != ui.OK || note.Text != want {
		t.Errorf("the message row says %+v", note)
	}
}

// TestSweepOfMarkedOrders takes the marked ones alone, sells to bids, and approves once.
func TestSweepOfMarkedOrders(t *testing.T) {
	service := world()
	service.balance, service.allowance = units("10", weth), units("0.5", weth)
	st := newStage(t, service)
	st.click("3,018.50")
	st.Press("enter", "up", "up", "space", "space")
	st.Shows("Bids to 3,018.50", "⏎ take the marked")
	st.Press("enter")
	st.Shows("SELL WETH into the bids", "You get 4,981.90 USDC for 1.650 WETH, with 2 orders",
		"At least 4,97")
	st.Press("1", "enter") // the first key replaces what is proposed
	st.settle()
	st.Shows("SIGN and SEND transaction · Approve")
	st.Press("S", "enter")
	st.sign()
	if len(service.Approvals()) != 1 ||
		service.Approvals()[0].Amount != units("1", weth).Add(api.NewAmount(1_000)) {
		t.Errorf("approvals %+v", service.Approvals())
	}
	r := service.fills[0]
	if r.Side != api.Sell || r.Total != units("1", weth) ||
		r.Legs[0].Hash != service.book.Bids[0].Hash ||
		r.Legs[2].Hash != service.book.Bids[2].Hash {
		t.Errorf("asked %+v", r)
	}
	if note := st.Root.Note(); note.Text !=
		"sold 1.000 WETH for 3,019.50 USDC (3,019.50): 1 order, block 1,234" {
		t.Errorf("the message row says %+v", note)
	}
}

// The price of a review is that of the orders in the transaction. Where the book has told a better
// one it is marked, and from then on the form says it and compares the best route with it.
func TestASweepHasThePriceOfItsOrders(t *testing.T) {
	service := world()
	// 0.84, 1.2 and 0.35 of them come to 7,218.75; by what their makers have signed to 7,219.945
	service.flatters = []api.Price{price("3020"), price("3020.5"), price("3021")}
	st := newStage(t, service)
	st.click("3,021.00")
	st.Press("enter", "enter")
	st.Shows("You pay 7,218.75 USDC for 2.390 WETH, with 3 orders", "Average 3,020.40, 0.03% worse")
	st.settle()
	st.Shows("costs 7,170.00 USDC (−0.67%)") // 2.39 at 3,000
	st.Press("enter")
	st.settle()
	st.Shows("! average 3,020.90 by the prepared orders, 0.02% worse than 3,020.40 by the book",
		"3 orders are enough, the others stand in for those that are gone")
	st.EveryFrame()
	st.Press("esc", "enter", "enter")
	st.settle()
	st.Shows("You pay 7,219.95 USDC for 2.390 WETH, with 3 orders", "Average 3,020.90",
		"costs 7,170.00 USDC (−0.69%)")
	st.EveryFrame()
	st.Press("enter")
	st.settle()
	st.Shows("average 3,020.90")
	st.Hides("by the book")
}

// TestSweepRefusals: a number is understood or refused, and the worst price is a limit.
func TestSweepRefusals(t *testing.T) {
	st := newStage(t, world())
	st.click("3,021.50")
	st.Press("enter", "enter")
	for _, c := range []struct{ typed, says string }{
		{"1,5", "the amount"}, {"3", "the orders chosen have 2.39 WETH within the worst price"},
		{"0", "above zero"},
	} {
		st.Press("ctrl+u")
		st.Type(c.typed)
		st.Shows(c.says)
		st.Press("enter")
		if note := st.Root.Note(); note.Level != ui.Warn || !strings.Contains(note.Text, c.says) {
			t.Errorf("%q: the message row says %+v", c.typed, note)
		}
	}
	st.Press("ctrl+u", "1", "tab")
	st.Type("3020.5") // the others of them are worse
	st.Shows("the orders chosen have 0.84 WETH within the worst price")
	st.Press("ctrl+u")
	st.Type("3000")
	st.Shows("no order is within the worst price")
	st.Press("esc", "enter")
	if note := st.Root.Note(); note.Level == ui.Bad {
		t.Errorf("the message row says %+v", note)
	}
}

// TestASweepByTheBestRoute: pools may give more than the book alone, and b takes the size over both
// in one transaction that costs no more than the worst price.
func TestASweepByTheBestRoute(t *testing.T) {
	service := world()
	service.executed, service.swapped = api.MaxAmount, 1
	service.after = map[common.Address]api.Amount{
		usdc.Address: units("5480.55", usdc), weth.Address: units("12482.88", usdc)}
	st := newStage(t, service)
	st.click("3,021.50")
	st.Press("enter", "enter")
	st.Advance(200 * time.Millisecond)
	st.Shows("with 3 orders", "The best route with all pools costs 7,170.00 USDC (−0.69%)",
		// 2.39 at 3,036.61 at most, in whole basis points of what is quoted
		"b takes it so: at most 7,257.48 USDC")
	st.EveryFrame()
	st.Press("ctrl+u")
	st.Type("2")
	st.Advance(200 * time.Millisecond)
	st.Shows("The best route with all pools costs 6,000.00 USDC")
	viewtest.Job(st.Kit, st.s, "sweep by the best route", 3, "b", "S", "enter")
	if service.sent != 1 || len(service.fills) != 0 || len(service.Approvals()) != 0 {
		t.Fatalf("%d transactions, %d fills:\n%s", service.sent, len(service.fills), st.Frame())
	}
	asked := service.priced[len(service.priced)-1]
	if asked.Side != api.Buy || asked.Amount != units("2", weth) ||
		asked.Src != usdc.Address.Hex() || asked.Dest != weth.Address.Hex() {
		t.Errorf("asked %+v", asked)
	}
	built := service.swaps[len(service.swaps)-1]
	if built.Terms.Slippage != 122 || built.Terms.User != me { // 3,036.61 is 1.22 % over 3,000
		t.Errorf("built %+v", built.Terms)
	}
}

// TestTheBestRouteFollowsTheBook: while the dialog is open others take an order, the amount that is
// proposed shrinks, and the best route is compared and taken for what is proposed now.
func TestTheBestRouteFollowsTheBook(t *testing.T) {
	service := world()
	service.executed, service.swapped = api.MaxAmount, 1
	st := newStage(t, service)
	st.click("3,021.50")
	st.Press("enter", "enter")
	st.Advance(200 * time.Millisecond)
	st.Shows("[ 2.39", "The best route with all pools costs 7,170.00 USDC")
	service.set(func() { service.book.Asks = service.book.Asks[1:] })
	st.Advance(6e9)
	st.block()
	st.Shows("[ 1.55")
	st.Hides("7,170.00")
	st.Advance(200 * time.Millisecond)
	st.Shows("The best route with all pools costs 4,650.00 USDC")
	st.Press("b")
	st.settle()
	asked := service.priced[len(service.priced)-1]
	if asked.Amount != units("1.55", weth) {
		t.Errorf("asked for %s", asked.Amount)
	}
}

// TestASweepByTheBestRouteIsApprovedFirst: the approval of the executor goes on to the review by
// itself, which names venues and total; the message row tells what the chain did.
func TestASweepByTheBestRouteIsApprovedFirst(t *testing.T) {
	service := world()
	service.best = price("3025") // worse than the bids of the book, for who sells better
	service.balance, service.swapped = units("10", weth), 2
	service.after = map[common.Address]api.Amount{weth.Address: units("8.9", weth),
		usdc.Address: units("10", weth).Add(units("3327.5", usdc))}
	st := newStage(t, service)
	st.click("3,018.50")
	st.Press("enter", "enter")
	st.Type("1.1")
	st.Advance(200 * time.Millisecond)
	st.Shows("brings 3,327.50 USDC (+0.18%)", "b takes it so: at least 3,30", "after an approval")
	st.Press("b")
	st.settle()
	st.Shows("SIGN and SEND transaction · Approve")
	st.Press("S", "enter")
	st.settle()
	if got := service.Approvals(); len(got) != 1 || got[0].Spender != executor ||
		got[0].Amount != units("1.1", weth) {
		t.Fatalf("approvals %+v\n%s", got, st.Frame())
	}
	st.Shows("2 of 2", "over UniswapV3, limit orders", "in all at most 1.1000 WETH and")
	st.Press("S", "enter")
	st.settle()
	if service.sent != 2 || len(service.swaps) == 0 {
		t.Fatalf("%d transactions:\n%s", service.sent, st.Frame())
	}
	if note := st.Root.Note(); note.Text !=
		"received 3,327.50 USDC against 3,327.50 promised, exactly" {
		t.Errorf("the message row says %+v", note)
	}
}

// TestAPurchaseByTheBestRouteIsAllowedNoMoreThanItMayTake: the worst price bounds what it spends.
func TestAPurchaseByTheBestRouteIsAllowedNoMoreThanItMayTake(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.click("3,021.50")
	st.Press("enter", "enter")
	st.Advance(200 * time.Millisecond)
	st.Shows("Worst price", "[ 3036.61", "after an approval")
	st.Press("b")
	st.settle()
	if got := service.Approvals(); len(got) != 1 || got[0].Amount != units("7257.4979", usdc) {
		t.Fatalf("approvals %+v, want 2.39 at 3,036.61\n%s", got, st.Frame())
	}
}

// TestTheBestRouteKeepsToTheWorstPrice: a route beyond it is not taken.
func TestTheBestRouteKeepsToTheWorstPrice(t *testing.T) {
	service := world()
	service.executed, service.best = api.MaxAmount, price("3040")
	st := newStage(t, service)
	st.click("3,021.50")
	st.Press("enter", "enter")
	st.Advance(200 * time.Millisecond)
	st.Shows("b cannot take it so: the best route is beyond the worst price")
	st.Press("b")
	st.settle()
	if service.sent != 0 || len(service.swaps) != 0 && strings.Contains(st.Frame(), "SIGN and") {
		t.Errorf("it goes on:\n%s", st.Frame())
	}
}

// TestSweepDisarmsWhenTooLittleIsLeft: what was taken meanwhile is made up for by the spares; once
// they do not do, it has to be reviewed again.
func TestSweepDisarmsWhenTooLittleIsLeft(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.Press("G", "enter", "enter")
	st.Type("0.5")
	st.Press("enter")
	st.settle()
	service.set(func() { service.book.Asks = service.book.Asks[1:] })
	st.Advance(6e9)
	st.block()
	st.Hides("less left")
	service.set(func() { service.book.Asks = nil })
	st.Advance(6e9)
	st.block()
	st.Press("S", "enter")
	st.Shows("the book has less left within the worst price than you take")
	if service.sent != 0 {
		t.Error("signed for orders that are gone")
	}
}

// TestSweepAnswersToTheWord: a worst price far off asks for the pair's name.
func TestSweepAnswersToTheWord(t *testing.T) {
	service := world()
	service.book.Asks = append(side(3020.5, 0.5, nobodyMine, "0.84"),
		side(3500, 0.5, nobodyMine, "0.1")...)
	st := newStage(t, service)
	st.click("3,500.00")
	st.Press("enter", "enter", "enter")
	st.settle()
	st.Shows("! worst price 3,500.00, 15.90% worse than the middle", `Type "WETH/USDC" to go on`)
}

// TestKeysOfTaking counts the keys of a sweep, and of a cancellation on the ladder.
func TestKeysOfTaking(t *testing.T) {
	service := world()
	st := newStage(t, service)
	st.click("3,021.50")
	viewtest.Job(st.Kit, st.s, "sweep", 5, "enter", "enter", "enter", "S", "enter")
	if service.sent != 1 || len(service.fills) != 1 {
		t.Errorf("%d transactions, asked %+v", service.sent, service.fills)
	}
	st.click("3,018.00")
	viewtest.Job(st.Kit, st.s, "cancel", 4, "x", "S", "enter")
	if service.sent != 2 || len(service.cancels) != 1 {
		t.Errorf("%d transactions, asked %+v", service.sent, service.cancels)
	}
}
