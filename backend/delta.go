package backend

import (
	"context"
	"crypto/rand"
	"encoding/json"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/chain/local"
	"bourse/backend/contracts"
	"bourse/backend/delta"
	"bourse/backend/swap/seal"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
)

var _ api.Delta = (*Backend)(nil)

// openDelta prepares the auctions of the local network.
func (b *Backend) openDelta(n *network, d local.Deployment) error {
	cfg, err := b.deltaConfig(n, d)
	if err != nil {
		return err
	}
	n.delta, err = delta.Open(cfg)
	return err
}

// deltaConfig is what the auctions get: the agents that run here, and what the network's other parts tell.
func (b *Backend) deltaConfig(n *network, d local.Deployment) (delta.Config, error) {
	s, err := seal.Open(b.store, rand.Reader)
	if err != nil {
		return delta.Config{}, err
	}
	senders := make([]*chain.Sender, local.Agents)
	for i := range senders {
		senders[i] = chain.NewSender(n.chain, local.AgentKey(i))
	}
	return delta.Config{
		Store: b.store, Network: n.chain, Contracts: d.Delta, Tokens: n.tokens, Book: n.orders, Seal: s, Bus: &b.bus,
		Pricer: delta.SwapPricer{ChainID: n.ChainID, Swaps: n.swaps, Executor: d.Delta.Executor},
		Oracle: oracle{n},
		Market: func(ctx context.Context, r api.DeltaQuoteRequest) (json.RawMessage, error) {
			return marketPrice(ctx, n, r)
		},
		Agents: []delta.Member{
			{Agent: delta.RouterAgent{Account: senders[0].Address()}, Sender: senders[0]},
			{Agent: delta.BookAgent{Account: senders[1].Address()}, Sender: senders[1]},
			{Agent: delta.RingAgent{Account: senders[2].Address()}, Sender: senders[2], Spends: true},
		},
		Now: b.cfg.Now, Random: rand.Reader, Logger: b.cfg.Logger, Hook: b.cfg.StoreHook, Wait: b.cfg.Wait,
	}, nil
}

// deltaErrors are the contracts whose refusals of settlements are told by name.
func deltaErrors() []*abi.ABI {
	settlement, executor, permit2 := contracts.NewDelta().GetABI(), contracts.NewDeltaExecutor().GetABI(), contracts.NewPermit2().GetABI()
	return []*abi.ABI{&settlement, &executor, &permit2}
}

// oracle values tokens by the markets, which are made after the auctions.
type oracle struct{ n *network }

func (o oracle) PriceUSD(ctx context.Context, token common.Address) (api.Price, bool, error) {
	return o.n.markets.PriceUSD(ctx, token)
}

// marketPrice is what a quote falls back to.
func marketPrice(ctx context.Context, n *network, r api.DeltaQuoteRequest) (json.RawMessage, error) {
	route, err := n.swaps.Prices(ctx, api.PriceRequest{
		ChainID: r.ChainID, Src: api.Lower(r.Src), Dest: api.Lower(r.Dest), SrcDecimals: r.SrcDecimals, DestDecimals: r.DestDecimals, Amount: r.Amount,
		Side: r.Side, Version: api.Version62, User: r.User, Partner: r.Partner,
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(route)
}

// deltaOf returns the auctions of a network.
func (b *Backend) deltaOf(chainID uint64) (*delta.Service, error) {
	n, err := b.network(chainID)
	if err != nil {
		return nil, err
	}
	if n.delta == nil {
		return nil, api.Errorf(api.UnsupportedChain, "no Delta contract is known on network %d", chainID)
	}
	return n.delta, nil
}

// DeltaQuote implements api.Delta.
func (b *Backend) DeltaQuote(ctx context.Context, r api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	s, err := b.deltaOf(r.ChainID)
	if err != nil {
		return api.DeltaQuote{}, err
	}
	return s.DeltaQuote(ctx, r)
}

// BuildDelta implements api.Delta.
func (b *Backend) BuildDelta(ctx context.Context, r api.DeltaBuildRequest) (api.DeltaToSign, error) {
	s, err := b.deltaOf(r.ChainID)
	if err != nil {
		return api.DeltaToSign{}, err
	}
	return s.BuildDelta(ctx, r)
}

// SubmitDelta implements api.Delta.
func (b *Backend) SubmitDelta(ctx context.Context, r api.DeltaSubmission) (api.DeltaRecord, bool, error) {
	s, err := b.deltaOf(r.ChainID)
	if err != nil {
		return api.DeltaRecord{}, false, err
	}
	return s.SubmitDelta(ctx, r)
}

// ofOrder asks every network about an order, since its id says nothing of its network.
func ofOrder[T any](b *Backend, id string, ask func(*delta.Service) (T, error)) (v T, err error) {
	err = api.Errorf(api.NotFound, "there is no Delta order %s", id)
	for _, n := range b.nets {
		if n.delta == nil {
			continue
		}
		if v, err = ask(n.delta); api.TypeOf(err) != api.NotFound {
			return v, err
		}
	}
	return v, err
}

// DeltaOrder implements api.Delta.
func (b *Backend) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	return ofOrder(b, id, func(s *delta.Service) (api.DeltaRecord, error) { return s.DeltaOrder(ctx, id) })
}

// DeltaAuction implements api.Delta.
func (b *Backend) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	return ofOrder(b, id, func(s *delta.Service) (api.DeltaAuction, error) { return s.DeltaAuction(ctx, id) })
}

// DeltaOrders implements api.Delta.
func (b *Backend) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	if q.ChainID != 0 {
		s, err := b.deltaOf(q.ChainID)
		if err != nil {
			return nil, err
		}
		return s.DeltaOrders(ctx, q)
	}
	all := q
	all.Page, all.Limit = 1, max(q.Page, 1)*q.Limit
	var lists [][]api.DeltaRecord
	for _, n := range b.nets {
		if n.delta == nil {
			continue
		}
		list, err := n.delta.DeltaOrders(ctx, all)
		if err != nil {
			return nil, err
		}
		lists = append(lists, list)
	}
	return delta.Merge(lists, (max(q.Page, 1)-1)*q.Limit, q.Limit), nil
}

// CancelDelta implements api.Delta.
func (b *Backend) CancelDelta(ctx context.Context, ids []string, signature []byte) error {
	if len(ids) == 0 {
		return api.Invalid(api.FieldError{Field: "orderIds", Reason: "must name at least one order"})
	}
	_, err := ofOrder(b, ids[0], func(s *delta.Service) (struct{}, error) { return struct{}{}, s.CancelDelta(ctx, ids, signature) })
	return err
}

// DeltaTokenSupported implements api.Delta.
func (b *Backend) DeltaTokenSupported(_ context.Context, chainID uint64, token common.Address) (bool, error) {
	s, err := b.deltaOf(chainID)
	return err == nil && s.Supports(token), err
}

// DeltaAgents implements api.Delta.
func (b *Backend) DeltaAgents(ctx context.Context, chainID uint64) ([]string, error) {
	s, err := b.deltaOf(chainID)
	if err != nil {
		return nil, err
	}
	return s.Agents(ctx)
}

// DeltaPartner implements api.Delta.
func (b *Backend) DeltaPartner(_ context.Context, chainID uint64, partner string) (api.DeltaPartner, error) {
	s, err := b.deltaOf(chainID)
	if err != nil {
		return api.DeltaPartner{}, err
	}
	return s.Partner(partner), nil
}

// DeltaRound implements api.Delta.
func (b *Backend) DeltaRound(_ context.Context, chainID uint64) (api.DeltaRound, error) {
	s, err := b.deltaOf(chainID)
	if err != nil {
		return api.DeltaRound{}, err
	}
	return s.DeltaRound(), nil
}

// BidDelta implements api.Delta.
func (b *Backend) BidDelta(_ context.Context, bid api.DeltaBid) error {
	s, err := b.deltaOf(bid.ChainID)
	if err != nil {
		return err
	}
	return s.Bid(bid)
}
