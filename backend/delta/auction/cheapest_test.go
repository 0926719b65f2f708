package auction

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// curve is a pool of constant product, which pays less for a unit the more is sold, in steps of so
// much of what it sells.
type curve struct{ src, dest, step uint64 }

func (c curve) pays(amount uint64) uint64 {
	amount -= amount % c.step
	return api.NewAmount(c.dest).MulDiv(api.NewAmount(amount),
		api.NewAmount(c.src+amount)).U256().Uint64()
}

func (c curve) Best(_ context.Context, _ api.BlockRef, _, _ common.Address, amount api.Amount,
	_ ...common.Address) (Route, error) {
	n, _ := amount.Uint64()
	if c.pays(n) == 0 {
		return Route{}, api.Errorf(api.NoRoute, "no route")
	}
	return Route{Received: api.NewAmount(c.pays(n))}, nil
}

// A purchase spends as little as buys what is wanted, to a millionth part, however deep the pool is
// and however far above that the most is; in steps it still buys it, within one of them.
func TestPurchasesSpendTheLeast(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		c := curve{src: 1e6 + r.Uint64N(1e15), dest: 1e6 + r.Uint64N(1e15), step: 1}
		wants := 1 + r.Uint64N(c.dest*9/10)
		if i%4 == 0 {
			c.step = 1 + r.Uint64N(1000)
		}
		least, most := uint64(0), uint64(1e18)
		for least < most { // the least by halving the whole range
			if half := least + (most-least)/2; c.pays(half) < wants {
				least = half + 1
			} else {
				most = half
			}
		}
		most = least + r.Uint64N(1<<r.IntN(58)+1)
		b := NewBatch(Market{Pricer: c}, api.BlockRef{}, api.Amount{})
		got, err := b.Cheapest(t.Context(), common.Address{1}, common.Address{2},
			api.NewAmount(wants), api.NewAmount(most))
		if err != nil {
			t.Fatalf("%d of %+v for %d at most: %v", wants, c, most, err)
		}
		spends, _ := got.Spends.Uint64()
		left, _ := got.Received.Uint64()
		// a millionth more that is bought costs more where the pool is nearly empty
		above := least/20_000 + c.step + 2
		if c.pays(spends) < wants || spends > least+above || left != most-spends {
			t.Fatalf("%d of %+v for %d at most: spends %d and leaves %d, the least is %d", wants,
				c, most, spends, left, least)
		}
		if least > 1 {
			if _, err := b.Cheapest(t.Context(), common.Address{1}, common.Address{2},
				api.NewAmount(wants), api.NewAmount(least-1)); api.TypeOf(err) != api.NoRoute {
				t.Fatalf("less than the least buys it: %v", err)
			}
		}
	}
}
