package orders_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/viewtest"
)

// cancelled makes the fake's first order cancelled once its cancellation is sent.
func cancelled(s *service) func() {
	return func() {
		s.orders[0].State, s.orders[0].FillableBalance = api.Cancelled, api.Amount{}
	}
}

// TestReplaceAtAnotherPrice: m, a price, ⏎, S ⏎ for the new order, S ⏎ for the cancellation; the
// new one is posted only once the old one is cancelled.
func TestReplaceAtAnotherPrice(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many(), allowance: api.MaxAmount})
	st.serv.between = cancelled(st.serv)
	st.Send(views.ShowOrder{Hash: common.Hash{1}})
	st.Press("m")
	st.Shows("Replace order", "[ 3022.00", "[ 2.5", "once the old one is cancelled")
	st.Type("3030,5")
	st.Shows("the price")
	st.Press("enter")
	if n := st.Root.Note(); !strings.Contains(n.Text, "the price") {
		t.Errorf("the message row says %q", n.Text)
	}
	st.Press("ctrl+u")
	st.Type("3030.5")
	st.Shows("old  sell 2.500 WETH @ 3,022.00 USDC, 2.500 left", "new  sell 2.500 WETH @ 3,030.50")
	st.EveryFrame()
	st.Press("enter")
	st.settle()
	st.Shows("1 of 2", "SELL ▼", "2.500000 WETH at 3,030.50 USDC",
		"posted once the old order is cancelled")
	st.accept()
	if len(st.serv.created) != 0 || len(st.serv.Sent()) != 0 {
		t.Fatal("posted before the cancellation")
	}
	st.settle()
	st.Shows("2 of 2", "cancels", "[ Keep it ]◂")
	st.accept()
	st.Advance(time.Second)
	if len(st.serv.created) != 1 || len(st.serv.Sent()) != 1 ||
		st.serv.cancels[0].Hashes[0] != (common.Hash{1}) {
		t.Fatalf("created %+v, sent %d", st.serv.created, len(st.serv.Sent()))
	}
	o := st.serv.created[0].Order
	if o.MakerAmount != units("2.5", weth) || o.TakerAmount != units("7576.25", usdc) ||
		o.Expiry != st.serv.orders[0].Expiry || o.NonceAndMeta == st.serv.orders[0].NonceAndMeta {
		t.Errorf("the new order is %+v", o)
	}
	if n := st.Root.Note(); !strings.Contains(n.Text, "is replaced by") {
		t.Errorf("the message row says %q", n.Text)
	}
}

// TestReplaceKeepsAnExactPrice: a price that is not touched stays the exact fraction, whatever the
// amount is.
func TestReplaceKeepsAnExactPrice(t *testing.T) {
	t.Parallel()
	bid := order(1, usdc, weth, "1500", "0.499168053244592345", time.Minute) // 3005 typed
	st := newStage(t, &service{orders: []api.OrderRecord{bid}, allowance: api.MaxAmount})
	st.Press("m", "tab")
	st.Type("0.249584026622296172")
	st.Shows("new  buy 0.249 WETH @ 3,005.00 USDC")
	st.Press("tab", "right", "right", "tab", "right", "enter") // a day, at once
	st.settle()
	st.Shows("BUY ▲", "at 3,005.00 USDC", "both can fill")
	st.accept()
	if len(st.serv.created) != 1 {
		t.Fatal("not posted at once")
	}
	o := st.serv.created[0].Order
	// half the size pays half of 1,500, rounded up
	if o.MakerAmount != units("750", usdc) && o.MakerAmount != units("749.999999", usdc) ||
		time.Unix(int64(o.Expiry), 0).Sub(uitest.Start) < 24*time.Hour {
		t.Errorf("the new order is %+v", o)
	}
}

// TestReplaceIsNotPostedAfterAFill: what was filled before the cancellation would be offered twice.
// Also what more fills have filled than a page of them tells counts.
func TestReplaceIsNotPostedAfterAFill(t *testing.T) {
	t.Parallel()
	for _, dust := range []int{0, 1500} {
		replaceAfterAFill(t, dust)
	}
}

func replaceAfterAFill(t *testing.T, dust int) {
	st := newStage(t, &service{orders: many(), allowance: api.MaxAmount})
	st.serv.between = func() {
		cancelled(st.serv)()
		of := api.Fill{OrderHash: common.Hash{1}, MakerAsset: api.Asset{Address: weth.Address},
			TakerAsset: api.Asset{Address: usdc.Address}}
		for i := range dust { // of nothing, as anybody can make them
			of.Block.Number = uint64(5000 - i)
			st.serv.fills = append(st.serv.fills, of)
		}
		of.Block.Number = 5
		of.MakerAmount, of.TakerAmount = units("0.5", weth), units("1511", usdc)
		st.serv.fills = append(st.serv.fills, of)
	}
	st.Send(views.ShowOrder{Hash: common.Hash{1}})
	st.Press("m")
	st.Type("3030")
	st.Press("enter")
	st.accept()
	st.settle()
	st.accept()
	st.Advance(time.Second)
	if len(st.serv.created) != 0 {
		t.Fatal("posted although half of the old order was filled")
	}
	if n := st.Root.Note(); !strings.Contains(n.Text, "0.500 WETH of the old order were filled") ||
		!strings.Contains(n.Text, "NOT posted") {
		t.Errorf("the message row says %q", n.Text)
	}
}

// TestReplaceAsksForTheWord: a new price is checked against the market like any other.
func TestReplaceAsksForTheWord(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many(), allowance: api.MaxAmount, bids: true})
	st.Send(views.ShowOrder{Hash: common.Hash{1}})
	st.Press("m", "alt+2")
	st.Shows("[ 3019.0")
	st.Press("ctrl+u")
	st.Type("30300")
	st.Press("enter")
	st.settle()
	st.Shows(`Type "WETH/USDC" to go on`, "from mid")
}

// TestReplaceOfAnNFTAsksForTheWord: so is the new price of an NFT.
func TestReplaceOfAnNFTAsksForTheWord(t *testing.T) {
	t.Parallel()
	own := ask(8, 7, "500")
	own.Maker = main
	serv := &service{orders: []api.OrderRecord{own}, allowance: api.MaxAmount}
	serv.OnOrderBook = func(_ context.Context, q api.BookQuery) (p api.OrderPage, _ error) {
		if q.MakerAsset != nil {
			p.Orders = []api.OrderRecord{ask(9, 2, "500"), own}
		}
		return p, nil
	}
	st := newStage(t, serv)
	st.Press("m")
	st.Type("100")
	st.settle()
	st.Shows("! price 80.00% worse than the floor of 500.00 USDC")
	st.Press("enter")
	st.settle()
	st.Shows("80.00% worse", `Type "Apes" to go on`)
	st.Press("S", "enter", "enter")
	if len(serv.created) != 0 || len(serv.Sent()) != 0 {
		t.Fatal("it is replaced without a word")
	}
}

// TestApproveFromTheList: an order that is not covered can be approved where that is said, for what
// all open orders need of the token.
func TestApproveFromTheList(t *testing.T) {
	t.Parallel()
	buy := order(2, usdc, weth, "3000", "1", time.Hour)
	buy.MakerBalance, buy.SwappableBalance, buy.State = api.Amount{}, api.Amount{}, api.Suspended
	buy.FillableBalance = units("1499.999999", usdc)
	st := newStage(t, &service{orders: []api.OrderRecord{buy}})
	st.Shows("1,500.00 USDC offered, only 0.00 USDC covered", " 50% ")
	st.Press("a")
	st.accept()
	if a := st.serv.Approvals(); len(a) != 1 || a[0].Amount != units("100", usdc) ||
		a[0].Spender != rfq || a[0].Token != usdc.Address {
		t.Errorf("approved %+v", a)
	}
}

// TestExportIsData: numbers without separators and with all their digits, words instead of marks.
func TestExportIsData(t *testing.T) {
	t.Parallel()
	bid := order(1, usdc, weth, "1500", "0.499168053244592345", time.Minute) // 3005 typed
	st := newStage(t, &service{orders: []api.OrderRecord{bid}})
	st.Press("e")
	files, err := filepath.Glob(filepath.Join(st.Env.ExportDir, "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("exported %v, %v", files, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"LMT,BUY,WETH/USDC,3005.0000000000000", ",created,", ",0%,"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// TestKeysOfReplacingAndCancelling counts the keys of both, the way to the screen included for the
// cancellation; a preset of the market is the price.
func TestKeysOfReplacingAndCancelling(t *testing.T) {
	t.Parallel()
	st := newStage(t, &service{orders: many(), allowance: api.MaxAmount, bids: true})
	st.Send(views.ShowOrder{Hash: common.Hash{1}})
	st.Press("2")
	viewtest.Job(st.Kit, st.s, "cancel", 4, "1", "x", "S", "enter")
	if n := len(st.serv.Sent()); n != 1 {
		t.Fatalf("sent %d", n)
	}
	st.serv.between = cancelled(st.serv)
	viewtest.Job(st.Kit, st.s, "replace", 7, "m", "alt+5", "enter", "S", "enter", "S", "enter")
	if n := len(st.serv.Sent()); len(st.serv.created) != 1 || n != 2 {
		t.Errorf("created %+v, sent %d", st.serv.created, n)
	}
}
