package delta

import (
	"context"
	"fmt"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
)

// Orders with a trigger are held back from the auctions: they stay NOT_STARTED, and their
// signatures are told to nobody, until the network's time and the market's price say so. What is
// watched is the price at every block that this service takes in; while it does not run, nothing
// is.

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
	worth, ok, err := s.worth(ctx, &r.Order, make(usdPrices))
	switch {
	case err != nil:
		return err
	case !ok:
		return badTrigger("needs market prices of both tokens, and there are none")
	case t.NotBefore <= now && t.Met(now, worth):
		return badTrigger(fmt.Sprintf("is met already: what the order sells is worth %s",
			s.cfg.Tokens.AmountText(worth, r.Order.DestToken)))
	}
	return nil
}

func badTrigger(reason string) error {
	return api.Invalid(api.FieldError{Field: "trigger", Reason: reason})
}

// usdPrices are the prices of tokens as they were first asked for.
type usdPrices map[common.Address]api.Price

// worth is what an order sells in raw units of what it buys, at market prices; ok is false where
// the market does not tell.
func (s *Service) worth(ctx context.Context, o *api.DeltaOrder, known usdPrices) (worth api.Amount,
	ok bool, err error) {
	for _, token := range []common.Address{o.SrcToken, o.DestToken} {
		if _, asked := known[token]; asked {
			continue
		}
		p, ok, err := s.cfg.Oracle.PriceUSD(ctx, token)
		if err != nil {
			return worth, false, err
		}
		if !ok {
			p = api.Price{}
		}
		known[token] = p
	}
	src, dest := known[o.SrcToken], known[o.DestToken]
	if !src.Known() || !dest.Known() {
		return worth, false, nil
	}
	return dest.BaseFor(src.QuoteFor(o.SrcAmount, api.Down), api.Down), true, nil
}

// fire releases the orders whose triggers are met at a block.
func (s *Service) fire(ctx context.Context, at api.BlockRef) error {
	type held struct {
		id    string
		order api.DeltaOrder
		api.DeltaTrigger
	}
	s.mu.Lock()
	var list []held
	for id, t := range s.held {
		list = append(list, held{id, s.rows[id].Order, t})
	}
	s.mu.Unlock()
	prices := make(usdPrices)
	reasons := make(map[string]string)
	for i := range list {
		h := &list[i]
		reason := "its time has come"
		var worth api.Amount
		if !h.Worth.IsZero() {
			now, ok, err := s.worth(ctx, &h.order, prices)
			if err != nil || !ok {
				continue // looked at again at the next block
			}
			worth, reason = now, "what it sells is worth "+
				s.cfg.Tokens.AmountText(now, h.order.DestToken)
		}
		if h.Met(at.Time, worth) {
			reasons[h.id] = "its trigger is met: " + reason
		}
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
