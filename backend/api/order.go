package api

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"
)

// AssetKind is the type number of a token in an NFT order.
type AssetKind uint8

// The kinds of asset, with the numbers of the packed asset encoding.
const (
	ERC20 AssetKind = iota
	ERC1155
	ERC721
)

func (k AssetKind) String() string {
	switch k {
	case ERC20:
		return "ERC20"
	case ERC1155:
		return "ERC1155"
	case ERC721:
		return "ERC721"
	}
	return fmt.Sprintf("type %d", uint8(k))
}

// Asset is one side of an order: a token contract and, for an NFT, its token id. Fungible orders
// use ERC20 and id 0.
type Asset struct {
	Kind    AssetKind      `json:"kind"`
	Address common.Address `json:"address"`
	ID      Amount         `json:"id"`
}

// Pack returns the packed asset integer of NFT orders: kind << 160 | address.
func (a Asset) Pack() Amount {
	var b [32]byte
	b[11] = byte(a.Kind)
	copy(b[12:], a.Address[:])
	return AmountFromBytes32(b)
}

// UnpackAsset reads a packed asset integer. Kinds above 2 and bits above the kind are refused.
func UnpackAsset(packed, id Amount) (Asset, error) {
	b := packed.Bytes32()
	for _, c := range b[:11] {
		if c != 0 {
			return Asset{}, fmt.Errorf("%s has bits above the token type: it must be address | "+
				"type << 160", packed)
		}
	}
	if b[11] > byte(ERC721) {
		return Asset{}, fmt.Errorf("has token type %d; types are 0 ERC20, 1 ERC1155, 2 ERC721",
			b[11])
	}
	return Asset{Kind: AssetKind(b[11]), Address: common.BytesToAddress(b[12:]), ID: id}, nil
}

// Order is the message a maker signs. NFT tells which of the two typed-data types it is: Order
// (both assets ERC20, ids 0) or OrderNFT.
type Order struct {
	NFT          bool
	NonceAndMeta Amount
	Expiry       uint64 // UNIX seconds; 0 never expires
	MakerAsset   Asset
	TakerAsset   Asset
	Maker        common.Address
	Taker        common.Address
	MakerAmount  Amount
	TakerAmount  Amount
}

// PackNonce returns nonce << 160 | taker. The nonce has 96 bits.
func PackNonce(nonce Amount, taker common.Address) Amount {
	b, n := [32]byte{}, nonce.Bytes32()
	copy(b[:12], n[20:])
	copy(b[12:], taker[:])
	return AmountFromBytes32(b)
}

// Nonce returns the high 96 bits of NonceAndMeta.
func (o Order) Nonce() Amount {
	b := o.NonceAndMeta.Bytes32()
	var nonce [32]byte
	copy(nonce[20:], b[:12])
	return AmountFromBytes32(nonce)
}

// TakerFromMeta returns the intended taker: the low 160 bits of NonceAndMeta.
func (o Order) TakerFromMeta() common.Address {
	b := o.NonceAndMeta.Bytes32()
	return common.BytesToAddress(b[12:])
}

// OrderType tells whom an order is for.
type OrderType string

// The order types: open to any taker, or for one.
const (
	Limit OrderType = "LIMIT"
	P2P   OrderType = "P2P"
)

// Type returns P2P where the order names an intended taker, else LIMIT.
func (o Order) Type() OrderType {
	if o.TakerFromMeta() != (common.Address{}) {
		return P2P
	}
	return Limit
}

// Price returns what the maker asks: takerAmount for makerAmount, with the maker's asset as the
// base.
func (o Order) Price() Price { return Price{Quote: o.TakerAmount, Base: o.MakerAmount} }

// OrderState is where an order stands.
type OrderState string

// The states of an order.
const (
	Pending   OrderState = "PENDING"
	Suspended OrderState = "SUSPENDED"
	Fulfilled OrderState = "FULFILLED"
	Cancelled OrderState = "CANCELLED"
	Expired   OrderState = "EXPIRED"
)

// Open tells whether an order in this state may still be filled, now or later.
func (s OrderState) Open() bool { return s == Pending || s == Suspended }

// OrderRequest is a signed order on its way into the book.
type OrderRequest struct {
	ChainID          uint64
	Order            Order
	Type             OrderType // the endpoint it came by; must equal Order.Type()
	Signature        []byte    // 65 or 64 bytes, or what an ERC-1271 maker accepts
	PermitMakerAsset []byte    // nil, 224 or 256 bytes
	FillOrKill       bool
}

// OrderRecord is an order as the service keeps it.
type OrderRecord struct {
	Order
	ChainID          uint64
	Hash             common.Hash
	Signature        []byte
	PermitMakerAsset []byte
	FillOrKill       bool
	State            OrderState
	CreatedAt        int64        // UNIX seconds
	UpdatedAt        int64        // UNIX seconds
	TransactionHash  *common.Hash // of the last fill, or of the cancellation
	FillableBalance  Amount       // what the contract leaves open, in maker asset units
	MakerBalance     Amount       // min(fillable, allowance, token balance)
	// MakerBalance, or 0 for a fill-or-kill order that is not wholly covered
	SwappableBalance Amount
	// StateReason says why the order is SUSPENDED; an extension of the interface
	StateReason string
	// Promised says that the order's end, or that nobody can fill it for now, is the word of the
	// service alone: whoever has the signature can fill it. No service tells it.
	Promised bool
	// ToldBy is who alone says that the maker has signed it, whose key has not: a contract may
	// have, and no node of one's own was asked.
	ToldBy string
	// Unshown says that the order was signed here, and that the service does not show it. No
	// service tells it.
	Unshown bool
}

// Stands tells whether somebody can fill the order, now or later, for all that is known of it.
func (r OrderRecord) Stands() bool { return r.State.Open() || r.Promised }

// TakerAmountFor returns what a taker pays for part of the maker amount, rounded up as the contract
// needs it.
func (r OrderRecord) TakerAmountFor(maker Amount) Amount {
	return maker.MulDivUp(r.TakerAmount, r.MakerAmount)
}

// PayFor returns the least payment that gets so much of the maker's asset, or as near below as
// whole units allow: the contract rounds what it gives down.
func (o Order) PayFor(give Amount) Amount {
	pay := give.MulDivUp(o.TakerAmount, o.MakerAmount)
	if give.Less(o.Gets(pay)) {
		pay = give.MulDiv(o.TakerAmount, o.MakerAmount)
	}
	return pay
}

// Gets returns what a payment buys of the maker's asset.
func (o Order) Gets(pay Amount) Amount { return pay.MulDiv(o.MakerAmount, o.TakerAmount) }

// Takable tells whether the contract can sell any of it now.
func (r OrderRecord) Takable() bool {
	return !r.SwappableBalance.IsZero() && !r.Dust(r.SwappableBalance)
}

// Dust tells whether so much of the maker's asset is too little for the contract to sell: one unit
// of the taker's asset buys more. Fills that are not whole round down and leave such a rest.
func (r OrderRecord) Dust(maker Amount) bool {
	return maker.Less(r.MakerAmount.MulDiv(NewAmount(1), r.TakerAmount))
}
