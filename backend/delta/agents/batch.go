package agents

import (
	"cmp"
	"context"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/delta/settlement"
	"bourse/backend/swap/router"
)

// BatchAgent settles as many orders of a round as it can together: against each other in rings of
// any length, parts of those that may be divided, and what is left over against all pools, by the
// joint optimum's prices. Orders that sell the same for the same get one price. It pays from its
// own tokens and coins and takes what is sold; what it owes the pools it would trade there, and
// reckons with what they pay exactly.
type BatchAgent struct{ Account common.Address }

const (
	maxBatch   = 64   // orders of a settlement, as far as a transaction's gas reaches
	batchWork  = 1200 // orders in all sets that are tried
	roomSteps  = 16   // in which it is found for which orders the block has room
	roomRounds = 3    // in which others take the places of those that can't be paid
	priceScale = 96   // bits of the fraction of a clearing price
	gasRounds  = 4    // in which what swaps cost is found
	rounding   = 1e-6 // of payments, more than what pools round off
	leastFill  = 1e-3 // of an order by the optimum, to be tried
	poolRounds = 3    // in which pools that don't earn their gas are left out
	partMargin = 2e-5 // of its price, by which the part of an order pays less than all could
)

// unit is what parts may differ by where the contract rounds.
var unit = api.NewAmount(1)

// Name implements auction.Agent.
func (a BatchAgent) Name() string { return "batch" }

// Solve implements auction.Agent.
func (a BatchAgent) Solve(ctx context.Context, b *auction.Batch) (bids []auction.Bid, err error) {
	if b.Pools == nil {
		return nil, nil
	}
	market, err := b.Pools.Market(ctx, b.Block.Number, nil)
	if err != nil {
		return nil, err
	}
	s := &solver{b: b, market: market, earlier: earlier(ctx, b), left: make(map[int]bool)}
	for i := range market.Venues {
		s.left[i] = slices.ContainsFunc(market.Passing, market.Venues[i].Is)
	}
	all := s.take(ctx)
	bids = a.bids(b, s.within(ctx, all), 1)
	// Code of strangers that fails a settlement must not take the others' from them.
	if slices.ContainsFunc(s.orders, bySomeCode) {
		some := slices.DeleteFunc(slices.Clone(all), bySomeCode)
		bids = append(bids, a.bids(s.b, s.within(ctx, some), 2)...)
	}
	return bids, ctx.Err()
}

// bySomeCode tells whether settling an order runs code of its owner's.
func bySomeCode(w wanted) bool {
	return w.SignatureGas > 0 || w.Order.DestToken == api.NativeToken
}

// bids offer to settle the orders of a clearing, by a method of the contract for each kind of them,
// with what its swaps with pools use. They win as a group, since one pays from what another takes.
func (a BatchAgent) bids(b *auction.Batch, c *clearing, group int) (bids []auction.Bid) {
	if c == nil || len(c.legs) < 2 {
		return nil
	}
	for _, k := range kinds {
		legs := slices.DeleteFunc(slices.Clone(c.legs), func(l leg) bool {
			return kindOf(l.OpenOrder) != k
		})
		for some := range slices.Chunk(legs, maxBatch) {
			bid := auction.Bid{Agent: a.Name(), Address: a.Account, Group: group,
				Trades: c.gas * uint64(len(some)) / uint64(len(c.legs))}
			directly(b, &bid, some, k.fillable)
			bids = append(bids, bid)
		}
	}
	return bids
}

// solver looks for the orders that are settled together.
type solver struct {
	b      *auction.Batch
	market *router.Snapshot
	// the pools at the blocks before
	earlier []*router.Snapshot
	left    map[int]bool // venues that count nothing
	orders  []wanted
	worth   map[common.Address]float64 // wei
	work    int                        // that may still be done
	near    *router.Joint              // the last optimum
}

// wanted is the largest part of an order with what it must be paid.
type wanted struct {
	leg
	src, dest common.Address // in pools
	gas       float64        // what settling it costs, of the token that it buys
	parts     bool           // a smaller part is settled too
	fewest    uint64         // basis points of the least that is: what its own best bid settles
	above     api.Amount     // the least of any part: what that bid brings above that part's least
	alone     float64        // for a unit, what it would get by itself, whatever its floor
}

// clearing is what a set of orders is paid.
type clearing struct {
	legs []leg
	gas  uint64  // of the swaps with pools
	gain float64 // what owners get above the least that they accept, in wei
	// an order would get less than it must
	short bool
}

// take takes down the orders that can be settled together.
func (s *solver) take(ctx context.Context) (all []wanted) {
	s.worth = make(map[common.Address]float64)
	list := make([]*wanted, len(s.b.Orders))
	auction.Parallel(ctx, len(list), func(i int) {
		if o := &s.b.Orders[i]; !o.Alone() {
			list[i] = s.wanted(ctx, o)
		}
	})
	for _, w := range list {
		if w == nil || w.src == w.dest {
			continue
		}
		for _, token := range []common.Address{w.src, w.dest} {
			if _, known := s.worth[token]; !known {
				s.worth[token] = s.b.Worth(ctx, token)
			}
		}
		if s.worth[w.src] > 0 && s.worth[w.dest] > 0 {
			all = append(all, *w)
		}
	}
	return all
}

// within is the best clearing of some orders for which the block has room. Others take the places
// of those that were chosen for it and then could not be paid what they ask.
func (s *solver) within(ctx context.Context, all []wanted) (best *clearing) {
	for range roomRounds {
		s.fit(ctx, all)
		c, chosen := s.best(ctx), s.orders
		if c == nil || best != nil && c.gain <= best.gain {
			break
		}
		if best = c; len(chosen) == len(all) || len(c.legs) == len(chosen) {
			break
		}
		left := make(map[string]bool)
		for i := range chosen {
			left[chosen[i].ID] = true
		}
		for i := range c.legs {
			delete(left, c.legs[i].ID)
		}
		all = slices.DeleteFunc(slices.Clone(all), func(w wanted) bool { return left[w.ID] })
	}
	return best
}

// fit takes of some orders those for which the block has room: where it has not for all, those that
// gain at the optimum even if gas costs as much more as leaves no more of them.
func (s *solver) fit(ctx context.Context, all []wanted) {
	s.orders = all
	if s.b.Room == 0 {
		return
	}
	most := auction.MostGas(s.b.Room, s.settleGas(all[:min(len(all), maxBatch)]))
	if s.settleGas(all) <= most {
		return
	}
	batch := s.batch(all)
	joint := s.optimum(ctx, batch)
	if joint == nil {
		return
	}
	low, high := 0.0, scarcest*joint.Bound/float64(most)
	for range roomSteps {
		price := (low + high) / 2
		dear := *batch
		dear.GasPrice += price
		dear.Intents = slices.Clone(batch.Intents)
		for i := range dear.Intents {
			w := &all[i]
			dear.Intents[i].Ask += price * float64(w.settleGas()) / s.worth[w.dest]
		}
		if joint = s.optimum(ctx, &dear); joint == nil {
			return
		}
		var some []wanted
		for i := range all {
			if fill := joint.Fill(i); fill > 0.5 || all[i].parts && fill > leastFill {
				some = append(some, all[i])
			}
		}
		if s.settleGas(some) > most {
			low = price
		} else {
			high, s.orders = price, some
		}
	}
}

// scarcest is how many times what the optimum gains for the gas of a block an order may gain for
// its own.
const scarcest = 64

// settleGas is what settling orders together uses.
func (s *solver) settleGas(orders []wanted) (gas uint64) {
	for i := range orders {
		gas += orders[i].settleGas()
	}
	return gas + directGas*settlements(orders)
}

// wanted is what an order must be paid: no less than any way of its own would bring.
func (s *solver) wanted(ctx context.Context, o *auction.OpenOrder) *wanted {
	w := s.own(ctx, o)
	if w == nil {
		return nil
	}
	best, ok := s.b.Alone(o)
	switch {
	case !ok:
	case best.Spent == w.Amount:
		gross := o.Least(w.Part, api.Amount{}, best.Received)
		w.least = w.least.Max(gross)
		w.alone = max(w.alone, gross.Float()/w.Amount.Float())
	case w.parts: // no less of it may be settled, and for no less
		percent, _ := best.Spent.MulDivUp(api.NewAmount(api.BPS), o.Order.SrcAmount).Uint64()
		part := settlement.PartOf(&o.Order, percent)
		least := o.Least(part, part.MinOut.Add(w.above), best.Received)
		w.fewest, w.above = max(w.fewest, percent), least.Sub(part.MinOut)
		w.least = w.Part.MinOut.Add(w.above)
	}
	return w
}

// own is what an order must be paid by what its own ways bring.
func (s *solver) own(ctx context.Context, o *auction.OpenOrder) *wanted {
	t, err := s.b.Terms(ctx, o)
	w := &wanted{leg: leg{OpenOrder: o, Part: o.Part(), least: t.Floor.Max(t.Fair)},
		src: o.Order.SrcToken, dest: s.b.InPools(o.Order.DestToken), gas: t.Gas.Float()}
	if r, err := s.b.Best(ctx, w.src, o.Order.DestToken, w.Amount, o.Avoids...); err == nil {
		if net, err := s.b.AfterGas(ctx, o, r); err == nil {
			w.alone = net.Float() / w.Amount.Float()
		}
	}
	if err != nil || w.Amount.IsZero() {
		return nil
	}
	if r, err := Blend(ctx, s.b, w.src, o.Order.DestToken, w.Amount, o.Avoids...); err == nil {
		if net, err := s.b.AfterGas(ctx, o, r); err == nil && w.least.Less(net) {
			w.least, w.alone = net, net.Float()/w.Amount.Float()
			return w
		}
	}
	if o.PartiallyFillable && t.Own != w.Part {
		w.parts, w.fewest = true, t.Own.Percent
		if w.fewest > 0 {
			w.above = t.Fair.Sub(t.Own.MinOut).Add(unit)
		}
		w.least = t.Floor.Add(w.above)
	}
	return w
}

// only is the order with a part of it to be settled, of which none may be smaller than fewest; ok
// is false where there is no such part.
func (w wanted) only(filled float64) (part wanted, ok bool) {
	if filled > 1-leastFill {
		return w, true
	}
	step := settlement.Step(&w.Order)
	percent := uint64(filled * float64(w.Percent))
	w = w.sized(percent - percent%step)
	return w, !w.Amount.IsZero() && w.Percent >= w.fewest
}

// sized is the order with a part of so many basis points.
func (w wanted) sized(percent uint64) wanted {
	w.Part = settlement.PartOf(&w.Order, percent)
	w.least = w.Part.MinOut.Add(w.above)
	return w
}

// best is the clearing of orders that can all be paid what they must be: those that the optimum
// chooses without dividing any that must not be, then of the others each that adds to what owners
// gain. What the optimum does not fill at all could only take from that.
func (s *solver) best(ctx context.Context) (best *clearing) {
	if len(s.orders) < 2 {
		return nil
	}
	s.work = max(batchWork, 6*len(s.orders))
	// Where some can't be settled together with the others, those with the least to win go first.
	slices.SortStableFunc(s.orders, func(x, y wanted) int {
		return cmp.Compare(s.slack(&y), s.slack(&x))
	})
	batch := s.batch(s.orders)
	joint := s.optimum(ctx, batch)
	if joint != nil && s.fix(joint) {
		batch = s.batch(s.orders)
		joint = s.optimum(ctx, batch)
	}
	if joint == nil {
		return nil
	}
	batch.Near = joint
	places, _, err := s.market.Whole(ctx, batch, 1+s.work/2/len(s.orders))
	if err != nil {
		return nil
	}
	var chosen, rest []wanted
	for i := range s.orders {
		if slices.Contains(places, i) || s.orders[i].parts && joint.Fill(i) > leastFill {
			chosen = append(chosen, s.orders[i])
		} else if joint.Fill(i) > leastFill {
			rest = append(rest, s.orders[i])
		}
	}
	if best = s.clear(ctx, chosen); best == nil {
		best, chosen, rest = s.agree(ctx, joint, chosen, rest)
	}
	best, _ = s.grow(ctx, best, chosen, rest)
	return best
}

// fix leaves of the orders of which the optimum fills less than their own best bid does the part
// that this does, which is settled or not. It tells whether there are any.
func (s *solver) fix(joint *router.Joint) (any bool) {
	for i := range s.orders {
		w := &s.orders[i]
		if w.parts && joint.Fill(i)*float64(w.Percent) < float64(w.fewest) {
			*w, any = w.sized(w.fewest), true
			w.parts = false
		}
	}
	return any
}

// grow adds orders to a clearing of some, all at once or half of them at a time, where they can be
// paid what they must be and add to what owners gain.
func (s *solver) grow(ctx context.Context, best *clearing, chosen, rest []wanted) (*clearing,
	[]wanted) {
	if len(rest) == 0 || s.work <= 0 || ctx.Err() != nil {
		return best, chosen
	}
	all := slices.Concat(chosen, rest)
	if c := s.clear(ctx, all); c != nil && (best == nil || c.gain > best.gain) {
		return c, all
	}
	if half := len(rest) / 2; half > 0 {
		best, chosen = s.grow(ctx, best, chosen, rest[:half])
		best, chosen = s.grow(ctx, best, chosen, rest[half:])
	}
	return best, chosen
}

// pair is what orders sell and buy in pools.
type pair struct{ src, dest common.Address }

// prices are what orders that are settled together are paid by for a unit: as much as the one of
// their pair that would get most by itself. No floor stands in a price, so that restating one's own
// brings nothing, unless all orders of the pair ask for more than they would get by themselves.
func prices(orders []wanted) map[pair]float64 {
	price, asks := make(map[pair]float64), make(map[pair]float64)
	for i := range orders {
		o := &orders[i]
		key := pair{o.src, o.dest}
		price[key] = max(price[key], o.alone)
		asks[key] = max(asks[key], o.asks())
	}
	for key := range price {
		if price[key] == 0 {
			price[key] = asks[key]
		}
	}
	return price
}

// batch is a set of orders as the optimum sees it, each with what is fair to it.
func (s *solver) batch(orders []wanted) *router.Batch {
	batch := &router.Batch{Worth: s.worth, GasPrice: s.b.GasPrice().Float(), Without: s.left}
	for i := range orders {
		o := &orders[i]
		batch.Intents = append(batch.Intents, router.Intent{Src: o.src, Dest: o.dest,
			Sell: o.Amount.Float(), Ask: o.least.Float() + o.gas, Bonus: s.slack(o),
			Parts: o.parts})
	}
	return batch
}

// asks is what an order must get for a unit.
func (w *wanted) asks() float64 { return w.least.Float() / w.Amount.Float() }

// slack is what an order gets above the least that its owner accepts where it gets what is fair, in
// wei.
func (s *solver) slack(o *wanted) float64 {
	return o.least.Sub(o.Part.MinOut).Float() * s.worth[o.dest]
}
