package screenshots_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/views"
)

// says types a sentence into the palette, goes on by the keys of what it fills, and signs.
func (d *desk) says(sentence string, keys ...string) {
	d.t.Helper()
	d.t.Log(sentence)
	d.asks(append([]string{"f1", ":", sentence, "enter"}, keys...))
	d.settle(3)
}

// held is what an account has of a listed token.
func (d *desk) held(account common.Address, symbol string) api.UserToken {
	d.t.Helper()
	list, err := apitest.On(d.service, 1337).UserTokens(d.t.Context(), account)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, t := range list {
		if t.Symbol == symbol {
			return t
		}
	}
	d.t.Fatalf("no token is called %s", symbol)
	return api.UserToken{}
}

// TestJobsByPalette does the jobs of a trading session by sentences in the palette, each signed in
// its dialog; what must come of them is read from the service.
func TestJobsByPalette(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes an exchange of its own")
	}
	state := t.TempDir()
	d := openDeskAt(t, state)
	networks, err := d.service.Networks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c, other := networks[0].Contracts, d.stage.Wallet.List()[1].Address
	allows := func(symbol string, spender common.Address, want string) {
		t.Helper()
		held := d.held(d.account, symbol)
		amount, err := api.ParseUnits(want, held.Decimals)
		if is := held.Allowances[spender]; err != nil || is != amount {
			t.Errorf("%s is allowed %s raw units of %s, not %s", spender, is, symbol, amount)
		}
	}
	d.says("approve 123 usdc for swaps")
	allows("USDC", c.AugustusV6, "123")
	d.says("revoke usdc for swaps")
	allows("USDC", c.AugustusV6, "0")
	coins := func() (n float64) { return d.held(d.account, "ETH").Balance.Float() / 1e18 }
	before := coins()
	d.says("wrap 1")
	if paid := before - coins(); paid < 1 || paid > 1.01 {
		t.Errorf("wrapping 1 took %v coins", paid)
	}
	before = coins()
	d.says("unwrap 1")
	if got := coins() - before; got > 1 || got < 0.99 {
		t.Errorf("unwrapping 1 brought %v coins", got)
	}
	came := d.held(other, "ETH").Balance
	d.says("send 2 eth dev1", "enter")
	if got := d.held(other, "ETH").Balance.Sub(came).Float() / 1e18; got != 2 {
		t.Errorf("dev1 got %v coins", got)
	}
	d.says("approve 40000 usdc for orders")
	d.carries(views.TrayIn(state), "buy 0.25 weth at 2900 usdc")
	placed := d.orders()[0]
	if placed.State != api.Pending || placed.MakerAmount != api.NewAmount(725_000_000) ||
		placed.TakerAmount.Float() != 0.25e18 {
		t.Fatalf("the order is %+v", placed)
	}
	d.says("cancel " + placed.Hash.Hex())
	if o, err := apitest.On(d.service, api.LocalChainID).Order(t.Context(), placed.Hash,
		false); err != nil ||
		o.State != api.Cancelled {
		t.Errorf("the cancelled order is %s, %v", o.State, err)
	}
	d.takesFromTheBook()
	d.says("approve 1000 usdc for swaps")
	allows("USDC", c.AugustusV6, "1000")
	d.says("swap 100 usdc weth slippage 0.7%", "enter")
	allows("USDC", c.AugustusV6, "900")
	d.says("approve 5000 usdc for delta")
	d.says("delta 2000 usdc weth slippage 1%", "enter")
	d.settle(10)
	mine := api.DeltaQuery{User: d.account, ChainID: 1337, Page: 1, Limit: 10}
	deltas, err := apitest.On(d.service, api.LocalChainID).DeltaOrders(t.Context(), mine)
	if err != nil || len(deltas) == 0 || deltas[0].Status != api.DeltaExecuted ||
		deltas[0].Order.SrcAmount != api.NewAmount(2_000_000_000) {
		t.Errorf("the Delta order is %+v, %v", deltas, err)
	}
	d.says("approve 1 weth for delta")
	d.says("stop 1 weth usdc at 2600 least 2500 until 1d", "enter")
	held, err := apitest.On(d.service, 1337).DeltaOrders(t.Context(), mine)
	if err != nil || len(held) != len(deltas)+1 || !held[0].Hidden || held[0].Status.Final() {
		t.Errorf("the stop is %+v, %v", held, err)
	}
	nfts, err := apitest.On(d.service, 1337).UserNFTs(t.Context(), d.account)
	if err != nil {
		t.Fatal(err)
	}
	d.offersNFT(nfts)
}

// carries places what was prepared: who looks at it and leaves finds it again, who signs it does
// not.
func (d *desk) carries(tray views.Tray, sentence string) {
	d.t.Helper()
	p, err := tray.Put(views.Prepared{Sentence: sentence, Account: d.account, ChainID: 1337})
	if err != nil {
		d.t.Fatal(err)
	}
	carry := fmt.Sprint("carry ", p.ID)
	d.Press(":")
	d.Type(carry)
	d.Press("enter")
	d.settle(2)
	if !strings.Contains(d.Frame(), "( BUY ▲ )") {
		d.t.Errorf("the form is not filled:\n%s", d.Frame())
	}
	d.says("send 0.5 eth dev1", "enter") // something else
	if list := tray.List(); len(list) != 1 {
		d.t.Errorf("what was only looked at waits no longer: %+v", list)
	}
	d.says(carry, "enter")
	if list := tray.List(); len(list) != 0 {
		d.t.Errorf("what was signed still waits: %+v", list)
	}
}

// takesFromTheBook fills a part of an order that somebody else has in the book.
func (d *desk) takesFromTheBook() {
	d.t.Helper()
	weth, usdc := d.held(d.account, "WETH"), d.held(d.account, "USDC")
	book, err := apitest.On(d.service, 1337).Book(d.t.Context(),
		api.Pair{Base: weth.Address, Quote: usdc.Address}, 0)
	if err != nil {
		d.t.Fatal(err)
	}
	for i := len(book.Asks) - 1; i >= 0; i-- { // the dearest is nobody else's aim
		order := book.Asks[i].Hash
		r, err := apitest.On(d.service, api.LocalChainID).Order(d.t.Context(), order, false)
		if err != nil || r.Maker == d.account || r.FillOrKill {
			continue
		}
		d.says("fill " + order.Hex() + " pay 10 usdc")
		list, err := apitest.On(d.service, 1337).Fills(d.t.Context(), api.FillQuery{
			Account: &d.account, Limit: 5})
		if err != nil || len(list) == 0 || list[0].OrderHash != order ||
			list[0].TakerAmount != api.NewAmount(10_000_000) {
			d.t.Errorf("the fills are %+v, %v", list, err)
		}
		return
	}
	d.t.Error("the book has nothing to take")
}

// offersNFT offers one of the account's.
func (d *desk) offersNFT(nfts []api.UserNFT) {
	d.t.Helper()
	for _, n := range nfts {
		if n.Kind != api.ERC721 {
			continue
		}
		d.says(fmt.Sprintf("nft sell %s %s for 50 usdc", n.Address.Hex(), n.ID), "enter")
		page, err := apitest.On(d.service, 1337).Orders(d.t.Context(), api.OrderQuery{NFT: true,
			Type: api.Limit, Maker: &d.account, Limit: 5, OrderBy: api.ByCreatedAt})
		if err != nil || len(page.Orders) == 0 || page.Orders[0].MakerAsset.ID != n.ID ||
			page.Orders[0].TakerAmount != api.NewAmount(50_000_000) {
			d.t.Errorf("the NFT orders are %+v, %v", page.Orders, err)
		}
		return
	}
	d.t.Error("the account has no NFT")
}
