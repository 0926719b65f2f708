package router_test

import (
	"math/big"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// A deep wrapper beside a stable pool that pays a little more: no split brings more than the one
// that is found, and the bound on all is close however much could be wrapped.
func TestSplitWithAWrapper(t *testing.T) {
	t.Parallel()
	units := func(millionths int64) uint256.Int {
		v, _ := uint256.FromBig(new(big.Int).Mul(big.NewInt(millionths), big.NewInt(1e12)))
		return *v
	}
	wrapper, err := pool.NewWrapper(units(8e12), units(9.6e12), units(4e12))
	if err != nil {
		t.Fatal(err)
	}
	stable, err := pool.NewStable(pool.StableParams{
		Balances:  []uint256.Int{units(500e6), units(500e6)},
		Rates:     []uint256.Int{units(1_205_000), units(1_000_000)},
		Amplifier: 20_000, Fee: 4_000_000, AdminFee: 5e9})
	if err != nil {
		t.Fatal(err)
	}
	token, shares := common.Address{1}, common.Address{2}
	s, err := router.NewSnapshot(1, []router.Token{{Address: token}, {Address: shares}},
		[]router.Venue{
			{Address: common.Address{3}, Tokens: []common.Address{token, shares}, Pool: wrapper},
			{Address: common.Address{4}, Tokens: []common.Address{shares, token}, Pool: stable},
		})
	if err != nil {
		t.Fatal(err)
	}
	amount := units(300e6)
	r, err := router.Best(t.Context(), s,
		router.Query{Src: shares, Dest: token, Amount: amount})
	if err != nil {
		t.Fatal(err)
	}
	var best uint256.Int
	for k := range int64(300) {
		var at [2]pool.State
		wrapper.Init(&at[0])
		stable.Init(&at[1])
		wraps, err1 := wrapper.ExactIn(&at[0], 1, 0, units((300-k)*1e6))
		swaps, err2 := stable.ExactIn(&at[1], 0, 1, units(k*1e6+1))
		if sum := wraps.Out.Add(&wraps.Out, &swaps.Out); err1 == nil && err2 == nil &&
			sum.Gt(&best) {
			best = *sum
		}
	}
	best.Sub(&best, uint256.NewInt(1e13)) // of the coarse steps
	if r.DestAmount.Lt(&best) || len(r.Routes[0].Hops[0].Legs) != 2 || r.GapBps > 0.1 {
		t.Errorf("%+v within %g bps, by steps %s", r.Routes, r.GapBps, best.Dec())
	}
}
