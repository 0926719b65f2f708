package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

const farFuture = 4_000_000_000

// A fill with two permits needs no approval from either side.
func TestFillWithPermits(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	dai := c.deploy(&contracts.DaiStyleTokenMetaData,
		contracts.NewDaiStyleToken().PackConstructor("Dai", "DAI", 18, c.deployer.addr))
	c.must(c.deployer, dai, c.token.PackMint(c.taker.addr, big.NewInt(300)))
	c.must(c.maker, c.sold, c.token.PackApprove(c.addr, new(big.Int)))

	order := c.order(func(o *contracts.AugustusRFQOrder) { o.TakerAsset = dai })
	makerPermit := permit2612(t, c.maker, c.sold, "Sold", c.addr, big.NewInt(1000), 0, farFuture)
	takerPermit := permitDAI(t, c.taker, dai, "Dai", c.addr, true, 0, farFuture)
	if len(makerPermit) != 224 || len(takerPermit) != 256 {
		t.Fatalf("permits of %d and %d bytes", len(makerPermit), len(takerPermit))
	}
	fill := func(amount int64, taker, maker []byte) []byte {
		return c.rfq.PackPartialFillOrderWithTargetPermit(
			order, c.signed(order), big.NewInt(amount), c.other.addr, taker, maker)
	}
	c.refuses(c.taker, c.addr, fill(300, nil, makerPermit), "ERC20: insufficient allowance")
	c.refuses(c.taker, c.addr, fill(300, takerPermit, nil), "ERC20: insufficient allowance")
	c.must(c.taker, c.addr, fill(150, takerPermit, makerPermit))
	c.refuses(c.taker, c.addr, fill(150, takerPermit, nil), "Permit failed") // its nonce is used
	c.refuses(c.taker, c.addr, fill(150, nil, make([]byte, 256)), "Permit failed")
	c.must(c.taker, c.addr, fill(150, nil, nil))
	equal(t, "received", c.balance(c.sold, c.other.addr), 1000)
}

func TestPermitsOfOtherLengthsAreIgnored(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	for _, length := range []int{1, 32, 96, 192, 223, 225, 255, 257} {
		order := c.order()
		c.must(c.taker, c.addr, c.rfq.PackPartialFillOrderWithTargetPermit(
			order, c.signed(order), big.NewInt(300), c.taker.addr, make([]byte, length),
			make([]byte, length)))
	}
}

func TestCollectionFillWithPermitOfThePayment(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	c.must(c.taker, c.paid, c.token.PackApprove(c.addr, new(big.Int)))
	order := c.orderNFT()
	permit := permit2612(t, c.taker, c.paid, "Paid", c.addr, big.NewInt(300), 0, farFuture)
	c.must(c.taker, c.addr, c.rfq.PackPartialFillOrderWithTargetPermitNFT(
		order, c.signedNFT(order), big.NewInt(300), c.taker.addr, permit, nil))
	if owner := c.ownerOf(7); owner != c.taker.addr {
		t.Errorf("owner is %s", owner)
	}
}

func TestFillsWithAwkwardTokens(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	silent := c.deploy(&contracts.NoReturnTokenMetaData,
		contracts.NewNoReturnToken().PackConstructor("Silent", "SIL", 6, c.deployer.addr))
	taxed := c.deploy(&contracts.TaxTokenMetaData,
		contracts.NewTaxToken().PackConstructor(
			"Taxed", "TAX", 18, c.deployer.addr, big.NewInt(250)))
	native := contracts.NewWrappedNative()
	wrapped := c.deploy(&contracts.WrappedNativeMetaData, native.PackConstructor("Wrapped", "WETH"))
	c.fund(silent, c.maker)
	c.fund(taxed, c.taker)

	order := c.order(func(o *contracts.AugustusRFQOrder) {
		o.MakerAsset, o.TakerAsset = silent,
			taxed
	})
	c.must(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)))
	equal(t, "nothing lost", c.balance(silent, c.taker.addr), 1000)
	equal(t, "2.5% of 300 are kept", c.balance(taxed, c.maker.addr), 293)

	if _, err := c.exec(c.taker, wrapped, big.NewInt(300), native.PackDeposit()); err != nil {
		t.Fatal(err)
	}
	order = c.order(func(o *contracts.AugustusRFQOrder) { o.TakerAsset = wrapped })
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)),
		"WETH: insufficient allowance")
	c.must(c.taker, wrapped, native.PackApprove(c.addr, maxUint256))
	c.must(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)))
	equal(t, "wrapped", c.balance(wrapped, c.maker.addr), 300)
	if c.balance(wrapped, common.Address{}).Sign() != 0 {
		t.Error("tokens were burnt")
	}
}
