package record

import (
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
	Bound *api.Amount // at the prices of the round's joint optimum
	Won   bool        // the bid won
	Agent string      // who bid
}

// Compare takes the comparison out of an order's auction; ok is false where no round has one.
func Compare(o api.DeltaOrder, rounds []api.DeltaRoundEntry) (c Comparison, ok bool) {
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
		won := b.Agent == r.Winner
		if b.Rank > 0 && !b.Spent.IsZero() && (won || c.Bid == nil) && !c.Won {
			c.Bid, c.Won, c.Agent = new(b.Received.MulDiv(o.SrcAmount, b.Spent)), won, b.Agent
		}
	}
	return c
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
	return []ui.Pair{line("best pool", c.Pool), line("best route", c.Route), line(bid, c.Bid),
		line("bound", c.Bound)}
}
