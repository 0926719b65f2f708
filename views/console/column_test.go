package console

import (
	"testing"
	"time"

	"bourse/views"
)

// TestOrderFormStandsBesideTheBook types into the form where Markets shows it and finds that on its
// own screen.
func TestOrderFormStandsBesideTheBook(t *testing.T) {
	t.Parallel()
	x := newBusy()
	x.status = at(1)
	k := again(t, x, "", nil)
	k.Hides("New order")
	k.Resize(165, 44)
	k.Shows("New order · WETH/USDC", "b buys, s sells", "Candles 15m", "My orders")
	k.Press("b")
	if k.Root.Active() != views.Markets {
		t.Fatalf("b goes to %s", k.Root.Active())
	}
	k.Type("2")
	k.Advance(time.Second)
	k.Shows("esc to the book", "[ 2▁", "[ 3019.5 ")
	k.Press("ctrl+l")
	k.Hides("[ 3019.5 ")
	k.Type("3")
	k.Press("esc", "down", "s")
	k.Type("4")
	k.Press("esc")
	k.Env.Goto(views.Order, nil)
	k.Do(nil)
	k.Shows("( SELL ▼ )", "[ 3019 ")
	k.Env.Goto(views.Markets, nil)
	k.Do(nil)
	k.ClickOn("Price    [")
	k.Shows("esc to the book")
	k.Resize(120, 36)
	k.Hides("New order")
	k.Press("j", "b")
	if k.Root.Active() != views.Order {
		t.Errorf("without its column, b leaves %s in front", k.Root.Active())
	}
	k.Env.Goto(views.Markets, nil)
	k.Do(nil)
	k.Resize(200, 60)
	for _, err := range k.Root.CheckActions() {
		t.Error(err)
	}
}
