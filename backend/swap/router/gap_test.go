package router_test

import (
	"context"
	"math"
	"math/big"
	"sort"
	"testing"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

func toUint(v *big.Int) uint256.Int {
	u, over := uint256.FromBig(v)
	if over {
		panic("more than 256 bits")
	}
	return *u
}

// snapshot builds the router's view of a universe.
func (u *universe) snapshot(tb testing.TB) *router.Snapshot {
	tb.Helper()
	var tokens []router.Token
	for _, t := range u.tokens {
		tokens = append(tokens, router.Token{Address: t.Address})
	}
	var venues []router.Venue
	for i, m := range u.markets {
		p, err := m.record.Build()
		if err != nil {
			tb.Fatal(err)
		}
		exchange := "UniswapV3"
		if p.Kind() == pool.KindProduct {
			exchange = "UniswapV2"
		}
		venues = append(venues, router.Venue{
			Exchange: exchange, Address: common.BigToAddress(big.NewInt(int64(i + 1))),
			Tokens: m.record.Tokens, Pool: p,
		})
	}
	s, err := router.NewSnapshot(1, tokens, venues)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// dollars is what usd are worth in a token, raw units, at the universe's prices.
func (u *universe) dollars(token int, usd float64) float64 {
	return usd * 1e6 * u.start[u.index["USDC"]] / u.start[token]
}

func amountOf(v float64) uint256.Int {
	i, _ := big.NewFloat(v).Int(nil)
	return toUint(i)
}

func asFloat(v uint256.Int) float64 {
	f, _ := new(big.Float).SetInt(v.ToBig()).Float64()
	return f
}

var majors = []string{"WETH", "USDC", "USDT", "WBTC", "LINK"}

// gaps measures (bound − ours)/bound in basis points over all ordered pairs of the major tokens.
func gaps(tb testing.TB, u *universe, usd float64) []float64 {
	tb.Helper()
	s := u.snapshot(tb)
	var list []float64
	for _, a := range majors {
		for _, b := range majors {
			if a == b {
				continue
			}
			src, dest := u.index[a], u.index[b]
			amount := amountOf(u.dollars(src, usd))
			r, err := router.Best(context.Background(), s, router.Query{
				Src: u.tokens[src].Address, Dest: u.tokens[dest].Address, Amount: amount,
			})
			if err != nil {
				tb.Fatalf("%s to %s: %v", a, b, err)
			}
			bound, _ := u.least(src, dest, asFloat(amount))
			bound /= u.start[dest]
			gap := (bound - asFloat(r.DestAmount)) / bound * 1e4
			tb.Logf("%.0f USD %s to %s: %d routes, gap %.4f bps", usd, a, b, len(r.Routes), gap)
			list = append(list, gap)
		}
	}
	sort.Float64s(list)
	return list
}

func TestGapToTheConvexOptimum(t *testing.T) {
	t.Parallel()
	u, profit := newUniverse(t).closed(t)
	weth := u.index["WETH"]
	left, _ := u.least(weth, weth, 0)
	t.Logf("cyclic arbitrage closed: %.3g of WETH taken, %.3g left", profit/1e18, left/1e18)
	if left > 1e-6*math.Max(profit, 1) {
		t.Fatalf("closing left %g of %g", left, profit)
	}
	for _, c := range []struct{ usd, middle, most float64 }{{1e6, 0.01, 0.5}, {5e6, 0.01, 0.5}} {
		list := gaps(t, u, c.usd)
		middle, most := (list[len(list)/2]+list[(len(list)-1)/2])/2, list[len(list)-1]
		t.Logf("%.0f USD: gap %.4f bps at p50, %.4f at most (least %.6f)", c.usd, middle, most,
			list[0])
		if middle > c.middle || most > c.most {
			t.Errorf("gap exceeds %g at p50 or %g at most", c.middle, c.most)
		}
		if list[0] < -1e-4 {
			t.Errorf("a route beats the bound by %g bps", -list[0])
		}
	}
}

// TestBuyingIsSellingBackwards buys what a sale gave, for as much.
func TestBuyingIsSellingBackwards(t *testing.T) {
	t.Parallel()
	u := newUniverse(t)
	s := u.snapshot(t)
	for _, a := range majors {
		for _, b := range majors {
			if a == b {
				continue
			}
			src, dest := u.index[a], u.index[b]
			q := router.Query{Src: u.tokens[src].Address, Dest: u.tokens[dest].Address,
				Amount: amountOf(u.dollars(src, 1e6))}
			sold := best(t, s, q)
			q.Side, q.Amount = router.Buy, sold.DestAmount
			bought := best(t, s, q)
			if excess := asFloat(bought.SrcAmount)/asFloat(sold.SrcAmount) - 1; excess > 5e-6 ||
				excess < -5e-6 {
				t.Errorf("%s to %s: buying costs %.3f bps more than selling gave", a, b, excess*1e4)
			}
		}
	}
}
