package api

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"
)

// NativeToken is the address that stands for the network's own coin.
var NativeToken = common.HexToAddress("0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee")

// ParseAddress reads 20 bytes of hex with 0x in any letter case. Where cases are mixed they must
// carry the EIP-55 checksum, so that a mistyped address is caught.
func ParseAddress(s string) (common.Address, error) {
	b, err := ParseHex(s)
	if err != nil {
		return common.Address{}, err
	}
	if len(b) != common.AddressLength {
		return common.Address{}, fmt.Errorf("must be 20 bytes of hex with 0x, got %d bytes", len(b))
	}
	a := common.BytesToAddress(b)
	digits := s[2:]
	if digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) &&
		a.Hex()[2:] != digits {
		return common.Address{}, fmt.Errorf(
			"%s has a wrong EIP-55 checksum: check each digit, or write it in lower case", s)
	}
	return a, nil
}

// ParseHash reads 32 bytes of hex with 0x.
func ParseHash(s string) (common.Hash, error) {
	b, err := ParseHex(s)
	if err != nil {
		return common.Hash{}, err
	}
	if len(b) != common.HashLength {
		return common.Hash{}, fmt.Errorf("must be 32 bytes of hex with 0x, got %d bytes", len(b))
	}
	return common.BytesToHash(b), nil
}

// ParseHex reads hex digits with 0x.
func ParseHex(s string) ([]byte, error) {
	if !strings.HasPrefix(s, "0x") {
		return nil, errors.New("must start with 0x")
	}
	b, err := hex.DecodeString(s[2:])
	if err != nil {
		return nil, errors.New("must hold whole bytes of hex digits after 0x")
	}
	return b, nil
}

// Lower returns an address as responses write it: 0x and 40 lower-case digits.
func Lower(a common.Address) string { return "0x" + hex.EncodeToString(a[:]) }
