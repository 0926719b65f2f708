package swap

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"unsafe"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/orders"
	"bourse/backend/swap/calldata"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/pools"
	"bourse/backend/swap/router"
)

// erc20ABI is immutable.
var erc20ABI = contracts.NewStandardToken()

// Limits of what orders a swap uses.
const (
	bookDepth   = 60    // orders that are kept of a pair
	mostRead    = 1_000 // orders of a pair that are read at most
	maxOrders   = maxFills
	leastShare  = 200 // an order that covers less than this part of the amount is left out
	minReserve  = 2   // orders that stand by for those that cannot be filled any more
	orderMargin = 60  // seconds that an order must still be valid after the block
)

// bookKey names what is read of the book once: a pair after a block.
type bookKey struct {
	block api.BlockRef
	pair  api.Pair
}

// ordersOf returns the orders that sell dest for src at a snapshot's block, best first, and how
// much can be paid to each when those before it are filled. They are read once a block and pair,
// while only those who ask for the same wait; once the book has moved on they are none.
func (s *Service) ordersOf(ctx context.Context, st *pools.Snapshot, src,
	dest common.Address) ([]calldata.Order, error) {
	key := bookKey{st.Block, api.Pair{Base: dest, Quote: src}}
	for {
		s.mu.Lock()
		book, known := s.books[key]
		read := s.reading[key]
		if !known && read == nil {
			read = make(chan struct{})
			s.reading[key] = read
			s.mu.Unlock()
			book, known, err := s.readOrders(ctx, st, key.pair)
			s.mu.Lock()
			defer s.mu.Unlock()
			delete(s.reading, key)
			close(read)
			if known {
				s.forget(st.Block.Number)
				s.keep(key, book)
			}
			return book, err
		}
		s.mu.Unlock()
		if known {
			return book, nil
		}
		select {
		case <-read:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// forget drops the books of blocks on which no search runs any more. s.mu is held.
func (s *Service) forget(newest uint64) {
	maps.DeleteFunc(s.books, func(k bookKey, _ []calldata.Order) bool {
		return k.block.Number+chain.Depth < newest
	})
}

// readOrders reads the orders of a pair at a snapshot's block; known is false where the book has
// moved on.
func (s *Service) readOrders(ctx context.Context, st *pools.Snapshot,
	pair api.Pair) (book []calldata.Order, known bool, err error) {
	list, err := s.offers(ctx, st, pair)
	if err != nil {
		return nil, false, err
	}
	// The book follows the chain ahead of the pools, so that one still at the state's block was at
	// it all the time.
	if book, err := s.cfg.Orders.Book(ctx, pair, 1); err != nil || book.Block != st.Block.Number {
		return nil, false, err
	}
	left, err := s.takeable(ctx, st.Block.Hash, pair.Base, list)
	if err != nil {
		return nil, false, err
	}
	for i := range list {
		o := &list[i]
		expires := o.Expiry != 0 && o.Expiry <= st.Block.Time+orderMargin
		if o.FillOrKill || expires || o.Taker != (common.Address{}) || !orders.Batchable(o.Order) {
			continue
		}
		// All orders of one maker share what it holds.
		gives := o.SwappableBalance.Min(left[o.Maker])
		most := gives.MulDiv(o.TakerAmount, o.MakerAmount)
		if gives = most.MulDiv(o.MakerAmount, o.TakerAmount); gives.IsZero() {
			continue
		}
		left[o.Maker] = left[o.Maker].Sub(gives)
		book = append(book, orderOf(o, most))
	}
	return book, true, nil
}

// offers reads the orders of a pair, best first: those that are worth their fill's gas, and of them
// the bookDepth that offer most beyond a price that is somewhat worse than the market's, so that
// neither many small ones nor large ones that nobody would take hide the others.
func (s *Service) offers(ctx context.Context, st *pools.Snapshot,
	pair api.Pair) (list []api.OrderRecord, err error) {
	rates := st.Rates()
	gas := pool.GasOrder * st.BaseFee.Float() * rates[s.wrapped].USD
	held := make(map[common.Address]api.Amount)
	var gains []float64
	for offset, more := 0, true; more && offset < mostRead; offset += api.MaxPage {
		page, err := s.cfg.Orders.OrderBook(ctx, api.BookQuery{MakerAsset: &pair.Base,
			TakerAsset: &pair.Quote, Limit: api.MaxPage, Offset: offset})
		if err != nil {
			return nil, err
		}
		more = page.HasMore
		for i := range page.Orders {
			o := &page.Orders[i]
			left, seen := held[o.Maker]
			if !seen {
				left = o.MakerBalance
			}
			gives := o.SwappableBalance.Min(left)
			held[o.Maker] = left.Sub(gives)
			takes := gives.MulDiv(o.TakerAmount, o.MakerAmount)
			if brings := gives.Float() * rates[s.wrap(pair.Base)].USD; brings > 0 && brings < gas {
				continue
			}
			list = append(list, *o)
			gains = append(gains, gainOf(rates, pair, takes.Float(), gives.Float()))
		}
	}
	return foremost(list, gains, bookDepth), nil
}

// gainOf is what an order offers in USD beyond a price twentieths worse than the market's; where
// there is none, all are alike.
func gainOf(rates pools.Rates, pair api.Pair, takes, gives float64) float64 {
	in, out := rates[pair.Quote].USD, rates[pair.Base].USD
	if in == 0 || out == 0 {
		return 0
	}
	return gives*out - 0.95*takes*in
}

// foremost keeps of a list the n that gain most, in their order.
func foremost[T any](list []T, gains []float64, n int) []T {
	if len(list) <= n {
		return list
	}
	places := make([]int, len(list))
	for i := range places {
		places[i] = i
	}
	slices.SortStableFunc(places, func(x, y int) int { return cmp.Compare(gains[y], gains[x]) })
	places = places[:n]
	slices.Sort(places)
	kept := make([]T, n)
	for i, place := range places {
		kept[i] = list[place]
	}
	return kept
}

// keep remembers a book; without room for it all others are read again when they are asked for.
// s.mu is held.
func (s *Service) keep(key bookKey, book []calldata.Order) {
	held := int64(0)
	for _, other := range s.books {
		held += bookBytes(other)
	}
	if held+bookBytes(book) > maxBooks {
		clear(s.books)
	}
	s.books[key] = book
}

// maxBooks is how many bytes of books that were read are kept: anybody may ask for any pair.
const maxBooks = 16 << 20

// bookBytes is how much memory a book takes.
func bookBytes(book []calldata.Order) int64 {
	const signature = 128 // of most; those of contracts are longer by little, and rare
	return int64(unsafe.Sizeof(bookKey{})) +
		int64(len(book))*int64(unsafe.Sizeof(calldata.Order{})+signature)
}

// Held tells how much the books take that were read for swaps.
func (s *Service) Held() api.Held {
	s.mu.Lock()
	defer s.mu.Unlock()
	h := api.Held{What: "books read for swaps", ChainID: s.cfg.Network.ChainID(), Most: maxBooks}
	for _, book := range s.books {
		h.Bytes += bookBytes(book)
	}
	return h
}

// takeable is how much of a token the order contract can take of each maker of a list of orders
// after a block.
func (s *Service) takeable(ctx context.Context, block common.Hash, token common.Address,
	list []api.OrderRecord) (map[common.Address]api.Amount, error) {
	left := make(map[common.Address]api.Amount)
	var makers []common.Address
	var calls []chain.Call
	for i := range list {
		maker := list[i].Maker
		if _, twice := left[maker]; twice {
			continue
		}
		left[maker] = api.Amount{}
		makers = append(makers, maker)
		calls = append(calls, chain.Call{To: token, Data: erc20ABI.PackBalanceOf(maker)},
			chain.Call{To: token, Data: erc20ABI.PackAllowance(
				maker, s.cfg.Network.Contracts().AugustusRFQ)})
	}
	answers, err := s.cfg.Network.BatchCall(ctx, block, calls)
	if err != nil {
		return nil, err
	}
	for i, maker := range makers {
		balance, allowance := &answers[2*i], &answers[2*i+1]
		if !balance.OK || !allowance.OK {
			continue
		}
		has, err := erc20ABI.UnpackBalanceOf(balance.Data)
		if err != nil {
			continue
		}
		may, err := erc20ABI.UnpackAllowance(allowance.Data)
		if err != nil {
			continue
		}
		left[maker] = api.MustBig(has).Min(api.MustBig(may))
	}
	return left, nil
}

// withOrders is a state's snapshot with the orders that a request may fill as one venue more, and
// those orders.
func (s *Service) withOrders(ctx context.Context, st *pools.Snapshot, r *request) (*router.Snapshot,
	[]calldata.Order, error) {
	if r.srcTax+r.destTax > 0 || r.srcLoss+r.destLoss > 0 || !r.admits(api.LimitOrders) {
		return st.Search, nil, nil
	}
	book, err := s.ordersOf(ctx, st, r.src, r.dest)
	if err != nil {
		return nil, nil, err
	}
	least := r.Amount.MulDiv(api.NewAmount(1), api.NewAmount(leastShare))
	var orders []calldata.Order
	var gains []float64
	for i := range book {
		o := &book[i]
		size := o.Most
		if r.Side == api.Buy {
			size = size.MulDiv(o.MakerAmount, o.TakerAmount)
		}
		if o.Maker != r.User && !size.Less(least) {
			takes := o.Most.Float() * min(1, r.Amount.Float()/size.Float())
			gives := takes * o.MakerAmount.Float() / o.TakerAmount.Float()
			orders, gains = append(orders, *o), append(gains,
				gainOf(st.Rates(), api.Pair{Base: r.dest, Quote: r.src}, takes, gives))
		}
	}
	orders = foremost(orders, gains, maxOrders)
	if len(orders) == 0 {
		return st.Search, nil, nil
	}
	p, err := pool.NewOrders(sourceOf(orders))
	if err != nil {
		return nil, nil, err
	}
	snap, err := st.With(router.Venue{
		Exchange: api.LimitOrders, Address: s.cfg.Network.Contracts().AugustusRFQ,
		Tokens: []common.Address{r.src, r.dest}, Pool: p,
	})
	return snap, orders, err
}

// filling is the part of a book that an amount fills, and the orders behind it that stand by: as
// many as take half as much again.
func filling(book []calldata.Order, paid api.Amount) []calldata.Order {
	goal := paid.Add(paid.MulDiv(api.NewAmount(1), api.NewAmount(2)))
	var takes api.Amount
	filled := 0
	for i := range book {
		if !takes.Less(goal) && i >= filled+minReserve {
			return book[:i]
		}
		if takes.Less(paid) {
			filled = i + 1
		}
		takes = takes.Add(book[i].Most)
	}
	return book
}

// behind is what an amount that fills a book leaves of it.
func behind(book []calldata.Order, paid api.Amount) []calldata.Order {
	for len(book) > 0 && !paid.Less(book[0].Most) {
		book, paid = book[1:], paid.Sub(book[0].Most)
	}
	if len(book) == 0 || paid.IsZero() {
		return book
	}
	book = slices.Clone(book)
	book[0].Most = book[0].Most.Sub(paid)
	return book
}

// orderOf is an order as a leg carries it.
func orderOf(o *api.OrderRecord, most api.Amount) calldata.Order {
	return calldata.Order{
		OrderHash: o.Hash, NonceAndMeta: o.NonceAndMeta, Expiry: o.Expiry,
		MakerAsset: o.MakerAsset.Address, TakerAsset: o.TakerAsset.Address,
		Maker: o.Maker, Taker: o.Taker, MakerAmount: o.MakerAmount, TakerAmount: o.TakerAmount,
		Signature: o.Signature, Most: most,
	}
}

// Market is what searches know of a recent block: all pools, and for each two of some tokens the
// limit orders between them. RateChanged if the block is not one of the last, or the book of two of
// the tokens has moved on from it.
func (s *Service) Market(ctx context.Context, block uint64,
	tokens []common.Address) (*router.Snapshot, error) {
	st := s.cfg.Pools.At(block)
	if st == nil {
		return nil, rateChanged(
			fmt.Sprintf("block %d is not one of the last: ask for the newest price", block))
	}
	snap := st.Search
	for _, src := range tokens {
		for _, dest := range tokens {
			if src == dest {
				continue
			}
			book, err := s.ordersOf(ctx, st, src, dest)
			if err != nil {
				return nil, err
			}
			source := sourceOf(book)
			if len(source) == 0 {
				if err := s.bookStands(ctx, st, api.Pair{Base: dest, Quote: src}); err != nil {
					return nil, err
				}
				continue
			}
			p, err := pool.NewOrders(source)
			if err != nil {
				return nil, err
			}
			if snap, err = snap.With(router.Venue{Exchange: api.LimitOrders, Pool: p,
				Address: s.cfg.Network.Contracts().AugustusRFQ,
				Tokens:  []common.Address{src, dest}}); err != nil {
				return nil, err
			}
		}
	}
	return snap, nil
}

// bookStands is an error where a pair's book has moved on from the block of a state: its orders at
// that block are not known any more.
func (s *Service) bookStands(ctx context.Context, st *pools.Snapshot, pair api.Pair) error {
	book, err := s.cfg.Orders.Book(ctx, pair, 1)
	if err == nil && book.Block != st.Block.Number {
		return rateChanged(fmt.Sprintf("the book has moved on from block %d", st.Block.Number))
	}
	return err
}

// sourceOf is orders as searches see them.
func sourceOf(book []calldata.Order) (source []pool.Order) {
	for i := range book {
		o := &book[i]
		source = append(source, pool.Order{
			Maker: *o.MakerAmount.U256(), Taker: *o.TakerAmount.U256(), Most: *o.Most.U256()})
	}
	return source
}
