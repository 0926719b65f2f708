package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/contracts"
	"bourse/backend/contracts/contracttest"
)

// Kinds of a packed asset.
const (
	kindERC20 = iota
	kindERC1155
	kindERC721
	kindUnknown
)

func packed(token common.Address, kind int64) *big.Int {
	return new(big.Int).Or(new(big.Int).Lsh(big.NewInt(kind), 160), new(big.Int).SetBytes(token[:]))
}

// orderNFT sells the maker's ERC-721 for 300 of the taker's token; change alters that.
func (c *rfqChain) orderNFT(change ...func(
	*contracts.AugustusRFQOrderNFT)) contracts.AugustusRFQOrderNFT {
	order := contracts.AugustusRFQOrderNFT{
		NonceAndMeta: c.nonce(), Expiry: new(big.Int), MakerAsset: packed(c.single, kindERC721),
		MakerAssetId: big.NewInt(7),
		TakerAsset:   packed(c.paid, kindERC20), TakerAssetId: new(big.Int), Maker: c.maker.addr,
		MakerAmount: big.NewInt(1), TakerAmount: big.NewInt(300),
	}
	for _, f := range change {
		f(&order)
	}
	return order
}

func (c *rfqChain) ownerOf(id int64) common.Address {
	c.t.Helper()
	return read(c.chain, c.single, c.erc721.PackOwnerOf(big.NewInt(id)), c.erc721.UnpackOwnerOf)
}

func (c *rfqChain) multiples(holder common.Address) *big.Int {
	c.t.Helper()
	return read(c.chain, c.multi, c.erc1155.PackBalanceOf(holder, big.NewInt(5)),
		c.erc1155.UnpackBalanceOf)
}

func TestFillSellsACollectionsToken(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	order := c.orderNFT()
	receipt := c.must(c.taker, c.addr,
		c.rfq.PackFillOrderWithTargetNFT(order, c.signedNFT(order), c.other.addr))
	filled := event(t, receipt, c.rfq.UnpackOrderFilledNFTEvent)
	if filled.OrderHash != c.hashNFT(order) || filled.Maker != c.maker.addr ||
		filled.Taker != c.other.addr ||
		filled.MakerAsset.Cmp(order.MakerAsset) != 0 ||
		filled.TakerAsset.Cmp(order.TakerAsset) != 0 {
		t.Errorf("wrong event %+v", filled)
	}
	equal(t, "id", filled.MakerAssetId, 7)
	equal(t, "taker's id", filled.TakerAssetId, 0)
	equal(t, "maker amount", filled.MakerAmount, 1)
	equal(t, "taker amount", filled.TakerAmount, 300)
	if owner := c.ownerOf(7); owner != c.other.addr {
		t.Errorf("owner is %s", owner)
	}
	equal(t, "paid", c.balance(c.paid, c.maker.addr), 300)
	equal(t, "remaining", c.remaining(c.hashNFT(order)), 1)
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrderNFT(order, c.signedNFT(order)),
		"Order already filled or expired")
}

func TestFillTakesPartOfSeveralTokens(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	order := c.orderNFT(func(o *contracts.AugustusRFQOrderNFT) {
		o.MakerAsset, o.MakerAssetId = packed(c.multi, kindERC1155), big.NewInt(5)
		o.MakerAmount, o.TakerAmount = big.NewInt(10), big.NewInt(50)
	})
	c.must(c.taker, c.addr, c.rfq.PackPartialFillOrderNFT(
		order, c.signedNFT(order), big.NewInt(20)))
	equal(t, "taker holds", c.multiples(c.taker.addr), 4)
	equal(t, "paid", c.balance(c.paid, c.maker.addr), 20)
	equal(t, "remaining", c.remaining(c.hashNFT(order)), 7)
	c.refuses(c.taker, c.addr, c.rfq.PackPartialFillOrderNFT(order, garbage(), big.NewInt(4)),
		"Maker token fill amount cannot be 0")
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrderNFT(order, c.signedNFT(order)),
		"Order already filled or expired")
	c.must(c.taker, c.addr, c.rfq.PackPartialFillOrderWithTargetNFT(
		order, garbage(), big.NewInt(30), c.other.addr))
	equal(t, "target holds", c.multiples(c.other.addr), 6)
	equal(t, "remaining", c.remaining(c.hashNFT(order)), 1)
}

func TestEveryPairOfKindsSwaps(t *testing.T) {
	t.Parallel()
	for maker := int64(kindERC20); maker <= kindERC721; maker++ {
		for taker := int64(kindERC20); taker <= kindERC721; taker++ {
			c := newRFQChain(t)
			sell := c.lot(c.maker, maker)
			pay := c.lot(c.taker, taker)
			order := c.orderNFT(func(o *contracts.AugustusRFQOrderNFT) {
				o.MakerAsset, o.MakerAssetId, o.MakerAmount = sell.asset, sell.id, sell.amount
				o.TakerAsset, o.TakerAssetId, o.TakerAmount = pay.asset, pay.id, pay.amount
			})
			c.must(c.taker, c.addr, c.rfq.PackFillOrderNFT(order, c.signedNFT(order)))
			if !sell.heldBy(c.taker.addr) || !pay.heldBy(c.maker.addr) {
				t.Errorf("kind %d for kind %d: not exchanged", maker, taker)
			}
		}
	}
}

// lot is something that can be exchanged, and who has it.
type lot struct {
	asset, id, amount *big.Int
	heldBy            func(common.Address) bool
}

// lot gives holder one of a kind.
func (c *rfqChain) lot(holder account, kind int64) lot {
	c.t.Helper()
	c.newCollections(holder)
	single, multi := c.single, c.multi
	switch kind {
	case kindERC721:
		return lot{packed(single, kind), big.NewInt(7), big.NewInt(1), func(a common.Address) bool {
			return read(c.chain, single, c.erc721.PackOwnerOf(big.NewInt(7)),
				c.erc721.UnpackOwnerOf) == a
		}}
	case kindERC1155:
		return lot{packed(multi, kind), big.NewInt(5), big.NewInt(6), func(a common.Address) bool {
			return read(c.chain, multi, c.erc1155.PackBalanceOf(a, big.NewInt(5)),
				c.erc1155.UnpackBalanceOf).Int64() == 6
		}}
	}
	token := c.newToken("Lot", holder)
	return lot{packed(token, kind), new(big.Int), big.NewInt(77),
		func(a common.Address) bool { return c.balance(token, a).Int64() == 77 }}
}

func TestCollectionFillsThatAreRefused(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	for _, test := range []struct {
		name, reason string
		change       func(*contracts.AugustusRFQOrderNFT)
	}{
		{"unknown kind sold", "Invalid token type",
			func(o *contracts.AugustusRFQOrderNFT) {
				o.MakerAsset = packed(
					c.single, kindUnknown)
			}},
		{"unknown kind paid", "Invalid token type",
			func(o *contracts.AugustusRFQOrderNFT) { o.TakerAsset = packed(c.paid, kindUnknown) }},
		{"two of a single", "Invalid amount for ERC721 transfer",
			func(o *contracts.AugustusRFQOrderNFT) { o.MakerAmount = big.NewInt(2) }},
		{"two singles paid", "Invalid amount for ERC721 transfer",
			func(o *contracts.AugustusRFQOrderNFT) {
				o.TakerAsset, o.TakerAmount = packed(c.single, kindERC721), big.NewInt(2)
			}},
		{"not minted", "ERC721: invalid token ID",
			func(o *contracts.AugustusRFQOrderNFT) { o.MakerAssetId = maxUint256 }},
		{"more than owned", "ERC1155: insufficient balance for transfer",
			func(o *contracts.AugustusRFQOrderNFT) {
				o.MakerAsset, o.MakerAssetId, o.MakerAmount = packed(c.multi, kindERC1155),
					big.NewInt(5), big.NewInt(11)
			}},
		{"single as multiple", "", func(
			o *contracts.AugustusRFQOrderNFT) {
			o.MakerAsset = packed(c.single, kindERC1155)
		}},
		{"multiple as single", "", func(
			o *contracts.AugustusRFQOrderNFT) {
			o.MakerAsset = packed(c.multi, kindERC721)
		}},
		{"for another", "Access denied",
			func(o *contracts.AugustusRFQOrderNFT) { o.Taker = c.other.addr }},
		{"expired", "Order expired", func(
			o *contracts.AugustusRFQOrderNFT) {
			o.Expiry = big.NewInt(1)
		}},
		{"nothing sold", "Invalid amount",
			func(o *contracts.AugustusRFQOrderNFT) { o.MakerAmount = new(big.Int) }},
	} {
		order := c.orderNFT(test.change)
		if _, err := c.exec(c.taker, c.addr, nil,
			c.rfq.PackFillOrderNFT(order, c.signedNFT(order))); err == nil {
			t.Errorf("%s: accepted", test.name)
		} else if test.reason != "" && err.Error() != test.reason {
			t.Errorf("%s: refused with %q, want %q", test.name, err, test.reason)
		}
	}
	order := c.orderNFT()
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrderNFT(order, c.taker.sign(t, c.hashNFT(order))),
		"Invalid Signature")
	c.refuses(c.taker, c.addr, c.rfq.PackPartialFillOrderNFT(
		order, c.signedNFT(order), big.NewInt(299)), "Maker token fill amount cannot be 0")
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrderWithTargetNFT(order, c.signedNFT(order), c.addr),
		"ERC721: transfer to non ERC721Receiver implementer")
	c.must(c.maker, c.single, c.erc721.PackSetApprovalForAll(c.addr, false))
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrderNFT(order, c.signedNFT(order)),
		"ERC721: caller is not token owner or approved")
	c.must(c.maker, c.single, c.erc721.PackApprove(c.addr, big.NewInt(7)))
	c.must(c.maker, c.single, c.erc721.PackTransferFrom(c.maker.addr, c.other.addr, big.NewInt(7)))
	c.must(c.other, c.single, c.erc721.PackSetApprovalForAll(c.addr, true))
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrderNFT(order, c.signedNFT(order)),
		"ERC721: transfer from incorrect owner")
}

// All bits above the address are the kind.
func TestHighBitsOfAnAssetAreNoKind(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	order := c.orderNFT(func(o *contracts.AugustusRFQOrderNFT) {
		o.MakerAsset.SetBit(o.MakerAsset, 255, 1).SetBit(o.MakerAsset, 162, 1)
	})
	c.refuses(c.taker, c.addr, c.rfq.PackFillOrderNFT(order, c.signedNFT(order)),
		"Invalid token type")
}

// A target that is told of what it receives can pay out of that: the maker's asset moves first.
func TestTargetPaysOutOfWhatItReceives(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	receiver := contracttest.NewReentrantReceiver()
	addr := c.deploy(&contracttest.ReentrantReceiverMetaData, nil)
	execute := func(to common.Address, data []byte) []byte {
		return receiver.PackExecute(to, data)
	}
	// The receiver sells the single that it gets to another's standing order, and pays with that.
	c.must(c.deployer, c.paid, c.token.PackMint(c.other.addr, big.NewInt(300)))
	c.must(c.other, c.paid, c.token.PackApprove(c.addr, maxUint256))
	sale := c.orderNFT(func(o *contracts.AugustusRFQOrderNFT) {
		o.Maker, o.MakerAsset, o.MakerAssetId = c.other.addr, packed(c.paid, 0), new(big.Int)
		o.MakerAmount = big.NewInt(300)
		o.TakerAsset, o.TakerAssetId, o.TakerAmount = packed(c.single, kindERC721),
			big.NewInt(7), big.NewInt(1)
	})
	order := c.orderNFT()
	c.must(c.taker, addr, execute(c.single, c.erc721.PackSetApprovalForAll(c.addr, true)))
	c.must(c.taker, addr, execute(c.paid, c.token.PackApprove(c.addr, maxUint256)))
	c.must(c.taker, addr, receiver.PackPrepare(c.addr,
		c.rfq.PackFillOrderNFT(sale, c.other.sign(t, c.hashNFT(sale)))))
	c.must(c.taker, addr, execute(c.addr, c.rfq.PackFillOrderNFT(order, c.signedNFT(order))))
	if owner := c.ownerOf(7); owner != c.other.addr {
		t.Errorf("owner is %s", owner)
	}
}

func TestBatchFillOfCollections(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	single := c.orderNFT()
	multi := c.orderNFT(func(o *contracts.AugustusRFQOrderNFT) {
		o.MakerAsset, o.MakerAssetId = packed(c.multi, kindERC1155), big.NewInt(5)
		o.MakerAmount, o.TakerAmount = big.NewInt(10), big.NewInt(100)
	})
	info := func(o contracts.AugustusRFQOrderNFT, amount int64) contracts.AugustusRFQOrderNFTInfo {
		return contracts.AugustusRFQOrderNFTInfo{
			Order: o, Signature: c.signedNFT(o), TakerTokenFillAmount: big.NewInt(amount)}
	}
	late := c.orderNFT(func(o *contracts.AugustusRFQOrderNFT) { o.Expiry = big.NewInt(1) })
	c.refuses(c.taker, c.addr, c.rfq.PackBatchFillOrderWithTargetNFT(
		[]contracts.AugustusRFQOrderNFTInfo{info(multi, 30), info(late, 300)}, c.other.addr),
		"Order expired")
	receipt := c.must(c.taker, c.addr, c.rfq.PackBatchFillOrderWithTargetNFT(
		[]contracts.AugustusRFQOrderNFTInfo{info(multi, 30), info(single, 300)}, c.other.addr))
	events := 0
	for _, log := range receipt.Logs {
		if _, err := c.rfq.UnpackOrderFilledNFTEvent(log); err == nil {
			events++
		}
	}
	if owner := c.ownerOf(7); owner != c.other.addr || events != 2 {
		t.Errorf("owner is %s after %d fills", owner, events)
	}
	equal(t, "multiples", c.multiples(c.other.addr), 3)
}

// A receiver that fills again while it is being paid gets only what one more call would have got.
func TestReentrantReceiverGainsNothing(t *testing.T) {
	t.Parallel()
	c := newRFQChain(t)
	c.newCollections(c.maker)
	receiver := contracttest.NewReentrantReceiver()
	addr := c.deploy(&contracttest.ReentrantReceiverMetaData, nil)
	c.must(c.deployer, c.paid, c.token.PackMint(addr, big.NewInt(1000)))
	c.must(c.deployer, addr, receiver.PackExecute(c.paid, c.token.PackApprove(c.addr, maxUint256)))

	order := c.orderNFT(func(o *contracts.AugustusRFQOrderNFT) {
		o.MakerAsset, o.MakerAssetId = packed(c.multi, kindERC1155), big.NewInt(5)
		o.MakerAmount, o.TakerAmount = big.NewInt(6), big.NewInt(60)
	})
	whole := c.rfq.PackFillOrderNFT(order, c.signedNFT(order))
	c.must(c.deployer, addr, receiver.PackPrepare(c.addr, whole))
	c.must(c.deployer, addr, receiver.PackExecute(c.addr, whole))
	if again := read(c.chain, addr, receiver.PackSucceeded(), receiver.UnpackSucceeded); again {
		t.Error("a filled order was filled again from within its fill")
	}
	if reason := revertReason(read(
		c.chain, addr, receiver.PackAnswer(),
		receiver.UnpackAnswer)); reason != "Order already filled or expired" {
		t.Errorf("the second fill ended with %q", reason)
	}
	equal(t, "received", c.multiples(addr), 6)
	equal(t, "paid", c.balance(c.paid, c.maker.addr), 60)
}
