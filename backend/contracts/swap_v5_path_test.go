package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// singleRoutes5 is one sale on every kind of exchange, by the adapter.
func (c *swapChain) checkSingleRoutes5(
	check func(name string, s trade5, route contracts.UtilsRoute)) {
	c.t.Helper()
	eth, usd := units(1, 18), units(2000, 6)
	none := new(big.Int)
	check("Uniswap V2", sell5(c.weth, c.usdc, eth, c.quotePair(30, c.pair, c.weth, eth)),
		route(onUniswapV2, noAddress, 10_000, c.pairPayload(c.forkWord(c.pair, c.weth, 30))))
	check("fork, native in", sell5(native, c.usdc, eth, c.quotePair(20, c.fork, c.weth, eth)),
		route(onUniswapV2, noAddress, 10_000, c.pairPayload(c.forkWord(c.fork, c.weth, 20))))
	check("two pairs, native out",
		sell5(c.dai, native, eth, c.quotePair(
			30, c.pair, c.usdc, c.quotePair(30, c.pairDai, c.dai, eth))),
		route(onUniswapV2, noAddress, 10_000,
			c.pairPayload(c.forkWord(c.pairDai, c.dai, 30), c.forkWord(c.pair, c.usdc, 30))))
	check("Uniswap V3", sell5(c.usdc, c.weth, usd, c.quotePool3(c.pool3, c.usdc, c.weth, usd)),
		route(onUniswapV3, c.UniswapV3Router, 10_000,
			c.pathPayload(c.path3(c.pool3, c.usdc, c.weth))))
	check("Uniswap V3, native out",
		sell5(c.usdc, native, usd, c.quotePool3(c.pool3, c.usdc, c.weth, usd)),
		route(onUniswapV3, c.UniswapV3Router, 10_000,
			c.pathPayload(c.path3(c.pool3, c.usdc, c.weth))))
	check("Curve V1", sell5(c.usdc, c.dai, usd, c.quoteStable(c.stable, 0, 1, usd)),
		route(onCurveV1, c.stable, 10_000, c.curveV1Payload(0, 1, none, none)))
	check("Curve V1, wrapped", sell5(native, c.steth, eth, c.quoteStable(c.wethStable, 0, 1, eth)),
		route(onCurveV1, c.wethStable, 10_000, c.curveV1Payload(0, 1, none, none)))
	check("Curve V1, native pool",
		sell5(native, c.steth, eth, c.quoteStable(c.nativeStable, 0, 1, eth)),
		route(onCurveV1, c.nativeStable, 10_000, c.curveV1Payload(0, 1, nativePool, none)))
	check("Curve V1, from a native pool",
		sell5(c.steth, native, eth, c.quoteStable(c.nativeStable, 1, 0, eth)),
		route(onCurveV1, c.nativeStable, 10_000, c.curveV1Payload(1, 0, nativePool, none)))
	check("Curve V2", sell5(c.dai, c.usdc, eth, c.quoteStable(c.stable, 1, 0, eth)),
		route(onCurveV2, c.stable, 10_000, c.curveV2Payload(1, 0, none)))
	check("Balancer V2", sell5(c.weth, c.dai, eth, c.quoteWeighted(0, c.weth, c.dai, eth)),
		route(onBalancerV2, c.BalancerVault, 10_000, c.weightedPayload(c.weth, c.dai)))
	check("Balancer V2, native in",
		sell5(native, c.dai, eth, c.quoteWeighted(0, c.weth, c.dai, eth)),
		route(onBalancerV2, c.BalancerVault, 10_000, c.weightedPayload(c.weth, c.dai)))
	check("limit orders", sell5(c.weth, c.usdc, eth, units(2999, 6)),
		route(onLimitOrders, c.addr, 10_000,
			c.ordersPayload(c.orders(c.usdc, c.weth, units(5998, 6), units(2, 18)))))
	check("wrap", sell5(native, c.weth, eth, eth), route(onWrapped, noAddress, 10_000, []byte{}))
	check("unwrap", sell5(c.weth, native, eth, eth), route(onWrapped, noAddress, 10_000, []byte{}))
}

func TestV5MultiSwapSellsOnEveryKindOfExchange(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	c.checkSingleRoutes5(func(name string, s trade5, r contracts.UtilsRoute) {
		data := sellData(s, c.hop5(s.dest, r))
		c.checkSale5(name, s, contracts.NewMultiPath().PackMultiSwap(data))
	})
	c.checkSingleRoutes5(func(name string, s trade5, r contracts.UtilsRoute) {
		data := sellData(s, c.hop5(s.dest, r))
		c.checkSale5(name+", protected", s,
			contracts.NewProtectedMultiPath().PackProtectedMultiSwap(data))
	})
}

// A path of two hops, each split over exchanges of different kinds; the last part of a split takes
// the rounding.
func (c *swapChain) splitPath5(amount *big.Int) (*big.Int, []contracts.UtilsPath) {
	c.t.Helper()
	first := mulDiv(amount, 3300, 10_000)
	usd := c.quotePair(30, c.pair, c.weth, first)
	usd.Add(usd, c.quotePool3(c.pool3, c.weth, c.usdc, new(big.Int).Sub(amount, first)))
	onStable := mulDiv(usd, 5900, 10_000)
	quote := c.quoteStable(c.stable, 0, 1, onStable)
	quote.Add(quote, c.quotePair(30, c.pairDai, c.usdc, new(big.Int).Sub(usd, onStable)))
	second := c.hop5(c.dai, route(
		onCurveV1, c.stable, 10_000, c.curveV1Payload(0, 1, new(big.Int), new(big.Int))))
	second.Adapters[0].Percent = big.NewInt(5900)
	second.Adapters = append(second.Adapters, contracts.UtilsAdapter{
		Adapter: c.Adapter, Percent: big.NewInt(4100), NetworkFee: new(big.Int),
		Route: []contracts.UtilsRoute{
			route(onUniswapV2, noAddress, 10_000,
				c.pairPayload(c.forkWord(c.pairDai, c.usdc, 30)))},
	})
	return quote, []contracts.UtilsPath{
		c.hop5(c.usdc,
			route(onUniswapV2, noAddress, 3300, c.pairPayload(c.forkWord(c.pair, c.weth, 30))),
			route(onUniswapV3, c.UniswapV3Router, 6700,
				c.pathPayload(c.path3(c.pool3, c.weth, c.usdc))),
		), second,
	}
}

func TestV5SplitsOverHopsAndPaths(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	amount := big.NewInt(2_000_000_000_000_000_001)
	for _, src := range []common.Address{c.weth, native} {
		quote, path := c.splitPath5(amount)
		s := sell5(src, c.dai, amount, quote)
		c.checkSale5("multiSwap", s, contracts.NewMultiPath().PackMultiSwap(sellData(s, path...)))
	}
	for _, protected := range []bool{false, true} {
		part := mulDiv(amount, 2500, 10_000)
		onVault := c.quoteWeighted(0, c.weth, c.dai, part)
		quote, path := c.splitPath5(new(big.Int).Sub(amount, part))
		s := sell5(c.weth, c.dai, amount, onVault.Add(onVault, quote))
		sold := sellData(s)
		data := contracts.UtilsMegaSwapSellData{
			FromToken: s.src, FromAmount: s.from, ToAmount: s.to, ExpectedAmount: s.expected,
			Beneficiary: s.receiver, FeePercent: s.fee,
			Deadline: sold.Deadline, Uuid: uuid,
			Path: []contracts.UtilsMegaSwapPath{
				{FromAmountPercent: big.NewInt(2500),
					Path: []contracts.UtilsPath{c.hop5(
						c.dai, route(onBalancerV2, c.BalancerVault, 10_000,
							c.weightedPayload(c.weth, c.dai)))}},
				{FromAmountPercent: big.NewInt(7500), Path: path},
			},
		}
		packed := contracts.NewMultiPath().PackMegaSwap(data)
		if protected {
			packed = contracts.NewProtectedMultiPath().PackProtectedMegaSwap(data)
		}
		c.checkSale5("megaSwap", s, packed)
	}
}

func TestV5BuysOnEveryKindOfExchange(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	buy := func(name string, src, dest common.Address, amount, cost *big.Int,
		routes ...contracts.UtilsRoute) {
		t.Helper()
		s := sell5(src, dest, mulDiv(cost, 103, 100), amount)
		s.expected = cost
		c.checkPurchase5(name, s, contracts.NewMultiPath().PackBuy(contracts.UtilsBuyData{
			Adapter: c.BuyAdapter, FromToken: s.src, ToToken: s.dest, FromAmount: s.from,
			ToAmount: s.to, ExpectedAmount: s.expected,
			Beneficiary: s.receiver, Route: routes, FeePercent: s.fee,
			Deadline: big.NewInt(s.deadline), Uuid: uuid,
		}))
	}
	usd, eth, dai := units(1200, 6), units(5, 17), units(900, 18)
	negative := func(n *big.Int) *big.Int { return new(big.Int).Neg(n) }
	pair := func() contracts.UtilsRoute {
		return route(onUniswapV2, noAddress, 4000, c.pairPayload(c.forkWord(c.pair, c.weth, 30)))
	}
	buy("Uniswap V2", c.weth, c.usdc, usd, c.costPair(30, c.pair, c.weth, usd), pair())
	buy("Uniswap V2, native in", native, c.usdc, usd, c.costPair(30, c.pair, c.weth, usd), pair())
	buy("two pairs", c.weth, c.dai, dai,
		c.costPair(30, c.pair, c.weth, c.costPair(30, c.pairDai, c.usdc, dai)),
		route(onUniswapV2, noAddress, 10_000,
			c.pairPayload(c.forkWord(c.pair, c.weth, 30), c.forkWord(c.pairDai, c.usdc, 30))))
	buy("Uniswap V3, native out", c.usdc, native, eth,
		c.quotePool3(c.pool3, c.usdc, c.weth, negative(eth)),
		route(onUniswapV3, c.UniswapV3Router, 10_000,
			c.pathPayload(c.path3(c.pool3, c.weth, c.usdc))))
	buy("Balancer V2", c.dai, c.weth, eth, c.quoteWeighted(1, c.dai, c.weth, eth),
		route(onBalancerV2, c.BalancerVault, 10_000, c.weightedPayload(c.dai, c.weth)))
	buy("Curve V1", c.usdc, c.dai, c.quoteStable(c.stable, 0, 1, usd), usd,
		route(onCurveV1, c.stable, 10_000, c.curveV1Payload(0, 1, new(big.Int), usd)))
	buy("Curve V1, native pool", native, c.steth, c.quoteStable(c.nativeStable, 0, 1, eth), eth,
		route(onCurveV1, c.nativeStable, 10_000, c.curveV1Payload(0, 1, nativePool, eth)))
	buy("Curve V2", c.dai, c.usdc, c.quoteStable(c.stable, 1, 0, dai), dai,
		route(onCurveV2, c.stable, 10_000, c.curveV2Payload(1, 0, dai)))
	buy("limit orders", c.usdc, c.weth, eth, units(1501, 6),
		route(onLimitOrders, c.addr, 10_000,
			c.ordersPayload(c.orders(c.weth, c.usdc, units(1, 18), units(3002, 6)))))
	buy("wrap", native, c.weth, eth, eth, route(onWrapped, noAddress, 10_000, []byte{}))

	part := mulDiv(usd, 4000, 10_000)
	cost := c.costPair(30, c.pair, c.weth, part)
	cost.Add(cost, c.quotePool3(c.pool3, c.weth, c.usdc, negative(new(big.Int).Sub(usd, part))))
	buy("split", native, c.usdc, usd, cost, pair(),
		route(onUniswapV3, c.UniswapV3Router, 6000,
			c.pathPayload(c.path3(c.pool3, c.usdc, c.weth))))
}
