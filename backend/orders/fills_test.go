package orders

import (
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store"
)

// All fills of an account, page by page, are each told once, newest first, and cost not many times
// as much as at once: whoever looks for what is new of an account with very many is not held up.
func TestPagesOfFillsCostWhatTheyHold(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it measures")
	}
	const all, page = 8000, 100
	w := newWorld(t)
	maker, taker, order := common.Address{1}, common.Address{2}, common.Hash{3}
	if err := w.orders.cfg.Store.Update(func(tx *store.Tx) error {
		for n := range uint64(all) {
			k := fillKey{1 + n/70, uint32(n % 70)}
			f := api.Fill{OrderHash: order, Maker: maker, Taker: taker,
				Block: api.BlockRef{Number: k.block}, LogIndex: uint(k.index)}
			if err := w.orders.tables.fills.Put(tx, k, f); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for name, q := range map[string]api.FillQuery{"an order's": {Order: &order},
		"an account's": {Account: &taker}, "all": {}} {
		began := time.Now()
		q.Limit = all
		want, err := w.orders.Fills(t.Context(), q)
		if err != nil || len(want) != all {
			t.Fatalf("%s: %d, %v", name, len(want), err)
		}
		once := time.Since(began)
		q.Limit, began = page, time.Now()
		var got []api.Fill
		for {
			list, err := w.orders.Fills(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if len(list) == 0 {
				break
			}
			got = append(got, list...)
			mark := list[len(list)-1].Mark()
			q.Before = &mark
		}
		paged := time.Since(began)
		if len(got) != all {
			t.Fatalf("%s: %d of %d in pages", name, len(got), all)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: %+v in place %d, want %+v", name, got[i], i, want[i])
			}
		}
		t.Logf("%s: at once %s, in pages %s", name, once, paged)
		if paged > 10*once {
			t.Errorf("%s: at once they take %s, in pages %s", name, once, paged)
		}
	}
}
