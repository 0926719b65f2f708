package swap

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// encoded is a value as clients send it.
func encoded(t *testing.T, v any) json.RawMessage {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A route is built into the transaction that it was priced for, with what it spends checked, for
// whoever signs elsewhere or here; and delivers.
func TestRoutesBecomeTransactions(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	for _, version := range []api.SwapVersion{api.Version5, api.Version62} {
		for _, side := range []api.Side{api.Sell, api.Buy} {
			q := api.PriceRequest{Src: "USDC", Dest: "WETH", Amount: api.NewAmount(3_000e6),
				Side: side, Version: version, User: f.user}
			r := api.BuildRequest{ChainID: api.LocalChainID, Src: "USDC", Dest: "WETH",
				HasSlippage: true, Terms: api.SwapTerms{User: f.user, Slippage: 100}}
			if side == api.Buy {
				q.Amount = api.NewAmount(1e18)
				r.DestAmount = &q.Amount
			} else {
				r.SrcAmount = &q.Amount
			}
			route, err := f.swap.Prices(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			r.Route = encoded(t, route)
			tx, err := f.swap.PrepareSwap(t.Context(), r)
			if err != nil || tx.To != route.ContractAddress || tx.Gas == 0 {
				t.Errorf("%s %s is prepared as %+v, %v", version, side, tx, err)
			}
			name := string(version) + " " + string(side)
			_, spent, got := f.perform(name, r, f.usdc, api.Asset{Address: f.weth})
			if short := new(big.Int).Sub(route.DestAmount.Big(), got); short.Cmp(
				big.NewInt(1)) > 0 || spent.Cmp(route.SrcAmount.Big()) > 0 {
				t.Errorf("%s: spent %s of %s, got %s of %s", name, spent, route.SrcAmount, got,
					route.DestAmount)
			}
		}
	}
}

// What a transaction asks for must be what the route was priced for.
func TestTransactionsAgreeWithTheirRoute(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	one := api.NewAmount(1_000e6)
	price := func(q api.PriceRequest) api.PriceRoute {
		t.Helper()
		q.Src, q.Version, q.User = "USDC", api.Version5, f.user
		r, err := f.swap.Prices(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	sell := price(api.PriceRequest{Dest: "WETH", Amount: one})
	buy := price(api.PriceRequest{Dest: "WETH", Side: api.Buy, Amount: api.NewAmount(1e17)})
	direct := price(api.PriceRequest{Dest: "WETH", Amount: one,
		IncludeMethods: []string{"swapOnUniswapV2Fork"}})
	taxed := price(api.PriceRequest{Dest: "TAX", Amount: one})
	more, less := sell.DestAmount.Add(api.NewAmount(1)), buy.SrcAmount.Sub(api.NewAmount(1))
	partner, wrong := common.HexToAddress("0x22"), 17
	sealed := func(change func(*api.PriceRoute)) api.PriceRoute {
		r := sell
		change(&r)
		var err error
		if r.Hmac, err = f.swap.cfg.Seal.Sign(r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	foreign, changed := sell, sell
	foreign.Network, changed.Partner = 1, "other"
	bare := []api.SwapRoute{{Percent: 100, Swaps: []api.SwapHop{{
		SrcToken: sell.SrcToken, DestToken: sell.DestToken, Exchanges: []api.SwapLeg{
			{Exchange: api.UniswapV3, Percent: 100, Data: json.RawMessage("{}")}}}}}}
	for _, tc := range []struct {
		name   string
		route  any
		change func(*api.BuildRequest)
		want   api.ErrorType
		says   string
	}{
		{"no route", "a text", nil, api.ValidationError, "priceRoute"},
		{"another network's", foreign, nil, api.ValidationError, "Network Mismatch"},
		{"a changed one", changed, nil, api.RateChanged, "changed after"},
		{"an empty one", sealed(func(r *api.PriceRoute) { r.BestRoute = nil }), nil,
			api.RateChanged, "empty"},
		{"one without data", sealed(func(r *api.PriceRoute) { r.BestRoute = bare }), nil,
			api.RateChanged, "lacks its data"},
		{"one of another method",
			sealed(func(r *api.PriceRoute) { r.ContractMethod = "swapSomehow" }), nil,
			api.RateChanged, "contract method"},
		{"another source", sell, func(r *api.BuildRequest) { r.Src = "DAI" },
			api.ValidationError, "Source Token Mismatch"},
		{"another destination", sell, func(r *api.BuildRequest) { r.Dest = "DAI" },
			api.ValidationError, "Destination Token Mismatch"},
		{"an unknown token", sell, func(r *api.BuildRequest) { r.Dest = "NOPE" },
			api.ValidationError, "destToken"},
		{"other decimals", sell, func(r *api.BuildRequest) { r.SrcDecimals = &wrong },
			api.ValidationError, "Source Decimals Mismatch"},
		{"no amount", sell, func(r *api.BuildRequest) { r.SrcAmount = nil }, api.ValidationError,
			"Missing srcAmount"},
		{"another amount", sell, func(r *api.BuildRequest) { r.SrcAmount = &more },
			api.ValidationError, "Source Amount Mismatch"},
		{"limit and slippage", sell, func(r *api.BuildRequest) { r.DestAmount = &one },
			api.ValidationError, "Cannot specify both"},
		{"neither", sell, func(r *api.BuildRequest) { r.HasSlippage = false },
			api.ValidationError, "Missing slippage"},
		{"too much wanted", sell, func(r *api.BuildRequest) {
			r.HasSlippage, r.DestAmount = false, &more
		}, api.ValidationError, "Destination Amount Mismatch"},
		{"too little allowed", buy, func(r *api.BuildRequest) {
			r.HasSlippage, r.SrcAmount, r.DestAmount = false, &less, &buy.DestAmount
		}, api.ValidationError, "Source Amount Mismatch"},
		{"another receiver of one exchange", direct,
			func(r *api.BuildRequest) { r.Terms.Receiver = partner }, api.ValidationError,
			"Contract method doesn't support swap and transfer"},
		{"a fee for nobody", sell, func(r *api.BuildRequest) { r.Terms.PartnerFeeBps = 5 },
			api.ValidationError, "partnerAddress"},
		{"a fee in a taxed token", taxed, func(r *api.BuildRequest) {
			r.Dest, r.Terms.PartnerFeeBps, r.Terms.PartnerAddress = "TAX", 5, partner
		}, api.ValidationError, "keeps a part of transfers"},
		{"a tip above the fee", sell, func(r *api.BuildRequest) {
			r.Terms.MaxFee, r.Terms.Tip = new(api.NewAmount(1)), new(api.NewAmount(2))
		}, api.ValidationError, "maxPriorityFeePerGas"},
		{"a past deadline", sell, func(r *api.BuildRequest) { r.Terms.Deadline = 1 },
			api.ValidationError, "deadline"},
	} {
		r := api.BuildRequest{ChainID: api.LocalChainID, Src: "USDC", Dest: "WETH",
			SrcAmount: &one, HasSlippage: true, Route: encoded(t, tc.route),
			Terms: api.SwapTerms{User: f.user}}
		if tc.change != nil {
			tc.change(&r)
		}
		_, err := f.swap.BuildTransaction(t.Context(), r)
		refused(t, tc.name, err, tc.want, tc.says)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	r := api.BuildRequest{ChainID: api.LocalChainID, SrcAmount: &one, HasSlippage: true,
		Route: encoded(t, sell), Terms: api.SwapTerms{User: f.user}}
	if _, err := f.swap.BuildTransaction(gone, r); !errors.Is(err, context.Canceled) {
		t.Errorf("without a node: %v", err)
	}
	f.checkGas(t, r)
	for range 31 {
		f.mine()
	}
	_, err := f.swap.BuildTransaction(t.Context(), r)
	refused(t, "an old route", err, api.RateChanged, "30 seconds")
}

// checkGas wants the prices of gas that a client asks for.
func (f *fills) checkGas(t *testing.T, r api.BuildRequest) {
	t.Helper()
	build := func(change func(*api.SwapTerms)) api.TxParams {
		asked := r
		change(&asked.Terms)
		p, err := f.swap.BuildTransaction(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	seven, nine := api.NewAmount(7), api.NewAmount(9)
	if p := build(func(x *api.SwapTerms) {
		x.GasPrice, x.IgnoreGas = &seven,
			true
	}); p.Gas != nil ||
		*p.GasPrice != seven {
		t.Errorf("a gas price: %+v", p)
	}
	if p := build(func(x *api.SwapTerms) { x.DynamicFee = true }); p.GasPrice != nil ||
		p.MaxFeePerGas.Less(*p.MaxPriorityFeePerGas) {
		t.Errorf("fees of the network: %+v", p)
	}
	if p := build(func(x *api.SwapTerms) {
		x.MaxFee, x.Tip, x.IgnoreChecks = &nine, &seven, true
	}); *p.MaxFeePerGas != nine || *p.MaxPriorityFeePerGas != seven {
		t.Errorf("fees of the client: %+v", p)
	}
	if p := build(func(x *api.SwapTerms) { x.OnlyParams = true }); p.GasPrice != nil ||
		p.MaxFeePerGas != nil || p.Gas != nil || len(p.Data) == 0 {
		t.Errorf("the call alone: %+v", p)
	}
}

// A permit takes the place of an approval of a route too, whatever method performs it, and a limit
// that of a slippage.
func TestRoutesTakePermits(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	for i := 1; i < makers; i++ {
		f.post(i, f.weth, f.usdc, big.NewInt(1e18), big.NewInt(2_900e6+int64(i)))
	}
	f.mine()
	f.mine()
	for _, spender := range []common.Address{f.addrs.AugustusV6, f.addrs.TokenTransferProxy} {
		f.allow(f.usdc, spender, new(big.Int))
	}
	for _, m := range []struct {
		version api.SwapVersion
		side    api.Side
		name    string
	}{
		{api.Version5, api.Sell, "swapOnUniswapV2Fork"},
		{api.Version5, api.Buy, "buyOnUniswapV2Fork"},
		{api.Version5, api.Sell, "swapOnAugustusRFQTryBatchFill"},
		{api.Version5, api.Buy, "buyOnAugustusRFQTryBatchFill"},
		{api.Version5, api.Sell, "directUniV3Swap"}, {api.Version5, api.Sell, "multiSwap"},
		{api.Version5, api.Buy, "simpleBuy"},
		{api.Version62, api.Sell, "swapExactAmountIn"},
		{api.Version62, api.Buy, "swapExactAmountOutOnUniswapV3"},
	} {
		q := api.PriceRequest{Src: "USDC", Dest: "WETH", Amount: api.NewAmount(1_000e6),
			Side: m.side, Version: m.version, User: f.user, IncludeMethods: []string{m.name}}
		if m.side == api.Buy {
			q.Amount = api.NewAmount(3e17)
		}
		route, err := f.swap.Prices(t.Context(), q)
		if err != nil {
			t.Fatalf("%s: %v", m.name, err)
		}
		most := route.SrcAmount
		if m.side == api.Buy {
			most = most.MulDiv(api.NewAmount(11), api.NewAmount(10))
		}
		r := api.BuildRequest{ChainID: api.LocalChainID, Src: "USDC", Dest: "WETH",
			SrcAmount: &most, DestAmount: &route.DestAmount, Route: encoded(t, route),
			Terms: api.SwapTerms{User: f.user}}
		r.Terms.Permit = f.permit(f.swap.spender(m.version), most)
		if m.version == api.Version62 { // which keeps a unit
			r.DestAmount = &q.Amount
			if m.side == api.Sell {
				r.DestAmount = new(route.DestAmount.Sub(api.NewAmount(1)))
			}
		}
		_, spent, got := f.perform(m.name, r, f.usdc, api.Asset{Address: f.weth})
		if spent.Cmp(route.SrcAmount.Big()) > 0 || new(big.Int).Sub(
			route.DestAmount.Big(), got).Cmp(big.NewInt(1)) > 0 {
			t.Errorf("%s: spent %s of %s, got %s of %s", m.name, spent, route.SrcAmount, got,
				route.DestAmount)
		}
	}
}

// A swap is refused a limit that its route misses already, and uses no limit orders.
func TestSwapsMeetTheirLimits(t *testing.T) {
	t.Parallel()
	f := newFills(t)
	f.post(maker, f.usdc, f.weth, big.NewInt(4_000e6), big.NewInt(1e18))
	f.mine()
	f.mine()
	r := api.SwapRequest{Terms: api.SwapTerms{User: f.user}, Price: api.PriceRequest{Src: "WETH",
		Dest: "USDC", Amount: api.NewAmount(1e18), Version: api.Version62}}
	orders, _, err := f.swap.swap(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	route, p, err := f.swap.Swap(t.Context(), r)
	if err != nil || !route.DestAmount.Less(orders.DestAmount) {
		t.Fatalf("by pools alone %+v, %v", route, err)
	}
	f.checkDelivery("by pools alone", r, route, p)
	r.Limit = new(route.DestAmount.Add(api.NewAmount(1e6)))
	_, _, err = f.swap.Swap(t.Context(), r)
	refused(t, "too much", err, api.RateChanged, "destAmount is "+r.Limit.String())
	r.Price.Side, r.Price.Amount = api.Buy, api.NewAmount(1_000e6)
	r.Limit = new(api.NewAmount(1e17))
	_, _, err = f.swap.Swap(t.Context(), r)
	refused(t, "too cheap", err, api.RateChanged, "srcAmount is "+r.Limit.String())
}
