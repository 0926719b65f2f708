package pool

import (
	"errors"
	"fmt"

	"github.com/holiman/uint256"
)

const (
	gasCrypto    = 240_000
	gasTricrypto = 290_000
)

// ErrCrypto is of figures that no pool of coins of different worth has.
var ErrCrypto = errors.New("the pool's figures are out of range")

// CryptoCoins is how many coins a Crypto has at most.
const CryptoCoins = 3

// CryptoParams are the figures of a pool of Curve of two or three coins whose prices differ.
type CryptoParams struct {
	Coins          int
	Balances       [CryptoCoins]uint256.Int
	Decimals       [CryptoCoins]int
	A, Gamma, D    uint256.Int              // A is 10⁴ times what it is in the invariant
	Scales         [CryptoCoins]uint256.Int // prices in the first coin, 18 decimals, but the first
	MidFee, OutFee uint64                   // of 10¹⁰, where balances are even, and where not
	FeeGamma       uint256.Int
	Closed         bool // the cubic is solved in closed form, as later pools do
	Weighs         bool // the fee weighs how even two balances are, as since version 2.1
}

// Crypto is a pool of two or three coins whose prices differ, with the integer rules of Curve's
// pools that move their liquidity with the price. It is sold to once: what it does with its prices
// after a swap depends on more than is known here.
type Crypto struct {
	p     CryptoParams
	units [CryptoCoins]uint256.Int // that a raw unit of a coin counts
	lim   uint256.Int              // by how many times, of 10¹⁸, two balances may differ
	f     cryptoCurve
}

const (
	cryptoA        = 10_000
	cryptoMost     = 1000 * cryptoA
	cryptoLeast    = cryptoA / 100
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
	if p.Coins != 2 && p.Coins != 3 {
		return nil, fmt.Errorf("%d coins: %w", p.Coins, ErrCrypto)
	}
	power := uint64(4)
	if p.Coins == 3 {
		power = 27
	}
	if p.D.Lt(&cryptoMinD) || p.D.Gt(&cryptoMaxD) || p.A.LtUint64(power*cryptoLeast) ||
		p.A.GtUint64(power*cryptoMost) || p.Gamma.IsZero() || p.Gamma.Gt(&ether) ||
		p.OutFee >= cryptoFeeUnit || p.MidFee > p.OutFee || p.FeeGamma.Gt(&ether) {
		return nil, ErrCrypto
	}
	c := &Crypto{p: p, lim: cryptoLimits}
	c.p.Scales[0] = ether
	for i := range p.Coins {
		digits := p.Decimals[i]
		if digits < 0 || digits > 18 || p.Balances[i].IsZero() || p.Balances[i].BitLen() > 112 ||
			c.p.Scales[i].IsZero() || c.p.Scales[i].BitLen() > 128 {
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

// Kind is KindCrypto, or KindTricrypto of three coins.
func (c *Crypto) Kind() Kind {
	if c.p.Coins == 3 {
		return KindTricrypto
	}
	return KindCrypto
}

// Coins is 2 or 3.
func (c *Crypto) Coins() int { return c.p.Coins }

// Init implements Pool.
func (c *Crypto) Init(s *State) {
	copy(s.v[:], c.p.Balances[:c.p.Coins])
	s.pos = 0
}

func (c *Crypto) gas() uint64 {
	if c.p.Coins == 3 {
		return gasTricrypto
	}
	return gasCrypto
}

// ExactIn is get_dy.
func (c *Crypto) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, c.p.Coins); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	if s.pos != 0 || amount.BitLen() > 112 {
		return Quote{}, ErrLiquidity
	}
	pays, ok := c.Asks(in, out, amount)
	if !ok || !pays.Lt(&s.v[out]) {
		return Quote{}, ErrLiquidity
	}
	if pays.IsZero() {
		return Quote{}, ErrZero
	}
	s.v[in].Add(&s.v[in], &amount)
	s.v[out].Sub(&s.v[out], &pays)
	s.pos = 1
	return Quote{In: amount, Out: pays, Gas: c.gas()}, nil
}

// Asks is what the pool says by get_dy.
func (c *Crypto) Asks(in, out int, amount uint256.Int) (pays uint256.Int, ok bool) {
	if amount.BitLen() > 112 {
		return pays, false
	}
	held := c.p.Balances
	held[in].Add(&held[in], &amount)
	xp := c.scaled(&held)
	y, ok := c.balance(&xp, out)
	if !ok || !y.Lt(&xp[out]) {
		return pays, false
	}
	pays.Sub(&xp[out], &y)
	pays.SubUint64(&pays, 1)
	xp[out] = y
	pays, _ = mulDiv(&pays, &ether, &c.p.Scales[out])
	pays.Div(&pays, &c.units[out])
	fee := c.fee(&xp)
	less, _ := mulDiv(&pays, &fee, uint256.NewInt(cryptoFeeUnit))
	return *pays.Sub(&pays, &less), true
}

// ExactOut sells the least for which the pool says that it pays so much:
// it knows sales alone.
func (c *Crypto) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, c.p.Coins); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	if s.pos != 0 || !amount.Lt(&s.v[out]) {
		return Quote{}, ErrLiquidity
	}
	guess, ok := c.guess(in, out, amount)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	least, ok := leastFrom(guess, func(v uint256.Int) bool {
		pays, ok := c.Asks(in, out, v)
		return ok && !pays.Lt(&amount)
	})
	if !ok {
		return Quote{}, ErrLiquidity
	}
	return c.ExactIn(s, in, out, least)
}

// guess is about what a purchase takes, by the curve and what that is off by.
func (c *Crypto) guess(in, out int, amount uint256.Int) (v uint256.Int, ok bool) {
	held := c.p.Balances
	gross, _ := mulDivUp(&amount, uint256.NewInt(cryptoFeeUnit),
		uint256.NewInt(cryptoFeeUnit-c.p.OutFee))
	if !gross.Lt(&held[out]) {
		gross = amount
	}
	held[out].Sub(&held[out], &gross)
	xp := c.scaled(&held)
	x, ok := c.balance(&xp, in)
	if !ok || !x.Gt(&xp[in]) {
		return v, false
	}
	v.Sub(&x, &xp[in])
	v, _ = mulDivUp(&v, &ether, &c.p.Scales[in])
	v.Div(&v, &c.units[in])
	v.AddUint64(&v, 1)
	for range 4 {
		pays, ok := c.Asks(in, out, v)
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
func (c *Crypto) scaled(held *[CryptoCoins]uint256.Int) (xp [CryptoCoins]uint256.Int) {
	for i := range c.p.Coins {
		xp[i].Mul(&held[i], &c.units[i])
		xp[i], _ = mulDiv(&xp[i], &c.p.Scales[i], &ether)
	}
	return xp
}

// fee is what the pool takes of 10¹⁰ that it pays where balances are these.
func (c *Crypto) fee(xp *[CryptoCoins]uint256.Int) (fee uint256.Int) {
	part := c.even(xp)
	var mid, rest uint256.Int
	rest.Sub(&ether, &part)
	mid.Mul(uint256.NewInt(c.p.MidFee), &part)
	fee.Mul(uint256.NewInt(c.p.OutFee), &rest)
	fee.Add(&fee, &mid)
	return *fee.Div(&fee, &ether)
}

// even is how much of 10¹⁸ the fee is that of even balances.
func (c *Crypto) even(xp *[CryptoCoins]uint256.Int) (part uint256.Int) {
	var sum, even, rest uint256.Int
	for i := range c.p.Coins {
		sum.Add(&sum, &xp[i])
	}
	if c.p.Coins == 3 {
		even = ether
		for i := range xp {
			even.Mul(&even, uint256.NewInt(3))
			even, _ = mulDiv(&even, &xp[i], &sum)
		}
		if c.p.FeeGamma.IsZero() {
			return even
		}
	} else {
		even.Mul(&xp[0], uint256.NewInt(4))
		even, _ = mulDiv(&even, &ether, &sum)
		even, _ = mulDiv(&even, &xp[1], &sum)
	}
	rest.Sub(&ether, &even)
	part = c.p.FeeGamma
	if c.p.Weighs && c.p.Coins == 2 {
		part, _ = mulDiv(&part, &even, &ether)
		rest.Add(&rest, &part)
		part, _ = mulDiv(&c.p.FeeGamma, &even, &rest)
		return part
	}
	rest.Add(&rest, &part)
	part, _ = mulDiv(&part, &ether, &rest)
	return part
}

// balance is what the pool keeps of a coin beside the others.
func (c *Crypto) balance(xp *[CryptoCoins]uint256.Int, of int) (y uint256.Int, ok bool) {
	if c.p.Coins == 3 {
		return c.third(xp, of)
	}
	x := &xp[1-of]
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
		y, ok = c.beside(x, &ratio)
	}
	if !ok {
		return y, false
	}
	part, ok := mulDiv(&y, &ether, &c.p.D)
	part.Lsh(&part, 1)
	return y, ok && !part.Lt(&least) && !part.Gt(&c.lim)
}

// beside looks for the balance beside one other by Newton's method.
func (c *Crypto) beside(x, ratio *uint256.Int) (y uint256.Int, ok bool) {
	var four, stop uint256.Int
	four.Lsh(x, 2)
	y.Mul(&c.p.D, &c.p.D)
	y.Div(&y, &four)
	stop.Set(&c.p.D)
	if x.Gt(&stop) {
		stop.Set(x)
	}
	return c.newton(y, x, ratio, &stop)
}

// newton looks for the balance by Newton's method from y on, with the contract's roundings: beside
// balances of a sum and of a product in parts of D. Stop is the largest of them and of D.
func (c *Crypto) newton(y uint256.Int, sum, product, stop *uint256.Int) (uint256.Int, bool) {
	d, gamma, coins := &c.p.D, &c.p.Gamma, uint256.NewInt(uint64(c.p.Coins))
	var v uint256.Int
	ok := true
	small := uint256.NewInt(100_000_000_000_000)
	stop.Div(stop, small)
	if stop.LtUint64(100) {
		stop.SetUint64(100)
	}
	for range cryptoRounds {
		before := y
		var k, all, g, mul1, mul2, slope, back, less, more uint256.Int
		k.Mul(product, &y)
		k.Mul(&k, coins)
		k.Div(&k, d)
		all.Add(sum, &y)
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
		mul1.Mul(&mul1, &g)
		mul1, ok = mulDiv(&mul1, uint256.NewInt(cryptoA), &c.p.A)
		if !ok {
			return y, false
		}
		mul2.Lsh(&ether, 1)
		mul2, _ = mulDiv(&mul2, &k, &g)
		mul2.Add(&mul2, &ether)
		slope.Mul(&ether, &y)
		slope.Add(&slope, v.Mul(&all, &mul2))
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
		v.Mul(&ether, &all)
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
		if off.Lt(stop) || off.Lt(&near) {
			return y, true
		}
	}
	return y, false
}
