package views

import (
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// ResolveAddress reads whom a person has typed: an address in full, or the name of one of the
// wallet's accounts. why is what is wrong with it; nobody is named by an empty text.
func (s *Session) ResolveAddress(text string) (a common.Address, why string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return a, ""
	}
	if !strings.HasPrefix(text, "0x") {
		if account, err := s.Wallet.Find(text); err == nil {
			return account.Address, ""
		}
		return a, "type 0x and 40 digits, or a name"
	}
	a, err := api.ParseAddress(text)
	switch {
	case err != nil:
		return a, err.Error()
	case a == common.Address{}:
		return a, "the zero address is nobody"
	}
	return a, ""
}

// AddressName is whom an address belongs to as far as the wallet knows, "" for a stranger.
func (s *Session) AddressName(a common.Address) string {
	for _, account := range s.Wallet.List() {
		if account.Address == a {
			return account.Name
		}
	}
	return s.ContractName(a)
}
