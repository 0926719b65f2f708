package backend

import (
	"context"

	"bourse/backend/api"

	"github.com/ethereum/go-ethereum/common"
)

// network returns a configured network.
func (b *Backend) network(chainID uint64) (*network, error) {
	ids := make([]uint64, len(b.nets))
	for i, n := range b.nets {
		if n.ChainID == chainID {
			return n, nil
		}
		ids[i] = n.ChainID
	}
	return nil, api.NotConfigured(chainID, ids)
}

// Networks implements api.Service.
func (b *Backend) Networks(context.Context) ([]api.Network, error) {
	list := make([]api.Network, len(b.nets))
	for i, n := range b.nets {
		list[i] = n.Network
	}
	return list, nil
}

// Status implements api.Service.
func (b *Backend) Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error) {
	n, err := b.network(chainID)
	if err != nil {
		return api.NetworkStatus{}, err
	}
	s := n.watcher.Status()
	s.ChainID, s.Latency = chainID, n.chain.Latency()
	s.GasPrice, err = n.chain.GasPrice(ctx)
	if err != nil {
		s.Live, s.Problem = false, err.Error()
	}
	return s, nil
}

// Tokens implements api.Service.
func (b *Backend) Tokens(_ context.Context, chainID uint64) ([]api.Token, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.tokens.List(), nil
}

// Token implements api.Service.
func (b *Backend) Token(ctx context.Context, chainID uint64, token common.Address) (api.Token, error) {
	n, err := b.network(chainID)
	if err != nil {
		return api.Token{}, err
	}
	return n.tokens.Token(ctx, token)
}

// UserTokens implements api.Service.
func (b *Backend) UserTokens(ctx context.Context, chainID uint64, account common.Address) ([]api.UserToken, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.tokens.Holdings(ctx, account)
}

// UserToken implements api.Service.
func (b *Backend) UserToken(ctx context.Context, chainID uint64, account, token common.Address) (api.UserToken, error) {
	n, err := b.network(chainID)
	if err != nil {
		return api.UserToken{}, err
	}
	return n.tokens.Holding(ctx, account, token)
}

// Markets implements api.Service.
func (b *Backend) Markets(ctx context.Context, chainID uint64) ([]api.Market, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.markets.Markets(ctx)
}

// Trades implements api.Service.
func (b *Backend) Trades(ctx context.Context, chainID uint64, pair api.Pair, limit int) ([]api.Trade, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.markets.Trades(ctx, pair, limit)
}

// Candles implements api.Service.
func (b *Backend) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	n, err := b.network(q.ChainID)
	if err != nil {
		return nil, err
	}
	return n.markets.Candles(ctx, q)
}

// PriceUSD implements api.Service.
func (b *Backend) PriceUSD(ctx context.Context, chainID uint64, token common.Address) (api.Price, bool, error) {
	n, err := b.network(chainID)
	if err != nil {
		return api.Price{}, false, err
	}
	return n.markets.PriceUSD(ctx, token)
}

// Subscribe implements api.Service.
func (b *Backend) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	return b.bus.Subscribe(ctx, topics...)
}
