package plain

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// DeltaQuote implements api.Exchange.
func (s *exchange) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote,
	error) {
	return s.server.DeltaQuote(ctx, r)
}

// BuildDelta implements api.Exchange.
func (s *exchange) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign,
	error) {
	return s.server.BuildDelta(ctx, r)
}

// SubmitDelta implements api.Exchange.
func (s *exchange) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool,
	error) {
	return s.server.SubmitDelta(ctx, r)
}

// DeltaOrder implements api.Exchange.
func (s *exchange) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	return s.server.DeltaOrder(ctx, id)
}

// DeltaOrders implements api.Exchange.
func (s *exchange) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	return s.server.DeltaOrders(ctx, q)
}

// CancelDelta implements api.Exchange.
func (s *exchange) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	return s.server.CancelDelta(ctx, ids, signature)
}

// DeltaTokenSupported implements api.Exchange. A server that does not tell says so by its quotes.
func (s *exchange) DeltaTokenSupported(ctx context.Context, token common.Address) (bool, error) {
	yes, err := s.server.DeltaTokenSupported(ctx, token)
	return yes || missing(err), present(err)
}

// DeltaAgents implements api.Exchange; of a server that does not tell there are none.
func (s *exchange) DeltaAgents(ctx context.Context) ([]string, error) {
	names, err := s.server.DeltaAgents(ctx)
	return names, present(err)
}

// DeltaPartner implements api.Exchange. A server that does not tell charges what its quotes say.
func (s *exchange) DeltaPartner(ctx context.Context, partner string) (api.DeltaPartner, error) {
	p, err := s.server.DeltaPartner(ctx, partner)
	return p, present(err)
}

// DeltaAuction implements api.Exchange. A server that does not tell of rounds and events still
// tells how the order stands.
func (s *exchange) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	a, err := s.server.DeltaAuction(ctx, id)
	if !missing(err) {
		return a, err
	}
	r, err := s.server.DeltaOrder(ctx, id)
	return api.DeltaAuction{ID: r.ID, Status: r.Status}, err
}

// DeltaRound implements api.Exchange; a server that does not tell has none open.
func (s *exchange) DeltaRound(ctx context.Context) (api.DeltaRound, error) {
	round, err := s.server.DeltaRound(ctx)
	return round, present(err)
}

// BidDelta implements api.Exchange.
func (s *exchange) BidDelta(ctx context.Context, b api.DeltaBid) error {
	return s.server.BidDelta(ctx, b)
}

// present is an error other than that something is missing.
func present(err error) error {
	if missing(err) {
		return nil
	}
	return err
}
