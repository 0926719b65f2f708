package pool_test

import (
	"math/big"
	"sort"
	"testing"

	"github.com/holiman/uint256"
	"pgregory.net/rapid"

	"bourse/backend/swap/internal/poolfile"
	"bourse/backend/swap/pool"
)

func TestTickMathConstants(t *testing.T) {
	t.Parallel()
	for tick, want := range map[int]string{
		pool.MinTick: "4295128739",
		-250000:      "295440463448801648376846",
		-50:          "79030349367926598376800521322",
		0:            "79228162514264337593543950336",
		150000:       "143194173941309278083010301478497",
		250000:       "21246587762933397357449903968194344",
		500000:       "5697689776495288729098254600827762987878",
		738203:       "847134979253254120489401328389043031315994541",
		pool.MaxTick: "1461446703485210103287273052203988822378723970342",
	} {
		if got := pool.SqrtRatioAtTick(tick); got.Dec() != want {
			t.Errorf("ratio at %d is %s, want %s", tick, got.Dec(), want)
		}
	}
}

func TestTickMathIsClose(t *testing.T) {
	t.Parallel()
	base := new(big.Float).SetPrec(400).Quo(
		big.NewFloat(10001).SetPrec(400), big.NewFloat(10000).SetPrec(400))
	root := new(big.Float).SetPrec(400).Sqrt(base)
	for bit := range 20 { // each constant of the product alone
		tick := 1 << bit
		exact := new(big.Float).SetPrec(400).SetMantExp(root, 96)
		for _, at := range []int{tick, -tick} {
			want := new(big.Float).Copy(exact)
			if at < 0 {
				want.Quo(new(big.Float).SetPrec(400).SetMantExp(big.NewFloat(1), 192), exact)
			}
			got := pool.SqrtRatioAtTick(at)
			diff := new(big.Float).Sub(new(big.Float).SetInt(got.ToBig()), want)
			if ratio, _ := diff.Quo(diff, want).Float64(); ratio < -1e-9 || ratio > 1e-9 {
				t.Errorf("ratio at %d is off by %g", at, ratio)
			}
		}
		root.Mul(root, root)
		exact.SetMantExp(root, 96)
	}
}

func TestTickAtSqrtRatioInverts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		tick := rapid.IntRange(pool.MinTick, pool.MaxTick-1).Draw(t, "tick")
		at, next := pool.SqrtRatioAtTick(tick), pool.SqrtRatioAtTick(tick+1)
		if got := pool.TickAtSqrtRatio(at); got != tick {
			t.Fatalf("tick at its own ratio is %d, want %d", got, tick)
		}
		next.SubUint64(&next, 1)
		if got := pool.TickAtSqrtRatio(next); got != tick {
			t.Fatalf("tick just below the next ratio is %d, want %d", got, tick)
		}
	})
}

// both is one pool in both implementations.
type both struct {
	fast   *pool.Concentrated
	oracle rangePool
}

func (b *both) reset() *rangePool { o := b.oracle; return &o }

// drawPool makes a pool of a few random positions.
func drawPool(t *rapid.T) both {
	spacing := rapid.SampledFrom([]int{1, 10, 60, 200}).Draw(t, "spacing")
	feePpm := rapid.SampledFrom([]int{0, 100, 500, 3000, 10000, 999_999}).Draw(t, "fee")
	widest := pool.MaxTick / spacing
	if rapid.Bool().Draw(t, "narrow") {
		widest = rapid.SampledFrom([]int{3, 10, 300}).Draw(t, "widest")
	}
	net := map[int]*big.Int{}
	for range rapid.IntRange(1, 8).Draw(t, "positions") {
		a := rapid.IntRange(-widest, widest-1).Draw(t, "lower")
		b := rapid.IntRange(a+1, widest).Draw(t, "upper")
		size := draw(t, "liquidity", 100)
		l := size.ToBig()
		for tick, change := range map[int]*big.Int{
			a * spacing: l, b * spacing: new(big.Int).Neg(l)} {
			if net[tick] == nil {
				net[tick] = num(0)
			}
			net[tick] = add(net[tick], change)
		}
	}
	var at int
	if rapid.Bool().Draw(t, "on a tick") {
		at = rapid.IntRange(-widest, widest-1).Draw(t, "place") * spacing
	} else {
		at = rapid.IntRange(-widest*spacing, widest*spacing-1).Draw(t, "tick")
	}
	price := pool.SqrtRatioAtTick(at)
	if rapid.Bool().Draw(t, "between") {
		next := pool.SqrtRatioAtTick(at + 1)
		next.Sub(&next, &price)
		inside := draw(t, "inside", 160)
		price.Add(&price, inside.Mod(&inside, &next))
	}
	if at == pool.MinTick { // no swap ends on the least ratio itself
		price.AddUint64(&price, 1)
	}
	return makeBoth(t, net, at, spacing, feePpm, price)
}

func makeBoth(t interface{ Fatal(...any) }, net map[int]*big.Int, at, spacing, feePpm int,
	price uint256.Int) both {
	var ticks []pool.Tick
	active := num(0)
	for tick, n := range net {
		ticks = append(ticks, pool.Tick{Index: tick, Net: fromSigned(n)})
		if tick <= at {
			active = add(active, n)
		}
	}
	sort.Slice(ticks, func(i, j int) bool { return ticks[i].Index < ticks[j].Index })
	table, err := pool.NewTicks(ticks, spacing, uint32(feePpm))
	if err != nil {
		t.Fatal(err)
	}
	fast, err := pool.NewConcentrated(table, price, at, fromBig(active))
	if err != nil {
		t.Fatal(err)
	}
	oracle := rangePool{feePpm: int64(feePpm), spacing: int64(spacing), net: net,
		price: price.ToBig(), active: active, tick: at}
	return both{fast, oracle}
}

func fromSigned(v *big.Int) uint256.Int {
	u := fromBig(new(big.Int).Abs(v))
	if v.Sign() < 0 {
		u.Neg(&u)
	}
	return u
}

// TestConcentratedFollowsTheLoop runs sequences of swaps through both implementations.
func TestConcentratedFollowsTheLoop(t *testing.T) {
	t.Parallel()
	rapid.Check(t, concentratedFollowsTheLoop)
}

func FuzzConcentrated(f *testing.F) { f.Fuzz(rapid.MakeFuzz(concentratedFollowsTheLoop)) }

func concentratedFollowsTheLoop(t *rapid.T) {
	b := drawPool(t)
	oracle := b.reset()
	var s pool.State
	b.fast.Init(&s)
	for range rapid.IntRange(1, 5).Draw(t, "swaps") {
		in := rapid.IntRange(0, 1).Draw(t, "in")
		exactIn := rapid.Bool().Draw(t, "exact in")
		amount := draw(t, "amount", 130)
		before, saved := *oracle, s
		paid, got, crossed, ok := oracle.swap(in == 0, exactIn, amount.ToBig())
		q, err := swapExact(b.fast, &s, in, amount, exactIn)
		if !ok || got.Sign() == 0 {
			if err == nil {
				t.Fatalf("accepted a swap of %s (exact in %v) that the contract fills in part or "+
					"for nothing", amount.Dec(), exactIn)
			}
			if s != saved {
				t.Fatal("a refused swap moved the state")
			}
			*oracle = before
			continue
		}
		if err != nil || q.In.ToBig().Cmp(paid) != 0 || q.Out.ToBig().Cmp(got) != 0 ||
			q.Ticks != crossed {
			t.Fatalf("exact in %v: %s for %s over %d ticks, %v; want %s for %s over %d",
				exactIn, q.In.Dec(), q.Out.Dec(), q.Ticks, err, paid, got, crossed)
		}
	}
}

func swapExact(p pool.Pool, s *pool.State, in int, amount uint256.Int, exactIn bool) (pool.Quote,
	error) {
	if exactIn {
		return p.ExactIn(s, in, 1-in, amount)
	}
	return p.ExactOut(s, in, 1-in, amount)
}

// TestRecordedPoolsFollowTheLoop compares sales on real pools, dust to most of the pool.
func TestRecordedPoolsFollowTheLoop(t *testing.T) {
	t.Parallel()
	for _, m := range recorded(t) {
		if m.Pool.Kind() != pool.KindConcentrated {
			continue
		}
		oracle := recordedOracle(m.Record)
		for in := range 2 {
			for bits := uint(1); bits < 100; bits += 11 {
				var s pool.State
				m.Pool.Init(&s)
				amount := *uint256.NewInt(0x9e3779b97f4a7c15)
				amount.Lsh(&amount, 128)
				amount.Rsh(&amount, 192-bits)
				o := *oracle
				paid, got, crossed, ok := o.swap(in == 0, true, amount.ToBig())
				q, err := m.Pool.ExactIn(&s, in, 1-in, amount)
				if fills := ok && got.Sign() > 0; fills != (err == nil) {
					t.Fatalf("%s: selling %s: %v, contract fills: %v", m.ID, amount.Dec(), err,
						fills)
				} else if fills && (q.In.ToBig().Cmp(paid) != 0 || q.Out.ToBig().Cmp(got) != 0 ||
					q.Ticks != crossed) {
					t.Fatalf("%s: %s sells for %s, want %s", m.ID, amount.Dec(), q.Out.Dec(), got)
				}
			}
		}
	}
}

func recordedOracle(r poolfile.Record) *rangePool {
	o := &rangePool{feePpm: int64(r.FeePpm), spacing: int64(r.TickSpacing), tick: r.Tick,
		net: map[int]*big.Int{}}
	o.price, _ = new(big.Int).SetString(r.SqrtPriceX96, 10)
	o.active, _ = new(big.Int).SetString(r.Liquidity, 10)
	for _, tick := range r.Ticks {
		o.net[tick.Index], _ = new(big.Int).SetString(tick.Net, 10)
	}
	return o
}

func TestConcentratedInverse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b := drawPool(t)
		in := rapid.IntRange(0, 1).Draw(t, "in")
		wanted := draw(t, "wanted", 90)
		var s pool.State
		b.fast.Init(&s)
		bought, err := b.fast.ExactOut(&s, in, 1-in, wanted)
		if err != nil {
			return
		}
		after := s
		if back, err := b.fast.ExactIn(&after, 1-in, in, wanted); err == nil &&
			back.Out.Gt(&bought.In) {
			t.Fatalf("%s bought for %s sells for %s", wanted.Dec(), bought.In.Dec(), back.Out.Dec())
		}
		b.fast.Init(&s)
		sold, err := b.fast.ExactIn(&s, in, 1-in, bought.In)
		if err != nil || sold.Out.Lt(&wanted) {
			t.Fatalf("%s is the price of %s but sells for %s, %v", bought.In.Dec(), wanted.Dec(),
				sold.Out.Dec(), err)
		}
	})
}

// TestConcentratedEndsAtTheExtremeRatios sells the most that a full-range position can take, and
// one unit more.
func TestConcentratedEndsAtTheExtremeRatios(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("the loop takes seconds over all prices")
	}
	liquidity := new(big.Int).Lsh(bigOne, 100)
	net := map[int]*big.Int{pool.MinTick: liquidity, pool.MaxTick: new(big.Int).Neg(liquidity)}
	b := makeBoth(t, net, 0, 1, 500, pool.SqrtRatioAtTick(0))
	for in := range 2 {
		fills := func(amount *big.Int) bool {
			_, _, _, ok := b.reset().swap(in == 0, true, amount)
			return ok
		}
		most, step := num(0), new(big.Int).Lsh(bigOne, 240)
		for ; step.Sign() > 0; step.Rsh(step, 1) {
			if more := add(most, step); fills(more) {
				most = more
			}
		}
		var s pool.State
		b.fast.Init(&s)
		if _, err := b.fast.ExactIn(&s, in, 1-in, fromBig(most)); err != nil {
			t.Errorf("token %d: %s is refused: %v", in, most, err)
		}
		b.fast.Init(&s)
		if _, err := b.fast.ExactIn(&s, in, 1-in, fromBig(add(most, bigOne))); err == nil {
			t.Errorf("token %d: one more than %s is accepted", in, most)
		}
	}
}

func TestConcentratedRefusesContradictions(t *testing.T) {
	t.Parallel()
	net := func(v int64) uint256.Int { return fromSigned(num(v)) }
	for name, ticks := range map[string][]pool.Tick{
		"order":        {{Index: 10, Net: net(5)}, {Index: -10, Net: net(-5)}},
		"spacing":      {{Index: -15, Net: net(5)}, {Index: 10, Net: net(-5)}},
		"sum":          {{Index: -10, Net: net(5)}, {Index: 10, Net: net(-4)}},
		"negative":     {{Index: -10, Net: net(-5)}, {Index: 10, Net: net(5)}},
		"out of range": {{Index: -887280, Net: net(5)}, {Index: 10, Net: net(-5)}},
	} {
		if _, err := pool.NewTicks(ticks, 10, 3000); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	table, err := pool.NewTicks([]pool.Tick{{Index: -10, Net: net(5)}, {Index: 10, Net: net(-5)}},
		10, 3000)
	if err != nil {
		t.Fatal(err)
	}
	at := pool.SqrtRatioAtTick
	for _, c := range []struct {
		price     uint256.Int
		tick      int
		liquidity uint64
		ok        bool
	}{
		{at(0), 0, 5, true}, {at(0), -1, 5, true}, {at(0), 0, 4, false}, {at(0), 1, 5, false},
		{at(0), -2, 5, false},
		{at(10), 10, 0, true}, {at(10), 9, 5, true}, {at(10), 9, 0, false},
	} {
		_, err := pool.NewConcentrated(table, c.price, c.tick, *uint256.NewInt(c.liquidity))
		if (err == nil) != c.ok {
			t.Errorf("tick %d, liquidity %d: %v", c.tick, c.liquidity, err)
		}
	}
}
