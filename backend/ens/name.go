package ens

import (
	"strings"

	"github.com/adraffy/go-ens-normalize/ensip15"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/crypto"
)

// Normalize is a name as the registry has it; the error says what is wrong with one that is none.
func Normalize(name string) (string, error) { return ensip15.Shared().Normalize(name) }

// Namehash is the node of a normalised name (EIP-137).
func Namehash(name string) (node common.Hash) {
	if name == "" {
		return node
	}
	label, parent, _ := strings.Cut(name, ".")
	above := Namehash(parent)
	return crypto.Keccak256Hash(above[:], crypto.Keccak256([]byte(label)))
}
