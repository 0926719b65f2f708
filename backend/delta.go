package backend

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
	"bourse/backend/delta"
	"bourse/backend/delta/agents"
	"bourse/backend/delta/auction"
	"bourse/backend/market"
	"bourse/backend/networks"
	"bourse/backend/orders"
	"bourse/backend/swap/seal"
)

// settling is what the Delta orders of a network are settled by.
type settling struct {
	at     contracts.DeltaAddresses
	agents []*ecdsa.PrivateKey // registered there; at least three, or none
	// what the last of them has to settle with, by token; none where it has nothing
	stock map[common.Address]api.Amount
}

// openDelta prepares the auctions of a network.
func (b *Backend) openDelta(n *network, quoted market.Orientation) error {
	cfg, err := b.deltaConfig(n)
	if err != nil {
		return err
	}
	cfg.Pair = quoted.Pair
	n.delta, err = delta.Open(cfg)
	return err
}

// deltaConfig is what the auctions get: the agents that run here, and what the network's other
// parts tell.
func (b *Backend) deltaConfig(n *network) (delta.Config, error) {
	partners, err := networks.ReadPartners(networks.PartnersFile(b.cfg.Dir))
	if err != nil {
		return delta.Config{}, err
	}
	s := seal.New(b.sealKey, b.cfg.Now, seal.DeltaPrice, n.ChainID)
	at := n.settling.at
	return delta.Config{
		Store: b.store, Log: b.cfg.Log, Network: n.chain, Contracts: at, Tokens: n.tokens,
		Book: orders.Quotable{Service: n.orders}, Judge: n.orders.Judge, Suspect: n.orders.Suspect,
		Seal: s, Bus: &b.bus,
		Pricer:     agents.SwapPricer{ChainID: n.ChainID, Swaps: n.swaps, Executor: at.Executor},
		Pools:      n.swaps,
		Fair:       n.swaps.Fair,
		Weakened:   n.swaps.Weakened,
		OnePoolGas: agents.SwapPricer{Swaps: n.swaps}.OnePoolGas(),
		Oracle:     oracle{n},
		Market: func(ctx context.Context, r api.DeltaQuoteRequest) (json.RawMessage, error) {
			return marketPrice(ctx, n, r)
		},
		Agents: n.builtinAgents(), Partners: partners,
		Follows: func() bool { return !b.leaving.Load() && n.watcher.Status().Live },
		Now:     b.cfg.Now, Random: b.cfg.Random, Logger: b.cfg.Logger, Hook: b.cfg.StoreHook,
		Wait: b.cfg.Wait, Purse: auction.PurseOf(b.cfg.Purse),
	}, nil
}

// admit registers the agents elsewhere that may settle on the local network, as the owner of the
// registry can.
func (b *Backend) admit(ctx context.Context, n *network) error {
	if len(b.cfg.Agents) == 0 {
		return nil
	}
	registered, err := n.delta.Auction().Registered(ctx)
	if err != nil {
		return fmt.Errorf("read which agents are registered: %w", err)
	}
	fresh := slices.DeleteFunc(slices.Clone(b.cfg.Agents),
		func(a common.Address) bool { return slices.Contains(registered, a) })
	if len(fresh) == 0 {
		return nil
	}
	_, err = chain.NewSender(n.chain, b.house.Registrar()).Do(ctx, chain.Call{
		To: n.settling.at.Registry, Data: contracts.NewPortikusV2().PackRegisterAgent(fresh)})
	if err != nil {
		return fmt.Errorf("register agents: %w", err)
	}
	return nil
}

// builtinAgents are those that run here. Rings and batches are settled by tokens of the agent's
// own, of which both use one account's, where it has some.
func (n *network) builtinAgents() []auction.BuiltinAgent {
	var senders [3]*chain.Sender
	for i := range senders {
		senders[i] = chain.NewSender(n.chain, n.settling.agents[i])
	}
	list := []auction.BuiltinAgent{
		{Agent: agents.RouterAgent{Account: senders[0].Address()}, Sender: senders[0]},
		{Agent: agents.BookAgent{Account: senders[1].Address()}, Sender: senders[1]},
	}
	if n.settling.stock == nil {
		return list
	}
	stock := &agents.Stock{ChainID: n.ChainID, Swaps: n.swaps, Node: n.chain,
		Oracle: oracle{n}, Sender: senders[2], Had: n.settling.stock}
	return append(list,
		auction.BuiltinAgent{Agent: agents.RingAgent{Account: senders[2].Address()},
			Sender: senders[2], Spends: true, Restock: stock.Restock},
		auction.BuiltinAgent{Agent: agents.BatchAgent{Account: senders[2].Address()},
			Joins:  true,
			Sender: senders[2]})
}

// deltaErrors are the contracts whose refusals of settlements are told by name.
func deltaErrors() []*abi.ABI {
	settlement, executor, permit2 := contracts.NewDelta().GetABI(),
		contracts.NewDeltaExecutor().GetABI(), contracts.NewPermit2().GetABI()
	return []*abi.ABI{&settlement, &executor, &permit2}
}

// oracle values tokens by the markets, which are made after the auctions.
type oracle struct{ n *network }

func (o oracle) PriceUSD(ctx context.Context, token common.Address) (api.Price, bool, error) {
	return o.n.markets.PriceUSD(ctx, token)
}

// marketPrice is what a quote falls back to.
func marketPrice(ctx context.Context, n *network, r api.DeltaQuoteRequest) (json.RawMessage,
	error) {
	route, err := n.swaps.Prices(ctx, api.PriceRequest{
		Src: api.Lower(r.Src), Dest: api.Lower(r.Dest),
		SrcDecimals: r.SrcDecimals, DestDecimals: r.DestDecimals, Amount: r.Amount,
		Side: r.Side, Version: api.Version62, User: r.User, Partner: r.Partner,
		MaxImpact: r.MaxImpact,
	})
	if err != nil {
		return nil, err
	}
	return json.Marshal(route)
}

// deltaOff says why nobody settles Delta orders on a network, and what to do about it.
const deltaOff = "the deployed Delta contract lets only its own agents settle; " +
	"\"bourse deploy\" puts one there that the agents of this service settle on"

// noDelta answers where nobody settles Delta orders: there are none.
type noDelta struct{ chainID uint64 }

func (d noDelta) off() error {
	return api.Errorf(api.UnsupportedChain, "Delta is off on network %d: %s", d.chainID, deltaOff)
}

// none is what is said of an order that is asked for.
func (noDelta) none(id string) error {
	return api.Errorf(api.NotFound, "there is no Delta order %s", id)
}

func (d noDelta) DeltaQuote(context.Context, api.DeltaQuoteRequest) (api.DeltaQuote, error) {
	return api.DeltaQuote{}, d.off()
}

func (d noDelta) BuildDelta(context.Context, api.DeltaBuildRequest) (api.DeltaToSign, error) {
	return api.DeltaToSign{}, d.off()
}

func (d noDelta) SubmitDelta(context.Context, api.DeltaSubmission) (api.DeltaRecord, bool, error) {
	return api.DeltaRecord{}, false, d.off()
}

func (d noDelta) DeltaOrder(_ context.Context, id string) (api.DeltaRecord, error) {
	return api.DeltaRecord{}, d.none(id)
}

func (noDelta) DeltaOrders(context.Context, api.DeltaQuery) ([]api.DeltaRecord, error) {
	return nil, nil
}

func (d noDelta) DeltaAuction(_ context.Context, id string) (api.DeltaAuction, error) {
	return api.DeltaAuction{}, d.none(id)
}

func (d noDelta) CancelDelta(_ context.Context, ids []string, _ []byte) error {
	return d.none(strings.Join(ids, ", "))
}

func (d noDelta) DeltaTokenSupported(context.Context, common.Address) (bool, error) {
	return false, d.off()
}

func (d noDelta) DeltaAgents(context.Context) ([]string, error) { return nil, d.off() }

func (d noDelta) DeltaPartner(context.Context, string) (api.DeltaPartner, error) {
	return api.DeltaPartner{}, d.off()
}

func (d noDelta) DeltaRound(context.Context) (api.DeltaRound, error) {
	return api.DeltaRound{}, d.off()
}

func (d noDelta) BidDelta(context.Context, api.DeltaBid) error { return d.off() }
