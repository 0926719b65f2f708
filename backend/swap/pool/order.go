package pool

import (
	"fmt"

	"github.com/holiman/uint256"
)

const (
	gasOrders = 5_000 // of a batch of orders
	// GasOrder is what each order takes that a batch fills.
	GasOrder = 52_000
)

// Order is a limit order of a book: it sells Maker units of one token for Taker units of another,
// at that price, for at most Most of them.
type Order struct {
	Maker, Taker uint256.Int
	Most         uint256.Int // taker units that can be paid to what is left of the order
}

// Orders are the orders of one pair as a source of liquidity. They sell their maker asset (position
// 1) for their taker asset (position 0), one after the other, as a batch fill of the order contract
// does.
type Orders struct {
	list []Order
	// What an order gives is not rounded down in it: a part of it may be filled at a better price
	// than all of it.
	ladder
}

// NewOrders makes a source of orders, which are filled in this order: the best price first.
func NewOrders(list []Order) (*Orders, error) {
	o := &Orders{list: list, ladder: newLadder()}
	for i := range list {
		one := &list[i]
		if one.Maker.IsZero() || one.Taker.IsZero() {
			return nil, fmt.Errorf("order %d: an amount is zero", i)
		}
		if one.Most.Gt(&one.Taker) {
			return nil, fmt.Errorf("order %d: takes %s of %s", i, one.Most.Dec(), one.Taker.Dec())
		}
		gives, ok := mulDiv(&one.Maker, &one.Most, &one.Taker)
		if !ok || gives.IsZero() {
			return nil, fmt.Errorf("order %d: %s of the taker asset buys nothing", i,
				one.Most.Dec())
		}
		takes := toFloat(&one.Most)
		o.add(takes, toFloat(&one.Maker)*takes/toFloat(&one.Taker))
	}
	return o, nil
}

// Kind is KindOrder.
func (o *Orders) Kind() Kind { return KindOrder }

// Coins is 2: the taker asset and the maker asset.
func (o *Orders) Coins() int { return 2 }

// Init implements Pool. A state is the order that is filled next and what it has been paid.
func (o *Orders) Init(s *State) { s.pos, s.v[0] = 0, uint256.Int{} }

// left is what can still be paid to an order.
func (o *Orders) left(s *State, i int) (left uint256.Int) {
	if left = o.list[i].Most; i == s.pos {
		left.Sub(&left, &s.v[0])
	}
	return left
}

// fill pays an order and adds what that does to the quote.
func (o *Orders) fill(s *State, i int, pay *uint256.Int, q *Quote) error {
	got, ok := mulDiv(&o.list[i].Maker, pay, &o.list[i].Taker)
	if !ok || got.IsZero() {
		return ErrZero
	}
	if i != s.pos {
		s.pos, s.v[0] = i, uint256.Int{}
	}
	s.v[0].Add(&s.v[0], pay)
	q.In.Add(&q.In, pay)
	q.Out.Add(&q.Out, &got)
	q.Gas += GasOrder
	return nil
}

// ExactIn pays the orders in turn, out = floor(makerAmount·pay/takerAmount) of each. The contract
// passes over an order to which so little is left to pay that it buys nothing; here that is an
// error.
func (o *Orders) ExactIn(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if in != 0 || out != 1 {
		return Quote{}, ErrCoin
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	next, q := *s, Quote{Gas: gasOrders}
	for i := s.pos; i < len(o.list); i++ {
		pay := o.left(&next, i)
		if pay.IsZero() {
			continue
		}
		if amount.Lt(&pay) {
			pay = amount
		}
		if err := o.fill(&next, i, &pay, &q); err != nil {
			return Quote{}, err
		}
		if amount.Sub(&amount, &pay); amount.IsZero() {
			*s = next
			return q, nil
		}
	}
	return Quote{}, ErrLiquidity
}

// ExactOut fills the orders in turn. Of each is wanted what is missing still, at most what the most
// that it can be paid buys, and it is paid the least that buys that: pay =
// ceil(wanted·takerAmount/makerAmount). What rounding gives above it does not count.
func (o *Orders) ExactOut(s *State, in, out int, amount uint256.Int) (Quote, error) {
	if in != 0 || out != 1 {
		return Quote{}, ErrCoin
	}
	if amount.IsZero() {
		return Quote{}, ErrZero
	}
	next, q := *s, Quote{Gas: gasOrders}
	for i := s.pos; i < len(o.list); i++ {
		left := o.left(&next, i)
		wanted, ok := mulDiv(&left, &o.list[i].Maker, &o.list[i].Taker)
		if !ok || wanted.IsZero() {
			continue
		}
		if amount.Lt(&wanted) {
			wanted = amount
		}
		pay, ok := mulDivUp(&wanted, &o.list[i].Taker, &o.list[i].Maker)
		if !ok {
			return Quote{}, ErrLiquidity
		}
		if err := o.fill(&next, i, &pay, &q); err != nil {
			return Quote{}, err
		}
		if amount.Sub(&amount, &wanted); amount.IsZero() {
			*s = next
			return q, nil
		}
	}
	return Quote{}, ErrLiquidity
}

// Curve implements Pool.
func (o *Orders) Curve(s *State, in, out int) Curve {
	at, paid := s.pos, toFloat(&s.v[0])
	if at < len(o.list) && s.v[0] == o.list[at].Most {
		at, paid = at+1, 0
	}
	if in != 0 || out != 1 || at == len(o.list) {
		return Curve{}
	}
	return o.curve(at, toFloat(&o.list[at].Maker)/toFloat(&o.list[at].Taker), paid)
}
