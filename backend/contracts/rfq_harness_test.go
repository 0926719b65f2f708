package contracts_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"bourse/backend/contracts"
)

const (
	orderType = "Order(uint256 nonceAndMeta,uint128 expiry,address makerAsset,address " +
		"takerAsset,address maker,address taker,uint256 makerAmount,uint256 takerAmount)"
	orderNFTType = "OrderNFT(uint256 nonceAndMeta,uint128 expiry,uint256 makerAsset,uint256 " +
		"makerAssetId,uint256 takerAsset,uint256 takerAssetId,address maker,address " +
		"taker,uint256 makerAmount,uint256 takerAmount)"
)

var maxUint256 = math.MaxBig256

// rfqChain is a chain with the limit-order contract, two tokens, two collections, and both parties
// funded and approving.
type rfqChain struct {
	*chain
	rfq              *contracts.AugustusRFQ
	token            *contracts.StandardToken
	erc721           *contracts.ERC721Collection
	erc1155          *contracts.ERC1155Collection
	addr, sold, paid common.Address // the contract, the maker's token, the taker's token
	single, multi    common.Address // an ERC-721 and an ERC-1155 collection
	nextNonce        int64
}

func newRFQChain(t testing.TB) *rfqChain {
	t.Helper()
	c := &rfqChain{
		chain: newChain(t), rfq: contracts.NewAugustusRFQ(), token: contracts.NewStandardToken(),
		erc721: contracts.NewERC721Collection(), erc1155: contracts.NewERC1155Collection(),
	}
	c.addr = c.deploy(&contracts.AugustusRFQMetaData, nil)
	c.sold = c.newToken("Sold", c.maker)
	c.paid = c.newToken("Paid", c.taker)
	return c
}

// newToken deploys a standard token of which holder has 1,000,000 and approves the limit-order
// contract for all of them.
func (c *rfqChain) newToken(name string, holder account) common.Address {
	c.t.Helper()
	addr := c.deploy(&contracts.StandardTokenMetaData,
		c.token.PackConstructor(name, name, 18, c.deployer.addr))
	c.fund(addr, holder)
	return addr
}

// fund works for every kind of token, because they share their calls.
func (c *rfqChain) fund(token common.Address, holder account) {
	c.t.Helper()
	c.must(c.deployer, token, c.token.PackMint(holder.addr, big.NewInt(1_000_000)))
	c.must(holder, token, c.token.PackApprove(c.addr, maxUint256))
}

// newCollections deploys both collections; holder owns id 7 of the single and ten of id 5 of the
// multi, and approves the limit-order contract.
func (c *rfqChain) newCollections(holder account) {
	c.t.Helper()
	c.single = c.deploy(&contracts.ERC721CollectionMetaData,
		c.erc721.PackConstructor("Singles", "ONE", "ipfs://one/", c.deployer.addr))
	c.multi = c.deploy(&contracts.ERC1155CollectionMetaData,
		c.erc1155.PackConstructor("Multiples", "MANY", "ipfs://many/", c.deployer.addr))
	c.must(c.deployer, c.single, c.erc721.PackMint(holder.addr, big.NewInt(7)))
	c.must(c.deployer, c.multi, c.erc1155.PackMint(holder.addr, big.NewInt(5), big.NewInt(10)))
	c.must(holder, c.single, c.erc721.PackSetApprovalForAll(c.addr, true))
	c.must(holder, c.multi, c.erc1155.PackSetApprovalForAll(c.addr, true))
}

func (c *rfqChain) nonce() *big.Int {
	c.nextNonce++
	return new(big.Int).Lsh(big.NewInt(c.nextNonce), 160)
}

// order sells 1000 for 300 to anyone, for ever; change alters that.
func (c *rfqChain) order(change ...func(*contracts.AugustusRFQOrder)) contracts.AugustusRFQOrder {
	order := contracts.AugustusRFQOrder{
		NonceAndMeta: c.nonce(), Expiry: new(big.Int), MakerAsset: c.sold, TakerAsset: c.paid,
		Maker:       c.maker.addr,
		MakerAmount: big.NewInt(1000), TakerAmount: big.NewInt(300),
	}
	for _, f := range change {
		f(&order)
	}
	return order
}

func (c *rfqChain) domain() apitypes.TypedDataDomain {
	return apitypes.TypedDataDomain{
		Name: "AUGUSTUS RFQ", Version: "1", ChainId: math.NewHexOrDecimal256(chainID),
		VerifyingContract: c.addr.Hex(),
	}
}

func (c *rfqChain) hash(o contracts.AugustusRFQOrder) common.Hash {
	c.t.Helper()
	return digest(c.t, c.domain(), orderType, map[string]any{
		"nonceAndMeta": o.NonceAndMeta, "expiry": o.Expiry, "makerAsset": o.MakerAsset.Hex(),
		"takerAsset": o.TakerAsset.Hex(),
		"maker":      o.Maker.Hex(), "taker": o.Taker.Hex(), "makerAmount": o.MakerAmount,
		"takerAmount": o.TakerAmount,
	})
}

func (c *rfqChain) signed(o contracts.AugustusRFQOrder) []byte {
	c.t.Helper()
	return c.maker.sign(c.t, c.hash(o))
}

func (c *rfqChain) hashNFT(o contracts.AugustusRFQOrderNFT) common.Hash {
	c.t.Helper()
	return digest(c.t, c.domain(), orderNFTType, map[string]any{
		"nonceAndMeta": o.NonceAndMeta, "expiry": o.Expiry, "makerAsset": o.MakerAsset,
		"makerAssetId": o.MakerAssetId,
		"takerAsset":   o.TakerAsset, "takerAssetId": o.TakerAssetId, "maker": o.Maker.Hex(),
		"taker":       o.Taker.Hex(),
		"makerAmount": o.MakerAmount, "takerAmount": o.TakerAmount,
	})
}

func (c *rfqChain) signedNFT(o contracts.AugustusRFQOrderNFT) []byte {
	c.t.Helper()
	return c.maker.sign(c.t, c.hashNFT(o))
}

func (c *rfqChain) remaining(hash common.Hash) *big.Int {
	c.t.Helper()
	return read(c.chain, c.addr, c.rfq.PackRemaining(c.maker.addr, hash), c.rfq.UnpackRemaining)
}

func (c *rfqChain) balance(token common.Address, holder common.Address) *big.Int {
	c.t.Helper()
	return read(c.chain, token, c.token.PackBalanceOf(holder), c.token.UnpackBalanceOf)
}

// partial fills the order by taker units and returns what the maker gave, as the event tells.
func (c *rfqChain) partial(o contracts.AugustusRFQOrder, signature []byte, takerFill int64) int64 {
	c.t.Helper()
	receipt := c.must(c.taker, c.addr,
		c.rfq.PackPartialFillOrder(o, signature, big.NewInt(takerFill)))
	filled := event(c.t, receipt, c.rfq.UnpackOrderFilledEvent)
	equal(c.t, "taker amount of the event", filled.TakerAmount, takerFill)
	return filled.MakerAmount.Int64()
}

// filledEvents is the number of fills that a receipt shows.
func (c *rfqChain) filledEvents(receipt *types.Receipt) []*contracts.AugustusRFQOrderFilled {
	var filled []*contracts.AugustusRFQOrderFilled
	for _, log := range receipt.Logs {
		if e, err := c.rfq.UnpackOrderFilledEvent(log); err == nil {
			filled = append(filled, e)
		}
	}
	return filled
}

func garbage() []byte { return hexutil.MustDecode("0xdeadbeef") }
