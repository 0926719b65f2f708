package console

import (
	"context"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
	"bourse/ui/uitest"
	"bourse/views"
	"bourse/views/format"
)

// twoNetworks is an exchange with another network beside the local one.
type twoNetworks struct {
	exchange
	lost bool // the tokens of the other one can't be read
	far  []api.OrderRecord
}

func (x *twoNetworks) Exchange(chainID uint64) (api.Exchange, error) {
	return apitest.Bound(x, chainID)
}

func (x *twoNetworks) Orders(_ context.Context, q api.OrderQuery) (p api.OrderPage, err error) {
	if q.ChainID == 10 && q.Maker != nil && !q.NFT && q.Type == api.Limit {
		p.Orders, p.Total = x.far, len(x.far)
	}
	return p, nil
}

var link = api.Token{ChainID: 10, Address: apitest.Address(0x11), Symbol: "LINK", Decimals: 18}

func (x *twoNetworks) Networks(ctx context.Context) ([]api.Network, error) {
	list, err := x.exchange.Networks(ctx)
	return append(list, api.Network{ChainID: 10, Name: "Optimism", Symbol: "ETH",
		BlockTime: 2 * time.Second, Explorer: "https://explorer.test/"}), err
}

func (x *twoNetworks) Status(_ context.Context, id uint64) (api.NetworkStatus, error) {
	s := x.status
	if s.ChainID = id; id == 10 {
		s.Head.Number = 140_000_001
	}
	return s, nil
}

func (x *twoNetworks) Tokens(ctx context.Context, id uint64) ([]api.Token, error) {
	switch {
	case id == 10 && x.lost:
		return nil, api.Errorf(api.ChainUnavailable, "its node is gone")
	case id == 10:
		return []api.Token{eth, link, usdc}, nil
	}
	return x.exchange.Tokens(ctx, id)
}

func (x *twoNetworks) Markets(ctx context.Context, id uint64) ([]api.Market, error) {
	if id == 10 {
		return []api.Market{{ChainID: 10, Base: link, Quote: usdc}}, nil
	}
	return x.exchange.Markets(ctx, id)
}

// The network is changed by its key or the palette: header and screens follow, and the next session
// begins there. One that can't be read leaves everything as it is.
func TestNetworkIsChanged(t *testing.T) {
	t.Parallel()
	x := &twoNetworks{exchange: exchange{status: at(21_904_113)}, lost: true}
	open := func(context.Context) (api.Service, error) { return x, nil }
	state := t.TempDir()
	cfg := config(t, uitest.NewClock(), open)
	for named, front := range map[string]string{"10": "Optimism(10)", "mars": "",
		"l": "Local(1337)"} {
		cfg.Network, x.lost = named, false
		c, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		k := uitest.NewRoot(t, c.env, c.root)
		if front != "" {
			k.Shows(front)
		} else if c.host.failed == nil || c.host.failed.Error() !=
			`network "mars" is not served; there are: Local, Optimism` {
			t.Errorf("beginning on mars: %v", c.host.failed)
		}
	}
	x.lost = true
	k, c := startWith(t, open, state)
	k.Shows("Local(1337)", "WETH/USDC")
	k.ClickOn("Local(1337)")
	k.Shows("Networks", "Local (1337)", "in front, block 21,904,113", "Optimism (10)",
		"block 140,000,001")
	k.Press("down", "enter")
	k.Shows("Optimism: ", "its node is gone", "Local(1337)")
	x.lost = false
	k.Press("ctrl+n", "down", "enter")
	k.Advance(time.Second)
	k.Shows("Optimism(10)", "blk 140,000,001", "LINK/USDC")
	if s := c.host.s; s.Network.ChainID != 10 || s.Market.Base.Address != link.Address {
		t.Errorf("the session is on %d with the pair of %s", s.Network.ChainID,
			s.Market.Base.Symbol)
	}
	k.Press("2") // what is typed is not thrown away unasked
	k.Type("3")
	k.Press("ctrl+n", "up", "enter")
	k.Shows("Go to Local?", "an order that is not signed", "is gone then")
	k.Advance(time.Second)
	k.Press("enter")
	k.Hides("Go to Local?")
	k.Shows("Optimism(10)", "[ 3")
	k.Press("ctrl+n", "up", "enter")
	k.Advance(time.Second)
	k.Press("tab", "enter")
	k.Advance(time.Second)
	k.Shows("Local(1337)")
	k.Press("ctrl+n", "down", "enter")
	k.Advance(time.Second)
	k.Shows("Optimism(10)")
	k.Hides("[ 3")
	k.Press("esc", "1", "ctrl+o")
	want := "https://explorer.test/address/" + c.host.s.Account.Address.Hex()
	if len(k.Copied) != 1 || k.Copied[0] != want {
		t.Errorf("copied %q, not %q", k.Copied, want)
	}
	k.Shows("copied the page of 0xf39F…2266: " + want[:40])
	for text, page := range map[string]string{
		c.host.s.Account.Address.Hex(): want, "0xf39F…2266": "", "0x": "",
		"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226": ""} {
		if got := c.host.Page(text); got != page {
			t.Errorf("%q links to %q, not %q", text, got, page)
		}
	}
	sent, order := common.Hash{0xbe, 31: 0xef}, common.Hash{0xa1, 31: 0xf3}
	nonce := uint64(7)
	for _, chain := range []uint64{10, 1337} {
		sent[1] = byte(chain)
		c.host.s.Broadcast(views.Signed{ChainID: chain, Hash: sent, Nonce: &nonce})
		k.Do(nil)
	}
	c.host.s.Broadcast(views.Signed{ChainID: 10, Hash: order})
	k.Do(nil)
	sent[1] = 10
	for text, page := range map[string]string{
		format.Hash(sent): "https://explorer.test/tx/" + sent.Hex(),
		sent.Hex():        "https://explorer.test/tx/" + sent.Hex(),
		format.Hash(common.Hash{0xbe, 0x39, 31: 0xef}): "", order.Hex(): "",
		format.Hash(order): ""} {
		if got := c.host.Page(text); got != page {
			t.Errorf("%q links to %q, not %q", text, got, page)
		}
	}
	k.Press("8", "down", "down", "ctrl+o") // above it: an order, and what has no explorer
	if n := len(k.Copied); n != 2 || k.Copied[1] != "https://explorer.test/tx/"+sent.Hex() {
		t.Errorf("copied %q", k.Copied)
	}
	k.Press("1")
	for explorer, page := range map[string]string{
		"https://far.example/x y": "https://far.example/x%20y/tx/" + sent.Hex(),
		"javascript:alert(1)":     "", "file:///etc": "", "//far.example": "",
		"https://me@far.example": "", "https://far.example\x1b\\": ""} {
		if got := views.TransactionPage(api.Network{Explorer: explorer}, sent); got != page {
			t.Errorf("the explorer %q has the page %q, not %q", explorer, got, page)
		}
	}
	own, other := c.host.s.Account, c.host.s.Wallet.List()[1]
	k.ClickOn(ui.ShortAddress(own.Address.Hex()))
	k.Shows("Accounts", "in use, "+ui.ShortAddress(own.Address.Hex()), other.Name)
	k.Press("down", "enter")
	k.Shows(other.Name + " " + ui.ShortAddress(other.Address.Hex()))
	if c.host.s.Account != other {
		t.Errorf("the session trades as %s", c.host.s.Account.Name)
	}
	again, _ := startWith(t, open, state)
	again.Shows("Optimism(10)", "LINK/USDC")
	k.Press("ctrl+k")
	k.Type("network loc")
	k.Shows("Go to Local (1337)")
	k.Press("enter")
	k.Advance(time.Second)
	k.Shows("Local(1337)", "WETH/USDC", "blk 21,904,113")
}

// An order of another network is listed beside those of the network in front. It is not cancelled
// from here: its key asks to go there, where the order is selected, and only then to sign.
func TestOrderOfAnotherNetwork(t *testing.T) {
	t.Parallel()
	order := api.OrderRecord{Hash: common.Hash{9}, ChainID: 10, State: api.Pending,
		CreatedAt: uitest.Start.Unix(), FillableBalance: api.NewAmount(2e18),
		MakerBalance: api.NewAmount(2e18)}
	order.MakerAsset, order.MakerAmount = api.Asset{Address: link.Address}, api.NewAmount(2e18)
	order.TakerAsset, order.TakerAmount = api.Asset{Address: usdc.Address}, api.NewAmount(30e6)
	x := &twoNetworks{exchange: exchange{status: at(21_904_113)}, far: []api.OrderRecord{order}}
	k, c := startWith(t, func(context.Context) (api.Service, error) { return x, nil }, "")
	order.Maker = c.host.s.Account.Address
	x.far[0] = order
	k.Press("3")
	k.Advance(time.Second)
	k.Shows("No orders yet")
	k.Press("N")
	k.Advance(time.Second)
	k.Shows("LINK/USDC", "15.000", "Optimism", "all networks", "Local(1337)")
	k.Press("x")
	k.Advance(time.Second)
	k.Shows("Another network", "Order 0x0900…0000 is on Optimism (10). Go there?",
		"In front is Local (1337)")
	k.Hides("Sign")
	k.Press("esc")
	k.Shows("Local(1337)")
	k.Press("x")
	k.Advance(time.Second)
	k.Press("tab", "enter")
	k.Advance(2 * time.Second)
	k.Shows("Optimism(10)", "▐3 Orders▌", "▸", "LINK/USDC", "all networks")
	k.Press("x") // it is this network's now, where the account may not sign
	k.Shows("it signs for the local network (1337) only, not for")
}
