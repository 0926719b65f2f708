package views

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/wallet"
	"bourse/wallet/describe"
)

// ResolveAddress reads whom a person has typed: an address in full, the name of one of the wallet's
// accounts, a label of the address book, or a name of the network's name service, which is looked
// up: until it is, why says so. why is what is wrong with it; nobody is named by an
// empty text.
func (s *Session) ResolveAddress(text string) (a common.Address, why string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return a, ""
	}
	if !strings.HasPrefix(text, "0x") {
		return s.resolveName(text)
	}
	a, err := api.ParseAddress(text)
	switch {
	case err != nil && strings.Contains(err.Error(), "checksum"):
		return a, "wrong EIP-55 checksum: compare every digit"
	case err != nil:
		return a, err.Error()
	case a == common.Address{}:
		return a, "the zero address is nobody"
	}
	return a, ""
}

// resolveName finds whom a name stands for: nobody where it stands for two.
func (s *Session) resolveName(name string) (a common.Address, why string) {
	account, err := s.Wallet.Find(name)
	if errors.Is(err, wallet.BadInput) { // several are called so
		return a, err.Error()
	}
	for _, c := range s.Contacts() {
		switch {
		case !strings.EqualFold(c.Label, name):
		case err != nil || c.Address == account.Address:
			return c.Address, ""
		default: // an account that came after the contact
			return a, fmt.Sprintf("%q is your account %s and the contact %s: say which by its "+
				"address", name, account.Address.Hex(), c.Address.Hex())
		}
	}
	switch {
	case err == nil:
		return account.Address, ""
	case looksLikeName(name):
		return s.Names.address(s.Network.ChainID, name, s.Now())
	}
	return a, "no account or label is called that: type 0x and 40 digits"
}

// AddressName is whom an address belongs to as far as the wallet, the address book and the network
// know, "" for a stranger.
func (s *Session) AddressName(a common.Address) string {
	for _, account := range s.Wallet.List() {
		if account.Address == a {
			return account.Name
		}
	}
	if label := s.Label(a); label != "" {
		return label
	}
	return s.ContractName(a)
}

// lookalike returns what a stranger's address can be taken for: an account, a contact, a contract
// or a listed token; name is "" where there is nothing.
func (s *Session) lookalike(a common.Address) (name string, is common.Address) {
	if s.AddressName(a) != "" {
		return "", is
	}
	for _, account := range s.Wallet.List() {
		if describe.Resembles(a, account.Address) {
			return account.Name, account.Address
		}
	}
	for _, c := range s.Contacts() {
		if describe.Resembles(a, c.Address) {
			return c.Label, c.Address
		}
	}
	for _, c := range s.Network.Contracts.All() {
		if describe.Resembles(a, c) {
			return "the " + s.ContractName(c), c
		}
	}
	if _, listed := s.byAddr[a]; listed {
		return "", is
	}
	for _, t := range s.tokens {
		if describe.Resembles(a, t.Address) {
			return "the token " + Symbol(t), t.Address
		}
	}
	return "", is
}

// LooksLike says what a stranger's address can be taken for and in which digits it differs from
// that, "" where it resembles nothing that is known.
func (s *Session) LooksLike(a common.Address) string {
	name, is := s.lookalike(a)
	if name == "" {
		return ""
	}
	return "looks like " + name + ", differs in " + describe.Differences(a, is)
}
