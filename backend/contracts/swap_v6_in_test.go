package contracts_test

import (
	"math/big"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// sale6 is an exact input through one of the version 6.2 methods.
type sale6 struct {
	name      string
	src, dest common.Address
	amount    *big.Int
	quote     *big.Int         // what the pools pay
	noDust    bool             // the method leaves nothing behind
	unwraps   []common.Address // of which a unit each stays, where it is not of dest alone
	pack      func(terms sale6Terms) []byte
}

// sale6Terms is what a test varies about a sale.
type sale6Terms struct {
	toAmount, quoted, fee *big.Int
	beneficiary           common.Address
	permit                []byte
}

// value is the native coins to send along.
func (s sale6) value() *big.Int {
	if s.src == native {
		return s.amount
	}
	return nil
}

func (c *swapChain) generic(s sale6, program *contracts.Program) func(sale6Terms) []byte {
	return func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6Generic().PackSwapExactAmountIn(
			c.Executor, contracts.GenericData{
				SrcToken: s.src, DestToken: s.dest, FromAmount: s.amount, ToAmount: terms.toAmount,
				QuotedAmount: terms.quoted,
				Beneficiary:  terms.beneficiary,
			}, terms.fee, terms.permit, program.Bytes())
	}
}

func (c *swapChain) onUniswapV2(s sale6, path ...common.Address) sale6 {
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6UniswapV2().PackSwapExactAmountInOnUniswapV2(
			contracts.UniswapV2Data{
				SrcToken: s.src, DestToken: s.dest, FromAmount: s.amount, ToAmount: terms.toAmount,
				QuotedAmount: terms.quoted,
				Beneficiary:  terms.beneficiary, Pools: pools2(path...),
			}, terms.fee, terms.permit)
	}
	return s
}

func (c *swapChain) onUniswapV3(s sale6, hops ...[]byte) sale6 {
	s.noDust = true
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6UniswapV3().PackSwapExactAmountInOnUniswapV3(
			contracts.UniswapV3Data{
				SrcToken: s.src, DestToken: s.dest, FromAmount: s.amount, ToAmount: terms.toAmount,
				QuotedAmount: terms.quoted,
				Beneficiary:  terms.beneficiary, Pools: slices.Concat(hops...),
			}, terms.fee, terms.permit)
	}
	return s
}

func (c *swapChain) onCurveV1(s sale6, pool common.Address, i, j, wrap int64) sale6 {
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6Curve().PackSwapExactAmountInOnCurveV1(contracts.CurveV1Data{
			CurveData:   curveWord(pool, wrap, 0),
			CurveAssets: big.NewInt(0).Add(new(big.Int).Lsh(big.NewInt(i), 128), big.NewInt(j)),
			SrcToken:    s.src, DestToken: s.dest, FromAmount: s.amount, ToAmount: terms.toAmount,
			QuotedAmount: terms.quoted,
			Beneficiary:  terms.beneficiary,
		}, terms.fee, terms.permit)
	}
	return s
}

func (c *swapChain) onCurveV2(s sale6, pool common.Address, i, j, wrap int64) sale6 {
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6Curve().PackSwapExactAmountInOnCurveV2(contracts.CurveV2Data{
			CurveData: curveWord(pool, wrap, 0), I: big.NewInt(i), J: big.NewInt(j),
			PoolAddress: pool,
			SrcToken:    s.src, DestToken: s.dest, FromAmount: s.amount, ToAmount: terms.toAmount,
			QuotedAmount: terms.quoted,
			Beneficiary:  terms.beneficiary,
		}, terms.fee, terms.permit)
	}
	return s
}

// asset is how the vault names a coin.
func asset(coin common.Address) common.Address {
	if coin == native {
		return noAddress
	}
	return coin
}

func (c *swapChain) funds(owner common.Address) contracts.IBalancerVaultFundManagement {
	return contracts.IBalancerVaultFundManagement{Sender: owner, Recipient: owner}
}

// onBalancer trades on the weighted pool by the vault's swap, or by its batchSwap.
func (c *swapChain) onBalancer(s sale6, batch bool) sale6 {
	v := contracts.NewBalancerVault()
	data := v.PackSwap(contracts.IBalancerVaultSingleSwap{
		PoolId: c.weightedID, AssetIn: asset(s.src), AssetOut: asset(s.dest), Amount: s.amount,
	}, c.funds(c.AugustusV6), new(big.Int), big.NewInt(farFuture))
	if batch {
		limit := new(big.Int).Lsh(big.NewInt(1), 200)
		data = v.PackBatchSwap(0, c.balancerStep(s.amount),
			[]common.Address{asset(s.src), asset(s.dest)}, c.funds(c.AugustusV6),
			[]*big.Int{limit, limit}, big.NewInt(farFuture))
	}
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6BalancerV2().PackSwapExactAmountInOnBalancerV2(
			contracts.BalancerV2Data{
				FromAmount: s.amount, ToAmount: terms.toAmount, QuotedAmount: terms.quoted,
				BeneficiaryAndApproveFlag: approving(terms.beneficiary),
			}, terms.fee, terms.permit, data)
	}
	return s
}

func approving(beneficiary common.Address) *big.Int {
	word := new(big.Int).SetBytes(beneficiary[:])
	return word.SetBit(word, 255, 1)
}

// directSales6 is one sale for each direct method and way to take part with native coins.
func (c *swapChain) directSales6() []sale6 {
	eth, usd := units(1, 18), units(2000, 6)
	pair := c.quotePair(30, c.pair, c.weth, eth)
	sell := func(name string, src, dest common.Address, amount, quote *big.Int) sale6 {
		return sale6{name: name, src: src, dest: dest, amount: amount, quote: quote}
	}
	pool3 := c.quotePool3(c.pool3, c.weth, c.usdc, eth)
	return []sale6{
		c.onUniswapV2(sell("UniswapV2", c.weth, c.usdc, eth, pair), c.weth, c.usdc),
		c.onUniswapV2(sell("UniswapV2 two hops", c.weth, c.dai, eth,
			c.quotePair(30, c.pairDai, c.usdc, pair)), c.weth, c.usdc, c.dai),
		c.onUniswapV2(sell("UniswapV2 native in", native, c.usdc, eth, pair), c.weth, c.usdc),
		c.unwrapping(c.onUniswapV2(sell("UniswapV2 native out", c.usdc, native, usd,
			c.quotePair(30, c.pair, c.usdc, usd)), c.usdc, c.weth)),
		c.onUniswapV3(sell("UniswapV3", c.weth, c.usdc, eth, pool3), hop3(c.weth, c.usdc, 500)),
		c.onUniswapV3(sell("UniswapV3 two hops", c.weth, c.dai, eth,
			c.quotePool3(c.pool3Dai, c.usdc, c.dai, pool3)), hop3(c.weth, c.usdc, 500),
			hop3(c.usdc, c.dai, 100)),
		c.onUniswapV3(sell("UniswapV3 native in", native, c.usdc, eth, pool3),
			hop3(c.weth, c.usdc, 500)),
		c.onUniswapV3(sell("UniswapV3 native out", c.usdc, native, usd,
			c.quotePool3(c.pool3, c.usdc, c.weth, usd)), hop3(c.usdc, c.weth, 500)),
		c.onCurveV1(sell("CurveV1", c.usdc, c.dai, usd, c.quoteStable(c.stable, 0, 1, usd)),
			c.stable, 0, 1, 0),
		c.onCurveV1(sell("CurveV1 wraps", native, c.steth, eth,
			c.quoteStable(c.wethStable, 0, 1, eth)), c.wethStable, 0, 1, 1),
		c.unwrapping(c.onCurveV1(sell("CurveV1 unwraps", c.steth, native, eth,
			c.quoteStable(c.wethStable, 1, 0, eth)), c.wethStable, 1, 0, 2)),
		c.onCurveV1(sell("CurveV1 native pool in", native, c.steth, eth,
			c.quoteStable(c.nativeStable, 0, 1, eth)), c.nativeStable, 0, 1, 3),
		c.onCurveV1(sell("CurveV1 native pool out", c.steth, native, eth,
			c.quoteStable(c.nativeStable, 1, 0, eth)), c.nativeStable, 1, 0, 0),
		c.onCurveV2(sell("CurveV2", c.dai, c.usdc, eth, c.quoteStable(c.stable, 1, 0, eth)),
			c.stable, 1, 0, 0),
		c.onCurveV2(sell("CurveV2 native pool in", native, c.steth, eth,
			c.quoteStable(c.nativeStable, 0, 1, eth)), c.nativeStable, 0, 1, 3),
		c.onBalancer(sell("BalancerV2", c.weth, c.usdc, eth,
			c.quoteWeighted(0, c.weth, c.usdc, eth)), false),
		c.onBalancer(sell("BalancerV2 batch", c.weth, c.dai, eth,
			c.quoteWeighted(0, c.weth, c.dai, eth)), true),
		c.onBalancer(sell("BalancerV2 native in", native, c.dai, eth,
			c.quoteWeighted(0, c.weth, c.dai, eth)), true),
		c.onBalancer(sell("BalancerV2 native out", c.usdc, native, usd,
			c.quoteWeighted(0, c.usdc, c.weth, usd)), false),
	}
}

// unwrapping is a sale by a method that gets wrapped coins and unwraps all but one unit of them.
func (c *swapChain) unwrapping(s sale6) sale6 {
	s.unwraps = []common.Address{native, c.weth}
	return s
}

// checkSale6 runs a sale: what the beneficiary gets is what the pools pay and
// what lay on the contract, but for the dust.
func (c *swapChain) checkSale6(s sale6) {
	c.t.Helper()
	keeps := s.unwraps
	if keeps == nil && !s.noDust {
		keeps = []common.Address{s.dest}
	}
	want := s.quote
	for _, coin := range keeps {
		want = minus(new(big.Int).Add(want, c.holds(coin, c.AugustusV6)), 1)
	}
	least := minus(s.quote, max(0, int64(len(keeps))-1)) // compared when the wrapped one is kept
	terms := sale6Terms{toAmount: least, quoted: s.quote, fee: feeWord6(noAddress, 0, capSurplus),
		beneficiary: receiver}
	same(c.t, s.name, c.trade(c.AugustusV6, s.value(), s.pack(terms), s.dest, receiver), want)
	c.checkEmpty(s)
}

// checkEmpty demands that nothing but dust stays on the swap contract and nothing at all on the
// executor.
func (c *swapChain) checkEmpty(s sale6) {
	c.t.Helper()
	for _, coin := range []common.Address{native, c.weth, c.usdc, c.dai, c.steth} {
		if left := c.holds(coin, c.AugustusV6); left.Cmp(big.NewInt(1)) > 0 {
			c.t.Fatalf("%s: %s of %s stay on the swap contract", s.name, left, coin)
		}
		same(c.t, s.name+": left on the executor", c.holds(coin, c.Executor), new(big.Int))
	}
}

func TestV6DirectSalesDeliverWhatThePoolsPay(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	for i := range c.directSales6() {
		s := c.directSales6()[i] // quoted at the present state
		c.checkSale6(s)
	}
}
