package agents

import (
	"context"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
)

// shelf is a book of limit orders, best first.
type shelf []api.OrderRecord

// OrderBook implements auction.Book.
func (s shelf) OrderBook(context.Context, api.BookQuery) (api.OrderPage, error) {
	return api.OrderPage{Orders: s}, nil
}

// Of limit orders that pay more than the pools pay on average, those are left out that pay less
// than the pools do at the end of what they then sell, or than their gas costs.
func TestTheBookLeavesToThePoolsWhatTheyPayMoreFor(t *testing.T) {
	t.Parallel()
	fewer := 0
	for _, seed := range []uint64{2, 3} {
		m := drawMarket(t, seed, onlyProducts...)
		b := m.batch(t, 1)
		src, dest := tokenOf(2), tokenOf(3)
		amount := units(18).MulDiv(api.NewAmount(100_000), api.NewAmount(1))
		whole, err := b.Best(t.Context(), src, dest, amount)
		if err != nil {
			t.Fatal(err)
		}
		var makers shelf
		for i := range uint64(maxMakers) { // a tenth each, paying a bit less each time
			takes := amount.MulDiv(api.NewAmount(1), api.NewAmount(10))
			gives := whole.Received.MulDiv(
				api.NewAmount(1_010+(maxMakers-i)*uint64(seed)), api.NewAmount(10_000))
			makers = append(makers, api.OrderRecord{Order: api.Order{
				Maker: common.Address{byte(i)}, MakerAmount: gives, TakerAmount: takes},
				MakerBalance: gives, SwappableBalance: gives})
		}
		b.Book = makers
		got, err := Blend(t.Context(), b, src, dest, amount)
		if err != nil {
			t.Fatal(err)
		}
		best, used := api.Amount{}, 0
		for n := 1; n <= maxMakers; n++ {
			if net := netOf(t, b, makers[:n], src, dest, amount); best.Less(net) {
				best, used = net, n
			}
		}
		if used < maxMakers {
			fewer++
		}
		fee, err := b.GasIn(t.Context(), dest, got.Gas)
		if err != nil || got.Received.Sub(fee) != best {
			t.Errorf("seed %d: %s are brought, %d of %d limit orders bring %s: %v", seed,
				got.Received.Sub(fee), used, maxMakers, best, err)
		}
	}
	if fewer == 0 {
		t.Error("it never pays to leave out a limit order")
	}
}

// netOf is what limit orders and the pools bring after gas.
func netOf(t *testing.T, b *auction.Batch, makers shelf, src, dest common.Address,
	amount api.Amount) (net api.Amount) {
	t.Helper()
	left, gas := amount, bookGas+uint64(len(makers))*makerGas
	for i := range makers {
		left, net = left.Sub(makers[i].TakerAmount), net.Add(makers[i].MakerAmount)
	}
	tail, err := b.Best(t.Context(), src, dest, left)
	if err != nil {
		t.Fatal(err)
	}
	fee, err := b.GasIn(t.Context(), dest, gas+tail.Gas)
	if err != nil {
		t.Fatal(err)
	}
	return net.Add(tail.Received).Sub(fee)
}
