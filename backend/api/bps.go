package api

import "math"

// BPS is a whole in basis points, in which fees, slippage and shares are told: one is 0.01 %.
const BPS = 10_000

var wholeBPS = NewAmount(BPS)

// BPS is n basis points of an amount, rounded down: ⌊a·n/10000⌋.
func (a Amount) BPS(n uint64) Amount { return a.MulDiv(NewAmount(n), wholeBPS) }

// BPSUp is n basis points of an amount, rounded up: ⌈a·n/10000⌉.
func (a Amount) BPSUp(n uint64) Amount { return a.MulDivUp(NewAmount(n), wholeBPS) }

// InBPS is the share that a is of another amount, in basis points, rounded down; 2^64−1 where that
// is too much to be told, as of nothing.
func (a Amount) InBPS(of Amount) uint64 {
	if n, ok := a.MulDiv(wholeBPS, of).Uint64(); ok {
		return n
	}
	return math.MaxUint64
}
