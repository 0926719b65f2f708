package orders

import (
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// over prepares a fill of a total over orders, in their order.
func (w *world) over(taker int, side api.Side, total api.Amount,
	hashes ...common.Hash) (api.Transaction, error) {
	r := api.FillRequest{Taker: addressOf(trader(taker)), Side: side,
		Total: total}
	for _, h := range hashes {
		r.Legs = append(r.Legs, api.FillLeg{Hash: h})
	}
	return w.orders.PrepareFill(w.t.Context(), r)
}

// A purchase of a total takes the orders in turn; one that is filled before it is mined is made up
// for by the next, and the amount bought is the same.
func TestFillOverPassesOverWhatIsGone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1, 2)
	a, b, c := w.create(w.sell(0, 1, 3000)), w.create(w.sell(0, 1, 3010)),
		w.create(w.sell(0, 1, 3020))
	half := units(15, 17) // 1.5 WETH
	tx, err := w.over(1, api.Buy, half, a.Hash, b.Hash, c.Hash)
	if err != nil {
		t.Fatal(err)
	}
	w.fill(2, a.Hash, zero) // somebody is faster
	w.do(trader(1), tx.To, tx.Data)
	if got := w.get(b.Hash); got.State != api.Fulfilled {
		t.Errorf("the second order is %s", got.State)
	}
	if got := w.get(c.Hash); got.FillableBalance != units(5, 17) {
		t.Errorf("the third order has %s left", got.FillableBalance)
	}
	// half of an order is left: less than is asked for, with the number that there is
	_, err = w.over(1, api.Buy, units(1, 18), a.Hash, b.Hash, c.Hash)
	if api.TypeOf(err) != api.OrderNotFillable ||
		!strings.Contains(err.Error(), units(5, 17).String()+" units between them") {
		t.Error(err)
	}
	if tx, err = w.over(1, api.Buy, units(5, 17), a.Hash, c.Hash); err != nil {
		t.Fatal(err)
	}
	w.do(trader(1), tx.To, tx.Data)
	if got := w.get(c.Hash); got.State != api.Fulfilled {
		t.Errorf("the third order is %s", got.State)
	}
}

// A sale pays its total exactly, and orders that are taken whole or not at all are left out where
// they would be taken in part.
func TestFillOverSellsExactly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.approveAll(0, 1)
	whole := w.sell(0, 1, 3000)
	whole.FillOrKill = true
	a, b := w.create(whole), w.create(w.sell(0, 1, 3010))
	paid := func(h common.Hash) (sum api.Amount) {
		fills, err := w.orders.Fills(t.Context(), api.FillQuery{Order: &h, Limit: 10})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fills {
			sum = sum.Add(f.TakerAmount)
		}
		return sum
	}
	for _, c := range []struct{ total, toA, toB uint64 }{{1500, 0, 1500}, {4000, 3000, 2500}} {
		tx, err := w.over(1, api.Sell, units(c.total, 6), a.Hash, b.Hash)
		if err != nil {
			t.Fatal(err)
		}
		w.do(trader(1), tx.To, tx.Data)
		toA, toB := paid(a.Hash), paid(b.Hash)
		if toA != units(c.toA, 6) || toB != units(c.toB, 6) {
			t.Errorf("after %d USDC the orders got %s and %s", c.total, toA, toB)
		}
	}
	if _, err := w.over(1, api.Sell, zero, b.Hash); api.TypeOf(err) != api.ValidationError ||
		!strings.Contains(err.Error(), "total is 0") {
		t.Error(err)
	}
}
