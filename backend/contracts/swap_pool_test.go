package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

func TestPairSharesAndRefusals(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	p := contracts.NewUniswapV2Pair()
	shares := func() *big.Int {
		return read(c.chain, c.pairDai, p.PackBalanceOf(c.deployer.addr), p.UnpackBalanceOf)
	}
	// sqrt(5·10^11 · 5·10^23), less the thousand that are locked.
	same(t, "first shares", shares(), minus(units(500_000, 12), 1000))

	dai, usdc := c.holds(c.dai, c.deployer.addr), c.holds(c.usdc, c.deployer.addr)
	c.must(c.deployer, c.pairDai, p.PackTransfer(c.pairDai, mulDiv(shares(), 1, 2)))
	event(t, c.must(c.deployer, c.pairDai, p.PackBurn(c.deployer.addr)), p.UnpackBurnEvent)
	gotDai, gotUSDC := new(big.Int).Sub(c.holds(c.dai, c.deployer.addr), dai),
		new(big.Int).Sub(c.holds(c.usdc, c.deployer.addr), usdc)
	if limit := units(250_000, 18); gotDai.Cmp(limit) > 0 ||
		gotDai.Cmp(minus(limit, 2_000_000_000_000)) < 0 {
		t.Fatalf("half of the shares paid %s of DAI", gotDai)
	}
	if limit := units(250_000, 6); gotUSDC.Cmp(limit) > 0 || gotUSDC.Cmp(minus(limit, 2)) < 0 {
		t.Fatalf("half of the shares paid %s of USDC", gotUSDC)
	}

	in := units(1, 18)
	most := c.quotePair(30, c.pair, c.weth, in)
	c.must(c.taker, c.weth, c.erc20.PackTransfer(c.pair, in))
	swap := func(out *big.Int) []byte {
		if less(c.weth, c.usdc) {
			return p.PackSwap(new(big.Int), out, receiver, nil)
		}
		return p.PackSwap(out, new(big.Int), receiver, nil)
	}
	c.refuses(c.taker, c.pair, swap(new(big.Int).Add(most, big.NewInt(1))), "UniswapV2: K")
	c.refuses(c.taker, c.pair, swap(new(big.Int)), "UniswapV2: INSUFFICIENT_OUTPUT_AMOUNT")
	c.refuses(c.taker, c.pair, swap(units(1_000_000, 6)), "UniswapV2: INSUFFICIENT_LIQUIDITY")
	receipt := c.must(c.taker, c.pair, swap(most))
	event(t, receipt, p.UnpackSyncEvent)
	swapped := event(t, receipt, p.UnpackSwapEvent)
	same(t, "event: in", new(big.Int).Add(swapped.Amount0In, swapped.Amount1In), in)
	same(t, "event: out", new(big.Int).Add(swapped.Amount0Out, swapped.Amount1Out), most)
	c.refuses(c.taker, c.pair, swap(big.NewInt(1)), "UniswapV2: INSUFFICIENT_INPUT_AMOUNT")
	c.refuses(c.taker, c.pair, p.PackInitialize(c.weth, c.usdc, new(big.Int)),
		"UniswapV2: FORBIDDEN")
	f := contracts.NewUniswapV2Factory()
	c.refuses(c.taker, c.UniswapV2Factory, f.PackCreatePair(c.usdc, c.weth),
		"UniswapV2: PAIR_EXISTS")
	equal(t, "pairs", read(c.chain, c.UniswapV2Factory, f.PackAllPairsLength(),
		f.UnpackAllPairsLength), 2)
}

// Putting in one coin and taking out all pays about what trading would: never more than was put in.
func TestStableSharesAreFair(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	s := contracts.NewStableSwap()
	price := func() *big.Int {
		return read(c.chain, c.stable, s.PackGetVirtualPrice(), s.UnpackGetVirtualPrice)
	}
	same(t, "price of a share at first", price(), units(1, 18))
	for _, coin := range []common.Address{c.usdc, c.dai} {
		c.must(c.taker, coin, c.erc20.PackApprove(c.stable, maxUint256))
	}
	before, usdc, dai := price(), c.holds(c.usdc, c.taker.addr), c.holds(c.dai, c.taker.addr)
	put := units(100_000, 6)
	event(t, c.must(c.taker, c.stable,
		s.PackAddLiquidity([]*big.Int{put, new(big.Int)}, new(big.Int))), s.UnpackAddLiquidityEvent)
	if price().Cmp(before) <= 0 {
		t.Fatal("a deposit out of proportion paid no fee")
	}
	shares := read(c.chain, c.stable, s.PackBalanceOf(c.taker.addr), s.UnpackBalanceOf)
	c.refuses(c.taker, c.stable, s.PackRemoveLiquidity(shares, []*big.Int{put, put}),
		"Withdrawal resulted in fewer coins than expected")
	event(t, c.must(c.taker, c.stable,
		s.PackRemoveLiquidity(shares, []*big.Int{new(big.Int), new(big.Int)})),
		s.UnpackRemoveLiquidityEvent)
	lost := new(big.Int).Sub(usdc, c.holds(c.usdc, c.taker.addr))
	gained := new(big.Int).Sub(c.holds(c.dai, c.taker.addr), dai)
	// DAI is the scarcer coin: its worth in USDC is what selling it would pay.
	if worth := c.quoteStable(c.stable, 1, 0, gained); worth.Cmp(lost) >= 0 ||
		worth.Cmp(mulDiv(lost, 99, 100)) < 0 {
		t.Fatalf("gave %s of USDC for DAI worth %s", lost, worth)
	}

	c.refuses(c.taker, c.stable, s.PackExchange0(
		new(big.Int), big.NewInt(1), units(1, 6), units(2, 18)),
		"Exchange resulted in fewer coins than expected")
	c.refuses(c.taker, c.stable, s.PackExchange0(
		new(big.Int), big.NewInt(2), units(1, 6), new(big.Int)), "coin out of range")
	c.refuses(c.taker, c.stable, s.PackExchange0(
		big.NewInt(1), big.NewInt(1), big.NewInt(1), new(big.Int)), "coin out of range")
	c.refuses(c.taker, c.nativeStable,
		s.PackExchange0(new(big.Int), big.NewInt(1), units(1, 6), new(big.Int)),
		"wrong native amount")
}

func TestVaultRefusalsAndExits(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	v := contracts.NewBalancerVault()
	swap := func(change func(*contracts.IBalancerVaultSingleSwap,
		*contracts.IBalancerVaultFundManagement), limit *big.Int, deadline int64) []byte {
		single := contracts.IBalancerVaultSingleSwap{
			PoolId: c.weightedID, AssetIn: c.weth, AssetOut: c.usdc, Amount: units(1, 18)}
		funds := c.funds(c.taker.addr)
		change(&single, &funds)
		return v.PackSwap(single, funds, limit, big.NewInt(deadline))
	}
	type single = *contracts.IBalancerVaultSingleSwap
	type funds = *contracts.IBalancerVaultFundManagement
	nothing := func(single, funds) {}
	quote := c.quoteWeighted(0, c.weth, c.usdc, units(1, 18))
	c.refuses(c.taker, c.BalancerVault,
		swap(nothing, new(big.Int).Add(quote, big.NewInt(1)), farFuture), "BAL#507")
	c.refuses(c.taker, c.BalancerVault, swap(nothing, new(big.Int), 1), "BAL#508")
	c.refuses(c.taker, c.BalancerVault,
		swap(func(_ single, f funds) { f.Sender = c.maker.addr }, new(big.Int), farFuture),
		"BAL#503")
	c.refuses(c.taker, c.BalancerVault,
		swap(func(s single, _ funds) { s.Amount = units(13, 18) }, new(big.Int), farFuture),
		"BAL#304")
	c.refuses(c.taker, c.BalancerVault,
		swap(func(s single, _ funds) { s.Kind, s.Amount = 1, units(30_000, 6) }, maxUint256,
			farFuture), "BAL#305")
	c.refuses(c.taker, c.BalancerVault,
		swap(func(s single, _ funds) { s.AssetOut = c.steth }, new(big.Int), farFuture), "BAL#521")
	c.refuses(c.taker, c.BalancerVault,
		swap(func(s single, _ funds) { s.PoolId[31]++ }, new(big.Int), farFuture), "BAL#500")
	event(t, c.must(c.taker, c.BalancerVault, swap(nothing, quote, farFuture)), v.UnpackSwapEvent)

	pooled := read(c.chain, c.BalancerVault, v.PackGetPoolTokens(c.weightedID),
		v.UnpackGetPoolTokens)
	for i, token := range pooled.Tokens {
		same(t, "held by the vault", c.holds(token, c.BalancerVault), pooled.Balances[i])
	}
	exit := contracts.IBalancerVaultExitPoolRequest{
		Assets: pooled.Tokens, MinAmountsOut: pooled.Balances}
	c.refuses(c.taker, c.BalancerVault,
		v.PackExitPool(c.weightedID, c.taker.addr, c.taker.addr, exit), "BAL#401")
	event(t, c.must(c.deployer, c.BalancerVault,
		v.PackExitPool(c.weightedID, c.deployer.addr, receiver, exit)),
		v.UnpackPoolBalanceChangedEvent)
	for i, token := range pooled.Tokens {
		same(t, "paid out", c.holds(token, receiver), pooled.Balances[i])
	}
}

// What a provider put into a concentrated pool comes back with the fees, which the position alone
// has earned.
func TestConcentratedPositionEarnsTheFees(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	f, p, r := contracts.NewUniswapV3Factory(), contracts.NewUniswapV3Pool(),
		contracts.NewUniswapV3Router()
	c.must(c.deployer, c.UniswapV3Factory, f.PackCreatePool(c.weth, c.steth, big.NewInt(3000)))
	pool := read(c.chain, c.UniswapV3Factory, f.PackGetPool(c.weth, c.steth, big.NewInt(3000)),
		f.UnpackGetPool)
	c.must(c.deployer, pool, p.PackInitialize(new(big.Int).Lsh(big.NewInt(1), 96)))
	lower, upper := big.NewInt(-600), big.NewInt(600)
	liquidity := units(300, 18)
	minted := event(t, c.must(c.deployer, c.UniswapV3Router,
		r.PackMint(pool, lower, upper, liquidity)), p.UnpackMintEvent)

	amount := units(3, 18)
	path := func(a, b common.Address) []byte { return c.path3(pool, a, b) }
	for _, pair := range [][2]common.Address{{c.weth, c.steth}, {c.steth, c.weth}} {
		event(t, c.must(c.taker, c.UniswapV3Router,
			r.PackExactInput(contracts.UniswapV3RouterExactInputParams{
				Path: path(pair[0], pair[1]), Recipient: c.taker.addr,
				Deadline: big.NewInt(farFuture),
				AmountIn: amount, AmountOutMinimum: new(big.Int),
			})), p.UnpackSwapEvent)
	}
	c.must(c.deployer, pool, p.PackBurn(lower, upper, liquidity))
	most := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 128), big.NewInt(1))
	collected := event(t, c.must(c.deployer, pool,
		p.PackCollect(receiver, lower, upper, most, most)), p.UnpackCollectEvent)
	fee := mulDiv(amount, 3000, 1_000_000)
	in := new(big.Int).Add(minted.Amount0, minted.Amount1)
	out := new(big.Int).Add(collected.Amount0, collected.Amount1)
	// Both sales paid the fee; the price ended a little off, which moves a little from one token to
	// the other.
	if gain := out.Sub(out, in); gain.Cmp(mulDiv(fee, 199, 100)) < 0 ||
		gain.Cmp(mulDiv(fee, 201, 100)) > 0 {
		t.Fatalf("gained %s, fees are twice %s", gain, fee)
	}
	if left := c.holds(c.weth, pool); left.Cmp(big.NewInt(4)) > 0 {
		t.Fatalf("%s stay in the pool", left)
	}
}
