package wallet

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Kind is how an account's key is kept.
type Kind string

// The kinds of account.
const (
	Keystore    Kind = "keystore" // encrypted in the folder
	WatchedOnly Kind = "watch"    // an address without a key
	// one of the local network's well-known keys, worthless elsewhere
	Development Kind = "development"
	// a key in this process's memory alone, for the local network
	Session Kind = "session"
	// a key that a signer elsewhere holds
	External Kind = "external"
	// a key in a Ledger, which shows typed data by two hashes
	Hardware Kind = "ledger"
)

// Elsewhere tells whether somebody else signs, who may have to approve it.
func (k Kind) Elsewhere() bool { return k == External || k == Hardware }

// Account is an address the wallet knows under a name.
type Account struct {
	Name    string
	Address common.Address
	Kind    Kind
	Open    bool // whether it signs without a password at this moment
	Seeded  bool // whether more accounts can be derived from the mnemonic it came from
	Index   uint32
	// Public says that everyone knows its key, however it came here: it is one of the mnemonic of
	// development networks.
	Public bool
}

// CanSign returns nil where the account may sign for a chain, perhaps after its password is given,
// else the refusal with its sentence.
func (a Account) CanSign(chainID uint64) error {
	switch {
	case a.Kind == WatchedOnly:
		return refuse(WatchOnly, "%s is watch-only: import its key to sign with it", a.Name)
	case (a.Kind == Development || a.Public) && chainID != api.LocalChainID:
		return refuse(WrongChain, "%s is a development account whose key everyone knows: it "+
			"signs for the local network (%d) only, not for chain %d",
			a.Name, api.LocalChainID, chainID)
	case a.Kind == Session && chainID != api.LocalChainID:
		return refuse(WrongChain, "%s is an account of this session: it signs for the local "+
			"network (%d) only, not for chain %d", a.Name, api.LocalChainID, chainID)
	}
	return nil
}

// entry is an account in the index file.
type entry struct {
	Name    string         `json:"name"`
	Address common.Address `json:"address"`
	Kind    Kind           `json:"kind"`
	File    string         `json:"file,omitempty"`  // of the encrypted key
	Seed    string         `json:"seed,omitempty"`  // file of the encrypted mnemonic
	Index   uint32         `json:"index,omitempty"` // on DerivationPath, where there is a Seed
}

// maxName is the longest name, in runes.
const maxName = 24

// cleanName returns a name without space around it, or says why it cannot be one.
func cleanName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", refuse(BadInput, "an account needs a name")
	case utf8.RuneCountInString(name) > maxName:
		return "", refuse(BadInput, "a name has at most %d characters", maxName)
	case strings.HasPrefix(name, "0x"):
		return "", refuse(BadInput, "a name cannot start with 0x: it would look like an address")
	case strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_. ", r)
	}):
		return "", refuse(BadInput, "a name has letters, digits, spaces and - _ . only")
	}
	return name, nil
}
