package backend

import (
	"context"

	"bourse/backend/api"

	"github.com/ethereum/go-ethereum/common"
)

// CreateOrder implements api.Service.
func (b *Backend) CreateOrder(ctx context.Context, r api.OrderRequest) (api.OrderRecord, bool, error) {
	n, err := b.network(r.ChainID)
	if err != nil {
		return api.OrderRecord{}, false, err
	}
	return n.orders.Create(ctx, r)
}

// Order implements api.Service. A hash says nothing of its network, so all are asked.
func (b *Backend) Order(ctx context.Context, hash common.Hash, nft bool) (r api.OrderRecord, err error) {
	for _, n := range b.nets {
		if r, err = n.orders.Order(ctx, hash, nft); api.TypeOf(err) != api.NotFound {
			return r, err
		}
	}
	return r, err
}

// Orders implements api.Service.
func (b *Backend) Orders(ctx context.Context, q api.OrderQuery) (api.OrderPage, error) {
	n, err := b.network(q.ChainID)
	if err != nil {
		return api.OrderPage{}, err
	}
	return n.orders.Orders(ctx, q)
}

// OrderBook implements api.Service.
func (b *Backend) OrderBook(ctx context.Context, q api.BookQuery) ([]api.OrderRecord, error) {
	n, err := b.network(q.ChainID)
	if err != nil {
		return nil, err
	}
	return n.orders.OrderBook(ctx, q)
}

// Fills implements api.Service.
func (b *Backend) Fills(ctx context.Context, q api.FillQuery) ([]api.Fill, error) {
	n, err := b.network(q.ChainID)
	if err != nil {
		return nil, err
	}
	return n.orders.Fills(ctx, q)
}

// Book implements api.Service.
func (b *Backend) Book(ctx context.Context, chainID uint64, pair api.Pair, depth int) (api.Book, error) {
	n, err := b.network(chainID)
	if err != nil {
		return api.Book{}, err
	}
	return n.orders.Book(ctx, pair, depth)
}

// FillableBalance implements api.Service.
func (b *Backend) FillableBalance(ctx context.Context, chainID uint64, maker common.Address, token *common.Address) (map[common.Address]api.Amount, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.orders.FillableBalance(ctx, maker, token)
}
