package book_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"pgregory.net/rapid"

	"bourse/backend/api"
	"bourse/views/book"
)

// TestSweepKeepsItsPromises: whatever orders are gone, a sweep costs no more than the worst case it
// names, and if none is, it costs what it says.
func TestSweepKeepsItsPromises(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		bids := rapid.Bool().Draw(t, "bids")
		var orders []api.BookOrder
		price := rapid.Uint64Range(1_000_000, 5_000_000).Draw(t, "price")
		for i := range rapid.IntRange(1, 6).Draw(t, "orders") {
			step := rapid.Uint64Range(0, 900).Draw(t, "step")
			if price += step; bids {
				price -= 2 * step
			}
			orders = append(orders, api.BookOrder{Hash: common.Hash{byte(i)},
				Price: api.Price{Quote: api.NewAmount(price), Base: api.NewAmount(1_000_003)},
				Size:  api.NewAmount(rapid.Uint64Range(1_000, 9_000_000).Draw(t, "size"))})
		}
		n := rapid.IntRange(1, len(orders)).Draw(t, "taken")
		s := book.NewSweep(bids, orders[:n], orders[n:], orders[len(orders)-1].Price)
		if len(s.Orders) != n || len(s.Spares) != len(orders)-n {
			t.Fatalf("%d orders and %d spares", len(s.Orders), len(s.Spares))
		}
		left, sum := s.Size, api.Amount{}
		for i, o := range orders {
			if rapid.Bool().Draw(t, "gone") && i > 0 {
				continue
			}
			// as the contract does it: a payment of whole units, and what that buys
			size := o.Size.Min(left)
			quote := o.Price.QuoteFor(size, api.Up)
			if bids {
				quote = o.Price.QuoteFor(size, api.Down)
			}
			sum, left = sum.Add(quote), left.Sub(size)
		}
		if !left.IsZero() {
			return // it would fail and cost nothing
		}
		if bids && sum.Less(s.WorstQuote()) || !bids && s.WorstQuote().Less(sum) {
			t.Fatalf("%s at worst, but it is %s", s.WorstQuote(), sum)
		}
	})
}

// TestSweepLeavesOutWhatIsWorse: the worst price is a limit, for spares and orders alike.
func TestSweepLeavesOutWhatIsWorse(t *testing.T) {
	t.Parallel()
	at := func(quote uint64) api.BookOrder {
		return api.BookOrder{Price: api.Price{Quote: api.NewAmount(quote), Base: api.NewAmount(1)},
			Size: api.NewAmount(10)}
	}
	asks := book.NewSweep(false, []api.BookOrder{at(100), at(103)},
		[]api.BookOrder{at(104), at(106)}, at(104).Price)
	if len(asks.Orders) != 2 || len(asks.Spares) != 1 || asks.Size != api.NewAmount(20) ||
		asks.Quote() != api.NewAmount(2030) || asks.WorstQuote() != api.NewAmount(2073) {
		t.Errorf("%+v costs %s, at worst %s", asks, asks.Quote(), asks.WorstQuote())
	}
	bids := book.NewSweep(true, []api.BookOrder{at(100), at(97)}, []api.BookOrder{at(96)},
		at(97).Price)
	if len(bids.Orders) != 2 || len(bids.Spares) != 0 || bids.Quote() != api.NewAmount(1970) ||
		bids.Worst().Cmp(at(97).Price) != 0 {
		t.Errorf("%+v brings %s", bids, bids.Quote())
	}
}
