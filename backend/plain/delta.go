package plain

import (
	"cmp"
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/backend/proof"
)

// DeltaQuote implements api.Exchange.
func (s *exchange) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote,
	error) {
	q, err := s.server.DeltaQuote(ctx, r)
	if err != nil {
		return q, err
	}
	n, err := s.network(ctx)
	contract := n.Contracts.Delta
	if err == nil {
		err = s.of.lie(eip712.DeltaPriceFault(contract, q.Delta))
	}
	if err == nil && r.Partner == "" {
		err = s.of.lie(eip712.DeltaFeeFault(q.Delta, 0))
	}
	if err == nil && q.Delta != nil {
		q.Delta.ToldBy, q.Delta.Asked = s.of.host, true
		q.Delta.Own = s.own(ctx, api.PriceRequest{Src: r.Src.Hex(), Dest: r.Dest.Hex(),
			SrcDecimals: r.SrcDecimals, DestDecimals: r.DestDecimals, Amount: r.Amount,
			Side: r.Side, User: r.User})
		if node, ok := s.of.Chain(s.chainID); ok {
			says, failed := s.of.deltas.Denied(ctx, node, contract)
			err = cmp.Or(failed, eip712.DeltaDenied(says))
		}
	}
	return q, err
}

// own is what the network's pools make of what the server has priced, by the node here; zero where
// they make nothing of it.
func (s *exchange) own(ctx context.Context, r api.PriceRequest) api.Amount {
	loss := 100.0
	r.ChainID, r.Version, r.MaxImpact = s.chainID, api.Version62, &loss
	route, err := s.Exchange.Prices(ctx, r)
	switch {
	case err != nil:
		return api.Amount{}
	case r.Side == api.Buy:
		return route.SrcAmount
	}
	return route.DestAmount
}

// lie is the error for what the server says that is not so, nil where nothing is.
func (s *Service) lie(what string) error {
	if what == "" {
		return nil
	}
	return api.Errorf(api.ChainUnavailable, "%s says %s: do not trade with it", s.host, what)
}

// told is what the server tells of orders, held against its hash and the network.
func (s *exchange) told(ctx context.Context) (proof.Told, error) {
	n, err := s.network(ctx)
	node, _ := s.of.Chain(s.chainID)
	return proof.Told{Witness: s.of.witness, Server: s.server, Network: n, Node: node,
		Lie: s.of.lie}, err
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
	return p, cmp.Or(present(err), s.of.lie(eip712.DeltaPartnerFault(partner, &p)))
}

// DeltaAuction implements api.Exchange. A server that does not tell of rounds and events still
// tells how the order stands.
func (s *exchange) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	a, none := s.server.DeltaAuction(ctx, id)
	if none != nil && !missing(none) {
		return a, none
	}
	r, err := s.DeltaOrder(ctx, id)
	if missing(none) {
		return s.happened(&r), err
	}
	if _, ok := s.of.Chain(s.chainID); ok && err == nil {
		proof.Heard(&a, &r)
	}
	return a, err
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

// happened is what the chain tells of an order's settlements, as its auction: that of a server
// which tells nothing of auctions.
func (s *exchange) happened(r *api.DeltaRecord) api.DeltaAuction {
	a := api.DeltaAuction{ID: r.ID, Status: r.Status}
	for i := range r.Transactions {
		tx := &r.Transactions[i]
		head, ok := s.of.witness.Settled(r, tx.Hash)
		if !ok || tx.Status != 1 {
			continue
		}
		e := api.DeltaEvent{Order: r.ID, Seq: uint64(i + 1), To: api.DeltaRunning,
			Reason: "settled in part", Block: tx.BlockNumber, TxHash: &tx.Hash,
			Time: time.Unix(int64(head.Time), 0).UTC()}
		if i == len(r.Transactions)-1 && r.Status == api.DeltaExecuted {
			e.To, e.Reason = api.DeltaExecuted, "settled whole"
		}
		a.Events = append(a.Events, e)
	}
	return a
}
