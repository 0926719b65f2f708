package router_test

import (
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// TestPoolsThatRunOutGiveWhatTheyHave sells more than a concentrated pool has liquidity for, beside
// a deeper pool of a worse price. Of the better pool all that it has but a percent is taken, for
// sales and for purchases.
func TestPoolsThatRunOutGiveWhatTheyHave(t *testing.T) {
	t.Parallel()
	a, b := common.Address{19: 1}, common.Address{19: 2}
	const spacing, edge = 60, 600 // liquidity between the ticks −600 and 600, about 6 per cent
	liquidity := amountOf(1e22)
	tickList := []pool.Tick{{Index: -edge, Net: liquidity}, {Index: edge}}
	tickList[1].Net.Neg(&liquidity)
	table, err := pool.NewTicks(tickList, spacing, 500)
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := pool.NewConcentrated(table, pool.SqrtRatioAtTick(0), 0, liquidity)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := pool.NewProduct(amountOf(1e24), amountOf(8e23), 3000)
	if err != nil {
		t.Fatal(err)
	}
	both := []common.Address{a, b}
	s, err := router.NewSnapshot(1, []router.Token{{Address: a}, {Address: b}}, []router.Venue{
		{Exchange: "UniswapV3", Address: common.Address{1}, Tokens: both, Pool: narrow},
		{Exchange: "UniswapV2", Address: common.Address{2}, Tokens: both, Pool: wide}})
	if err != nil {
		t.Fatal(err)
	}
	var state pool.State
	narrow.Init(&state)
	holds := narrow.Curve(&state, 0, 1).Limit
	for _, times := range []float64{1.5, 4, 20} {
		for _, side := range []router.Side{router.Sell, router.Buy} {
			r := best(t, s, router.Query{Src: a, Dest: b, Side: side,
				Amount: amountOf(holds * times)})
			taken := uint256.Int{}
			for _, route := range r.Routes {
				for _, leg := range route.Hops[0].Legs {
					if leg.Venue == 0 {
						taken.Add(&taken, &leg.SrcAmount)
					}
				}
			}
			if got := asFloat(taken); got > holds || got < holds-asFloat(r.SrcAmount)/100 {
				t.Errorf("%g times what it takes, side %d: the pool takes %g of %g", times, side,
					got, holds)
			}
		}
	}
}
