package auction

import (
	"context"

	"bourse/backend/chain"
)

const (
	// chargeMargin is which part of the gas that a simulation pays for is charged beyond it, for
	// what may differ in the block, and mostMargin which part is at most.
	chargeMargin, mostMargin = 40, 20
	// chargeTries is how often winners are simulated with other gas charged; then all are sent as
	// they were bid.
	chargeTries = 4
)

// chargeAsUsed has agents that run here pack their winning bids anew, so that owners pay for the
// gas that the simulation pays for in place of what was estimated: the rest is theirs. Pools don't
// see the difference. What was decided stays decided, by what the bids said.
func (a *Auctioneer) chargeAsUsed(ctx context.Context, b *Batch, e *evaluation) error {
	winners, changed := e.winners(), false
	for _, v := range winners {
		changed = v.pack(ctx) || changed
	}
	var err error
	for tries := 1; changed && err == nil && tries <= chargeTries; tries++ {
		changed, err = a.checkCharges(ctx, b, e, winners, tries == 1)
	}
	if changed {
		asBid(winners)
	}
	return err
}

func asBid(winners []*scoredBid) {
	for _, v := range winners {
		v.packed = nil
	}
}

// pack packs a bid with what its simulation pays for charged, where that is less than was
// estimated.
func (v *scoredBid) pack(ctx context.Context) bool {
	if v.packed = nil; v.Charge == nil || v.paid+v.paid/mostMargin >= v.Bid.Gas {
		return false
	}
	bid, err := v.Charge(ctx, v.paid+v.paid/chargeMargin, v.logs)
	if bid == nil || err != nil {
		return false
	}
	v.packed = &scoredBid{Bid: *bid, fills: bid.Fills, gas: v.gas}
	return true
}

// checkCharges simulates winners as they are packed. Those that fail or pay owners less than their
// agent says stay as they were bid, and so do those that pay for other gas than they charge, or
// they are packed again. It tells whether there were any.
func (a *Auctioneer) checkCharges(ctx context.Context, b *Batch, e *evaluation,
	winners []*scoredBid, again bool) (changed bool, err error) {
	calls := make([]chain.Call, len(winners))
	for i, v := range winners {
		calls[i] = a.toSimulate(v)
	}
	simulations, err := a.cfg.Node.SimulateBundle(ctx, b.Block, calls...)
	if err != nil {
		return false, err
	}
	broken := false // one that is sent as it was bid
	for i, v := range winners {
		p := v.packed
		if p == nil {
			broken = broken || simulations[i].Err != nil
			continue
		}
		if err := a.takeSimulation(e, p, &simulations[i]); err != nil {
			return false, err
		}
		switch {
		case p.refused != "" || p.paysLess():
			v.packed, changed = nil, true
		case p.Bid.Gas < p.paid || p.paid+p.paid/mostMargin < p.Bid.Gas:
			v.packed, v.paid, changed = nil, p.paid, true
			if again {
				v.pack(ctx)
			}
		}
	}
	if broken && !changed {
		asBid(winners)
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

// sent is a bid as it is sent if it wins.
func (v *scoredBid) sent() *scoredBid {
	if v.packed != nil {
		return v.packed
	}
	return v
}
