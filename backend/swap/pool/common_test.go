package pool_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/swap/pool"
)

// sample is one pool of each kind with deep, uneven balances.
func sample(tb testing.TB) map[pool.Kind]pool.Pool {
	tb.Helper()
	must := func(p pool.Pool, err error) pool.Pool {
		if err != nil {
			tb.Fatal(err)
		}
		return p
	}
	units := func(n, decimals int64) uint256.Int { return fromBig(mul(num(n), pow10(decimals))) }
	product, err := pool.NewProduct(units(4_000_000, 18), units(9_000, 18), 3000)
	stable, err2 := pool.NewStable(pool.StableParams{
		Balances:  []uint256.Int{units(5_000_000, 18), units(3_000_000, 6), units(8_000_000, 6)},
		Rates:     []uint256.Int{units(1, 18), units(1, 30), units(1, 30)},
		Amplifier: 200_000, Fee: 4_000_000, AdminFee: 5_000_000_000,
	})
	weighted, err3 := pool.NewWeighted(
		[]uint256.Int{units(1_000_000, 18), units(2_000_000, 6), units(700, 18)},
		[]uint256.Int{units(30, 16), units(45, 16), units(25, 16)}, []int{18, 6, 18}, units(3, 15))
	order, err4 := pool.NewOrders([]pool.Order{
		{Maker: units(2_000_000, 6), Taker: units(1_000, 18), Most: units(750, 18)},
		{Maker: units(1_990_000, 6), Taker: units(1_000, 18), Most: units(1_000, 18)},
	})
	composable, err5 := pool.NewComposable(pool.ComposableParams{
		Balances:  []uint256.Int{units(4_000_000, 18), units(3_000_000, 6), units(6_000_000, 6)},
		Rates:     []uint256.Int{units(112, 16), units(1, 30), units(1, 30)},
		Amplifier: 200_000, Fee: units(4, 14),
	})
	solidly, err6 := pool.NewSolidly(pool.SolidlyParams{
		Reserves: [2]uint256.Int{units(5_000_000, 18), units(3_000_000, 6)},
		Decimals: [2]int{18, 6}, Stable: true, Settles: true, Fee: units(5, 0),
		Unit: units(10_000, 0)})
	crypto, err7 := pool.NewCrypto(onCurve(cryptoSample(2, true, true)))
	bins, err9 := binsSample()
	three, err8 := pool.NewCrypto(onCurve(cryptoSample(3, true, false)))
	return map[pool.Kind]pool.Pool{
		pool.KindProduct:      must(product, err),
		pool.KindConcentrated: recorded(tb)[3].Pool,
		pool.KindStable:       must(stable, err2),
		pool.KindWeighted:     must(weighted, err3),
		pool.KindOrder:        must(order, err4),
		pool.KindComposable:   must(composable, err5),
		pool.KindSolidly:      must(solidly, err6),
		pool.KindCrypto:       must(crypto, err7),
		pool.KindTricrypto:    must(three, err8),
		pool.KindBins:         must(bins, err9),
	}
}

// sale is a usual amount of a sample's token 0, which has 6 decimals in the concentrated pool and
// that of coins of different worth, and 18 elsewhere.
func sale(kind pool.Kind) uint256.Int {
	switch kind {
	case pool.KindConcentrated, pool.KindCrypto, pool.KindTricrypto:
		return *uint256.NewInt(1_000_000_000)
	}
	return *uint256.NewInt(1_000_000_000_000_000_000)
}

func TestMoreInNeverPaysLess(t *testing.T) {
	t.Parallel()
	for kind, p := range sample(t) {
		rapid.Check(t, func(t *rapid.T) {
			a := draw(t, "amount", 75)
			b := draw(t, "more", 75)
			b.Add(&a, &b)
			var s pool.State
			p.Init(&s)
			first, err := p.ExactIn(&s, 0, 1, a)
			if err != nil {
				return
			}
			p.Init(&s)
			// A stable pool's solver and a weighted pool's power function each wobble in their last
			// digits.
			var slack uint256.Int
			switch kind {
			case pool.KindStable, pool.KindComposable, pool.KindSolidly:
				slack.SetOne()
			case pool.KindWeighted:
				slack.Rsh(&first.Out, 40)
				slack.AddUint64(&slack, 1)
			}
			second, err := p.ExactIn(&s, 0, 1, b)
			if second.Out.Add(&second.Out, &slack); err == nil && second.Out.Lt(&first.Out) {
				t.Fatalf("%s: %s pays %s but %s pays %s", kind, a.Dec(), first.Out.Dec(), b.Dec(),
					second.Out.Dec())
			}
		})
	}
}

// stepwise tells whether a pool trades at one price up to a limit, then at another.
func stepwise(kind pool.Kind) bool { return kind == pool.KindOrder || kind == pool.KindBins }

func TestCurveIsTheSlope(t *testing.T) {
	t.Parallel()
	for kind, p := range sample(t) {
		var s pool.State
		p.Init(&s)
		c := p.Curve(&s, 0, 1)
		for _, part := range []float64{1e-4, 1e-3} {
			x := part * math.Min(c.Depth, c.Limit)
			in, _ := big.NewFloat(x).Int(nil)
			p.Init(&s)
			q, err := p.ExactIn(&s, 0, 1, fromBig(in))
			if err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			got, _ := new(big.Float).SetInt(q.Out.ToBig()).Float64()
			// Second-order exact: what is left is of third order.
			if off := math.Abs(c.Out(x)/got - 1); off > part*part*100+1e-7 &&
				kind != pool.KindConcentrated && !stepwise(kind) {
				t.Errorf("%s: curve off by %g at %g of the depth", kind, off, part)
			}
			if back := c.In(c.Out(x)); math.Abs(back/x-1) > 1e-9 {
				t.Errorf("%s: In(Out(%g)) = %g", kind, x, back)
			}
		}
	}
}

func TestQuotesDoNotAllocate(t *testing.T) {
	for kind, p := range sample(t) {
		var s pool.State
		amount := sale(kind)
		wanted := *uint256.NewInt(1_000_000)
		allocs := testing.AllocsPerRun(100, func() {
			p.Init(&s)
			if _, err := p.ExactIn(&s, 0, 1, amount); err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			p.Init(&s)
			if _, err := p.ExactOut(&s, 0, 1, wanted); err != nil {
				t.Fatalf("%s: %v", kind, err)
			}
			p.Curve(&s, 0, 1)
		})
		if allocs != 0 {
			t.Errorf("%s: %g allocations a quote", kind, allocs)
		}
	}
}

func TestBadPairsAreRefused(t *testing.T) {
	t.Parallel()
	for kind, p := range sample(t) {
		for _, pair := range [][2]int{{0, 0}, {-1, 1}, {0, p.Coins()}, {p.Coins(), 0}} {
			var s pool.State
			p.Init(&s)
			if _, err := p.ExactIn(&s, pair[0], pair[1],
				*uint256.NewInt(1e9)); err != pool.ErrCoin {
				t.Errorf("%s sells %v: %v", kind, pair, err)
			}
			if _, err := p.ExactOut(&s, pair[0], pair[1],
				*uint256.NewInt(1e6)); err != pool.ErrCoin {
				t.Errorf("%s buys %v: %v", kind, pair, err)
			}
		}
	}
}

func BenchmarkKinds(b *testing.B) {
	for kind, p := range sample(b) {
		b.Run(kind.String(), func(b *testing.B) {
			var s pool.State
			amount := sale(kind)
			b.ReportAllocs()
			for b.Loop() {
				p.Init(&s)
				if _, err := p.ExactIn(&s, 0, 1, amount); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
