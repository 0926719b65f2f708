package plain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// DeltaQuote implements api.Service.
func (s *Service) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	return s.server.DeltaQuote(ctx, r)
}

// BuildDelta implements api.Service.
func (s *Service) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign,
	error) {
	return s.server.BuildDelta(ctx, r)
}

// SubmitDelta implements api.Service.
func (s *Service) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	return s.server.SubmitDelta(ctx, r)
}

// DeltaOrder implements api.Service.
func (s *Service) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	return s.server.DeltaOrder(ctx, id)
}

// DeltaOrders implements api.Service.
func (s *Service) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	return s.server.DeltaOrders(ctx, q)
}

// CancelDelta implements api.Service.
func (s *Service) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	return s.server.CancelDelta(ctx, ids, signature)
}

// DeltaTokenSupported implements api.Service. A server that does not tell says so by its quotes.
func (s *Service) DeltaTokenSupported(ctx context.Context, chainID uint64,
	token common.Address) (bool, error) {
	yes, err := s.server.DeltaTokenSupported(ctx, chainID, token)
	return yes || missing(err), present(err)
}

// DeltaAgents implements api.Service; of a server that does not tell there are none.
func (s *Service) DeltaAgents(ctx context.Context, chainID uint64) ([]string, error) {
	names, err := s.server.DeltaAgents(ctx, chainID)
	return names, present(err)
}

// DeltaPartner implements api.Service. A server that does not tell charges what its quotes say.
func (s *Service) DeltaPartner(ctx context.Context, chainID uint64,
	partner string) (api.DeltaPartner, error) {
	p, err := s.server.DeltaPartner(ctx, chainID, partner)
	return p, present(err)
}

// DeltaAuction implements api.Service. A server that does not tell of rounds and events still tells
// how the order stands.
func (s *Service) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	a, err := s.server.DeltaAuction(ctx, id)
	if !missing(err) {
		return a, err
	}
	r, err := s.server.DeltaOrder(ctx, id)
	return api.DeltaAuction{ID: r.ID, Status: r.Status}, err
}

// DeltaRound implements api.Service; a server that does not tell has none open.
func (s *Service) DeltaRound(ctx context.Context, chainID uint64) (api.DeltaRound, error) {
	round, err := s.server.DeltaRound(ctx, chainID)
	return round, present(err)
}

// BidDelta implements api.Service.
func (s *Service) BidDelta(ctx context.Context, b api.DeltaBid) error {
	return s.server.BidDelta(ctx, b)
}

// present is an error other than that something is missing.
func present(err error) error {
	if missing(err) {
		return nil
	}
	return err
}
