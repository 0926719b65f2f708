package contracts_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

func buyOnUniswapV2(s purchase6, path ...common.Address) purchase6 {
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6UniswapV2().PackSwapExactAmountOutOnUniswapV2(
			contracts.UniswapV2Data{
				SrcToken: s.src, DestToken: s.dest, FromAmount: s.max, ToAmount: terms.toAmount,
				QuotedAmount: terms.quoted,
				Beneficiary:  terms.beneficiary, Pools: pools2(path...),
			}, terms.fee, terms.permit)
	}
	return s
}

// buyOnUniswapV3 takes the hops in the order of the trade; calldata has them in reverse.
// Native coins go through the contract, which keeps dust then.
func buyOnUniswapV3(s purchase6, hops ...[]byte) purchase6 {
	s.noDust, s.exactly = s.src != native, true
	slices.Reverse(hops)
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6UniswapV3().PackSwapExactAmountOutOnUniswapV3(
			contracts.UniswapV3Data{
				SrcToken: s.src, DestToken: s.dest, FromAmount: s.max, ToAmount: terms.toAmount,
				QuotedAmount: terms.quoted,
				Beneficiary:  terms.beneficiary, Pools: slices.Concat(hops...),
			}, terms.fee, terms.permit)
	}
	return s
}

func (c *swapChain) buyOnBalancer(s purchase6) purchase6 {
	limit := new(big.Int).Lsh(big.NewInt(1), 200)
	data := contracts.NewBalancerVault().PackBatchSwap(
		1, c.balancerStep(s.amount), []common.Address{asset(s.src), asset(s.dest)},
		c.funds(c.AugustusV6), []*big.Int{limit, limit}, big.NewInt(farFuture),
	)
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6BalancerV2().PackSwapExactAmountOutOnBalancerV2(
			contracts.BalancerV2Data{
				FromAmount: s.max, ToAmount: terms.toAmount, QuotedAmount: terms.quoted,
				BeneficiaryAndApproveFlag: approving(terms.beneficiary),
			}, terms.fee, terms.permit, data)
	}
	return s
}

func (c *swapChain) directPurchases6() []purchase6 {
	eth, usd, dai := units(5, 17), units(1200, 6), units(900, 18)
	negative := func(n *big.Int) *big.Int { return new(big.Int).Neg(n) }
	buy := func(name string, src, dest common.Address, amount, cost *big.Int) purchase6 {
		return purchase6{name: name, src: src, dest: dest, amount: amount, cost: cost,
			max: mulDiv(cost, 103, 100)}
	}
	pair, twoPairs := c.costPair(30, c.pair, c.weth, usd),
		c.costPair(30, c.pair, c.weth, c.costPair(30, c.pairDai, c.usdc, dai))
	pool3 := c.quotePool3(c.pool3, c.weth, c.usdc, negative(usd))
	twoPools := c.quotePool3(c.pool3, c.weth, c.usdc,
		negative(c.quotePool3(c.pool3Dai, c.usdc, c.dai, negative(dai))))
	return []purchase6{ // first the one that adds to the dust
		buyOnUniswapV3(buy("UniswapV3 two hops", native, c.dai, dai, twoPools),
			hop3(c.weth, c.usdc, 500), hop3(c.usdc, c.dai, 100)),
		buyOnUniswapV2(buy("UniswapV2", c.weth, c.usdc, usd, pair), c.weth, c.usdc),
		buyOnUniswapV2(buy("UniswapV2 two hops", c.weth, c.dai, dai, twoPairs), c.weth, c.usdc,
			c.dai),
		buyOnUniswapV2(buy("UniswapV2 native in", native, c.usdc, usd, pair), c.weth, c.usdc),
		buyOnUniswapV2(buy("UniswapV2 native out", c.usdc, native, eth,
			c.costPair(30, c.pair, c.usdc, eth)), c.usdc, c.weth),
		buyOnUniswapV3(buy("UniswapV3", c.weth, c.usdc, usd, pool3), hop3(c.weth, c.usdc, 500)),
		buyOnUniswapV3(buy("UniswapV3 native out", c.usdc, native, eth,
			c.quotePool3(c.pool3, c.usdc, c.weth, negative(eth))), hop3(c.usdc, c.weth, 500)),
		c.buyOnBalancer(buy("BalancerV2", c.weth, c.usdc, usd,
			c.quoteWeighted(1, c.weth, c.usdc, usd))),
		c.buyOnBalancer(buy("BalancerV2 native in", native, c.dai, dai,
			c.quoteWeighted(1, c.weth, c.dai, dai))),
		c.buyOnBalancer(buy("BalancerV2 native out", c.dai, native, eth,
			c.quoteWeighted(1, c.dai, c.weth, eth))),
	}
}

func TestV6DirectPurchasesCostWhatThePoolsTake(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	for i := range c.directPurchases6() {
		c.checkPurchase6(c.directPurchases6()[i]) // costs of the present state
	}
}

// Limit orders by the batch method: exact input and output, native coins on either side.
func TestV6FillsLimitOrders(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	const wrap, unwrap, approve, exactOut = 1, 2, 4, 8
	fill := func(flags uint8, from, to *big.Int, orders []contracts.AugustusRFQOrderInfo) func(
		sale6Terms) []byte {
		return func(terms sale6Terms) []byte {
			return contracts.NewAugustusV6RFQ().PackSwapOnAugustusRFQTryBatchFill(
				contracts.AugustusRFQData{
					FromAmount: from, ToAmount: to, WrapApproveDirection: flags | approve,
					Beneficiary: terms.beneficiary,
				}, orders, terms.permit)
		}
	}
	usd, eth := units(4500, 6), units(15, 17)
	sellsWETH := func() []contracts.AugustusRFQOrderInfo {
		return c.orders(c.weth, c.usdc, units(1, 18), units(3000, 6), units(1, 18), units(3000, 6))
	}
	sellsUSDC := func() []contracts.AugustusRFQOrderInfo {
		return c.orders(c.usdc, c.weth, units(3000, 6), units(1, 18), units(3000, 6), units(1, 18))
	}
	for _, s := range []sale6{
		{name: "tokens", src: c.usdc, dest: c.weth, amount: usd, quote: eth, noDust: true,
			pack: fill(0, usd, eth, sellsWETH())},
		{name: "native in", src: native, dest: c.usdc, amount: eth, quote: usd, noDust: true,
			pack: fill(wrap, eth, usd, sellsUSDC())},
		{name: "native out", src: c.usdc, dest: native, amount: usd, quote: eth,
			unwraps: []common.Address{c.weth}, pack: fill(unwrap, usd, eth, sellsWETH())},
	} {
		c.checkSale6(s)
	}
	maxUSD, maxETH := units(5000, 6), units(16, 17)
	for _, s := range []purchase6{
		{name: "buy tokens", src: c.usdc, dest: c.weth, amount: eth, cost: usd, max: maxUSD,
			paidOut: true, pack: fill(exactOut, maxUSD, eth, sellsWETH())},
		{name: "buy with native", src: native, dest: c.usdc, amount: usd, cost: eth, max: maxETH,
			paidOut: true, pack: fill(wrap|exactOut, maxETH, usd, sellsUSDC())},
		{name: "buy native", src: c.usdc, dest: native, amount: eth, cost: usd, max: maxUSD,
			unwraps: true, pack: fill(unwrap|exactOut, maxUSD, eth, sellsWETH())},
	} {
		c.checkPurchase6(s)
	}
}
