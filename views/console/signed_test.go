package console

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/views"
)

// TestActivityNamesWhatWasSigned as its dialog does: typed data by its digest, a transaction by its
// hash.
func TestActivityNamesWhatWasSigned(t *testing.T) {
	t.Parallel()
	k, c := start(t, &exchange{status: at(7)})
	nonce := uint64(7)
	k.Do(c.host.s.Broadcast(views.Signed{Title: "Limit order", ChainID: 1337,
		Hash: common.Hash{0xa1, 31: 0xf3}}))
	k.Do(c.host.s.Broadcast(views.Signed{Title: "Swap", ChainID: 1337, Nonce: &nonce,
		Hash: common.Hash{0xbe, 31: 0xef}}))
	k.Press("f8")
	k.Shows("signed Limit order  digest 0xa100…00f3", "signed Swap  hash 0xbe00…00ef")
}
