package auction

import (
	"context"

	"bourse/backend/api"
	"bourse/backend/delta/settlement"
)

// RouteGas is what settling an order by a route uses.
func (o *OpenOrder) RouteGas(r Route) uint64 { return r.Gas + SettleGas + o.SignatureGas }

// AfterGas is what a route brings an order, what settling by it costs taken off.
func (b *Batch) AfterGas(ctx context.Context, o *OpenOrder, r Route) (api.Amount, error) {
	fee, err := b.GasIn(ctx, o.Order.DestToken, o.RouteGas(r))
	return r.Received.Sub(fee), err
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

// reaches tells whether the best route of a part of an order brings its least.
func (b *Batch) reaches(ctx context.Context, o *OpenOrder, p settlement.Part) (r Route, ok bool,
	err error) {
	if p.Amount.IsZero() {
		return r, false, nil
	}
	r, err = b.Best(ctx, o.Order.SrcToken, o.Order.DestToken, p.Amount)
	if api.TypeOf(err) == api.NoRoute {
		return r, false, nil
	}
	if err != nil {
		return r, false, err
	}
	brings, err := b.AfterGas(ctx, o, r)
	return r, err == nil && !brings.Less(p.MinOut), err
}
