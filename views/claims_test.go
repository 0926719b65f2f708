package views_test

import (
	"context"
	"encoding/binary"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/api/apitest"
	"bourse/views"
)

// Open orders are found behind however many that have ended, each once; a list that has no end is
// an error, not a part of it.
func TestOpenOrdersAreOfAllPages(t *testing.T) {
	t.Parallel()
	hash := func(n int) (h common.Hash) { binary.BigEndian.PutUint64(h[:], uint64(n)+1); return h }
	for all, fails := range map[int]bool{0: false, 10: false, 1000: false, 2500: false,
		1 << 20: true} {
		f := new(apitest.Fake)
		f.OnOrders = func(_ context.Context, q api.OrderQuery) (p api.OrderPage, err error) {
			if q.Type != api.Limit {
				return p, nil
			}
			for i := q.Offset; i < min(all, q.Offset+q.Limit); i++ {
				if i == 7 { // it can't be so, and was left out
					continue
				}
				o := api.OrderRecord{Hash: hash(i), State: api.Fulfilled}
				if i%1249 == 0 { // of 2,500 these are 0, 1,249 and 2,498
					o.State = api.Pending
				}
				p.Orders = append(p.Orders, o)
			}
			if q.Offset == 0 && all > 2000 { // told here as it was signed, too
				p.Orders = append(p.Orders, api.OrderRecord{Hash: hash(1249), State: api.Pending,
					Unshown: true})
			}
			p.HasMore = q.Offset+q.Limit < all
			return p, nil
		}
		open, err := views.OpenOrders(t.Context(), apitest.On(f, 1), common.Address{1}, false)
		if fails {
			if err == nil {
				t.Errorf("of %d orders %d are open, and that is all", all, len(open))
			}
			continue
		}
		want := map[int]int{0: 0, 10: 1, 1000: 1, 2500: 3}[all]
		if err != nil || len(open) != want {
			t.Errorf("of %d orders %d are open, not %d: %v", all, len(open), want, err)
		}
		for _, o := range open {
			if o.Unshown {
				t.Errorf("of %d orders one that is shown is not: %+v", all, o)
			}
		}
	}
}
