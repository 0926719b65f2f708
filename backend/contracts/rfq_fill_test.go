package contracts_test

import (
	"math/big"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"

	"bourse/backend/contracts"
)

func TestFillOrderMovesBothAssets(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	for name, form := range map[string]func([]byte) []byte{
		"65 bytes": func(s []byte) []byte { return s },
		"64 bytes": compact,
	} {
		order := c.order()
		receiver := common.Address{19: byte(len(name)), 0: byte(order.NonceAndMeta.BitLen())}
		paidBefore, soldBefore := c.balance(c.paid, c.maker.addr), c.balance(c.sold, c.maker.addr)
		receipt := c.must(c.taker, c.addr,
			c.rfq.PackFillOrderWithTarget(order, form(c.signed(order)), receiver))

		filled := event(t, receipt, c.rfq.UnpackOrderFilledEvent)
		if filled.OrderHash != c.hash(order) || filled.Maker != c.maker.addr ||
			filled.Taker != receiver ||
			filled.MakerAsset != c.sold || filled.TakerAsset != c.paid {
			t.Errorf("%s: wrong event %+v", name, filled)
		}
		equal(t, "maker amount", filled.MakerAmount, 1000)
		equal(t, "taker amount", filled.TakerAmount, 300)
		equal(t, "target's balance", c.balance(c.sold, receiver), 1000)
		equal(t, "maker was paid", new(big.Int).Sub(
			c.balance(c.paid, c.maker.addr), paidBefore), 300)
		equal(t, "maker gave", new(big.Int).Sub(soldBefore, c.balance(c.sold, c.maker.addr)), 1000)
		equal(t, "remaining", c.remaining(c.hash(order)), 1)
		c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)),
			"Order already filled or expired")
	}
	order := c.order()
	filled := event(t, c.must(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order))),
		c.rfq.UnpackOrderFilledEvent)
	if filled.Taker != c.taker.addr {
		t.Errorf("without a target the caller receives, not %s", filled.Taker)
	}
}

func TestSignaturesThatAreRefused(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	order := c.order()
	good := c.signed(order)
	change := func(f func([]byte)) []byte {
		s := append([]byte(nil), good...)
		f(s)
		return s
	}
	highS := change(func(s []byte) {
		n := crypto.S256().Params().N
		new(big.Int).Sub(n, new(big.Int).SetBytes(s[32:64])).FillBytes(s[32:64])
		s[64] = 27 + 28 - s[64]
	})
	for name, signature := range map[string][]byte{
		"v is 0 or 1":      change(func(s []byte) { s[64] -= 27 }),
		"the other v":      change(func(s []byte) { s[64] = 27 + 28 - s[64] }),
		"high s":           highS,
		"another's":        c.taker.sign(t, c.hash(order)),
		"one bit changed":  change(func(s []byte) { s[5] ^= 1 }),
		"empty":            {},
		"garbage":          garbage(),
		"66 bytes":         append(change(func([]byte) {}), 0),
		"63 bytes":         good[:63],
		"all zeros":        make([]byte, 65),
		"of another order": c.signed(c.order()),
		"of the NFT struct": c.signedNFT(
			contracts.AugustusRFQOrderNFT{
				NonceAndMeta: order.NonceAndMeta, Expiry: order.Expiry, MakerAsset: new(big.Int),
				MakerAssetId: new(big.Int), TakerAsset: new(big.Int), TakerAssetId: new(big.Int),
				Maker: order.Maker, MakerAmount: order.MakerAmount,
				TakerAmount: order.TakerAmount}),
	} {
		t.Run(name, func(t *testing.T) {
			c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(order, signature), "Invalid Signature")
			c.refuses(c.taker, c.addr, c.rfq.PackPartialFillOrder(
				order, signature, big.NewInt(100)), "Invalid Signature")
		})
	}
	nobody := c.order(func(o *contracts.AugustusRFQOrder) { o.Maker = common.Address{} })
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(nobody, make([]byte, 65)), "Invalid Signature")
	c.must(c.taker, c.addr, c.rfq.PackFillOrder(order, good))
}

func TestPartialFillsRoundDown(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	order := c.order()
	signature := c.signed(order)
	if got := c.partial(order, signature, 100); got != 333 {
		t.Errorf("100 of 300 buy %d, want 333", got)
	}
	equal(t, "remaining", c.remaining(c.hash(order)), 668)
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(order, signature),
		"Order already filled or expired")
	c.refuses(c.taker, c.addr, c.rfq.PackPartialFillOrder(order, signature, big.NewInt(201)),
		"Order already filled or expired")

	// The signature is verified only while the order is untouched.
	if got := c.partial(order, garbage(), 50); got != 166 {
		t.Errorf("50 of 300 buy %d, want 166", got)
	}
	if got := c.partial(order, garbage(), 150); got != 500 {
		t.Errorf("150 of 300 buy %d, want 500", got)
	}
	// All of the taker amount is paid, 999 of 1000 were given: one unit of dust, and the order is
	// not marked filled.
	equal(t, "remaining", c.remaining(c.hash(order)), 2)
	equal(t, "bought", c.balance(c.sold, c.taker.addr), 999)
	equal(t, "paid", c.balance(c.paid, c.maker.addr), 300)

	// The rest can be taken by whoever's price for it is exactly one unit; here the smallest
	// payment is worth three.
	c.refuses(c.taker, c.addr, c.rfq.PackPartialFillOrder(order, signature, big.NewInt(1)),
		"Order already filled or expired")

	exact := c.order(func(o *contracts.AugustusRFQOrder) { o.TakerAmount = big.NewInt(500) })
	signature = c.signed(exact)
	c.partial(exact, signature, 200)
	equal(t, "remaining", c.remaining(c.hash(exact)), 601)
	c.partial(exact, signature, 300)
	equal(t, "remaining", c.remaining(c.hash(exact)), 1)
	c.refuses(c.taker, c.addr, c.rfq.PackPartialFillOrder(exact, signature, big.NewInt(1)),
		"Order already filled or expired")
}

func TestPartialFillAmounts(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	refuse := func(o contracts.AugustusRFQOrder, fill int64, reason string) {
		t.Helper()
		c.refuses(c.taker, c.addr, c.rfq.PackPartialFillOrderWithTarget(
			o, c.signed(o), big.NewInt(fill), c.other.addr), reason)
	}
	order := c.order()
	refuse(order, 0, "Invalid Taker amount")
	refuse(order, 301, "Invalid Taker amount")
	coarse := c.order(func(o *contracts.AugustusRFQOrder) {
		o.MakerAmount,
			o.TakerAmount = big.NewInt(3), big.NewInt(1000)
	})
	refuse(coarse, 333, "Maker token fill amount cannot be 0")
	none := c.order(func(o *contracts.AugustusRFQOrder) { o.MakerAmount = new(big.Int) })
	refuse(none, 100, "Maker token fill amount cannot be 0")
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(none, c.signed(none)), "Invalid amount")
	free := c.order(func(o *contracts.AugustusRFQOrder) { o.TakerAmount = new(big.Int) })
	refuse(free, 0, "Invalid Taker amount")
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(free, c.signed(free)), "Invalid amount")
	// Of several faults the amount is named first, then the time, then who may fill.
	several := c.order(expired, func(o *contracts.AugustusRFQOrder) { o.Taker = c.other.addr })
	refuse(several, 0, "Invalid Taker amount")
	refuse(several, 1, "Order expired")

	// Products beyond 256 bits: a whole fill needs none, a partial one fails instead of wrapping.
	huge := c.order(func(o *contracts.AugustusRFQOrder) {
		o.MakerAmount, o.TakerAmount = maxUint256,
			big.NewInt(10)
	})
	refuse(huge, 9, "arithmetic underflow or overflow")
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(huge, c.signed(huge)),
		"ERC20: transfer amount exceeds balance")
}

func TestWhoAndWhen(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	private := c.order(func(o *contracts.AugustusRFQOrder) { o.Taker = c.taker.addr })
	c.refuses(c.other, c.addr, c.rfq.PackFillOrder(private, c.signed(private)), "Access denied")
	c.refuses(c.other, c.addr, c.rfq.PackPartialFillOrder(
		private, c.signed(private), big.NewInt(1)), "Access denied")
	c.must(c.taker, c.addr, c.rfq.PackFillOrder(private, c.signed(private)))

	// The account in the nonce concerns the swap contract only.
	meta := c.order(func(o *contracts.AugustusRFQOrder) {
		o.NonceAndMeta = new(big.Int).Or(o.NonceAndMeta, new(big.Int).SetBytes(c.other.addr[:]))
	})
	c.must(c.taker, c.addr, c.rfq.PackFillOrder(meta, c.signed(meta)))

	// Calls are judged at the head's time, which the block of the next transaction leaves behind.
	expiring := c.order(func(o *contracts.AugustusRFQOrder) {
		o.Expiry = new(big.Int).SetUint64(
			c.now() + 100)
	})
	fill := c.rfq.PackFillOrder(expiring, c.signed(expiring))
	c.advance(100 * time.Second)
	if c.now() != expiring.Expiry.Uint64() {
		t.Fatalf("time is %d, want %s", c.now(), expiring.Expiry)
	}
	if _, err := c.call(c.taker, c.addr, nil, fill); err != nil {
		t.Errorf("a fill in the last second is refused: %v", err)
	}
	c.advance(time.Second)
	c.refuses(c.taker, c.addr, fill, "Order expired")
}

func TestBackingIsTheTokensBusiness(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	order := c.order(func(o *contracts.AugustusRFQOrder) { o.MakerAmount = big.NewInt(1_000_001) })
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)),
		"ERC20: transfer amount exceeds balance")
	order = c.order(func(o *contracts.AugustusRFQOrder) { o.TakerAmount = big.NewInt(1_000_001) })
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)),
		"ERC20: transfer amount exceeds balance")
	order = c.order()
	c.must(c.maker, c.sold, c.token.PackApprove(c.addr, big.NewInt(999)))
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)),
		"ERC20: insufficient allowance")
	equal(t, "remaining", c.remaining(c.hash(order)), 0)
	order = c.order(func(o *contracts.AugustusRFQOrder) { o.MakerAsset = common.Address{1} })
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)),
		"Address: call to non-contract")
}

func TestCancelling(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	fresh, partly := c.order(), c.order()
	c.partial(partly, c.signed(partly), 30)

	receipt := c.must(c.maker, c.addr, c.rfq.PackCancelOrder(c.hash(fresh)))
	cancelled := event(t, receipt, c.rfq.UnpackOrderCancelledEvent)
	if cancelled.OrderHash != c.hash(fresh) || cancelled.Maker != c.maker.addr {
		t.Errorf("wrong event %+v", cancelled)
	}
	if logs := c.must(c.maker, c.addr, c.rfq.PackCancelOrder(c.hash(fresh))).Logs; len(logs) != 0 {
		t.Errorf("a second cancel emits %d logs", len(logs))
	}
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrder(fresh, c.signed(fresh)),
		"Order already filled or expired")

	// Several at once: one is cancelled already, one partly filled, one never seen.
	unseen := common.Hash{31: 9}
	receipt = c.must(c.maker, c.addr,
		c.rfq.PackCancelOrders([][32]byte{c.hash(fresh), c.hash(partly), unseen}))
	if len(receipt.Logs) != 2 {
		t.Errorf("%d logs, want 2", len(receipt.Logs))
	}
	c.refuses(c.taker, c.addr, c.rfq.PackPartialFillOrder(partly, c.signed(partly), big.NewInt(1)),
		"Order already filled or expired")
	left := read(c.chain, c.addr, c.rfq.PackGetRemainingOrderBalance(
		c.maker.addr, [][32]byte{c.hash(fresh), c.hash(partly), unseen, {}}),
		c.rfq.UnpackGetRemainingOrderBalance)
	for i, want := range []int64{1, 1, 1, 0} {
		equal(t, "remaining", left[i], want)
	}

	// Anyone may cancel any hash, in a name space of their own: the maker's order lives.
	order := c.order()
	c.must(c.other, c.addr, c.rfq.PackCancelOrder(c.hash(order)))
	c.must(c.taker, c.addr, c.rfq.PackFillOrder(order, c.signed(order)))
}
