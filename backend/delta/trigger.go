package delta

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"bourse/backend/api"
	"bourse/backend/delta/agents"
	"bourse/backend/delta/auction"
	"bourse/backend/eip712"
)

// Orders with a trigger are held back from the auctions: they stay NOT_STARTED, and their
// signatures are told to nobody, until the network's time and the market say so. The market is what
// this very order would bring: the best way through the pools for its whole amount, or through the
// limit orders where no pools trade it. No price that is told elsewhere counts, nor does a moment:
// it must be so at the newest block and at most of the last blocks at which it was looked at. While
// this service does not run, nothing is watched.

// checkTrigger refuses triggers that could not be watched, or that hold nothing back.
func (s *Service) checkTrigger(ctx context.Context, r *api.DeltaSubmission, now uint64) error {
	t := r.Trigger
	switch {
	case t == nil:
		return nil
	case t.NotBefore == 0 && t.Worth.IsZero():
		return badTrigger("names neither a time nor a worth: leave it out for an order that is " +
			"auctioned at once")
	case t.NotBefore >= r.Order.Deadline:
		return badTrigger(fmt.Sprintf("must be met before the deadline %s",
			moment(r.Order.Deadline)))
	case t.Worth.IsZero():
		return nil
	}
	at, err := s.positionRef()
	if err != nil {
		return notFollowed()
	}
	b, err := s.auction.At(ctx, at)
	if err != nil {
		return err
	}
	worth, err := s.worth(ctx, b, &r.Order, t.Below)
	switch {
	case api.TypeOf(err) == api.NoRoute || api.TypeOf(err) == api.PricingError:
		return badTrigger("needs a market that trades the order's amount, and there is none")
	case err != nil:
		return err
	case t.NotBefore <= now && t.Met(now, worth):
		return badTrigger(fmt.Sprintf("is met already: what the order sells is worth %s",
			s.cfg.Tokens.AmountText(worth, r.Order.DestToken)))
	}
	return nil
}

func badTrigger(reason string) error {
	return api.Invalid(api.FieldError{Field: "trigger", Reason: reason})
}

// worth is what an order would bring now for all that it sells. One that waits for a rise counts
// what it pays for gas and to its partner, one that waits for a fall does not, so that dear gas
// alone lets neither go. NoRoute where nothing trades it.
func (s *Service) worth(ctx context.Context, b *auction.Batch, o *api.DeltaOrder,
	below bool) (worth api.Amount, err error) {
	route, err := b.Best(ctx, o.SrcToken, o.DestToken, o.SrcAmount)
	if api.TypeOf(err) == api.NoRoute {
		route, err = agents.Blend(ctx, b, o.SrcToken, o.DestToken, o.SrcAmount)
	}
	if err != nil || below {
		return route.Received, err
	}
	gas, err := b.GasIn(ctx, o.DestToken, route.Gas+auction.SettleGas)
	return eip712.LessFlatFee(route.Received.Sub(gas), o.PartnerAndFee), err
}

const (
	// looksKept is how many looks at an order count, and looksMet at how many of them, the newest
	// among them, its trigger must be met.
	looksKept, looksMet = 5, 3
	// looksABlock is how many orders are looked at in a block at most.
	looksABlock = 32
)

// looks are blocks at which an order's trigger was looked at, newest last.
type looks []look

type look struct {
	block uint64
	met   bool
}

// last is the last block looked at.
func (l looks) last() uint64 {
	if len(l) == 0 {
		return 0
	}
	return l[len(l)-1].block
}

// and adds a look. Those at blocks that have left the chain go.
func (l looks) and(block uint64, met bool) looks {
	l = slices.DeleteFunc(slices.Clone(l), func(then look) bool { return then.block >= block })
	l = append(l, look{block, met})
	return l[max(0, len(l)-looksKept):]
}

// fires tells whether a trigger is met now and was at most of the last blocks.
func (l looks) fires() bool {
	met := 0
	for _, then := range l {
		if then.met {
			met++
		}
	}
	return met >= looksMet && l[len(l)-1].met
}

// heldOrder is an order that is held back.
type heldOrder struct {
	id    string
	order api.DeltaOrder
	looks looks
	api.DeltaTrigger
}

// due are the held orders that are to be looked at now: all that wait for a time, and of those that
// wait for a price the ones that were not looked at for longest.
func due(list []heldOrder) []heldOrder {
	slices.SortFunc(list, func(x, y heldOrder) int {
		return cmp.Or(cmp.Compare(x.looks.last(), y.looks.last()), cmp.Compare(x.id, y.id))
	})
	prices := 0
	return slices.DeleteFunc(list, func(h heldOrder) bool {
		if h.Worth.IsZero() {
			return false
		}
		prices++
		return prices > looksABlock
	})
}

// fire releases the orders whose triggers are met at a block.
func (s *Service) fire(ctx context.Context, at api.BlockRef) error {
	s.mu.Lock()
	var list []heldOrder
	for id, t := range s.held {
		h := heldOrder{id, s.rows[id].Order, s.looked[id], t}
		if at.Time >= t.NotBefore && (t.Worth.IsZero() || h.looks.last() != at.Number) {
			list = append(list, h)
		}
	}
	s.mu.Unlock()
	if list = due(list); len(list) == 0 {
		return nil
	}
	b, err := s.auction.At(ctx, at)
	if err != nil {
		return err
	}
	reasons := make(map[string]string)
	for i := range list {
		h := &list[i]
		reason := "its time has come"
		if !h.Worth.IsZero() {
			worth, err := s.worth(ctx, b, &h.order, h.Below)
			if err != nil {
				worth = api.Amount{}
			}
			met := err == nil && h.Met(at.Time, worth)
			s.mu.Lock()
			if _, held := s.held[h.id]; held {
				h.looks = h.looks.and(at.Number, met)
				s.looked[h.id] = h.looks
			}
			s.mu.Unlock()
			if !met || !h.looks.fires() {
				continue // looked at again at a later block
			}
			reason = "what it sells is worth " +
				s.cfg.Tokens.AmountText(worth, h.order.DestToken)
		}
		reasons[h.id] = "its trigger is met: " + reason
	}
	if len(reasons) == 0 {
		return nil
	}
	return s.update(func(c *change) error {
		for id, reason := range reasons {
			if _, held := s.held[id]; !held {
				continue // ended meanwhile
			}
			r, err := c.order(id)
			if err != nil {
				return err
			}
			if err := c.move(r, move{on: triggered, reason: reason, block: at.Number}); err != nil {
				return err
			}
		}
		return nil
	})
}

// hold keeps a new order back until its trigger is met.
func (c *change) hold(id string, t *api.DeltaTrigger) {
	if t != nil {
		c.triggers[id] = t
	}
}

// release lets go of an order that is not to be held back any more.
func (c *change) release(id string) {
	if _, held := c.s.held[id]; held {
		c.triggers[id] = nil
	}
}

// keepTriggers takes over what reached the disk.
func (c *change) keepTriggers() {
	for id, t := range c.triggers {
		if t == nil {
			delete(c.s.held, id)
			delete(c.s.looked, id)
		} else {
			c.s.held[id] = *t
		}
	}
}

// shown is an order as it is told: while a trigger holds it, without the signature by which an
// agent could settle it before.
func (s *Service) shown(r api.DeltaRecord) api.DeltaRecord {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t, held := s.held[r.ID]; held {
		r.Trigger, r.Signature = &t, nil
	}
	return r
}
