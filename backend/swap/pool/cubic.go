package pool

import "github.com/holiman/uint256"

// Powers of ten that the cubic of a Crypto is written in.
var (
	tenTo4  = ten(4)
	tenTo6  = ten(6)
	tenTo12 = ten(12)
	tenTo14 = ten(14)
	tenTo32 = ten(32)
	tenTo36 = ten(36)
	// cubeRoom is up to what a number keeps its digits where a cube root is taken of 10³⁶ times it.
	cubeRoom = *uint256.MustFromDecimal("115792089237316195423570985008687907853269")
)

func ten(digits uint64) (v uint256.Int) {
	v.Exp(uint256.NewInt(10), uint256.NewInt(digits))
	return v
}

// Signed arithmetic as the EVM has it, in two's complement, division towards zero.
func times(a, b uint256.Int) uint256.Int { return *a.Mul(&a, &b) }
func over(a, b uint256.Int) uint256.Int  { return *a.SDiv(&a, &b) }
func plus(a, b uint256.Int) uint256.Int  { return *a.Add(&a, &b) }
func minus(a, b uint256.Int) uint256.Int { return *a.Sub(&a, &b) }
func small(n uint64) uint256.Int         { return *uint256.NewInt(n) }

// closed solves the invariant's cubic for the balance beside x. Terms are scaled down together as
// far as their size allows. Where the cubic has three roots, it is Newton's method that finds the
// right one.
func (c *Crypto) closed(x *uint256.Int) (y uint256.Int, ok bool) {
	gamma, d := c.p.Gamma, c.p.D
	gamma2 := times(gamma, gamma)
	amp := times(c.p.A, gamma2)
	if amp.BitLen()+d.BitLen() > 254 || x.IsZero() {
		return y, false
	}
	const parts = 400_000_000
	four := over(times(small(4), amp), small(parts))
	a := tenTo32
	b := minus(minus(over(over(times(d, amp), small(parts)), *x), times(small(3), tenTo32)),
		times(times(small(2), gamma), tenTo14))
	e := minus(plus(plus(plus(times(small(3), tenTo32), times(times(small(4), gamma), tenTo14)),
		over(gamma2, tenTo4)), over(times(four, *x), d)), four)
	whole := plus(ether, gamma)
	f := over(times(whole, whole), tenTo4)
	f.Neg(&f)
	if b.IsZero() {
		return y, false
	}
	d0, d1 := resolvents(&a, &b, &e, &f)
	size := smallest(a, abs(d0), abs(d1))
	by := divider(&size)
	a, b, e, f = over(a, by), over(b, by), over(e, by), over(f, by)
	if b.IsZero() || a.IsZero() {
		return y, false
	}
	d0, d1 = resolvents(&a, &b, &e, &f)
	under := plus(times(d1, d1), times(over(times(small(4), times(d0, d0)), b), d0))
	if under.Sign() <= 0 {
		ratio := over(times(times(small(2), ether), *x), d)
		return c.beside(x, &ratio)
	}
	var root uint256.Int
	root.Sqrt(&under)
	first := signedCbrt(b)
	var second uint256.Int
	if d1.Sign() > 0 {
		second = signedCbrt(over(plus(d1, root), small(2)))
	} else {
		second = cbrt(over(minus(root, d1), small(2)))
		second.Neg(&second)
	}
	c1 := over(times(over(times(first, first), ether), second), ether)
	if c1.IsZero() {
		return y, false
	}
	scaled := times(ether, b)
	at := minus(minus(times(ether, c1), scaled), times(over(scaled, c1), d0))
	at = over(at, times(small(3), a))
	if at.Sign() <= 0 {
		return y, false
	}
	y, ok = mulDiv(&d, &d, x)
	if y.BitLen()+at.BitLen() > 255 {
		return y, false
	}
	return over(over(times(y, at), small(4)), ether), ok
}

// resolvents are what the roots of ax³ + bx² + ex + f are made of.
func resolvents(a, b, e, f *uint256.Int) (d0, d1 uint256.Int) {
	d0 = minus(over(times(times(small(3), *a), *e), *b), *b)
	last := over(times(over(times(small(27), times(*a, *a)), *b), *f), *b)
	d1 = minus(plus(times(small(3), d0), *b), last)
	return d0, d1
}

func abs(v uint256.Int) uint256.Int { return *v.Abs(&v) }

func smallest(list ...uint256.Int) uint256.Int {
	least := list[0]
	for i := range list {
		if list[i].Lt(&least) {
			least = list[i]
		}
	}
	return least
}

// divider is by what terms of a size are scaled down: two digits less for each two that they have
// above thirty-two, with fewer steps at the ends.
func divider(size *uint256.Int) uint256.Int {
	steps := [][2]uint64{{48, 30}, {46, 28}, {44, 26}, {42, 24}, {40, 22}, {38, 20}, {36, 18},
		{34, 16}, {32, 14}, {30, 12}, {28, 10}, {26, 8}, {24, 6}, {20, 2}}
	for _, s := range steps {
		if limit := ten(s[0]); size.Gt(&limit) {
			return ten(s[1])
		}
	}
	return one
}

func signedCbrt(v uint256.Int) uint256.Int {
	if v.Sign() < 0 {
		v.Neg(&v)
		root := cbrt(v)
		return *root.Neg(&root)
	}
	return cbrt(v)
}

// cbrt is the cube root in 18 decimals, by seven steps from a power of two.
func cbrt(x uint256.Int) uint256.Int {
	wide := times(cubeRoom, ether)
	v, back := x, one
	switch {
	case !x.Lt(&wide):
		back = tenTo12
	case !x.Lt(&cubeRoom):
		v, back = times(x, ether), tenTo6
	default:
		v = times(x, tenTo36)
	}
	if v.IsZero() {
		return v
	}
	log := uint64(v.BitLen() - 1)
	a := one
	a.Lsh(&a, uint(log/3))
	for range log % 3 {
		a = times(a, small(1260))
	}
	for range log % 3 {
		a.Div(&a, uint256.NewInt(1000))
	}
	for range 7 {
		square := times(a, a)
		var part uint256.Int
		part.Div(&v, &square)
		a = plus(times(small(2), a), part)
		a.Div(&a, uint256.NewInt(3))
	}
	return times(a, back)
}
