package eip712

import (
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// dataWords is data of 32-byte words, as contracts decode it.
type dataWords []byte

func (w dataWords) amount(a api.Amount) dataWords {
	b := a.Bytes32()
	return append(w, b[:]...)
}

func (w dataWords) address(a common.Address) dataWords {
	return append(w, common.LeftPadBytes(a[:], 32)...)
}

// signature lays down v, r and s.
func (w dataWords) signature(s Signature) dataWords {
	return append(w.amount(api.NewAmount(uint64(s[64]))), s[:64]...)
}

// Encode returns the 224 bytes that orders and swaps carry the signed permit in: owner, spender,
// value, deadline, v, r, s.
func (p Permit) Encode(s Signature) []byte {
	return dataWords{}.address(p.Owner).address(p.Spender).amount(p.Value).amount(
		p.Deadline).signature(s)
}

// Encode returns the 256 bytes that orders and swaps carry the signed permit in: holder, spender,
// nonce, expiry, allowed, v, r, s.
func (p DAIPermit) Encode(s Signature) []byte {
	allowed := api.Amount{}
	if p.Allowed {
		allowed = api.NewAmount(1)
	}
	return dataWords{}.address(p.Holder).address(p.Spender).amount(p.Nonce).amount(p.Expiry).amount(
		allowed).signature(s)
}

// Encode returns the 96 bytes that a Delta order carries the signed permit in: the nonce and the
// compact signature. Token, amount and deadline are the order's.
func (p Permit2Transfer) Encode(s Signature) []byte {
	return append(dataWords{}.amount(p.Nonce), s.Compact()...)
}

// Encode returns the 192 bytes that a Delta order carries the signed permit in: amount, expiration,
// nonce, signature deadline and the compact signature.
func (p Permit2Allowance) Encode(s Signature) []byte {
	head := dataWords{}.amount(p.Amount).amount(api.NewAmount(p.Expiration)).amount(
		api.NewAmount(p.Nonce)).amount(p.SigDeadline)
	return append(head, s.Compact()...)
}
