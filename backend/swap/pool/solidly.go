package pool

import (
	"fmt"

	"github.com/holiman/uint256"
)

// What a sale takes of a pair of Solidly: the fee leaves it by a transfer of its own, and stable
// pairs solve their curve twice, once to tell what they pay.
const (
	gasSolidly       = 95_000
	gasSolidlyStable = 150_000
)

// solidlyRounds is after how many steps the search for a stable pair's balance ends, and reverts.
const solidlyRounds = 255

// SolidlyParams are the figures of a pair of Solidly or one that came after it.
type SolidlyParams struct {
	Reserves [2]uint256.Int
	Decimals [2]int
	Stable   bool // on x³y + xy³, else on xy
	// Settles says that a stable pair looks on until no step is left, as those of Velodrome's
	// second version do, and not just until a step is a unit.
	Settles   bool
	Fee, Unit uint256.Int // what is taken of the input, in parts of the unit
}

// Solidly is a pair with the integer rules of Solidly, Velodrome and Aerodrome. What it takes as a
// fee leaves the pair at once.
type Solidly struct {
	p     SolidlyParams
	scale [2]uint256.Int // of a whole token, which the curve counts as 10^18
	k     uint256.Int    // of a stable pair
	gamma float64
	float [2]float64 // reserves
	gas   uint64
}

// NewSolidly makes a pair.
func NewSolidly(p SolidlyParams) (*Solidly, error) {
	if !p.Fee.Lt(&p.Unit) {
		return nil, fmt.Errorf("solidly: a fee of %s in %s leaves nothing to trade", p.Fee.Dec(),
			p.Unit.Dec())
	}
	s := &Solidly{p: p, gas: gasSolidly, gamma: 1 - toFloat(&p.Fee)/toFloat(&p.Unit)}
	for i := range 2 {
		if p.Decimals[i] < 0 || p.Decimals[i] > 18 || p.Reserves[i].BitLen() > 128 {
			return nil, fmt.Errorf("solidly: %d decimals or a reserve of %s", p.Decimals[i],
				p.Reserves[i].Dec())
		}
		s.scale[i].Exp(uint256.NewInt(10), uint256.NewInt(uint64(p.Decimals[i])))
		s.float[i] = toFloat(&p.Reserves[i])
	}
	if !p.Stable {
		return s, nil
	}
	s.gas = gasSolidlyStable
	var ok bool
	if s.k, ok = s.invariant(&p.Reserves[0], &p.Reserves[1]); !ok {
		return nil, fmt.Errorf("solidly: the pair's reserves are too large for its curve")
	}
	return s, nil
}

// Kind is KindSolidly.
func (p *Solidly) Kind() Kind { return KindSolidly }

// Coins is 2.
func (p *Solidly) Coins() int { return 2 }

// Params are what the pair was made of.
func (p *Solidly) Params() SolidlyParams { return p.p }

// Init implements Pool. A state is both reserves and, of a stable pair, what its curve gives.
func (p *Solidly) Init(s *State) { s.v[0], s.v[1], s.v[2] = p.p.Reserves[0], p.p.Reserves[1], p.k }

// ExactIn is getAmountOut.
func (p *Solidly) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	pays, trades, ok := p.pays(s, in, amount)
	if !ok || !pays.Lt(&s.v[out]) {
		return Quote{}, ErrLiquidity
	}
	if pays.IsZero() {
		return Quote{}, ErrZero
	}
	after := *s
	after.v[in].Add(&s.v[in], &trades)
	after.v[out].Sub(&s.v[out], &pays)
	if p.p.Stable {
		// Pairs that stop near the curve may tell a unit more than they let go.
		after.v[2], ok = p.invariant(&after.v[0], &after.v[1])
		if !ok || after.v[2].Lt(&s.v[2]) {
			return Quote{}, ErrLiquidity
		}
	}
	*s = after
	return Quote{In: amount, Out: pays, Gas: p.gas}, nil
}

// pays is what the pair says that it pays for an amount, and what of that trades.
func (p *Solidly) pays(s *State, in int, amount uint256.Int) (pays, trades uint256.Int, ok bool) {
	if amount.BitLen() > 128 {
		return pays, trades, false
	}
	fee, _ := mulDiv(&amount, &p.p.Fee, &p.p.Unit)
	trades.Sub(&amount, &fee)
	out := 1 - in
	if !p.p.Stable {
		var sum uint256.Int
		pays, ok = mulDiv(&trades, &s.v[out], sum.Add(&s.v[in], &trades))
		return pays, trades, ok
	}
	x, y := p.scaled(in, &s.v[in]), p.scaled(out, &s.v[out])
	more := p.scaled(in, &trades)
	x.Add(&x, &more)
	left, ok := p.solve(&x, &s.v[2], &y)
	if !ok || left.Gt(&y) { // the second for so little that nothing is paid
		return pays, trades, ok
	}
	y.Sub(&y, &left)
	pays, ok = mulDiv(&y, &p.scale[out], &ether)
	return pays, trades, ok
}

// Asks is what the pair says by getAmountOut, as far as it is known here.
func (p *Solidly) Asks(in int, amount uint256.Int) (uint256.Int, bool) {
	var s State
	p.Init(&s)
	pays, _, ok := p.pays(&s, in, amount)
	return pays, ok
}

// ExactOut sells the least for which the pair pays so much or more: it knows sales alone. The
// search begins where the curve puts the amount.
func (p *Solidly) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	if !amount.Lt(&s.v[out]) {
		return Quote{}, ErrLiquidity
	}
	enough := func(v uint256.Int) bool {
		pays, _, ok := p.pays(s, in, v)
		return !ok || !pays.Lt(&amount)
	}
	guess, ok := p.guess(s, in, amount)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	least, ok := leastFrom(guess, enough)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	return p.ExactIn(s, in, out, least)
}

// guess is about what a purchase takes.
func (p *Solidly) guess(s *State, in int, amount uint256.Int) (v uint256.Int, ok bool) {
	out := 1 - in
	var left, keeps uint256.Int
	left.Sub(&s.v[out], &amount)
	if p.p.Stable {
		x, y := p.scaled(in, &s.v[in]), p.scaled(out, &left)
		after, ok := p.solve(&y, &s.v[2], &x)
		if !ok || after.Lt(&x) {
			return v, false
		}
		after.Sub(&after, &x)
		if v, ok = mulDivUp(&after, &p.scale[in], &ether); !ok {
			return v, false
		}
	} else if v, ok = mulDivUp(&amount, &s.v[in], &left); !ok {
		return v, false
	}
	return mulDivUp(&v, &p.p.Unit, keeps.Sub(&p.p.Unit, &p.p.Fee))
}

// leastFrom is the least number that is enough, looked for from a guess on. What is enough, is
// enough for all that are more. It is asked by value: what a function that is passed on may keep is
// allocated.
func leastFrom(guess uint256.Int, enough func(uint256.Int) bool) (least uint256.Int, ok bool) {
	low, high, step := guess, guess, one
	if enough(guess) {
		for !low.IsZero() && enough(low) {
			high = low
			if _, under := low.SubOverflow(&low, &step); under {
				low.Clear()
			}
			step.Lsh(&step, 1)
		}
	} else {
		for !enough(high) {
			low = high
			high.Add(&high, &step)
			if step.Lsh(&step, 1); high.BitLen() > 128 {
				return least, false
			}
		}
	}
	for { // low is not enough, high is
		var middle uint256.Int
		middle.Add(&low, &high)
		if middle.Rsh(&middle, 1); middle == low {
			return high, true
		}
		if enough(middle) {
			high = middle
		} else {
			low = middle
		}
	}
}

// scaled is an amount of a token in units of which the curve has 10^18 for a whole one.
func (p *Solidly) scaled(i int, amount *uint256.Int) uint256.Int {
	v, _ := mulDiv(amount, &ether, &p.scale[i]) // below 2^188, since amounts are below 2^128
	return v
}

// invariant is the pair's own x³y + xy³ of amounts of both tokens, in the order of the tokens.
func (p *Solidly) invariant(a, b *uint256.Int) (k uint256.Int, ok bool) {
	x, ok1 := mulDiv(a, &ether, &p.scale[0])
	y, ok2 := mulDiv(b, &ether, &p.scale[1])
	if k, ok = product4(&x, &y); !ok1 || !ok2 {
		return k, false
	}
	return k, ok
}

// times18 is x·y / 10^18; ok is false where the contract's product is more than 256 bits.
func times18(x, y *uint256.Int) (z uint256.Int, ok bool) {
	if _, over := z.MulOverflow(x, y); over {
		return z, false
	}
	z.Div(&z, &ether)
	return z, true
}

// product4 is xy·(x² + y²), each product divided by 10^18.
func product4(x, y *uint256.Int) (k uint256.Int, ok bool) {
	a, ok1 := times18(x, y)
	xx, ok2 := times18(x, x)
	yy, ok3 := times18(y, y)
	xx.Add(&xx, &yy)
	k, ok = times18(&a, &xx)
	return k, ok && ok1 && ok2 && ok3
}

// curve is the curve's value at x and y as the pair's kind rounds it.
func (p *Solidly) curve(x, y *uint256.Int) (k uint256.Int, ok bool) {
	if p.p.Settles {
		return product4(x, y)
	}
	xxx, ok1 := cube18(x)
	yyy, ok2 := cube18(y)
	a, ok3 := times18(x, &yyy)
	b, ok4 := times18(&xxx, y)
	k.Add(&a, &b)
	return k, ok1 && ok2 && ok3 && ok4
}

// cube18 is x³ in 18 decimals.
func cube18(x *uint256.Int) (z uint256.Int, ok bool) {
	xx, ok1 := times18(x, x)
	z, ok = times18(&xx, x)
	return z, ok && ok1
}

// slope is how fast the curve rises with y.
func (p *Solidly) slope(x, y *uint256.Int) (d uint256.Int, ok bool) {
	yy, ok1 := times18(y, y)
	var three uint256.Int
	three.Mul(x, uint256.NewInt(3))
	a, ok2 := times18(&three, &yy)
	b, ok3 := cube18(x)
	d.Add(&a, &b)
	return d, ok1 && ok2 && ok3 && !d.IsZero()
}

// solve is the y at which the curve gives k beside x, from y on.
func (p *Solidly) solve(x, k, y *uint256.Int) (at uint256.Int, ok bool) {
	at = *y
	for range solidlyRounds {
		now, ok1 := p.curve(x, &at)
		slope, ok2 := p.slope(x, &at)
		if !ok1 || !ok2 {
			return at, false
		}
		rises := now.Lt(k)
		var off uint256.Int
		if off.Sub(&now, k); rises {
			off.Sub(k, &now)
		}
		var step uint256.Int
		if _, over := step.MulOverflow(&off, &ether); over {
			return at, false
		}
		step.Div(&step, &slope)
		if p.p.Settles && step.IsZero() {
			if done, end, ok := p.settled(x, k, &now, &at); done || !ok {
				return end, ok
			}
			step.SetOne()
		}
		if rises {
			at.Add(&at, &step)
		} else if _, under := at.SubOverflow(&at, &step); under {
			return at, false
		}
		if !p.p.Settles && !step.Gt(&one) {
			return at, true
		}
	}
	return at, !p.p.Settles
}

// settled tells whether the search ends where no step is left, and at what.
func (p *Solidly) settled(x, k, now, y *uint256.Int) (done bool, end uint256.Int, ok bool) {
	end = *y
	if *now == *k {
		return true, end, true
	}
	if now.Lt(k) {
		end.AddUint64(&end, 1)
		above, ok := p.invariant(x, &end) // by which the contract scales again
		return above.Gt(k), end, ok
	}
	var less uint256.Int
	less.Sub(y, &one)
	below, ok := p.curve(x, &less)
	return below.Lt(k), end, ok
}
