package contracts_test

import (
	"math/big"
	"testing"

	"bourse/backend/contracts"
)

func (c *deltaChain) filled(o contracts.DeltaOrder) *big.Int {
	c.t.Helper()
	bySwap := read(c.chain, c.Delta, c.delta.PackSwapFilledAmount(o),
		c.delta.UnpackSwapFilledAmount)
	direct := read(c.chain, c.Delta, c.delta.PackDirectFilledAmount(o),
		c.delta.UnpackDirectFilledAmount)
	if bySwap.Cmp(direct) != 0 {
		c.t.Fatalf("filled amounts differ: %s and %s", bySwap, direct)
	}
	return direct
}

func (c *deltaChain) part(signed contracts.DeltaOrderWithSig, percent, amount int64) []byte {
	return c.delta.PackDirectSettleFillable(signed, big.NewInt(percent), big.NewInt(amount))
}

func TestOrderIsFilledInParts(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	order := c.order(func(o *contracts.DeltaOrder) { o.PartnerAndFee = partnerAndFee(true, 0) })
	signed := c.fillable(order)
	c.refuses(c.other, c.Delta, c.part(signed, 4000, 440), "UnauthorizedAgent")
	c.refuses(c.agent, c.Delta, c.part(c.signed(order), 4000, 440), "InvalidSigner")
	c.refuses(c.agent, c.Delta, c.part(signed, 0, 440), "InvalidFillAmount")
	c.refuses(c.agent, c.Delta, c.part(signed, 10_001+19, 2000), "InvalidFillAmount")
	c.refuses(c.agent, c.Delta, c.part(signed, 4000, 359), "InsufficientReturnAmount")

	// 40 %: 200 of 500, floor 360, expected 400. The event has the amounts of the whole order.
	receipt := c.must(c.agent, c.Delta, c.part(signed, 4000, 440))
	first := event(t, receipt, c.delta.UnpackOrderPartiallyFilledEvent)
	equal(t, "sells", first.SrcAmount, 500)
	equal(t, "floor", first.DestAmount, 900)
	equal(t, "returned", first.ReturnAmount, 400)
	equal(t, "protocol", first.ProtocolFee, 20)
	equal(t, "partner", first.PartnerFee, 20)
	equal(t, "filled so far", first.TotalFilledAmount, 200)
	if first.OrderHash != c.digest(order, "FillableOrder") || first.Beneficiary != c.owner.addr {
		t.Errorf("wrong event %+v", first)
	}
	equal(t, "filled", c.filled(order), 200)
	if c.nonceUsed(order.Nonce) {
		t.Error("the nonce is used before the order is filled")
	}

	// Parts through an executor and against the agent add up to one amount.
	c.refuses(c.agent, c.Delta, c.part(signed, 6020, 700), "InvalidFillAmount")
	c.refuses(c.agent, c.Delta, c.delta.PackSwapSettleFillable(
		signed, c.stocked(600), c.Executor, big.NewInt(6020)), "InvalidFillAmount")
	second := event(t, c.must(c.agent, c.Delta,
		c.delta.PackSwapSettleFillable(signed, c.stocked(0), c.Executor, big.NewInt(6000))),
		c.delta.UnpackOrderSettledEvent)
	equal(t, "sells", second.SrcAmount, 500)
	equal(t, "floor", second.DestAmount, 900)
	equal(t, "returned", second.ReturnAmount, 600)
	if second.OrderHash != first.OrderHash || second.Beneficiary != c.owner.addr ||
		!c.nonceUsed(order.Nonce) {
		t.Errorf("the last part does not end the order: %+v", second)
	}
	equal(t, "filled", c.filled(order), 500)
	c.refuses(c.agent, c.Delta, c.part(signed, 1000, 1000), "InvalidNonce")
	equal(t, "owner", c.balance(c.dest, c.owner.addr), 1000)
	equal(t, "sold in all", c.balance(c.src, c.owner.addr), 1_000_000-500)
}

func TestPartsInOneBatch(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	a, b := c.fillable(c.order()), c.fillable(c.order())
	percents := []*big.Int{big.NewInt(2500), big.NewInt(10_000)}
	c.must(c.agent, c.Delta, c.delta.PackDirectSettleFillableBatch(
		[]contracts.DeltaOrderWithSig{a, b}, percents,
		[]*big.Int{big.NewInt(250), big.NewInt(1000)}))
	equal(t, "first", c.filled(a.Order), 125)
	equal(t, "second", c.filled(b.Order), 500)
	if c.nonceUsed(a.Order.Nonce) || !c.nonceUsed(b.Order.Nonce) {
		t.Error("wrong nonces are used")
	}
	c.must(c.agent, c.Delta, c.delta.PackSwapSettleFillableBatch(
		[]contracts.DeltaOrderWithSig{a}, [][]byte{c.stocked(750)}, c.Executor,
		[]*big.Int{big.NewInt(7500)}))
	equal(t, "first", c.filled(a.Order), 500)
	equal(t, "owner", c.balance(c.dest, c.owner.addr), 2000)
}

// All amounts of a part round down, so that parts that pay the least can sum to a little less than
// what was signed, and a part of which one amount is nothing is refused.
func TestAmountsOfPartsRoundDown(t *testing.T) {
	t.Parallel()
	c := newDeltaChain(t)
	order := c.order(func(o *contracts.DeltaOrder) {
		o.SrcAmount, o.DestAmount, o.ExpectedDestAmount = big.NewInt(7), big.NewInt(1001),
			big.NewInt(1001)
	})
	signed := c.fillable(order)
	c.refuses(c.agent, c.Delta, c.part(signed, 1428, 1000), "InvalidFillAmount") // not one unit
	for range 7 {
		c.refuses(c.agent, c.Delta, c.part(signed, 1429, 142), "InsufficientReturnAmount")
		c.must(c.agent, c.Delta, c.part(signed, 1429, 143)) // of 143.04
	}
	if !c.nonceUsed(order.Nonce) {
		t.Error("the order is not filled")
	}
	equal(t, "owner", c.balance(c.dest, c.owner.addr), 7*143)
	for _, change := range []func(*contracts.DeltaOrder){
		func(o *contracts.DeltaOrder) { o.DestAmount = big.NewInt(9_999) },
		func(o *contracts.DeltaOrder) { o.ExpectedDestAmount = big.NewInt(9_999) },
	} {
		few := c.fillable(c.order(func(o *contracts.DeltaOrder) {
			o.SrcAmount, o.DestAmount, o.ExpectedDestAmount = big.NewInt(100_000),
				big.NewInt(100_000), big.NewInt(100_000)
			change(o)
		}))
		c.refuses(c.agent, c.Delta, c.part(few, 1, 1000), "InvalidFillAmount")
		c.must(c.agent, c.Delta, c.part(few, 2, 1000))
	}

	odd := c.order()
	parts := c.fillable(odd)
	for range 3 {
		c.must(c.agent, c.Delta, c.part(parts, 3333, 400)) // 166 of 500
	}
	equal(t, "filled", c.filled(odd), 498)
	c.refuses(c.agent, c.Delta, c.part(parts, 1, 1000), "InvalidFillAmount")
	c.refuses(c.agent, c.Delta, c.part(parts, 60, 1000), "InvalidFillAmount")
	c.must(c.agent, c.Delta, c.part(parts, 40, 4))
	equal(t, "filled", c.filled(odd), 500)
}
