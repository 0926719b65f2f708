package views

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// ResolveAddress reads whom a person has typed: an address in full, the name of one of the wallet's
// accounts, or a label of the address book. why is what is wrong with it; nobody is named by an
// empty text.
func (s *Session) ResolveAddress(text string) (a common.Address, why string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return a, ""
	}
	if !strings.HasPrefix(text, "0x") {
		if account, err := s.Wallet.Find(text); err == nil {
			return account.Address, ""
		}
		for _, c := range s.Contacts() {
			if strings.EqualFold(c.Label, text) {
				return c.Address, ""
			}
		}
		return a, "no account or label is called that: type 0x and 40 digits"
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
