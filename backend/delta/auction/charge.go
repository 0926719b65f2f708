package auction

import (
	"context"
)

const (
	// chargeMargin is which part of the gas that a simulation pays for is charged beyond it, for
	// what may differ in the block, and mostMargin which part is at most.
	chargeMargin, mostMargin = 40, 20
	// chargeTries is how often winners are simulated with other gas charged; then all are sent as
	// they were bid.
	chargeTries = 4
)

// parcel is a winner with what it is packed as.
type parcel struct {
	place  int
	bid    *scoredBid
	paid   uint64     // gas that its last simulation pays for
	packed *scoredBid // nil: it is sent as it was bid
}

// chargeAsUsed has agents that run here pack their winning bids anew, so that owners pay for the
// gas that the simulation pays for in place of what was estimated: the rest is theirs. Pools don't
// see the difference. What was decided stays decided, by what the bids said.
func (a *Auctioneer) chargeAsUsed(ctx context.Context, b *Batch, e *evaluation) error {
	var parcels []*parcel
	changed := false
	for _, i := range e.decision.winners {
		p := &parcel{place: i, bid: e.bids[i], paid: e.bids[i].paid}
		changed = p.pack(ctx) || changed
		parcels = append(parcels, p)
	}
	var err error
	for tries := 1; changed && err == nil && tries <= chargeTries; tries++ {
		changed, err = a.checkCharges(ctx, b, e, parcels, tries == 1)
	}
	if changed {
		return err // all are sent as they were bid
	}
	e.packed = make(map[int]*scoredBid)
	for _, p := range parcels {
		e.packed[p.place] = p.packed
	}
	return err
}

// pack packs a bid with what its simulation pays for charged, where that is less than was
// estimated.
func (p *parcel) pack(ctx context.Context) bool {
	v := p.bid
	if p.packed = nil; v.Charge == nil || p.paid+p.paid/mostMargin >= v.Bid.Gas {
		return false
	}
	bid, err := v.Charge(ctx, p.paid+p.paid/chargeMargin, v.logs)
	if bid == nil || err != nil {
		return false
	}
	p.packed = &scoredBid{Bid: *bid, fills: bid.Fills, gas: v.gas}
	return true
}

// sent is the bid as it is sent.
func (p *parcel) sent() *scoredBid {
	if p.packed != nil {
		return p.packed
	}
	return p.bid
}

// checkCharges simulates winners as they are packed. Those that fail or pay owners less than their
// agent says stay as they were bid, and so do those that pay for other gas than they charge, or
// they are packed again. It tells whether there were any.
func (a *Auctioneer) checkCharges(ctx context.Context, b *Batch, e *evaluation,
	parcels []*parcel, again bool) (changed bool, err error) {
	list := make([]*scoredBid, len(parcels))
	for i, p := range parcels {
		list[i] = p.sent()
	}
	simulations, err := a.simulate(ctx, b, list...)
	if err != nil {
		return false, err
	}
	broken := false // one that is sent as it was bid
	for i, p := range parcels {
		if p.packed == nil {
			broken = broken || simulations[i].Err != nil
			continue
		}
		done, err := a.simulated(e, p.packed, &simulations[i])
		if err != nil {
			return false, err
		}
		p.packed = done
		switch {
		case done.unable != "" || done.paysLess():
			p.packed, changed = nil, true
		case done.Bid.Gas < done.paid || done.paid+done.paid/mostMargin < done.Bid.Gas:
			p.packed, p.paid, changed = nil, done.paid, true
			if again {
				p.pack(ctx)
			}
		}
	}
	if broken && !changed {
		for _, p := range parcels {
			p.packed = nil
		}
	}
	return changed, nil
}

// paysLess tells whether a simulation gave an owner less than the bid's agent says.
func (v *scoredBid) paysLess() bool {
	for id, said := range v.Bid.Fills {
		if v.fills[id].Received.Less(said.Received) {
			return true
		}
	}
	return false
}
