package auction

import (
	"context"
	"errors"
	"fmt"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
)

// scoredBid is a bid with what the settlement contract would make of it: what its agent says until
// it is simulated. It never changes; a simulation makes another one.
type scoredBid struct {
	Bid
	fills     map[string]Fill // by order
	unable    string          // why it can't win, whatever else is bid; empty: it can
	foreign   bool            // settling it runs code of others than its agent
	simulated bool
	reverted  bool        // whether its simulation did
	gas       uint64      // that it needs: the agent's estimate until it is simulated
	paid      uint64      // gas that its simulation pays for
	tried     uint64      // the gas limit that it was simulated with
	logs      []types.Log // of its simulation
}

// single tells whether a bid is for one order.
func (v *scoredBid) single() bool { return len(v.Orders) == 1 }

// alone tells whether a bid is for one order and wins or loses by itself.
func (v *scoredBid) alone() bool { return v.single() && v.Group == 0 }

// group is bids that win all or none.
type group struct {
	agent  common.Address
	number int
}

func (v *scoredBid) group() group { return group{v.Address, v.Group} }

// without is a bid that can't win.
func (v *scoredBid) without(why string) *scoredBid {
	w := *v
	w.unable = why
	return &w
}

// limit is the most gas that a bid's settlement may use. The agent is paid for no more than it
// estimated.
func (v *scoredBid) limit() uint64 {
	switch {
	case v.gas != 0:
		return gasLimit(v.gas)
	case v.foreign:
		return simulationGas
	}
	return min(simulationGas*uint64(len(v.Orders)), chain.MaxTxGas)
}

// sendLimit is the gas limit that a bid is sent with: the one of its last simulation, but for bids
// without an estimate, which were simulated with more than they need.
func (v *scoredBid) sendLimit() uint64 {
	if v.Bid.Gas != 0 && v.tried != 0 {
		return v.tried
	}
	return gasLimit(v.gas)
}

// takes is what a bid takes of a block.
func (v *scoredBid) takes() uint64 { return max(v.sendLimit(), gasLimit(v.gas)) }

// MostGas is the gas of settlements that fit into a block with so much room, the last of which may
// use so much.
func MostGas(room, last uint64) uint64 {
	if reserved := gasLimit(last) - last; reserved < room {
		return room - reserved
	}
	return 0
}

// gasLimit leaves room for what changes between a simulation and its block, and for what calls must
// keep back.
func gasLimit(used uint64) uint64 { return used*3/2 + 50_000 }

// promised is what a bid's agent says that it pays an order, 0 where it does not say.
func (v *scoredBid) promised(id string) api.Amount {
	if id == v.Orders[0] {
		return v.Promised
	}
	return v.Bid.Fills[id].Received
}

// callOf is a bid as a call of the settlement contract.
func (a *Auctioneer) callOf(b *Bid, gas uint64) chain.Call {
	return chain.Call{From: b.Address, To: a.cfg.Market.Contracts.Delta, Value: b.Value,
		Data: b.Data, Gas: gas}
}

// simulateApart runs bids on the settlement contract, each on its own, and puts what comes of them
// in their places.
func (a *Auctioneer) simulateApart(ctx context.Context, b *Batch, e *evaluation,
	bids []*scoredBid, which []int) error {
	failures := make([]error, len(which))
	Parallel(ctx, len(which), func(n int) {
		i := which[n]
		simulations, err := a.simulate(ctx, b, bids[i])
		if err == nil {
			bids[i], err = a.simulated(e, bids[i], &simulations[0])
		}
		failures[n] = err
	})
	return errors.Join(append(failures, ctx.Err())...)
}

// simulate runs bids one after the other in one block, each with the gas limit that it is sent with
// if it stays at this simulation: a contract sees how much gas is left. It fails only where the
// node can't tell.
func (a *Auctioneer) simulate(ctx context.Context, b *Batch, list ...*scoredBid) (
	[]chain.Simulation, error) {
	calls := make([]chain.Call, len(list))
	for i, v := range list {
		calls[i] = a.callOf(&v.Bid, v.limit())
	}
	return a.cfg.Node.SimulateBundle(ctx, b.Block, calls...)
}

// again is a bid that was simulated once more, after others.
func (v *scoredBid) again(s *chain.Simulation) *scoredBid {
	w := *v
	w.tried, w.paid, w.logs = v.limit(), s.Paid, s.Logs
	return &w
}

// simulated is a bid with what its simulation makes of its orders, or why it can't win.
func (a *Auctioneer) simulated(e *evaluation, v *scoredBid, s *chain.Simulation) (*scoredBid,
	error) {
	w := *v
	w.simulated, w.reverted, w.tried, w.unable = true, s.Err != nil, v.limit(), ""
	if s.Err != nil {
		w.unable, w.fills = s.Err.Error(), nil
		return &w, nil
	}
	w.gas, w.paid, w.logs = s.Gas, s.Paid, s.Logs
	var err error
	if w.fills, w.unable, err = a.read(e, &w); err != nil {
		return nil, err
	}
	if w.unable == "" {
		w.unable = a.unfair(e, &w)
	}
	if w.unable == "" {
		w.unable = uneven(e, &w)
	}
	return &w, nil
}

// read takes what the owners would get out of the logs of a simulation, or says why the bid is
// not what it pretends to be.
func (a *Auctioneer) read(e *evaluation, v *scoredBid) (fills map[string]Fill, why string,
	err error) {
	events, err := settlement.Events(a.cfg.Market.Contracts.Delta, v.logs)
	if err != nil {
		return nil, "", err
	}
	byHash := make(map[common.Hash]settlement.Event)
	for _, event := range events {
		if _, twice := byHash[event.Order]; twice {
			return nil, "it settles an order twice", nil
		}
		byHash[event.Order] = event
	}
	fills = make(map[string]Fill)
	for _, id := range v.Orders {
		o := e.orders[id]
		event, ok := byHash[o.OrderHash]
		if !ok {
			return fills, fmt.Sprintf("it does not settle order %s", id), nil
		}
		spent := event.SpentOf(&o.Order, o.Order.SrcAmount.Sub(o.Rest))
		event.Received = event.Brings(&o.Order, spent)
		fills[id] = Fill{event, spent}
	}
	if len(byHash) != len(fills) {
		return fills, "it settles orders that it does not name", nil
	}
	got := fills[v.Orders[0]].Received
	margin := v.Promised.MulDiv(api.NewAmount(1), api.NewAmount(claimMargin))
	if got.Less(v.Promised.Sub(margin)) {
		dest := e.orders[v.Orders[0]].Order.Measure()
		return fills, fmt.Sprintf("it promises %s and delivers %s",
			a.amountText(v.Promised, dest), a.amountText(got, dest)), nil
	}
	return fills, "", nil
}
