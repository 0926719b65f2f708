package orders

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// An order that nothing ever stood behind ends after a day, one that once could be filled after a
// month, and either comes back by a new post: in the book where it can be filled by then.
func TestWhatNobodyCanFillEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(1)
	never, once := w.sell(0, 1, 3000), w.sell(1, 1, 3100)
	first, second := w.create(never).Hash, w.create(once).Hash
	w.do(trader(1), w.tokens["WETH"], approveData(w.rfq, api.Amount{}))
	is := func(when string, want ...api.OrderState) {
		t.Helper()
		for i, hash := range []common.Hash{first, second} {
			rec := w.get(hash)
			if rec.State != want[i] || (want[i] == api.Expired) !=
				strings.Contains(rec.StateReason, "post it again") {
				t.Errorf("%s: order %d is %s, not %s: %s", when, i, rec.State, want[i],
					rec.StateReason)
			}
		}
	}
	later := func(hours int64) {
		w.clock.Add(hours * 3600)
		w.mine()
	}
	is("at first", api.Suspended, api.Suspended)
	later(23)
	is("after 23 hours", api.Suspended, api.Suspended)
	later(2)
	is("after a day", api.Expired, api.Suspended)
	later(28 * 24)
	is("after four weeks", api.Expired, api.Suspended)
	later(48)
	is("after a month", api.Expired, api.Expired)
	if n := w.orders.index.openOrders(addressOf(trader(0))); n != 0 ||
		len(w.orders.index.holdings.byKey) != 0 {
		t.Errorf("%d orders and %d holdings are followed still", n,
			len(w.orders.index.holdings.byKey))
	}
	w.approveAll(0)
	for i, r := range []api.OrderRequest{never, once} {
		want := []api.OrderState{api.Pending, api.Suspended}[i]
		rec, created, err := w.orders.CreateOrder(t.Context(), r)
		if err != nil || created || rec.State != want {
			t.Errorf("order %d posted again is %s, not %s: %t, %v", i, rec.State, want, created,
				err)
		}
	}
	if list := w.book("WETH", "USDC"); len(list) != 1 || list[0] != first {
		t.Errorf("the book has %v", list)
	}
	w.fill(1, first, units(1000, 6))
}

// There is room for so many orders that nothing stands behind; what can be filled is taken all the
// same, and they make room where they can be filled or end.
func TestRoomForWhatNobodyCanFill(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(1)
	w.orders.cfg.MaxUnpaid = 2
	w.create(w.sell(0, 1, 3000))
	w.create(w.sell(0, 1, 3001))
	if _, _, err := w.orders.CreateOrder(t.Context(), w.sell(0, 1, 3002)); api.TypeOf(err) !=
		api.TooManyOrders {
		t.Errorf("one too many: %v", err)
	}
	w.create(w.sell(1, 1, 3000))
	w.approveAll(0)
	w.mine()
	w.create(w.sell(2, 1, 3000))
}
