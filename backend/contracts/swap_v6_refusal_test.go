package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

func (c *swapChain) refusesWith(from account, value *big.Int, data []byte, reason string) {
	c.t.Helper()
	if _, err := c.exec(from, c.AugustusV6, value, data); err == nil || err.Error() != reason {
		c.t.Fatalf("want %s, got %v", reason, err)
	}
}

func TestV6Refusals(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	plain := func(s sale6) sale6Terms {
		return sale6Terms{toAmount: s.quote, quoted: s.quote, fee: new(big.Int)}
	}
	for i, s := range c.directSales6() {
		terms := plain(s)
		terms.toAmount = new(big.Int).Add(s.quote, big.NewInt(1))
		c.refusesWith(c.taker, s.value(), s.pack(terms), "InsufficientReturnAmount")
		terms.toAmount = new(big.Int)
		c.refusesWith(c.taker, s.value(), s.pack(terms), "InvalidToAmount")
		wrong := big.NewInt(int64(i) + 1)
		c.refusesWith(c.taker, wrong, s.pack(plain(s)), "IncorrectEthAmount")
	}
	for _, s := range c.directPurchases6() {
		terms := sale6Terms{toAmount: s.amount, quoted: new(big.Int).Add(s.max, big.NewInt(1)),
			fee: new(big.Int)}
		var value *big.Int
		if s.src == native {
			value = s.max
		}
		c.refusesWith(c.taker, value, s.pack(terms), "InvalidQuotedAmount")
		c.refusesWith(c.taker, big.NewInt(7), s.pack(terms), "IncorrectEthAmount")
	}

	tooCheap := c.directPurchases6()[1]
	tooCheap.max = minus(tooCheap.cost, 1)
	tooCheap = buyOnUniswapV2(tooCheap, c.weth, c.usdc)
	c.refusesWith(c.taker, nil, tooCheap.pack(
		sale6Terms{toAmount: tooCheap.amount, quoted: new(big.Int), fee: new(big.Int)}),
		"InsufficientReturnAmount")

	c.refusesWith(c.taker, nil, []byte{1, 2, 3, 4}, "Diamond: Function does not exist")
	c.refusesWith(c.taker, big.NewInt(1), nil, "execution reverted: ") // an account's coins
	balancer := contracts.NewAugustusV6BalancerV2().PackSwapExactAmountInOnBalancerV2(
		contracts.BalancerV2Data{
			FromAmount: big.NewInt(1), ToAmount: big.NewInt(1), QuotedAmount: big.NewInt(1),
			BeneficiaryAndApproveFlag: new(big.Int),
		}, new(big.Int), nil, contracts.NewBalancerVault().PackGetPoolTokens(c.weightedID))
	c.refusesWith(c.taker, nil, balancer, "InvalidSelector")

	callback := contracts.NewAugustusV6UniswapV3()
	forged := encode(t, big.NewInt(32), c.maker.addr, false, false, big.NewInt(4*32),
		big.NewInt(96))
	forged = append(forged, hop3(c.weth, c.usdc, 500)...)
	c.refusesWith(c.taker, nil, callback.PackUniswapV3SwapCallback(
		big.NewInt(1), big.NewInt(-1), forged), "InvalidCaller")

	c.must(c.taker, c.weth, c.erc20.PackApprove(c.AugustusV6, new(big.Int)))
	s := c.directSales6()[4]
	c.refusesWith(c.taker, nil, s.pack(plain(s)), "CallbackTransferFailed")
	c.must(c.taker, c.weth, c.erc20.PackApprove(c.AugustusV6, maxUint256))

	admin := contracts.NewAugustusV6Admin()
	c.refusesWith(c.taker, nil, admin.PackSetContractPauseState(true), "UnauthorizedUser")
	c.must(c.deployer, c.AugustusV6, admin.PackSetContractPauseState(true))
	for _, s := range c.directSales6() {
		c.refusesWith(c.taker, s.value(), s.pack(plain(s)), "ContractPaused")
	}
}

func TestV6RefusesOrdersOfOthers(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	pack := func(orders []contracts.AugustusRFQOrderInfo) []byte {
		return contracts.NewAugustusV6RFQ().PackSwapOnAugustusRFQTryBatchFill(
			contracts.AugustusRFQData{
				FromAmount: units(3000, 6), ToAmount: big.NewInt(1), WrapApproveDirection: 4,
			}, orders, nil)
	}
	c.refusesWith(c.taker, nil, pack(nil), "InvalidOrdersLength")
	// Orders of another pair are not looked at as long as the first one's suffice.
	mixed := append(c.orders(c.weth, c.usdc, units(1, 18), units(3000, 6)),
		c.orders(c.dai, c.weth, units(1, 18), units(3000, 18))...)
	same(t, "received", c.trade(c.AugustusV6, nil, pack(mixed), c.weth, c.taker.addr), units(1, 18))

	// A private order names the swap contract as its taker and the user in its meta data.
	order := contracts.AugustusRFQOrder{
		NonceAndMeta: new(big.Int).Add(c.nonce(), new(big.Int).SetBytes(c.taker.addr[:])),
		Expiry:       new(big.Int), MakerAsset: c.weth,
		TakerAsset: c.usdc, Maker: c.maker.addr, Taker: c.AugustusV6, MakerAmount: units(1, 18),
		TakerAmount: units(3000, 6),
	}
	private := []contracts.AugustusRFQOrderInfo{
		{Order: order, Signature: c.signed(order), TakerTokenFillAmount: order.TakerAmount}}
	c.refusesWith(c.other, nil, pack(private), "UnauthorizedUser")
	same(t, "received", c.trade(c.AugustusV6, nil, pack(private), c.weth, c.taker.addr),
		units(1, 18))
}

func TestExecutorRefusals(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	amount := encode(t, big.NewInt(1000), c.taker.addr)
	run := func(program []byte, reason string) {
		t.Helper()
		c.refuses(c.taker, c.Executor, append(append(make([]byte, 4), program...), amount...),
			reason)
	}
	run([]byte{}, "InvalidProgram")
	run([]byte{0}, "InvalidProgram")
	run([]byte{3}, "InvalidProgram")
	run([]byte{1, 9}, "InvalidProgram")
	run([]byte{1, 4, 16, 0}, "InvalidProgram")
	run([]byte{1, 0, 2, 1}, "InvalidProgram")
	outside := contracts.NewProgram(false)
	outside.Call(contracts.AmountIn, contracts.CallInsert, noAddress, c.weth, 5, make([]byte, 36))
	run(outside.Bytes(), "InvalidProgram")
	c.refuses(c.taker, c.Executor, []byte{1, 2, 3, 4, 1}, "InvalidProgram")
	c.refuses(c.taker, c.Executor,
		contracts.NewExecutor().PackUniswapV3SwapCallback(big.NewInt(1), big.NewInt(-1), nil),
		"UnexpectedCallback")
	c.refuses(c.taker, c.Executor, contracts.NewExecutor().PackAskV3(c.pool3, true, big.NewInt(5)),
		"UnexpectedCallback")

	dry := contracts.NewProgram(false)
	dry.Set(2, units(1_000_000, 18))
	flags := contracts.PoolUniswapV3 | contracts.PoolExactOut
	if less(c.usdc, c.weth) {
		flags |= contracts.PoolZeroForOne
	}
	dry.Pool(3, 2, flags, c.pool3, c.usdc, 0)
	c.must(c.taker, c.usdc, c.erc20.PackTransfer(c.Executor, units(10_000_000, 6)))
	run(dry.Bytes(), "NotEnoughLiquidity")
}

func TestDiamondCuts(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	cut := func(facet common.Address, action uint8, selector [4]byte) []byte {
		return contracts.NewAugustusV6Cut().PackDiamondCut([]contracts.IDiamondCutFacetCut{
			{FacetAddress: facet, Action: action, FunctionSelectors: [][4]byte{selector}},
		}, noAddress, nil)
	}
	const add, replace, remove = 0, 1, 2
	owner := [4]byte{0x8d, 0xa5, 0xcb, 0x5b}
	c.refusesWith(c.taker, nil, cut(c.Executor, add, [4]byte{1}), "UnauthorizedUser")
	c.refusesWith(c.deployer, nil, cut(c.Executor, add, owner), "function and action do not fit")
	c.refusesWith(c.deployer, nil, cut(c.Executor, replace, [4]byte{1}),
		"function and action do not fit")
	c.refusesWith(c.deployer, nil, cut(c.Executor, remove, owner),
		"facet address and action do not fit")
	receipt := c.must(c.deployer, c.AugustusV6, cut(noAddress, remove, owner))
	event(t, receipt, contracts.NewAugustusV6().UnpackDiamondCutEvent)
	c.refusesWith(c.taker, nil, contracts.NewAugustusV6Admin().PackOwner(),
		"Diamond: Function does not exist")
}
