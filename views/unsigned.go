package views

import (
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/views/format"
)

// Handed is what a form held when it was signed, although nobody answered whether it has arrived:
// the form still shows it then. The zero value holds nothing.
type Handed struct {
	content string
	hash    common.Hash
}

// Unsure notes that what a form holds was signed, and may have been sent as hash.
func (h *Handed) Unsure(content string, hash common.Hash) { *h = Handed{content, hash} }

// Holds tells whether a form with content still shows what was signed as hash.
func (h Handed) Holds(content string, hash common.Hash) bool {
	return h.hash == hash && hash != (common.Hash{}) && h.content == content
}

// Unsigned is what a form's Unsaved says of what it holds, such as "an order": content tells
// drafts apart. It is "" of what the service turned out to have.
func (s *Session) Unsigned(h Handed, content, what string) string {
	if e, ok := s.UnderWay.Entry(h.hash); ok && !e.Refused && h.content == content {
		if e.Taken {
			return ""
		}
		return fmt.Sprintf("the form holds %s that is signed and may have been sent as %s", what,
			format.Hash(h.hash))
	}
	return fmt.Sprintf("the form holds %s that is not signed", what)
}
