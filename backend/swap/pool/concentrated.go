package pool

import (
	"fmt"
	"sort"

	"github.com/holiman/uint256"
)

const (
	gasConcentrated = 62_000
	gasTick         = 22_000
)

// Concentrated is a pool of concentrated liquidity with the integer rules of Uniswap V3, which
// those that came after it share.
type Concentrated struct {
	ticks *Ticks
	sqrt  uint256.Int
	pos   int
	root  float64 // square root of the price
}

// NewConcentrated makes a pool from its ticks and what slot0 and liquidity say: the square root of
// the price times 2^96, the current tick and the active liquidity. It refuses values that
// contradict each other.
func NewConcentrated(ticks *Ticks, sqrtPrice uint256.Int, tick int,
	liquidity uint256.Int) (*Concentrated, error) {
	if !sqrtPrice.Gt(&minSqrtRatio) || !sqrtPrice.Lt(&maxSqrtRatio) || tick < MinTick ||
		tick >= MaxTick {
		return nil, fmt.Errorf("concentrated pool: price %s or tick %d is out of range",
			sqrtPrice.Dec(), tick)
	}
	// A swap that ends on a tick from above leaves the tick one below the price.
	if at := TickAtSqrtRatio(sqrtPrice); at != tick &&
		(at != tick+1 || SqrtRatioAtTick(at) != sqrtPrice) {
		return nil, fmt.Errorf("concentrated pool: tick %d does not belong to price %s", tick,
			sqrtPrice.Dec())
	}
	pos := sort.SearchInts(ticks.index, tick+1)
	if ticks.active[pos] != liquidity {
		return nil, fmt.Errorf("concentrated pool: liquidity %s, but ticks give %s",
			liquidity.Dec(), ticks.active[pos].Dec())
	}
	return &Concentrated{ticks, sqrtPrice, pos, toFloat(&sqrtPrice) / (1 << 96)}, nil
}

// Kind is KindConcentrated.
func (c *Concentrated) Kind() Kind { return KindConcentrated }

// Coins is 2.
func (c *Concentrated) Coins() int { return 2 }

// Init implements Pool.
func (c *Concentrated) Init(s *State) { s.v[0], s.pos = c.sqrt, c.pos }

// ExactIn repeats swap with a positive amount and no price limit.
func (c *Concentrated) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	return c.swap(s, in, out, amount, true)
}

// ExactOut repeats swap with a negative amount and no price limit.
func (c *Concentrated) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	return c.swap(s, in, out, amount, false)
}

func (c *Concentrated) swap(s *State, in, out int, amount uint256.Int, exactIn bool) (Quote,
	error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	r := run{t: c.ticks, price: s.v[0], pos: s.pos, rest: amount, exactIn: exactIn,
		zeroForOne: in == 0}
	if !r.walk() || !r.rest.IsZero() && (!r.skip() || !r.walk()) {
		return Quote{}, ErrLiquidity
	}
	if r.out.IsZero() {
		return Quote{}, ErrZero
	}
	crossed := s.pos - r.pos
	if crossed < 0 {
		crossed = -crossed
	}
	s.v[0], s.pos = r.price, r.pos
	return Quote{In: r.in, Out: r.out, Ticks: crossed,
		Gas: gasConcentrated + gasTick*uint64(crossed)}, nil
}

// run is a swap under way. pos counts the initialised ticks at or below the current tick.
type run struct {
	t                   *Ticks
	price, rest         uint256.Int
	in, out             uint256.Int
	pos                 int
	exactIn, zeroForOne bool
}

// walk moves step by step to the end of the present range, or until nothing is left to swap.
func (r *run) walk() bool {
	if r.rest.IsZero() {
		return true
	}
	i := r.pos
	if r.t.active[i].IsZero() {
		return r.leap()
	}
	end, at := r.t.index[i], 0
	if r.zeroForOne {
		end = r.t.index[i-1]
	}
	single := r.t.single(i, r.zeroForOne)
	if !single {
		at = min(TickAtSqrtRatio(r.price), r.t.index[i]-1)
	}
	for !r.rest.IsZero() {
		stop := end
		if !single {
			stop = r.t.stop(i, at, r.zeroForOne)
		}
		target := r.t.ratio(i, stop)
		if !r.step(&target) {
			return false
		}
		if r.price != target {
			return true
		}
		if stop == end {
			r.cross()
			return true
		}
		at = r.t.beyond(stop, r.zeroForOne)
	}
	return true
}

// leap crosses a range without liquidity, if there is another beyond it.
func (r *run) leap() bool {
	next := r.pos
	if r.zeroForOne {
		next--
	}
	if next < 0 || next == len(r.t.index) {
		return false
	}
	r.price = r.t.sqrt[next]
	r.cross()
	return true
}

func (r *run) cross() {
	if r.zeroForOne {
		r.pos--
	} else {
		r.pos++
	}
}

// step swaps what is left towards target inside the present range.
func (r *run) step(target *uint256.Int) bool {
	var s step
	var ok bool
	if r.exactIn {
		s, ok = r.t.stepIn(&r.price, target, &r.t.active[r.pos], &r.rest)
	} else {
		s, ok = r.t.stepOut(&r.price, target, &r.t.active[r.pos], &r.rest)
	}
	if !ok {
		return false
	}
	r.price = s.price
	r.take(&s.in, &s.out)
	return true
}

func (r *run) take(in, out *uint256.Int) {
	r.in.Add(&r.in, in)
	r.out.Add(&r.out, out)
	if r.exactIn {
		r.rest.Sub(&r.rest, in)
	} else {
		r.rest.Sub(&r.rest, out)
	}
}

// skip crosses the whole ranges that leave something of the rest, from the tick on which the price
// stands; the range in which the rest ends is left to walk. It fails when the rest is more than the
// liquidity that remains.
func (r *run) skip() bool {
	s := &r.t.up
	if r.zeroForOne {
		s = &r.t.down
	}
	cost := s.out
	if r.exactIn {
		cost = s.in
	}
	var low, high, to int // between ticks low and high all is crossed
	if r.zeroForOne {
		high = r.pos
		low = lastBelow(cost[:high+1], &r.rest) + 1
		to, r.pos = low, low
	} else {
		low = r.pos - 1
		high = firstAbove(cost, low, &r.rest) - 1
		to, r.pos = high, high+1
	}
	if low < 1 && r.zeroForOne || high == len(cost)-1 && !r.zeroForOne {
		return false
	}
	var in, out uint256.Int
	in.Sub(&s.in[high], &s.in[low])
	out.Sub(&s.out[high], &s.out[low])
	r.take(&in, &out)
	r.price = r.t.sqrt[to]
	return true
}

// lastBelow is the greatest i with cost[last] − cost[i] ≥ rest, or -1.
func lastBelow(cost []uint256.Int, rest *uint256.Int) int {
	var limit uint256.Int
	if _, under := limit.SubOverflow(&cost[len(cost)-1], rest); under {
		return -1
	}
	return sort.Search(len(cost), func(i int) bool { return cost[i].Gt(&limit) }) - 1
}

// firstAbove is the least i ≥ from with cost[i] − cost[from] ≥ rest, or the number of ticks.
func firstAbove(cost []uint256.Int, from int, rest *uint256.Int) int {
	var limit uint256.Int
	if _, over := limit.AddOverflow(&cost[from], rest); over {
		return len(cost)
	}
	return from + sort.Search(len(cost)-from, func(i int) bool { return !cost[from+i].Lt(&limit) })
}

// Curve implements Pool with the liquidity of the present range, or of the next one that has any;
// the limit is where the last range ends.
func (c *Concentrated) Curve(s *State, in, out int) Curve {
	if checkPair(in, out, 2) != nil {
		return Curve{}
	}
	t, pos := c.ticks, s.pos
	root := toFloat(&s.v[0]) / (1 << 96)
	for t.active[pos].IsZero() {
		switch {
		case in == 0 && pos > 0:
			pos--
			root = min(root, toFloat(&t.sqrt[pos])/(1<<96))
		case in == 1 && pos < len(t.index):
			root = max(root, toFloat(&t.sqrt[pos])/(1<<96))
			pos++
		default:
			return Curve{}
		}
	}
	liquidity, gamma := toFloat(&t.active[pos]), t.tolls[in].gamma
	if in == 0 {
		rest, _ := t.between(&t.down, 0, pos-1)
		rest += falling(liquidity, root, t.roots[pos-1]) / gamma
		return Curve{Price: gamma * root * root, Depth: liquidity / root / gamma,
			Limit: rest * nearly}
	}
	rest, _ := t.between(&t.up, pos, len(t.index)-1)
	rest += liquidity * (t.roots[pos] - root) / gamma
	return Curve{Price: gamma / root / root, Depth: liquidity * root / gamma,
		Limit: rest * nearly}
}

// nearly keeps a limit below what its exact integers allow.
const nearly = 1 - 1e-9
