package pool

import "github.com/holiman/uint256"

// BPS is a whole in basis points, in which taxes and shares are told.
const BPS = 10_000

// AfterTax is what arrives when amount of a token is transferred that keeps bps basis points:
// amount − floor(amount·bps/10000). Amounts are below 2^242.
func AfterTax(amount uint256.Int, bps uint16) uint256.Int {
	if bps == 0 {
		return amount
	}
	var tax, whole uint256.Int
	tax.Mul(&amount, uint256.NewInt(uint64(bps)))
	tax.Div(&tax, whole.SetUint64(BPS))
	tax.Sub(&amount, &tax)
	return tax
}

// BeforeTax is the least amount to send so that at least amount arrives. ok is false when the tax
// takes everything.
func BeforeTax(amount uint256.Int, bps uint16) (sent uint256.Int, ok bool) {
	if bps >= BPS {
		return sent, amount.IsZero()
	}
	if bps == 0 || amount.IsZero() {
		return amount, true
	}
	// x − floor(x·t/w) = ceil(x·(w−t)/w), which reaches a exactly when x·(w−t) > (a−1)·w.
	var less, rest uint256.Int
	less.SubUint64(&amount, 1)
	less.Mul(&less, uint256.NewInt(BPS))
	rest.SetUint64(BPS - uint64(bps))
	sent.Div(&less, &rest)
	sent.AddUint64(&sent, 1)
	return sent, true
}
