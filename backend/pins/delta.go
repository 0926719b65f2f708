package pins

import (
	"cmp"
	"context"

	"github.com/ethereum/go-ethereum/common"

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
	if err == nil && q.Delta != nil {
		q.Delta.ToldBy = s.pins.host
		err = s.proven(ctx, c.Delta)
	}
	return q, err
}

// proven holds the Delta contract against the network's node, once where there is one.
func (s *exchange) proven(ctx context.Context, contract common.Address) error {
	at, node := place{s.chainID, contract}, s.pins.nodes[s.chainID]
	s.pins.mu.Lock()
	known := s.pins.proven[at]
	s.pins.mu.Unlock()
	if known || node == nil {
		return nil
	}
	says, err := proof.Delta(ctx, node, contract)
	if err != nil {
		return err
	}
	if says != "" {
		return api.Errorf(api.ChainUnavailable, "the network's node says %s: nothing is signed "+
			"for it", says)
	}
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	s.pins.proven[at] = true
	return nil
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
	return out, created, s.checkDelta(ctx, &out, wrong)
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
	return list, err
}

// checkDelta holds what is told of an order against its hash, where it is not wrong already.
func (s *exchange) checkDelta(ctx context.Context, r *api.DeltaRecord, wrong string) error {
	c, err := s.contracts(ctx)
	if err != nil {
		return err
	}
	eip712.DeltaPromise(s.pins.host, r, s.pins.now())
	return s.pins.lie(cmp.Or(wrong, eip712.DeltaRecordFault(s.chainID, c.Delta, r)))
}
