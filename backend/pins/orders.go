package pins

import (
	"context"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/proof"
)

// What is told of an order is held against its hash, which its maker has signed: amounts, assets
// and end are what a person reads, and what a new order in its place is made of. One that is not so
// is refused where it was asked for, and left out of lists, which the network's status says.

// checked is what the service tells of orders, held against their hashes. Orders of the user are
// held against what was signed here as well.
type checked struct{ *exchange }

func (s *exchange) toldBook(ctx context.Context) (proof.Told, error) {
	told, err := s.told(ctx)
	told.Server = checked{s}
	return told, err
}

// Orders implements api.Exchange.
func (s *exchange) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	told, err := s.toldBook(ctx)
	if err != nil {
		return api.OrderPage{}, err
	}
	return told.Orders(ctx, q)
}

// Order implements api.Exchange.
func (s *exchange) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	told, err := s.toldBook(ctx)
	if err != nil {
		return api.OrderRecord{}, err
	}
	return told.Order(ctx, hash, nft)
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

// Orders implements api.Exchange. What a page repeats is told once.
func (s checked) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	page, err := s.Exchange.Orders(ctx, q)
	if err != nil {
		return page, err
	}
	seen, told := make(map[common.Hash]bool), len(page.Orders)
	// a page that is not full is the last one, whatever is said
	page.HasMore = page.HasMore && told >= q.Limit
	page.Orders = slices.DeleteFunc(page.Orders, func(o api.OrderRecord) bool {
		again := seen[o.Hash]
		seen[o.Hash] = true
		return again
	})
	page.Orders, err = s.sift(ctx, page.Orders)
	page.Total -= told - len(page.Orders)
	return page, err
}

// FillableBalance implements api.Exchange. Of the user's orders it is what is left of them by a
// node of one's own, where there is one.
func (s *exchange) FillableBalance(ctx context.Context, maker common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	told, err := s.Exchange.FillableBalance(ctx, maker, token)
	if err != nil || s.pins.nodes[s.chainID] == nil || !s.pins.keys(maker) {
		return told, err
	}
	sums := make(map[common.Address]api.Amount)
	for _, kind := range []api.OrderType{api.Limit, api.P2P} {
		open, err := api.AllOrders(ctx, s, api.OrderQuery{ChainID: s.chainID, Type: kind,
			Maker: &maker, OrderBy: api.ByCreatedAt}, (*api.OrderRecord).Stands)
		if err != nil {
			return nil, err
		}
		for _, o := range open {
			if at := o.MakerAsset.Address; token == nil || at == *token {
				sums[at] = sums[at].Add(o.FillableBalance)
			}
		}
	}
	return sums, nil
}

// OrderBook implements api.Exchange.
func (s *exchange) OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
	if take := q.Whole; take != nil {
		q.Whole = func(part []api.OrderRecord) error {
			part, err := s.sift(ctx, part)
			if err != nil {
				return err
			}
			return take(part)
		}
	}
	page, err := s.Exchange.OrderBook(ctx, q)
	if err != nil {
		return page, err
	}
	told := len(page.Orders)
	page.Orders, err = s.sift(ctx, page.Orders)
	page.Total -= told - len(page.Orders)
	return page, err
}

// Order implements api.Exchange.
func (s checked) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	o, err := s.Exchange.Order(ctx, hash, nft)
	if err != nil {
		return o, err
	}
	if o.Hash != hash {
		return o,
			s.pins.refuse("of order " + o.Hash.Hex() + " where it was asked for " + hash.Hex())
	}
	return o, s.checkOrder(ctx, &o)
}

// CreateOrder implements api.Exchange.
func (s checked) CreateOrder(ctx context.Context, r api.OrderRequest) (o api.OrderRecord,
	created bool, err error) {
	o, created, err = s.Exchange.CreateOrder(ctx, r)
	if err != nil {
		return o, created, err
	}
	c, err := s.contracts(ctx)
	if err == nil && o.Hash != eip712.HashOrder(s.chainID, c.AugustusRFQ, &r.Order) {
		err = s.pins.refuse(
			"that it took order " + o.Hash.Hex() + ", which is another than it was sent")
	}
	if err != nil {
		return o, created, err
	}
	return o, created, s.checkOrder(ctx, &o)
}

// allows tells whether an order allows a fill: of its assets, no more than all of it, and at no
// worse a price for its maker.
func allows(o *api.Order, f *api.Fill) bool {
	paid := new(big.Int).Mul(f.TakerAmount.Big(), o.MakerAmount.Big())
	asked := new(big.Int).Mul(f.MakerAmount.Big(), o.TakerAmount.Big())
	return f.Maker == o.Maker && f.MakerAsset == o.MakerAsset && f.TakerAsset == o.TakerAsset &&
		!o.MakerAmount.Less(f.MakerAmount) && paid.Cmp(asked) >= 0
}

// contracts are those of a network: the ones that are known here, else the ones that are told.
func (s *exchange) contracts(ctx context.Context) (api.Contracts, error) {
	if known := s.pins.known[s.chainID]; known != nil {
		return known.Contracts, nil
	}
	s.pins.mu.Lock()
	list, told := s.pins.contracts[s.chainID]
	s.pins.mu.Unlock()
	if told {
		return list, nil
	}
	networks, err := s.pins.Networks(ctx)
	if err != nil {
		return list, err
	}
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	for _, n := range networks {
		s.pins.contracts[n.ChainID] = n.Contracts
	}
	return s.pins.contracts[s.chainID], nil
}
