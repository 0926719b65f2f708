package auction

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// What a round gives each agent elsewhere to have its bids simulated, one after the other. A bid
// costs its agent nothing where it loses, so that this is all that keeps a flood of them from
// holding up the orders of everybody.
const (
	// An agent has a quarter of the time between two blocks, and all agents together have half.
	trialShare  = 4
	leastTrial  = 250 * time.Millisecond
	trialsShare = 2 // agents that may use up theirs
	// trialGas is what an agent's bids may use, where the room of a block is not known.
	trialGas = 30_000_000
	// wasteShare is which part of its gas an agent may waste on bids that fail: more than one bid
	// for a single order may use, which a busy machine can be too slow for.
	wasteShare = 6
)

// trial is the simulations of an agent's bids in a round.
type trial struct {
	*Auctioneer
	b      *Batch
	e      *evaluation
	agent  common.Address
	bids   []int  // best promise first
	gas    uint64 // that is left
	wasted uint64 // on bids that failed, by doing of the agent's own
}

// tryElsewhere simulates bids of agents elsewhere. Whatever becomes of that refuses bids, and never
// fails the round: who runs over what a round gives an agent has his other bids refused, and who
// wasted much sits out.
func (a *Auctioneer) tryElsewhere(ctx context.Context, b *Batch, e *evaluation,
	which []int) error {
	if len(which) == 0 {
		return nil
	}
	each := max(leastTrial, a.cfg.BlockTime/trialShare)
	all, cancel := context.WithTimeout(ctx, trialsShare*each)
	defer cancel()
	trials := a.trials(b, e, which)
	Parallel(all, len(trials), func(n int) {
		trials[n].run(all, each)
	})
	for _, t := range trials {
		if t.wasted >= t.budget()/wasteShare {
			a.absent.note(t.agent, b.Block.Number, wasteful)
		}
		for _, i := range t.bids {
			if v := e.bids[i]; !v.simulated && v.unable == "" {
				e.bids[i] = v.without("the round's time for bids was used up")
			}
		}
	}
	return ctx.Err()
}

// trials are the bids by agent, those first that sat out least.
func (a *Auctioneer) trials(b *Batch, e *evaluation, which []int) (list []*trial) {
	of := make(map[common.Address]*trial)
	for _, i := range which {
		v := *e.bids[i]
		v.foreign = a.runsForeign(e, &v)
		e.bids[i] = &v
		t := of[v.Address]
		if t == nil {
			t = &trial{Auctioneer: a, b: b, e: e, agent: v.Address}
			t.gas = t.budget()
			of[v.Address], list = t, append(list, t)
		}
		t.bids = append(t.bids, i)
	}
	slices.SortStableFunc(list, func(x, y *trial) int {
		return cmp.Compare(a.absent[x.agent].times, a.absent[y.agent].times)
	})
	for _, t := range list {
		slices.SortStableFunc(t.bids, func(x, y int) int {
			v, w := e.bids[x], e.bids[y]
			switch {
			case v.foreign == w.foreign:
				return t.promise(w).Cmp(t.promise(v))
			case v.foreign:
				return 1
			}
			return -1
		})
	}
	return list
}

// runsForeign tells whether settling one of a bid's orders runs code of others than the agent: then
// what it costs is not the agent's doing.
func (a *Auctioneer) runsForeign(e *evaluation, v *scoredBid) bool {
	listed := func(token common.Address) bool {
		return slices.ContainsFunc(a.cfg.Tokens.List(), func(t api.Token) bool {
			return t.Address == token
		})
	}
	return slices.ContainsFunc(v.Orders, func(id string) bool {
		o := e.orders[id]
		return o.Strange || !listed(o.Order.SrcToken) || !listed(o.Order.DestToken)
	})
}

// promise is what the agent says of a bid that it brings the owner of its first order, in wei.
func (t *trial) promise(v *scoredBid) api.Amount {
	return t.e.worth(t.e.orders[v.Orders[0]].Order.Measure(), v.Promised)
}

// budget is the gas that a round gives an agent.
func (t *trial) budget() uint64 { return cmp.Or(t.b.Room, trialGas) }

// run simulates the bids until a time or the gas for them is used up.
func (t *trial) run(ctx context.Context, within time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	for _, i := range t.bids {
		switch v := t.e.bids[i]; {
		case ctx.Err() != nil:
			t.e.bids[i] = v.without("what a round has of time for bids of one agent was used up")
		case t.gas == 0:
			t.e.bids[i] = v.without(fmt.Sprintf(
				"the agent's bids before it used the %d gas that a round has for them", t.budget()))
		default:
			t.e.bids[i] = t.try(ctx, v)
		}
	}
}

// try is a bid with what its simulation makes of it, which where there is none is why.
func (t *trial) try(ctx context.Context, v *scoredBid) *scoredBid {
	simulations, err := t.simulate(ctx, t.b, v)
	if err == nil {
		t.used(v, &simulations[0])
		var done *scoredBid
		if done, err = t.simulated(t.e, v, &simulations[0]); err == nil {
			return done
		}
	}
	if ctx.Err() == nil {
		return v.without("it could not be simulated: " + err.Error())
	}
	t.waste(v, v.limit()) // the node goes on until then
	return v.without("its simulation took longer than a round gives an agent")
}

// used takes what a simulation used off what is left.
func (t *trial) used(v *scoredBid, s *chain.Simulation) {
	gas := max(s.Gas, s.Paid)
	t.gas -= min(gas, t.gas)
	if s.Err != nil {
		t.waste(v, gas)
	}
}

func (t *trial) waste(v *scoredBid, gas uint64) {
	if !v.foreign {
		t.wasted += gas
	}
}
