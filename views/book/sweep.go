package book

import (
	"slices"

	"bourse/backend/api"
)

// Sweep is orders of one side of a book that are to be taken in turn, with others behind them for
// those that are gone by the time it happens.
type Sweep struct {
	Bids   bool // the orders are bids, which a taker sells to
	Orders []api.BookOrder
	Spares []api.BookOrder
	Size   api.Amount // base units, at most those of Orders
}

// NewSweep takes whole orders, best first, and counts as spares what stands behind the last of them
// at a price no worse than worst.
func NewSweep(bids bool, orders, behind []api.BookOrder, worst api.Price) Sweep {
	s := Sweep{Bids: bids}
	for _, o := range orders {
		if s.within(o, worst) {
			s.Orders, s.Size = append(s.Orders, o), s.Size.Add(s.sizeOf(o))
		}
	}
	for _, o := range behind {
		if s.within(o, worst) {
			s.Spares = append(s.Spares, o)
		}
	}
	return s
}

// WithSize takes that much instead, from as few of the orders as come to it; the others become
// spares.
func (s Sweep) WithSize(size api.Amount) Sweep {
	left := size
	for i, o := range s.Orders {
		if left.IsZero() {
			s.Spares = slices.Concat(s.Orders[i:], s.Spares)
			s.Orders = s.Orders[:i]
			break
		}
		left = left.Sub(s.sizeOf(o).Min(left))
	}
	s.Size = size
	return s
}

func (s Sweep) within(o api.BookOrder, worst api.Price) bool {
	if s.Bids {
		return o.Price.Cmp(worst) >= 0
	}
	return o.Price.Cmp(worst) <= 0
}

// sizeOf is what can be taken of an order in base units: the contract turns a payment into what it
// buys and rounds that down, which for an ask is up to one unit of the quote token short.
func (s Sweep) sizeOf(o api.BookOrder) api.Amount {
	if s.Bids {
		return o.Size
	}
	got := o.Price.BaseFor(o.Price.QuoteFor(o.Size, api.Up), api.Down)
	if o.Size.Less(got) {
		got = o.Price.BaseFor(o.Price.QuoteFor(o.Size, api.Down), api.Down)
	}
	return got
}

// round is against the taker.
func (s Sweep) round() api.Round { return rounding(!s.Bids) }

// Quote is what the size costs, or brings where the orders are bids, if none of them is gone.
func (s Sweep) Quote() api.Amount { return s.quote(s.Orders, api.Amount{}) }

// WorstQuote is the same if the best orders are gone: the worst ones are taken first, and each
// rounds by one unit.
func (s Sweep) WorstQuote() api.Amount {
	all := slices.Concat(s.Orders, s.Spares)
	slices.Reverse(all)
	return s.quote(all, api.NewAmount(uint64(len(all))))
}

// Bound is the same whatever is gone and whatever is new in the orders: all of it at the worst
// price, a unit for each order.
func (s Sweep) Bound() api.Amount {
	units := api.NewAmount(uint64(len(s.Orders) + len(s.Spares)))
	all := s.Worst().QuoteFor(s.Size, s.round())
	if s.Bids {
		return all.Sub(units.Min(all)).Min(s.WorstQuote())
	}
	return all.Add(units).Max(s.WorstQuote())
}

func (s Sweep) quote(orders []api.BookOrder, units api.Amount) (sum api.Amount) {
	left := s.Size
	for _, o := range orders {
		size := s.sizeOf(o).Min(left)
		sum, left = sum.Add(o.Price.QuoteFor(size, s.round())), left.Sub(size)
	}
	if s.Bids {
		return sum.Sub(units.Min(sum))
	}
	return sum.Add(units)
}

// Average is the price of the whole sweep if none of its orders is gone.
func (s Sweep) Average() api.Price { return api.Price{Quote: s.Quote(), Base: s.Size} }

// Worst is the price of the worst order that may be taken; unknown where there is none.
func (s Sweep) Worst() (worst api.Price) {
	for _, list := range [][]api.BookOrder{s.Orders, s.Spares} {
		if len(list) > 0 {
			worst = list[len(list)-1].Price
		}
	}
	return worst
}

// Legs are all orders for a fill of the size, those to take first.
func (s Sweep) Legs() []api.FillLeg {
	var legs []api.FillLeg
	for _, o := range slices.Concat(s.Orders, s.Spares) {
		legs = append(legs, api.FillLeg{Hash: o.Hash})
	}
	return legs
}
