package market

import (
	"math/big"
	"testing"

	"bourse/backend/api"
)

func TestDepthEndsOnePercentFromTheMiddle(t *testing.T) {
	side := func(prices ...uint64) (out []api.BookOrder) {
		for _, p := range prices {
			out = append(out, api.BookOrder{Size: api.NewAmount(5),
				Price: api.Price{Quote: api.NewAmount(p), Base: api.NewAmount(100)}})
		}
		return out
	}
	mid := big.NewRat(100, 1)
	for _, c := range []struct {
		side []api.BookOrder
		want uint64
	}{
		{side(10_001, 10_100, 10_101), 10}, {side(9_999, 9_900, 9_899), 10}, {side(9_000), 0},
		{nil, 0},
	} {
		if got := within(c.side, mid); got != api.NewAmount(c.want) {
			t.Errorf("%d orders: %s within 1 %%, want %d", len(c.side), got, c.want)
		}
	}
}
