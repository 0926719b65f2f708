package eip712

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Signature is a canonical secp256k1 signature r ‖ s ‖ v with s in the lower half of the group
// order and v 27 or 28.
type Signature [65]byte

// ErrNotSigner means that a well-formed signature was made by another key, or for other data.
var ErrNotSigner = errors.New(
	"the signature is not by this account: sign again with its key, for this network and contract")

// ParseSignature reads the 65-byte form or the 64-byte form of EIP-2098 under the rules of the
// order contract: v must be 27 or 28, s in the lower half of the group order, neither r nor s zero
// or beyond the group order.
func ParseSignature(b []byte) (Signature, error) {
	var s Signature
	switch len(b) {
	case 65:
		copy(s[:], b)
	case 64:
		copy(s[:], b)
		s[64] = 27 + s[32]>>7
		s[32] &= 0x7f
	default:
		return Signature{}, fmt.Errorf(
			"a signature has 65 bytes, or 64 in the compact form; this one has %d", len(b))
	}
	if s[64] != 27 && s[64] != 28 {
		return Signature{}, fmt.Errorf(
			"a signature ends with v = 27 or 28; this one with %d", s[64])
	}
	if err := s.check(); err != nil {
		return Signature{}, err
	}
	return s, nil
}

func (s Signature) check() error {
	r, v := new(big.Int).SetBytes(s[:32]), new(big.Int).SetBytes(s[32:64])
	if crypto.ValidateSignatureValues(s[64]-27, r, v, true) {
		return nil
	}
	if crypto.ValidateSignatureValues(s[64]-27, r, v, false) {
		return errors.New("the signature has a high s: contracts take only the twin with s in " +
			"the lower half of the group order")
	}
	return errors.New("the signature's r or s is zero or beyond the group order")
}

// Bytes returns the 65-byte form.
func (s Signature) Bytes() []byte { return bytes.Clone(s[:]) }

// Compact returns the 64-byte form of EIP-2098, the only one the Delta contract takes from plain
// accounts.
func (s Signature) Compact() []byte {
	b := bytes.Clone(s[:64])
	b[32] |= (s[64] - 27) << 7
	return b
}

// Recover returns the account whose key made the signature over the hash.
func Recover(hash common.Hash, s Signature) (common.Address, error) {
	if err := s.check(); err != nil {
		return common.Address{}, err
	}
	s[64] -= 27
	key, err := crypto.Ecrecover(hash[:], s[:])
	if err != nil {
		return common.Address{}, errors.New(
			"no account can have made this signature over this data")
	}
	return common.BytesToAddress(crypto.Keccak256(key[1:])[12:]), nil
}

// Verify checks that signer's own key made the signature over the hash. The error says what is
// wrong with the signature's form, or is ErrNotSigner. A contract's signature (ERC-1271) can only
// be judged on chain: see ERC1271Call.
func Verify(hash common.Hash, signature []byte, signer common.Address) error {
	s, err := ParseSignature(signature)
	if err != nil {
		return err
	}
	who, err := Recover(hash, s)
	if err != nil {
		return err
	}
	if who != signer || signer == (common.Address{}) {
		return ErrNotSigner
	}
	return nil
}

// erc1271Magic is the selector of isValidSignature(bytes32,bytes), which the method returns to say
// yes.
var erc1271Magic = [4]byte{0x16, 0x26, 0xba, 0x7e}

// ERC1271Call returns the calldata that asks a contract account whether it accepts a signature:
// isValidSignature(hash, signature).
func ERC1271Call(hash common.Hash, signature []byte) []byte {
	padded := (len(signature) + 31) / 32 * 32
	b := make([]byte, 4+3*32+padded)
	copy(b, erc1271Magic[:])
	copy(b[4:], hash[:])
	b[4+63] = 0x40
	new(big.Int).SetUint64(uint64(len(signature))).FillBytes(b[4+64 : 4+96])
	copy(b[4+96:], signature)
	return b
}

// ERC1271Accepts tells whether a contract's answer to ERC1271Call is yes: one word that starts with
// the magic value and is zero after it.
func ERC1271Accepts(answer []byte) bool {
	return len(answer) >= 32 && [4]byte(answer[:4]) == erc1271Magic &&
		bytes.Count(answer[4:32], []byte{0}) == 28
}
