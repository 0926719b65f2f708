package pools

import (
	"encoding/binary"
	"slices"

	"github.com/holiman/uint256"

	"bourse/backend/chain"
	"bourse/backend/swap/pool"
)

// What a lens may use for one call, and how many bytes of ticks it may return.
const (
	lensGas   = 2_900_000
	lensBytes = 64 << 10
	lensTick  = 3 + 16
)

// scan is the search of a concentrated pool's ticks by chain.PoolLens.
type scan struct {
	*State
	next, last int // ticks divided by the spacing, rounded down
	found      []pool.Tick
	complete   bool
}

func newScan(l *State) *scan {
	return &scan{State: l, next: floorDiv(pool.MinTick, l.spacing),
		last: floorDiv(pool.MaxTick, l.spacing)}
}

func (s *scan) call() chain.Call {
	data := append(make([]byte, 0, 33), s.Address[:]...)
	for _, v := range []int{s.spacing, s.next, s.last} {
		data = append24(data, v)
	}
	if s.Family.Held() {
		at := s.wordAt(heldPrice)
		data = slices.Concat(data, extsload, at[:])
	} else {
		data = append(data, s.Family.bitmap()...)
	}
	return chain.Call{To: chain.PoolLens, Data: data, Gas: lensGas, Most: lensBytes}
}

// take takes in what the lens returned, and tells whether there is more. A pool that the lens can't
// read is left without complete.
func (s *scan) take(r chain.Result) (more bool) {
	if !r.OK || len(r.Data) < 3 || (len(r.Data)-3)%lensTick != 0 {
		return false
	}
	before := s.next
	s.next = int24(r.Data)
	for b := r.Data[3:]; len(b) > 0; b = b[lensTick:] {
		tick := pool.Tick{Index: int24(b) * s.spacing}
		tick.Net.SetBytes(b[3:lensTick])
		tick.Net.ExtendSign(&tick.Net, uint256.NewInt(15))
		s.found = append(s.found, tick)
	}
	s.complete = s.next > s.last
	return !s.complete && s.next > before
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func append24(dst []byte, v int) []byte {
	return append(dst, binary.BigEndian.AppendUint32(nil, uint32(int32(v)))[1:]...)
}

func int24(b []byte) int {
	return int(int32(uint32(b[0])<<24|uint32(b[1])<<16|uint32(b[2])<<8) >> 8)
}
