package pool

import (
	"fmt"

	"github.com/holiman/uint256"
)

// Tick is an initialised tick of concentrated liquidity. Net is the liquidity that becomes active
// when the price rises through it, in two's complement.
type Tick struct {
	Index int
	Net   uint256.Int
}

// Ticks is the liquidity of a concentrated pool over its whole price range. It depends neither on
// the price nor on the block, so the states of many blocks share one Ticks until liquidity is added
// or removed.
//
// Between two initialised ticks a swap's cost is the same whenever it crosses all of the range, so
// the exact amounts are summed up once; a swap of any size then computes no more than its first and
// last range. The contract searches ticks in words of 256, stops at each word's end and rounds
// there too: the sums contain those stops, which differ by direction.
type Ticks struct {
	spacing  int
	wordless bool
	tolls    [2]toll       // of what is paid in token 0, and in token 1
	index    []int         // ascending
	sqrt     []uint256.Int // ratio at each index
	// active[i] is the liquidity between index[i-1] and index[i]; outermost 0
	active   []uint256.Int
	up, down sums
	roots    []float64 // square roots of the prices at each index
	depth    []float64 // active
}

// toll is what a pool keeps of what it is paid.
type toll struct {
	fee, keep uint256.Int // parts per million, and what is left of them
	gamma     float64     // what is left of a unit
}

// tollOf is the toll on a direction.
func (t *Ticks) tollOf(zeroForOne bool) *toll {
	if zeroForOne {
		return &t.tolls[0]
	}
	return &t.tolls[1]
}

// TickRules are what concentrated pools of different exchanges differ in.
type TickRules struct {
	Spacing int
	// Fees in parts per million of what is paid in token 0, and in token 1.
	Fees [2]uint32
	// Wordless swaps go from one initialised tick to the next, without stops at words between.
	Wordless bool
}

// sums[i] are the amounts of moving the price over all ranges between tick 0 and tick i in one
// direction.
type sums struct {
	in, out []uint256.Int
}

// NewTicks prepares initialised ticks, in ascending order, for a pool of the given tick spacing and
// fee in parts per million.
func NewTicks(ticks []Tick, spacing int, feePpm uint32) (*Ticks, error) {
	return NewRuledTicks(ticks, TickRules{Spacing: spacing, Fees: [2]uint32{feePpm, feePpm}})
}

// NewRuledTicks is NewTicks for a pool of other rules.
func NewRuledTicks(ticks []Tick, r TickRules) (*Ticks, error) {
	n := len(ticks)
	t := &Ticks{
		spacing: r.Spacing, wordless: r.Wordless,
		index: make([]int, n), sqrt: make([]uint256.Int, n), active: make([]uint256.Int, n+1),
	}
	for i, fee := range r.Fees {
		if r.Spacing <= 0 || fee >= 1_000_000 {
			return nil, fmt.Errorf("concentrated liquidity: spacing %d, fee %d ppm", r.Spacing, fee)
		}
		t.tolls[i].fee.SetUint64(uint64(fee))
		t.tolls[i].keep.SetUint64(uint64(1_000_000 - fee))
		t.tolls[i].gamma = 1 - float64(fee)/1e6
	}
	for i := range ticks {
		if err := t.place(i, &ticks[i]); err != nil {
			return nil, err
		}
	}
	if !t.active[n].IsZero() {
		return nil, fmt.Errorf("concentrated liquidity: net liquidities do not sum to zero")
	}
	t.roots, t.depth = make([]float64, n), make([]float64, n+1)
	for i := range n {
		t.roots[i] = toFloat(&t.sqrt[i]) / (1 << 96)
		t.depth[i+1] = toFloat(&t.active[i+1])
	}
	return t, t.sum()
}

func (t *Ticks) place(i int, tick *Tick) error {
	at := tick.Index
	if at < MinTick || at > MaxTick || at%t.spacing != 0 || i > 0 && at <= t.index[i-1] {
		return fmt.Errorf("concentrated liquidity: tick %d is out of range, order or spacing", at)
	}
	t.index[i] = at
	t.sqrt[i] = SqrtRatioAtTick(at)
	switch at { // swaps stop one unit short of the extreme ratios
	case MinTick:
		t.sqrt[i].AddUint64(&t.sqrt[i], 1)
	case MaxTick:
		t.sqrt[i].SubUint64(&t.sqrt[i], 1)
	}
	t.active[i+1].Add(&t.active[i], &tick.Net)
	if t.active[i+1].BitLen() > 128 {
		return fmt.Errorf("concentrated liquidity: active liquidity above tick %d is out of "+
			"range", at)
	}
	return nil
}

func (t *Ticks) sum() error {
	n := len(t.index)
	for _, s := range []*sums{&t.up, &t.down} {
		s.in, s.out = make([]uint256.Int, n), make([]uint256.Int, n)
		for i := 1; i < n; i++ {
			in, out, ok := t.whole(i, s == &t.down)
			if !ok {
				return fmt.Errorf("concentrated liquidity: amounts below tick %d overflow",
					t.index[i])
			}
			s.in[i].Add(&s.in[i-1], &in)
			s.out[i].Add(&s.out[i-1], &out)
		}
	}
	return nil
}

// whole sums the steps of moving the price through all of range i, between ticks i-1 and i.
func (t *Ticks) whole(i int, zeroForOne bool) (in, out uint256.Int, ok bool) {
	start, end, price := t.index[i-1], t.index[i], t.sqrt[i-1]
	if zeroForOne {
		start, end, price = t.index[i], t.index[i-1], t.sqrt[i]
	}
	if t.active[i].IsZero() {
		return in, out, true
	}
	for stop := start; stop != end; {
		stop = t.stop(i, t.beyond(stop, zeroForOne), zeroForOne)
		target := t.ratio(i, stop)
		stepIn, stepOut, ok := rangeAmounts(&price, &target, &t.active[i])
		if !ok {
			return in, out, false
		}
		paid, ok := t.tollOf(zeroForOne).withFee(&stepIn)
		if !ok {
			return in, out, false
		}
		in.Add(&in, &paid)
		out.Add(&out, &stepOut)
		price = target
	}
	return in, out, true
}

// stop is where the contract's search for the next tick halts inside range i, coming from tick at:
// the range's end or, where it searches words, the end of the word of the bitmap.
func (t *Ticks) stop(i, at int, zeroForOne bool) int {
	switch {
	case t.wordless && zeroForOne:
		return t.index[i-1]
	case t.wordless:
		return t.index[i]
	}
	compressed := floorDiv(at, t.spacing)
	if zeroForOne {
		return max(t.index[i-1], compressed>>8<<8*t.spacing)
	}
	return min(t.index[i], ((compressed+1)>>8<<8|255)*t.spacing)
}

// beyond is the current tick of the contract once the price has reached stop.
func (t *Ticks) beyond(stop int, zeroForOne bool) int {
	if zeroForOne {
		return stop - 1
	}
	return stop
}

// ratio is the square-root price at a stop of range i.
func (t *Ticks) ratio(i, stop int) uint256.Int {
	switch stop {
	case t.index[i-1]:
		return t.sqrt[i-1]
	case t.index[i]:
		return t.sqrt[i]
	}
	return SqrtRatioAtTick(stop)
}

// single tells whether a swap through range i makes no stop inside it.
func (t *Ticks) single(i int, zeroForOne bool) bool {
	if t.wordless {
		return true
	}
	if zeroForOne {
		return floorDiv(t.index[i]-1, t.spacing)>>8 == floorDiv(t.index[i-1], t.spacing)>>8
	}
	return (floorDiv(t.index[i-1], t.spacing)+1)>>8 == floorDiv(t.index[i], t.spacing)>>8
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// WithProtocolFee is what a pool of Uniswap's fourth version keeps in all, in parts per million,
// where the protocol takes a part of what is paid and the pool's fee is of the rest.
func WithProtocolFee(protocol, fee uint32) uint32 {
	return protocol + fee - uint32(uint64(protocol)*uint64(fee)/1_000_000)
}
