package activity_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/activity"
	"bourse/views/viewtest"
)

// The log shows the network in front and what is of none, or with N all of them, with the network
// of each. A transaction of another network is not replaced from here: its key asks to go there.
func TestActivityOfAllNetworks(t *testing.T) {
	t.Parallel()
	here := api.Network{ChainID: 1337, Name: "Local", Local: true}
	s := viewtest.Session(t, &service{}, here)
	s.Env.Header = ui.Header{Mode: "DEMO", Chain: "Local", ChainID: 1337, Block: 7, Conn: ui.Live}
	log, nonce := activity.NewLog(start), uint64(4)
	sent := func(chain uint64, hash common.Hash) {
		log.Add(activity.Entry{Level: activity.Signed, Component: "wallet", Text: "signed",
			Signer: &activity.Signer{Account: s.Account.Address, ChainID: chain, Hash: hash,
				Nonce: &nonce}})
	}
	sent(10, common.Hash{1})
	log.Lost(common.Hash{1}, "dropped")
	sent(10, common.Hash{2})
	sent(1337, common.Hash{3})
	if _, err := apitest.On(activity.Record(s.Service, log), 10).PrepareFill(t.Context(),
		api.FillRequest{}); err != nil {
		t.Fatal(err)
	}
	log.Add(activity.Entry{Level: activity.Warning, Component: "store", Text: "the disk is full"})
	beside := &viewtest.Beside{Name: views.Orders}
	k := uitest.New(t, s.Env, ui.Tab{Screen: activity.New(s, log), Title: "Activity",
		Short: "Log", Number: 8}, ui.Tab{Screen: beside, Title: "Orders", Short: "Orders"})
	k.Shows("6 of 6", "dropped") // there is but one network: nothing would show the others
	s.Networks = []api.Network{here, {ChainID: 10, Name: "Optimism"}}
	k.Press("N", "N")
	k.Shows("2 of 6", "the disk is full")
	k.Hides("Optimism", "fill simulated", "dropped")
	k.Press("N")
	k.Shows("all networks", "6 of 6", "Optimism", "Local", "fill simulated", "dropped")
	k.Press("j", "j", "j", "x")
	k.Advance(1e9)
	k.Shows("Transaction 0x0200…0000 is on Optimism (10). Go there?")
	k.Press("tab", "enter")
	to, ok := beside.Got[len(beside.Got)-1].(views.GoToNetwork)
	if !ok || to.ChainID != 10 || to.Screen != views.Activity {
		t.Fatalf("asked for %+v", beside.Got)
	}
	k.Press("g")
	s.Goto(to.Screen, to.Then)
	k.Do(nil)
	k.Shows("▸ ", "follow paused")
	k.Press("x")
	k.Advance(1e9)
	k.Shows("Transaction 0x0200…0000 is on Optimism (10). Go there?")
	k.Press("esc", "N")
	k.Shows("2 of 6")
}
