package orders

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store/facts"
)

// An order that somebody wrote into the log of facts as a contract's, whose maker is none or does
// not accept the signature, is in no book.
func TestForgedFactsOfContractsAreInNoBook(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(1)
	wallet, r := w.orderOfWallet(trader(0))
	ofAccount := w.sell(1, 1, 3000).Order
	ofWallet := r.Order
	for i, o := range []api.Order{ofAccount, ofWallet} {
		rec := record{order: o, hash: w.orders.hasher.Hash(&o), signature: make([]byte, 65),
			byContract: true, created: w.clock.Load(), first: newStatus(1, w.clock.Load())}
		body, err := recordCodec{}.Append(nil, rec)
		if err != nil {
			t.Fatal(err)
		}
		at := facts.Position{Revision: int64(i + 1)}
		if err := (intake{w.orders}).Apply(t.Context(), at, []facts.Fact{{
			Stream: Stream(api.LocalChainID), Name: rec.hash.Hex(), Body: body}}); err != nil {
			t.Fatal(err)
		}
		if got := w.get(rec.hash); got.State != api.Suspended ||
			!got.SwappableBalance.IsZero() {
			t.Errorf("a forged order of %s is %s", o.Maker, got.State)
		}
	}
	if list := w.book("WETH", "USDC"); len(list) > 0 {
		t.Errorf("%d forged orders are in the book", len(list))
	}
	if list := w.book("LINK", "USDC"); len(list) > 0 {
		t.Errorf("%d forged orders of %s are in the book", len(list), common.Address(wallet))
	}
}
