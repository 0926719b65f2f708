package pool

import (
	"fmt"

	"github.com/holiman/uint256"
)

const gasOrder = 60_000

// Order is one limit order as a source of liquidity: it sells its maker asset (position 1) for its taker asset
// (position 0) at one price, up to what is left of it.
type Order struct {
	maker, taker, left uint256.Int
	price              float64
}

// NewOrder makes a source from an order's amounts and the maker units that are left to be filled: the contract's
// remaining counter less one, or makerAmount of an untouched order, or less if the maker holds or allows less.
func NewOrder(makerAmount, takerAmount, left uint256.Int) (*Order, error) {
	if makerAmount.IsZero() || takerAmount.IsZero() {
		return nil, fmt.Errorf("order: an amount is zero")
	}
	if left.Gt(&makerAmount) {
		return nil, fmt.Errorf("order: %s maker units left of %s", left.Dec(), makerAmount.Dec())
	}
	return &Order{makerAmount, takerAmount, left, toFloat(&makerAmount) / toFloat(&takerAmount)}, nil
}

// Kind is KindOrder.
func (o *Order) Kind() Kind { return KindOrder }

// Coins is 2: the taker asset and the maker asset.
func (o *Order) Coins() int { return 2 }

// Init implements Pool.
func (o *Order) Init(s *State) { s.v[0] = o.left }

// ExactIn fills the order by amount of the taker asset: out = floor(makerAmount·amount/takerAmount).
func (o *Order) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if in != 0 || out != 1 {
		return Quote{}, ErrCoin
	}
	if amount.Gt(&o.taker) {
		return Quote{}, ErrLiquidity
	}
	got, ok := mulDiv(&o.maker, &amount, &o.taker)
	if !ok || got.Gt(&s.v[0]) {
		return Quote{}, ErrLiquidity
	}
	if got.IsZero() {
		return Quote{}, ErrZero
	}
	s.v[0].Sub(&s.v[0], &got)
	return Quote{In: amount, Out: got, Gas: gasOrder}, nil
}

// ExactOut fills the order by the least taker amount that pays at least amount: in = ceil(amount·takerAmount/makerAmount).
func (o *Order) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	fill, ok := mulDivUp(&amount, &o.taker, &o.maker)
	if !ok {
		return Quote{}, ErrLiquidity
	}
	return o.ExactIn(s, in, out, fill)
}

// Curve implements Pool.
func (o *Order) Curve(s *State, in, out int) Curve {
	if in != 0 || out != 1 || s.v[0].IsZero() {
		return Curve{}
	}
	limit := toFloat(&s.v[0]) / o.price
	return Curve{Price: o.price, Depth: limit * 1e9, Limit: limit}
}
