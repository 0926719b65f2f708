package order

import (
	"bourse/backend/api"
)

// sweep is what taking from the book would bring instead of resting.
type sweep struct {
	paid, got api.Amount
	orders    int
	enough    bool // the book takes all of the payment
}

// sweepAsks pays up to an amount of quote for the asks, best first: payments are rounded up, what
// is got down.
func sweepAsks(asks []api.BookOrder, pay api.Amount) (s sweep) {
	left := pay
	for _, o := range asks {
		size := o.Size
		cost := o.Price.QuoteFor(size, api.Up)
		if left.Less(cost) {
			size = o.Price.BaseFor(left, api.Down).Min(size)
			cost = o.Price.QuoteFor(size, api.Up)
		}
		if size.IsZero() {
			return s.with(true)
		}
		s.paid, s.got, left, s.orders = s.paid.Add(cost), s.got.Add(size), left.Sub(cost),
			s.orders+1
		if size != o.Size {
			return s.with(true)
		}
	}
	return s.with(left.IsZero())
}

// sweepBids sells up to an amount of base to the bids, best first.
func sweepBids(bids []api.BookOrder, pay api.Amount) (s sweep) {
	left := pay
	for _, o := range bids {
		if left.IsZero() {
			break
		}
		size := o.Size.Min(left)
		s.paid, s.got, left, s.orders = s.paid.Add(size),
			s.got.Add(o.Price.QuoteFor(size, api.Down)), left.Sub(size), s.orders+1
	}
	return s.with(left.IsZero())
}

func (s sweep) with(enough bool) sweep { s.enough = enough; return s }
