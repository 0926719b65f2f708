package delta

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/chain"
)

// verdict is a bid with what the settlement contract would make of it.
type verdict struct {
	Bid
	fills   map[string]settlement // by order
	gas     uint64
	heard   bool   // whether its turn has come
	refused string // why it can't win; empty: it can
	won     bool
}

// single tells whether a bid is for one order.
func (v *verdict) single() bool { return len(v.Orders) == 1 }

// judgement is the outcome of a round.
type judgement struct {
	orders     map[string]*OpenOrder
	verdicts   []*verdict
	bidders    map[string][]*verdict // by order
	references map[string]api.Amount // what the pools would pay the owner for all of the rest, where they would
}

// claimMargin is how many parts of what an agent promises may be missing: 1/10,000.
const claimMargin = 10_000

// noRoom is why a bid has to wait.
const noRoom = "the next block has no room for more settlements: the next round"

// judge simulates bids on the round's block and ranks them by what the owner receives on the contract. Orders are taken one after the other, each
// with all bids for it, until the next block is full; the others meet in the next round.
func (s *Service) judge(ctx context.Context, b *Batch, bids []Bid) (*judgement, error) {
	j := s.newJudgement(ctx, b, bids)
	head, err := s.cfg.Network.HeaderByHash(ctx, b.Block.Hash)
	if err != nil {
		return nil, err
	}
	room, least := head.GasLimit, gasLimit(settleGas)
	for next := 0; next < len(b.Orders) && room > least; {
		var wave []*verdict
		for ; next < len(b.Orders) && uint64(len(wave)) < room/least; next++ {
			wave = j.hear(wave, b.Orders[next].ID)
		}
		if err := s.simulate(ctx, b, j, wave); err != nil {
			return nil, err
		}
		room = fit(pick(wave), room)
	}
	for _, v := range j.verdicts {
		if !v.heard {
			v.refused = noRoom
		}
	}
	return j, s.together(ctx, b, j)
}

func (s *Service) newJudgement(ctx context.Context, b *Batch, bids []Bid) *judgement {
	j := &judgement{orders: make(map[string]*OpenOrder), bidders: make(map[string][]*verdict), references: make(map[string]api.Amount)}
	for i := range b.Orders {
		o := &b.Orders[i]
		j.orders[o.ID] = o
		if r, ok := s.reference(ctx, b, o); ok {
			j.references[o.ID] = r
		}
	}
	for _, bid := range bids {
		v := &verdict{Bid: bid}
		j.verdicts = append(j.verdicts, v)
		for _, id := range v.Orders {
			j.bidders[id] = append(j.bidders[id], v)
			if j.orders[id] == nil {
				v.heard, v.refused = true, fmt.Sprintf("order %s is not in this round", id)
			}
		}
	}
	return j
}

// hear adds to a wave all bids for an order, and for the orders that these settle with it, so that they are compared with each other.
func (j *judgement) hear(wave []*verdict, order string) []*verdict {
	for _, v := range j.bidders[order] {
		if v.heard {
			continue
		}
		v.heard = true
		wave = append(wave, v)
		for _, id := range v.Orders {
			wave = j.hear(wave, id)
		}
	}
	return wave
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

// simulate runs bids on the settlement contract, each on its own.
func (s *Service) simulate(ctx context.Context, b *Batch, j *judgement, list []*verdict) error {
	failures := make([]error, len(list))
	parallel(ctx, len(list), func(i int) { failures[i] = s.simulateOne(ctx, b, j, list[i]) })
	return errors.Join(append(failures, ctx.Err())...)
}

// simulateOne fails only where the node can't tell.
func (s *Service) simulateOne(ctx context.Context, b *Batch, j *judgement, v *verdict) error {
	for _, id := range v.Orders {
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
	if err := s.readTrial(v, j.orders, trials[0]); err != nil {
		return err
	}
	if v.refused == "" {
		v.refused = s.unfair(j, v)
	}
	return nil
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
		dest := orders[v.Orders[0]].Order.DestToken
		v.refused = fmt.Sprintf("it promises %s and delivers %s", s.sum(v.Promised, dest), s.sum(got, dest))
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
func (s *Service) unfair(j *judgement, v *verdict) string {
	for _, id := range v.Orders {
		o, e := j.orders[id], v.fills[id]
		if r, ok := j.references[id]; ok && e.spent == rest(o).amount && e.received.Less(r) {
			return fmt.Sprintf("unfair: order %s would get %s, the pools pay %s", id, s.sum(e.received, o.Order.DestToken), s.sum(r, o.Order.DestToken))
		}
	}
	return ""
}

// pick chooses the winners among all bids for some orders: bids that settle several orders together where each of them gets at least what its best
// single bid gives, then the best single bid for each order that is left.
func pick(list []*verdict) (winners []*verdict) {
	taken := make(map[string]bool)
	win := func(v *verdict) {
		if slices.ContainsFunc(v.Orders, func(id string) bool { return taken[id] }) {
			return
		}
		for _, id := range v.Orders {
			taken[id] = true
		}
		v.won = true
		winners = append(winners, v)
	}
	single, joint := ranked(list)
	for _, v := range joint {
		if !slices.ContainsFunc(v.Orders, func(id string) bool {
			return len(single[id]) > 0 && v.fills[id].received.Less(single[id][0].fills[id].received)
		}) {
			win(v)
		} else {
			v.refused = "another bid pays one of its orders more"
		}
	}
	for _, v := range list {
		if v.single() && v.refused == "" && single[v.Orders[0]][0] == v {
			win(v)
		}
	}
	return winners
}

// ranked returns the valid bids: those for one order by order, best first, ties in the order of arrival; and the others, those of most orders first.
func ranked(list []*verdict) (single map[string][]*verdict, joint []*verdict) {
	single = make(map[string][]*verdict)
	for _, v := range list {
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
	winners := j.winners()
	if len(winners) < 2 {
		return nil
	}
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

// fit leaves to the next round what has no room in the next block, and returns how much gas is left of it.
func fit(winners []*verdict, room uint64) uint64 {
	for _, v := range winners {
		limit := gasLimit(v.gas)
		if limit > room {
			v.won, v.refused = false, noRoom
			continue
		}
		room -= limit
	}
	return room
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
