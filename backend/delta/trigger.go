package delta

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/agents"
	"bourse/backend/delta/auction"
	"bourse/backend/eip712"
)

// Orders with a trigger are held back from the auctions: they stay NOT_STARTED, their signatures
// are told to nobody and the rest of them to their owners alone (secret.go), until the network's
// time and the market say so. The market is what this very order would bring: the best way through
// the pools for its whole amount, or through the limit orders where no pools trade it. No price
// that is told elsewhere counts, nor does a moment: it must be so at the newest block and at most
// of the last blocks at which it was looked at. A trail follows what was so in the same way. Nor
// does one pool: a rise counts as far as all pools bear it out, each weighted by what stands in it,
// since what is put in at the end of each block and taken out at the begin of the next is there for
// nobody. While this service does not run, nothing is watched.

// checkTrigger refuses triggers that could not be watched, or that hold nothing back.
func (s *Service) checkTrigger(ctx context.Context, r *api.DeltaSubmission, now uint64) error {
	t := r.Trigger
	switch {
	case t == nil:
		return nil
	case !t.Trail.IsZero():
		if why := trailFault(*t); why != "" {
			return badTrigger(why)
		}
	case t.NotBefore == 0 && t.Worth.IsZero():
		return badTrigger("names neither a time nor a worth: leave it out for an order that is " +
			"auctioned at once")
	}
	if t.NotBefore >= r.Order.Deadline {
		return badTrigger(fmt.Sprintf("must be met before the deadline %s",
			moment(r.Order.Deadline)))
	}
	if t.Worth.IsZero() && t.Trail.IsZero() {
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
	w, err := s.worth(ctx, b, &r.Order, t.Below)
	switch {
	case api.TypeOf(err) == api.NoRoute || api.TypeOf(err) == api.PricingError:
		return badTrigger("needs a market that trades the order's amount, and there is none")
	case err != nil:
		return inStep(err)
	}
	if !t.Trail.IsZero() {
		begun := *t // the caller's stays as it is
		if begun.Worth.IsZero() {
			begun.Worth = s.trailing(&r.Order, begun.Trail, w.borne)
		}
		if begun.Worth.IsZero() {
			return badTrigger("trails by more than what the order sells is worth")
		}
		begun.Trail.From = begun.Worth
		r.Trigger, t = &begun, &begun
	}
	if t.NotBefore <= now && t.Met(now, w.now) {
		return badTrigger("is met already: the order could trade at " +
			s.levelText(&r.Order, w.now))
	}
	return nil
}

func badTrigger(reason string) error {
	return api.Invalid(api.FieldError{Field: "trigger", Reason: reason})
}

// worth is what an order would bring now for all that it sells. One that waits for a rise counts
// what it pays for gas and to its partner, one that waits for a fall does not, so that dear gas
// alone lets neither go.
type worth struct {
	borne api.Amount // as far as all pools bear it out, which a trail follows
	now   api.Amount // what a trigger is held against
}

const (
	// beyond is how far, in basis points, an order may bring more than all pools bear out, and
	// least which part of what it brings counts for a stop in any case: a stop is not kept from
	// firing by one pool, nor fired by many pools at once far above its level.
	beyond = 50
	least  = 9_700
)

// worth returns what an order is worth; NoRoute where nothing trades it.
func (s *Service) worth(ctx context.Context, b *auction.Batch, o *api.DeltaOrder,
	below bool) (w worth, err error) {
	route, err := b.Best(ctx, o.SrcToken, o.DestToken, o.SrcAmount)
	if api.TypeOf(err) == api.NoRoute {
		route, err = agents.Blend(ctx, b, o.SrcToken, o.DestToken, o.SrcAmount)
	}
	if err != nil {
		return w, err
	}
	w.borne = s.borneOut(b, o, route.Received)
	if below {
		w.now = w.borne.Max(route.Received.BPS(least))
		return w, nil
	}
	gas, err := b.GasIn(ctx, o.DestToken, route.Gas+auction.SettleGas)
	w.borne = eip712.LessFlatFee(w.borne.Sub(gas), o.PartnerAndFee)
	w.now = w.borne
	return w, err
}

// borneOut is what an order brings as far as all pools say that it is worth it.
func (s *Service) borneOut(b *auction.Batch, o *api.DeltaOrder, brings api.Amount) api.Amount {
	if s.cfg.Fair == nil {
		return brings
	}
	price, ok := s.cfg.Fair(b.Block.Number, o.SrcToken, o.DestToken)
	most := o.SrcAmount.Float() * price * (1 + beyond/1e4)
	if !ok || brings.Float() <= most {
		return brings
	}
	units, _ := new(big.Float).SetFloat64(most).Int(nil)
	return api.MustBig(units)
}

// weigh tells what in USD stands behind orders that are held back.
func (s *Service) weigh(ctx context.Context, list []*heldOrder) error {
	s.mu.Lock()
	for _, h := range list {
		has := s.funded[h.id].amount
		h.paid = !has.Less(takes(&h.order, api.Amount{}))
		h.usd = has.Min(h.order.SrcAmount).Float()
	}
	s.mu.Unlock()
	units := make(map[common.Address]float64)
	for _, h := range list {
		unit, known := units[h.order.SrcToken]
		if !known {
			price, ok, err := s.cfg.Oracle.PriceUSD(ctx, h.order.SrcToken)
			if err != nil {
				return err
			}
			if ok {
				unit = price.Quote.Float() / price.Base.Float() / 1e18
			}
			units[h.order.SrcToken] = unit
		}
		h.usd *= unit
	}
	return nil
}

// priceFairly notes what all pools say of what orders sell that wait for a price.
func (s *Service) priceFairly(at api.BlockRef, list []*heldOrder) {
	if s.cfg.Fair == nil {
		return
	}
	prices := make(map[[2]common.Address]float64)
	for _, h := range list {
		if h.Worth.IsZero() {
			continue
		}
		pair := [2]common.Address{h.order.SrcToken, h.order.DestToken}
		price, known := prices[pair]
		if !known {
			price, _ = s.cfg.Fair(at.Number, pair[0], pair[1])
			prices[pair] = price
		}
		h.fair = price
	}
}

// fire releases the orders whose triggers are met at a block.
func (s *Service) fire(ctx context.Context, at api.BlockRef) error {
	s.mu.Lock()
	var list []*heldOrder
	prices, times := 0, 0
	for id, t := range s.held {
		seen := s.looked[id]
		if at.Time < t.NotBefore || !t.Worth.IsZero() && seen.last() == at.Number {
			continue
		}
		r := s.rows[id]
		h := &heldOrder{id: id, order: r.Order, looks: seen,
			since: max(r.Block, seen.last()), DeltaTrigger: t}
		list = append(list, h)
		if t.Worth.IsZero() {
			times++
		} else {
			prices++
		}
	}
	s.mu.Unlock()
	s.priceFairly(at, list)
	if prices > looksABlock || times > mostLetGo {
		if err := s.weigh(ctx, list); err != nil {
			return err
		}
	}
	if list = due(list, at.Number); len(list) == 0 {
		return nil
	}
	var b *auction.Batch // of those that wait for a price
	if slices.ContainsFunc(list, func(h *heldOrder) bool { return !h.Worth.IsZero() }) {
		var err error
		if b, err = s.auction.At(ctx, at); err != nil {
			return err
		}
	}
	reasons, risen := make(map[string]string), make(map[string]api.Amount)
	for _, h := range list {
		reason := "its time has come"
		if !h.Worth.IsZero() {
			w, err := s.worth(ctx, b, &h.order, h.Below)
			if err != nil {
				w = worth{}
			}
			met := err == nil && h.Met(at.Time, w.now)
			s.mu.Lock()
			if _, held := s.held[h.id]; held {
				h.looks = h.looks.and(look{at.Number, w.borne, h.fair, met})
				s.looked[h.id] = h.looks
			}
			s.mu.Unlock()
			if level := s.trailing(&h.order, h.Trail, h.looks.held()); h.Worth.Less(level) {
				risen[h.id] = level
			}
			if !met || !h.looks.fires() {
				continue // looked at again at a later block
			}
			reason = "it could trade at " + s.levelText(&h.order, w.now) + ", the " + h.Name() +
				" stood at " + s.levelText(&h.order, h.Worth)
		}
		reasons[h.id] = "its trigger is met: " + reason
	}
	if len(reasons)+len(risen) == 0 {
		return nil
	}
	return s.update(func(c *change) error {
		for id, level := range risen {
			if t, held := s.held[id]; held && t.Worth.Less(level) {
				t.Worth = level
				c.hold(id, &t)
			}
		}
		for _, id := range slices.Sorted(maps.Keys(reasons)) {
			if err := c.letGo(id, reasons[id], at.Number); err != nil {
				return err
			}
		}
		return nil
	})
}

// letGo releases an order, and cancels those that are held back with its nonce: the contract
// settles one of a nonce, so their owner signed that one cancels the others.
func (c *change) letGo(id, reason string, block uint64) error {
	if !c.holds(id) {
		return nil // ended meanwhile
	}
	r, err := c.order(id)
	if err != nil {
		return err
	}
	if err := c.move(r, move{on: triggered, reason: reason, block: block}); err != nil {
		return err
	}
	for _, other := range c.heldTwins(r) {
		if !c.holds(other) {
			continue
		}
		twin, err := c.order(other)
		if err != nil {
			return err
		}
		if err := c.move(twin, move{on: otherLetGo, block: block, reason: "cancelled: " + id +
			" of the same nonce is let go, and only one of them can settle"}); err != nil {
			return err
		}
	}
	return nil
}

// heldTwins are the orders of an owner that were held back with the nonce of an order when the
// change began.
func (c *change) heldTwins(r *row) []string {
	byNonce, known := c.twins[r.User]
	if !known {
		byNonce = make(map[api.Amount][]string)
		for _, id := range slices.Sorted(maps.Keys(c.s.owners[r.User])) {
			if _, held := c.s.held[id]; held {
				nonce := c.s.rows[id].Order.Nonce
				byNonce[nonce] = append(byNonce[nonce], id)
			}
		}
		c.twins[r.User] = byNonce
	}
	return byNonce[r.Order.Nonce]
}

// holds tells whether an order is held back, as far as this change has come.
func (c *change) holds(id string) bool {
	t, changed := c.triggers[id]
	_, held := c.s.held[id]
	return held && (!changed || t != nil)
}

// trailFault is what is wrong with a trail, "" if nothing is.
func trailFault(t api.DeltaTrigger) string {
	switch {
	case !t.Below:
		return "trails, and so waits for a fall: below must be true"
	case t.Trail.Bps != 0 && !t.Trail.Price.IsZero():
		return "trails by bps or by price, not by both"
	case t.Trail.Bps >= api.BPS:
		return fmt.Sprintf("trails by 1 to %d bps", api.BPS-1)
	}
	return ""
}

// trailing is the worth at which an order is let go that was worth as much at best; zero where it
// does not trail.
func (s *Service) trailing(o *api.DeltaOrder, t api.DeltaTrail, worth api.Amount) api.Amount {
	src, known := s.cfg.Tokens.Listed(o.SrcToken)
	dest, too := s.cfg.Tokens.Listed(o.DestToken)
	if t.IsZero() || !known || !too {
		return api.Amount{}
	}
	return t.Level(worth, o.SrcAmount, src.Decimals, dest.Decimals)
}

// hold keeps a new order back until its trigger is met.
func (c *change) hold(id string, t *api.DeltaTrigger) {
	if t != nil {
		c.triggers[id] = t
	}
}

// release lets go of an order that is not to be held back any more, and keeps what held it.
func (c *change) release(r *row, fired bool) {
	if t, held := c.s.held[r.ID]; held {
		c.triggers[r.ID] = nil
		r.Held = &api.DeltaHeld{DeltaTrigger: t, Fired: fired}
	}
}

// keepTriggers takes over what reached the disk.
func (c *change) keepTriggers() {
	for id, t := range c.triggers {
		if t == nil {
			delete(c.s.held, id)
			delete(c.s.looked, id)
			c.s.unread(id) // what it lacks is told from now on
		} else {
			c.s.held[id] = *t
		}
	}
}
