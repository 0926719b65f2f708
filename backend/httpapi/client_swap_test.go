package httpapi

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

func swapTerms() api.SwapTerms {
	return api.SwapTerms{
		User: addr(1), Receiver: addr(2), Slippage: 250, Deadline: 99, Permit: []byte{7, 8}, Partner: "p", PartnerAddress: addr(3), PartnerFeeBps: 25,
		TakeSurplus: true, SurplusToUser: true, DirectFees: true, UncappedSurplus: true,
	}
}

func priceRequest() api.PriceRequest {
	n := func(i int) *int { return &i }
	return api.PriceRequest{
		ChainID: 3, Src: "WETH", Dest: "0x0000000000000000000000000000000000000009", SrcDecimals: n(18), DestDecimals: n(6), Amount: api.NewAmount(77),
		Side: api.Buy, Version: api.Version62, User: addr(1), IncludeExchanges: []string{"A", "B"}, ExcludeExchanges: []string{"C"}, ExcludePools: []common.Address{addr(7), addr(8)},
		IncludeMethods: []string{"simpleBuy"}, ExcludeMethods: []string{"buy", "x"}, Route: []string{"WETH", "DAI", "USDC"}, OtherPrices: true,
		SrcTax: n(1), DestTax: n(2), SrcDexTax: n(3), DestDexTax: n(4), Partner: "p", PartnerAddress: addr(3), PartnerFeeBps: 25, TakeSurplus: true,
		MaxImpact: 7.25, IgnoreBadUSDPrice: true, NoDirectMethods: true,
	}
}

// Every field of a request reaches the service, and every field of its answer comes back.
func TestSwapClientIsTransparent(t *testing.T) {
	t.Parallel()
	price, limit := priceRequest(), api.NewAmount(5)
	swap := api.SwapRequest{Price: price, Terms: swapTerms()}
	limited := swap
	limited.Terms.Slippage, limited.Limit = 0, &limit
	build := api.BuildRequest{
		ChainID: 1337, Terms: swapTerms(), Src: "WETH", Dest: "USDC", SrcDecimals: price.SrcDecimals, DestDecimals: price.DestDecimals, SrcAmount: &limit,
		DestAmount: &limit, HasSlippage: true, Route: json.RawMessage(`{"a":[1,{"b":null}]}`),
	}
	gasPrice := api.NewAmount(3)
	build.Terms.MaxFee, build.Terms.Tip = &limit, &gasPrice
	build.Terms.GasPrice, build.Terms.DynamicFee, build.Terms.IgnoreChecks, build.Terms.IgnoreAllowance, build.Terms.IgnoreGas = &gasPrice, true, true, true, true
	for _, r := range []api.OrderRequest{fungibleRequest(), nonFungibleRequest()} {
		build.Orders = append(build.Orders, api.SignedOrder{Order: r.Order, Signature: r.Signature, PermitMakerAsset: r.PermitMakerAsset})
	}
	second := func(_ api.PriceRoute, p api.TxParams, err error) ([]any, error) { return one(p, err) }
	for name, tc := range map[string]struct {
		asked []any
		call  func(context.Context, *Client) ([]any, error)
	}{
		"Prices":           {[]any{price}, func(ctx context.Context, c *Client) ([]any, error) { return one(c.Prices(ctx, price)) }},
		"Swap":             {[]any{swap}, func(ctx context.Context, c *Client) ([]any, error) { return second(c.Swap(ctx, swap)) }},
		"Swap with limit":  {[]any{limited}, func(ctx context.Context, c *Client) ([]any, error) { return second(c.Swap(ctx, limited)) }},
		"BuildTransaction": {[]any{build}, func(ctx context.Context, c *Client) ([]any, error) { return one(c.BuildTransaction(ctx, build)) }},
		"PrepareSwap":      {[]any{build}, func(ctx context.Context, c *Client) ([]any, error) { return one(c.PrepareSwap(ctx, build)) }},
		"Exchanges": {[]any{uint64(3), api.Version62},
			func(ctx context.Context, c *Client) ([]any, error) { return one(c.Exchanges(ctx, 3, api.Version62)) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, c, _ := newPair(t, Options{})
			f.checkTransparent(t, c, tc.asked, tc.call)
		})
	}
}

// What a request must not look like, with the field that is named.
func TestSwapParametersAreChecked(t *testing.T) {
	t.Parallel()
	_, _, srv := newPair(t, Options{})
	good := "srcToken=WETH&destToken=USDC&amount=1&userAddress=0x0000000000000000000000000000000000000001&network=5"
	for _, tc := range []struct{ query, field string }{
		{"amount=1.5", "amount"}, {"amount=0x1", "amount"}, {"amount=-1", "amount"}, {"amount=1e18", "amount"}, {"side=sell", "side"}, {"version=6.1", "version"},
		{"slippage=10001", "slippage"}, {"slippage=-1", "slippage"}, {"maxImpact=many", "maxImpact"}, {"maxImpact=NaN", "maxImpact"},
		{"srcDecimals=256", "srcDecimals"}, {"partnerFeeBps=10001", "partnerFeeBps"}, {"partnerAddress=0x12", "partnerAddress"},
		{"receiver=alice", "receiver"}, {"srcTokenTransferFee=10000", "srcTokenTransferFee"}, {"isCapSurplus=1", "isCapSurplus"},
		{"otherExchangePrices=yes", "otherExchangePrices"}, {"userAddress=", "userAddress"}, {"permit=zz", "permit"}, {"network=one", "network"},
	} {
		name, _, _ := strings.Cut(tc.query, "=")
		var kept []string
		for _, p := range strings.Split(good, "&") {
			if !strings.HasPrefix(p, name+"=") {
				kept = append(kept, p)
			}
		}
		a := ask(t, srv, "GET", "/swap/?"+strings.Join(append(kept, tc.query), "&"), "")
		if a.status != 400 || !strings.Contains(string(a.body), `"field":"`+tc.field+`"`) {
			t.Errorf("%s: %d %s", tc.query, a.status, a.body)
		}
	}
}
