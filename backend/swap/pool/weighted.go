package pool

import (
	"fmt"
	"math"

	"github.com/holiman/uint256"
)

const gasWeighted = 78_000

var (
	twoEther  = *uint256.NewInt(2_000_000_000_000_000_000)
	fourEther = *uint256.NewInt(4_000_000_000_000_000_000)
	maxRatio  = *uint256.NewInt(300_000_000_000_000_000) // of a balance that one swap may move
	minWeight = *uint256.NewInt(10_000_000_000_000_000)
	powError  = *uint256.NewInt(10_000)
)

// Weighted is a pool of 2 to 8 weighted tokens with the fixed-point rules of Balancer V2.
type Weighted struct {
	n                          int
	balances, weights, scaling [MaxCoins]uint256.Int
	fee, keep                  uint256.Int
	gamma                      float64
	float, share               [MaxCoins]float64 // balances, weights
	first                      bool              // of the first generation
}

// NewFirstWeighted makes a pool of the first generation, from 2021, which has no shorter way for
// the powers 1, 2 and 4 than for others and so errs there too on the pool's side.
func NewFirstWeighted(balances, weights []uint256.Int, decimals []int, fee uint256.Int) (*Weighted,
	error) {
	p, err := NewWeighted(balances, weights, decimals, fee)
	if err == nil {
		p.first = true
	}
	return p, err
}

// NewWeighted makes a pool from raw balances, normalised weights (18 decimals, at least 1 % each,
// summing to 10^18), decimals of the tokens and the swap fee (18 decimals).
func NewWeighted(balances, weights []uint256.Int, decimals []int, fee uint256.Int) (*Weighted,
	error) {
	n := len(balances)
	if n < 2 || n > MaxCoins || len(weights) != n || len(decimals) != n {
		return nil, fmt.Errorf("weighted pool: %d balances, %d weights, %d decimals", n,
			len(weights), len(decimals))
	}
	if !fee.Lt(&ether) {
		return nil, fmt.Errorf("weighted pool: fee of %s leaves nothing to trade", fee.Dec())
	}
	p := &Weighted{n: n, fee: fee, gamma: 1 - toFloat(&fee)/1e18}
	p.keep.Sub(&ether, &fee)
	var sum uint256.Int
	for i := range n {
		if balances[i].BitLen() > 112 || weights[i].Lt(&minWeight) || weights[i].Gt(&ether) ||
			decimals[i] < 0 || decimals[i] > 18 {
			return nil, fmt.Errorf("weighted pool: balance, weight or decimals of token %d are "+
				"out of range", i)
		}
		p.balances[i], p.weights[i] = balances[i], weights[i]
		p.scaling[i] = *uint256.NewInt(uint64(math.Pow10(18 - decimals[i])))
		p.float[i], p.share[i] = toFloat(&balances[i]), toFloat(&weights[i])/1e18
		sum.Add(&sum, &weights[i])
	}
	if sum != ether {
		return nil, fmt.Errorf("weighted pool: weights sum to %s", sum.Dec())
	}
	return p, nil
}

// Kind is KindWeighted.
func (p *Weighted) Kind() Kind { return KindWeighted }

// Coins is the number of tokens.
func (p *Weighted) Coins() int { return p.n }

// Init implements Pool.
func (p *Weighted) Init(s *State) { copy(s.v[:], p.balances[:]) }

// ExactIn is a vault swap of kind GIVEN_IN.
func (p *Weighted) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, p.n); err != nil {
		return Quote{}, err
	}
	if amount.BitLen() > 112 {
		return Quote{}, ErrLiquidity
	}
	fee := mulUp(&amount, &p.fee)
	var paid uint256.Int
	paid.Sub(&amount, &fee)
	paid.Mul(&paid, &p.scaling[in])
	balanceIn, balanceOut := p.upscaled(s, in), p.upscaled(s, out)
	limit := mulDown(&balanceIn, &maxRatio)
	if paid.Gt(&limit) {
		return Quote{}, ErrLiquidity
	}
	var sum uint256.Int
	sum.Add(&balanceIn, &paid)
	if sum.IsZero() {
		return Quote{}, ErrLiquidity
	}
	base, exponent := ratioUp(&balanceIn, &sum), ratioDown(&p.weights[in], &p.weights[out])
	power, ok := p.powUp(&base, &exponent)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	var got uint256.Int
	if power.Lt(&ether) {
		got.Sub(&ether, &power)
	}
	got = mulDown(&balanceOut, &got)
	got.Div(&got, &p.scaling[out])
	return p.apply(s, in, out, amount, got)
}

// ExactOut is a vault swap of kind GIVEN_OUT. The contract's power function errs on the pool's side
// both ways, so selling In may pay a little less than Out.
func (p *Weighted) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, p.n); err != nil {
		return Quote{}, err
	}
	if amount.Gt(&s.v[out]) {
		return Quote{}, ErrLiquidity
	}
	var wanted, rest uint256.Int
	wanted.Mul(&amount, &p.scaling[out])
	balanceIn, balanceOut := p.upscaled(s, in), p.upscaled(s, out)
	limit := mulDown(&balanceOut, &maxRatio)
	if wanted.Gt(&limit) || balanceOut.IsZero() {
		return Quote{}, ErrLiquidity
	}
	rest.Sub(&balanceOut, &wanted)
	base, exponent := ratioUp(&balanceOut, &rest), ratioUp(&p.weights[out], &p.weights[in])
	power, ok := p.powUp(&base, &exponent)
	if !ok || power.Lt(&ether) {
		return Quote{}, ErrLiquidity
	}
	power.Sub(&power, &ether)
	if balanceIn.BitLen()+power.BitLen() > 256 {
		return Quote{}, ErrLiquidity
	}
	paid := mulUp(&balanceIn, &power)
	paid = divUp(&paid, &p.scaling[in])
	paid = ratioUp(&paid, &p.keep)
	return p.apply(s, in, out, paid, amount)
}

func (p *Weighted) apply(s *State, in, out int, paid, got uint256.Int) (Quote, error) {
	if got.IsZero() {
		return Quote{}, ErrZero
	}
	var after uint256.Int
	after.Add(&s.v[in], &paid)
	if paid.BitLen() > 112 || after.BitLen() > 112 {
		return Quote{}, ErrLiquidity
	}
	s.v[in] = after
	s.v[out].Sub(&s.v[out], &got)
	return Quote{In: paid, Out: got, Gas: gasWeighted}, nil
}

// upscaled is a balance with 18 decimals.
func (p *Weighted) upscaled(s *State, i int) (v uint256.Int) {
	v.Mul(&s.v[i], &p.scaling[i])
	return v
}

// Curve implements Pool.
func (p *Weighted) Curve(s *State, in, out int) Curve {
	if checkPair(in, out, p.n) != nil || s.v[in].IsZero() {
		return Curve{}
	}
	balanceIn, balanceOut := toFloat(&s.v[in]), toFloat(&s.v[out])
	ratio := toFloat(&p.weights[in]) / toFloat(&p.weights[out])
	return Curve{
		Price: p.gamma * ratio * balanceOut / balanceIn,
		Depth: 2 * balanceIn / (p.gamma * (1 + ratio)),
		Limit: 0.3 * balanceIn / p.gamma,
	}
}

// powUp is FixedPoint.powUp: x^y rounded up by the largest error of pow.
func (p *Weighted) powUp(x, y *uint256.Int) (uint256.Int, bool) {
	switch {
	case p.first:
	case *y == ether:
		return *x, true
	case *y == twoEther:
		return mulUp(x, x), x.BitLen() <= 128
	case *y == fourEther:
		square := mulUp(x, x)
		return mulUp(&square, &square), x.BitLen() <= 90
	}
	raw, ok := pow(x, y)
	if !ok || raw.BitLen() > 240 {
		return raw, false
	}
	bound := mulUp(&raw, &powError)
	raw.Add(&raw, &bound)
	raw.AddUint64(&raw, 1)
	return raw, true
}

// mulDown is floor(a·b/10^18).
func mulDown(a, b *uint256.Int) (v uint256.Int) {
	v.Mul(a, b)
	v.Div(&v, &ether)
	return v
}

// mulUp is ceil(a·b/10^18).
func mulUp(a, b *uint256.Int) (v uint256.Int) {
	v.Mul(a, b)
	return divUp(&v, &ether)
}

// ratioDown is floor(a·10^18/b).
func ratioDown(a, b *uint256.Int) (v uint256.Int) {
	v.Mul(a, &ether)
	v.Div(&v, b)
	return v
}

// ratioUp is ceil(a·10^18/b).
func ratioUp(a, b *uint256.Int) (v uint256.Int) {
	v.Mul(a, &ether)
	return divUp(&v, b)
}
