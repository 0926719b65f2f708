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
	var rival *scoredBid
	for _, place := range e.byOrder[o.ID] {
		v, why, won := e.bids[place], e.decision.why(place), e.decision.won(place)
		fill := v.fills[o.ID]
		r := api.DeltaBidRecord{
			Agent: v.Agent, Address: v.Address, Promised: v.promised(o.ID), Received: fill.Received,
			Spent: fill.Spent, Gas: v.gas, Reason: why, Orders: len(v.Orders), Won: won,
			Estimate: v.Bid.Gas, Trades: v.Trades,
		}
		if won {
			sent := e.sent(place)
			r.Charged = sent.Bid.Gas
			r.Rebate = sent.fills[o.ID].Received.Sub(fill.Received)
			entry.Winner, entry.Prices = v.Agent, a.prices(e, place, o)
			rival = e.rival(place, o.ID)
		}
		if why != "" {
			bad = append(bad, r)
		} else {
			good = append(good, r)
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
	if rival != nil {
		entry.Outcome += fmt.Sprintf("; without %s's bids %s would pay it %s", entry.Winner,
			rival.Agent, a.amountText(rival.fills[o.ID].Received, o.Order.Measure()))
	}
	return entry
}

// takeRivals finds who would win without each of the winners' agents, of the bids that are fair
// beside them. What that brings an order less is what its owner has of the agent.
func (e *evaluation) takeRivals() {
	e.without = make(map[string]decision)
	for _, i := range e.decision.winners {
		agent := e.bids[i].Agent
		if _, done := e.without[agent]; done {
			continue
		}
		others := slices.Clone(e.bids)
		for k, v := range others {
			if v.Agent == agent || e.decision.refused[k] == outbid {
				others[k] = v.without("it is left out")
			}
		}
		e.without[agent] = pick(e, others, excluded{})
	}
}

// rival is the bid that would settle a winner's order without the bids of its agent, nil if none
// would.
func (e *evaluation) rival(winner int, order string) *scoredBid {
	for _, i := range e.without[e.bids[winner].Agent].winners {
		if slices.Contains(e.bids[i].Orders, order) {
			return e.bids[i]
		}
	}
	return nil
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
