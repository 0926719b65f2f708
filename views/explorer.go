package views

import (
	"net/url"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/ui"
	"bourse/ui/clean"
)

// AddressPage is the page of an address at a network's explorer, "" where it has none.
func AddressPage(n api.Network, a common.Address) string { return page(n, "address", a.Hex()) }

// TransactionPage is the page of a transaction at a network's explorer, "" where it has none.
func TransactionPage(n api.Network, hash common.Hash) string { return page(n, "tx", hash.Hex()) }

// page is an address on the web that is safe to write to a terminal, and to open.
func page(n api.Network, parts ...string) string {
	u, err := url.Parse(n.Explorer)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return ""
	}
	text := u.JoinPath(parts...).String()
	if !clean.IsPrintableASCII(text) {
		return ""
	}
	return text
}

// NoExplorer says why there is no page.
const NoExplorer = "no explorer of this network is known"

// CopyPage copies the address of the page that tells about a hash or an address, and shows it.
func (s *Session) CopyPage(about, page string) {
	s.Copy("the page of "+ui.ShortAddress(about)+": "+page, page)
}
