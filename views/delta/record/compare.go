package record

import (
	"slices"

	"bourse/backend/api"
	"bourse/backend/eip712"
	"bourse/ui"
	"bourse/ui/cells"
	"bourse/views"
	"bourse/views/format"
)

// Comparison is what an order's owner would get in several ways for all that is sold, by the newest
// round that was won, or else by the newest that tells. Nil is not known.
type Comparison struct {
	Pool  *api.Amount // from the best single pool
	Route *api.Amount // by the best route
	Bid   *api.Amount // from the bid that won, or the best one
	Bound *api.Amount // more than any settlement without an agent's own tokens
	Won   bool        // the bid won
	Agent string      // who bid
}

// Compare takes the comparison out of an order's auction; ok is false where no round has one, and
// of an order that buys, which gets the same in every way.
func Compare(o api.DeltaOrder, rounds []api.DeltaRoundEntry) (c Comparison, ok bool) {
	if o.Buy {
		return c, false
	}
	for i := len(rounds) - 1; i >= 0; i-- {
		r := &rounds[i]
		told := r.Pool != nil || r.Reference != nil || r.Bound != nil
		if told && (!ok || r.Winner != "") && !r.Floor.IsZero() {
			c, ok = compared(o, r), true
		}
		if c.Won {
			break
		}
	}
	return c, ok
}

// compared is the comparison of a round. What it says is for what was left of the order, as is its
// floor.
func compared(o api.DeltaOrder, r *api.DeltaRoundEntry) Comparison {
	whole := func(a *api.Amount) *api.Amount {
		if a == nil {
			return nil
		}
		return new(a.MulDiv(eip712.DeltaFloor(o), r.Floor))
	}
	c := Comparison{Pool: whole(r.Pool), Route: whole(r.Reference), Bound: whole(r.Bound)}
	for _, b := range r.Bids {
		won := Won(b, r)
		if b.Rank > 0 && !b.Spent.IsZero() && (won || c.Bid == nil) && !c.Won {
			c.Bid, c.Won, c.Agent = new(b.Received.MulDiv(o.SrcAmount, b.Spent)), won, b.Agent
		}
	}
	return c
}

// Won tells whether a bid won its round. Of records that don't say it the best of the winner's did.
func Won(b api.DeltaBidRecord, r *api.DeltaRoundEntry) bool {
	first := slices.IndexFunc(r.Bids, func(b api.DeltaBidRecord) bool { return b.Won })
	if first < 0 {
		first = slices.IndexFunc(r.Bids, func(b api.DeltaBidRecord) bool {
			return b.Rank > 0 && b.Agent == r.Winner
		})
	}
	return first >= 0 && b.Rank > 0 && b.Rank == r.Bids[first].Rank
}

// Passed tells whether the bid pays more than the bound: its agent adds tokens of its own.
func (c *Comparison) Passed() bool {
	return c.Bid != nil && c.Bound != nil && c.Bound.Less(*c.Bid)
}

// Base is what the other ways are compared with: the best pool, or where none trades both tokens
// the best route.
func (c *Comparison) Base() *api.Amount {
	if c.Pool != nil {
		return c.Pool
	}
	return c.Route
}

// ComparisonPairs are the four ways for a pane of so many cells, each beside how far it is from the
// best pool.
func ComparisonPairs(s *views.Session, dest api.Token, c Comparison, width int) []ui.Pair {
	bid := "best bid"
	if c.Won {
		bid = "won by " + cells.Truncate(format.Brief(c.Agent), 12)
	}
	from := "pool "
	switch {
	case width < Roomy:
		from = ""
	case c.Pool == nil:
		from = "route "
	}
	line := func(key string, a *api.Amount) ui.Pair {
		p := ui.Pair{Key: key, Value: ui.Unknown, Style: s.Env.Theme.Text}
		if a == nil {
			return p
		}
		p.Value = format.Fine(*a, dest, api.Down)
		if base := c.Base(); base != nil && base != a {
			p.Value += " " + from + Versus(*a, *base)
		}
		return p
	}
	bound := line("bound", c.Bound)
	if c.Passed() {
		bound.Value = "passed: the agent adds tokens of its own"
		if width < Roomy {
			bound.Value = "passed by its own tokens"
		}
	}
	return []ui.Pair{line("best pool", c.Pool), line("best route", c.Route), line(bid, c.Bid),
		bound}
}
