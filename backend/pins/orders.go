package pins

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// What is told of an order is held against its hash, which its maker has signed: amounts, assets
// and end are what a person reads, and what a new order in its place is made of. Of a maker whose
// key is the user's the signature must be there too; that of another one may be a contract's, which
// the chain alone can judge.

// Orders implements api.Service.
func (s *Service) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	page, err := s.Service.Orders(ctx, q)
	if err != nil {
		return page, err
	}
	return page, s.checkOrders(ctx, q.ChainID, page.Orders)
}

// OrderBook implements api.Service.
func (s *Service) OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
	if take := q.Whole; take != nil {
		q.Whole = func(part []api.OrderRecord) error {
			if err := s.checkOrders(ctx, q.ChainID, part); err != nil {
				return err
			}
			return take(part)
		}
	}
	page, err := s.Service.OrderBook(ctx, q)
	if err != nil {
		return page, err
	}
	return page, s.checkOrders(ctx, q.ChainID, page.Orders)
}

// Order implements api.Service.
func (s *Service) Order(ctx context.Context, hash common.Hash, nft bool) (api.OrderRecord, error) {
	o, err := s.Service.Order(ctx, hash, nft)
	if err != nil {
		return o, err
	}
	if o.Hash != hash {
		return o, s.refuse("of order " + o.Hash.Hex() + " where it was asked for " + hash.Hex())
	}
	return o, s.checkOrders(ctx, o.ChainID, []api.OrderRecord{o})
}

// CreateOrder implements api.Service.
func (s *Service) CreateOrder(ctx context.Context, r api.OrderRequest) (o api.OrderRecord,
	created bool, err error) {
	o, created, err = s.Service.CreateOrder(ctx, r)
	if err != nil {
		return o, created, err
	}
	contract, err := s.orderContract(ctx, r.ChainID)
	if err == nil && o.Hash != eip712.HashOrder(r.ChainID, contract, &r.Order) {
		err = s.refuse("that it took order " + o.Hash.Hex() + ", which is another than it was sent")
	}
	if err != nil {
		return o, created, err
	}
	return o, created, s.checkOrders(ctx, r.ChainID, []api.OrderRecord{o})
}

// checkOrders refuses orders whose hash is not that of what is told of them, and those of the user
// that the user has not signed.
func (s *Service) checkOrders(ctx context.Context, chainID uint64, list []api.OrderRecord) error {
	if len(list) == 0 {
		return nil
	}
	contract, err := s.orderContract(ctx, chainID)
	if err != nil {
		return err
	}
	hasher := eip712.NewOrderHasher(chainID, contract)
	for i := range list {
		o := &list[i]
		if o.ChainID != chainID {
			return s.refuse("of order " + o.Hash.Hex() + " that it is of another network")
		}
		if hasher.Hash(&o.Order) != o.Hash {
			return s.refuse("of order " + o.Hash.Hex() + " what is not in its hash")
		}
		if s.keys(o.Maker) && eip712.Verify(o.Hash, o.Signature, o.Maker) != nil {
			return s.refuse("of order " + o.Hash.Hex() + " that you made it, which you have not " +
				"signed")
		}
	}
	return nil
}

// orderContract is that of a network: the one that is known here, else the one that is told.
func (s *Service) orderContract(ctx context.Context, chainID uint64) (common.Address, error) {
	if known := s.known[chainID]; known != nil {
		return known.Contracts.AugustusRFQ, nil
	}
	s.mu.Lock()
	contract, told := s.contracts[chainID]
	s.mu.Unlock()
	if told {
		return contract, nil
	}
	list, err := s.Networks(ctx)
	if err != nil {
		return contract, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range list {
		s.contracts[n.ChainID] = n.Contracts.AugustusRFQ
	}
	return s.contracts[chainID], nil
}
