package swap

import (
	"math/big"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/api"
	"bourse/backend/chain/local"
	"bourse/backend/eip712"
)

// Fills cost and bring what the orders say, through whom their taker is, with native coins on
// either side, in whole or in part, one or several, to the user or somebody else.
func TestFillsDeliver(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	none, other := common.Address{},
		common.HexToAddress("0x0101010101010101010101010101010101010101")
	v5, v6, rfq := f.addrs.AugustusSwapper, f.addrs.AugustusV6, f.addrs.AugustusRFQ
	half := api.NewAmount(1_500e6)
	for _, tc := range []struct {
		name        string
		orders      []api.SignedOrder
		change      func(*api.BuildRequest)
		to          common.Address
		spent, gets uint64 // USDC in 1e6 or WETH in 1e18
		src, dest   common.Address
	}{
		{name: "open", orders: []api.SignedOrder{f.order(none, none)}, to: v6, spent: 3_000e6,
			gets: 1e18},
		{name: "half of an open one", orders: []api.SignedOrder{f.order(none, none)}, to: v6,
			change: func(r *api.BuildRequest) { r.SrcAmount = &half },
			spent:  1_500e6, gets: 5e17},
		{name: "two", orders: []api.SignedOrder{f.order(none, none), f.order(none, none)}, to: v6,
			spent: 6_000e6, gets: 2e18},
		{name: "one and a half", to: v6,
			orders: []api.SignedOrder{f.order(none, none), f.order(none, none)},
			change: func(r *api.BuildRequest) { a := api.NewAmount(4_500e6); r.SrcAmount = &a },
			spent:  4_500e6, gets: 15e17},
		{name: "for another receiver", orders: []api.SignedOrder{f.order(none, none)}, to: v6,
			change: func(r *api.BuildRequest) { r.Terms.Receiver = other },
			spent:  3_000e6, gets: 1e18},
		{name: "naming version 6.2", orders: []api.SignedOrder{f.order(v6, f.user)}, to: v6,
			spent: 3_000e6, gets: 1e18},
		{name: "naming version 5", orders: []api.SignedOrder{f.order(v5, f.user)}, to: v5,
			spent: 3_000e6, gets: 1e18},
		{name: "naming the user", orders: []api.SignedOrder{f.order(f.user, f.user)}, to: rfq,
			spent: 3_000e6, gets: 1e18},
		{name: "naming the user, for another receiver", to: rfq,
			orders: []api.SignedOrder{f.order(f.user, none)},
			change: func(r *api.BuildRequest) { r.Terms.Receiver = other },
			spent:  3_000e6, gets: 1e18},
		{name: "paid in native coins", orders: []api.SignedOrder{f.order(none, none, f.buys)},
			change: func(r *api.BuildRequest) { r.Src = "ETH" },
			to:     v6, spent: 1e18, gets: 3_000e6, src: api.NativeToken, dest: f.usdc},
		{name: "paid in native coins by version 5",
			orders: []api.SignedOrder{f.order(v5, none, f.buys)},
			change: func(r *api.BuildRequest) { r.Src = api.Lower(api.NativeToken) },
			to:     v5, spent: 1e18, gets: 3_000e6, src: api.NativeToken, dest: f.usdc},
		{name: "unwrapped", orders: []api.SignedOrder{f.order(none, none)},
			change: func(r *api.BuildRequest) { r.Dest = "ETH" },
			to:     v6, spent: 3_000e6, gets: 1e18, dest: api.NativeToken},
		{name: "unwrapped by version 5", orders: []api.SignedOrder{f.order(v5, none)},
			change: func(r *api.BuildRequest) { r.Dest = "ETH" },
			to:     v5, spent: 3_000e6, gets: 1e18, dest: api.NativeToken},
	} {
		r := f.request(tc.orders...)
		if tc.change != nil {
			tc.change(&r)
		}
		if tc.src == none {
			tc.src = f.usdc
		}
		if tc.dest == none {
			tc.dest = f.weth
		}
		to, spent, got := f.perform(tc.name, r, tc.src, api.Asset{Address: tc.dest})
		// Version 6.2 leaves one unit on the contract.
		gets := new(big.Int).SetUint64(tc.gets)
		short := gets.Sub(gets, got)
		if to != tc.to || spent.Cmp(new(big.Int).SetUint64(tc.spent)) != 0 || short.Sign() < 0 ||
			short.Cmp(big.NewInt(1)) > 0 || short.Sign() > 0 && tc.to != v6 {
			t.Errorf("%s: sent to %s, spent %s of %d, got %s less than %d", tc.name, to, spent,
				tc.spent, short, tc.gets)
		}
	}
}

// Open orders are filled by the version that the user has approved, version 6.2 where it is both.
func TestFillsGoThroughTheApprovedContract(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	weth := api.Asset{Address: f.weth}
	f.allow(f.usdc, f.addrs.AugustusV6, new(big.Int))
	to, spent, got := f.perform("version 5 alone", f.request(
		f.order(common.Address{}, common.Address{})), f.usdc, weth)
	if to != f.addrs.AugustusSwapper || spent.Cmp(big.NewInt(3_000e6)) != 0 ||
		got.Cmp(big.NewInt(1e18)) != 0 {
		t.Errorf("version 5 alone: sent to %s, spent %s, got %s", to, spent, got)
	}
	// A receiver and native coins are version 6.2's, who must then be approved.
	r := f.request(f.order(common.Address{}, common.Address{}))
	r.Terms.Receiver = trader(2)
	if _, err := f.swap.BuildTransaction(t.Context(), r); api.TypeOf(err) !=
		api.TransactionFails || !strings.Contains(err.Error(), api.Lower(f.addrs.AugustusV6)) {
		t.Errorf("for another receiver without approval: %v", err)
	}
}

// NFTs are bought through version 5, with the token of the order or its native coin.
func TestFillsBuyNFTs(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	v5 := f.addrs.AugustusSwapper
	inWETH := func(o *api.Order) {
		o.TakerAsset, o.TakerAmount = api.Asset{Address: f.weth}, api.NewAmount(3e17)
	}
	for _, tc := range []struct {
		name  string
		order api.SignedOrder
		src   string
		spent int64
		gets  int64
	}{
		{"ERC-721", f.order(v5, f.user, f.nft(api.ERC721, 4, 1)), "", 900e6, 1},
		{"ERC-1155", f.order(v5, common.Address{}, f.nft(api.ERC1155, 2, 3)), "", 900e6, 3},
		{"native", f.order(v5, f.user, f.nft(api.ERC721, 5, 1), inWETH), "ETH", 3e17, 1},
	} {
		r := f.request(tc.order)
		r.Src = tc.src
		src := f.usdc
		if tc.src != "" {
			src = api.NativeToken
		}
		to, spent, got := f.perform(tc.name, r, src, tc.order.Order.MakerAsset)
		if to != v5 || spent.Cmp(big.NewInt(tc.spent)) != 0 || got.Cmp(big.NewInt(tc.gets)) != 0 {
			t.Errorf("%s: sent to %s, spent %s, got %s", tc.name, to, spent, got)
		}
	}
}

// A permit takes the place of an approval on every path of a fill.
func TestFillsTakePermits(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	v5, v6, rfq := f.addrs.AugustusSwapper, f.addrs.AugustusV6, f.addrs.AugustusRFQ
	for _, spender := range []common.Address{v6, rfq, f.addrs.TokenTransferProxy} {
		f.allow(f.usdc, spender, new(big.Int))
	}
	for _, tc := range []struct {
		name    string
		order   api.SignedOrder
		spender common.Address
	}{
		{"version 6.2", f.order(common.Address{}, common.Address{}), v6},
		{"version 5", f.order(v5, common.Address{}), f.addrs.TokenTransferProxy},
		{"the order contract", f.order(f.user, common.Address{}), rfq},
		{"an NFT", f.order(v5, f.user, f.nft(api.ERC721, 6, 1)), f.addrs.TokenTransferProxy},
	} {
		r := f.request(tc.order)
		r.Terms.Permit = f.permit(tc.spender, tc.order.Order.TakerAmount)
		_, spent, _ := f.perform(tc.name, r, f.usdc, tc.order.Order.MakerAsset)
		if spent.Cmp(tc.order.Order.TakerAmount.Big()) != 0 {
			t.Errorf("%s: spent %s", tc.name, spent)
		}
	}
}

// permit signs the user's EIP-2612 permit of USDC.
func (f *fills) permit(spender common.Address, amount api.Amount) []byte {
	f.Helper()
	h, err := f.swap.cfg.Tokens.UserToken(f.Context(), f.user, f.usdc)
	if err != nil || h.Permits == nil {
		f.Fatalf("USDC's permits: %+v, %v", h.Permits, err)
	}
	p := eip712.Permit{Token: eip712.Domain{Name: h.Permits.Name, Version: h.Permits.Version,
		ChainID: api.LocalChainID, Contract: f.usdc}, Owner: f.user, Spender: spender,
		Value: amount, Nonce: h.Permits.Nonce, Deadline: api.NewAmount(farFuture)}
	hash := p.TypedData().Hash()
	sig, err := crypto.Sign(hash[:], local.House{}.Trader(0))
	if err != nil {
		f.Fatal(err)
	}
	sig[64] += 27
	signature, err := eip712.ParseSignature(sig)
	if err != nil {
		f.Fatal(err)
	}
	return p.Encode(signature)
}

const farFuture = 1 << 40

// A purchase pays for orders and NFTs in one transaction: at the promised cost, for what they give.
func TestSwapsPayForOrders(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	dai := f.tokens["DAI"].Address
	v5 := f.addrs.AugustusSwapper
	for _, tc := range []struct {
		name     string
		orders   []api.SignedOrder
		receiver common.Address
	}{
		{"one", []api.SignedOrder{f.order(common.Address{}, common.Address{})}, common.Address{}},
		{"two", []api.SignedOrder{f.order(v5, f.user), f.order(v5, common.Address{})},
			common.Address{}},
		{"for another receiver",
			[]api.SignedOrder{f.order(common.Address{}, common.Address{})}, trader(3)},
		{"ERC-721", []api.SignedOrder{f.order(v5, f.user, f.nft(api.ERC721, 4, 1))},
			common.Address{}},
		{"ERC-1155 for another receiver",
			[]api.SignedOrder{f.order(v5, common.Address{}, f.nft(api.ERC1155, 1, 2))}, trader(3)},
	} {
		var takes, gives api.Amount
		for _, o := range tc.orders {
			takes, gives = takes.Add(o.Order.TakerAmount), gives.Add(o.Order.MakerAmount)
		}
		route := f.priced(t, dai, f.usdc, takes)
		r := f.request(tc.orders...)
		r.Route, r.HasSlippage = encoded(t, route), true
		r.Terms.Slippage, r.Terms.Receiver = 50, tc.receiver
		to, spent, got := f.perform(tc.name, r, dai, tc.orders[0].Order.MakerAsset)
		if to != v5 || spent.Cmp(route.SrcAmount.Big()) != 0 || got.Cmp(gives.Big()) != 0 {
			t.Errorf("%s: sent to %s, spent %s of %s, got %s of %s", tc.name, to, spent,
				route.SrcAmount, got, gives)
		}
	}
}
