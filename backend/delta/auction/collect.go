package auction

import (
	"context"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/contracts"
)

// collect asks the agents that bid first, and those elsewhere, without one seeing another's bids.
// Bids are in the order of the agents, those from elsewhere after them in the order of their
// arrival.
func (a *Auctioneer) collect(ctx context.Context, b *Batch) []Bid {
	elsewhere := a.openBidRound(ctx, b)
	all := a.ask(ctx, b, false)
	if elsewhere {
		a.cfg.Wait(ctx, RoundTime)
		all = append(all, a.bidRound.close()...)
	}
	return all
}

// ask returns the bids of the agents that settle orders together, or of the others.
func (a *Auctioneer) ask(ctx context.Context, b *Batch, joins bool) []Bid {
	limit, cancel := context.WithTimeout(ctx, a.cfg.SolveTime)
	defer cancel()
	lists := make([][]Bid, len(a.cfg.Agents))
	var agents sync.WaitGroup
	for i, m := range a.cfg.Agents {
		if m.Joins != joins {
			continue
		}
		agents.Go(func() {
			bids, err := m.Agent.Solve(limit, b)
			if err != nil && ctx.Err() == nil {
				a.cfg.Logger.Info("an agent could not work out all orders", "agent", m.Agent.Name(),
					"round", b.Round, "error", err)
			}
			lists[i] = bids
		})
	}
	agents.Wait()
	return slices.Concat(lists...)
}

// openBidRound shows the round to agents elsewhere, if any is registered.
func (a *Auctioneer) openBidRound(ctx context.Context, b *Batch) bool {
	registered, err := a.Registered(ctx)
	if err != nil {
		return false
	}
	registered = slices.DeleteFunc(
		registered, func(agent common.Address) bool { return a.builtin(agent) != nil })
	if len(registered) == 0 {
		return false
	}
	round := api.DeltaRound{ChainID: b.ChainID, Round: b.Round, Block: b.Block,
		Closes: a.cfg.Now().UTC().Add(RoundTime)}
	for i := range b.Orders {
		o := &b.Orders[i]
		round.Orders = append(round.Orders, api.DeltaRoundOrder{
			ID: o.ID, Order: o.Order, Fillable: o.PartiallyFillable, Signature: o.Signature,
			OrderHash: o.OrderHash, Filled: o.FilledAmount,
		})
	}
	a.bidRound.open(round, registered)
	return true
}

// Registered lists the agents that the contract lets settle.
func (a *Auctioneer) Registered(ctx context.Context) ([]common.Address, error) {
	registry := contracts.NewPortikusV2()
	answer, err := a.cfg.Node.Call(ctx, common.Hash{}, chain.Call{
		To: a.cfg.Market.Contracts.Registry, Data: registry.PackGetAgents()})
	if err != nil {
		return nil, err
	}
	return registry.UnpackGetAgents(answer)
}

// builtin returns the agent that runs here under an address, nil if there is none.
func (a *Auctioneer) builtin(agent common.Address) *BuiltinAgent {
	for i := range a.cfg.Agents {
		if a.cfg.Agents[i].Sender.Address() == agent {
			return &a.cfg.Agents[i]
		}
	}
	return nil
}

// AgentName is what an agent is called: its name if it is built in, else its address.
func (a *Auctioneer) AgentName(agent common.Address) string {
	if m := a.builtin(agent); m != nil {
		return m.Agent.Name()
	}
	return api.Lower(agent)
}

// Agents lists who bids: names of those built in, addresses of others.
func (a *Auctioneer) Agents(ctx context.Context) ([]string, error) {
	var names []string
	for _, m := range a.cfg.Agents {
		names = append(names, m.Agent.Name())
	}
	registered, err := a.Registered(ctx)
	for _, agent := range registered {
		if a.builtin(agent) == nil {
			names = append(names, api.Lower(agent))
		}
	}
	return names, err
}
