package auction

import (
	"context"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/settlement"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// DirectGas is what settling an order of a batch against its agent's own tokens uses.
const DirectGas = 140_000

// Terms are what an order of a round must be paid, before fees.
type Terms struct {
	Floor api.Amount // the least that the contract takes for all that is left of it
	// Own is the largest part that its best route settles, and Fair what that brings after gas. No
	// less of the order may be settled, and for no less: its owner gets that without the others.
	Own  settlement.Part
	Fair api.Amount
	Gas  api.Amount // what settling it in a batch costs, in the token that it buys
}

// Terms returns what an order must be paid.
func (b *Batch) Terms(ctx context.Context, o *OpenOrder) (t Terms, err error) {
	t.Floor = o.Part().MinOut
	route := Route{}
	if t.Own, route, err = b.OwnPart(ctx, o); err != nil {
		return t, err
	}
	if !t.Own.Amount.IsZero() {
		if t.Fair, err = b.AfterGas(ctx, o, route); err != nil {
			return t, err
		}
	}
	t.Gas, err = b.GasIn(ctx, o.Order.Measure(), DirectGas+o.SignatureGas)
	return t, err
}

// least is what is fair for all that is left of an order.
func (t *Terms) least() api.Amount {
	return t.Fair.Add(t.Floor.Sub(t.Own.MinOut))
}

// intents are what is settled of an order in any case or not at all, and what of the rest may be
// divided.
func (t *Terms) intents(o *OpenOrder) (list []router.Intent) {
	part := o.Part()
	add := func(sell, ask, floor api.Amount, parts bool) {
		if !sell.IsZero() {
			list = append(list, router.Intent{Sell: sell.Float(), Ask: ask.Float(), Parts: parts,
				Bonus: ask.Sub(floor).Float()})
		}
	}
	if t.Own.Amount.IsZero() {
		add(part.Amount, t.Floor, t.Floor, o.PartiallyFillable)
	} else {
		add(t.Own.Amount, t.Fair, t.Own.MinOut, false)
		left := t.Floor.Sub(t.Own.MinOut)
		add(part.Amount.Sub(t.Own.Amount), left, left, true)
	}
	list[0].Ask += t.Gas.Float()
	return list
}

// InPools is the token by which pools know a token.
func (b *Batch) InPools(token common.Address) common.Address {
	if token == api.NativeToken {
		return b.Wrapped
	}
	return token
}

// Worth is how many wei a unit of a token is worth, 0 where that is not known.
func (b *Batch) Worth(ctx context.Context, token common.Address) float64 {
	rate, err := b.rate(ctx, token)
	if err != nil || rate.Quote.IsZero() {
		return 0
	}
	return rate.Base.Float() / rate.Quote.Float()
}

// Intents are the orders of the round that have a worth, as the joint optimum sees them, and their
// places in the round. Any of them that is settled must get what is fair. An order of which its
// best route settles a part is two: that part, and the rest.
func (b *Batch) Intents(ctx context.Context) (batch *router.Batch, places []int) {
	batch = &router.Batch{Worth: make(map[common.Address]float64), GasPrice: b.gasPrice.Float()}
	terms, failed := make([]Terms, len(b.Orders)), make([]error, len(b.Orders))
	Parallel(ctx, len(b.Orders), func(i int) { terms[i], failed[i] = b.Terms(ctx, &b.Orders[i]) })
	for i := range b.Orders {
		o := &b.Orders[i]
		src, dest := b.InPools(o.Order.SrcToken), b.InPools(o.Order.DestToken)
		for _, token := range []common.Address{src, dest} {
			if _, ok := batch.Worth[token]; !ok {
				batch.Worth[token] = b.Worth(ctx, token)
			}
		}
		if o.Alone() {
			continue
		}
		if failed[i] != nil || ctx.Err() != nil || o.Part().Amount.IsZero() || src == dest ||
			batch.Worth[src] == 0 || batch.Worth[dest] == 0 {
			continue
		}
		for _, in := range terms[i].intents(o) {
			in.Src, in.Dest, in.Bonus = src, dest, in.Bonus*batch.Worth[dest]
			batch.Intents, places = append(batch.Intents, in), append(places, i)
		}
	}
	return batch, places
}

// yardstick is what the winners of a round are measured by.
type yardstick struct {
	available *big.Int              // wei: the bound of the surplus of all orders; nil: not known
	singles   map[string]api.Amount // what the best single pool would pay an order's owner
	bounds    map[string]api.Amount // more than any settlement would pay an order's owner
}

// wholeWork is how many orders, in all optima together, are looked at for the bound of settlements
// that divide none which may not be divided.
const wholeWork = 400

// measure finds what the orders of a round could get at most. What can't be found is left out.
func (b *Batch) measure(ctx context.Context) *yardstick {
	y := &yardstick{singles: make(map[string]api.Amount), bounds: make(map[string]api.Amount)}
	if b.Pools == nil {
		return y
	}
	intents, places := b.Intents(ctx)
	var tokens []common.Address
	for token := range intents.Worth {
		tokens = append(tokens, token)
	}
	market, err := b.Pools.Market(ctx, b.Block.Number, tokens)
	if err != nil {
		return y
	}
	singles := make([]*api.Amount, len(b.Orders))
	Parallel(ctx, len(b.Orders), func(i int) { singles[i] = b.single(ctx, market, &b.Orders[i]) })
	for i, single := range singles {
		if single != nil {
			y.singles[b.Orders[i].ID] = *single
		}
	}
	if slices.ContainsFunc(b.Orders, func(o OpenOrder) bool { return o.Alone() }) {
		return y // no bound is known of what these can get
	}
	joint, err := market.Optimum(ctx, intents)
	if err != nil {
		return y
	}
	available := joint.Bound
	intents.Near = joint
	if n := len(intents.Intents); n > 0 && n < wholeWork {
		if _, whole, err := market.Whole(ctx, intents, 1+wholeWork/n); err == nil {
			available = min(available, whole)
		}
	}
	lone := b.lone(ctx, market, intents)
	available = min(available, lone)
	y.available, _ = big.NewFloat(max(0, math.Ceil(available))).Int(nil)
	b.boundEach(ctx, y, market, intents, places, lone)
	return y
}

// boundEach bounds what each order can get: what is fair to it, and with it all that any settlement
// could bring all orders above what is fair to them. lone bounds what a lone order brings above its
// floor.
func (b *Batch) boundEach(ctx context.Context, y *yardstick, market *router.Snapshot,
	intents *router.Batch, places []int, lone float64) {
	above := *intents
	above.Intents = slices.Clone(intents.Intents)
	for i := range above.Intents {
		above.Intents[i].Bonus = 0
	}
	joint, err := market.Optimum(ctx, &above)
	if err != nil {
		return
	}
	for _, place := range slices.Compact(slices.Clone(places)) {
		o := &b.Orders[place]
		terms, err := b.Terms(ctx, o)
		if err != nil {
			continue
		}
		most := min(joint.Bound, lone-intents.Intents[0].Bonus) / b.Worth(ctx, o.Order.DestToken)
		more, _ := big.NewFloat(math.Ceil(max(0, most))).Int(nil)
		if gain, err := api.AmountFromBig(more); err == nil {
			y.bounds[o.ID] = o.owner(terms.least().Add(gain))
		}
	}
}

// single is what the best single pool would pay an order's owner for all of the rest, nil if none
// trades its tokens.
func (b *Batch) single(ctx context.Context, market *router.Snapshot, o *OpenOrder) *api.Amount {
	if o.Order.Buy {
		return nil // what pools are compared by is what they pay
	}
	others, err := router.Others(ctx, market, router.Query{Src: b.InPools(o.Order.SrcToken),
		Dest: b.InPools(o.Order.DestToken), Amount: *o.Part().Amount.U256()})
	if err != nil {
		return nil
	}
	for i := range others {
		leg := &others[i].Leg
		if market.Venues[leg.Venue].Pool.Kind() == pool.KindOrder {
			continue
		}
		out := leg.DestAmount
		gross, err := api.AmountFromBig(out.ToBig())
		if err != nil {
			return nil
		}
		pool := Route{Received: gross, Gas: others[i].Gas() + b.OnePoolGas}
		if net, err := b.AfterGas(ctx, o, pool); err == nil {
			return new(o.owner(net))
		}
	}
	return nil
}

// captured is what bids bring their owners above the least that these accept, in wei, with the fees
// that the contract takes of it.
func captured(e *evaluation, bids []*scoredBid, winners []int) (sum api.Amount) {
	for _, i := range winners {
		for _, id := range bids[i].Orders {
			o, fill := e.orders[id], bids[i].fills[id]
			p := o.Part()
			floor := p.MinOut.MulDiv(fill.Spent, p.Amount)
			gross := fill.Received.Add(fill.ProtocolFee).Add(fill.PartnerFee)
			sum = sum.Add(e.worth(o.Order.Measure(), gross.Sub(floor)))
		}
	}
	return sum
}

// takeSurplus sums up what a round came to, beside what it could have.
func (e *evaluation) takeSurplus() {
	if e.yardstick.available == nil {
		return
	}
	if bound, err := api.AmountFromBig(e.yardstick.available); err == nil {
		e.surplus = &api.DeltaSurplus{Captured: captured(e, e.bids, e.decision.winners),
			Bound: bound}
	}
}
