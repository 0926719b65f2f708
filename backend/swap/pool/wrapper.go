package pool

import (
	"errors"
	"math"

	"github.com/holiman/uint256"
)

const (
	// gasWrapper is what a rebasing token behind a proxy takes, as stETH is; one without takes
	// half.
	gasWrapper = 60_000
	// wrapperBand is over how much of the logarithm of its price a wrapper counts as trading all
	// that there is, so that what it trades does not jump with prices.
	wrapperBand = 1e-5
	// mostPerShare is more than a share of any rebasing token is worth in its units, or a unit in
	// shares.
	mostPerShare = 1000
)

// ErrWrapper is of figures that no wrapper has.
var ErrWrapper = errors.New("the wrapper is not one whose arithmetic is known")

// Wrapper turns a rebasing token (position 0), whose balances are shares of what is staked, into
// whole shares of it (position 1) and back, without a fee and at the same price for any amount, as
// Lido's wstETH does with stETH.
type Wrapper struct {
	shares, pooled uint256.Int // all shares, and what they are worth in units
	wrapped        uint256.Int // shares that are wrapped, the most that can be unwrapped
	loss           uint256.Int
	level
}

// level is the market of two tokens that are turned into each other at one price for any amount.
type level struct {
	depth [2]float64 // amounts of both that are worth the same: all that there is
	most  [2]float64 // what can be put in
}

// NewWrapper makes a wrapper of shares, of which all are worth pooled units.
func NewWrapper(shares, pooled, wrapped uint256.Int) (*Wrapper, error) {
	if shares.IsZero() || pooled.IsZero() || shares.BitLen() > 128 || pooled.BitLen() > 128 ||
		wrapped.Gt(&shares) {
		return nil, ErrWrapper
	}
	p := &Wrapper{shares: shares, pooled: pooled, wrapped: wrapped, loss: divUp(&pooled, &shares)}
	if back := divUp(&shares, &pooled); p.loss.GtUint64(mostPerShare) ||
		back.GtUint64(mostPerShare) {
		return nil, ErrWrapper
	}
	p.depth = [2]float64{toFloat(&pooled), toFloat(&shares)}
	p.most = [2]float64{p.depth[0], toFloat(&wrapped)}
	return p, nil
}

// Loss is by how many units at most less of a transfer of the rebasing token arrives: as many whole
// shares are moved as the amount is worth, and balances are their worth, each rounded down.
func (p *Wrapper) Loss() uint64 { return p.loss.Uint64() }

// Kind is KindWrapper.
func (p *Wrapper) Kind() Kind { return KindWrapper }

// Coins is 2: the rebasing token and the shares.
func (p *Wrapper) Coins() int { return 2 }

// Init implements Pool. A state is what can be put in of both.
func (p *Wrapper) Init(s *State) { s.v[0], s.v[1], s.v[2] = p.pooled, p.wrapped, p.shares }

// ExactIn is wrap, or unwrap, of which Out is what arrives at least.
func (p *Wrapper) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, 2); err != nil {
		return Quote{}, err
	}
	if amount.Gt(&s.v[in]) {
		return Quote{}, ErrLiquidity
	}
	q := Quote{In: amount, Gas: gasWrapper}
	paid := p.worth(in, &amount)
	if q.Out = paid; out == 0 {
		if _, under := q.Out.SubOverflow(&paid, &p.loss); under {
			return Quote{}, ErrZero
		}
	}
	if q.Out.IsZero() {
		return Quote{}, ErrZero
	}
	s.v[in].Sub(&s.v[in], &amount)
	s.v[out].Add(&s.v[out], &paid)
	return q, nil
}

// ExactOut puts in a unit more than what the contract says that the amount is worth, which is
// rounded down. More than Out may be paid, by what a unit is worth.
func (p *Wrapper) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	switch err := checkPair(in, out, 2); {
	case err != nil:
		return Quote{}, err
	case amount.IsZero():
		return Quote{}, ErrZero
	case amount.BitLen() > 128:
		return Quote{}, ErrLiquidity
	}
	asks := amount
	if out == 0 {
		asks.Add(&asks, &p.loss)
	}
	pays := p.worth(out, &asks)
	pays.AddUint64(&pays, 1)
	q, err := p.ExactIn(s, in, out, pays)
	if err == nil {
		q.Out = amount
	}
	return q, err
}

// worth is what an amount below 2^129 of one token is worth in the other, as getSharesByPooledEth
// and getPooledEthByShares say.
func (p *Wrapper) worth(of int, amount *uint256.Int) (v uint256.Int) {
	up, down := &p.shares, &p.pooled
	if of == 1 {
		up, down = down, up
	}
	v.MulDivOverflow(amount, up, down)
	return v
}

// Told is what the contract says that an amount of a token below 2^128 is worth in the other.
func (p *Wrapper) Told(in int, amount uint256.Int) uint256.Int { return p.worth(in, &amount) }

// Curve implements Pool: a line.
func (p *level) Curve(s *State, in, out int) Curve {
	if checkPair(in, out, 2) != nil || s.v[in].IsZero() {
		return Curve{}
	}
	limit := toFloat(&s.v[in])
	return Curve{Price: p.depth[out] / p.depth[in], Depth: 1e9 * limit, Limit: limit}
}

// Arbitrage implements Pool.
func (p *Wrapper) Arbitrage(price *[MaxCoins]float64, a *Arbitrage) {
	p.arbitrage(price, gasWrapper, a)
}

// arbitrage counts what would be earned by all that can be put in, but it is put in bit by bit
// within the band.
func (p *level) arbitrage(price *[MaxCoins]float64, gas uint64, a *Arbitrage) {
	a.none(2, gas)
	if price[0] <= 0 || price[1] <= 0 {
		return
	}
	in := 0
	gain := math.Log(price[1] * p.depth[1] / (price[0] * p.depth[0]))
	if gain < 0 {
		in, gain = 1, -gain
	}
	if p.most[in] == 0 {
		return
	}
	growth := p.depth[in] * price[in] / wrapperBand
	a.swap(in, 1-in, growth*gain, growth*math.Expm1(gain), growth)
	a.Slack = max(0, p.most[in]*price[in]*math.Expm1(gain)-a.Value)
}

// Feeless implements Pool. There is no fee.
func (p *Wrapper) Feeless(price *[MaxCoins]float64, a *Arbitrage) (least, most float64) {
	p.Arbitrage(price, a)
	return 1, 1
}
