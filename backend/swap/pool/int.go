package pool

import (
	"github.com/holiman/uint256"
)

var (
	one     = *uint256.NewInt(1)
	million = *uint256.NewInt(1_000_000)
)

// mulDiv returns floor(x·y/d) with a 512-bit product; ok is false when d is zero or the result
// exceeds 256 bits.
func mulDiv(x, y, d *uint256.Int) (q uint256.Int, ok bool) {
	if x.BitLen()+y.BitLen() <= 256 {
		if d.IsZero() {
			return q, false
		}
		q.Mul(x, y)
		q.Div(&q, d)
		return q, true
	}
	_, overflow := q.MulDivOverflow(x, y, d)
	return q, !overflow && !d.IsZero()
}

// mulDivUp is mulDiv rounded up.
func mulDivUp(x, y, d *uint256.Int) (uint256.Int, bool) {
	q, ok := mulDiv(x, y, d)
	if !ok {
		return q, false
	}
	// The remainder is below 2^256, so it is zero exactly when both products agree in their low
	// words.
	var product, back uint256.Int
	product.Mul(x, y)
	back.Mul(&q, d)
	if product != back {
		_, overflow := q.AddOverflow(&q, &one)
		return q, !overflow
	}
	return q, true
}

// divUp returns ceil(x/d) for d > 0.
func divUp(x, d *uint256.Int) uint256.Int {
	var q, r uint256.Int
	q.DivMod(x, d, &r)
	if !r.IsZero() {
		q.AddUint64(&q, 1)
	}
	return q
}

// toFloat is x as a float64, for search guidance only.
func toFloat(x *uint256.Int) float64 {
	const word = 1 << 64
	return ((float64(x[3])*word+float64(x[2]))*word+float64(x[1]))*word + float64(x[0])
}
