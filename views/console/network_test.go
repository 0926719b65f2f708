package console

import (
	"context"
	"testing"
	"time"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/ui"
)

// twoNetworks is an exchange with another network beside the local one.
type twoNetworks struct {
	exchange
	lost bool // the tokens of the other one can't be read
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
	k.Press("ctrl+o")
	want := "https://explorer.test/address/" + c.host.s.Account.Address.Hex()
	if len(k.Copied) != 1 || k.Copied[0] != want {
		t.Errorf("copied %q, not %q", k.Copied, want)
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
