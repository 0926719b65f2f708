package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
)

// info is an order to be filled by at most takerAmount.
func (c *rfqChain) info(o contracts.AugustusRFQOrder,
	takerAmount int64) contracts.AugustusRFQOrderInfo {
	c.t.Helper()
	return contracts.AugustusRFQOrderInfo{
		Order: o, Signature: c.signed(o), TakerTokenFillAmount: big.NewInt(takerAmount)}
}

func expired(o *contracts.AugustusRFQOrder) { o.Expiry = big.NewInt(1) }

func TestBatchFillIsAllOrNothing(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	a, b := c.order(), c.order()
	receipt := c.must(c.taker, c.addr,
		c.rfq.PackBatchFillOrderWithTarget(
			[]contracts.AugustusRFQOrderInfo{c.info(a, 300), c.info(b, 100)}, c.other.addr))
	filled := c.filledEvents(receipt)
	if len(filled) != 2 || filled[0].OrderHash != c.hash(a) || filled[1].OrderHash != c.hash(b) {
		t.Fatalf("wrong events %+v", filled)
	}
	equal(t, "received", c.balance(c.sold, c.other.addr), 1333)

	fresh := c.order()
	c.refuses(c.taker, c.addr, c.rfq.PackBatchFillOrderWithTarget(
		[]contracts.AugustusRFQOrderInfo{c.info(fresh, 300), c.info(c.order(expired), 300)},
		c.other.addr), "Order expired")
	equal(t, "remaining", c.remaining(c.hash(fresh)), 0)
}

func TestTryBatchByTakerAmount(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	a, b := c.order(), c.order()
	infos := []contracts.AugustusRFQOrderInfo{
		c.info(a, 300), c.info(c.order(expired), 300), c.info(b, 300)}
	call := func(amount int64) []byte {
		return c.rfq.PackTryBatchFillOrderTakerAmount(infos, big.NewInt(amount), c.other.addr)
	}
	c.refuses(c.taker, c.addr, call(601), "Couldn't swap the requested fill amount")
	filled := c.filledEvents(c.must(c.taker, c.addr, call(400)))
	if len(filled) != 2 {
		t.Fatalf("%d fills, want 2", len(filled))
	}
	equal(t, "first fill", filled[0].TakerAmount, 300)
	equal(t, "second fill", filled[1].TakerAmount, 100)
	equal(t, "received", c.balance(c.sold, c.other.addr), 1333)
	equal(t, "paid", c.balance(c.paid, c.maker.addr), 400)

	// 200 are left in the last order, but its cap asks for more than that, so it cannot be filled:
	// nothing is.
	c.refuses(c.taker, c.addr, call(300), "Couldn't swap the requested fill amount")
	if filled := c.filledEvents(c.must(c.taker, c.addr, call(200))); len(filled) != 1 {
		t.Fatalf("%d fills, want 1", len(filled))
	}
	if filled := c.filledEvents(c.must(c.taker, c.addr, call(0))); len(filled) != 0 {
		t.Fatalf("%d fills, want none", len(filled))
	}
}

func TestTryBatchPassesOverWhatEverFails(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	wrong := c.info(c.order(), 300)
	wrong.Signature = garbage()
	badPermit := c.info(c.order(), 300)
	badPermit.PermitMakerAsset = make([]byte, 224)
	infos := []contracts.AugustusRFQOrderInfo{
		wrong,
		badPermit,
		c.info(c.order(func(o *contracts.AugustusRFQOrder) { o.Taker = c.other.addr }), 300),
		// which the maker has not approved
		c.info(c.order(func(o *contracts.AugustusRFQOrder) { o.MakerAsset = c.paid }), 300),
		c.info(c.order(func(o *contracts.AugustusRFQOrder) {
			o.MakerAsset = common.Address{}
		}), 300),
		c.info(c.order(), 300),
	}
	for name, data := range map[string][]byte{
		"taker amount": c.rfq.PackTryBatchFillOrderTakerAmount(
			infos, big.NewInt(150), c.other.addr),
		"maker amount": c.rfq.PackTryBatchFillOrderMakerAmount(
			infos, big.NewInt(500), c.other.addr),
	} {
		if filled := c.filledEvents(c.must(c.taker, c.addr, data)); len(filled) != 1 ||
			filled[0].OrderHash != c.hash(infos[5].Order) {
			t.Errorf("%s: wrong fills %+v", name, filled)
		}
	}
}

// A purchase over orders reckons with the amounts of each before it is tried: one that cannot be
// reckoned with fails the whole call.
func TestPurchaseFailsByAnOrderWithoutSense(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	for reason, o := range map[string]contracts.AugustusRFQOrder{
		"division or modulo by zero": c.order(func(o *contracts.AugustusRFQOrder) {
			o.TakerAmount = new(big.Int)
		}),
		"arithmetic underflow or overflow": c.order(func(o *contracts.AugustusRFQOrder) {
			o.MakerAmount = new(big.Int)
		}),
	} {
		infos := []contracts.AugustusRFQOrderInfo{c.info(o, 300), c.info(c.order(), 300)}
		c.refuses(c.taker, c.addr, c.rfq.PackTryBatchFillOrderMakerAmount(
			infos, big.NewInt(500), c.other.addr), reason)
		c.must(c.taker, c.addr, c.rfq.PackTryBatchFillOrderTakerAmount(
			infos, big.NewInt(150), c.other.addr))
	}
	// More than an order takes is not cut: that order is passed over.
	infos := []contracts.AugustusRFQOrderInfo{c.info(c.order(), 301), c.info(c.order(), 300),
		c.info(c.order(), 300)}
	filled := c.filledEvents(c.must(c.taker, c.addr, c.rfq.PackTryBatchFillOrderMakerAmount(
		infos, big.NewInt(1500), c.other.addr)))
	if len(filled) != 2 || filled[0].OrderHash != c.hash(infos[1].Order) {
		t.Errorf("wrong fills %+v", filled)
	}
	huge := c.order(func(o *contracts.AugustusRFQOrder) { o.MakerAmount = maxUint256 })
	c.refuses(c.taker, c.addr, c.rfq.PackTryBatchFillOrderMakerAmount(
		[]contracts.AugustusRFQOrderInfo{c.info(huge, 300), c.info(c.order(), 300)},
		big.NewInt(500), c.other.addr), "arithmetic underflow or overflow")
}

func TestTryBatchByMakerAmountRoundsThePaymentUp(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	for _, test := range []struct{ want, paid, received int64 }{
		{1000, 300, 1000},
		{1, 1, 3},         // one unit paid buys three
		{334, 101, 336},   // 100.2 units
		{333, 100, 333},   // 99.9 units
		{1333, 400, 1333}, // the second order gives 333
		{1001, 301, 1003}, // one unit of the second gives three
	} {
		infos := []contracts.AugustusRFQOrderInfo{
			c.info(c.order(), 300), c.info(c.order(expired), 300), c.info(c.order(), 300)}
		sold, paid := c.balance(c.sold, c.other.addr), c.balance(c.paid, c.maker.addr)
		c.must(c.taker, c.addr, c.rfq.PackTryBatchFillOrderMakerAmount(
			infos, big.NewInt(test.want), c.other.addr))
		equal(t, "received", new(big.Int).Sub(c.balance(c.sold, c.other.addr), sold), test.received)
		equal(t, "paid", new(big.Int).Sub(c.balance(c.paid, c.maker.addr), paid), test.paid)
	}
	infos := []contracts.AugustusRFQOrderInfo{c.info(c.order(), 100), c.info(c.order(), 300)}
	c.refuses(c.taker, c.addr, c.rfq.PackTryBatchFillOrderMakerAmount(
		infos, big.NewInt(1334), c.other.addr), "Couldn't swap the requested fill amount")

	// Of an order that may be paid 199 of 200 for 3 only 2 are wanted, which 134 pay.
	coarse := c.order(func(o *contracts.AugustusRFQOrder) {
		o.MakerAmount, o.TakerAmount = big.NewInt(3), big.NewInt(200)
	})
	paid := c.balance(c.paid, c.maker.addr)
	c.must(c.taker, c.addr, c.rfq.PackTryBatchFillOrderMakerAmount(
		[]contracts.AugustusRFQOrderInfo{c.info(coarse, 199), c.info(c.order(), 101)},
		big.NewInt(338), c.other.addr))
	equal(t, "paid", new(big.Int).Sub(c.balance(c.paid, c.maker.addr), paid), 134+101)
}
