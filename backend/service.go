package backend

import (
	"context"

	"bourse/backend/api"
)

// service hands out the exchanges on its networks.
type service struct {
	nets []*network // in the order in which they are listed
	bus  api.Bus
}

var (
	_ api.Service  = (*service)(nil)
	_ api.Replayer = (*service)(nil)
)

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
	n, err := s.network(chainID)
	if err != nil {
		return nil, err
	}
	return n.exchange(), nil
}

// exchange is that on a network, of which each part answers for itself.
type exchange struct {
	tokenPart
	orderPart
	swapPart
	deltaPart
	marketPart
	transactionPart
	n *network
}

// The parts, under names that no method has.
type (
	tokenPart interface {
		api.Tokens
		api.NFTs
	}
	orderPart       interface{ api.Orders }
	swapPart        interface{ api.Swaps }
	deltaPart       interface{ api.Delta }
	marketPart      interface{ api.Markets }
	transactionPart interface{ api.Transactions }
)

func (n *network) exchange() api.Exchange {
	e := exchange{n.tokens, n.orders, fresh{n.swaps, n}, noDelta{n.ChainID}, n.markets,
		transactions{n}, n}
	if n.delta != nil {
		e.deltaPart = n.delta
	}
	return e
}

// Status implements api.Exchange.
func (e exchange) Status(ctx context.Context) (api.NetworkStatus, error) {
	n := e.n
	st := n.watcher.Status()
	st.ChainID, st.Latency, st.Denied = n.ChainID, n.chain.Latency(), n.orders.Denied()
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
	var err error
	st.GasPrice, err = n.chain.GasPrice(ctx)
	if err != nil {
		st.Live, st.Problem = false, err.Error()
	}
	return st, nil
}

// Subscribe implements api.Service.
func (s *service) Subscribe(ctx context.Context, topics ...api.Topic) <-chan api.Event {
	return s.bus.Subscribe(ctx, topics...)
}

// Position implements api.Replayer.
func (s *service) Position(_ context.Context, chainID uint64) (api.Position, error) {
	n, err := s.network(chainID)
	if err != nil {
		return api.Position{}, err
	}
	return n.orders.Reached()
}

// Knows implements api.Replayer.
func (s *service) Knows(ctx context.Context, p api.Position) (bool, error) {
	n, err := s.network(p.ChainID)
	if err != nil {
		return false, err
	}
	return n.orders.Knows(ctx, p)
}

// Since implements api.Replayer.
func (s *service) Since(ctx context.Context, p api.Position, tell func([]api.Event) error) (
	at api.Position, known bool, err error) {
	n, err := s.network(p.ChainID)
	if err != nil {
		return at, false, err
	}
	return n.orders.Since(ctx, p, tell)
}
