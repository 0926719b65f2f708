package pool

import "github.com/holiman/uint256"

// Powers of ten that the cubic of a Crypto of three coins is written in, and parts of them.
var (
	ninth36   = over(tenTo36, small(9))
	part27    = over(tenTo36, small(27))
	cubeParts = small(27 * 27)
	crypto27  = small(27)
)

// exact is signed arithmetic in two's complement that the contract stops at where a product leaves
// 256 bits or is divided by nothing.
type exact struct{ failed bool }

func (e *exact) times(a, b uint256.Int) uint256.Int {
	if bits(&a)+bits(&b) > 255 {
		e.failed = true
	}
	return times(a, b)
}

func (e *exact) over(a, b uint256.Int) uint256.Int {
	if b.IsZero() {
		e.failed = true
	}
	return over(a, b)
}

// bits is how long a number is without its sign.
func bits(v *uint256.Int) int {
	size := abs(*v)
	return size.BitLen()
}

// third is what a pool of three coins keeps of one beside the others. Those must be between a
// hundredth and a hundred times D.
func (c *Crypto) third(xp *[CryptoCoins]uint256.Int, of int) (y uint256.Int, ok bool) {
	for k := range xp {
		if k != of && !c.even100(&xp[k]) {
			return y, false
		}
	}
	first, second := &xp[(of+1)%3], &xp[(of+2)%3]
	if of == 1 {
		first, second = second, first
	}
	if c.p.Closed {
		y, ok = c.closedThird(first, second)
	} else {
		y, ok = c.besideTwo(first, second)
	}
	return y, ok && c.even100(&y)
}

// even100 tells whether a balance is between a hundredth and a hundred times D.
func (c *Crypto) even100(x *uint256.Int) bool {
	part, ok := mulDiv(x, &ether, &c.p.D)
	return ok && !part.LtUint64(10_000_000_000_000_000) && !part.Gt(&cryptoLimits)
}

// besideTwo looks for the balance beside two others by Newton's method: from the smaller one on,
// and with the product of parts that begins with the larger one.
func (c *Crypto) besideTwo(first, second *uint256.Int) (y uint256.Int, ok bool) {
	large, less := *first, *second
	if large.Lt(&less) {
		large, less = less, large
	}
	d := c.p.D
	y = over(d, small(3))
	product := ether
	for _, x := range [...]uint256.Int{less, large} {
		y = over(times(y, d), times(x, small(3)))
	}
	for _, x := range [...]uint256.Int{large, less} {
		product = over(times(times(product, x), small(3)), d)
	}
	sum, stop := plus(large, less), d
	if large.Gt(&stop) {
		stop = large
	}
	return c.newton(y, &sum, &product, &stop)
}

// closedThird solves the invariant's cubic for the balance beside two others. Terms are scaled down
// together as far as their size allows. Where the cubic has three roots, it is Newton's method that
// finds the right one.
func (c *Crypto) closedThird(first, second *uint256.Int) (y uint256.Int, ok bool) {
	var e exact
	gamma, d, amp := c.p.Gamma, c.p.D, c.p.A
	gamma2 := times(gamma, gamma)
	square := times(d, d)
	a := part27
	b := e.times(times(over(square, *first), gamma2), amp)
	b = over(over(over(b, cubeParts), small(cryptoA)), *second)
	b = minus(plus(ninth36, over(times(times(small(2), ether), gamma), crypto27)), b)
	more := e.times(gamma2, minus(plus(*first, *second), d))
	more = over(over(times(over(more, d), amp), crypto27), small(cryptoA))
	four := times(small(4), ether)
	f := plus(plus(ninth36, over(times(gamma, plus(gamma, four)), crypto27)), more)
	whole := plus(ether, gamma)
	g := over(times(whole, whole), crypto27)

	size := abs(minus(e.over(e.times(times(small(3), a), f), b), b))
	by := dividerOfThree(&size)
	if amount, other := abs(a), abs(b); amount.Gt(&other) {
		up := abs(over(a, b))
		a, b = over(times(a, up), by), over(e.times(b, up), by)
		f, g = over(e.times(f, up), by), over(e.times(g, up), by)
	} else {
		down := abs(over(b, a))
		a, b = over(e.over(a, down), by), over(over(b, down), by)
		f, g = over(over(f, down), by), over(over(g, down), by)
	}

	product := e.times(times(small(3), a), f)
	d0 := minus(over(product, b), b)
	last := over(e.times(over(e.times(small(27), e.times(a, a)), b), g), b)
	d1 := minus(minus(over(e.times(small(3), product), b), times(small(2), b)), last)
	under := e.times(over(e.times(small(4), e.times(d0, d0)), b), d0)
	under = plus(e.times(d1, d1), under)
	if e.failed {
		return y, false
	}
	if under.Sign() <= 0 {
		return c.besideTwo(first, second)
	}
	var root uint256.Int
	root.Sqrt(&under)
	root1 := signedCbrt(b)
	var root2 uint256.Int
	if d1.Sign() > 0 {
		root2 = cbrt(over(plus(d1, root), small(2)))
	} else {
		root2 = cbrt(over(minus(root, d1), small(2)))
		root2.Neg(&root2)
	}
	c1 := over(e.times(over(e.times(root1, root1), ether), root2), ether)
	k := e.over(e.times(b, d0), c1)
	k = over(minus(plus(b, k), c1), small(3))
	y = over(e.times(over(over(square, crypto27), *second), d), *first)
	y = over(e.times(y, k), a)
	if share := over(times(ether, k), a); share.Sign() < 0 {
		return y, false
	}
	return y, !e.failed && y.Sign() > 0
}

// dividerOfThree is by what terms of a size are scaled down: four digits less for each four that
// they have above twenty.
func dividerOfThree(size *uint256.Int) uint256.Int {
	for digits := uint64(48); digits >= 20; digits -= 4 {
		if limit := ten(digits); size.Gt(&limit) {
			return ten(digits - 18)
		}
	}
	return one
}
