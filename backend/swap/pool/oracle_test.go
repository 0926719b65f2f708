package pool_test

import (
	"math/big"

	"bourse/backend/swap/pool"
)

// The oracles below state each contract's rules in arbitrary precision, step by step and without
// any shortcut.

var (
	bigOne = big.NewInt(1)
	bigQ96 = new(big.Int).Lsh(bigOne, 96)
	e18    = pow10(18)
)

func pow10(n int64) *big.Int     { return new(big.Int).Exp(big.NewInt(10), big.NewInt(n), nil) }
func num(n int64) *big.Int       { return big.NewInt(n) }
func add(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
func sub(a, b *big.Int) *big.Int { return new(big.Int).Sub(a, b) }
func mul(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

// towards zero, as Solidity divides
func quo(a, b *big.Int) *big.Int     { return new(big.Int).Quo(a, b) }
func less(a, b *big.Int) bool        { return a.Cmp(b) < 0 }
func ceilQuo(a, b *big.Int) *big.Int { return quo(add(a, sub(b, bigOne)), b) }

func div(a, b *big.Int, up bool) *big.Int {
	if up {
		return ceilQuo(a, b)
	}
	return quo(a, b)
}

// rangePool is a Uniswap V3 pool: the loop of its swap function with tick map, word by word.
type rangePool struct {
	feePpm, spacing int64
	net             map[int]*big.Int
	price, active   *big.Int
	tick            int
}

func (p *rangePool) delta0(a, b *big.Int, up bool) *big.Int {
	if less(b, a) {
		a, b = b, a
	}
	return div(div(mul(mul(p.active, bigQ96), sub(b, a)), b, up), a, up)
}

func (p *rangePool) delta1(a, b *big.Int, up bool) *big.Int {
	return div(mul(p.active, new(big.Int).Abs(sub(b, a))), bigQ96, up)
}

// nextTick searches one word of the bitmap.
func (p *rangePool) nextTick(zeroForOne bool) int {
	c := p.tick / int(p.spacing)
	if p.tick%int(p.spacing) < 0 {
		c--
	}
	if zeroForOne {
		for ; c&255 != 0 && p.net[c*int(p.spacing)] == nil; c-- {
		}
	} else {
		for c++; c&255 != 255 && p.net[c*int(p.spacing)] == nil; c++ {
		}
	}
	return max(pool.MinTick, min(c*int(p.spacing), pool.MaxTick))
}

// swap moves amount (exact input, or exact output) and tells whether all of it found liquidity.
func (p *rangePool) swap(zeroForOne, exactIn bool, amount *big.Int) (in, out *big.Int, crossed int,
	ok bool) {
	in, out = num(0), num(0)
	rest := new(big.Int).Set(amount)
	lowest, highest := pool.SqrtRatioAtTick(pool.MinTick), pool.SqrtRatioAtTick(pool.MaxTick)
	limit := add(lowest.ToBig(), bigOne)
	if !zeroForOne {
		limit = sub(highest.ToBig(), bigOne)
	}
	for rest.Sign() > 0 && p.price.Cmp(limit) != 0 {
		next := p.nextTick(zeroForOne)
		ratio := pool.SqrtRatioAtTick(next)
		target := ratio.ToBig()
		if zeroForOne == less(target, limit) {
			target = limit
		}
		start := p.price
		paid, got := p.step(target, zeroForOne, exactIn, rest)
		in.Add(in, paid)
		out.Add(out, got)
		if exactIn {
			rest.Sub(rest, paid)
		} else {
			rest.Sub(rest, got)
		}
		if p.price.Cmp(ratio.ToBig()) != 0 {
			if p.price.Cmp(start) != 0 {
				p.tick = pool.TickAtSqrtRatio(fromBig(p.price))
			}
			continue
		}
		if net := p.net[next]; net != nil {
			crossed++
			if zeroForOne {
				p.active = sub(p.active, net)
			} else {
				p.active = add(p.active, net)
			}
		}
		p.tick = next
		if zeroForOne {
			p.tick--
		}
	}
	return in, out, crossed, rest.Sign() == 0
}

func (p *rangePool) amounts(to *big.Int, zeroForOne bool) (in, out *big.Int) {
	if zeroForOne {
		return p.delta0(to, p.price, true), p.delta1(to, p.price, false)
	}
	return p.delta1(to, p.price, true), p.delta0(to, p.price, false)
}

func (p *rangePool) step(target *big.Int, zeroForOne, exactIn bool, rest *big.Int) (paid,
	got *big.Int) {
	million, fee := num(1e6), num(p.feePpm)
	keep := sub(million, fee)
	in, out := p.amounts(target, zeroForOne)
	next := target
	if exactIn {
		if less := quo(mul(rest, keep), million); less.Cmp(in) < 0 {
			next = p.after(less, zeroForOne, zeroForOne)
		}
	} else if rest.Cmp(out) < 0 {
		next = p.after(new(big.Int).Neg(rest), !zeroForOne, zeroForOne)
	}
	full := next.Cmp(target) == 0
	in, out = p.amounts(next, zeroForOne)
	if !exactIn && rest.Cmp(out) < 0 {
		out = rest
	}
	feeAmount := ceilQuo(mul(in, fee), keep)
	if exactIn && !full {
		feeAmount = sub(rest, in)
	}
	p.price = next
	return add(in, feeAmount), out
}

// after is the price once amount of token 0 or 1 has come in (or, negative, gone out), rounded for
// the pool.
func (p *rangePool) after(amount *big.Int, token0, zeroForOne bool) *big.Int {
	if token0 {
		top := mul(p.active, bigQ96)
		return ceilQuo(mul(top, p.price), add(top, mul(amount, p.price)))
	}
	// Rounded down also for what goes out, which is a division away from zero.
	q := new(big.Int)
	q.Div(mul(amount, bigQ96), p.active)
	return add(p.price, q)
}

// stableOracle is Curve's StableSwap.
type stableOracle struct {
	balances, rates      []*big.Int
	amp, fee, adminShare int64
}

func (p *stableOracle) xp() []*big.Int {
	xp := make([]*big.Int, len(p.balances))
	for i, b := range p.balances {
		xp[i] = quo(mul(b, p.rates[i]), e18)
	}
	return xp
}

func (p *stableOracle) d(xp []*big.Int) *big.Int {
	n := num(int64(len(xp)))
	ann, hundred, sum := mul(num(p.amp), n), num(100), num(0)
	for _, x := range xp {
		sum = add(sum, x)
	}
	d := sum
	for range 255 {
		dp := d
		for _, x := range xp {
			if overflows(mul(dp, d)) {
				return nil
			}
			dp = quo(mul(dp, d), mul(x, n))
		}
		last := d
		top := mul(add(quo(mul(ann, sum), hundred), mul(dp, n)), d)
		if overflows(top) {
			return nil
		}
		bottom := add(quo(mul(sub(ann, hundred), d), hundred), mul(add(n, bigOne), dp))
		d = quo(top, bottom)
		if new(big.Int).Abs(sub(d, last)).Cmp(bigOne) <= 0 {
			return d
		}
	}
	return nil // the contract reverts
}

// overflows tells whether a contract can't hold a number.
func overflows(v *big.Int) bool { return v.BitLen() > 256 }

func (p *stableOracle) y(xp []*big.Int, i, j int, x *big.Int) *big.Int {
	n := num(int64(len(xp)))
	ann, hundred, d, sum := mul(num(p.amp), n), num(100), p.d(xp), num(0)
	if d == nil {
		return nil
	}
	c := d
	for k := range xp {
		at := xp[k]
		if k == i {
			at = x
		} else if k == j {
			continue
		}
		sum = add(sum, at)
		c = quo(mul(c, d), mul(at, n))
	}
	c = quo(mul(mul(c, d), hundred), mul(ann, n))
	b := add(sum, quo(mul(d, hundred), ann))
	y := d
	for range 255 {
		last := y
		y = quo(add(mul(y, y), c), sub(add(mul(num(2), y), b), d))
		if new(big.Int).Abs(sub(y, last)).Cmp(bigOne) <= 0 {
			return y
		}
	}
	return nil
}

// exchange swaps and returns nil where the contract reverts.
func (p *stableOracle) exchange(i, j int, dx *big.Int) *big.Int {
	xp, units := p.xp(), pow10(10)
	y := p.y(xp, i, j, add(xp[i], quo(mul(dx, p.rates[i]), e18)))
	if y == nil || y.Cmp(xp[j]) >= 0 {
		return nil
	}
	dy := sub(sub(xp[j], y), bigOne)
	fee := quo(mul(dy, num(p.fee)), units)
	dy = quo(mul(sub(dy, fee), e18), p.rates[j])
	admin := quo(mul(quo(mul(fee, num(p.adminShare)), units), e18), p.rates[j])
	p.balances[i] = add(p.balances[i], dx)
	p.balances[j] = sub(sub(p.balances[j], dy), admin)
	return dy
}
