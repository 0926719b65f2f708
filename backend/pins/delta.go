package pins

import (
	"cmp"
	"context"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/proof"
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
	if err == nil {
		err = s.pins.lie(eip712.DeltaPriceFault(c.Delta, q.Delta))
	}
	if err == nil && r.Partner == "" {
		err = s.pins.lie(eip712.DeltaFeeFault(q.Delta, 0))
	}
	if err == nil && q.Delta != nil {
		q.Delta.ToldBy = s.pins.host
		if node := s.pins.nodes[s.chainID]; node != nil {
			says, failed := s.pins.deltas.Denied(ctx, node, c.Delta)
			err = cmp.Or(failed, eip712.DeltaDenied(says))
		}
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
	wrong := eip712.DeltaTakenFault(s.chainID, c.Delta, r.Order, &out)
	if err := s.checkDelta(ctx, &out, wrong); err != nil {
		return out, created, err
	}
	return out, created, s.pins.witness.Signed(out)
}

// DeltaOrder implements api.Exchange. An order may be asked for by its hash.
func (s *exchange) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	r, err := s.Exchange.DeltaOrder(ctx, id)
	if err != nil {
		return r, err
	}
	return r, s.checkDelta(ctx, &r, eip712.DeltaAskedFault(id, &r))
}

// DeltaOrders implements api.Exchange.
func (s *exchange) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	list, err := s.Exchange.DeltaOrders(ctx, q)
	for i := range list {
		if err == nil {
			err = s.checkDelta(ctx, &list[i], eip712.DeltaOwnerFault(q.User, &list[i]))
		}
	}
	if err = cmp.Or(err, s.pins.lie(proof.Repeated(list))); err != nil {
		return nil, err
	}
	q.ChainID = s.chainID
	return s.pins.witness.Complete(ctx, list, q, s.DeltaOrder)
}

// DeltaAuction implements api.Exchange.
func (s *exchange) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	a, err := s.Exchange.DeltaAuction(ctx, id)
	if err != nil || s.pins.nodes[s.chainID] == nil {
		return a, err
	}
	r, err := s.DeltaOrder(ctx, id)
	if err == nil {
		proof.Heard(&a, &r)
	}
	return a, err
}

// DeltaPartner implements api.Exchange.
func (s *exchange) DeltaPartner(ctx context.Context, partner string) (api.DeltaPartner, error) {
	p, err := s.Exchange.DeltaPartner(ctx, partner)
	return p, cmp.Or(err, s.pins.lie(eip712.DeltaPartnerFault(partner, &p)))
}

// checkDelta holds what is told of an order against its hash, where it is not wrong already, and
// against the network where a node of it is known.
func (s *exchange) checkDelta(ctx context.Context, r *api.DeltaRecord, wrong string) error {
	c, err := s.contracts(ctx)
	if err != nil {
		return err
	}
	err = s.pins.lie(cmp.Or(wrong, eip712.DeltaRecordFault(s.chainID, c.Delta, r),
		s.pins.witness.Renamed(r)))
	if err != nil {
		return err
	}
	s.pins.witness.Look(ctx, s.pins.nodes[s.chainID], c.Delta, r)
	return ctx.Err() // a node that was not asked to the end has denied nothing
}
