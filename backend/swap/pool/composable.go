package pool

import (
	"fmt"

	"github.com/holiman/uint256"
)

const (
	gasComposable     = 65_000
	gasComposableCoin = 12_000 // for each token
	gasRate           = 15_000 // for each rate that the next swap takes up anew

	composableUnits   = 1000 // AMP_PRECISION
	composableCoins   = 5
	largestComposable = 5000 // amplification
)

// ComposableParams are the figures of a composable stable pool.
type ComposableParams struct {
	Balances []uint256.Int // raw, without the pool's own token
	// Rates are scaling factors: 10^18 times 10^(18−decimals) times what a token is worth.
	Rates     []uint256.Int
	Amplifier uint64      // A·n^(n−1) times 1000
	Fee       uint256.Int // of the input, 18 decimals
	Fresh     int         // how many rates the next swap takes up anew
}

// Composable is a stable pool of 2 to 5 tokens in Balancer's vault, without its own token. The
// curve and its invariant, which is rounded down, are those of Stable; what differs is how the
// balance of a token is solved for, and that the fee is one of the input.
type Composable struct {
	curve     Stable
	fee, keep uint256.Int
	gas       uint64
}

// NewComposable makes a composable stable pool.
func NewComposable(p ComposableParams) (*Composable, error) {
	n := len(p.Balances)
	if n > composableCoins || p.Amplifier < composableUnits ||
		p.Amplifier > largestComposable*composableUnits || !p.Fee.Lt(&ether) {
		return nil, fmt.Errorf("composable pool: %d tokens, amplifier %d or fee %s is out of range",
			n, p.Amplifier, p.Fee.Dec())
	}
	c := &Composable{fee: p.Fee,
		gas: gasComposable + gasComposableCoin*uint64(n) + gasRate*uint64(p.Fresh)}
	c.keep.Sub(&ether, &p.Fee)
	c.curve.gamma = toFloat(&c.keep) / 1e18
	if err := c.curve.fill(p.Balances, p.Rates, p.Amplifier, composableUnits); err != nil {
		return nil, err
	}
	return c, nil
}

// Kind is KindComposable.
func (c *Composable) Kind() Kind { return KindComposable }

// Coins is the number of tokens.
func (c *Composable) Coins() int { return c.curve.n }

// Balance is what the pool holds of a token.
func (c *Composable) Balance(i int) uint256.Int { return c.curve.balances[i] }

// Init implements Pool.
func (c *Composable) Init(s *State) { c.curve.Init(s) }

// ExactIn is a vault swap of kind GIVEN_IN.
func (c *Composable) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	xp, err := c.begin(s, in, out, &amount)
	if err != nil {
		return Quote{}, err
	}
	fee := mulUp(&amount, &c.fee)
	var paid uint256.Int
	paid.Sub(&amount, &fee)
	paid = mulDown(&paid, &c.curve.rates[in])
	had := xp[out]
	xp[in].Add(&xp[in], &paid)
	y, ok := c.solve(&xp, out, &s.v[stableD])
	if !ok || !y.Lt(&had) {
		return Quote{}, ErrLiquidity
	}
	had.Sub(&had, &y)
	had.SubUint64(&had, 1)
	return c.apply(s, in, out, amount, c.curve.raw(&had, out))
}

// ExactOut is a vault swap of kind GIVEN_OUT.
func (c *Composable) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	xp, err := c.begin(s, in, out, &amount)
	if err != nil {
		return Quote{}, err
	}
	wanted := mulDown(&amount, &c.curve.rates[out])
	had := xp[in]
	if !amount.Lt(&s.v[out]) || !wanted.Lt(&xp[out]) {
		return Quote{}, ErrLiquidity
	}
	xp[out].Sub(&xp[out], &wanted)
	y, ok := c.solve(&xp, in, &s.v[stableD])
	if !ok || y.Lt(&had) {
		return Quote{}, ErrLiquidity
	}
	y.Sub(&y, &had)
	y.AddUint64(&y, 1)
	paid := ratioUp(&y, &c.curve.rates[in])
	if paid.BitLen() > 112 {
		return Quote{}, ErrLiquidity
	}
	return c.apply(s, in, out, ratioUp(&paid, &c.keep), amount)
}

// begin checks what is asked for and makes the invariant known. It returns the balances in 18
// decimals.
func (c *Composable) begin(s *State, in, out int,
	amount *uint256.Int) (xp [stableCoins]uint256.Int, err error) {
	if err := checkPair(in, out, c.curve.n); err != nil {
		return xp, err
	}
	if amount.IsZero() {
		return xp, ErrZero
	}
	xp = c.curve.scaled(s)
	if amount.BitLen() > 112 || !c.curve.prepare(s, &xp) {
		return xp, ErrLiquidity
	}
	return xp, nil
}

// apply moves the state to after a swap, in what the vault can count.
func (c *Composable) apply(s *State, in, out int, paid, got uint256.Int) (Quote, error) {
	if got.IsZero() {
		return Quote{}, ErrZero
	}
	var after, left uint256.Int
	after.Add(&s.v[in], &paid)
	if _, under := left.SubOverflow(&s.v[out], &got); under || after.BitLen() > 112 {
		return Quote{}, ErrLiquidity
	}
	s.v[in], s.v[out] = after, left
	s.v[stableD].Clear()
	return Quote{In: paid, Out: got, Gas: c.gas}, nil
}

// solve is the balance that token j has, rounded up, where the others have theirs and the invariant
// is d: the root of y² + (b − d)·y = c. The balance that it has in xp only sets how c is rounded.
func (c *Composable) solve(xp *[stableCoins]uint256.Int, j int, d *uint256.Int) (y uint256.Int,
	ok bool) {
	var sum, product, n, ann, square, constant, b uint256.Int
	n.SetUint64(uint64(c.curve.n))
	ann.SetUint64(c.curve.amp)
	for i := range c.curve.n {
		if xp[i].BitLen() > maxBanked {
			return y, false
		}
		if i == 0 {
			product.Mul(&xp[i], &n)
		} else {
			var times uint256.Int
			times.Mul(&xp[i], &n)
			if _, over := product.MulOverflow(&product, &times); over {
				return y, false
			}
			product.Div(&product, d)
		}
		if i != j {
			sum.Add(&sum, &xp[i])
		}
	}
	if _, over := product.MulOverflow(&product, &ann); over || product.IsZero() {
		return y, false
	}
	square.Mul(d, d)
	constant = divUp(&square, &product)
	for _, times := range []*uint256.Int{&thousand, &xp[j]} {
		if _, over := constant.MulOverflow(&constant, times); over {
			return y, false
		}
	}
	b.Div(d, &ann)
	b.Mul(&b, &thousand)
	b.Add(&b, &sum)
	return newtonUp(&square, &constant, &b, d)
}

var thousand = *uint256.NewInt(composableUnits)

// newtonUp is newton with every step rounded up, from where its first one leads.
func newtonUp(square, c, b, d *uint256.Int) (y uint256.Int, ok bool) {
	var top, bottom uint256.Int
	if _, over := top.AddOverflow(square, c); over {
		return y, false
	}
	bottom.Add(d, b)
	y = divUp(&top, &bottom)
	for range maxRounds {
		last := y
		if y.BitLen() > 127 {
			return y, false
		}
		if !newtonStep(&top, &bottom, &y, b, c, d) {
			return y, false
		}
		if y = divUp(&top, &bottom); near(&y, &last) {
			return y, true
		}
	}
	return y, false
}

// Curve implements Pool.
func (c *Composable) Curve(s *State, in, out int) Curve {
	curve := c.curve.Curve(s, in, out)
	curve.Depth /= c.curve.gamma
	curve.Limit /= c.curve.gamma
	return curve
}

// Arbitrage implements Pool. A fee of what is put in is one of what is taken out at prices that are
// higher by it.
func (c *Composable) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	var higher [MaxCoins]float64
	for i := range higher {
		higher[i] = price[i] / c.curve.gamma
	}
	c.curve.Arbitrage(&higher, a)
	a.Gas = c.gas
}

// Feeless implements Pool.
func (c *Composable) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	c.curve.Feeless(price, a)
	a.Gas = c.gas
	return 1, 1 / c.curve.gamma
}
