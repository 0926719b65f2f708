package orders_test

import (
	"context"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/views"
)

// Orders of all networks stand in one list, each in the tokens of its own network. What acts on
// one of another network asks to go there; all open ones are those of the network in front.
func TestOrdersOfAllNetworks(t *testing.T) {
	t.Parallel()
	op := api.Token{ChainID: 10, Address: uni.Address, Symbol: "OP", Decimals: 6}
	far := order(9, op, usdc, "12", "180", time.Second)
	far.ChainID = 10
	offer := order(10, op, usdc, "3", "44", time.Minute)
	offer.ChainID, offer.Maker = 10, dev1
	offer.NonceAndMeta = api.PackNonce(api.NewAmount(8), main)
	serv := &service{orders: append(many(), far, offer)}
	var down error
	serv.OnTokens = func(_ context.Context, chain uint64) ([]api.Token, error) {
		if chain != 10 {
			t.Errorf("the tokens of network %d are read anew", chain)
		}
		return []api.Token{op, usdc}, down
	}
	serv.OnCollections = func(context.Context, uint64) ([]api.Token, error) { return nil, nil }
	st := newStage(t, serv)
	st.Hides("N networks")
	st.s.Networks = []api.Network{local, {ChainID: 10, Name: "Optimism", Symbol: "ETH"}}
	st.Shows("UNI/USDC")
	st.Hides("OP/USDC")
	down = api.Errorf(api.ChainUnavailable, "its node is gone")
	st.Press("N")
	st.Advance(2 * time.Second)
	st.Shows("without Optimism", "Optimism does not answer: its orders are not shown", "UNI/USDC")
	down = nil
	st.Press("r")
	st.Advance(2 * time.Second)
	st.Shows("all networks", "network", "UNI/USDC", "OP/USDC", "15.00", "Optimism", "Local")
	st.Hides("without")
	st.Goldens("networks")

	answers := func(why error) {
		serv.mu.Lock()
		serv.away = why
		serv.mu.Unlock()
		st.Press("r")
		st.Advance(2 * time.Second)
	}
	answers(api.Errorf(api.ChainUnavailable, "its node is gone"))
	st.Shows("without Local", "Local does not answer: its orders are not shown", "OP/USDC")
	st.Hides("UNI/USDC")
	answers(nil)
	st.Shows("UNI/USDC", "OP/USDC")

	st.Press("home")
	for _, key := range []string{"x", "m", "c"} {
		st.Press(key)
		st.settle()
		st.Shows("Another network", "Order 0x0900…0000 is on Optimism (10). Go there?")
		st.Press("esc")
	}
	st.Press("down", "down", "enter") // the offer of that network
	st.settle()
	st.Shows("Order 0x0a00…0000 is on Optimism (10). Go there?")
	st.Press("tab", "enter")
	st.settle()
	last := st.next.got[len(st.next.got)-1]
	if want := (views.GoToNetwork{ChainID: 10, Screen: views.Orders,
		Then: views.ShowOrder{Hash: common.Hash{10}}}); last != want {
		t.Errorf("asked for %#v, not %#v", last, want)
	}
	if len(serv.cancels)+len(serv.takes) > 0 {
		t.Errorf("%d cancellations and %d fills were prepared", len(serv.cancels), len(serv.takes))
	}
	st.Press("X")
	st.settle()
	st.Shows("Cancel all open orders on Local", "One transaction cancels 4 orders")
	st.Hides("sell 12.000 OP")
	st.Press("esc", "home", "space", "space", "space", "space", "x")
	st.Shows("marked orders are on other networks: N leaves those out")
	st.Press("N")
	st.Advance(2 * time.Second)
	st.Hides("OP/USDC", "all networks")
}
