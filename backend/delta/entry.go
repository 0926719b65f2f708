package delta

import (
	"fmt"
	"slices"

	"bourse/backend/api"
)

// entry is the round as one of its orders saw it.
func (s *Service) entry(b *Batch, j *judgement, o *OpenOrder, entry api.DeltaRoundEntry) api.DeltaRoundEntry {
	entry.Round, entry.Block, entry.Floor, entry.Bids = b.Round, b.Block, o.Floor, []api.DeltaBidRecord{}
	if r, ok := j.references[o.ID]; ok {
		entry.Reference = &r
	}
	var good, bad []api.DeltaBidRecord
	for _, v := range j.bidders[o.ID] {
		e := v.fills[o.ID]
		r := api.DeltaBidRecord{
			Agent: v.Agent, Address: v.Address, Promised: v.Promised, Received: e.received, Spent: e.spent, Gas: v.gas, Reason: v.refused,
			Orders: len(v.Orders),
		}
		if v.refused != "" {
			bad = append(bad, r)
			continue
		}
		good = append(good, r)
		if v.won {
			entry.Winner = v.Agent
		}
	}
	slices.SortStableFunc(good, func(x, y api.DeltaBidRecord) int { return y.Received.Cmp(x.Received) })
	for i := range good {
		good[i].Rank = i + 1
	}
	entry.Bids = append(append(entry.Bids, good...), bad...)
	entry.Outcome = s.outcome(o, &entry)
	return entry
}

// outcome says in words how a round ended for an order.
func (s *Service) outcome(o *OpenOrder, e *api.DeltaRoundEntry) string {
	switch {
	case e.Winner != "":
		return "won by " + e.Winner
	case len(e.Bids) > 0:
		return "no bid could win: " + e.Bids[0].Reason
	case e.Reference != nil && e.Reference.Less(o.Floor):
		return fmt.Sprintf("BELOW_LIMIT: the best way gives %s, the owner accepts no less than %s", s.sum(*e.Reference, o.Order.DestToken), s.sum(o.Floor, o.Order.DestToken))
	default:
		return "NO_BID: no agent is able to settle this order"
	}
}
