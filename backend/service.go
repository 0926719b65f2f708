package backend

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap"
)

// service answers api.Service from the parts of its networks.
type service struct {
	nets []*network // in the order in which they are listed
	bus  api.Bus
}

var (
	_ api.Service  = (*service)(nil)
	_ api.Replayer = (*service)(nil)
)

// on asks a part of a network.
func on[P, R any](part func(chainID uint64) (P, error), chainID uint64,
	ask func(P) (R, error)) (r R, err error) {
	p, err := part(chainID)
	if err != nil {
		return r, err
	}
	return ask(p)
}

// on2 is on for questions with two answers.
func on2[P, R, Q any](part func(chainID uint64) (P, error), chainID uint64,
	ask func(P) (R, Q, error)) (r R, q Q, err error) {
	p, err := part(chainID)
	if err != nil {
		return r, q, err
	}
	return ask(p)
}

// network returns a configured network.
func (s *service) network(chainID uint64) (*network, error) {
	ids := make([]uint64, len(s.nets))
	for i, n := range s.nets {
		if n.ChainID == chainID {
			return n, nil
		}
		ids[i] = n.ChainID
	}
	return nil, api.NotConfigured(chainID, ids)
}

// Networks implements api.Service.
func (s *service) Networks(context.Context) ([]api.Network, error) {
	list := make([]api.Network, len(s.nets))
	for i, n := range s.nets {
		list[i] = n.Network
	}
	return list, nil
}

// Exchange implements api.Service.
func (s *service) Exchange(chainID uint64) (api.Exchange, error) {
	if _, err := s.network(chainID); err != nil {
		return nil, err
	}
	return api.On(s, chainID)
}

// Status implements api.Service.
func (s *service) Status(ctx context.Context, chainID uint64) (api.NetworkStatus, error) {
	n, err := s.network(chainID)
	if err != nil {
		return api.NetworkStatus{}, err
	}
	st := n.watcher.Status()
	st.ChainID, st.Latency, st.Denied = chainID, n.chain.Latency(), n.orders.Denied()
	if nodes := n.chain.Endpoints(); len(nodes) > 1 {
		st.Nodes = nodes
	}
	if doubts := n.doubts.Load(); doubts != nil {
		st.Doubts = *doubts
	}
	if n.stands != nil {
		if why := n.stands(); why != "" {
			st.Live, st.Problem = false, why
		}
	}
	st.GasPrice, err = n.chain.GasPrice(ctx)
	if err != nil {
		st.Live, st.Problem = false, err.Error()
	}
	return st, nil
}

// Tokens implements api.Service.
func (s *service) Tokens(_ context.Context, chainID uint64) ([]api.Token, error) {
	return on(s.network, chainID, func(n *network) ([]api.Token, error) {
		return n.tokens.List(), nil
	})
}

// Token implements api.Service.
func (s *service) Token(ctx context.Context, chainID uint64, token common.Address) (api.Token,
	error) {
	return on(s.network, chainID, func(n *network) (api.Token, error) {
		return n.tokens.Token(ctx, token)
	})
}

// UserTokens implements api.Service.
func (s *service) UserTokens(ctx context.Context, chainID uint64,
	account common.Address) ([]api.UserToken, error) {
	return on(s.network, chainID, func(n *network) ([]api.UserToken, error) {
		return n.tokens.Holdings(ctx, account)
	})
}

// UserToken implements api.Service.
func (s *service) UserToken(ctx context.Context, chainID uint64, account,
	token common.Address) (api.UserToken, error) {
	return on(s.network, chainID, func(n *network) (api.UserToken, error) {
		return n.tokens.Holding(ctx, account, token)
	})
}

// Markets implements api.Service.
func (s *service) Markets(ctx context.Context, chainID uint64) ([]api.Market, error) {
	return on(s.network, chainID, func(n *network) ([]api.Market, error) {
		return n.markets.Markets(ctx)
	})
}

// Trades implements api.Service.
func (s *service) Trades(ctx context.Context, chainID uint64, pair api.Pair,
	limit int) ([]api.Trade, error) {
	return on(s.network, chainID, func(n *network) ([]api.Trade, error) {
		return n.markets.Trades(ctx, pair, limit)
	})
}

// Candles implements api.Service.
func (s *service) Candles(ctx context.Context, q api.CandleQuery) ([]api.Candle, error) {
	return on(s.network, q.ChainID, func(n *network) ([]api.Candle, error) {
		return n.markets.Candles(ctx, q)
	})
}

// PoolDepth implements api.Service.
func (s *service) PoolDepth(_ context.Context, chainID uint64, pair api.Pair) (api.PoolDepth,
	error) {
	return on(s.network, chainID, func(n *network) (api.PoolDepth, error) {
		return swap.Depth(n.pools.Newest(), chainID, pair)
	})
}

// PriceUSD implements api.Service.
func (s *service) PriceUSD(ctx context.Context, chainID uint64, token common.Address) (api.Price,
	bool, error) {
	return on2(s.network, chainID, func(n *network) (api.Price, bool, error) {
		return n.markets.PriceUSD(ctx, token)
	})
}

// Subscribe implements api.Service.
func (s *service) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	return s.bus.Subscribe(ctx, topics...)
}

// Position implements api.Replayer.
func (s *service) Position(_ context.Context, chainID uint64) (api.Position, error) {
	return on(s.network, chainID, func(n *network) (api.Position, error) {
		return n.orders.Reached()
	})
}

// Knows implements api.Replayer.
func (s *service) Knows(ctx context.Context, p api.Position) (bool, error) {
	return on(s.network, p.ChainID, func(n *network) (bool, error) {
		return n.orders.Knows(ctx, p)
	})
}

// Since implements api.Replayer.
func (s *service) Since(ctx context.Context, p api.Position, tell func([]api.Event) error) (
	at api.Position, known bool, err error) {
	return on2(s.network, p.ChainID, func(n *network) (api.Position, bool, error) {
		return n.orders.Since(ctx, p, tell)
	})
}
