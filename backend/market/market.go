package market

import (
	"context"
	"math/big"
	"slices"
	"sort"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/store"
)

// Books is what a market needs to know of the resting orders.
type Books interface {
	Book(ctx context.Context, pair api.Pair, depth int) (api.Book, error)
}

// TokenList resolves addresses to tokens.
type TokenList interface {
	Token(ctx context.Context, token common.Address) (api.Token, error)
}

// Config of the markets of one network.
type Config struct {
	ChainID uint64
	Orient  Orientation
	Listed  []api.Pair       // pairs shown even before anything was traded on them
	USD     []common.Address // tokens taken to be worth one USD, best first
	Wrapped common.Address   // the wrapped native coin: prices in USD may go through it
	Pools   Pools            // nil where a network has none
	Sure    Books            // with what values may count on alone; nil is all of the books
	// GasPrice is what a gas costs now, in wei; nil where nobody pays for it
	GasPrice func(context.Context) (api.Amount, error)
}

// Markets keeps the trades of one network and what is derived from them.
type Markets struct {
	Config
	net    *chain.Network
	store  *store.Store
	books  Books
	tokens TokenList
	bus    *api.Bus

	mu     sync.RWMutex
	pairs  map[api.Pair]*series
	others int    // pairs that are not listed
	bytes  int    // that they take
	now    uint64 // time of the last block followed
	block  uint64 // its number
	have   tally  // in the store
	most   tally
	// the books of tokens that are valued by them
	followed map[common.Address]*followedBook
}

// Anybody can make tokens and trade them. Of the pairs that the network does not list only as many
// are remembered as take up a bounded number of bytes: for a new one those go that were traded
// longest ago. Their trades stay in the store.
const (
	maxOthers     = 1000
	maxOtherBytes = 64 << 20
)

// Held tells how much the pairs that are not listed take. The listed ones are few.
func (m *Markets) Held() api.Held {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return api.Held{What: "trades of unlisted pairs", ChainID: m.ChainID, Bytes: int64(m.bytes),
		Most: maxOtherBytes}
}

// Open reads the stored trades of a network.
func Open(net *chain.Network, s *store.Store, c Config, books Books, tokens TokenList,
	bus *api.Bus) (*Markets, error) {
	m := &Markets{Config: c, net: net, store: s, books: books, tokens: tokens, bus: bus,
		pairs: make(map[api.Pair]*series), followed: make(map[common.Address]*followedBook),
		most: tally{maxTrades, maxHours}}
	if m.Sure == nil {
		m.Sure = books
	}
	return m, s.View(m.load)
}

// remember adds a trade to its pair. The caller holds mu or is alone.
func (m *Markets) remember(t api.Trade) {
	m.now = max(m.now, t.Time)
	m.grow(t.Pair, func(s *series) { s.add(t) })
}

// grow adds to a pair and keeps those that are not listed within their bounds.
func (m *Markets) grow(p api.Pair, add func(*series)) {
	s, listed := m.pairs[p], slices.Contains(m.Listed, p)
	if s == nil {
		s = new(series)
		m.pairs[p] = s
		if !listed {
			m.others++
		}
	}
	if listed {
		add(s)
		return
	}
	m.bytes -= s.bytes()
	add(s)
	for m.bytes += s.bytes(); m.others > 1 &&
		(m.others > maxOthers || m.bytes > maxOtherBytes); {
		m.dropOldest()
	}
}

// dropOldest forgets the pair that is not listed and was traded longest ago. mu is held.
func (m *Markets) dropOldest() {
	var oldest api.Pair
	var gone *series
	for p, s := range m.pairs {
		if !slices.Contains(m.Listed, p) && (gone == nil || s.traded() < gone.traded()) {
			oldest, gone = p, s
		}
	}
	if gone != nil {
		delete(m.pairs, oldest)
		m.others--
		m.bytes -= gone.bytes()
	}
}

// series returns what is known of a pair, given either way round.
func (m *Markets) pair(p api.Pair) (api.Pair, *series) {
	p = m.Orient.Pair(p.Base, p.Quote)
	if s := m.pairs[p]; s != nil {
		return p, s
	}
	return p, new(series)
}

// Trades returns the last trades of a pair, newest first, at most 1,000.
func (m *Markets) Trades(_ context.Context, p api.Pair, limit int) ([]api.Trade, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	_, s := m.pair(p)
	return s.newest(limit), nil
}

// maxCandles bounds one answer.
const maxCandles = 1000

// Candles returns candles of a pair, oldest first. Intervals are whole minutes; those that are not
// whole hours reach two days back.
func (m *Markets) Candles(_ context.Context, q api.CandleQuery) ([]api.Candle, error) {
	width := uint64(q.Interval.Seconds())
	if width < minute || width%minute != 0 {
		return nil, api.Invalid(api.FieldError{Field: "interval", Reason: "must be whole minutes"})
	}
	if q.Limit < 1 || q.Limit > maxCandles {
		return nil, api.Invalid(api.FieldError{Field: "limit", Reason: "must be from 1 to 1000"})
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if q.Until == 0 {
		q.Until = m.now
	}
	_, s := m.pair(q.Pair)
	return s.candles(width, q.Until, q.Limit), nil
}

// Markets lists the pairs of the network: the listed ones first in their order, then the others by
// what was traded on them last.
func (m *Markets) Markets(ctx context.Context) ([]api.Market, error) {
	list := m.snapshot()
	least := m.leastWorth(ctx)
	for i := range list {
		if err := m.complete(ctx, &list[i], least); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// snapshot fills in what the trades tell.
func (m *Markets) snapshot() []api.Market {
	m.mu.RLock()
	defer m.mu.RUnlock()
	listed := make(map[api.Pair]bool, len(m.Listed))
	pairs := append([]api.Pair(nil), m.Listed...)
	for _, p := range pairs {
		listed[p] = true
	}
	var others []api.Pair
	for p := range m.pairs {
		if !listed[p] {
			others = append(others, p)
		}
	}
	sort.Slice(others, func(i, j int) bool {
		return api.PairKey(others[i].Base, others[i].Quote) < api.PairKey(
			others[j].Base, others[j].Quote)
	})
	list := make([]api.Market, 0, len(pairs)+len(others))
	for _, p := range append(pairs, others...) {
		_, s := m.pair(p)
		d := s.dayTo(m.now)
		list = append(list, api.Market{
			ChainID: m.ChainID, Base: api.Token{Address: p.Base},
			Quote: api.Token{Address: p.Quote},
			Last:  s.last(), DayAgo: d.Open, High: d.High, Low: d.Low, Volume: d.Volume,
		})
	}
	return list
}

// complete fills in what tokens tell, and the orders of the book that are worth so much in USD.
func (m *Markets) complete(ctx context.Context, k *api.Market, least float64) (err error) {
	pair := api.Pair{Base: k.Base.Address, Quote: k.Quote.Address}
	if k.Base, err = m.tokens.Token(ctx, pair.Base); err != nil {
		return err
	}
	if k.Quote, err = m.tokens.Token(ctx, pair.Quote); err != nil {
		return err
	}
	book, err := m.books.Book(ctx, pair, countedDepth)
	if err != nil {
		return err
	}
	// what is worth next to nothing is no price, however good: anybody can place it for nothing
	base, quote := m.unitUSD(ctx, pair.Base), m.coinUSD(ctx, pair.Quote)
	dust := func(o api.BookOrder) bool {
		size := o.Size.Float()
		paid := size * float(rat(o.Price))
		return base > 0 && size*base < least || quote > 0 && paid*quote < least
	}
	book.Asks, book.Bids = slices.DeleteFunc(book.Asks, dust), slices.DeleteFunc(book.Bids, dust)
	makers := make(map[common.Address]bool)
	for _, side := range [][]api.BookOrder{book.Asks, book.Bids} {
		for _, o := range side {
			makers[o.Maker] = true
		}
	}
	k.BestBid, k.BestAsk, k.Makers = best(book.Bids), best(book.Asks), len(makers)
	if mid := middle(k.BestBid, k.BestAsk); mid != nil {
		k.BidDepth, k.AskDepth = within(book.Bids, mid), within(book.Asks, mid)
	}
	return nil
}

// countedDepth is how many orders of a side count for makers and depth.
const countedDepth = 1000

// within sums what rests no further than 1 % from the middle of a book.
func within(side []api.BookOrder, mid *big.Rat) (sum api.Amount) {
	near := new(big.Rat).Mul(mid, big.NewRat(1, 100))
	for _, o := range side {
		off := rat(o.Price)
		if off == nil || off.Sub(off, mid).Abs(off).Cmp(near) > 0 {
			break
		}
		sum = sum.Add(o.Size)
	}
	return sum
}

func best(side []api.BookOrder) api.Price {
	if len(side) == 0 {
		return api.Price{}
	}
	return side[0].Price
}
