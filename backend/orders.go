package backend

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// CreateOrder implements api.Service.
func (s *service) CreateOrder(
	ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool, error) {
	return on2(s.network, r.ChainID, func(n *network) (api.OrderRecord, bool, error) {
		return n.orders.Create(ctx, r)
	})
}

// Order implements api.Service. A hash says nothing of its network, so all are asked.
func (s *service) Order(ctx context.Context, hash common.Hash, nft bool) (r api.OrderRecord,
	err error) {
	for _, n := range s.nets {
		if r, err = n.orders.Order(ctx, hash, nft); api.TypeOf(err) != api.NotFound {
			return r, err
		}
	}
	return r, err
}

// Orders implements api.Service.
func (s *service) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	return on(s.network, q.ChainID, func(n *network) (api.OrderPage, error) {
		return n.orders.Orders(ctx, q)
	})
}

// OrderBook implements api.Service.
func (s *service) OrderBook(ctx context.Context, q api.BookQuery) (api.OrderPage, error) {
	return on(s.network, q.ChainID, func(n *network) (api.OrderPage, error) {
		return n.orders.OrderBook(ctx, q)
	})
}

// Fills implements api.Service.
func (s *service) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	return on(s.network, q.ChainID, func(n *network) ([]api.Fill, error) {
		return n.orders.Fills(ctx, q)
	})
}

// Book implements api.Service.
func (s *service) Book(ctx context.Context, chainID uint64, pair api.Pair, depth int) (api.Book,
	error) {
	return on(s.network, chainID, func(n *network) (api.Book, error) {
		return n.orders.Book(ctx, pair, depth)
	})
}

// FillableBalance implements api.Service.
func (s *service) FillableBalance(
	ctx context.Context, chainID uint64, maker common.Address,
	token *common.Address) (map[common.Address]api.Amount, error) {
	return on(s.network, chainID, func(n *network) (map[common.Address]api.Amount, error) {
		return n.orders.FillableBalance(ctx, maker, token)
	})
}
