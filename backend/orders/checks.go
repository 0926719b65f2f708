package orders

import (
	"bytes"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/eip712"
)

// Beyond balances, three things about an order may change without a word of its own: whether its
// maker's contract still accepts the signature, whether it takes the NFT that it buys, which the
// NFT's contract asks it, and whether the maker's permit still works. All are simulated: when the
// order is posted, when a log speaks of its maker, and in turn, a few at each block.

// checks is what simulations said of an order.
type checks struct {
	asked     bool // whether its maker's contract was asked about the signature or the NFT
	refused   bool // it does not accept one of them
	permit    bool // whether its permit was tried
	permitted bool // it works
}

// subject is what a simulation about an order asks.
type subject uint8

const (
	ofSignature subject = iota // whether its maker's contract accepts it
	ofReceipt                  // whether its maker, if that has code, takes the NFT that it buys
	ofPermit                   // whether it works
)

// checkCall is one simulation about an order; id 0 is one that has none yet.
type checkCall struct {
	id       uint32
	about    subject
	contract bool // its maker is a contract
	call     chain.Call
}

// What the simulations at one block are bounded by: each of them in gas, all of them in number.
const (
	erc1271Gas   = 300_000 // what a maker's contract may use to judge a signature
	permitGas    = 300_000
	receiptGas   = 300_000 // what a maker's contract may use to take an NFT
	affectedMost = 48      // of orders that a block's logs speak of
	inTurnMost   = 16      // of the others
)

// answered takes in the answer to a check.
func (k checkCall) answered(c checks, r chain.Result) checks {
	switch k.about {
	case ofPermit:
		c.permit, c.permitted = true, r.OK
	case ofSignature:
		c.asked, c.refused = true, c.refused || !r.OK || !eip712.ERC1271Accepts(r.Data)
	case ofReceipt:
		yes := r.OK && len(r.Data) >= 32 &&
			bytes.Equal(r.Data[:32], common.RightPadBytes(k.call.Data[:4], 32))
		if !k.contract && r.OK && len(r.Data) == 0 {
			yes = true // as an account without code answers
		}
		c.asked, c.refused = true, c.refused || !yes
	}
	return c
}

// checksOf returns the simulations that an order needs.
func (c *chainState) checksOf(id uint32, r *record) (calls []checkCall) {
	add := func(about subject, call chain.Call) {
		calls = append(calls, checkCall{id, about, r.byContract, call})
	}
	if r.byContract {
		add(ofSignature, chain.Call{To: r.order.Maker,
			Data: eip712.ERC1271Call(r.hash, r.signature), Gas: erc1271Gas})
	}
	if r.buysNFT() {
		add(ofReceipt, c.receipt(&r.order))
	}
	if !permitValue(r, c.contract).IsZero() {
		selector := selPermit
		if len(r.permit) == permitDAI {
			selector = selPermitDAI
		}
		add(ofPermit, chain.Call{To: r.order.MakerAsset.Address,
			Data: append(selector[:len(selector):len(selector)], r.permit...), Gas: permitGas})
	}
	return calls
}

// buysNFT tells whether an order's maker gets an NFT, which it may refuse if it has code.
func (r *record) buysNFT() bool { return r.order.NFT && r.order.TakerAsset.Kind != api.ERC20 }

// receipt is the call by which the contract of an NFT asks an order's maker whether it takes it: by
// ERC-721 onERC721Received(address,address,uint256,bytes), by ERC-1155
// onERC1155Received(address,address,uint256,uint256,bytes). Nobody knows who fills it, unless it
// names one.
func (c *chainState) receipt(o *api.Order) chain.Call {
	from := o.TakerFromMeta()
	if from == (common.Address{}) {
		from = c.contract
	}
	id, amount, empty := o.TakerAsset.ID.Bytes32(), o.TakerAmount.Bytes32(), common.Hash{}
	operator, sender := word(c.contract), word(from)
	words := [][]byte{operator[:], sender[:], id[:]}
	selector := selReceived721
	if o.TakerAsset.Kind == api.ERC1155 {
		selector, words = selReceived1155, append(words, amount[:])
	}
	at := common.BigToHash(big.NewInt(int64(32 * (len(words) + 1)))) // where the bytes begin
	words = append(words, at[:], empty[:])
	return chain.Call{From: o.TakerAsset.Address, To: o.Maker, Gas: receiptGas,
		Data: append(selector[:len(selector):len(selector)], bytes.Join(words, nil)...)}
}

var (
	selReceived721  = [4]byte{0x15, 0x0b, 0x7a, 0x02}
	selReceived1155 = [4]byte{0xf2, 0x3a, 0x6e, 0x61}
)

// Selectors of permit: permit(address,address,uint256,uint256,uint8,bytes32,bytes32) of ERC-2612,
// and permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32) in the style of DAI.
var (
	selPermit    = [4]byte{0xd5, 0x05, 0xac, 0xcf}
	selPermitDAI = [4]byte{0x8f, 0xcb, 0xaf, 0x0c}
)

// permitValue is the allowance that an order's permit gives the order contract if it works; 0 is
// none.
func permitValue(r *record, contract common.Address) api.Amount {
	word := func(i int) []byte { return r.permit[32*i : 32*i+32] }
	n := len(r.permit)
	if n != permitERC2612 && n != permitDAI || r.order.MakerAsset.Kind != api.ERC20 ||
		common.Address(word(0)[12:]) != r.order.Maker ||
		common.Address(word(1)[12:]) != contract {
		return api.Amount{}
	}
	if n == permitERC2612 {
		return api.AmountFromBytes32([32]byte(word(2)))
	}
	if len(bytes.Trim(word(4), "\x00")) == 0 {
		return api.Amount{} // it takes the allowance away
	}
	return api.MaxAmount
}

// take takes what was found into a status.
func (s *status) take(c checks) {
	if c.asked {
		s.refused = c.refused
	}
	if c.permit {
		s.permitted = c.permitted
	}
}

// applyChecks takes in what simulations said of orders that are still open.
func (cs *changeset) applyChecks(found map[uint32]checks) {
	for id, c := range found {
		if cs.s.index.row(id).state.open() {
			change := cs.orderChange(id)
			change.now.take(c)
		}
	}
}

// checkable are the open orders that need simulations.
type checkable struct {
	ids   []uint32
	place map[uint32]int
	next  int // whose turn it is
}

func (c *checkable) add(id uint32) {
	if _, ok := c.place[id]; !ok {
		c.place[id] = len(c.ids)
		c.ids = append(c.ids, id)
	}
}

func (c *checkable) remove(id uint32) {
	i, ok := c.place[id]
	if !ok {
		return
	}
	last := c.ids[len(c.ids)-1]
	c.ids[i], c.place[last] = last, i
	c.ids = c.ids[:len(c.ids)-1]
	delete(c.place, id)
}

// turn returns the ids whose turn it is, at most n.
func (c *checkable) turn(n int) (ids []uint32) {
	for range min(n, len(c.ids)) {
		if c.next++; c.next >= len(c.ids) {
			c.next = 0
		}
		ids = append(ids, c.ids[c.next])
	}
	return ids
}
