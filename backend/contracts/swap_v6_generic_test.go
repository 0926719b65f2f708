package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// Registers that the programs of these tests use.
const (
	whole contracts.Register = 2 + iota
	part
	rest
	got
)

// poolStep swaps a register's amount on a constant-product pair or a concentrated pool.
func (c *swapChain) poolStep(p *contracts.Program, d, s contracts.Register, flags byte, pool,
	tokenIn, tokenOut common.Address, fee uint16) {
	if less(tokenIn, tokenOut) {
		flags |= contracts.PoolZeroForOne
	}
	p.Pool(d, s, flags, pool, tokenIn, fee)
}

func (c *swapChain) stableStep(
	p *contracts.Program, s contracts.Register, flags byte, pool, tokenIn common.Address, i,
	j int64) {
	data := contracts.NewStableSwap().PackExchange0(
		big.NewInt(i), big.NewInt(j), new(big.Int), new(big.Int))
	p.Call(s, flags|contracts.CallInsert, tokenIn, pool, contracts.StableAmountAt, data)
}

// weightedStep swaps in the vault.
func (c *swapChain) weightedStep(
	p *contracts.Program, s contracts.Register, kind uint8, src, dest common.Address) {
	limit := new(big.Int)
	if kind == 1 {
		limit = maxUint256
	}
	data := contracts.NewBalancerVault().PackSwap(contracts.IBalancerVaultSingleSwap{
		PoolId: c.weightedID, Kind: kind, AssetIn: src, AssetOut: dest, Amount: new(big.Int),
	}, c.funds(c.Executor), limit, big.NewInt(farFuture))
	p.Call(s, contracts.CallInsert|contracts.CallAllow, src, c.BalancerVault,
		contracts.VaultSwapAmountAt, data)
}

func (c *swapChain) wrapStep(p *contracts.Program, s contracts.Register) {
	p.Call(s, contracts.CallValue, noAddress, c.weth, 0, contracts.NewWrappedNative().PackDeposit())
}

func (c *swapChain) unwrapStep(p *contracts.Program, s contracts.Register) {
	p.Call(s, contracts.CallInsert, noAddress, c.weth, contracts.UnwrapAmountAt,
		contracts.NewWrappedNative().PackWithdraw(new(big.Int)))
}

// orders signs orders of the maker that sell one token for another; each may be filled by anyone.
func (c *swapChain) orders(makerAsset, takerAsset common.Address,
	amounts ...*big.Int) []contracts.AugustusRFQOrderInfo {
	c.t.Helper()
	var infos []contracts.AugustusRFQOrderInfo
	for i := 0; i < len(amounts); i += 2 {
		order := contracts.AugustusRFQOrder{
			NonceAndMeta: c.nonce(), Expiry: new(big.Int), MakerAsset: makerAsset,
			TakerAsset: takerAsset, Maker: c.maker.addr,
			MakerAmount: amounts[i], TakerAmount: amounts[i+1],
		}
		infos = append(infos, contracts.AugustusRFQOrderInfo{
			Order: order, Signature: c.signed(order), TakerTokenFillAmount: amounts[i+1],
			PermitTakerAsset: []byte{}, PermitMakerAsset: []byte{},
		})
	}
	return infos
}

// Every kind of pool, native coins, a split over kinds with several hops, and limit orders as part
// of it.
func TestV6GenericSalesDeliverWhatThePoolsPay(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	eth, usd := units(1, 18), units(2000, 6)
	sale := func(name string, src, dest common.Address, amount, quote *big.Int,
		steps func(*contracts.Program)) {
		p := contracts.NewProgram(false)
		steps(p)
		s := sale6{name: name, src: src, dest: dest, amount: amount, quote: quote}
		s.pack = c.generic(s, p)
		c.checkSale6(s)
	}

	sale("constant product, another factory's fee", c.weth, c.usdc, eth,
		c.quotePair(20, c.fork, c.weth, eth), func(p *contracts.Program) {
			c.poolStep(p, got, contracts.AmountIn, contracts.PoolToCaller, c.fork, c.weth,
				c.usdc, 20)
		})
	sale("concentrated", c.usdc, c.weth, usd, c.quotePool3(c.pool3, c.usdc, c.weth, usd),
		func(p *contracts.Program) {
			c.poolStep(p, got, contracts.AmountIn, contracts.PoolToCaller|contracts.PoolUniswapV3,
				c.pool3, c.usdc, c.weth, 0)
		})
	sale("stable", c.usdc, c.dai, usd, c.quoteStable(c.stable, 0, 1, usd),
		func(p *contracts.Program) {
			c.stableStep(p, contracts.AmountIn, contracts.CallAllow, c.stable, c.usdc, 0, 1)
			p.Give(c.dai)
		})
	sale("stable with native coins", native, c.steth, eth, c.quoteStable(c.nativeStable, 0, 1, eth),
		func(p *contracts.Program) {
			c.stableStep(p, contracts.AmountIn, contracts.CallValue, c.nativeStable, native, 0, 1)
			p.Give(c.steth)
		})
	sale("stable to native coins", c.steth, native, eth, c.quoteStable(c.nativeStable, 1, 0, eth),
		func(p *contracts.Program) {
			c.stableStep(p, contracts.AmountIn, contracts.CallAllow, c.nativeStable, c.steth, 1, 0)
			p.Give(native)
		})
	sale("weighted", c.weth, c.dai, eth, c.quoteWeighted(0, c.weth, c.dai, eth),
		func(p *contracts.Program) {
			c.weightedStep(p, contracts.AmountIn, 0, c.weth, c.dai)
			p.Give(c.dai)
		})
	sale("wrap", native, c.weth, eth, eth, func(p *contracts.Program) {
		c.wrapStep(p, contracts.AmountIn)
		p.Give(c.weth)
	})
	sale("unwrap", c.weth, native, eth, eth, func(p *contracts.Program) {
		c.unwrapStep(p, contracts.AmountIn)
		p.Give(native)
	})
	c.checkSplitSale(sale)
}

// A third of the native coins through one pair, the rest through the concentrated pool and limit
// orders; all of the USDC then over stable and constant-product pools to DAI.
func (c *swapChain) checkSplitSale(
	sale func(string, common.Address, common.Address, *big.Int, *big.Int,
		func(*contracts.Program))) {
	c.t.Helper()
	amount := big.NewInt(2_000_000_000_000_000_001) // the last leg takes the rounding
	first, second := mulDiv(amount, 3300, 10_000), mulDiv(amount, 4200, 10_000)
	third := new(big.Int).Sub(new(big.Int).Sub(amount, first), second)
	orders := c.orders(c.usdc, c.weth, units(900, 6), units(3, 17), units(3100, 6), units(1, 18))
	usd := c.quotePair(30, c.pair, c.weth, first)
	usd.Add(usd, c.quotePool3(c.pool3, c.weth, c.usdc, second))
	usd.Add(usd, units(900, 6))
	usd.Add(usd, mulDiv(units(3100, 6), new(big.Int).Sub(third, units(3, 17)).Int64(), 1e18))
	onStable := mulDiv(usd, 6000, 10_000)
	quote := c.quoteStable(c.stable, 0, 1, onStable)
	quote.Add(quote, c.quotePair(30, c.pairDai, c.usdc, new(big.Int).Sub(usd, onStable)))

	sale("split", native, c.dai, amount, quote, func(p *contracts.Program) {
		c.wrapStep(p, contracts.AmountIn)
		p.Share(part, contracts.AmountIn, 3300)
		c.poolStep(p, got, part, 0, c.pair, c.weth, c.usdc, 30)
		p.Share(part, contracts.AmountIn, 4200)
		c.poolStep(p, got, part, contracts.PoolUniswapV3, c.pool3, c.weth, c.usdc, 0)
		p.Load(rest, c.weth)
		fill := contracts.NewAugustusRFQ().PackTryBatchFillOrderTakerAmount(
			orders, new(big.Int), c.Executor)
		p.Call(rest, contracts.CallInsert|contracts.CallAllow, c.weth, c.addr,
			contracts.OrdersAmountAt, fill)
		p.Load(whole, c.usdc)
		p.Share(part, whole, 6000)
		c.stableStep(p, part, contracts.CallAllow, c.stable, c.usdc, 0, 1)
		p.Load(rest, c.usdc)
		c.poolStep(p, got, rest, 0, c.pairDai, c.usdc, c.dai, 30)
		p.Give(c.dai)
	})
}

func mulDiv(a *big.Int, b, divisor int64) *big.Int {
	product := new(big.Int).Mul(a, big.NewInt(b))
	return product.Div(product, big.NewInt(divisor))
}

// purchase6 is an exact output; cost is what the pools take for it.
type purchase6 struct {
	name      string
	src, dest common.Address
	amount    *big.Int // bought
	cost      *big.Int
	max       *big.Int
	noDust    bool // the method leaves nothing behind
	paidOut   bool // others pay the beneficiary: nothing of the output is left behind
	unwraps   bool // of the output, the wrapped coin is what is left behind
	exactly   bool // what lay on the contract before stays there
	pack      func(terms sale6Terms) []byte
}

// checkPurchase6 demands that the beneficiary gets what was ordered and what lay on the contract,
// but for the dust that stays, and that the caller pays the cost to the wei, but for the dust.
func (c *swapChain) checkPurchase6(s purchase6) {
	c.t.Helper()
	heldSrc, heldDest := c.holds(s.src, c.AugustusV6), c.holds(s.dest, c.AugustusV6)
	if s.paidOut && s.src == native { // what is left is measured before it is unwrapped
		heldSrc = c.holds(c.weth, c.AugustusV6)
	}
	if s.unwraps {
		heldDest = c.holds(c.weth, c.AugustusV6)
	}
	terms := sale6Terms{toAmount: s.amount, quoted: s.cost, fee: feeWord6(noAddress, 0, capSurplus),
		beneficiary: receiver}
	var value *big.Int
	if s.src == native {
		value = s.max
	}
	before := c.holds(s.dest, receiver)
	spent := new(big.Int).Neg(c.trade(c.AugustusV6, value, s.pack(terms), s.src, c.taker.addr))
	wantSpent, wantGot := s.cost, s.amount
	if !s.noDust {
		wantSpent = minus(new(big.Int).Sub(s.cost, heldSrc), -1)
		wantGot = minus(new(big.Int).Add(s.amount, heldDest), 1)
	}
	if s.paidOut {
		wantGot = s.amount
	}
	if s.exactly && !s.noDust {
		wantGot = minus(s.amount, 1)
	}
	same(c.t, s.name+": spent", spent, wantSpent)
	same(c.t, s.name+": bought", new(big.Int).Sub(c.holds(s.dest, receiver), before), wantGot)
	c.checkEmpty(sale6{name: s.name})
}

func (c *swapChain) genericPurchase(s purchase6, steps func(*contracts.Program)) purchase6 {
	p := contracts.NewProgram(true)
	steps(p)
	s.pack = func(terms sale6Terms) []byte {
		return contracts.NewAugustusV6Generic().PackSwapExactAmountOut(
			c.Executor, contracts.GenericData{
				SrcToken: s.src, DestToken: s.dest, FromAmount: s.max, ToAmount: terms.toAmount,
				QuotedAmount: terms.quoted,
				Beneficiary:  terms.beneficiary,
			}, terms.fee, terms.permit, p.Bytes())
	}
	return s
}

func TestV6GenericPurchasesCostWhatThePoolsTake(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	usd, eth := units(1500, 6), units(7, 17)
	buy := func(name string, src, dest common.Address, amount, cost *big.Int,
		steps func(*contracts.Program)) {
		s := purchase6{name: name, src: src, dest: dest, amount: amount, cost: cost,
			max: mulDiv(cost, 102, 100)}
		c.checkPurchase6(c.genericPurchase(s, steps))
	}

	buy("constant product", c.weth, c.usdc, usd, c.costPair(30, c.pair, c.weth, usd),
		func(p *contracts.Program) {
			c.poolStep(p, got, contracts.AmountOut, contracts.PoolExactOut|contracts.PoolToCaller,
				c.pair, c.weth, c.usdc, 30)
			p.Give(c.weth)
		})
	buy("concentrated", c.usdc, c.weth, eth,
		c.quotePool3(c.pool3, c.usdc, c.weth, new(big.Int).Neg(eth)), func(p *contracts.Program) {
			c.poolStep(p, got, contracts.AmountOut,
				contracts.PoolExactOut|contracts.PoolToCaller|contracts.PoolUniswapV3, c.pool3,
				c.usdc, c.weth, 0)
			p.Give(c.usdc)
		})
	buy("weighted", c.dai, c.weth, eth, c.quoteWeighted(1, c.dai, c.weth, eth),
		func(p *contracts.Program) {
			c.weightedStep(p, contracts.AmountOut, 1, c.dai, c.weth)
			p.Give(c.dai)
			p.Give(c.weth)
		})
	orders := c.orders(c.dai, c.usdc, units(1000, 18), units(1001, 6), units(3000, 18),
		units(3100, 6))
	bought := units(1600, 18)
	buy("limit orders", c.usdc, c.dai, bought, units(1001+620, 6), func(p *contracts.Program) {
		p.Call(contracts.AmountOut, contracts.CallInsert|contracts.CallAllow, c.usdc, c.addr,
			contracts.OrdersAmountAt, contracts.NewAugustusRFQ().PackTryBatchFillOrderMakerAmount(
				orders, new(big.Int), c.Executor))
		p.Give(c.usdc)
		p.Give(c.dai)
	})
	c.checkChainedPurchase(buy)
}

// From native coins over the vault to USDC, and from there by halves over two kinds of pool to DAI:
// the costs are asked from the last hop to the first.
func (c *swapChain) checkChainedPurchase(
	buy func(string, common.Address, common.Address, *big.Int, *big.Int,
		func(*contracts.Program))) {
	c.t.Helper()
	amount := units(1001, 18)
	half := mulDiv(amount, 1, 2)
	usd := c.costPair(30, c.pairDai, c.usdc, half)
	usd.Add(usd, c.quotePool3(c.pool3Dai, c.usdc, c.dai, new(big.Int).Neg(half)))
	cost := c.quoteWeighted(1, c.weth, c.usdc, usd)

	const first, second, costOfRest = whole, rest, got + 1
	query := contracts.NewBalancerVault().PackQueryBatchSwap(
		1, c.balancerStep(new(big.Int)), []common.Address{c.weth, c.usdc}, c.funds(c.Executor))
	buy("chain of hops", native, c.dai, amount, cost, func(p *contracts.Program) {
		p.Share(first, contracts.AmountOut, 5000)
		p.Share(second, contracts.AmountOut, 10_000)
		p.Sub(second, first)
		c.poolStep(p, got, first, contracts.PoolExactOut|contracts.PoolAsk, c.pairDai, c.usdc,
			c.dai, 30)
		c.poolStep(p, costOfRest, second,
			contracts.PoolExactOut|contracts.PoolAsk|contracts.PoolUniswapV3, c.pool3Dai, c.usdc,
			c.dai, 0)
		p.Add(got, costOfRest)
		p.Ask(part, got, c.BalancerVault, contracts.VaultQueryAmountAt,
			contracts.VaultQueryCostFrom, query)
		c.wrapStep(p, part)
		c.weightedStep(p, got, 1, c.weth, c.usdc)
		c.poolStep(p, got, first, contracts.PoolExactOut, c.pairDai, c.usdc, c.dai, 30)
		c.poolStep(p, got, second, contracts.PoolExactOut|contracts.PoolUniswapV3, c.pool3Dai,
			c.usdc, c.dai, 0)
		p.Give(native)
		p.Give(c.dai)
	})
}
