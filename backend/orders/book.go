package orders

import (
	"context"
	"slices"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
)

// OrderBook returns open LIMIT orders that can be filled, best price for the taker first.
func (s *Service) OrderBook(_ context.Context, q api.BookQuery) ([]api.OrderRecord, error) {
	limit := q.Limit
	if limit <= 0 || limit > api.MaxPage {
		limit = api.MaxPage
	}
	if !q.NFT && (q.MakerAsset == nil || q.TakerAsset == nil) {
		return nil, api.Invalid(api.FieldError{Field: "makerAsset", Reason: "and takerAsset must both be given: a book is of one pair"})
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	var ids []uint32
	if book := s.bookFor(q); book != nil {
		ids = book.Page(nil, max(0, q.Offset), limit, false, s.memory.byPrice)
		ids = slices.DeleteFunc(ids, func(id uint32) bool { return s.memory.dust(s.memory.row(id)) })
	}
	return s.showAll(ids), nil
}

// bookFor finds the book of a query, nil if it is empty. s.mu is held.
func (s *Service) bookFor(q api.BookQuery) *ranked.List {
	m := s.memory
	key := bookKey{nft: q.NFT}
	if q.NFT {
		key.makerKind, key.takerKind = anyKind, anyKind
		if q.MakerAssetKind != nil {
			key.makerKind = *q.MakerAssetKind
		}
		if q.TakerAssetKind != nil {
			key.takerKind = *q.TakerAssetKind
		}
	}
	if q.MakerAsset != nil {
		if key.makerToken = m.addresses.number[*q.MakerAsset]; key.makerToken == 0 {
			return nil
		}
	}
	if q.TakerAsset != nil {
		if key.takerToken = m.addresses.number[*q.TakerAsset]; key.takerToken == 0 {
			return nil
		}
	}
	return m.books[key]
}

// Book returns both sides of a pair, at most depth orders each (0 is all).
func (s *Service) Book(_ context.Context, pair api.Pair, depth int) (api.Book, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	m := s.memory
	b := api.Book{ChainID: s.chainID, Base: pair.Base, Quote: pair.Quote, Version: s.versions[pairOf(pair.Base, pair.Quote)]}
	if len(s.recent) > 0 {
		b.Block = s.recent[0].Number
	}
	base, quote := m.addresses.number[pair.Base], m.addresses.number[pair.Quote]
	if base == 0 || quote == 0 {
		return b, nil
	}
	b.Asks = m.side(bookKey{makerToken: base, takerToken: quote}, depth, func(r *row, swappable api.Amount) (api.Price, api.Amount) {
		return api.Price{Quote: m.amounts.unpack(r.takerAmount), Base: m.amounts.unpack(r.makerAmount)}, swappable
	})
	b.Bids = m.side(bookKey{makerToken: quote, takerToken: base}, depth, func(r *row, swappable api.Amount) (api.Price, api.Amount) {
		p := api.Price{Quote: m.amounts.unpack(r.makerAmount), Base: m.amounts.unpack(r.takerAmount)}
		return p, swappable.MulDiv(p.Base, p.Quote) // what a taker can sell to it
	})
	return b, nil
}

// side lists one side of a book, best first; show gives an order's price in quote per base and its size in base units.
func (m *memory) side(key bookKey, depth int, show func(r *row, swappable api.Amount) (api.Price, api.Amount)) []api.BookOrder {
	book := m.books[key]
	if book == nil {
		return nil
	}
	if depth <= 0 {
		depth = book.Len(false)
	}
	ids := book.Page(make([]uint32, 0, min(depth, book.Len(false))), 0, depth, false, m.byPrice)
	out := make([]api.BookOrder, 0, len(ids))
	for _, id := range ids {
		r := m.row(id)
		if m.dust(r) {
			continue
		}
		price, size := show(r, m.swappable(r))
		out = append(out, api.BookOrder{Hash: r.hash, Maker: m.addresses.list[r.maker], Price: price, Size: size, Expiry: r.expiry})
	}
	return out
}

// dust tells whether the contract can sell nothing of an order now.
func (m *memory) dust(r *row) bool { return m.crumb(r, m.swappable(r)) }

// crumb tells whether an amount of an order's maker asset is so little that the contract sells none of it: one unit of the taker's asset buys more.
// Fills that are not whole round down and leave such a rest.
func (m *memory) crumb(r *row, n api.Amount) bool {
	return n.Less(m.amounts.unpack(r.makerAmount).MulDiv(api.NewAmount(1), m.amounts.unpack(r.takerAmount)))
}

// swappable is what a taker can get of an open order now.
func (m *memory) swappable(r *row) api.Amount {
	_, swappable := balances(m.amounts.unpack(r.fillable), m.holdings.list[r.holding].available(), r.whole())
	return swappable
}
