package plain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// Prices implements api.Exchange: the server's route, with what the network's pools make of it by
// the node here. A server that has no swaps has them found here.
func (s *exchange) Prices(ctx context.Context, r api.PriceRequest) (api.PriceRoute, error) {
	route, err := s.server.Prices(ctx, r)
	if missing(err) {
		return s.Exchange.Prices(ctx, r)
	}
	if err == nil {
		route.ToldBy, route.Asked = s.of.host, true
		route.Own = s.own(ctx, api.PriceRequest{Src: r.Src, Dest: r.Dest,
			SrcDecimals: r.SrcDecimals, DestDecimals: r.DestDecimals, Amount: r.Amount,
			Side: r.Side, User: r.User})
	}
	return route, err
}

// Swap implements api.Exchange.
func (s *exchange) Swap(ctx context.Context, r api.SwapRequest) (api.PriceRoute, api.TxParams,
	error) {
	route, tx, err := s.server.Swap(ctx, r)
	if missing(err) {
		return s.Exchange.Swap(ctx, r)
	}
	return route, tx, err
}

// BuildTransaction implements api.Exchange.
func (s *exchange) BuildTransaction(ctx context.Context, r api.BuildRequest) (api.TxParams, error) {
	return either(ctx, r, s.server.BuildTransaction, s.Exchange.BuildTransaction)
}

// Exchanges implements api.Exchange.
func (s *exchange) Exchanges(ctx context.Context, version api.SwapVersion) ([]string, error) {
	return either(ctx, version, s.server.Exchanges, s.Exchange.Exchanges)
}

// PrepareSwap implements api.Exchange: the server's transaction, simulated on the node here. One to
// a contract that is not known here as a swap contract is refused.
func (s *exchange) PrepareSwap(ctx context.Context, r api.BuildRequest) (api.Transaction, error) {
	tx, err := s.server.BuildTransaction(ctx, r)
	if missing(err) {
		return s.Exchange.PrepareSwap(ctx, r)
	}
	if err != nil {
		return api.Transaction{}, err
	}
	n, err := s.network(ctx)
	if err != nil {
		return api.Transaction{}, err
	}
	c := n.Contracts
	known := tx.To != (common.Address{}) &&
		(tx.To == c.AugustusV6 || tx.To == c.AugustusSwapper || tx.To == c.AugustusRFQ)
	if !known || tx.ChainID != s.chainID {
		return api.Transaction{}, api.Errorf(api.ChainUnavailable, "%s built a transaction to %s "+
			"on network %d, which is no swap contract of network %d that is known here: do not "+
			"trade with it", s.of.host, tx.To, tx.ChainID, s.chainID)
	}
	return s.of.PrepareCall(ctx, s.chainID, chain.Call{From: r.Terms.User, To: tx.To,
		Data: tx.Data, Value: tx.Value})
}
