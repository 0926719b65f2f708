package book_test

import (
	"strings"
	"testing"

	"bourse/backend/api"
	"bourse/ui/cells"
	"bourse/ui/uitest"
	"bourse/views/book"
)

// press runs an action of a ladder.
func press(t *testing.T, l *book.Ladder, id string) {
	t.Helper()
	for _, a := range l.Actions("") {
		if a.ID == id {
			a.Run()
			return
		}
	}
	t.Fatalf("no action %s", id)
}

// TestGroupingStartsAtTheTickOfTheMarket: orders half a unit apart are grouped by that and its
// multiples, so that each press changes something and no level is at a price that no order could
// have; one odd order changes the finest width alone.
func TestGroupingStartsAtTheTickOfTheMarket(t *testing.T) {
	t.Parallel()
	env := newEnv()
	l := newLadder(env) // asks and bids every 0.50
	for i, want := range []string{"0.50", "1.00", "2.00", "5.00"} {
		if i > 0 {
			press(t, l, "coarser")
		}
		if l.Group() != want {
			t.Errorf("after %d presses the group is %s, want %s", i, l.Group(), want)
		}
	}
	odd := bookOrders(40, false)
	odd[3].Price.Quote = api.NewAmount(301_801_000)
	l = newLadder(env)
	l.SetBook(env, bookOrders(40, true), odd)
	for i, want := range []string{"0.01", "0.50", "1.00"} {
		if i > 0 {
			press(t, l, "coarser")
		}
		if l.Group() != want {
			t.Errorf("with an odd order, after %d presses, the group is %s, want %s", i, l.Group(),
				want)
		}
	}
}

// A lone order at a round price tells nothing of a market's tick.
func TestGroupingOfOneOrder(t *testing.T) {
	t.Parallel()
	env := newEnv()
	one := bookOrders(1, false)
	one[0].Price.Quote = api.NewAmount(300_000_000)
	l := newLadder(env)
	l.SetBook(env, nil, one)
	if l.Group() != "2.00" {
		t.Errorf("an order at 3,000 is grouped by %s", l.Group())
	}
}

// TestBetterLevelsOutOfSightAreTold: the cursor far down pushes the best prices out of the window.
func TestBetterLevelsOutOfSightAreTold(t *testing.T) {
	t.Parallel()
	env := newEnv()
	for _, h := range []int{30, 20} {
		l := newLadder(env)
		l.Move(1)
		draw := func() string {
			return strings.Join(uitest.Lines(l.Draw(env, cells.Box{W: 48, H: h}, true)), "\n")
		}
		if strings.Contains(draw(), "better not shown") {
			t.Errorf("nothing is hidden in\n%s", draw())
		}
		l.Move(30)
		if !strings.Contains(draw(), "better not shown") {
			t.Errorf("height %d: the best bids are hidden without a word in\n%s", h, draw())
		}
	}
}

// TestOwnOrdersAreNotSwept: nobody takes from himself, and dust is told from nothing.
func TestOwnOrdersAreNotSwept(t *testing.T) {
	t.Parallel()
	env := newEnv()
	l := newLadder(env)
	bids := bookOrders(3, false)
	bids[1].Size = api.NewAmount(1000)
	mine := bids[0]
	l.Mine = func(o api.BookOrder) bool { return o.Price == mine.Price }
	l.SetBook(env, bookOrders(3, true), bids)
	press(t, l, "best")
	draw := func() string {
		return strings.Join(uitest.Lines(l.Draw(env, cells.Box{W: 48, H: 30}, true)), "\n")
	}
	if !strings.Contains(draw(), "your own only") {
		t.Errorf("the own order is swept in\n%s", draw())
	}
	l.Move(1)
	if got := draw(); !strings.Contains(got, "sweep <0.001 ETH") {
		t.Errorf("dust and own orders in\n%s", got)
	}
}
