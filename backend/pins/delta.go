package pins

import (
	"context"

	"bourse/backend/api"
	"bourse/backend/eip712"
)

// What is told of a Delta order is held against its hash too, which stays what its owner signed
// whatever the service calls it, and a price against the contract that takes the tokens.

// DeltaQuote implements api.Exchange.
func (s *exchange) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote,
	error) {
	q, err := s.Exchange.DeltaQuote(ctx, r)
	if err != nil {
		return q, err
	}
	c, err := s.contracts(ctx)
	if wrong := eip712.DeltaPriceFault(c.Delta, q.Delta); err == nil && wrong != "" {
		err = s.pins.refuse(wrong)
	}
	return q, err
}

// SubmitDelta implements api.Exchange.
func (s *exchange) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (out api.DeltaRecord,
	created bool, err error) {
	out, created, err = s.Exchange.SubmitDelta(ctx, r)
	if err != nil {
		return out, created, err
	}
	c, err := s.contracts(ctx)
	if err != nil {
		return out, created, err
	}
	if sent := eip712.DeltaTypedData(s.chainID, c.Delta, r.Order).Hash(); out.OrderHash != sent {
		return out, created, s.pins.refuse("that it took the Delta order " +
			out.OrderHash.Hex() + ", while it was sent " + sent.Hex())
	}
	return out, created, s.checkDelta(ctx, &out)
}

// DeltaOrder implements api.Exchange. An order may be asked for by its hash.
func (s *exchange) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	r, err := s.Exchange.DeltaOrder(ctx, id)
	if err != nil {
		return r, err
	}
	if r.ID != id && r.OrderHash.Hex() != id {
		return r, s.pins.refuse("of the Delta order " + r.ID + " where it was asked for " + id)
	}
	return r, s.checkDelta(ctx, &r)
}

// DeltaOrders implements api.Exchange.
func (s *exchange) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	list, err := s.Exchange.DeltaOrders(ctx, q)
	for i := range list {
		if err == nil && list[i].User != q.User {
			err = s.pins.refuse("of " + list[i].User.Hex() + "'s Delta order " + list[i].ID +
				" where it was asked for those of " + q.User.Hex())
		}
		if err == nil {
			err = s.checkDelta(ctx, &list[i])
		}
	}
	return list, err
}

func (s *exchange) checkDelta(ctx context.Context, r *api.DeltaRecord) error {
	c, err := s.contracts(ctx)
	if wrong := eip712.DeltaRecordFault(s.chainID, c.Delta, r); err == nil && wrong != "" {
		err = s.pins.refuse(wrong)
	}
	return err
}
