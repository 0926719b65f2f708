package pool

import "github.com/holiman/uint256"

// StableStyle is in which details of rounding a stable pool's generation differs from others.
type StableStyle uint8

// Styles of stable pools.
const (
	StablePlain StableStyle = iota
	// StableClassic rounds once more where it is asked what it would pay: it may pay a unit less
	// than it says.
	StableClassic
	// StableNG divides at the end of each round of the invariant and has a fee that grows.
	StableNG
	// StableGuarded adds a unit to what each step of the invariant divides by.
	StableGuarded
)

// feeAt is the fee over 10^10 of a swap that takes one balance from a to x and another from b to y.
// ok is false where the contract would overflow.
func (p *Stable) feeAt(a, x, b, y *uint256.Int) (fee uint256.Int, ok bool) {
	if p.offPeg == 0 {
		return p.fee, true
	}
	var xi, xj, sum, growth uint256.Int
	xi.Add(a, x)
	xi.Rsh(&xi, 1)
	xj.Add(b, y)
	xj.Rsh(&xj, 1)
	sum.Add(&xi, &xj)
	growth.SetUint64((p.offPeg - 1e10) * 4)
	for _, times := range []*uint256.Int{&xi, &xj} {
		if _, over := growth.MulOverflow(&growth, times); over {
			return fee, false
		}
	}
	if sum.BitLen() > 128 {
		return fee, false
	}
	sum.Mul(&sum, &sum)
	growth.Div(&growth, &sum)
	growth.Add(&growth, &feeUnits)
	fee.SetUint64(p.offPeg)
	fee.Mul(&fee, &p.fee)
	fee.Div(&fee, &growth)
	return fee, true
}

// Told is what the contract answers to the question what an amount buys (get_dy). ok is false where
// it would revert.
func (p *Stable) Told(s *State, in, out int, amount uint256.Int) (told uint256.Int, ok bool) {
	xp := p.scaled(s)
	if checkPair(in, out, p.n) != nil || !p.prepare(s, &xp) {
		return told, false
	}
	return p.told(s, &xp, in, out, &amount)
}

// told is Told where the state's invariant is known.
func (p *Stable) told(s *State, xp *[stableCoins]uint256.Int, in, out int,
	amount *uint256.Int) (told uint256.Int, ok bool) {
	if p.style != StableClassic {
		told, _, err := p.output(s, xp, in, out, amount)
		return told, err == nil
	}
	if amount.BitLen() > 128 {
		return told, false
	}
	var x, dy uint256.Int
	x.Mul(amount, &p.rates[in])
	x.Div(&x, &ether)
	x.Add(&x, &xp[in])
	y, ok := p.solve(xp, in, out, &x, &s.v[stableD])
	if !ok || !y.Lt(&xp[out]) {
		return told, false
	}
	dy.Sub(&xp[out], &y)
	dy.SubUint64(&dy, 1)
	dy = p.raw(&dy, out)
	told.Mul(&dy, &p.fee)
	told.Div(&told, &feeUnits)
	told.Sub(&dy, &told)
	return told, true
}

// Rounds tells whether the contract may pay a unit less than it says that it would.
func (p *Stable) Rounds() bool { return p.style == StableClassic }
