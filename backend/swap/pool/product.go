package pool

import (
	"fmt"

	"github.com/holiman/uint256"
)

const gasProduct = 45_000

// Product is a constant-product pair with the integer rules of Uniswap V2 and a fee of its own.
// Reserves are limited to 112 bits, as in the pair contract.
type Product struct {
	reserves [2]uint256.Int
	keep     uint256.Int // parts per million of the input that trade
	gamma    float64
	float    [2]float64 // reserves
}

// NewProduct makes a pair from its reserves and its fee in parts per million (3000 is 0.3 %).
func NewProduct(reserve0, reserve1 uint256.Int, feePpm uint32) (*Product, error) {
	if feePpm >= 1_000_000 {
		return nil, fmt.Errorf("constant product: fee of %d ppm leaves nothing to trade", feePpm)
	}
	if reserve0.BitLen() > 112 || reserve1.BitLen() > 112 {
		return nil, fmt.Errorf("constant product: a reserve exceeds 112 bits")
	}
	p := &Product{reserves: [2]uint256.Int{reserve0, reserve1}, gamma: 1 - float64(feePpm)/1e6}
	p.keep.SetUint64(uint64(1_000_000 - feePpm))
	p.float = [2]float64{toFloat(&reserve0), toFloat(&reserve1)}
	return p, nil
}

// Reserves are what the pool holds of both tokens.
func (p *Product) Reserves() (a, b uint256.Int) { return p.reserves[0], p.reserves[1] }

// Kind is KindProduct.
func (p *Product) Kind() Kind { return KindProduct }

// Coins is 2.
func (p *Product) Coins() int { return 2 }

// Init implements Pool.
func (p *Product) Init(s *State) { s.v[0], s.v[1] = p.reserves[0], p.reserves[1] }

// ExactIn is getAmountOut: out = in·k·Rout / (Rin·10^6 + in·k), with k the parts per million kept
// after the fee.
func (p *Product) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if amount.BitLen() > 112 {
		return Quote{}, ErrLiquidity
	}
	var paid, top, bottom uint256.Int
	paid.Mul(&amount, &p.keep)
	top.Mul(&paid, &s.v[out])
	bottom.Mul(&s.v[in], &million)
	bottom.Add(&bottom, &paid)
	top.Div(&top, &bottom)
	return p.apply(s, in, out, amount, top)
}

// ExactOut is getAmountIn: in = Rin·out·10^6 / ((Rout − out)·k) + 1.
func (p *Product) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if !amount.Lt(&s.v[out]) {
		return Quote{}, ErrLiquidity
	}
	var top, bottom uint256.Int
	top.Mul(&s.v[in], &amount)
	top.Mul(&top, &million)
	bottom.Sub(&s.v[out], &amount)
	bottom.Mul(&bottom, &p.keep)
	top.Div(&top, &bottom)
	top.AddUint64(&top, 1)
	return p.apply(s, in, out, top, amount)
}

func (p *Product) apply(s *State, in, out int, paid, got uint256.Int) (Quote, error) {
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
	return Quote{In: paid, Out: got, Gas: gasProduct}, nil
}

// Curve implements Pool; it is exact for this kind but for rounding.
func (p *Product) Curve(s *State, in, out int) Curve {
	if checkPair(in, out, 2) != nil || s.v[in].IsZero() {
		return Curve{}
	}
	rin, rout := toFloat(&s.v[in]), toFloat(&s.v[out])
	return Curve{Price: p.gamma * rout / rin, Depth: rin / p.gamma, Limit: 0x1p112 - rin}
}
