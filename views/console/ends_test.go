package console

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/uitest"
	"bourse/views"
)

const rests = "All of it rests until the console is started again."

// leaver opens a console with which its exchange ends, or does not.
func leaver(t *testing.T, x *exchange, ends bool) (*uitest.Kit, *Console) {
	t.Helper()
	cfg := config(t, uitest.NewClock(),
		func(context.Context) (api.Service, error) { return x, nil })
	cfg.Leaving, cfg.Ends = rests, ends
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	x.mine(c.host.s.Account.Address)
	return uitest.NewRoot(t, c.env, c.root), c
}

// mine makes an account the owner of all that is there.
func (x *exchange) mine(a common.Address) {
	for i := range x.open {
		x.open[i].Maker = a
	}
	for i := range x.deltas {
		x.deltas[i].User, x.deltas[i].Order.Owner = a, a
	}
}

// sells is an open order of so much WETH for so much USDC.
func sells(amount, price string) api.OrderRecord {
	return api.OrderRecord{ChainID: 1337, State: api.Pending, Hash: common.HexToHash(amount),
		Order: api.Order{
			MakerAsset:  api.Asset{Kind: api.ERC20, Address: weth.Address},
			TakerAsset:  api.Asset{Kind: api.ERC20, Address: usdc.Address},
			MakerAmount: units(amount, 18), TakerAmount: units(price, 6)}}
}

// held is a Delta order of two WETH that waits for what a trigger says.
func held(id string, t *api.DeltaTrigger) api.DeltaRecord {
	return api.DeltaRecord{ID: id, ChainID: 1337, Status: api.DeltaNotStarted, Trigger: t,
		Order: api.DeltaOrder{SrcToken: weth.Address, DestToken: usdc.Address,
			SrcAmount: units("2", 18), DestAmount: units("5500", 6)}}
}

// stays wants a question, and every text in it.
func stays(t *testing.T, k *uitest.Kit, texts ...string) {
	t.Helper()
	k.Press("q")
	if k.Quit {
		t.Fatal("it left without a word")
	}
	k.Shows(texts...)
}

func TestQuitNamesAHeldStop(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), deltas: []api.DeltaRecord{
		held("1", &api.DeltaTrigger{Worth: units("5600", 6), Below: true}),
		{Status: api.DeltaExecuted, Order: api.DeltaOrder{SrcToken: weth.Address}}}}
	k, _ := leaver(t, x, true)
	stays(t, k, "1 stop is held: 2.0000 WETH once at 2,800.00 USDC per WETH or less", rests)
	k.Hides("auction", "open orders")
	k.Advance(time.Second) // nobody answers what he has not seen
	k.Press("enter")       // No has the focus
	k.Hides("Quit?")
	if k.Quit {
		t.Fatal("it left though the answer was no")
	}
	k.Resize(79, 24) // where there is no room to ask
	stays(t, k, "needs at least 80 × 24", "named where there is room", "ctrl+c quit all the same")
	k.Resize(80, 24)
	stays(t, k, "1 stop is held: 2.0000 WETH once at 2,800.00 USDC per WETH or less", rests,
		"[ Quit ]")
	k.Advance(time.Second)
	k.Press("tab", "enter")
	if !k.Quit {
		t.Error("it does not leave")
	}
}

func TestQuitNamesOpenOrders(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), open: []api.OrderRecord{sells("2", "6042")}}
	k, _ := leaver(t, x, true)
	stays(t, k, "1 limit order is open: 2.0000 WETH for 6,042.00 USDC", rests)
	k.Press("esc")
	k.Press("ctrl+c")
	if !k.Quit {
		t.Error("ctrl+c asks")
	}
}

// Every kind has its own line, with names where they are few.
func TestQuitCountsEveryKind(t *testing.T) {
	t.Parallel()
	p2p, nft := sells("1", "3000"), sells("3", "9000")
	p2p.NonceAndMeta = api.PackNonce(api.NewAmount(1), common.Address{9})
	nft.NFT, nft.MakerAmount = true, api.NewAmount(1)
	nft.MakerAsset = api.Asset{Kind: api.ERC721, Address: common.Address{0xff},
		ID: api.NewAmount(7)}
	gone := sells("5", "15000")
	gone.State = api.Cancelled
	x := &exchange{status: at(7), open: []api.OrderRecord{p2p, nft, gone, sells("2", "6042"),
		sells("4", "12100"), sells("6", "18200")},
		deltas: []api.DeltaRecord{held("1", nil),
			held("2", &api.DeltaTrigger{Worth: units("6500", 6)}),
			held("3", &api.DeltaTrigger{NotBefore: 1}), held("4", &api.DeltaTrigger{NotBefore: 2}),
			held("5", &api.DeltaTrigger{NotBefore: 3})}}
	k, c := leaver(t, x, true)
	for _, e := range []views.Sent{
		{Kind: views.SentTransaction, What: "approval of WETH", ChainID: 1337,
			Hash: common.Hash{1}, Taken: true},
		{Kind: views.SentTransaction, What: "on a node", ChainID: 1, Hash: common.Hash{2}}} {
		if err := c.host.s.UnderWay.Put(e); err != nil {
			t.Fatal(err)
		}
	}
	k.Resize(80, 24)
	stays(t, k, "1 take profit is held: 2.0000 WETH once at 3,250.00 USDC per WETH or more",
		"3 orders of a series are to come", "1 auction is under way: 2.0000 WETH for USDC",
		"3 limit orders are open", "1 P2P order is open: 1.0000 WETH for 3,000.00 USDC",
		"1 NFT order is open", "1 transaction is on its way: approval of WETH", rests)
	k.Hides("6,042", "on a node")
}

// What another account of the wallet has ends just as well.
func TestQuitNamesOrdersOfOtherAccounts(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), open: []api.OrderRecord{sells("2", "6042")}}
	k, c := leaver(t, x, true)
	other := c.host.s.Wallet.List()[1]
	x.mine(other.Address)
	first := x.open[0]
	k.Send(happened{api.Event{Topic: api.TopicOrder, ChainID: 1337, Order: &first}})
	k.Advance(time.Second)
	stays(t, k, "6,042.00 USDC of "+other.Name)
}

func TestQuitWithNothingOpenLeavesAtOnce(t *testing.T) {
	t.Parallel()
	k, _ := leaver(t, &exchange{status: at(7)}, true)
	k.Press("q")
	if !k.Quit {
		t.Errorf("it asks:\n%s", k.Frame())
	}
}

// Where the exchange is elsewhere, nothing ends.
func TestQuitLeavesWhatGoesOn(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), open: []api.OrderRecord{sells("2", "6042")},
		deltas: []api.DeltaRecord{held("1", &api.DeltaTrigger{NotBefore: 1})}}
	k, _ := leaver(t, x, false)
	k.Press("q")
	if !k.Quit {
		t.Errorf("it asks:\n%s", k.Frame())
	}
}

// What is not known is not said to be nothing, and leaving does not wait for it.
func TestQuitSaysWhatIsNotKnown(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7), fails: errors.New("the disk is gone")}
	k, _ := leaver(t, x, true)
	stays(t, k, "Open orders are not known yet.", rests)
	if strings.Contains(k.Frame(), "limit order") {
		t.Error("it counts what it does not know")
	}
	k.Press("esc")
	x.fails = nil
	k.Advance(2 * time.Second)
	k.Press("q")
	if !k.Quit {
		t.Errorf("it asks:\n%s", k.Frame())
	}
}

// An order that was signed a moment ago is named.
func TestQuitKnowsWhatWasJustSigned(t *testing.T) {
	t.Parallel()
	x := &exchange{status: at(7)}
	k, c := leaver(t, x, true)
	x.open = []api.OrderRecord{sells("2", "6042")}
	x.mine(c.host.s.Account.Address)
	k.Send(views.Signed{Account: c.host.s.Account, Title: "an order", ChainID: 1337})
	stays(t, k, "1 limit order is open")
}
