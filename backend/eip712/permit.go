package eip712

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Permit is a token's own permit (ERC-2612): the owner lets a spender move tokens without an
// approval transaction.
type Permit struct {
	Token    Domain // the token's own domain
	Owner    common.Address
	Spender  common.Address
	Value    api.Amount
	Nonce    api.Amount
	Deadline api.Amount // UNIX seconds
}

// TypedData returns the permit as its owner signs it.
func (p Permit) TypedData() TypedData {
	return TypedData{p.Token, Struct{"Permit", []Field{
		{"owner", "address", p.Owner}, {"spender", "address", p.Spender},
		{"value", "uint256", p.Value},
		{"nonce", "uint256", p.Nonce}, {"deadline", "uint256", p.Deadline},
	}}, noDeed{}}
}

// DAIPermit is a permit in the style of DAI: all of the holder's tokens, or none.
type DAIPermit struct {
	Token   Domain // the token's own domain
	Holder  common.Address
	Spender common.Address
	Nonce   api.Amount
	Expiry  api.Amount // UNIX seconds; 0 never expires
	Allowed bool
}

// TypedData returns the permit as its holder signs it.
func (p DAIPermit) TypedData() TypedData {
	return TypedData{p.Token, Struct{"Permit", []Field{
		{"holder", "address", p.Holder}, {"spender", "address", p.Spender},
		{"nonce", "uint256", p.Nonce},
		{"expiry", "uint256", p.Expiry}, {"allowed", "bool", p.Allowed},
	}}, noDeed{}}
}

// Permit2Domain returns the domain of the Permit2 contract, which has no version.
func Permit2Domain(chainID uint64, contract common.Address) Domain {
	return Domain{Name: "Permit2", ChainID: chainID, Contract: contract}
}

// Permit2Transfer lets a spender move tokens once through Permit2 (PermitTransferFrom).
type Permit2Transfer struct {
	Token    common.Address
	Amount   api.Amount
	Spender  common.Address
	Nonce    api.Amount // of Permit2's unordered bitmap
	Deadline api.Amount // UNIX seconds
}

// TypedData returns the permit as the tokens' owner signs it for a network's Permit2 contract.
func (p Permit2Transfer) TypedData(chainID uint64, permit2 common.Address) TypedData {
	return TypedData{Permit2Domain(chainID, permit2), Struct{"PermitTransferFrom", []Field{
		{"permitted", "TokenPermissions", Struct{"TokenPermissions", []Field{
			{"token", "address", p.Token}, {"amount", "uint256", p.Amount},
		}}},
		{"spender", "address", p.Spender}, {"nonce", "uint256", p.Nonce},
		{"deadline", "uint256", p.Deadline},
	}}, noDeed{}}
}

// Permit2Allowance gives a spender an allowance inside Permit2 until it expires (PermitSingle).
type Permit2Allowance struct {
	Token       common.Address
	Amount      api.Amount // 160 bits; 2^160−1 is unlimited
	Expiration  uint64     // UNIX seconds, 48 bits
	Nonce       uint64     // 48 bits
	Spender     common.Address
	SigDeadline api.Amount // UNIX seconds
}

// TypedData returns the permit as the tokens' owner signs it for a network's Permit2 contract.
func (p Permit2Allowance) TypedData(chainID uint64, permit2 common.Address) TypedData {
	return TypedData{Permit2Domain(chainID, permit2), Struct{"PermitSingle", []Field{
		{"details", "PermitDetails", Struct{"PermitDetails", []Field{
			{"token", "address", p.Token}, {"amount", "uint160", p.Amount},
			{"expiration", "uint48", api.NewAmount(p.Expiration)},
			{"nonce", "uint48", api.NewAmount(p.Nonce)},
		}}},
		{"spender", "address", p.Spender}, {"sigDeadline", "uint256", p.SigDeadline},
	}}, noDeed{}}
}
