package traders

import (
	"context"
	"errors"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

const (
	depth    = 24  // orders a side of a book
	reach    = 40  // ticks from the fair price beyond which an order is taken back
	lifetime = 900 // seconds an order is good for, at least; up to three times that

	nftTradeEvery = 10 // steps from one act with NFTs to the next, on average
)

// Step lets the fair prices move and a few traders act: quotes are added where a book is thin,
// orders far off are cancelled, one is taken, pools that are off the fair prices are traded back to
// them, Delta orders are placed, and now and then NFTs change hands.
func (t *Traders) Step(ctx context.Context) error {
	var errs []error
	t.drift()
	errs = append(errs, t.opposeUsers(ctx)) // first, while the order waits for its round
	quotes, err := t.missingQuotes(ctx, t.pick())
	errs = append(errs, err, t.post(ctx, quotes))
	switch t.rand.IntN(8) {
	case 0:
		errs = append(errs, t.cancelFar(ctx, t.pick()))
	case 1, 2, 3, 4, 5, 6:
		errs = append(errs, t.take(ctx, t.pick()))
	}
	if t.nfts.rand.IntN(nftTradeEvery) == 0 {
		errs = append(errs, t.tradeNFT(ctx))
	}
	errs = append(errs, t.arbitrage(ctx), t.placeIntents(ctx))
	return errors.Join(errs...)
}

// pick chooses a market; the first is the busiest.
func (t *Traders) pick() *market {
	if t.rand.IntN(2) == 0 {
		return t.markets[0]
	}
	return t.markets[t.rand.IntN(len(t.markets))]
}

// missingQuotes returns signed orders that bring both sides of a book to their depth, around the
// fair price, so dense near it and thinner outside.
func (t *Traders) missingQuotes(ctx context.Context, m *market) ([]api.OrderRequest, error) {
	book, err := t.exchange.Book(ctx, m.pair, 2*depth)
	if err != nil {
		return nil, err
	}
	status, err := t.exchange.Status(ctx)
	if err != nil {
		return nil, err
	}
	var quotes []api.OrderRequest
	for _, s := range []struct {
		side    api.Side
		resting []api.BookOrder
	}{{api.Sell, book.Asks}, {api.Buy, book.Bids}} {
		taken := t.levels(m, s.resting)
		for n := len(s.resting); n < depth; n++ {
			level := t.level(m, s.side, taken, book)
			taken[level] = true
			q, err := t.quote(m, s.side, level, status.Head.Time,
				t.accounts[t.rand.IntN(len(t.accounts))])
			if err != nil {
				return nil, err
			}
			quotes = append(quotes, q)
		}
	}
	return quotes, nil
}

// levels returns the price levels that have an order.
func (t *Traders) levels(m *market, resting []api.BookOrder) map[int64]bool {
	taken := make(map[int64]bool, len(resting))
	for _, o := range resting {
		taken[m.scaled(o.Price)] = true
	}
	return taken
}

// level chooses a price for a new order: mostly the nearest free level to the fair price, at times
// one that has an order already, and none that the other side would take.
func (t *Traders) level(m *market, side api.Side, taken map[int64]bool, book api.Book) int64 {
	step, base := m.tick, m.fair-m.fair%m.tick
	if side == api.Sell {
		base += m.tick
		if len(book.Bids) > 0 {
			base = max(base, m.scaled(book.Bids[0].Price)/m.tick*m.tick+m.tick)
		}
	} else {
		step = -step
		if len(book.Asks) > 0 {
			base = min(base, m.scaled(book.Asks[0].Price)/m.tick*m.tick-m.tick)
		}
	}
	for n := int64(0); ; n++ {
		level := base + n*step
		if !taken[level] || t.rand.IntN(2*depth) == 0 {
			return level
		}
	}
}

// quote signs an order of a trader at a price level.
func (t *Traders) quote(m *market, side api.Side, level int64, now uint64,
	a *account) (api.OrderRequest, error) {
	size := m.amount(1 + m.size/10 + t.rand.Int64N(m.size) + t.rand.Int64N(m.size))
	o := api.Order{
		NonceAndMeta: api.PackNonce(api.NewAmount(t.rand.Uint64()>>11), common.Address{}),
		Expiry:       now + lifetime + t.rand.Uint64N(2*lifetime),
		Maker:        a.address,
	}
	if side == api.Sell {
		o.MakerAsset.Address, o.TakerAsset.Address = m.pair.Base, m.pair.Quote
		o.MakerAmount, o.TakerAmount = size, m.price(level).QuoteFor(size, api.Up)
	} else {
		o.MakerAsset.Address, o.TakerAsset.Address = m.pair.Quote, m.pair.Base
		o.MakerAmount, o.TakerAmount = m.price(level).QuoteFor(size, api.Down), size
	}
	signature, err := a.signOrder(t.ChainID, t.order, &o)
	return api.OrderRequest{Order: o, Type: api.Limit,
		Signature: signature}, err
}

// cancelFar cancels one trader's orders that the price has left behind.
func (t *Traders) cancelFar(ctx context.Context, m *market) error {
	book, err := t.exchange.Book(ctx, m.pair, 0)
	if err != nil {
		return err
	}
	a := t.accounts[t.rand.IntN(len(t.accounts))]
	var far []common.Hash
	for _, o := range append(append([]api.BookOrder(nil), book.Asks...), book.Bids...) {
		off := m.scaled(o.Price) - m.fair
		if o.Maker == a.address && (off > reach*m.tick || off < -reach*m.tick) {
			far = append(far, o.Hash)
		}
	}
	if busy, err := t.busy(ctx, a); busy || err != nil || len(far) == 0 {
		return err
	}
	tx, err := t.exchange.PrepareCancel(
		ctx, api.CancelRequest{Maker: a.address, Hashes: far})
	if err != nil {
		return err
	}
	return t.send(ctx, a, tx)
}

// take fills the best order of a side that the fair price has moved past, else part of the best one
// on either side.
func (t *Traders) take(ctx context.Context, m *market) error {
	book, err := t.exchange.Book(ctx, m.pair, 1)
	if err != nil {
		return err
	}
	side, share := book.Asks, []uint64{100, 100, 50, 25, 10}[t.rand.IntN(5)]
	if t.rand.IntN(2) == 0 {
		side = book.Bids
	}
	if len(book.Asks) > 0 && m.scaled(book.Asks[0].Price) <= m.fair-m.tick {
		side, share = book.Asks, 100
	} else if len(book.Bids) > 0 && m.scaled(book.Bids[0].Price) >= m.fair+m.tick {
		side, share = book.Bids, 100
	}
	a := t.accounts[t.rand.IntN(len(t.accounts))]
	if busy, err := t.busy(ctx, a); busy || err != nil || len(side) == 0 ||
		side[0].Maker == a.address {
		return err
	}
	record, err := t.exchange.Order(ctx, side[0].Hash, false)
	if err != nil {
		return err
	}
	leg := api.FillLeg{Hash: record.Hash}
	if pays := record.SwappableBalance.MulDiv(record.TakerAmount, record.MakerAmount).MulDiv(
		api.NewAmount(share), api.NewAmount(100)); share < 100 &&
		!pays.MulDiv(record.MakerAmount, record.TakerAmount).IsZero() {
		leg.TakerAmount = pays
	}
	tx, err := t.exchange.PrepareFill(
		ctx, api.FillRequest{Taker: a.address, Legs: []api.FillLeg{leg}})
	if err != nil {
		return err
	}
	return t.send(ctx, a, tx)
}
