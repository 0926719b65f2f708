package auction

import (
	"context"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/settlement"
)

// RouteGas is what settling an order by a route uses.
func (o *OpenOrder) RouteGas(r Route) uint64 { return r.Gas + SettleGas + o.SignatureGas }

// AfterGas is what a route brings an order, what settling by it costs taken off.
func (b *Batch) AfterGas(ctx context.Context, o *OpenOrder, r Route) (api.Amount, error) {
	fee, err := b.GasIn(ctx, o.Order.Measure(), o.RouteGas(r))
	return r.Received.Sub(fee), err
}

// Least is the least that a settlement must be given for a part of an order so that its owner gets
// an amount, from what it must be given in any case on.
func (o *OpenOrder) Least(p settlement.Part, from, gets api.Amount) api.Amount {
	enough := func(gross api.Amount) bool {
		return !settlement.OwnerGets(&o.Order, p, gross).Less(gets)
	}
	low, high, one := from, from.Max(gets), api.NewAmount(1)
	if enough(from) {
		return from
	}
	for step := one; !enough(high); step = step.Add(step) {
		if low, high = high, high.Add(step); high == api.MaxAmount {
			return high
		}
	}
	for one.Less(high.Sub(low)) {
		middle := low.Add(high.Sub(low).MulDiv(one, api.NewAmount(2)))
		if enough(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}

// OwnPart is the largest part of an order for which its best route brings the least, after gas: all
// that is left of one that may not be divided, or none where there is no such part. What the pools
// pay for a unit falls with the size, so that halving finds it.
func (b *Batch) OwnPart(ctx context.Context, o *OpenOrder) (p settlement.Part, r Route,
	err error) {
	all := o.Part()
	r, ok, err := b.reaches(ctx, o, all)
	if ok || err != nil {
		return all, r, err
	}
	if !o.PartiallyFillable {
		return p, r, nil
	}
	unit := settlement.Step(&o.Order)
	low, high := uint64(0), all.Percent/unit // low reaches its least, high does not
	for high-low > 1 && high > low {
		middle := (low + high) / 2
		part := settlement.PartOf(&o.Order, middle*unit)
		way, ok, err := b.reaches(ctx, o, part)
		if err != nil {
			return p, r, err
		}
		if ok {
			p, r, low = part, way, middle
		} else {
			high = middle
		}
	}
	return p, r, nil
}

// cheapestSteps is how many pairs of routes a purchase looks at, at most, and nearlyAll how near to
// what is wanted the best of them comes, one part in so many.
const (
	cheapestSteps = 12
	nearlyAll     = 1_000_000
)

// Cheapest is the way to buy an amount for the least, most at most, round some pools: what it
// leaves of most is what it brings. NoRoute where most does not buy it. What a route pays for a
// unit falls with its size: so a line between what is too little and what is enough meets what is
// wanted at what is enough again, and one through two amounts that are enough does at what is too
// little, unless half of what is between is nearer. Where that does not hold what was found says
// which of the two it is.
func (b *Batch) Cheapest(ctx context.Context, src, dest common.Address, wants, most api.Amount,
	without ...common.Address) (best Route, err error) {
	type trial struct{ spends, buys api.Amount }
	few := trial{}
	look := func(amount api.Amount) (at trial, enough bool, err error) {
		r, err := b.Best(ctx, src, dest, amount, without...)
		if err != nil && api.TypeOf(err) != api.NoRoute {
			return at, false, err
		}
		at = trial{amount, r.Received}
		if enough = err == nil && !r.Received.Less(wants); enough {
			best = r
			best.Received, best.Spends = most.Sub(amount), amount
		} else {
			few = at
		}
		return at, enough, nil
	}
	enough, ok, err := look(most)
	if err == nil && !ok {
		err = api.Errorf(api.NoRoute, "the most that may be spent does not buy it")
	}
	one, near := api.NewAmount(1), api.NewAmount(nearlyAll)
	for range cheapestSteps {
		gap := enough.spends.Sub(few.spends)
		if err != nil || enough.buys.Sub(wants).Less(wants.MulDivUp(one, near)) ||
			gap.Less(enough.spends.MulDiv(one, near)) || !one.Less(gap) {
			return best, err
		}
		more := gap.MulDivUp(wants.Sub(few.buys), enough.buys.Sub(few.buys))
		before, try := enough, few.spends.Add(more.Max(one))
		if !try.Less(enough.spends) {
			return best, nil
		}
		var at trial
		if at, ok, err = look(try); err != nil || !ok {
			continue
		}
		enough = at
		less := before.spends.Sub(at.spends).MulDivUp(at.buys.Sub(wants), before.buys.Sub(at.buys))
		half := at.spends.Sub(few.spends).MulDivUp(one, api.NewAmount(2))
		if at, ok, err = look(at.spends.Sub(less.Min(half))); err == nil && ok {
			enough = at
		}
	}
	return best, err
}

// reaches tells whether the best route of a part of an order brings its least.
func (b *Batch) reaches(ctx context.Context, o *OpenOrder, p settlement.Part) (r Route, ok bool,
	err error) {
	if p.Amount.IsZero() {
		return r, false, nil
	}
	if o.Order.Buy {
		r, err = b.Cheapest(ctx, o.Order.SrcToken, o.Order.DestToken, p.Buys, p.Amount, o.Avoids...)
	} else {
		r, err = b.Best(ctx, o.Order.SrcToken, o.Order.DestToken, p.Amount, o.Avoids...)
	}
	if api.TypeOf(err) == api.NoRoute {
		return r, false, nil
	}
	if err != nil {
		return r, false, err
	}
	brings, err := b.AfterGas(ctx, o, r)
	return r, err == nil && !brings.Less(p.MinOut), err
}
