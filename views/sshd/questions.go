package sshd

import (
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// What everybody asks alike. Each question is a type of its own, so that no two are the same.
type (
	askStatus  uint64
	askMarkets uint64
	askTrades  struct {
		chain uint64
		pair  api.Pair
		limit int
	}
	askCandles api.CandleQuery
	askBook    struct {
		chain uint64
		pair  api.Pair
		depth int
	}
	askDepth struct {
		chain uint64
		pair  api.Pair
	}
	askPrice struct {
		chain uint64
		token common.Address
	}
	price struct {
		price api.Price
		ok    bool
	}
)

// Exchange implements api.Service.
func (s *Shared) Exchange(chainID uint64) (api.Exchange, error) {
	return api.On(s, chainID)
}

// Status implements api.Service.
func (s *Shared) Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error) {
	return shared(ctx, s, askStatus(chainID), func(ctx context.Context) (api.NetworkStatus, error) {
		return s.Service.Status(ctx, chainID)
	})
}

// Markets implements api.Service.
func (s *Shared) Markets(ctx context.Context, chainID uint64) ([]api.Market, error) {
	return sharedList(ctx, s, askMarkets(chainID), func(ctx context.Context) ([]api.Market, error) {
		return s.Service.Markets(ctx, chainID)
	})
}

// Trades implements api.Service.
func (s *Shared) Trades(ctx context.Context, chainID uint64, pair api.Pair,
	limit int) ([]api.Trade, error) {
	return sharedList(ctx, s, askTrades{chainID, pair, limit},
		func(ctx context.Context) ([]api.Trade, error) {
			return s.Service.Trades(ctx, chainID, pair, limit)
		})
}

// Candles implements api.Service. There are thousands, which all sessions have in common: they are
// not to be changed.
func (s *Shared) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	return shared(ctx, s, askCandles(q), func(ctx context.Context) ([]api.Candle, error) {
		return s.Service.Candles(ctx, q)
	})
}

// Book implements api.Service.
func (s *Shared) Book(ctx context.Context, chainID uint64, pair api.Pair,
	depth int) (api.Book, error) {
	b, err := shared(ctx, s, askBook{chainID, pair, depth},
		func(ctx context.Context) (api.Book, error) {
			return s.Service.Book(ctx, chainID, pair, depth)
		})
	b.Asks, b.Bids = slices.Clone(b.Asks), slices.Clone(b.Bids)
	return b, err
}

// PoolDepth implements api.Service. All sessions have its levels in common: they are not to be
// changed.
func (s *Shared) PoolDepth(ctx context.Context, chainID uint64,
	pair api.Pair) (api.PoolDepth, error) {
	return shared(ctx, s, askDepth{chainID, pair}, func(ctx context.Context) (api.PoolDepth,
		error) {
		return s.Service.PoolDepth(ctx, chainID, pair)
	})
}

// PriceUSD implements api.Service.
func (s *Shared) PriceUSD(ctx context.Context, chainID uint64,
	token common.Address) (api.Price, bool, error) {
	p, err := shared(ctx, s, askPrice{chainID, token}, func(ctx context.Context) (price, error) {
		p, ok, err := s.Service.PriceUSD(ctx, chainID, token)
		return price{p, ok}, err
	})
	return p.price, p.ok, err
}
