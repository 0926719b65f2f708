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
		q.Delta.Own, q.Delta.Asked = s.own(ctx, r.Src, r.Dest, r.Amount, r.Side)
		if node := s.pins.nodes[s.chainID]; node != nil {
			says, failed := s.pins.deltas.Denied(ctx, node, c.Delta)
			err = cmp.Or(failed, eip712.DeltaDenied(says))
		}
	}
	return q, err
}

// told is what the service tells of orders, held against its hash and, where a node of it is known,
// the network.
func (s *exchange) told(ctx context.Context) (proof.Told, error) {
	c, err := s.contracts(ctx)
	return proof.Told{Witness: s.pins.witness, Server: s.Exchange.Exchange,
		Node: s.pins.nodes[s.chainID], Network: api.Network{ChainID: s.chainID, Contracts: c},
		Lie: s.pins.lie, Mine: s.pins.keys}, err
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
