package pool_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/holiman/uint256"

	"bourse/backend/swap/pool"
)

func whole(v float64) uint256.Int {
	i, _ := big.NewFloat(math.Max(v, 0)).Int(nil)
	return fromBig(i)
}

func real64(v uint256.Int) float64 {
	f, _ := new(big.Float).SetInt(v.ToBig()).Float64()
	return f
}

// outside are prices around a pool's own, off by up to a factor of e^spread.
func outside(p pool.Pool, random *rand.Rand, spread float64) (price [pool.MaxCoins]float64) {
	var s pool.State
	p.Init(&s)
	price[0] = 1e-18
	for i := 1; i < p.Coins(); i++ {
		price[i] = price[0] / p.Curve(&s, 0, i).Price
		price[i] *= math.Exp((random.Float64()*2 - 1) * spread)
	}
	return price
}

// TestNothingEarnsMoreThanArbitrage swaps at random between all pairs of a pool's tokens, to and
// fro, and values what is gained.
func TestNothingEarnsMoreThanArbitrage(t *testing.T) {
	t.Parallel()
	for kind, p := range sample(t) {
		random := rand.New(rand.NewPCG(uint64(kind), 1))
		var best float64
		for range 4000 {
			price := outside(p, random, math.Exp(-8*random.Float64()))
			var a pool.Arbitrage
			p.Arbitrage(&price, &a)
			var s pool.State
			p.Init(&s)
			earned, moved := 0.0, 0.0
			size := math.Exp(-12 * random.Float64())
			for range 1 + random.IntN(6) {
				in := random.IntN(p.Coins())
				out := (in + 1 + random.IntN(p.Coins()-1)) % p.Coins()
				c := p.Curve(&s, in, out)
				amount := size * random.Float64() * min(c.Depth, c.Limit)
				if a.Get[in] < 0 && random.IntN(2) == 0 {
					amount = -a.Get[in] / price[in]
				}
				q, err := p.ExactIn(&s, in, out, whole(amount))
				if err != nil {
					continue
				}
				earned += real64(q.Out)*price[out] - real64(q.In)*price[in]
				moved += real64(q.Out)*price[out] + real64(q.In)*price[in]
				if earned > a.Value+a.Slack+moved*1e-10 {
					t.Fatalf("%s: swaps earn %g, the bound is %g, off by %g of what moved", kind,
						earned, a.Value, (earned-a.Value)/moved)
				}
			}
			if a.Value > 0 {
				best = max(best, earned/a.Value)
			}
		}
		t.Logf("%s: random swaps earn up to %.6f of the bound", kind, best)
	}
}

// TestArbitrageIsEarned performs the trades of pairs: the bound is what they bring, to the wei and
// the precision of floats.
func TestArbitrageIsEarned(t *testing.T) {
	t.Parallel()
	for kind, p := range sample(t) {
		random := rand.New(rand.NewPCG(uint64(kind), 2))
		traded := 0
		for range 500 {
			price := outside(p, random, 0.2)
			for i := 2; i < p.Coins(); i++ {
				price[i] = 0
			}
			var a pool.Arbitrage
			p.Arbitrage(&price, &a)
			in, out := 0, 1
			if a.Get[0] > 0 {
				in, out = 1, 0
			}
			var s pool.State
			p.Init(&s)
			q, err := p.ExactIn(&s, in, out, whole(-a.Get[in]/price[in]))
			if a.Value == 0 || err != nil {
				continue
			}
			traded++
			got := real64(q.Out)*price[out] - real64(q.In)*price[in]
			unit := price[0] + price[1]
			if off := a.Value - got; off > 30*unit+1e-6*a.Get[out] || off < -unit-1e-10*a.Get[out] {
				t.Fatalf("%s: earns %g of %g, %g of what moves", kind, got, a.Value,
					off/a.Get[out])
			}
		}
		if traded < 50 {
			t.Errorf("%s: only %d trades", kind, traded)
		}
	}
}

// TestArbitrageIsSmooth compares Get and Bend with differences of Value and Get.
func TestArbitrageIsSmooth(t *testing.T) {
	t.Parallel()
	for kind, p := range sample(t) {
		random := rand.New(rand.NewPCG(uint64(kind), 3))
		n, step, traded := p.Coins(), 1e-5, 0
		if stepwise(kind) {
			step = 1e-8
		}
		for range 500 {
			price := outside(p, random, 0.2)
			var a, up, down pool.Arbitrage
			p.Arbitrage(&price, &a)
			if a.Value == 0 {
				continue
			}
			traded++
			scale := 0.0
			for i := range n {
				scale += math.Abs(a.Get[i]) + a.Bend[i][i]
			}
			for j := range n {
				low, high := price, price
				high[j] *= math.Exp(step)
				low[j] *= math.Exp(-step)
				p.Arbitrage(&high, &up)
				p.Arbitrage(&low, &down)
				if off := (up.Value-down.Value)/(2*step) - a.Get[j]; math.Abs(off) > 1e-4*scale {
					t.Fatalf("%s: Get[%d] is %g, differences say %g", kind, j, a.Get[j],
						a.Get[j]+off)
				}
				for i := range n {
					got := (up.Get[i] - down.Get[i]) / (2 * step)
					if i == j {
						got -= a.Get[i]
					}
					// Where a token begins to move, the growth changes.
					off := math.Abs(got - a.Bend[i][j])
					kink := math.Abs(up.Bend[i][j] - down.Bend[i][j])
					if off > 1e-3*scale+2*kink && !stepwise(kind) {
						t.Fatalf("%s: Bend[%d][%d] is %g, differences say %g (scale %g)", kind, i,
							j, a.Bend[i][j], got, scale)
					}
				}
			}
		}
		if traded < 100 {
			t.Errorf("%s: only %d trades", kind, traded)
		}
	}
}

// TestFeesAreBands compares what a pool trades with what it would without a fee at prices of its
// own inside, at the ends of their bands.
func TestFeesAreBands(t *testing.T) {
	t.Parallel()
	for kind, p := range sample(t) {
		random := rand.New(rand.NewPCG(uint64(kind), 4))
		traded := 0
		for range 500 {
			price := outside(p, random, 0.2)
			for i := 2; i < p.Coins(); i++ {
				price[i] = 0
			}
			var a, inside pool.Arbitrage
			p.Arbitrage(&price, &a)
			least, most := p.Feeless(&price, &inside)
			if a.Value == 0 {
				continue
			}
			traded++
			in, out := 0, 1
			if a.Get[0] > 0 {
				in, out = 1, 0
			}
			price[in] *= most
			price[out] *= least
			p.Feeless(&price, &inside)
			for i := range 2 {
				if off := inside.Get[i] - a.Get[i]; math.Abs(off) > 1e-9*math.Abs(a.Get[i]) {
					t.Fatalf("%s: gets %g of token %d, inside %g", kind, a.Get[i], i, inside.Get[i])
				}
			}
			if off := inside.Value - a.Value; math.Abs(off) > 1e-9*a.Get[out] {
				t.Fatalf("%s: earns %g, inside %g", kind, a.Value, inside.Value)
			}
		}
		if traded < 50 {
			t.Errorf("%s: only %d trades", kind, traded)
		}
	}
}

func BenchmarkArbitrage(b *testing.B) {
	for kind, p := range sample(b) {
		b.Run(kind.String(), func(b *testing.B) {
			price := outside(p, rand.New(rand.NewPCG(1, 2)), 0.01)
			for i := 2; i < p.Coins(); i++ {
				price[i] = 0
			}
			var a pool.Arbitrage
			b.ReportAllocs()
			for b.Loop() {
				p.Arbitrage(&price, &a)
			}
		})
	}
}
