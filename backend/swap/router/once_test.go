package router_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// TestPoolsStandOnceOnARoute draws small markets in which a pool of three tokens is good for either
// hop of the same route, but not for both: the costs of a purchase are asked from the last hop to
// the first, and performed from the first to the last.
func TestPoolsStandOnceOnARoute(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 7))
	e18, percent := uint256.NewInt(1e18), uint256.NewInt(1e16)
	units := func(n float64) uint256.Int {
		return *new(uint256.Int).Mul(uint256.NewInt(uint64(n)), e18)
	}
	size := func() uint256.Int { return units(1e4 * math.Exp(random.Float64()*3)) }
	var tokens []router.Token
	for i := range byte(3) {
		tokens = append(tokens, router.Token{Address: common.Address{19: i + 1}})
	}
	for range 150 {
		var venues []router.Venue
		add := func(p pool.Pool, err error, at ...int) {
			if err != nil {
				t.Fatal(err)
			}
			v := router.Venue{Exchange: "any",
				Address: common.Address{18: 1, 19: byte(len(venues))}, Pool: p}
			for _, i := range at {
				v.Tokens = append(v.Tokens, tokens[i].Address)
			}
			venues = append(venues, v)
		}
		for _, pair := range [][2]int{{0, 1}, {0, 1}, {1, 2}, {1, 2}} {
			depth := size()
			p, err := pool.NewProduct(depth, depth, 3000)
			add(p, err, pair[0], pair[1])
		}
		var weights []uint256.Int
		for _, w := range []uint64{10, 80, 10} { // deep in the token between
			weights = append(weights, *new(uint256.Int).Mul(uint256.NewInt(w), percent))
		}
		p, err := pool.NewWeighted([]uint256.Int{units(1e4), units(8e4), units(1e4)}, weights,
			[]int{18, 18, 18}, *uint256.NewInt(3e15))
		add(p, err, 0, 1, 2)
		s, err := router.NewSnapshot(1, tokens, venues)
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []router.Side{router.Sell, router.Buy} {
			q := router.Query{Src: tokens[0].Address, Dest: tokens[2].Address, Side: side,
				Amount: units(100 * math.Exp(random.Float64()*4))}
			q.Route = []common.Address{tokens[0].Address, tokens[1].Address, tokens[2].Address}
			if r, err := router.Best(context.Background(), s, q); err == nil {
				check(t, s, q, r)
			}
		}
	}
}

// TestTheOnlyPoolOfAHopIsKeptForIt wants a route where the pool that is best for one hop is the
// only one of another, whichever end the search begins at.
func TestTheOnlyPoolOfAHopIsKeptForIt(t *testing.T) {
	t.Parallel()
	var tokens []router.Token
	for i := range byte(3) {
		tokens = append(tokens, router.Token{Address: common.Address{19: i + 1}})
	}
	units := func(n uint64) uint256.Int {
		return *new(uint256.Int).Mul(uint256.NewInt(n), uint256.NewInt(1e18))
	}
	deep, third := units(1e6), *uint256.NewInt(333333333333333333)
	all, err := pool.NewWeighted([]uint256.Int{deep, deep, deep}, []uint256.Int{third, third,
		*new(uint256.Int).AddUint64(&third, 1)}, []int{18, 18, 18}, *uint256.NewInt(1e13))
	if err != nil {
		t.Fatal(err)
	}
	poor, err := pool.NewProduct(units(1e4), units(1e4), 3000)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range [][2]int{{0, 1}, {1, 2}} {
		a, b, c := tokens[0].Address, tokens[1].Address, tokens[2].Address
		s, err := router.NewSnapshot(1, tokens, []router.Venue{
			{Exchange: "weighted", Address: common.Address{18: 1}, Pool: all,
				Tokens: []common.Address{a, b, c}},
			{Exchange: "product", Address: common.Address{18: 2}, Pool: poor,
				Tokens: []common.Address{tokens[other[0]].Address, tokens[other[1]].Address}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, side := range []router.Side{router.Sell, router.Buy} {
			q := router.Query{Src: a, Dest: c, Side: side, Amount: units(100),
				Route: []common.Address{a, b, c}}
			r, err := router.Best(t.Context(), s, q)
			if err != nil {
				t.Errorf("%v with another pool of %v: %v", side, other, err)
				continue
			}
			check(t, s, q, r)
		}
	}
}
