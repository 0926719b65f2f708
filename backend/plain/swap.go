package plain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// Prices implements api.Service.
func (s *Service) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	return s.server.Prices(ctx, r)
}

// Swap implements api.Service.
func (s *Service) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams,
	error) {
	return s.server.Swap(ctx, r)
}

// BuildTransaction implements api.Service.
func (s *Service) BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error) {
	return s.server.BuildTransaction(ctx, r)
}

// Exchanges implements api.Service.
func (s *Service) Exchanges(ctx context.Context, chainID uint64, version api.SwapVersion) ([]string,
	error) {
	return s.server.Exchanges(ctx, chainID, version)
}

// PrepareSwap implements api.Service: the server's transaction, simulated on the node here. One to
// a contract that is not known here as a swap contract is refused.
func (s *Service) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	tx, err := s.server.BuildTransaction(ctx, r)
	if err != nil {
		return api.Transaction{}, err
	}
	list, err := s.local.Networks(ctx)
	if err != nil {
		return api.Transaction{}, err
	}
	known := false
	for _, n := range list {
		if c := n.Contracts; n.ChainID == r.ChainID {
			known = tx.To != (common.Address{}) &&
				(tx.To == c.AugustusV6 || tx.To == c.AugustusSwapper || tx.To == c.AugustusRFQ)
		}
	}
	if !known || tx.ChainID != r.ChainID {
		return api.Transaction{}, api.Errorf(api.ChainUnavailable, "%s built a transaction to %s "+
			"on network %d, which is no swap contract of network %d that is known here: do not "+
			"trade with it", s.host, tx.To, tx.ChainID, r.ChainID)
	}
	return s.local.PrepareCall(ctx, r.ChainID, chain.Call{From: r.Terms.User, To: tx.To,
		Data: tx.Data, Value: tx.Value})
}
