package console

import (
	"context"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/views"
)

// What an agent has prepared is told, listed, and fills its form as if it had been typed, and waits
// until it is signed. What is for another account says so, and what nobody understands does
// nothing.
func TestWhatWasPreparedWaits(t *testing.T) {
	t.Parallel()
	state := t.TempDir()
	x := &exchange{status: at(7)}
	k, c := startWith(t, func(context.Context) (api.Service, error) { return x, nil }, state)
	tray := views.TrayIn(state)
	put := func(sentence string) {
		t.Helper()
		if _, err := tray.Put(views.Prepared{Sentence: sentence, By: "clerk",
			Account: c.host.s.Account.Address, ChainID: c.host.s.Network.ChainID}); err != nil {
			t.Fatal(err)
		}
	}
	put("buy 1 weth @ 3000")
	k.Advance(time.Second)
	k.Shows("prepared for you: buy 1 weth @ 3000; prepared in the palette shows it")
	put("burn 1 weth")
	if _, err := tray.Put(views.Prepared{Sentence: "wrap 1", ChainID: 1}); err != nil {
		t.Fatal(err)
	}
	k.Press("ctrl+k")
	k.Type("prepared")
	k.Press("enter")
	k.Shows("Prepared for you", "buy 1 weth @ 3000", "by clerk", "burn 1 weth", "wrap 1")
	k.Press("enter")
	k.Shows("( BUY ▲ )", "[ 3000 ", "[ 1 ")
	if list := tray.List(); len(list) != 3 {
		t.Errorf("what a person has looked at waits no longer: %+v", list)
	}
	k.Press("esc", "ctrl+k")
	k.Type("carry 2")
	k.Shows("cannot be understood")
	k.Press("enter", "esc", "esc", "ctrl+k")
	k.Type("drop 2")
	k.Press("enter")
	if list := tray.List(); len(list) != 2 || list[1].Sentence != "wrap 1" {
		t.Errorf("what was dropped still waits: %+v", list)
	}
}
