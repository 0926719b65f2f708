package swap

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// refused wants an error of a type whose words or text say something.
func refused(t *testing.T, name string, err error, want api.ErrorType, says string) {
	t.Helper()
	var e *api.Error
	if !errors.As(err, &e) || e.Type != want ||
		!strings.Contains(e.Text+" · "+e.Error(), says) {
		t.Errorf("%s: %v, want %s that says %q", name, err, want, says)
	}
}

// What cannot be filled is refused before it costs anything, by what is wrong with it.
func TestFillsAreRefused(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	none, v5 := common.Address{}, f.addrs.AugustusSwapper
	f.allow(f.usdc, f.addrs.AugustusRFQ, new(big.Int))
	open := f.order(none, none)
	link := func(o *api.Order) { o.MakerAsset.Address = f.tokens["LINK"].Address }
	takesNFT := func(o *api.Order) {
		f.nft(api.ERC721, 4, 1)(o)
		o.MakerAsset, o.TakerAsset = o.TakerAsset, o.MakerAsset
	}
	expired := func(o *api.Order) { o.Expiry = 1 }
	many := make([]api.SignedOrder, maxFills+1)
	for i := range many {
		many[i] = open
	}
	other := trader(2)
	to := func(receiver common.Address) func(*api.BuildRequest) {
		return func(r *api.BuildRequest) { r.Terms.Receiver = receiver }
	}
	pays := func(amount uint64) func(*api.BuildRequest) {
		return func(r *api.BuildRequest) { a := api.NewAmount(amount); r.SrcAmount = &a }
	}
	for _, tc := range []struct {
		name   string
		orders []api.SignedOrder
		change func(*api.BuildRequest)
		want   api.ErrorType
		says   string
	}{
		{"too many", many, nil, api.ValidationError, "at most 20"},
		{"two pairs", []api.SignedOrder{open, f.order(none, none, link)}, nil, api.ValidationError,
			"another pair"},
		{"two takers", []api.SignedOrder{open, f.order(v5, none)}, nil, api.ValidationError,
			"another taker"},
		{"two NFTs", []api.SignedOrder{f.order(v5, none, f.nft(api.ERC721, 4, 1)),
			f.order(v5, none, f.nft(api.ERC721, 5, 1))}, nil, api.ValidationError, "on its own"},
		{"what takes an NFT", []api.SignedOrder{f.order(v5, none, takesNFT)}, nil,
			api.ValidationError, "takes an NFT"},
		{"another's", []api.SignedOrder{f.order(none, other)}, nil, api.OrderNotFillable,
			"unauthorized user"},
		{"more than they take", []api.SignedOrder{open}, pays(3_001e6), api.ValidationError,
			"Source Amount Mismatch"},
		{"another taker's", []api.SignedOrder{f.order(other, none)}, nil, api.OrderNotFillable,
			api.Lower(other)},
		{"version 5 for another receiver", []api.SignedOrder{f.order(v5, none)}, to(other),
			api.OrderNotFillable, "cannot be paid"},
		{"an NFT for another receiver",
			[]api.SignedOrder{f.order(v5, none, f.nft(api.ERC721, 4, 1))}, to(other),
			api.OrderNotFillable, "pays out to the account that fills it only"},
		{"an NFT for anybody", []api.SignedOrder{f.order(none, none, f.nft(api.ERC721, 4, 1))},
			nil, api.OrderNotFillable, "as their taker"},
		{"the user's own, in native coins", []api.SignedOrder{f.order(f.user, none, f.buys)},
			func(r *api.BuildRequest) { r.Src = "ETH" }, api.OrderNotFillable,
			"neither wraps nor unwraps"},
		{"expired", []api.SignedOrder{f.order(none, none, expired)}, nil, api.TransactionFails,
			"may fail"},
		{"less than was asked for", []api.SignedOrder{open}, func(r *api.BuildRequest) {
			a := api.NewAmount(1e18 + 1)
			r.DestAmount = &a
		}, api.TransactionFails, "may fail"},
		{"unsigned", []api.SignedOrder{{Order: open.Order, Signature: make([]byte, 65)}}, nil,
			api.TransactionFails, "may fail"},
		{"without approval", []api.SignedOrder{f.order(f.user, none)}, nil, api.TransactionFails,
			"Not enough USDC allowance"},
		{"by nobody", []api.SignedOrder{open},
			func(r *api.BuildRequest) { r.Terms.User = none }, api.ValidationError, "userAddress"},
		{"with more than all slippage", []api.SignedOrder{open},
			func(r *api.BuildRequest) { r.Terms.Slippage = api.BPS + 1 }, api.ValidationError,
			"slippage"},
		{"by the poor", []api.SignedOrder{open},
			func(r *api.BuildRequest) { r.Terms.User = common.HexToAddress("0x99") },
			api.TransactionFails, "Not enough USDC balance"},
		{"nothing", nil, nil, api.ValidationError, "Missing price route"},
	} {
		r := f.request(tc.orders...)
		if tc.change != nil {
			tc.change(&r)
		}
		_, err := f.swap.BuildTransaction(t.Context(), r)
		refused(t, tc.name, err, tc.want, tc.says)
		_, err = f.swap.PrepareSwap(t.Context(), r)
		if err == nil {
			t.Errorf("%s is prepared for signing", tc.name)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.swap.BuildTransaction(gone, f.request(open)); !errors.Is(err, context.Canceled) {
		t.Errorf("without a node: %v", err)
	}
	// A payment of which the orders would give nothing still demands something.
	tiny := f.order(none, none, func(o *api.Order) { o.MakerAmount = api.NewAmount(1) })
	r := f.request(tiny)
	pays(1)(&r)
	_, err := f.swap.BuildTransaction(t.Context(), r)
	refused(t, "for nothing", err, api.TransactionFails, "may fail")
}

// A purchase that does not fit the orders is refused by what does not fit.
func TestSwapsDoNotPayForOtherOrders(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	dai, none := f.tokens["DAI"].Address, common.Address{}
	open := f.order(none, none)
	good := f.priced(t, dai, f.usdc, open.Order.TakerAmount)
	sell, err := f.swap.Prices(t.Context(), api.PriceRequest{ChainID: api.LocalChainID, Src: "DAI",
		Dest: "USDC", Amount: api.NewAmount(1e18), Version: api.Version5, User: f.user})
	if err != nil {
		t.Fatal(err)
	}
	hops, err := f.swap.Prices(t.Context(), api.PriceRequest{ChainID: api.LocalChainID, Src: "LINK",
		Dest: "USDC", Route: []string{"LINK", "WETH", "USDC"}, Amount: open.Order.TakerAmount,
		Side: api.Buy, Version: api.Version5, User: f.user, MaxImpact: new(100.0)})
	if err != nil {
		t.Fatal(err)
	}
	fungible := f.order(f.addrs.AugustusSwapper, none, func(o *api.Order) { o.NFT = true })
	little := good.SrcAmount.Sub(api.NewAmount(1))
	for _, tc := range []struct {
		name   string
		route  api.PriceRoute
		order  api.SignedOrder
		change func(*api.BuildRequest)
		want   api.ErrorType
		says   string
	}{
		{"a sale", sell, open, nil, api.ValidationError, "Side Mismatch"},
		{"another token", f.priced(t, dai, f.weth, api.NewAmount(1e18)), open, nil,
			api.ValidationError, "Destination Token Mismatch"},
		{"another amount", f.priced(t, dai, f.usdc, api.NewAmount(1e6)), open, nil,
			api.ValidationError, "Destination Amount Mismatch"},
		{"another taker", good, f.order(f.user, none), nil, api.OrderNotFillable,
			"a swap cannot pay them"},
		{"two hops", hops, open, nil, api.ValidationError, "Missing price route"},
		{"too little", good, open, func(r *api.BuildRequest) { r.SrcAmount = &little },
			api.ValidationError, "Source Amount Mismatch"},
		{"a fungible NFT", good, fungible, nil, api.ValidationError, "fungible"},
		{"another's order", good, f.order(none, trader(2)), nil, api.OrderNotFillable,
			"unauthorized user"},
	} {
		r := f.request(tc.order)
		r.Route = encoded(t, tc.route)
		if tc.change != nil {
			tc.change(&r)
		}
		_, err := f.swap.BuildTransaction(t.Context(), r)
		refused(t, tc.name, err, tc.want, tc.says)
	}
}
