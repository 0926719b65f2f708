package agents

import (
	"context"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/swap/router"
)

// clear settles a set of orders together, parts of those that may be divided: nil where they can't
// all be paid what they must be. What swaps with pools cost is shared by all payments, and known
// when these are.
func (s *solver) clear(ctx context.Context, orders []wanted) *clearing {
	swaps := 0.0 // what swaps cost as a part of all payments
	for range gasRounds {
		if s.work -= len(orders); s.work <= 0 {
			return nil
		}
		c, cost := s.settle(ctx, s.divide(ctx, orders, swaps), swaps)
		if c == nil || !c.short {
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

// divide chooses parts of the orders that may be divided: as much as the optimum fills at prices
// that pay for the swaps.
func (s *solver) divide(ctx context.Context, orders []wanted, swaps float64) (some []wanted) {
	if !slices.ContainsFunc(orders, func(w wanted) bool { return w.parts }) {
		return orders
	}
	batch := s.must(orders, swaps+partMargin)
	for i := range orders {
		batch.Intents[i].Must = !orders[i].parts
	}
	joint := s.optimum(ctx, batch)
	if joint == nil {
		return nil
	}
	for i, o := range orders {
		ok := true
		if o.parts {
			o, ok = o.only(joint.Fill(i))
		}
		if ok {
			some = append(some, o)
		}
	}
	return some
}

// must is a set of orders all of which are settled, each at the price of its pair, of which swaps
// take a part.
func (s *solver) must(orders []wanted, swaps float64) *router.Batch {
	price := prices(orders)
	batch := &router.Batch{Worth: s.worth, GasPrice: s.b.GasPrice().Float(),
		Without: maps.Clone(s.left)}
	for i := range orders {
		o := &orders[i]
		ask := o.Amount.Float() * price[pair{o.src, o.dest}] * (1 + swaps + rounding)
		batch.Intents = append(batch.Intents, router.Intent{Src: o.src, Dest: o.dest,
			Sell: o.Amount.Float(), Ask: ask + o.gas, Must: true})
	}
	return batch
}

// settle settles all of a set of orders, and says what swaps cost as a part of all payments; nil
// where that can't be. Pools that don't earn at the optimum what their gas costs are left out, as
// far as owners gain by that.
func (s *solver) settle(ctx context.Context, orders []wanted, swaps float64) (best *clearing,
	cost float64) {
	if len(orders) == 0 {
		return nil, 0
	}
	batch := s.must(orders, swaps)
	for range poolRounds {
		joint := s.optimum(ctx, batch)
		if joint == nil {
			break
		}
		c, swapping := s.pay(orders, batch, joint, swaps)
		if best == nil || best.short && !c.short || best.short == c.short && c.gain > best.gain {
			best, cost = c, swapping
		}
		dropped := false
		for _, t := range joint.Trades() {
			if t.Earned < float64(t.Gas)*batch.GasPrice {
				batch.Without[t.Venue], dropped = true, true
			}
		}
		if !dropped {
			break
		}
	}
	return best, cost
}

// settlements is how many transactions settle orders: those that may be divided apart from others.
func settlements(orders []wanted) (n uint64) {
	count := make(map[bool]uint64)
	for i := range orders {
		count[orders[i].PartiallyFillable]++
	}
	for _, c := range count {
		n += (c + maxBatch - 1) / maxBatch
	}
	return n
}

// pay pays out what the optimum of a set of orders brings: of every token what there is of it,
// shared in proportion to what it must be. What pools take of other tokens beyond what orders sell,
// where the optimum is not found exactly, all payments bear as they do the gas: else the agent
// would give it away. So they do what pools would not have paid at the blocks before.
func (s *solver) pay(orders []wanted, batch *router.Batch, joint *router.Joint,
	swaps float64) (c *clearing, cost float64) {
	c = &clearing{}
	price := prices(orders)
	value := 0.0
	asks := make(map[common.Address]float64)
	have := s.trade(joint, c)
	for i := range orders {
		o := &orders[i]
		ask := batch.Intents[i].Ask - o.gas
		asks[o.dest] += ask
		value += ask * s.worth[o.dest]
		have[o.src] += o.Amount.Float()
		have[o.dest] -= o.gas
	}
	lacks := float64(c.gas+directGas*settlements(orders)) * batch.GasPrice
	for _, token := range slices.SortedFunc(maps.Keys(have), common.Address.Cmp) {
		if asks[token] == 0 && have[token] < 0 {
			lacks -= have[token] * joint.Price(token)
		}
	}
	lacks += fleeting(s.market, s.earlier, joint.Trades(), joint.Price)
	cost = lacks / value
	for i := range orders {
		o := &orders[i]
		rate := have[o.dest] / asks[o.dest] * (1 + swaps + rounding) / (1 + cost)
		l := o.leg
		l.pays = payment(o.Amount, price[pair{o.src, o.dest}]*rate)
		c.short = c.short || l.pays.Less(o.least)
		c.legs = append(c.legs, l)
		c.gain += (l.pays.Float() - l.Part.MinOut.Float()) * s.worth[o.dest]
	}
	return c, cost
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
	trades := joint.Trades()
	for i, q := range swapped(s.market, s.market, trades) {
		t := trades[i]
		tokens := s.market.Venues[t.Venue].Tokens
		if q.Out.IsZero() {
			continue // too little to be swapped, or more than there is
		}
		c.gas += q.Gas
		have[tokens[t.In]] -= t.Pays
		have[tokens[t.Out]] += float(q.Out)
	}
	return have
}
