package plain

import (
	"context"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend"
	"bourse/backend/api"
	"bourse/backend/proof"
)

// Service is an api.Service made of a plain server and an exchange of this process, which is the
// embedded service.
type Service struct {
	*backend.Backend
	server api.Service
	host   string // of the server
	now    func() time.Time

	deltas  proof.Deltas
	witness *proof.Witness

	mu   sync.Mutex
	read map[market]time.Time // when the server's book of a pair was last read
}

type market struct {
	chainID uint64
	pair    api.Pair
}

// exchange is both on one network; the embedded one is that of this process.
type exchange struct {
	proof.Exchange
	server  api.Exchange
	of      *Service
	chainID uint64
}

// How the server's book of a pair is read.
const (
	bookAge  = 2 * time.Second // how old it may be
	bookPage = 200             // orders of a side
	maxRead  = 10_000          // pairs that are remembered
)

// New returns the service. host is what the server is called; witness holds what it tells of Delta
// orders against the networks.
func New(local *backend.Backend, server api.Service, host string, now func() time.Time,
	witness *proof.Witness) *Service {
	return &Service{Backend: local, server: server, host: host, now: now, witness: witness,
		read: make(map[market]time.Time)}
}

// missing tells whether an error says that the server has no such endpoint or thing.
func missing(err error) bool { return err != nil && api.TypeOf(err) == api.NotFound }

// either is what the server answers or, where it has no such thing, what is found here.
func either[Q, A any](ctx context.Context, q Q, there, here func(context.Context, Q) (A, error)) (
	A, error) {
	a, err := there(ctx, q)
	if missing(err) {
		return here(ctx, q)
	}
	return a, err
}

// network is this one as it is known here.
func (s *exchange) network(ctx context.Context) (known api.Network, err error) {
	list, err := s.of.Networks(ctx)
	for _, n := range list {
		if n.ChainID == s.chainID {
			known = n
		}
	}
	return known, err
}

// take makes an order of the server's one of the local exchange, which checks it.
func (s *exchange) take(ctx context.Context, r *api.OrderRecord) error {
	if _, err := s.Exchange.Order(ctx, r.Hash, r.NFT); err == nil {
		return nil
	}
	_, _, err := s.Exchange.CreateOrder(ctx, api.OrderRequest{Order: r.Order,
		Type: r.Type(), Signature: r.Signature, PermitMakerAsset: r.PermitMakerAsset,
		FillOrKill: r.FillOrKill})
	return err
}

// find makes an order, by its hash, one of the local exchange.
func (s *exchange) find(ctx context.Context, hash common.Hash) error {
	for _, nft := range []bool{false, true} {
		if _, err := s.Exchange.Order(ctx, hash, nft); err == nil {
			return nil
		}
	}
	r, err := s.server.Order(ctx, hash, false)
	if missing(err) {
		r, err = s.server.Order(ctx, hash, true)
	}
	if err != nil {
		return err
	}
	if r.Hash != hash {
		return api.Errorf(api.ChainUnavailable, "%s gave order %s where it was asked for %s",
			s.of.host, r.Hash, hash)
	}
	return s.take(ctx, &r)
}

// Exchange implements api.Service.
func (s *Service) Exchange(chainID uint64) (api.Exchange, error) {
	local, err := s.Backend.Exchange(chainID)
	if err != nil {
		return nil, err
	}
	server, err := s.server.Exchange(chainID)
	x := &exchange{server: server, of: s, chainID: chainID}
	x.Exchange = proof.Exchange{Exchange: local, Tell: x.told}
	return x, err
}

// direct is what the server tells of orders or, where it has no such endpoint, the local exchange.
// Orders that were signed here are held against the network as well.
type direct struct{ *exchange }

func (s *exchange) toldBook(ctx context.Context) (proof.Told, error) {
	told, err := s.told(ctx)
	told.Server = direct{s}
	return told, err
}

// CreateOrder implements api.Exchange.
func (s *exchange) CreateOrder(ctx context.Context, r api.OrderRequest) (o api.OrderRecord,
	created bool, err error) {
	told, err := s.toldBook(ctx)
	if err != nil {
		return o, false, err
	}
	return told.CreateOrder(ctx, r)
}

// Order implements api.Exchange.
func (s *exchange) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	told, err := s.toldBook(ctx)
	if err != nil {
		return api.OrderRecord{}, err
	}
	return told.Order(ctx, hash, nft)
}

// Orders implements api.Exchange.
func (s *exchange) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	told, err := s.toldBook(ctx)
	if err != nil {
		return api.OrderPage{}, err
	}
	return told.Orders(ctx, q)
}

// CreateOrder implements api.Exchange.
func (s direct) CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool,
	error) {
	record, created, err := s.server.CreateOrder(ctx, r)
	if missing(err) {
		return record, created, api.Errorf(api.UnsupportedOrderType,
			"%s takes no limit orders: it has no place for them", s.of.host).WithCause(err)
	}
	if err != nil {
		return record, created, err
	}
	_, _, err = s.Exchange.CreateOrder(ctx, r)
	return record, created, err
}

// Order implements api.Exchange.
func (s direct) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	r, err := s.server.Order(ctx, hash, nft)
	if missing(err) {
		return s.Exchange.Order(ctx, hash, nft)
	}
	return r, err
}

// Orders implements api.Exchange.
func (s direct) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	return either(ctx, q, s.server.Orders, s.Exchange.Orders)
}

// OrderBook implements api.Exchange.
func (s *exchange) OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
	return either(ctx, q, s.server.OrderBook, s.Exchange.OrderBook)
}

// Book implements api.Exchange: the server's orders as far as the local exchange finds them right.
func (s *exchange) Book(ctx context.Context, pair api.Pair, depth int) (api.Book, error) {
	if s.of.due(market{s.chainID, pair}) {
		for _, side := range []api.Pair{pair, {Base: pair.Quote, Quote: pair.Base}} {
			page, err := s.server.OrderBook(ctx, api.BookQuery{
				MakerAsset: &side.Base, TakerAsset: &side.Quote, Limit: bookPage})
			if err != nil && !missing(err) {
				return api.Book{}, err
			}
			for i := range page.Orders {
				_ = s.take(ctx, &page.Orders[i]) // a wrong one is not in the book
			}
		}
	}
	return s.Exchange.Book(ctx, pair, depth)
}

// due tells whether the server's book of a pair is to be read again, and notes that it is.
func (s *Service) due(m market) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if at, ok := s.read[m]; ok && now.Sub(at) < bookAge {
		return false
	}
	if len(s.read) >= maxRead {
		clear(s.read)
	}
	s.read[m] = now
	return true
}

// FillableBalance implements api.Exchange.
func (s *exchange) FillableBalance(ctx context.Context, maker common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	balances, err := s.server.FillableBalance(ctx, maker, token)
	if missing(err) {
		return s.Exchange.FillableBalance(ctx, maker, token)
	}
	return balances, err
}

// PrepareFill implements api.Exchange.
func (s *exchange) PrepareFill(ctx context.Context, r api.FillRequest) (api.Transaction, error) {
	for _, leg := range r.Legs {
		if err := s.find(ctx, leg.Hash); err != nil {
			return api.Transaction{}, err
		}
	}
	return s.Exchange.PrepareFill(ctx, r)
}

// PrepareCancel implements api.Exchange.
func (s *exchange) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction,
	error) {
	told, err := s.toldBook(ctx)
	if err != nil {
		return api.Transaction{}, err
	}
	return told.PrepareCancel(ctx, r)
}

// PrepareCancel implements api.Exchange.
func (s direct) PrepareCancel(ctx context.Context, r api.CancelRequest) (api.Transaction,
	error) {
	for _, hash := range r.Hashes {
		if err := s.find(ctx, hash); err != nil {
			return api.Transaction{}, err
		}
	}
	return s.Exchange.PrepareCancel(ctx, r)
}
