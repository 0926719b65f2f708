package orders

import (
	"context"
	"slices"

	"bourse/backend/api"
	"bourse/backend/orders/internal/ranked"
)

// OrderBook returns a page of the open LIMIT orders that can be filled, best price for the taker
// first. Total counts the whole book.
func (s *Service) OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
	limit := q.Limit
	if limit <= 0 || limit > api.MaxPage {
		limit = api.MaxPage
	}
	if !q.NFT && (q.MakerAsset == nil || q.TakerAsset == nil) {
		return api.OrderPage{}, api.Invalid(api.FieldError{
			Field: "makerAsset", Reason: "and takerAsset must both be given: a book is of one " +
				"pair"})
	}
	if q.Whole != nil {
		return s.wholeBook(ctx, q)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	page := api.OrderPage{Limit: limit, Offset: max(0, q.Offset)}
	var ids []uint32
	if book := s.bookFor(q); book != nil {
		page.Total = book.Len(false)
		ids = book.Page(nil, page.Offset, limit, false, s.index.byPrice)
		page.HasMore = page.Offset+len(ids) < page.Total
	}
	page.Orders = s.showAll(ids)
	return page, nil
}

// wholeBook hands over a book in parts, so that nobody waits for the lock while a reader is slow.
func (s *Service) wholeBook(ctx context.Context, q api.BookQuery) (page api.OrderPage, err error) {
	s.mu.RLock()
	var ids []uint32
	book := s.bookFor(q)
	if book != nil {
		ids = book.Page(nil, 0, book.Len(false), false, s.index.byPrice)
	}
	s.mu.RUnlock()
	for part := range slices.Chunk(ids, api.MaxPage) {
		if err := ctx.Err(); err != nil {
			return page, err
		}
		orders := s.stillOpen(part)
		page.Total += len(orders)
		if err := q.Whole(orders); err != nil {
			return page, err
		}
	}
	return page, nil
}

// stillOpen shows those of a book's orders that can be filled now.
func (s *Service) stillOpen(ids []uint32) []api.OrderRecord {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.index.fetchRows(ids)
	ids = slices.DeleteFunc(ids, func(id uint32) bool {
		return !s.index.inBook(s.index.row(id))
	})
	return s.showAll(ids)
}

// bookFor finds the book of a query, nil if it is empty. s.mu is held.
func (s *Service) bookFor(q api.BookQuery) *ranked.List {
	ix := s.index
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
		if key.makerToken = ix.addresses.number[*q.MakerAsset]; key.makerToken == 0 {
			return nil
		}
	}
	if q.TakerAsset != nil {
		if key.takerToken = ix.addresses.number[*q.TakerAsset]; key.takerToken == 0 {
			return nil
		}
	}
	return ix.books[key]
}

// Book returns both sides of a pair, at most depth orders each (0 is all).
func (s *Service) Book(_ context.Context, pair api.Pair, depth int) (api.Book, error) {
	return s.bookOf(pair, depth, func(*row) bool { return true })
}

// bookOf is Book of the orders that are wanted.
func (s *Service) bookOf(pair api.Pair, depth int, wanted func(r *row) bool) (api.Book, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ix := s.index
	b := api.Book{ChainID: s.chainID, Base: pair.Base, Quote: pair.Quote,
		Version: s.versions.version(pairOf(pair.Base, pair.Quote))}
	if len(s.recent) > 0 {
		b.Block = s.recent[0].Number
	}
	base, quote := ix.addresses.number[pair.Base], ix.addresses.number[pair.Quote]
	if base == 0 || quote == 0 {
		return b, nil
	}
	b.Asks = ix.side(bookKey{makerToken: base, takerToken: quote}, depth, wanted,
		func(r *row, swappable api.Amount) (api.Price, api.Amount) {
			return api.Price{Quote: ix.amounts.unpack(r.takerAmount),
				Base: ix.amounts.unpack(r.makerAmount)}, swappable
		})
	b.Bids = ix.side(bookKey{makerToken: quote, takerToken: base}, depth, wanted,
		func(r *row, swappable api.Amount) (api.Price, api.Amount) {
			p := api.Price{Quote: ix.amounts.unpack(r.makerAmount),
				Base: ix.amounts.unpack(r.takerAmount)}
			return p, swappable.MulDiv(p.Base, p.Quote) // what a taker can sell to it
		})
	return b, nil
}

// side lists what is wanted of one side of a book, best first; show gives an order's price in quote
// per base and its size in base units.
func (ix *index) side(key bookKey, depth int, wanted func(r *row) bool,
	show func(r *row, swappable api.Amount) (api.Price, api.Amount)) []api.BookOrder {
	book := ix.books[key]
	if book == nil {
		return nil
	}
	all := book.Len(false)
	if depth <= 0 {
		depth = all
	}
	part := min(max(depth, sweepPart), all)
	out, ids := make([]api.BookOrder, 0, min(depth, all)), make([]uint32, 0, part)
	for offset := 0; offset < all && len(out) < depth; offset += part {
		ids = book.Page(ids[:0], offset, part, false, ix.byPrice)
		for _, id := range ids {
			r := ix.row(id)
			if len(out) == depth || !wanted(r) {
				continue
			}
			price, size := show(r, ix.swappable(r))
			out = append(out, api.BookOrder{
				Hash: r.hash, Maker: ix.addresses.list[r.maker], Price: price, Size: size,
				Expiry: r.expiry})
		}
	}
	return out
}

// swappable is what a taker can get of an open order now.
func (ix *index) swappable(r *row) api.Amount {
	_, swappable := ix.terms(r).balances(ix.amounts.unpack(r.fillable),
		ix.holdings.list[r.holding].funds)
	return swappable
}
