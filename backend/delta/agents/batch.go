package agents

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"
	"github.com/holiman/uint256"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/backend/swap/pool"
	"bourse/backend/swap/router"
)

// BatchAgent settles as many orders of a round as it can in one settlement: against each other in
// rings of any length, and what is left over against all pools, by the joint optimum's prices.
// Orders that sell the same for the same get one price. It pays from its own tokens and takes what
// is sold; what it owes the pools it would trade there, and reckons with what they pay exactly.
type BatchAgent struct{ Account common.Address }

const (
	maxBatch   = 64   // orders of a settlement, as far as a transaction's gas reaches
	mostOrders = 128  // of a round that are looked at, those of the most worth
	batchWork  = 1200 // orders in all sets that are tried
	priceScale = 96   // bits of the fraction of a clearing price
	gasRounds  = 4    // in which what swaps cost is found
	rounding   = 1e-6 // of payments, more than what pools round off
	leastFill  = 1e-3 // of an order by the optimum, to be tried
	poolRounds = 3    // in which pools that don't earn their gas are left out
)

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
	for _, fillable := range []bool{false, true} {
		s := &solver{b: b, market: market}
		s.take(ctx, fillable)
		if c := s.best(ctx); c != nil && len(c.legs) > 1 {
			for legs := range slices.Chunk(c.legs, maxBatch) {
				bids = append(bids, a.bid(legs, c.gas/uint64(len(c.legs)), fillable))
			}
		}
	}
	return bids, ctx.Err()
}

// bid offers to settle orders of a clearing, with what its swaps with pools use for each.
func (a BatchAgent) bid(legs []leg, swaps uint64, fillable bool) auction.Bid {
	bid := auction.Bid{Agent: a.Name(), Address: a.Account}
	for i := range legs {
		bid.Gas += auction.DirectGas + swaps + legs[i].SignatureGas
	}
	directly(&bid, legs, fillable)
	return bid
}

// solver looks for the orders that are settled together.
type solver struct {
	b      *auction.Batch
	market *router.Snapshot
	orders []wanted
	worth  map[common.Address]float64 // wei
	work   int                        // that may still be done
	near   *router.Joint              // the last optimum
}

// wanted is an order with what it must be paid.
type wanted struct {
	leg
	src, dest common.Address // in pools
	gas       float64        // what settling it costs, of the token that it buys
}

// clearing is what a set of orders is paid.
type clearing struct {
	legs []leg
	gas  uint64  // of the swaps with pools
	gain float64 // what owners get above the least that they accept, in wei
	// an order would get less than it must
	short bool
}

// take takes down the orders that can be settled together by one method of the contract.
func (s *solver) take(ctx context.Context, fillable bool) {
	s.worth = make(map[common.Address]float64)
	orders := s.largest(ctx, fillable)
	list := make([]*wanted, len(orders))
	auction.Parallel(ctx, len(orders), func(i int) { list[i] = s.wanted(ctx, orders[i]) })
	for _, w := range list {
		if w == nil {
			continue
		}
		for _, token := range []common.Address{w.src, w.dest} {
			s.worth[token] = s.b.Worth(ctx, token)
		}
		if s.worth[w.src] > 0 && s.worth[w.dest] > 0 {
			s.orders = append(s.orders, *w)
		}
	}
}

// largest are the orders of the most worth that one method of the contract settles.
func (s *solver) largest(ctx context.Context, fillable bool) (list []*auction.OpenOrder) {
	worth := make(map[*auction.OpenOrder]float64)
	for i := range s.b.Orders {
		o := &s.b.Orders[i]
		if o.PartiallyFillable == fillable && o.Order.DestToken != api.NativeToken {
			worth[o] = s.b.Worth(ctx, o.Order.SrcToken) * o.Order.SrcAmount.Float()
			list = append(list, o)
		}
	}
	slices.SortStableFunc(list, func(x, y *auction.OpenOrder) int {
		return cmp.Compare(worth[y], worth[x])
	})
	return list[:min(len(list), mostOrders)]
}

// wanted is what an order must be paid: no less than any way of its own would bring.
func (s *solver) wanted(ctx context.Context, o *auction.OpenOrder) *wanted {
	t, err := s.b.Terms(ctx, o)
	w := &wanted{leg: leg{OpenOrder: o, Part: o.Part(), least: t.Fair}, src: o.Order.SrcToken,
		dest: o.Order.DestToken, gas: t.Gas.Float()}
	if err != nil || w.Amount.IsZero() {
		return nil
	}
	if r, err := Blend(ctx, s.b, w.src, w.dest, w.Amount); err == nil {
		fee, err := s.b.GasIn(ctx, w.dest, r.Gas+auction.SettleGas+o.SignatureGas)
		if net := r.Received.Sub(fee); err == nil && w.least.Less(net) {
			w.least = net
		}
	}
	return w
}

// best is the clearing of orders that can all be paid what they must be: those that the optimum
// chooses without dividing any, then of the others each that adds to what owners gain. What the
// optimum does not fill at all could only take from that.
func (s *solver) best(ctx context.Context) (best *clearing) {
	if len(s.orders) < 2 {
		return nil
	}
	s.work = batchWork
	// Where some can't be settled together with the others, those with the least to win go first.
	slices.SortStableFunc(s.orders, func(x, y wanted) int {
		return cmp.Compare(s.slack(&y), s.slack(&x))
	})
	batch := s.batch(s.orders)
	joint := s.optimum(ctx, batch)
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
		if slices.Contains(places, i) {
			chosen = append(chosen, s.orders[i])
		} else if joint.Fill(i) > leastFill {
			rest = append(rest, s.orders[i])
		}
	}
	for best = s.clear(ctx, chosen); best == nil && len(chosen) > 2; best = s.clear(ctx, chosen) {
		fit, odd := s.apart(ctx, chosen)
		chosen, rest = fit, append(rest, odd...)
	}
	best, _ = s.grow(ctx, best, chosen, rest)
	return best
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

// prices are what orders that are settled together get for a unit at least: as much as the one of
// their pair that must get most.
func prices(orders []wanted) map[pair]float64 {
	price := make(map[pair]float64)
	for i := range orders {
		o := &orders[i]
		key := pair{o.src, o.dest}
		price[key] = max(price[key], o.least.Float()/o.Amount.Float())
	}
	return price
}

// batch is a set of orders as the optimum sees it, each with what is fair to it.
func (s *solver) batch(orders []wanted) *router.Batch {
	batch := &router.Batch{Worth: s.worth, GasPrice: s.b.GasPrice().Float()}
	for i := range orders {
		o := &orders[i]
		batch.Intents = append(batch.Intents, router.Intent{Src: o.src, Dest: o.dest,
			Sell: o.Amount.Float(), Ask: o.least.Float() + o.gas, Bonus: s.slack(o)})
	}
	return batch
}

// slack is what an order gets above the least that its owner accepts where it gets what is fair, in
// wei.
func (s *solver) slack(o *wanted) float64 {
	return o.least.Sub(o.Part.MinOut).Float() * s.worth[o.dest]
}

// clear settles a set of orders together: nil where they can't all be paid what they must be. What
// swaps with pools cost is shared by all payments, and known when these are.
func (s *solver) clear(ctx context.Context, orders []wanted) (best *clearing) {
	price := prices(orders)
	swaps := 0.0 // what swaps cost as a part of all payments
	for range gasRounds {
		if s.work -= len(orders); s.work <= 0 {
			return nil
		}
		batch := &router.Batch{Worth: s.worth, GasPrice: s.b.GasPrice().Float(),
			Without: make(map[int]bool)}
		value := 0.0
		asks := make(map[common.Address]float64)
		for i := range orders {
			o := &orders[i]
			ask := o.Amount.Float() * price[pair{o.src, o.dest}] * (1 + swaps + rounding)
			asks[o.dest] += ask
			value += ask * s.worth[o.dest]
			batch.Intents = append(batch.Intents, router.Intent{Src: o.src, Dest: o.dest,
				Sell: o.Amount.Float(), Ask: ask + o.gas, Must: true})
		}
		joint := s.thrifty(ctx, batch)
		if joint == nil {
			return nil
		}
		c := &clearing{}
		have := s.trade(joint, c)
		cost := float64(c.gas) * batch.GasPrice / value
		for i := range orders {
			have[orders[i].src] += orders[i].Amount.Float()
			have[orders[i].dest] -= orders[i].gas
		}
		for i := range orders {
			o := &orders[i]
			rate := have[o.dest] / asks[o.dest] * (1 + swaps + rounding) / (1 + cost)
			l := o.leg
			l.pays = payment(o.Amount, price[pair{o.src, o.dest}]*rate)
			c.short = c.short || l.pays.Less(o.least)
			c.legs = append(c.legs, l)
			c.gain += (l.pays.Float() - l.Part.MinOut.Float()) * s.worth[o.dest]
		}
		if !c.short {
			return c
		}
		more := 1.1 * max(swaps, cost)
		if more == swaps {
			return nil
		}
		swaps = more
	}
	return nil
}

// apart takes out of a set that can't be settled together the orders that fit it least: which the
// optimum fills least when orders of a pair get one price, and of those that with the least to win.
func (s *solver) apart(ctx context.Context, orders []wanted) (fit, odd []wanted) {
	price := prices(orders)
	batch := s.batch(orders)
	for i := range orders {
		o, in := &orders[i], &batch.Intents[i]
		in.Ask = o.Amount.Float()*price[pair{o.src, o.dest}]*(1+rounding) + o.gas
	}
	places := make([]int, len(orders))
	for i := range places {
		places[i] = i
	}
	if joint := s.optimum(ctx, batch); joint != nil {
		slices.SortStableFunc(places, func(x, y int) int {
			return cmp.Compare(joint.Fill(y), joint.Fill(x))
		})
	}
	keep := len(orders) - 1 - len(orders)/8
	for n, i := range places {
		if n < keep {
			fit = append(fit, orders[i])
		} else {
			odd = append(odd, orders[i])
		}
	}
	return fit, odd
}

// thrifty is the optimum without the pools that don't earn there what their gas costs; nil if there
// is none.
func (s *solver) thrifty(ctx context.Context, batch *router.Batch) *router.Joint {
	for range poolRounds {
		joint := s.optimum(ctx, batch)
		if joint == nil {
			return nil
		}
		dropped := false
		for _, t := range joint.Trades() {
			if t.Earned < float64(t.Gas)*batch.GasPrice {
				batch.Without[t.Venue], dropped = true, true
			}
		}
		if !dropped {
			return joint
		}
	}
	return s.optimum(ctx, batch)
}

// optimum is that of a batch, found from the last one's prices; nil if there is none.
func (s *solver) optimum(ctx context.Context, batch *router.Batch) *router.Joint {
	batch.Near = s.near
	joint, err := s.market.Optimum(ctx, batch)
	if err != nil {
		return nil
	}
	s.near = joint
	return joint
}

// payment is an amount times a price, rounded down, so that orders at one price differ by rounding
// only.
func payment(amount api.Amount, price float64) api.Amount {
	scaled, _ := new(big.Float).SetMantExp(big.NewFloat(price), priceScale).Int(nil)
	n := scaled.Mul(scaled, amount.Big())
	pays, err := api.AmountFromBig(n.Rsh(n, priceScale))
	if err != nil {
		return api.Amount{}
	}
	return pays
}

// trade swaps with the pools what the optimum does, by their own arithmetic, and returns what that
// leaves of every token.
func (s *solver) trade(joint *router.Joint, c *clearing) map[common.Address]float64 {
	have := make(map[common.Address]float64)
	states := make(map[int]*pool.State)
	for _, t := range joint.Trades() {
		v := &s.market.Venues[t.Venue]
		if states[t.Venue] == nil {
			states[t.Venue] = new(pool.State)
			v.Pool.Init(states[t.Venue])
		}
		amount, _ := big.NewFloat(math.Floor(t.Pays)).Int(nil)
		paid, over := uint256.FromBig(amount)
		if over {
			continue
		}
		q, err := v.Pool.ExactIn(states[t.Venue], t.In, t.Out, *paid)
		if err != nil {
			continue // too little to be swapped, or more than there is
		}
		got, _ := new(big.Float).SetInt(q.Out.ToBig()).Float64()
		c.gas += q.Gas
		have[v.Tokens[t.In]] -= t.Pays
		have[v.Tokens[t.Out]] += got
	}
	return have
}
