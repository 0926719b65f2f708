package auction

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// evaluation is what a round makes of its bids, and who wins it.
type evaluation struct {
	orders  map[string]*OpenOrder
	bids    []*scoredBid
	byOrder map[string][]int // places of bids
	groups  map[group][]int
	// what the pools would pay the owner for all of the rest, where they would
	references map[string]api.Amount
	late       map[string]bool              // orders whose best route was not found in time
	rates      map[common.Address]api.Price // units of what orders are measured in, for wei
	yardstick  *yardstick
	records    map[common.Address]Record // of the owners
	budget     budget
	// purse is orders for which the agents' purse has too little left, with why
	purse map[string]string
	flies func(*scoredBid) (f flying, ours bool) // what it would be on its way

	decision decision
	packed   map[int]*scoredBid // winners as they are sent, where that is not as they were bid
	// of the round, once its winners are known
	without   map[string]decision // who would win without an agent that won
	surplus   *api.DeltaSurplus   // nil: no bound
	clearings map[tradedPair][]*clearing
}

const (
	// claimMargin is how many parts of what an agent promises may be missing: 1/10,000.
	claimMargin = 10_000
	// simulationGas is the most gas for each order of a bid that does not say what it needs, and of
	// one that runs code of others than its agent in all. Code of strangers that burns more costs
	// its bid, not the round.
	simulationGas = 3_000_000
)

// evaluate ranks bids by what the owner receives on the contract, as simulated on the round's
// block, and chooses the winners, for which the next block has room. Agents that settle orders
// together are asked for theirs once it is known what each order would get alone: a bid that gives
// one order a bit more than they would have then costs no other order anything.
func (a *Auctioneer) evaluate(ctx context.Context, b *Batch, bids []Bid) (*evaluation, error) {
	e := a.newEvaluation(ctx, b)
	for _, joins := range []bool{false, true} {
		if joins {
			b.alone = e.alone()
			bids = a.ask(ctx, b, joins)
		}
		first := len(e.bids)
		e.take(bids)
		if err := a.examine(ctx, b, e, first); err != nil {
			return nil, err
		}
	}
	if err := a.decide(ctx, b, e, b.Room); err != nil {
		return nil, err
	}
	return e, a.chargeAsUsed(ctx, b, e)
}

func (a *Auctioneer) newEvaluation(ctx context.Context, b *Batch) *evaluation {
	e := &evaluation{orders: make(map[string]*OpenOrder), byOrder: make(map[string][]int),
		references: make(map[string]api.Amount), late: make(map[string]bool),
		rates: make(map[common.Address]api.Price), groups: make(map[group][]int),
		purse: make(map[string]string)}
	limit, cancel := context.WithTimeout(ctx, a.cfg.SolveTime)
	defer cancel()
	references, known := make([]api.Amount, len(b.Orders)), make([]bool, len(b.Orders))
	done := make([]bool, len(b.Orders))
	Parallel(limit, len(b.Orders), func(i int) {
		references[i], known[i] = b.reference(limit, &b.Orders[i])
		references[i] = b.Orders[i].owner(references[i])
		done[i] = known[i] || limit.Err() == nil
	})
	for i := range b.Orders {
		o := &b.Orders[i]
		e.orders[o.ID] = o
		if known[i] {
			e.references[o.ID] = references[i]
		}
		e.late[o.ID] = !done[i]
		if rate, err := b.rate(ctx, o.Order.Measure()); err == nil {
			e.rates[o.Order.Measure()] = rate
		}
	}
	e.yardstick = b.measure(limit)
	e.knowOwners(a.cfg.Orders)
	e.budget = a.purse.budget(a.cfg.Orders.InFlight(), a.cfg.Now())
	e.flies = a.flies(b, e)
	return e
}

// take takes in bids.
func (e *evaluation) take(bids []Bid) {
	for _, bid := range bids {
		v, i := &scoredBid{Bid: bid, fills: bid.Fills, gas: bid.Gas}, len(e.bids)
		if v.Group != 0 {
			e.groups[v.group()] = append(e.groups[v.group()], i)
		}
		named := make(map[string]bool)
		for _, id := range v.Orders {
			switch {
			case named[id]:
				v.unable = fmt.Sprintf("it names order %s twice", id)
				continue
			case e.orders[id] == nil:
				v.unable = fmt.Sprintf("order %s is not in this round", id)
			}
			named[id] = true
			e.byOrder[id] = append(e.byOrder[id], i)
		}
		e.bids = append(e.bids, v)
	}
}

// alone is what the best bid for each order alone makes of it, of those that can win.
func (e *evaluation) alone() map[string]Fill {
	best := make(map[string]Fill)
	for _, v := range e.bids {
		if v.unable != "" || !v.alone() {
			continue
		}
		id := v.Orders[0]
		if f := v.fills[id]; best[id].Received.Less(f.Received) {
			best[id] = f
		}
	}
	return best
}

// withGroup are the bids that win only together with one, itself among them.
func (e *evaluation) withGroup(i int) []int {
	if v := e.bids[i]; v.Group != 0 {
		return e.groups[v.group()]
	}
	return []int{i}
}

// sent is a bid as it is sent if it wins.
func (e *evaluation) sent(i int) *scoredBid {
	if p := e.packed[i]; p != nil {
		return p
	}
	return e.bids[i]
}

// worth is what an amount of a token is worth in wei, rounded down; 0 where that is not known.
func (e *evaluation) worth(token common.Address, amount api.Amount) api.Amount {
	rate, ok := e.rates[token]
	if !ok || rate.Quote.IsZero() {
		return api.Amount{}
	}
	return amount.MulDiv(rate.Base, rate.Quote)
}

// examine refuses of the bids from a place on those of agents that sit out and those that say
// themselves that they are unfair, and simulates those that don't say what they pay.
func (a *Auctioneer) examine(ctx context.Context, b *Batch, e *evaluation, first int) error {
	var silent, elsewhere []int
	for i := first; i < len(e.bids); i++ {
		v := e.bids[i]
		if v.unable != "" {
			continue
		}
		why := a.sitsOut(e, b, v)
		if why == "" && v.fills != nil {
			why = a.unfair(e, v)
		}
		switch {
		case why != "":
			e.bids[i] = v.without(why)
		case v.fills == nil && a.builtin(v.Address) == nil:
			elsewhere = append(elsewhere, i)
		case v.fills == nil:
			silent = append(silent, i)
		}
	}
	if err := a.tryElsewhere(ctx, b, e, elsewhere); err != nil {
		return err
	}
	return a.simulateApart(ctx, b, e, e.bids, silent)
}

// sitsOut says why an agent may not bid for one of the orders of a bid, "" if it may for all. An
// order that failed on chain settles alone, so that it takes no other with it, and one of which it
// is not known what the pools pay has to wait until it is.
func (a *Auctioneer) sitsOut(e *evaluation, b *Batch, v *scoredBid) string {
	if why := a.absent.why(v.Address, b.Block.Number); why != "" {
		return why
	}
	ours := a.builtin(v.Address) != nil
	for _, id := range v.Orders {
		if e.late[id] {
			return "what the pools pay for order " + id + " was not found in time: the next round"
		}
		if e.orders[id].Reverts > 0 && !v.alone() {
			return "a settlement of order " + id + " failed on chain: it settles alone"
		}
		if ours {
			y := e.party(id)
			why := a.purse.refuses(y.quarters(e.budget.flying[y.owner]), a.cfg.Now())
			if why != "" {
				e.purse[id] = why
				return why
			}
		}
		if until := e.orders[id].Cooldown[v.Agent]; until > b.Round {
			return fmt.Sprintf("the agent failed to settle and sits out until round %d", until)
		}
	}
	return ""
}
