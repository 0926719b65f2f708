package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// sellOnPair is the calls that sell all of an amount on the constant-product router.
func (c *swapChain) sellOnPair(src, dest common.Address, amount *big.Int) calls {
	var l calls
	l.approve(c, src, c.UniswapV2Router)
	l.add(c.UniswapV2Router, new(big.Int),
		contracts.NewUniswapV2Router().PackSwapExactTokensForTokens(
			amount, new(big.Int), []common.Address{src, dest}, c.AugustusSwapper,
			big.NewInt(farFuture)))
	return l
}

func (c *swapChain) buyOnPair(src, dest common.Address, amount *big.Int) calls {
	var l calls
	l.approve(c, src, c.UniswapV2Router)
	l.add(c.UniswapV2Router, new(big.Int),
		contracts.NewUniswapV2Router().PackSwapTokensForExactTokens(
			amount, maxUint256, []common.Address{src, dest}, c.AugustusSwapper,
			big.NewInt(farFuture)))
	return l
}

func TestV5SimpleSalesAndPurchases(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	simple, protected := contracts.NewSimpleSwap(), contracts.NewProtectedSimpleSwap()
	eth, usd := units(1, 18), units(1500, 6)
	for _, pack := range []func(contracts.UtilsSimpleData) []byte{
		simple.PackSimpleSwap, protected.PackProtectedSimpleSwap} {
		s := sell5(c.weth, c.usdc, eth, c.quotePair(30, c.pair, c.weth, eth))
		c.checkSale5("sale", s, pack(simpleData(s, c.sellOnPair(c.weth, c.usdc, eth))))

		// Native coins in: wrapped by a call, then two calls one after the other.
		first := c.quotePair(30, c.pair, c.weth, eth)
		s = sell5(native, c.dai, eth, c.quoteStable(c.stable, 0, 1, first))
		var l calls
		l.add(c.weth, eth, contracts.NewWrappedNative().PackDeposit())
		sale := c.sellOnPair(c.weth, c.usdc, eth)
		for i, callee := range sale.callees {
			l.add(callee, new(big.Int), sale.data[sale.ends()[i].Int64():sale.ends()[i+1].Int64()])
		}
		l.approve(c, c.usdc, c.stable)
		l.add(c.stable, new(big.Int), contracts.NewStableSwap().PackExchange0(
			new(big.Int), big.NewInt(1), first, big.NewInt(1)))
		c.checkSale5("sale from native", s, pack(simpleData(s, l)))
	}
	for _, pack := range []func(contracts.UtilsSimpleData) []byte{
		simple.PackSimpleBuy, protected.PackProtectedSimpleBuy} {
		cost := c.costPair(30, c.pair, c.weth, usd)
		s := sell5(c.weth, c.usdc, mulDiv(cost, 11, 10), usd)
		s.expected = cost
		c.checkPurchase5("purchase", s, pack(simpleData(s, c.buyOnPair(c.weth, c.usdc, usd))))
	}
}

// A purchase whose second call fills a limit order with what the first one bought, for the maker's
// token.
func TestV5SwapAndFill(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	price := units(900, 6)
	pack := func(meta common.Address) (trade5, []byte) {
		order := contracts.AugustusRFQOrder{
			NonceAndMeta: new(big.Int).Add(c.nonce(), new(big.Int).SetBytes(meta[:])),
			Expiry:       new(big.Int), MakerAsset: c.steth,
			TakerAsset: c.usdc, Maker: c.maker.addr, Taker: c.AugustusSwapper,
			MakerAmount: units(3, 17), TakerAmount: price,
		}
		cost := c.costPair(30, c.pair, c.weth, price)
		s := sell5(c.weth, c.steth, mulDiv(cost, 11, 10), order.MakerAmount)
		s.expected = cost
		l := c.buyOnPair(c.weth, c.usdc, price)
		l.approve(c, c.usdc, c.addr)
		l.add(c.addr, new(big.Int), contracts.NewAugustusRFQ().PackFillOrderWithTarget(
			order, c.signed(order), c.AugustusSwapper))
		return s, contracts.NewSimpleSwap().PackSimpleBuy(simpleData(s, l))
	}
	for _, meta := range []common.Address{noAddress, c.taker.addr} {
		s, data := pack(meta)
		c.checkPurchase5("swap and fill", s, data)
	}
	_, data := pack(c.other.addr)
	c.refuses5(nil, data, "unauthorized user")
}

func TestV5BuysCollectibles(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	c.newCollections(c.maker)
	price := units(900, 6)
	buy := func(token common.Address, kind int64, id,
		count *big.Int) (contracts.UtilsSimpleBuyNFTData, *big.Int) {
		packed := new(big.Int).Add(new(big.Int).Lsh(big.NewInt(kind), 160),
			new(big.Int).SetBytes(token[:]))
		order := contracts.AugustusRFQOrderNFT{
			NonceAndMeta: c.nonce(), Expiry: new(big.Int), MakerAsset: packed, MakerAssetId: id,
			TakerAsset:   new(big.Int).SetBytes(c.usdc[:]),
			TakerAssetId: new(big.Int), Maker: c.maker.addr, Taker: c.AugustusSwapper,
			MakerAmount: count, TakerAmount: price,
		}
		l := c.buyOnPair(c.weth, c.usdc, price)
		l.approve(c, c.usdc, c.addr)
		l.add(c.addr, new(big.Int), contracts.NewAugustusRFQ().PackFillOrderWithTargetNFT(
			order, c.signedNFT(order), c.AugustusSwapper))
		detail := new(big.Int).SetBytes(token[:])
		if kind == 1 {
			detail.SetBit(detail, 160, 1)
		}
		cost := c.costPair(30, c.pair, c.weth, price)
		return contracts.UtilsSimpleBuyNFTData{
			FromToken: c.weth, ToTokenDetails: []contracts.UtilsToTokenNFTDetails{
				{ToToken: detail, ToTokenID: id, ToAmount: count}},
			FromAmount: mulDiv(cost, 12, 10), ExpectedAmount: cost, Callees: l.callees,
			ExchangeData: l.data, StartIndexes: l.ends(), Values: l.values,
			Beneficiary: receiver, FeePercent: feeWord5(0, toUser, fromSource),
			Deadline: big.NewInt(farFuture),
			Uuid:     uuid,
		}, cost
	}
	router := contracts.NewSimpleSwapNFT()
	for _, kind := range []int64{2, 1} {
		token, id, count := c.single, big.NewInt(7), big.NewInt(1)
		if kind == 1 {
			token, id, count = c.multi, big.NewInt(5), big.NewInt(4)
		}
		data, cost := buy(token, kind, id, count)
		data.FeePercent = noFeeWord
		c.refuses5(nil, router.PackSimpleBuyNFT(data), "fee on dest token not supported")
		data.FeePercent = feeWord5(0, toUser, fromSource)
		data.ToTokenDetails[0].ToTokenID = big.NewInt(8)
		if _, err := c.exec(c.taker, c.AugustusSwapper, nil,
			router.PackSimpleBuyNFT(data)); err == nil {
			t.Fatal("a collectible that was not bought was delivered")
		}
		data.ToTokenDetails[0].ToTokenID = id
		spent := c.trade(c.AugustusSwapper, nil, router.PackSimpleBuyNFT(data), c.weth,
			c.taker.addr)
		same(t, "spent", spent.Neg(spent), cost)
		c.checkSwapperEmpty("collectible")
	}
	same(t, "count of the receiver",
		read(c.chain, c.multi, c.erc1155.PackBalanceOf(receiver, big.NewInt(5)),
			c.erc1155.UnpackBalanceOf), big.NewInt(4))
	if owner := read(c.chain, c.single, c.erc721.PackOwnerOf(big.NewInt(7)),
		c.erc721.UnpackOwnerOf); owner != receiver {
		t.Fatalf("the token is %s's", owner)
	}
}
