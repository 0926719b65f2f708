package pool

import (
	"errors"
	"fmt"

	"github.com/holiman/uint256"
)

const gasCrypto = 240_000

// ErrCrypto is of figures that no pool of coins of different worth has.
var ErrCrypto = errors.New("the pool's figures are out of range")

// CryptoParams are the figures of a pool of Curve of two coins whose prices differ.
type CryptoParams struct {
	Balances       [2]uint256.Int
	Decimals       [2]int
	A, Gamma, D    uint256.Int // A is 10⁴ times what it is in the invariant
	Scale          uint256.Int // the price of the second coin, 18 decimals
	MidFee, OutFee uint64      // of 10¹⁰, where balances are even and where they are not
	FeeGamma       uint256.Int
	Closed         bool // the cubic is solved in closed form, as later pools do
	Weighs         bool // the fee weighs how even the balances are, as since version 2.1
}

// Crypto is a pool of two coins whose prices differ, with the integer rules of Curve's pools that
// move their liquidity with the price. It is sold to once: what it does with its price after a
// swap depends on more than is known here.
type Crypto struct {
	p     CryptoParams
	units [2]uint256.Int // that a raw unit of a coin counts
	lim   uint256.Int    // by how many times, of 10¹⁸, balances may differ
	f     cryptoCurve
}

const (
	cryptoA        = 10_000
	cryptoMaxA     = 4 * cryptoA * 1000
	cryptoRounds   = 255
	cryptoFeeUnit  = 10_000_000_000
	cryptoGammaOld = 20_000_000_000_000_000
)

var (
	cryptoMaxD   = *uint256.MustFromDecimal("1000000000000000000000000000000000")
	cryptoMinD   = *uint256.MustFromDecimal("100000000000000000")
	cryptoLimits = *uint256.MustFromDecimal("100000000000000000000")
)

// NewCrypto makes a pool.
func NewCrypto(p CryptoParams) (*Crypto, error) {
	if p.D.Lt(&cryptoMinD) || p.D.Gt(&cryptoMaxD) || p.A.IsZero() ||
		p.A.GtUint64(cryptoMaxA) || p.Gamma.IsZero() || p.Gamma.Gt(&ether) || p.Scale.IsZero() ||
		p.Scale.BitLen() > 128 || p.OutFee >= cryptoFeeUnit || p.MidFee > p.OutFee ||
		p.FeeGamma.Gt(&ether) {
		return nil, ErrCrypto
	}
	c := &Crypto{p: p, lim: cryptoLimits}
	for i, digits := range p.Decimals {
		if digits < 0 || digits > 18 || p.Balances[i].IsZero() || p.Balances[i].BitLen() > 112 {
			return nil, fmt.Errorf("%d decimals: %w", digits, ErrCrypto)
		}
		c.units[i].Exp(uint256.NewInt(10), uint256.NewInt(uint64(18-digits)))
	}
	if p.Gamma.GtUint64(cryptoGammaOld) {
		c.lim, _ = mulDiv(&c.lim, uint256.NewInt(cryptoGammaOld), &p.Gamma)
	}
	c.f = c.floats()
	return c, nil
}

// Kind is KindCrypto.
func (c *Crypto) Kind() Kind { return KindCrypto }

// Coins is 2.
func (c *Crypto) Coins() int { return 2 }

// Init implements Pool.
func (c *Crypto) Init(s *State) { s.v[0], s.v[1], s.pos = c.p.Balances[0], c.p.Balances[1], 0 }

// ExactIn is get_dy.
func (c *Crypto) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	if s.pos != 0 || amount.BitLen() > 112 {
		return Quote{}, ErrLiquidity
	}
	pays, ok := c.Asks(in, amount)
	if !ok || !pays.Lt(&s.v[out]) {
		return Quote{}, ErrLiquidity
	}
	if pays.IsZero() {
		return Quote{}, ErrZero
	}
	s.v[in].Add(&s.v[in], &amount)
	s.v[out].Sub(&s.v[out], &pays)
	s.pos = 1
	return Quote{In: amount, Out: pays, Gas: gasCrypto}, nil
}

// Asks is what the pool says by get_dy.
func (c *Crypto) Asks(in int, amount uint256.Int) (pays uint256.Int, ok bool) {
	if amount.BitLen() > 112 {
		return pays, false
	}
	out := 1 - in
	held := c.p.Balances
	held[in].Add(&held[in], &amount)
	xp := c.scaled(&held)
	y, ok := c.balance(&xp[in], out)
	if !ok || !y.Lt(&xp[out]) {
		return pays, false
	}
	pays.Sub(&xp[out], &y)
	pays.SubUint64(&pays, 1)
	xp[out] = y
	if out == 1 {
		pays, _ = mulDiv(&pays, &ether, &c.p.Scale)
	}
	pays.Div(&pays, &c.units[out])
	fee := c.fee(&xp)
	less, _ := mulDiv(&pays, &fee, uint256.NewInt(cryptoFeeUnit))
	return *pays.Sub(&pays, &less), true
}

// ExactOut sells the least for which the pool says that it pays so much:
// it knows sales alone.
func (c *Crypto) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	if s.pos != 0 || !amount.Lt(&s.v[out]) {
		return Quote{}, ErrLiquidity
	}
	guess, ok := c.guess(in, amount)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	least, ok := leastFrom(guess, func(v uint256.Int) bool {
		pays, ok := c.Asks(in, v)
		return ok && !pays.Lt(&amount)
	})
	if !ok {
		return Quote{}, ErrLiquidity
	}
	return c.ExactIn(s, in, out, least)
}

// guess is about what a purchase takes, by the curve and what that is off by.
func (c *Crypto) guess(in int, amount uint256.Int) (v uint256.Int, ok bool) {
	out, held := 1-in, c.p.Balances
	gross, _ := mulDivUp(&amount, uint256.NewInt(cryptoFeeUnit),
		uint256.NewInt(cryptoFeeUnit-c.p.OutFee))
	if !gross.Lt(&held[out]) {
		gross = amount
	}
	held[out].Sub(&held[out], &gross)
	xp := c.scaled(&held)
	x, ok := c.balance(&xp[out], in)
	if !ok || !x.Gt(&xp[in]) {
		return v, false
	}
	v.Sub(&x, &xp[in])
	if in == 1 {
		v, _ = mulDivUp(&v, &ether, &c.p.Scale)
	}
	v.Div(&v, &c.units[in])
	v.AddUint64(&v, 1)
	for range 4 {
		pays, ok := c.Asks(in, v)
		if !ok || pays.IsZero() {
			return v, ok
		}
		next, ok := mulDiv(&v, &amount, &pays)
		if !ok || next.IsZero() || next.BitLen() > 112 {
			return v, true
		}
		v = next
	}
	return v, true
}

// scaled are balances in 18 decimals of the first coin.
func (c *Crypto) scaled(held *[2]uint256.Int) (xp [2]uint256.Int) {
	for i := range xp {
		xp[i].Mul(&held[i], &c.units[i])
	}
	xp[1], _ = mulDiv(&xp[1], &c.p.Scale, &ether)
	return xp
}

// fee is what the pool takes of 10¹⁰ that it pays where balances are these.
func (c *Crypto) fee(xp *[2]uint256.Int) (fee uint256.Int) {
	var sum, even, rest uint256.Int
	sum.Add(&xp[0], &xp[1])
	even.Mul(&xp[0], uint256.NewInt(4))
	even, _ = mulDiv(&even, &ether, &sum)
	even, _ = mulDiv(&even, &xp[1], &sum)
	rest.Sub(&ether, &even)
	part := c.p.FeeGamma
	if c.p.Weighs {
		part, _ = mulDiv(&part, &even, &ether)
		rest.Add(&rest, &part)
		part, _ = mulDiv(&c.p.FeeGamma, &even, &rest)
	} else {
		rest.Add(&rest, &part)
		part, _ = mulDiv(&part, &ether, &rest)
	}
	var mid uint256.Int
	rest.Sub(&ether, &part)
	mid.Mul(uint256.NewInt(c.p.MidFee), &part)
	fee.Mul(uint256.NewInt(c.p.OutFee), &rest)
	fee.Add(&fee, &mid)
	return *fee.Div(&fee, &ether)
}

// balance is what the pool keeps of a coin beside so much of the other one.
func (c *Crypto) balance(x *uint256.Int, of int) (y uint256.Int, ok bool) {
	var ratio, least uint256.Int
	ratio.Mul(x, uint256.NewInt(2_000_000_000_000_000_000))
	ratio.Div(&ratio, &c.p.D)
	least.Mul(&ether, &ether)
	least.Div(&least, &c.lim)
	if ratio.Lt(&least) || ratio.Gt(&c.lim) {
		return y, false
	}
	if c.p.Closed {
		y, ok = c.closed(x)
	} else {
		y, ok = c.newton(x, &ratio)
	}
	if !ok {
		return y, false
	}
	part, ok := mulDiv(&y, &ether, &c.p.D)
	part.Lsh(&part, 1)
	return y, ok && !part.Lt(&least) && !part.Gt(&c.lim)
}

// newton looks for the balance by Newton's method, with the contract's roundings.
func (c *Crypto) newton(x, ratio *uint256.Int) (y uint256.Int, ok bool) {
	d, gamma := &c.p.D, &c.p.Gamma
	var square, four, stop, v uint256.Int
	square.Mul(d, d)
	four.Lsh(x, 2)
	y.Div(&square, &four)
	stop.Set(d)
	if x.Gt(d) {
		stop.Set(x)
	}
	small := uint256.NewInt(100_000_000_000_000)
	stop.Div(&stop, small)
	if stop.LtUint64(100) {
		stop.SetUint64(100)
	}
	for range cryptoRounds {
		before := y
		var k, sum, g, mul1, mul2, slope, back, less, more uint256.Int
		k.Mul(ratio, &y)
		k.Lsh(&k, 1)
		k.Div(&k, d)
		sum.Add(x, &y)
		g.Add(gamma, &ether)
		if g.Gt(&k) {
			g.Sub(&g, &k)
		} else {
			g.Sub(&k, &g)
		}
		g.AddUint64(&g, 1)
		mul1.Mul(&ether, d)
		mul1.Div(&mul1, gamma)
		mul1.Mul(&mul1, &g)
		mul1.Div(&mul1, gamma)
		if mul1, ok = mulDiv(mul1.Mul(&mul1, &g), uint256.NewInt(cryptoA), &c.p.A); !ok {
			return y, false
		}
		mul2.Lsh(&ether, 1)
		mul2, _ = mulDiv(&mul2, &k, &g)
		mul2.Add(&mul2, &ether)
		slope.Mul(&ether, &y)
		slope.Add(&slope, v.Mul(&sum, &mul2))
		slope.Add(&slope, &mul1)
		if back.Mul(d, &mul2); slope.Lt(&back) {
			y.Rsh(&before, 1)
			continue
		}
		slope.Sub(&slope, &back)
		steep := slope
		if y.IsZero() || k.IsZero() || steep.Div(&slope, &y).IsZero() {
			return y, false
		}
		less.Div(&mul1, &steep)
		more.Add(&slope, v.Mul(&ether, d))
		more.Div(&more, &steep)
		v.Mul(&less, &ether)
		more.Add(&more, v.Div(&v, &k))
		v.Mul(&ether, &sum)
		less.Add(&less, v.Div(&v, &steep))
		if more.Lt(&less) {
			y.Rsh(&before, 1)
		} else {
			y.Sub(&more, &less)
		}
		var off, near uint256.Int
		if off.Sub(&y, &before); y.Lt(&before) {
			off.Sub(&before, &y)
		}
		near.Div(&y, small)
		if off.Lt(&stop) || off.Lt(&near) {
			return y, true
		}
	}
	return y, false
}
