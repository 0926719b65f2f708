package auction

import (
	"fmt"
	"slices"

	"bourse/backend/api"
)

// entry is the round as one of its orders saw it.
func (a *Auctioneer) entry(b *Batch, e *evaluation, o *OpenOrder) api.DeltaRoundEntry {
	entry := api.DeltaRoundEntry{Time: a.cfg.Now().UTC(), Round: b.Round, Block: b.Block,
		Floor: o.MinOut, Bids: []api.DeltaBidRecord{}}
	if r, ok := e.references[o.ID]; ok {
		entry.Reference = &r
	}
	if r, ok := e.yardstick.singles[o.ID]; ok {
		entry.Pool = &r
	}
	if r, ok := e.yardstick.bounds[o.ID]; ok {
		entry.Bound = &r
	}
	entry.Surplus = e.surplus
	var good, bad []api.DeltaBidRecord
	for _, v := range e.byOrder[o.ID] {
		fill := v.fills[o.ID]
		r := api.DeltaBidRecord{
			Agent: v.Agent, Address: v.Address, Promised: v.promised(o.ID), Received: fill.Received,
			Spent: fill.Spent, Gas: v.gas, Reason: v.refused, Orders: len(v.Orders), Won: v.won,
			Estimate: v.Bid.Gas, Trades: v.Trades,
		}
		if sent := v.sent(); v.won {
			r.Charged = sent.Bid.Gas
			r.Rebate = sent.fills[o.ID].Received.Sub(fill.Received)
		}
		if v.refused != "" {
			bad = append(bad, r)
			continue
		}
		good = append(good, r)
		if v.won {
			entry.Winner, entry.Prices = v.Agent, a.prices(e, v, o)
		}
	}
	slices.SortStableFunc(good, func(x, y api.DeltaBidRecord) int {
		return y.Received.Cmp(x.Received)
	})
	for i := range good {
		good[i].Rank = i + 1
	}
	entry.Bids = append(append(entry.Bids, good...), bad...)
	entry.Outcome = a.outcome(o, &entry)
	return entry
}

// promised is what a bid's agent says that it pays an order, 0 where it does not say.
func (v *scoredBid) promised(id string) api.Amount {
	if id == v.Orders[0] {
		return v.Promised
	}
	return v.Bid.Fills[id].Received
}

// won says in words which bid settles an order, and where that is not the one that pays it most,
// why: together with others it brings their owners more.
func won(e *api.DeltaRoundEntry) string {
	text := "won by " + e.Winner
	for i := range e.Bids {
		b, best := &e.Bids[i], &e.Bids[0]
		if b.Won && i > 0 && best.Received != b.Received {
			text += fmt.Sprintf(" by the sum: its %d orders gain more in all than the %d of %s's "+
				"bid, which pays this one more", b.Orders, best.Orders, best.Agent)
		}
	}
	return text
}

// outcome says in words how a round ended for an order.
func (a *Auctioneer) outcome(o *OpenOrder, e *api.DeltaRoundEntry) string {
	switch {
	case e.Winner != "":
		return won(e)
	case len(e.Bids) > 0 && e.Bids[0].Reason == "":
		return "no bid won: the best one settles others too, which a better settlement takes"
	case len(e.Bids) > 0:
		return "no bid could win: " + e.Bids[0].Reason
	case e.Reference != nil && e.Reference.Less(o.MinOut):
		return fmt.Sprintf("BELOW_LIMIT: the best way gives %s, the owner accepts no less than %s",
			a.amountText(*e.Reference, o.Order.Measure()),
			a.amountText(o.MinOut, o.Order.Measure()))
	default:
		return "NO_BID: no agent is able to settle this order"
	}
}
