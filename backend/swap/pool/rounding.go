package pool

import "github.com/holiman/uint256"

// rounding is a pool of tokens of whose transfers a few units less may arrive than were sent.
type rounding struct {
	Pool
	loss [MaxCoins]uint256.Int
}

// NewRounding makes a pool count what arrives at least of tokens that round their transfers: loss
// is by how many units at most less does, by position (see Wrapper.Loss). The pool itself may count
// what was sent or what arrived.
func NewRounding(p Pool, loss []uint64) Pool {
	r := &rounding{Pool: p}
	for i, units := range loss {
		r.loss[i].SetUint64(units)
	}
	return r
}

// ExactIn implements Pool: In is what is sent, and Out arrives at least.
func (p *rounding) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, p.Coins()); err != nil {
		return Quote{}, err
	}
	arrives, under := amount, false
	if _, under = arrives.SubOverflow(&amount, &p.loss[in]); under {
		return Quote{}, ErrZero
	}
	before := *s
	q, err := p.Pool.ExactIn(s, in, out, arrives)
	if err != nil {
		return Quote{}, err
	}
	if !q.Out.Gt(&p.loss[out]) {
		*s = before
		return Quote{}, ErrZero
	}
	q.In = amount
	q.Out.Sub(&q.Out, &p.loss[out])
	return q, nil
}

// ExactOut implements Pool: In is what has to be sent, and Out arrives at least.
func (p *rounding) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if err := checkPair(in, out, p.Coins()); err != nil {
		return Quote{}, err
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	if amount.BitLen() > 128 {
		return Quote{}, ErrLiquidity
	}
	amount.Add(&amount, &p.loss[out])
	q, err := p.Pool.ExactOut(s, in, out, amount)
	if err != nil {
		return Quote{}, err
	}
	q.In.Add(&q.In, &p.loss[in])
	q.Out.Sub(&q.Out, &p.loss[out])
	return q, nil
}
