package market

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// A book says what a token is worth where both of its sides would trade an amount that is worth
// something, of orders that are paid for, at prices that are not far apart: what a unit rests at,
// or was traded at, says nothing. What holds for a block or two does not count either.
const (
	bookWorth  = minDepth // USD that each side has to trade
	mostApart  = 1.2      // how many times what is paid may be asked
	ordersRead = 200      // of a side
	leastTold  = 3        // of the newest medianBlocks blocks at which a book has to tell
	// maxFollowed is how many tokens' books are followed, each while it is asked for in so many
	// blocks.
	maxFollowed = 500
	forgetAfter = 1000
)

// followedBook is what the books of a token said at the last blocks, newest first; 0 is nothing.
type followedBook struct {
	spots []float64
	block uint64 // of the newest
	asked uint64 // the block at which it was asked for last
}

// bookUSD is what a raw unit of a token is worth by its books at the last blocks, 0 if they do not
// tell. A token that is asked for is followed from then on.
func (m *Markets) bookUSD(ctx context.Context, token common.Address) (float64, error) {
	m.mu.Lock()
	f := m.followed[token]
	if f == nil && len(m.followed) < maxFollowed {
		f = new(followedBook)
		m.followed[token] = f
	}
	if f == nil {
		m.mu.Unlock()
		return 0, nil
	}
	f.asked = m.block
	if value, now := f.value(), f.block == m.block && len(f.spots) > 0; now {
		m.mu.Unlock()
		return value, nil
	}
	block := m.block
	m.mu.Unlock()
	return m.lookAt(ctx, token, block)
}

// lookAt takes in what the books of a followed token say at a block.
func (m *Markets) lookAt(ctx context.Context, token common.Address, block uint64) (float64, error) {
	spot, err := m.bookSpot(ctx, token)
	if err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.followed[token]
	if f == nil {
		return 0, nil
	}
	if f.block != block || len(f.spots) == 0 {
		f.block = block
		f.spots = append([]float64{spot}, f.spots[:min(len(f.spots), SteadyBlocks-1)]...)
	}
	return f.value(), nil
}

// value is what follows from all blocks: none where the newest ones say too little.
func (f *followedBook) value() float64 {
	told := 0
	for _, spot := range f.spots[:min(len(f.spots), medianBlocks)] {
		if spot > 0 {
			told++
		}
	}
	if told < leastTold {
		return 0
	}
	return Steady(slices.DeleteFunc(slices.Clone(f.spots), func(spot float64) bool {
		return spot == 0
	}))
}

// followBooks looks at the books of tokens that were asked for, and of those that the network lists
// and pools do not value.
func (m *Markets) followBooks(ctx context.Context, block uint64) error {
	m.mu.Lock()
	for _, p := range m.Listed {
		if m.followed[p.Base] == nil && !slices.Contains(m.USD, p.Base) {
			m.followed[p.Base] = new(followedBook)
		}
		if f := m.followed[p.Base]; f != nil {
			f.asked = block
		}
	}
	var list []common.Address
	for token, f := range m.followed {
		if f.asked+forgetAfter < block {
			delete(m.followed, token)
			continue
		}
		list = append(list, token)
	}
	m.mu.Unlock()
	for _, token := range list {
		if m.unitUSD(ctx, token) > 0 {
			continue // by pools
		}
		if _, err := m.lookAt(ctx, token, block); err != nil {
			return err
		}
	}
	return nil
}

// bookSpot is what a raw unit of a token is worth by the first of its books that says so now, 0 if
// none does.
func (m *Markets) bookSpot(ctx context.Context, token common.Address) (float64, error) {
	for _, quote := range append(slices.Clone(m.USD), m.Wrapped) {
		unit := m.unitUSD(ctx, quote)
		if unit == 0 && quote == m.Wrapped && token != quote {
			var err error
			if unit, err = m.bookUSD(ctx, quote); err != nil {
				return 0, err
			}
		}
		if quote == token || unit == 0 {
			continue
		}
		book, err := m.Sure.Book(ctx, api.Pair{Base: token, Quote: quote}, ordersRead)
		if err != nil {
			return 0, err
		}
		pays, asks := averageOf(book.Bids, bookWorth/unit), averageOf(book.Asks, bookWorth/unit)
		if pays > 0 && asks > 0 && asks <= pays*mostApart && pays <= asks*mostApart {
			return (pays + asks) / 2 * unit, nil
		}
	}
	return 0, nil
}

// averageOf is the average price, in quote for a unit of base, at which one side of a book trades
// so much quote; 0 if it has less. Each maker counts once, since all orders of one share what it
// holds.
func averageOf(side []api.BookOrder, quote float64) float64 {
	seen := make(map[common.Address]bool)
	base, left := 0.0, quote
	for i := range side {
		o := &side[i]
		price := float(rat(o.Price))
		if price == 0 || seen[o.Maker] {
			continue
		}
		seen[o.Maker] = true
		takes := min(left, o.Size.Float()*price)
		base += takes / price
		if left -= takes; left <= 0 {
			return quote / base
		}
	}
	return 0
}
