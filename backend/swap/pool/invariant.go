package pool

import "github.com/holiman/uint256"

// invariant is get_D: the sum that the balances would have if they were equal, by Newton's method
// on integers. ok is false where the contract would overflow, divide by zero or not converge.
func (p *Stable) invariant(xp *[stableCoins]uint256.Int) (d uint256.Int, ok bool) {
	var sum, ann, annLess, n, n1 uint256.Int
	for i := range p.n {
		if xp[i].IsZero() || xp[i].BitLen() > maxBanked {
			return d, false
		}
		sum.Add(&sum, &xp[i])
	}
	n.SetUint64(uint64(p.n))
	n1.SetUint64(uint64(p.n + 1))
	each, atEnd, guard := &n, one, uint64(0)
	switch p.style {
	case StableNG:
		each = &one
		for range p.n {
			atEnd.Mul(&atEnd, &n)
		}
	case StableGuarded:
		guard = 1
	}
	ann.SetUint64(p.amp)
	annLess.SetUint64(p.amp - p.units)
	var annSum, units uint256.Int
	units.SetUint64(p.units)
	annSum.Mul(&ann, &sum)
	annSum.Div(&annSum, &units)
	d = sum
	for range maxRounds {
		product := d
		for i := range p.n {
			if !scale(&product, &d, &xp[i], each, guard) {
				return d, false
			}
		}
		if p.style == StableNG {
			product.Div(&product, &atEnd)
		}
		var top, bottom, last uint256.Int
		if _, over := top.MulOverflow(&product, &n); over {
			return d, false
		}
		top.Add(&top, &annSum)
		if _, over := top.MulOverflow(&top, &d); over {
			return d, false
		}
		bottom.Mul(&annLess, &d)
		bottom.Div(&bottom, &units)
		last.Mul(&product, &n1)
		bottom.Add(&bottom, &last)
		last = d
		d.Div(&top, &bottom)
		if near(&d, &last) {
			return d, true
		}
	}
	return d, false
}

// solve is get_y: the balance of coin j when coin i has balance x and the invariant is d.
func (p *Stable) solve(xp *[stableCoins]uint256.Int, i, j int, x, d *uint256.Int) (y uint256.Int,
	ok bool) {
	var c, b, n, ann uint256.Int
	c = *d
	n.SetUint64(uint64(p.n))
	ann.SetUint64(p.amp)
	for k := range p.n {
		at := &xp[k]
		if k == i {
			at = x
		}
		if k == j {
			continue
		}
		if at.IsZero() || at.BitLen() > maxBanked || !scale(&c, d, at, &n, 0) {
			return y, false
		}
		b.Add(&b, at)
	}
	if _, over := c.MulOverflow(&c, d); over {
		return y, false
	}
	if _, over := c.MulOverflow(&c, &ampUnits); over {
		return y, false
	}
	n.Mul(&n, &ann)
	c.Div(&c, &n)
	n.Mul(d, &ampUnits)
	n.Div(&n, &ann)
	b.Add(&b, &n)
	return newton(&b, &c, d)
}

// newton finds the root of y² + (b − d)·y = c from above.
func newton(b, c, d *uint256.Int) (y uint256.Int, ok bool) {
	var top, bottom uint256.Int
	y = *d
	for range maxRounds {
		last := y
		if !newtonStep(&top, &bottom, &y, b, c, d) {
			return y, false
		}
		y.Div(&top, &bottom)
		if y.BitLen() > 127 {
			return y, false
		}
		if near(&y, &last) {
			return y, true
		}
	}
	return y, false
}

// newtonStep sets top/bottom to where a step from y leads, (y² + c)/(2y + b − d).
func newtonStep(top, bottom, y, b, c, d *uint256.Int) bool {
	top.Mul(y, y)
	if _, over := top.AddOverflow(top, c); over {
		return false
	}
	bottom.Lsh(y, 1)
	bottom.Add(bottom, b)
	_, under := bottom.SubOverflow(bottom, d)
	return !under && !bottom.IsZero()
}

// scale sets z to z·d/(x·n + more).
func scale(z, d, x, n *uint256.Int, more uint64) bool {
	var bottom uint256.Int
	if _, over := z.MulOverflow(z, d); over {
		return false
	}
	bottom.Mul(x, n)
	bottom.AddUint64(&bottom, more)
	z.Div(z, &bottom)
	return true
}

// near tells whether two values differ by at most one.
func near(a, b *uint256.Int) bool {
	var diff uint256.Int
	if a.Lt(b) {
		diff.Sub(b, a)
	} else {
		diff.Sub(a, b)
	}
	return !diff.GtUint64(1)
}
