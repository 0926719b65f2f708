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
	askCandles struct {
		chain uint64
		query api.CandleQuery
	}
	askBook struct {
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
	exchange, err := s.Service.Exchange(chainID)
	return &sharedOn{exchange, s, chainID}, err
}

// sharedOn is what is shared of one network.
type sharedOn struct {
	api.Exchange
	shared  *Shared
	chainID uint64
}

// Status implements api.Exchange.
func (s *sharedOn) Status(ctx context.Context) (api.NetworkStatus, error) {
	return shared(ctx, s.shared, askStatus(s.chainID), func(ctx context.Context) (api.NetworkStatus,
		error) {
		return s.Exchange.Status(ctx)
	})
}

// Markets implements api.Exchange.
func (s *sharedOn) Markets(ctx context.Context) ([]api.Market, error) {
	return sharedList(ctx, s.shared, askMarkets(s.chainID), func(ctx context.Context) ([]api.Market,
		error) {
		return s.Exchange.Markets(ctx)
	})
}

// Trades implements api.Exchange.
func (s *sharedOn) Trades(ctx context.Context, pair api.Pair, limit int) ([]api.Trade, error) {
	return sharedList(ctx, s.shared, askTrades{s.chainID, pair, limit},
		func(ctx context.Context) ([]api.Trade, error) {
			return s.Exchange.Trades(ctx, pair, limit)
		})
}

// Candles implements api.Exchange. There are thousands, which all sessions have in common: they are
// not to be changed.
func (s *sharedOn) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	return shared(ctx, s.shared, askCandles{s.chainID, q}, func(ctx context.Context) ([]api.Candle,
		error) {
		return s.Exchange.Candles(ctx, q)
	})
}

// Book implements api.Exchange.
func (s *sharedOn) Book(ctx context.Context, pair api.Pair, depth int) (api.Book, error) {
	b, err := shared(ctx, s.shared, askBook{s.chainID, pair, depth},
		func(ctx context.Context) (api.Book, error) {
			return s.Exchange.Book(ctx, pair, depth)
		})
	b.Asks, b.Bids = slices.Clone(b.Asks), slices.Clone(b.Bids)
	return b, err
}

// PoolDepth implements api.Exchange. All sessions have its levels in common: they are not to be
// changed.
func (s *sharedOn) PoolDepth(ctx context.Context, pair api.Pair) (api.PoolDepth, error) {
	return shared(ctx, s.shared, askDepth{s.chainID, pair},
		func(ctx context.Context) (api.PoolDepth,
			error) {
			return s.Exchange.PoolDepth(ctx, pair)
		})
}

// PriceUSD implements api.Exchange.
func (s *sharedOn) PriceUSD(ctx context.Context, token common.Address) (api.Price, bool, error) {
	p, err := shared(ctx, s.shared, askPrice{s.chainID, token}, func(ctx context.Context) (price,
		error) {
		p, ok, err := s.Exchange.PriceUSD(ctx, token)
		return price{p, ok}, err
	})
	return p.price, p.ok, err
}
