package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

func directUniV3(s trade5, exchange common.Address, path []byte) contracts.UtilsDirectUniV3 {
	return contracts.UtilsDirectUniV3{
		FromToken: s.src, ToToken: s.dest, Exchange: exchange, FromAmount: s.from, ToAmount: s.to,
		ExpectedAmount: s.expected,
		FeePercent:     s.fee, Deadline: big.NewInt(s.deadline), Partner: s.partner,
		Beneficiary: s.receiver, Path: path, Uuid: uuid,
	}
}

func directCurveV1(s trade5, pool common.Address, i, j int64,
	wrap bool) contracts.UtilsDirectCurveV1 {
	return contracts.UtilsDirectCurveV1{
		FromToken: s.src, ToToken: s.dest, Exchange: pool, FromAmount: s.from, ToAmount: s.to,
		ExpectedAmount: s.expected,
		FeePercent:     s.fee, I: big.NewInt(i), J: big.NewInt(j), Partner: s.partner,
		Beneficiary: s.receiver, NeedWrapNative: wrap, Uuid: uuid,
	}
}

func directCurveV2(s trade5, pool common.Address, i, j int64,
	wrap bool) contracts.UtilsDirectCurveV2 {
	return contracts.UtilsDirectCurveV2{
		FromToken: s.src, ToToken: s.dest, Exchange: pool, PoolAddress: pool, FromAmount: s.from,
		ToAmount: s.to, ExpectedAmount: s.expected,
		FeePercent: s.fee, I: big.NewInt(i), J: big.NewInt(j), Partner: s.partner,
		Beneficiary: s.receiver, NeedWrapNative: wrap, Uuid: uuid,
	}
}

func (c *swapChain) directBalancer(s trade5, amount *big.Int) contracts.UtilsDirectBalancerV2 {
	limit := new(big.Int).Lsh(big.NewInt(1), 200)
	return contracts.UtilsDirectBalancerV2{
		Swaps: c.balancerStep(amount), Assets: []common.Address{asset(s.src), asset(s.dest)},
		Funds:  c.funds(c.AugustusSwapper),
		Limits: []*big.Int{limit, limit}, FromAmount: s.from, ToAmount: s.to,
		ExpectedAmount: s.expected, Deadline: big.NewInt(s.deadline),
		FeePercent: s.fee, Vault: c.BalancerVault, Partner: s.partner, Beneficiary: s.receiver,
		Uuid: uuid,
	}
}

func TestV5DirectSalesAndPurchases(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	d := contracts.NewDirectSwap()
	eth, usd := units(1, 18), units(1800, 6)
	in3, out3 := c.path3(c.pool3, c.weth, c.usdc), c.path3(c.pool3, c.usdc, c.weth)
	for _, src := range []common.Address{c.weth, native} {
		s := sell5(src, c.usdc, eth, c.quotePool3(c.pool3, c.weth, c.usdc, eth))
		c.checkSale5("Uniswap V3", s, d.PackDirectUniV3Swap(directUniV3(s, c.UniswapV3Router, in3)))

		cost := c.quotePool3(c.pool3, c.weth, c.usdc, new(big.Int).Neg(usd))
		s = sell5(src, c.usdc, mulDiv(cost, 11, 10), usd)
		s.expected = cost
		c.checkPurchase5("Uniswap V3", s,
			d.PackDirectUniV3Buy(directUniV3(s, c.UniswapV3Router, out3)))

		s = sell5(src, c.dai, eth, c.quoteWeighted(0, c.weth, c.dai, eth))
		c.checkSale5("Balancer V2", s, d.PackDirectBalancerV2GivenInSwap(c.directBalancer(s, eth)))

		cost = c.quoteWeighted(1, c.weth, c.usdc, usd)
		s = sell5(src, c.usdc, mulDiv(cost, 11, 10), usd)
		s.expected = cost
		c.checkPurchase5("Balancer V2", s,
			d.PackDirectBalancerV2GivenOutSwap(c.directBalancer(s, usd)))

		s = sell5(src, c.steth, eth, c.quoteStable(c.wethStable, 0, 1, eth))
		c.checkSale5("Curve V1", s, d.PackDirectCurveV1Swap(
			directCurveV1(s, c.wethStable, 0, 1, true)))
		s = sell5(src, c.steth, eth, c.quoteStable(c.wethStable, 0, 1, eth))
		c.checkSale5("Curve V2", s, d.PackDirectCurveV2Swap(
			directCurveV2(s, c.wethStable, 0, 1, true)))
	}
	s := sell5(c.usdc, native, usd, c.quotePool3(c.pool3, c.usdc, c.weth, usd))
	c.checkSale5("Uniswap V3 to native", s,
		d.PackDirectUniV3Swap(directUniV3(s, c.UniswapV3Router, out3)))
	s = sell5(c.steth, native, eth, c.quoteStable(c.wethStable, 1, 0, eth))
	c.checkSale5("Curve V1 unwraps", s,
		d.PackDirectCurveV1Swap(directCurveV1(s, c.wethStable, 1, 0, true)))
	s = sell5(native, c.steth, eth, c.quoteStable(c.nativeStable, 0, 1, eth))
	c.checkSale5("Curve V1 native pool", s,
		d.PackDirectCurveV1Swap(directCurveV1(s, c.nativeStable, 0, 1, false)))
	s = sell5(native, c.steth, eth, c.quoteStable(c.nativeStable, 0, 1, eth))
	c.checkSale5("Curve V2 native pool", s,
		d.PackDirectCurveV2Swap(directCurveV2(s, c.nativeStable, 0, 1, false)))
	s = sell5(c.steth, native, eth, c.quoteStable(c.nativeStable, 1, 0, eth))
	c.checkSale5("Curve V2 from a native pool", s,
		d.PackDirectCurveV2Swap(directCurveV2(s, c.nativeStable, 1, 0, false)))
}

// These methods pay the caller and know no fees.
func TestV5ForkSalesAndPurchases(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	r := contracts.NewUniswapV2ForkRouter()
	eth, usd := units(1, 18), units(1800, 6)
	forward, back := []*big.Int{c.forkWord(c.fork, c.weth, 20)},
		[]*big.Int{c.forkWord(c.fork, c.usdc, 20)}
	check := func(name string, src, dest common.Address, from, to *big.Int, data []byte) {
		t.Helper()
		s := sell5(src, dest, from, to)
		s.receiver = c.taker.addr
		c.checkSale5(name, s, data)
	}
	check("sale", c.weth, c.usdc, eth, c.quotePair(20, c.fork, c.weth, eth),
		r.PackSwapOnUniswapV2Fork(c.weth, eth, big.NewInt(1), noAddress, forward))
	check("sale from native", native, c.usdc, eth, c.quotePair(20, c.fork, c.weth, eth),
		r.PackSwapOnUniswapV2Fork(native, eth, big.NewInt(1), c.weth, forward))
	check("sale to native", c.usdc, native, usd, c.quotePair(20, c.fork, c.usdc, usd),
		r.PackSwapOnUniswapV2Fork(c.usdc, usd, big.NewInt(1), c.weth, back))
	two := []*big.Int{c.forkWord(c.fork, c.weth, 20), c.forkWord(c.pairDai, c.usdc, 30)}
	check("two hops", c.weth, c.dai, eth,
		c.quotePair(30, c.pairDai, c.usdc, c.quotePair(20, c.fork, c.weth, eth)),
		r.PackSwapOnUniswapV2Fork(c.weth, eth, big.NewInt(1), noAddress, two))
	low := c.quotePair(20, c.fork, c.weth, eth)
	c.refuses5(nil, r.PackSwapOnUniswapV2Fork(
		c.weth, eth, new(big.Int).Add(low, big.NewInt(1)), noAddress, forward),
		"UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT")
	c.refuses5(nil, r.PackSwapOnUniswapV2Fork(c.weth, eth, low, noAddress, nil),
		"At least one pool required")

	buy := func(name string, src, dest common.Address, max, amount, cost *big.Int, data []byte) {
		t.Helper()
		s := sell5(src, dest, max, amount)
		s.expected, s.receiver = cost, c.taker.addr
		c.checkPurchase5(name, s, data)
	}
	max := units(2, 18)
	cost := c.costPair(20, c.fork, c.weth, usd)
	c.refuses5(nil, r.PackBuyOnUniswapV2Fork(c.weth, minus(cost, 1), usd, noAddress, forward),
		"UniswapV2Router: INSUFFICIENT_INPUT_AMOUNT")
	buy("purchase", c.weth, c.usdc, max, usd, cost,
		r.PackBuyOnUniswapV2Fork(c.weth, max, usd, noAddress, forward))
	buy("purchase from native", native, c.usdc, max, usd, c.costPair(20, c.fork, c.weth, usd),
		r.PackBuyOnUniswapV2Fork(native, max, usd, c.weth, forward))

	permit := permit2612(t, c.taker, c.usdc, "USDC", c.TokenTransferProxy, usd, 0, farFuture)
	c.must(c.taker, c.usdc, c.erc20.PackApprove(c.TokenTransferProxy, new(big.Int)))
	check("sale with permit", c.usdc, c.weth, usd, c.quotePair(20, c.fork, c.usdc, usd),
		r.PackSwapOnUniswapV2ForkWithPermit(c.usdc, usd, big.NewInt(1), noAddress, back, permit))
}

// Limit orders one by one and by the batch, with native coins on either side.
func TestV5FillsLimitOrders(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	r := contracts.NewAugustusRFQRouter()
	const wrap, unwrap = 1, 2
	eth, usd := units(1, 18), units(3000, 6)
	check := func(name string, src, dest common.Address, from, to *big.Int, data []byte) {
		t.Helper()
		s := sell5(src, dest, from, to)
		s.receiver = c.taker.addr
		c.checkSale5(name, s, data)
	}
	one := func(makerAsset, takerAsset common.Address, maker,
		taker *big.Int) contracts.AugustusRFQOrderInfo {
		return c.orders(makerAsset, takerAsset, maker, taker)[0]
	}
	o := one(c.weth, c.usdc, eth, usd)
	check("whole", c.usdc, c.weth, usd, eth, r.PackSwapOnAugustusRFQ(o.Order, o.Signature, 0))
	o = one(c.weth, c.usdc, eth, usd)
	check("part", c.usdc, c.weth, units(1500, 6), units(5, 17),
		r.PackPartialSwapOnAugustusRFQ(o.Order, o.Signature, nil, 0, units(1500, 6)))
	o = one(c.usdc, c.weth, usd, eth)
	check("native in", native, c.usdc, eth, usd,
		r.PackSwapOnAugustusRFQ(o.Order, o.Signature, wrap))
	o = one(c.weth, c.usdc, eth, usd)
	check("native out", c.usdc, native, usd, eth,
		r.PackSwapOnAugustusRFQ(o.Order, o.Signature, unwrap))
	check("batch", c.usdc, c.weth, usd, eth,
		r.PackSwapOnAugustusRFQTryBatchFill(c.orders(c.weth, c.usdc, eth, usd), 0, usd, eth))
	check("batch, native in", native, c.usdc, eth, usd,
		r.PackSwapOnAugustusRFQTryBatchFill(c.orders(c.usdc, c.weth, usd, eth), wrap, eth, usd))
	check("batch, native out", c.usdc, native, usd, eth,
		r.PackSwapOnAugustusRFQTryBatchFill(c.orders(c.weth, c.usdc, eth, usd), unwrap, usd, eth))
	c.refuses5(nil, r.PackSwapOnAugustusRFQTryBatchFill(
		c.orders(c.weth, c.usdc, eth, usd), 0, usd, units(2, 18)),
		"Received amount of tokens are less then expected")

	buy := func(name string, src, dest common.Address, max, amount, cost *big.Int, data []byte) {
		t.Helper()
		s := sell5(src, dest, max, amount)
		s.expected, s.receiver = cost, c.taker.addr
		c.checkPurchase5(name, s, data)
	}
	buy("buy", c.usdc, c.weth, units(4000, 6), eth, usd,
		r.PackBuyOnAugustusRFQTryBatchFill(
			c.orders(c.weth, c.usdc, eth, usd), 0, units(4000, 6), eth))
	buy("buy with native", native, c.usdc, units(2, 18), usd, eth,
		r.PackBuyOnAugustusRFQTryBatchFill(
			c.orders(c.usdc, c.weth, usd, eth), wrap, units(2, 18), usd))

	private := one(c.weth, c.usdc, eth, usd).Order
	private.NonceAndMeta = new(big.Int).Add(c.nonce(), new(big.Int).SetBytes(c.other.addr[:]))
	c.refuses5(nil, r.PackSwapOnAugustusRFQ(private, c.signed(private), 0), "unauthorized user")

	c.newCollections(c.maker)
	nft := contracts.AugustusRFQOrderNFT{
		NonceAndMeta: c.nonce(), Expiry: new(big.Int),
		MakerAsset: new(big.Int).Add(
			new(big.Int).Lsh(big.NewInt(2), 160), new(big.Int).SetBytes(c.single[:])),
		MakerAssetId: big.NewInt(7), TakerAsset: new(big.Int).SetBytes(c.weth[:]),
		TakerAssetId: new(big.Int), Maker: c.maker.addr,
		Taker: c.AugustusSwapper, MakerAmount: big.NewInt(1), TakerAmount: eth,
	}
	spent := c.trade(c.AugustusSwapper, eth,
		r.PackSwapOnAugustusRFQNFT(nft, c.signedNFT(nft), wrap), native, c.taker.addr)
	same(t, "paid for the collectible", spent.Neg(spent), eth)
	if owner := read(c.chain, c.single, c.erc721.PackOwnerOf(big.NewInt(7)),
		c.erc721.UnpackOwnerOf); owner != c.taker.addr {
		t.Fatalf("the token is %s's", owner)
	}
}
