package client_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/backend/client"
)

func swapTerms() api.SwapTerms {
	return api.SwapTerms{
		User: apitest.Address(1), Receiver: apitest.Address(2), Slippage: 250, Deadline: 99,
		Permit:  []byte{7, 8},
		Partner: "p", PartnerAddress: apitest.Address(3), PartnerFeeBps: 25,
		TakeSurplus: true, SurplusToUser: true, DirectFees: true, UncappedSurplus: true,
	}
}

func priceRequest() api.PriceRequest {
	n := func(i int) *int { return &i }
	return api.PriceRequest{
		ChainID: 3, Src: "WETH", Dest: "0x0000000000000000000000000000000000000009",
		SrcDecimals: n(18), DestDecimals: n(6), Amount: api.NewAmount(77),
		Side: api.Buy, Version: api.Version62, User: apitest.Address(1),
		IncludeExchanges: []string{"A", "B"},
		ExcludeExchanges: []string{"C"},
		ExcludePools:     []common.Address{apitest.Address(7), apitest.Address(8)},
		IncludeMethods:   []string{"simpleBuy"}, ExcludeMethods: []string{"buy", "x"},
		Route: []string{"WETH", "DAI", "USDC"}, OtherPrices: true,
		SrcTax: n(1), DestTax: n(2), SrcDexTax: n(3), DestDexTax: n(4), Partner: "p",
		PartnerAddress: apitest.Address(3), PartnerFeeBps: 25, TakeSurplus: true,
		MaxImpact: new(7.25), MaxUSDImpact: new(0.5),
		ExcludePricing: []string{api.MegaPath, api.SimplePath}, IgnoreBadUSDPrice: true,
		NoDirectMethods: true,
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
		ChainID: 1337, Terms: swapTerms(), Src: "WETH", Dest: "USDC",
		SrcDecimals: price.SrcDecimals, DestDecimals: price.DestDecimals, SrcAmount: &limit,
		DestAmount: &limit, HasSlippage: true, Route: json.RawMessage(`{"a":[1,{"b":null}]}`),
	}
	gasPrice := api.NewAmount(3)
	build.Terms.MaxFee, build.Terms.Tip = &limit, &gasPrice
	build.Terms.GasPrice, build.Terms.DynamicFee, build.Terms.IgnoreChecks,
		build.Terms.IgnoreAllowance, build.Terms.IgnoreGas, build.Terms.OnlyParams = &gasPrice,
		true, true, true, true, true
	for _, r := range []api.OrderRequest{apitest.FungibleRequest(), apitest.NonFungibleRequest()} {
		build.Orders = append(build.Orders,
			api.SignedOrder{Order: r.Order, Signature: r.Signature,
				PermitMakerAsset: r.PermitMakerAsset})
	}
	second := func(_ api.PriceRoute, p api.TxParams, err error) ([]any,
		error) {
		return []any{nil, p}, err
	}
	for name, tc := range map[string]struct {
		asked []any
		call  func(context.Context, *client.Client) ([]any, error)
	}{
		"Prices": {[]any{price},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 3).Prices(ctx, price))
			}},
		"Swap": {[]any{swap},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return second(apitest.On(c, 3).Swap(ctx, swap))
			}},
		"Swap with limit": {[]any{limited},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return second(apitest.On(c, 3).Swap(ctx, limited))
			}},
		"BuildTransaction": {[]any{build},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, api.LocalChainID).BuildTransaction(ctx, build))
			}},
		"PrepareSwap": {[]any{build},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, api.LocalChainID).PrepareSwap(ctx, build))
			}},
		"Exchanges": {[]any{uint64(3), api.Version62},
			func(ctx context.Context, c *client.Client) ([]any,
				error) {
				return one(apitest.On(c, 3).Exchanges(ctx, api.Version62))
			}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, c, _ := newPair(t)
			checkTransparent(t, f, c, tc.asked, tc.call)
		})
	}
}
