package swap

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// Limits of what orders a swap uses.
const (
	maxOrders   = 3
	maxReserve  = 2 // orders that stand by for one that can not be filled any more
	bookDepth   = 30
	leastShare  = 2 * maxOrders // an order that covers less than this part of the amount is left out
	orderMargin = 60            // seconds that an order must still be valid after the block
)

// bookSnapshot is the orders of one pair as a state keeps them.
type bookSnapshot struct{ orders []api.OrderRecord }

// ordersOf returns the orders that sell dest for src at a state's block, best first, one of each maker since orders of one share what it holds.
// They are read once a block and pair; once the book has moved on they are none.
func (s *Service) ordersOf(ctx context.Context, st *state, src, dest common.Address) ([]api.OrderRecord, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	pair := api.Pair{Base: dest, Quote: src}
	if b := st.books[pair]; b != nil {
		return b.orders, nil
	}
	list, err := s.cfg.Orders.OrderBook(ctx, api.BookQuery{ChainID: s.cfg.Network.ChainID(), MakerAsset: &dest, TakerAsset: &src, Limit: bookDepth})
	if err != nil {
		return nil, err
	}
	b := new(bookSnapshot)
	// The book follows the chain ahead of the pools, so that one still at the state's block was at it all the time.
	if book, err := s.cfg.Orders.Book(ctx, pair, 1); err != nil || book.Block != st.block.Number {
		return nil, err
	}
	makers := make(map[common.Address]bool)
	for _, o := range list {
		expires := o.Expiry != 0 && o.Expiry <= st.block.Time+orderMargin
		if o.FillOrKill || expires || o.Taker != (common.Address{}) || o.SwappableBalance.IsZero() || makers[o.Maker] {
			continue
		}
		makers[o.Maker] = true
		b.orders = append(b.orders, o)
	}
	if st.books == nil {
		st.books = make(map[api.Pair]*bookSnapshot)
	}
	st.books[pair] = b
	return b.orders, nil
}

// withOrders is a state's snapshot with the orders that a request may fill, and those orders in the order of their venues, which the last
// maxReserve of them may lack.
func (s *Service) withOrders(ctx context.Context, st *state, r *request) (*router.Snapshot, []api.OrderRecord, error) {
	if r.srcTax+r.destTax > 0 || !r.admits(LimitOrders) {
		return st.snap, nil, nil
	}
	book, err := s.ordersOf(ctx, st, r.src, r.dest)
	if err != nil {
		return nil, nil, err
	}
	var orders []api.OrderRecord
	venues := st.snap.Venues[:len(st.snap.Venues):len(st.snap.Venues)]
	for _, o := range book {
		size := o.SwappableBalance
		if r.Side == api.Sell {
			size = size.MulDiv(o.TakerAmount, o.MakerAmount)
		}
		if o.Maker == r.User || size.Less(r.Amount.MulDiv(api.NewAmount(1), api.NewAmount(leastShare))) {
			continue
		}
		source, err := pool.NewOrder(*o.MakerAmount.U256(), *o.TakerAmount.U256(), *o.SwappableBalance.U256())
		if err != nil {
			continue
		}
		if len(orders) < maxOrders {
			venues = append(venues, router.Venue{
				Exchange: LimitOrders, Address: s.cfg.Network.Contracts().AugustusRFQ, Tokens: []common.Address{r.src, r.dest}, Pool: source,
			})
		}
		if orders = append(orders, o); len(orders) == maxOrders+maxReserve {
			break
		}
	}
	if len(orders) == 0 {
		return st.snap, nil, nil
	}
	snap, err := router.NewSnapshot(st.block.Number, s.table, venues)
	return snap, orders, err
}

// reserveOf are the orders that a result does not fill, which may stand in for those that it does.
func reserveOf(result *router.Result, first int, orders []api.OrderRecord) (reserve []reserveOrder) {
	filled := make(map[int]bool)
	for i := range result.Routes {
		for k := range result.Routes[i].Hops {
			for l := range result.Routes[i].Hops[k].Legs {
				filled[result.Routes[i].Hops[k].Legs[l].Venue] = true
			}
		}
	}
	for i := range orders {
		if o := &orders[i]; !filled[first+i] && len(reserve) < maxReserve {
			reserve = append(reserve, reserveOrder{orderOf(o), o.SwappableBalance.MulDiv(o.TakerAmount, o.MakerAmount)})
		}
	}
	return reserve
}

// orderOf is an order as a leg carries it.
func orderOf(o *api.OrderRecord) orderData {
	return orderData{
		OrderHash: o.Hash, NonceAndMeta: o.NonceAndMeta, Expiry: o.Expiry, MakerAsset: o.MakerAsset.Address, TakerAsset: o.TakerAsset.Address,
		Maker: o.Maker, Taker: o.Taker, MakerAmount: o.MakerAmount, TakerAmount: o.TakerAmount, Signature: o.Signature,
	}
}
