package console

import (
	"context"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/ui/uitest"
)

// A cap is set and taken back by its dialog and in the palette, and the next session has it.
func TestTheCapIsSet(t *testing.T) {
	t.Parallel()
	x, folder := &exchange{status: at(7)}, t.TempDir()
	open := func() (*uitest.Kit, *Console) {
		return startWith(t, func(context.Context) (api.Service, error) { return x, nil }, folder)
	}
	k, _ := open()
	k.Press("ctrl+k")
	k.Type("per order")
	k.Press("enter")
	k.Shows("Cap for each order", "There is no cap.")
	k.Type("5000")
	k.Press("enter")
	k.Shows("what pays more than $5,000.00 wants the word cap")
	k, c := open()
	if most, set := c.host.s.OrderCap(); !set || most != units("5000", 18) {
		t.Fatalf("the next session has a cap of %s (%v)", most, set)
	}
	k.Press("ctrl+k")
	k.Type("cap 2,500")
	k.Shows("a comma could mean either")
	k.Press("esc", "ctrl+k")
	k.Type("cap 2500")
	k.Shows("Cap of $2,500.00 for each order")
	k.Press("enter")
	k.Press("ctrl+k")
	k.Type("cap none")
	k.Shows("a sum in USD such as 5000, or off")
	k.Press("esc", "ctrl+k")
	k.Type("cap off")
	k.Press("enter")
	k.Shows("there is no cap for an order any more")
	if _, set := c.host.s.OrderCap(); set {
		t.Error("the cap stays")
	}
}

// What another program of the folder sets, such as bourse do, holds in a console that is open: the
// cap of an order, and for how long one can be taken back.
func TestACapSetElsewhereHoldsHere(t *testing.T) {
	t.Parallel()
	x, folder := &exchange{status: at(7)}, t.TempDir()
	open := func() *uitest.Kit {
		k, _ := startWith(t, func(context.Context) (api.Service, error) { return x, nil }, folder)
		return k
	}
	other, k := open(), open()
	for _, sentence := range []string{"cap 2500", "undo 7"} {
		k.Press("ctrl+k")
		k.Type(sentence)
		k.Press("enter")
	}
	other.Advance(12 * time.Second)
	other.Press("ctrl+k")
	other.Type("per order")
	other.Press("enter")
	other.Shows("$2,500.00")
	other.Press("esc", "ctrl+k")
	other.Type("undo")
	other.Press("enter")
	other.Shows("[ 7▁")
}
