package auction

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"

	"bourse/backend/api"
	"bourse/backend/chain"
	"bourse/backend/delta/settlement"
)

// scoredBid is a bid with what the settlement contract would make of it.
type scoredBid struct {
	Bid
	fills     map[string]Fill // by order: what its agent says until it is simulated
	gas       uint64          // that it needs: the agent's estimate until then
	paid      uint64          // gas that its simulation pays for
	tried     uint64          // the gas limit that it was simulated with last
	logs      []types.Log     // of its simulation
	place     int             // of a winner, in the order in which they are simulated and sent
	packed    *scoredBid      // as it is sent where that is not as it was bid
	enqueued  bool            // whether its turn has come
	simulated bool
	reverted  bool   // whether its simulation did
	waits     bool   // for the next round, since another settlement comes first
	last      bool   // it waited when winners were chosen before, and comes after all others
	refused   string // why it can't win; empty: it can
	won       bool
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

// evaluation is what a round makes of its bids.
type evaluation struct {
	orders  map[string]*OpenOrder
	bids    []*scoredBid
	byOrder map[string][]*scoredBid
	groups  map[group][]*scoredBid
	// what the pools would pay the owner for all of the rest, where they would
	references map[string]api.Amount
	yardstick  *yardstick
	// of the round, once its winners are known
	surplus   *api.DeltaSurplus // nil: no bound
	clearings map[tradedPair][]*clearing
}

const (
	// claimMargin is how many parts of what an agent promises may be missing: 1/10,000.
	claimMargin = 10_000
	// simulationGas is the most gas for each order of a bid that does not say what it needs. Code
	// of strangers that burns more costs its bid, not the round.
	simulationGas = 3_000_000
)

// Why bids don't win that could be settled.
const (
	noRoom = "the next block has no room for more settlements: the next round"
	outbid = "another bid pays one of its orders more"
	apart  = "it settles only together with a bid of its agent that can't win"
)

// evaluate ranks bids by what the owner receives on the contract, as simulated on the round's
// block. Orders are taken one after the other, each with all bids for it, until the next block is
// full; the others meet in the next round.
func (a *Auctioneer) evaluate(ctx context.Context, b *Batch, bids []Bid) (*evaluation, error) {
	e := a.newEvaluation(ctx, b, bids)
	head, err := a.cfg.Node.HeaderByHash(ctx, b.Block.Hash)
	if err != nil {
		return nil, err
	}
	room, least := head.GasLimit, gasLimit(SettleGas)
	for next := 0; next < len(b.Orders) && room > least; {
		var wave []*scoredBid
		for reckoned := uint64(0); next < len(b.Orders) && reckoned < room; next++ {
			before := len(wave)
			wave = e.enqueue(wave, b.Orders[next].ID)
			reckoned += mostGas(wave[before:], least)
		}
		full, err := a.decide(ctx, b, e, wave, &room)
		if err != nil {
			return nil, err
		}
		if full {
			break
		}
	}
	for _, v := range e.bids {
		if !v.enqueued {
			v.refused = noRoom
		}
	}
	return e, a.chargeAsUsed(ctx, b, e)
}

func (a *Auctioneer) newEvaluation(ctx context.Context, b *Batch, bids []Bid) *evaluation {
	e := &evaluation{orders: make(map[string]*OpenOrder), byOrder: make(map[string][]*scoredBid),
		references: make(map[string]api.Amount), groups: make(map[group][]*scoredBid)}
	limit, cancel := context.WithTimeout(ctx, a.cfg.SolveTime)
	defer cancel()
	references, known := make([]api.Amount, len(b.Orders)), make([]bool, len(b.Orders))
	Parallel(limit, len(b.Orders), func(i int) {
		references[i], known[i] = b.reference(limit, &b.Orders[i])
		references[i] = b.Orders[i].owner(references[i])
	})
	for i := range b.Orders {
		o := &b.Orders[i]
		e.orders[o.ID] = o
		if known[i] {
			e.references[o.ID] = references[i]
		}
	}
	e.yardstick = b.measure(limit)
	for _, bid := range bids {
		v := &scoredBid{Bid: bid, fills: bid.Fills, gas: bid.Gas}
		e.bids = append(e.bids, v)
		if v.Group != 0 {
			e.groups[v.group()] = append(e.groups[v.group()], v)
		}
		for _, id := range v.Orders {
			e.byOrder[id] = append(e.byOrder[id], v)
			if e.orders[id] == nil {
				v.enqueued, v.refused = true, fmt.Sprintf("order %s is not in this round", id)
			}
		}
	}
	return e
}

// mostGas is what the costliest of some bids takes of a block by its agent's estimate, at least so
// much; 0 where there are none.
func mostGas(list []*scoredBid, least uint64) (gas uint64) {
	for _, v := range list {
		gas = max(gas, least, gasLimit(v.Bid.Gas))
	}
	return gas
}

// enqueue adds to a wave all bids for an order, and for the orders that these settle with it, so
// that they are compared with each other.
func (e *evaluation) enqueue(wave []*scoredBid, order string) []*scoredBid {
	for _, v := range e.byOrder[order] {
		for _, w := range e.withGroup(v) {
			if w.enqueued {
				continue
			}
			w.enqueued = true
			wave = append(wave, w)
			for _, id := range w.Orders {
				wave = e.enqueue(wave, id)
			}
		}
	}
	return wave
}

// withGroup are the bids that win only together with one, itself among them.
func (e *evaluation) withGroup(v *scoredBid) (list []*scoredBid) {
	if v.Group == 0 {
		return []*scoredBid{v}
	}
	return e.groups[v.group()]
}

// sitsOut says why an agent may not bid for one of the orders of a bid, "" if it may for all. An
// order that failed on chain settles alone, so that it takes no other with it.
func (a *Auctioneer) sitsOut(e *evaluation, b *Batch, v *scoredBid) string {
	if why := a.absent.why(v.Address, b.Block.Number); why != "" {
		return why
	}
	ours := a.builtin(v.Address) != nil
	for _, id := range v.Orders {
		if e.orders[id].Reverts > 0 && !v.alone() {
			return "a settlement of order " + id + " failed on chain: it settles alone"
		}
		if ours {
			if why := a.purse.refuses(e.orders[id], a.cfg.Orders.Proven,
				a.cfg.Now()); why != "" {
				return why
			}
		}
		if until := e.orders[id].Cooldown[v.Agent]; until > b.Round {
			return fmt.Sprintf("the agent failed to settle and sits out until round %d", until)
		}
	}
	return ""
}

// simulateAll runs bids on the settlement contract, each on its own.
func (a *Auctioneer) simulateAll(ctx context.Context, b *Batch, e *evaluation,
	list []*scoredBid) error {
	failures := make([]error, len(list))
	Parallel(ctx, len(list), func(i int) { failures[i] = a.simulateOne(ctx, b, e, list[i]) })
	return errors.Join(append(failures, ctx.Err())...)
}

// simulateOne fails only where the node can't tell.
func (a *Auctioneer) simulateOne(ctx context.Context, b *Batch, e *evaluation,
	v *scoredBid) error {
	simulations, err := a.cfg.Node.SimulateBundle(ctx, b.Block, a.toSimulate(v))
	if err != nil {
		return err
	}
	return a.takeSimulation(e, v, &simulations[0])
}

// takeSimulation takes what a bid's settlement would make of its orders, or why it can't win.
func (a *Auctioneer) takeSimulation(e *evaluation, v *scoredBid, s *chain.Simulation) error {
	v.simulated, v.refused, v.reverted = true, "", s.Err != nil
	if s.Err != nil {
		v.refused, v.fills = s.Err.Error(), nil
		return nil
	}
	v.gas, v.paid, v.logs = s.Gas, s.Paid, s.Logs
	if err := a.readSimulation(v, e.orders, s); err != nil {
		return err
	}
	if v.refused == "" {
		v.refused = a.unfair(e, v)
	}
	if v.refused == "" {
		v.refused = uneven(e, v)
	}
	return nil
}

// readSimulation takes what the owners would get out of a simulation.
func (a *Auctioneer) readSimulation(
	v *scoredBid, orders map[string]*OpenOrder, s *chain.Simulation) error {
	events, err := settlement.Events(a.cfg.Market.Contracts.Delta, s.Logs)
	if err != nil {
		return err
	}
	byHash := make(map[common.Hash]settlement.Event)
	for _, e := range events {
		if _, twice := byHash[e.Order]; twice {
			v.refused = "it settles an order twice"
			return nil
		}
		byHash[e.Order] = e
	}
	v.fills = make(map[string]Fill)
	for _, id := range v.Orders {
		e, ok := byHash[orders[id].OrderHash]
		if !ok {
			v.refused = fmt.Sprintf("it does not settle order %s", id)
			return nil
		}
		o := orders[id]
		spent := e.SpentOf(&o.Order, o.Order.SrcAmount.Sub(o.Rest))
		e.Received = e.Brings(&o.Order, spent)
		v.fills[id] = Fill{e, spent}
	}
	if len(byHash) != len(v.fills) {
		v.refused = "it settles orders that it does not name"
		return nil
	}
	if got := v.fills[v.Orders[0]].Received; got.Less(
		v.Promised.Sub(v.Promised.MulDiv(api.NewAmount(1), api.NewAmount(claimMargin)))) {
		dest := orders[v.Orders[0]].Order.Measure()
		v.refused = fmt.Sprintf("it promises %s and delivers %s", a.amountText(v.Promised, dest),
			a.amountText(got, dest))
	}
	return nil
}

// callOf is a bid as a call of the settlement contract.
func (a *Auctioneer) callOf(b *Bid, gas uint64) chain.Call {
	return chain.Call{From: b.Address, To: a.cfg.Market.Contracts.Delta, Value: b.Value,
		Data: b.Data, Gas: gas}
}

// toSimulate is a bid as a call, with the gas limit that it is sent with if it stays at this
// simulation: a contract sees how much gas is left.
func (a *Auctioneer) toSimulate(v *scoredBid) chain.Call {
	v.sent().tried = v.limit()
	return a.callOf(&v.sent().Bid, v.limit())
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

// winners are the bids that won, in the order in which they were simulated and are sent.
func (e *evaluation) winners() (list []*scoredBid) {
	for _, v := range e.bids {
		if v.won {
			list = append(list, v)
		}
	}
	slices.SortStableFunc(list, func(x, y *scoredBid) int { return cmp.Compare(x.place, y.place) })
	return list
}

// limit is the most gas that a bid's settlement may use. The agent is paid for no more than it
// estimated.
func (v *scoredBid) limit() uint64 {
	if v.gas == 0 {
		return simulationGas * uint64(len(v.Orders))
	}
	return gasLimit(v.gas)
}

// gasLimit leaves room for what changes between a simulation and its block, and for what calls must
// keep back.
func gasLimit(used uint64) uint64 { return used*3/2 + 50_000 }
