package swap

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/params"

	"bourse/backend/api"
)

// coinPairs have the native coin, or the wrapped one, on a side.
var coinPairs = []string{"ETH-stETH", "stETH-ETH", "WETH-stETH", "stETH-WETH"}

// coinMethods trade on pools of the native coin, each the pairs that it can without another pool.
var coinMethods = []struct {
	version api.SwapVersion
	side    api.Side
	name    string
	pairs   string
}{
	{api.Version62, api.Sell, "swapExactAmountInOnCurveV1", "ETH-stETH stETH-ETH"},
	{api.Version62, api.Sell, "swapExactAmountIn", "ETH-stETH stETH-ETH WETH-stETH stETH-WETH"},
	{api.Version62, api.Buy, "swapExactAmountOut", "ETH-stETH stETH-ETH WETH-stETH stETH-WETH"},
	{api.Version5, api.Sell, "directCurveV1Swap", "ETH-stETH stETH-ETH"},
	{api.Version5, api.Sell, "simpleSwap", "ETH-stETH stETH-ETH WETH-stETH"},
	{api.Version5, api.Sell, "multiSwap", "ETH-stETH stETH-ETH WETH-stETH stETH-WETH"},
	{api.Version5, api.Sell, "megaSwap", "ETH-stETH stETH-ETH WETH-stETH stETH-WETH"},
	{api.Version5, api.Buy, "simpleBuy", "ETH-stETH stETH-ETH WETH-stETH"},
	{api.Version5, api.Buy, "buy", "ETH-stETH stETH-ETH"},
}

// swapCoins trades on the stable pools of the native coin, by every method that can, whether the
// user has the coin or the wrapped one; in every place of a route; and in parts beside other pools.
// In full, the methods also choose between them and pools of the wrapped coin.
func (w *world) swapCoins(full bool) {
	w.Helper()
	weth, stETH := w.tokens["WETH"].Address, w.tokens["stETH"].Address
	var stable, between []common.Address // pools without the coin, of its kind or of the same pair
	for _, l := range w.pools.Newest().Pools {
		switch {
		case l.HasCoin():
		case l.Exchange == api.CurveV1:
			stable = append(stable, l.Address)
		case slices.Contains(l.Tokens, weth) && slices.Contains(l.Tokens, stETH):
			between = append(between, l.Address)
		}
	}
	w.swapCoinsInRoutes(full, slices.Concat(between, stable))
	for _, m := range coinMethods {
		for _, pair := range coinPairs {
			src, dest, _ := strings.Cut(pair, "-")
			q := api.PriceRequest{Src: src, Dest: dest, Side: m.side, Version: m.version,
				Amount: api.NewAmount(3e18 + 7), IncludeMethods: []string{m.name},
				IncludeExchanges: []string{api.CurveV1}, ExcludePools: stable}
			can := strings.Contains(" "+m.pairs+" ", " "+pair+" ")
			w.swapCoin(q, can, "native")
			if !full || m.name == "simpleBuy" { // which can't have both kinds of pools
				continue
			}
			q.ExcludePools = nil // with a pool of the wrapped coin there is always a way
			w.swapCoin(q, can || m.name != "simpleSwap" || dest != "ETH", "")
		}
	}
	w.swapCoinsBesideOthers(full)
}

// swapCoinsInRoutes trades where a pool of the coin stands first, last, and between others.
func (w *world) swapCoinsInRoutes(full bool, without []common.Address) {
	w.Helper()
	routes := [][]string{
		{"USDC", "WETH", "stETH", "rETH"}, {"stETH", "WETH", "USDC"},
		{"USDC", "WETH", "stETH"}, {"rETH", "stETH", "WETH", "USDC"},
	}
	if !full {
		routes = routes[:2]
	}
	for _, route := range routes {
		for _, v := range []api.SwapVersion{api.Version5, api.Version62} {
			for _, side := range []api.Side{api.Sell, api.Buy} {
				amount := api.NewAmount(2e18 + 1)
				if (route[0] == "USDC") == (side == api.Sell) {
					amount = api.NewAmount(3_000_000_001)
				}
				w.swapCoin(api.PriceRequest{Route: route, Src: route[0],
					Dest: route[len(route)-1], Side: side, Version: v, Amount: amount,
					IncludeExchanges: []string{api.CurveV1, api.UniswapV3, api.UniswapV2},
					ExcludePools:     without}, v == api.Version62 || side == api.Sell, "native")
			}
		}
	}
}

// swapCoinsBesideOthers trades so much that pools of the coin get a part of it.
func (w *world) swapCoinsBesideOthers(full bool) {
	w.Helper()
	pairs := coinPairs
	if !full {
		pairs = []string{"ETH-stETH", "stETH-WETH"}
	}
	for _, pair := range pairs {
		src, dest, _ := strings.Cut(pair, "-")
		for _, v := range []api.SwapVersion{api.Version5, api.Version62} {
			for _, side := range []api.Side{api.Sell, api.Buy} {
				says := "native"
				if v == api.Version5 && side == api.Buy && dest == "WETH" {
					says = "" // what comes would have to be wrapped: no method can, others trade
				}
				w.swapCoin(api.PriceRequest{Src: src, Dest: dest, Side: side, Version: v,
					ExcludeExchanges: []string{api.BalancerV2},
					Amount: api.MustBig(new(big.Int).Mul(big.NewInt(200),
						big.NewInt(params.Ether)))}, true, says)
			}
		}
	}
}

// swapCoin performs a swap that can be, and whose route says something of its legs; or wants it
// refused.
func (w *world) swapCoin(q api.PriceRequest, can bool, says string) {
	w.Helper()
	q.ChainID, q.MaxImpact, q.IgnoreBadUSDPrice = api.LocalChainID, new(100.0), true
	r := api.SwapRequest{Price: q, Terms: api.SwapTerms{User: w.user}}
	name := fmt.Sprintf("%s %s %s of %s → %s", q.Version, q.Side, q.IncludeMethods, q.Src, q.Dest)
	route, p, err := w.swap.swap(w.Context(), r)
	switch {
	case !can:
		if api.TypeOf(err) != api.NoRoute {
			w.Fatalf("%s: %v\n%s", name, err, describeRoute(route))
		}
		return
	case err != nil:
		w.Fatalf("%s: %v", name, err)
	case !strings.Contains(describeRoute(route), says):
		w.Fatalf("%s does not trade the coin:\n%s", name, describeRoute(route))
	}
	w.Logf("%s by %s: gas %s of %d", name, route.ContractMethod, route.GasCost,
		w.checkDelivery(name, r, route, p))
}
