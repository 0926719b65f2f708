package delta

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// verdict is a bid with what the settlement contract would make of it.
type verdict struct {
	Bid
	fills   map[string]settlement // by order
	gas     uint64
	refused string // why it can't win; empty: it can
	won     bool
}

// single tells whether a bid is for one order.
func (v *verdict) single() bool { return len(v.Orders) == 1 }

// judgement is the outcome of a round.
type judgement struct {
	verdicts   []*verdict
	references map[string]api.Amount // what the pools would pay the owner for all of the rest, where they would
}

// claimMargin is how many parts of what an agent promises may be missing: 1/10,000.
const claimMargin = 10_000

// judge simulates every bid on the round's block and ranks what is left. Bids are compared by what the owner receives on the contract.
func (s *Service) judge(ctx context.Context, b *Batch, bids []Bid) (*judgement, error) {
	j := &judgement{references: make(map[string]api.Amount)}
	orders := make(map[string]*OpenOrder)
	for i := range b.Orders {
		o := &b.Orders[i]
		orders[o.ID] = o
		if r, ok := s.reference(ctx, b, o); ok {
			j.references[o.ID] = r
		}
	}
	for _, bid := range bids {
		j.verdicts = append(j.verdicts, &verdict{Bid: bid})
	}
	if err := s.simulate(ctx, b, orders, j.verdicts); err != nil {
		return nil, err
	}
	for _, v := range j.verdicts {
		if v.refused == "" {
			v.refused = s.unfair(v, orders, j.references)
		}
	}
	j.pick()
	return j, s.together(ctx, b, j)
}

// reference is what the owner would get from the pools for all of an order's rest, gas and fees taken off.
func (s *Service) reference(ctx context.Context, b *Batch, o *OpenOrder) (api.Amount, bool) {
	p := rest(o)
	r, err := b.Best(ctx, o.Order.SrcToken, o.Order.DestToken, p.amount)
	if err != nil {
		return api.Amount{}, false
	}
	fee, err := b.GasIn(ctx, o.Order.DestToken, r.Gas+settleGas)
	if err != nil {
		return api.Amount{}, false
	}
	return ownerGets(&o.Order, r.Received.Sub(fee), p.expected), true
}

// simulate runs every bid on the settlement contract, each on its own.
func (s *Service) simulate(ctx context.Context, b *Batch, orders map[string]*OpenOrder, list []*verdict) error {
	work, failures := make(chan *verdict), make(chan error, 1)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for v := range work {
				if err := s.simulateOne(ctx, b, orders, v); err != nil {
					select {
					case failures <- err:
					default:
					}
				}
			}
		})
	}
	for _, v := range list {
		work <- v
	}
	close(work)
	workers.Wait()
	select {
	case err := <-failures:
		return err
	default:
		return nil
	}
}

// simulateOne fails only where the node can't tell.
func (s *Service) simulateOne(ctx context.Context, b *Batch, orders map[string]*OpenOrder, v *verdict) error {
	for _, id := range v.Orders {
		if orders[id] == nil {
			v.refused = fmt.Sprintf("order %s is not in this round", id)
			return nil
		}
		if until := s.sitsOut(id, v.Agent); until > b.Round {
			v.refused = fmt.Sprintf("the agent failed to settle and sits out until round %d", until)
			return nil
		}
	}
	trials, err := s.cfg.Network.Try(ctx, b.Block, s.callOf(&v.Bid, 0))
	if err != nil {
		return err
	}
	if trials[0].Err != nil {
		v.refused = trials[0].Err.Error()
		return nil
	}
	v.gas = trials[0].Gas
	return s.readTrial(v, orders, trials[0])
}

// readTrial takes what the owners would get out of a trial.
func (s *Service) readTrial(v *verdict, orders map[string]*OpenOrder, t chain.Trial) error {
	events, err := s.settlements(t.Logs)
	if err != nil {
		return err
	}
	byHash := make(map[common.Hash]settlement)
	for _, e := range events {
		if _, twice := byHash[e.order]; twice {
			v.refused = "it settles an order twice"
			return nil
		}
		byHash[e.order] = e
	}
	v.fills = make(map[string]settlement)
	for _, id := range v.Orders {
		e, ok := byHash[orders[id].OrderHash]
		if !ok {
			v.refused = fmt.Sprintf("it does not settle order %s", id)
			return nil
		}
		v.fills[id] = e
	}
	if len(byHash) != len(v.fills) {
		v.refused = "it settles orders that it does not name"
		return nil
	}
	if got := v.fills[v.Orders[0]].received; got.Less(v.Promised.Sub(v.Promised.MulDiv(api.NewAmount(1), api.NewAmount(claimMargin)))) {
		v.refused = fmt.Sprintf("it promises %s and delivers %s", v.Promised, got)
	}
	return nil
}

// callOf is a bid as a call of the settlement contract.
func (s *Service) callOf(b *Bid, gas uint64) chain.Call {
	return chain.Call{From: b.Address, To: s.at.Delta, Value: b.Value, Data: b.Data, Gas: gas}
}

func (s *Service) sitsOut(order, agent string) uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.rows[order]; r != nil {
		return r.SitOut[agent]
	}
	return 0
}

// unfair says which order gets less from a bid than the pools would pay for it, "" if none does. A part has the contract's own floor.
func (s *Service) unfair(v *verdict, orders map[string]*OpenOrder, references map[string]api.Amount) string {
	for _, id := range v.Orders {
		o, e := orders[id], v.fills[id]
		if r, ok := references[id]; ok && e.spent == rest(o).amount && e.received.Less(r) {
			return fmt.Sprintf("unfair: order %s would get %s, the pools pay %s", id, e.received, r)
		}
	}
	return ""
}

// pick chooses the winners: bids that settle several orders together where each of them gets at least what its best single bid gives, then the best
// single bid for each order that is left.
func (j *judgement) pick() {
	taken := make(map[string]bool)
	win := func(v *verdict) {
		if slices.ContainsFunc(v.Orders, func(id string) bool { return taken[id] }) {
			return
		}
		for _, id := range v.Orders {
			taken[id] = true
		}
		v.won = true
	}
	single, joint := j.ranked()
	for _, v := range joint {
		if !slices.ContainsFunc(v.Orders, func(id string) bool {
			return len(single[id]) > 0 && v.fills[id].received.Less(single[id][0].fills[id].received)
		}) {
			win(v)
		} else {
			v.refused = "one of its orders has a better bid of its own"
		}
	}
	for _, list := range single {
		win(list[0])
	}
}

// ranked returns the valid bids: those for one order by order, best first, ties in the order of arrival; and the others, those of most orders first.
func (j *judgement) ranked() (single map[string][]*verdict, joint []*verdict) {
	single = make(map[string][]*verdict)
	for _, v := range j.verdicts {
		switch {
		case v.refused != "":
		case v.single():
			single[v.Orders[0]] = append(single[v.Orders[0]], v)
		default:
			joint = append(joint, v)
		}
	}
	for id, list := range single {
		slices.SortStableFunc(list, func(x, y *verdict) int { return y.fills[id].received.Cmp(x.fills[id].received) })
	}
	slices.SortStableFunc(joint, func(x, y *verdict) int { return cmp.Compare(len(y.Orders), len(x.Orders)) })
	return single, joint
}

// together runs the winners one after the other in one block. Those that use up what another one needs wait for the next round.
func (s *Service) together(ctx context.Context, b *Batch, j *judgement) error {
	if len(j.winners()) < 2 {
		return nil
	}
	head, err := s.cfg.Network.HeaderByHash(ctx, b.Block.Hash)
	if err != nil {
		return err
	}
	j.fit(head.GasLimit)
	winners := j.winners()
	calls := make([]chain.Call, len(winners))
	for i, v := range winners {
		calls[i] = s.callOf(&v.Bid, gasLimit(v.gas))
	}
	trials, err := s.cfg.Network.Try(ctx, b.Block, calls...)
	if err != nil {
		return err
	}
	for i, v := range winners {
		if trials[i].Err != nil {
			v.won, v.refused = false, "another settlement of this round comes first: "+trials[i].Err.Error()
		}
	}
	return nil
}

// fit leaves to the next round what one block has no room for.
func (j *judgement) fit(room uint64) {
	for _, v := range j.winners() {
		limit := gasLimit(v.gas)
		if limit > room {
			v.won, v.refused = false, "the next block has no room for more settlements: the next round"
			continue
		}
		room -= limit
	}
}

func (j *judgement) winners() (list []*verdict) {
	for _, v := range j.verdicts {
		if v.won {
			list = append(list, v)
		}
	}
	return list
}

// gasLimit leaves room for what changes between a simulation and its block, and for what calls must keep back.
func gasLimit(used uint64) uint64 { return used*3/2 + 50_000 }

// entry is the round as one of its orders saw it.
func (j *judgement) entry(b *Batch, o *OpenOrder, entry api.DeltaRoundEntry) api.DeltaRoundEntry {
	entry.Round, entry.Block, entry.Floor, entry.Bids = b.Round, b.Block, o.Floor, []api.DeltaBidRecord{}
	if r, ok := j.references[o.ID]; ok {
		entry.Reference = &r
	}
	var good, bad []api.DeltaBidRecord
	for _, v := range j.verdicts {
		if !slices.Contains(v.Orders, o.ID) {
			continue
		}
		e := v.fills[o.ID]
		r := api.DeltaBidRecord{
			Agent: v.Agent, Address: v.Address, Promised: v.Promised, Received: e.received, Spent: e.spent, Gas: v.gas, Reason: v.refused,
			Orders: len(v.Orders),
		}
		if v.refused != "" {
			bad = append(bad, r)
			continue
		}
		good = append(good, r)
		if v.won {
			entry.Winner = v.Agent
		}
	}
	slices.SortStableFunc(good, func(x, y api.DeltaBidRecord) int { return y.Received.Cmp(x.Received) })
	for i := range good {
		good[i].Rank = i + 1
	}
	entry.Bids = append(append(entry.Bids, good...), bad...)
	entry.Outcome = outcome(o, &entry, j)
	return entry
}

// outcome says in words how a round ended for an order.
func outcome(o *OpenOrder, e *api.DeltaRoundEntry, j *judgement) string {
	switch {
	case e.Winner != "":
		return "won by " + e.Winner
	case len(e.Bids) > 0:
		return "no bid could win: " + e.Bids[0].Reason
	case e.Reference != nil && e.Reference.Less(o.Floor):
		return fmt.Sprintf("BELOW_LIMIT: the best way gives %s, the owner accepts no less than %s", e.Reference, o.Floor)
	default:
		return "NO_BID: no agent is able to settle this order"
	}
}
