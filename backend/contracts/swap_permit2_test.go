package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bourse/backend/contracts"
)

func (c *swapChain) deployPermit2() common.Address {
	c.t.Helper()
	c.permit2 = c.deploy(&contracts.Permit2MetaData, nil)
	return c.permit2
}

// permitPermit2 is the encoded arguments of permitTransferFrom, signed by the owner for a spender.
// Receiver, amount and owner in it are left to the swap contract.
func (c *swapChain) permitPermit2(
	owner account, token, spender common.Address, amount *big.Int, nonce int64) []byte {
	c.t.Helper()
	permissions := map[string]any{"token": token.Hex(), "amount": amount}
	digest := typedDigest(c.t, apitypes.TypedData{
		PrimaryType: "PermitTransferFrom",
		Types: apitypes.Types{
			"TokenPermissions": {{Name: "token", Type: "address"},
				{Name: "amount", Type: "uint256"}},
			"PermitTransferFrom": {
				{Name: "permitted", Type: "TokenPermissions"}, {Name: "spender", Type: "address"},
				{Name: "nonce", Type: "uint256"}, {Name: "deadline", Type: "uint256"},
			},
		},
		Domain: apitypes.TypedDataDomain{
			Name: "Permit2", ChainId: math.NewHexOrDecimal256(chainID),
			VerifyingContract: c.permit2.Hex()},
		Message: map[string]any{"permitted": permissions, "spender": spender.Hex(),
			"nonce": big.NewInt(nonce), "deadline": big.NewInt(farFuture)},
	})
	call := contracts.NewPermit2().PackPermitTransferFrom(contracts.Permit2PermitTransferFrom{
		Permitted: contracts.Permit2TokenPermissions{Token: token, Amount: amount},
		Nonce:     big.NewInt(nonce), Deadline: big.NewInt(farFuture),
	}, contracts.Permit2SignatureTransferDetails{RequestedAmount: new(big.Int)}, noAddress,
		owner.sign(c.t, digest))
	return call[4:]
}

// Sales of tokens for which the user has approved nothing, on a method of every kind.
func (c *swapChain) salesWithPermit6() []sale6 {
	c.t.Helper()
	usd := units(2000, 6)
	sale := func(name string, dest common.Address, quote *big.Int) sale6 {
		return sale6{name: name, src: c.usdc, dest: dest, amount: usd, quote: quote}
	}
	generic := sale("generic", c.weth, c.quotePair(30, c.pair, c.usdc, usd))
	p := contracts.NewProgram(false)
	c.poolStep(p, got, contracts.AmountIn, contracts.PoolToCaller, c.pair, c.usdc, c.weth, 30)
	generic.pack = c.generic(generic, p)
	return []sale6{
		generic,
		c.onUniswapV2(sale("UniswapV2", c.weth, c.quotePair(30, c.pair, c.usdc, usd)), c.usdc,
			c.weth),
		c.onUniswapV3(sale("UniswapV3", c.weth, c.quotePool3(c.pool3, c.usdc, c.weth, usd)),
			hop3(c.usdc, c.weth, 500)),
		c.onCurveV1(sale("CurveV1", c.dai, c.quoteStable(c.stable, 0, 1, usd)), c.stable, 0, 1, 0),
		c.onBalancer(sale("BalancerV2", c.weth, c.quoteWeighted(0, c.usdc, c.weth, usd)), false),
	}
}

func TestV6Permits(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	revoke := func() { c.must(c.taker, c.usdc, c.erc20.PackApprove(c.AugustusV6, new(big.Int))) }
	c.must(c.taker, c.usdc, c.erc20.PackApprove(c.permit2, maxUint256))
	for i := range c.salesWithPermit6() {
		revoke()
		s := c.salesWithPermit6()[i]
		pack := s.pack
		permit := permit2612(t, c.taker, c.usdc, "USDC", c.AugustusV6, s.amount, int64(i),
			farFuture)
		s.pack = func(terms sale6Terms) []byte { terms.permit = permit; return pack(terms) }
		c.checkSale6(s)

		s = c.salesWithPermit6()[i]
		pack = s.pack
		wrong := c.permitPermit2(c.maker, c.usdc, c.AugustusV6, s.amount, int64(i))
		c.refusesWith(c.taker, nil, pack(
			sale6Terms{toAmount: s.quote, quoted: s.quote, fee: new(big.Int), permit: wrong}),
			"Permit2Failed")
		permit = c.permitPermit2(c.taker, c.usdc, c.AugustusV6, s.amount, int64(i))
		s.pack = func(terms sale6Terms) []byte { terms.permit = permit; return pack(terms) }
		c.checkSale6(s)
		c.refusesWith(c.taker, nil, s.pack(
			sale6Terms{toAmount: big.NewInt(1), quoted: s.quote, fee: new(big.Int)}),
			"Permit2Failed")
	}
}

// A permit that someone else has already submitted does no harm.
func TestV6PermitSubmittedBefore(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	c.must(c.taker, c.usdc, c.erc20.PackApprove(c.AugustusV6, new(big.Int)))
	s := c.salesWithPermit6()[0]
	permit := permit2612(t, c.taker, c.usdc, "USDC", c.AugustusV6, s.amount, 0, farFuture)
	method := parseABI(t, contracts.StandardTokenMetaData.ABI).Methods["permit"]
	c.must(c.other, c.usdc, append(method.ID, permit...))
	pack := s.pack
	s.pack = func(terms sale6Terms) []byte { terms.permit = permit; return pack(terms) }
	c.checkSale6(s)
}

// Tokens of the awkward kinds: a permit in the style of DAI, no return values, a tax on every
// transfer.
func TestSwapsOfAwkwardTokens(t *testing.T) {
	t.Parallel()
	c := newSwapChain(t)
	style := c.awkward(c.deploy(&contracts.DaiStyleTokenMetaData,
		contracts.NewDaiStyleToken().PackConstructor("Styled", "STY", 18, c.deployer.addr)))
	silent := c.awkward(c.deploy(&contracts.NoReturnTokenMetaData,
		contracts.NewNoReturnToken().PackConstructor("Silent", "SIL", 18, c.deployer.addr)))
	taxed := c.awkward(c.deploy(&contracts.TaxTokenMetaData,
		contracts.NewTaxToken().PackConstructor(
			"Taxed", "TAX", 18, c.deployer.addr, big.NewInt(500))))
	amount := units(100, 18)
	sale := func(name string, token common.Address, sold *big.Int) sale6 {
		pair := c.pairOf(token)
		return c.onUniswapV2(sale6{name: name, src: token, dest: c.usdc, amount: amount,
			quote: c.quotePair(30, pair, token, sold)}, token, c.usdc)
	}

	s := sale("DAI style", style, amount)
	pack := s.pack
	permit := permitDAI(t, c.taker, style, "Styled", c.AugustusV6, true, 0, farFuture)
	s.pack = func(terms sale6Terms) []byte { terms.permit = permit; return pack(terms) }
	c.checkSale6(s)

	for _, token := range []common.Address{silent, taxed} {
		for _, spender := range []common.Address{c.AugustusV6, c.TokenTransferProxy} {
			c.must(c.taker, token, c.erc20.PackApprove(spender, maxUint256))
		}
	}
	c.checkSale6(sale("no return value", silent, amount))
	afterTax := mulDiv(amount, 95, 100)
	c.checkSale6(sale("tax, direct", taxed, afterTax))
	twice := mulDiv(afterTax, 95, 100) // to the executor, and to the pair
	s = sale("tax, generic", taxed, twice)
	p := contracts.NewProgram(false)
	p.Load(whole, taxed)
	c.poolStep(p, got, whole, contracts.PoolToCaller, c.pairOf(taxed), taxed, c.usdc, 30)
	s.pack = c.generic(s, p)
	c.checkSale6(s)

	// Bought, the tax is due when the pair pays the contract and when the contract pays the user.
	// It floors in the user's favour.
	usd := units(50, 6)
	out := c.quotePair(30, c.pairOf(taxed), c.usdc, usd)
	gross := lessTax(out)
	bought := c.onUniswapV2(sale6{src: c.usdc, dest: taxed, amount: usd}, c.usdc, taxed)
	terms := sale6Terms{toAmount: gross, quoted: gross, fee: new(big.Int), beneficiary: receiver}
	same(t, "tax, bought", c.trade(c.AugustusV6, nil, bought.pack(terms), taxed, receiver),
		lessTax(minus(gross, 1)))

	for _, token := range []common.Address{silent, taxed} {
		sold := amount
		if token == taxed {
			sold = twice // to the contract, and to the pair
		}
		s5 := sell5(token, c.usdc, amount, c.quotePair(30, c.pairOf(token), token, sold))
		words := c.pairPayload(c.forkWord(c.pairOf(token), token, 30))
		multi := contracts.NewMultiPath()
		c.checkSale5("multiSwap", s5, multi.PackMultiSwap(
			sellData(s5, c.hop5(c.usdc, route(onUniswapV2, noAddress, 10_000, words)))))

		s5 = sell5(token, c.usdc, amount, c.quotePair(30, c.pairOf(token), token, sold))
		mega := contracts.UtilsMegaSwapSellData{
			FromToken: token, FromAmount: amount, ToAmount: s5.to, ExpectedAmount: s5.to,
			Beneficiary: receiver, FeePercent: s5.fee,
			Deadline: big.NewInt(farFuture),
			Path: []contracts.UtilsMegaSwapPath{
				{FromAmountPercent: big.NewInt(10_000),
					Path: []contracts.UtilsPath{c.hop5(
						c.usdc, route(onUniswapV2, noAddress, 10_000, words))}}},
		}
		c.checkSale5("megaSwap", s5, multi.PackMegaSwap(mega))
	}
}

func lessTax(amount *big.Int) *big.Int {
	return new(big.Int).Sub(amount, mulDiv(amount, 500, 10_000))
}

// awkward gives the taker some of the token and makes a pair with USDC.
func (c *swapChain) awkward(token common.Address) common.Address {
	c.t.Helper()
	for _, a := range []account{c.deployer, c.taker} {
		c.must(c.deployer, token, c.erc20.PackMint(a.addr, units(1_000_000, 18)))
	}
	c.must(c.deployer, token, c.erc20.PackApprove(c.UniswapV2Router, maxUint256))
	c.addPair(c.UniswapV2Factory, c.UniswapV2Router, token, c.usdc, units(100_000, 18),
		units(100_000, 6))
	return token
}

func (c *swapChain) pairOf(token common.Address) common.Address {
	c.t.Helper()
	f := contracts.NewUniswapV2Factory()
	return read(c.chain, c.UniswapV2Factory, f.PackGetPair(token, c.usdc), f.UnpackGetPair)
}
