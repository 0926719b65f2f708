package pins

import (
	"context"

	"bourse/backend/api"
)

// No signature has the level at which an order is let go, and no chain says when a service lets
// one go: the level of a trail, which moves, and that a stop waits still, are its word. A node of
// one's own knows what the pools pay.

const (
	// apart is how far below its level, in basis points, what an order sells is worth by the pools
	// that the node knows before it is said: a service may know better ones.
	apart = 50
	// stays is for how many blocks it has to stay there to be told when it is over: a service waits
	// for some, so that one block alone lets nothing go.
	stays = 5
	// maxLevels is of how many orders it is remembered.
	maxLevels = 1000
)

// DeltaOrders implements api.Exchange.
func (s *exchange) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	list, err := s.Exchange.DeltaOrders(ctx, q)
	for i := range list {
		s.level(ctx, &list[i])
	}
	return list, err
}

// DeltaOrder implements api.Exchange.
func (s *exchange) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	r, err := s.Exchange.DeltaOrder(ctx, id)
	s.level(ctx, &r)
	return r, err
}

// level holds the price at which an order is said to be let go against the node.
func (s *exchange) level(ctx context.Context, r *api.DeltaRecord) {
	t := r.Trigger
	if t == nil || r.Hidden || t.Worth.IsZero() || r.ChainID != s.chainID {
		return
	}
	r.Seen = &api.DeltaSeen{ToldBy: s.pins.host}
	rate := s.rate(ctx, r.Order.SrcToken, r.Order.DestToken)
	if rate == 0 {
		return
	}
	worth, err := amountOf(r.Order.SrcAmount.Float() * rate)
	head, failed := s.pins.nodes[s.chainID].Head(ctx)
	if err != nil || failed != nil {
		return
	}
	r.Seen.Worth = worth
	r.Seen.Past, r.Seen.Ago = s.past(r, head.Number)
}

// below is that an order was worth less than its level: what it was worth first, and at which
// blocks the node saw it so first and last.
type below struct {
	level, worth api.Amount
	first, last  uint64
}

// past is what a stop was worth when the node saw it below its level, and how many blocks ago it
// did so first; zero of one that it did not see there.
func (s *exchange) past(r *api.DeltaRecord, block uint64) (worth api.Amount, ago uint64) {
	s.pins.mu.Lock()
	defer s.pins.mu.Unlock()
	t := r.Trigger
	was, ok := s.pins.levels.Get(r.ID)
	ok = ok && was.level == t.Worth && was.first <= block
	is := t.Below && t.NotBefore == 0 && r.Lacks() == "" &&
		r.Seen.Worth.BPS(api.BPS+apart).Less(t.Worth)
	switch {
	case is && !ok:
		was = below{t.Worth, r.Seen.Worth, block, block}
	case is:
		was.last = block
	case !ok || was.last-was.first < stays:
		s.pins.levels.Remove(r.ID)
		return worth, 0
	}
	s.pins.levels.Add(r.ID, was)
	return was.worth, block - was.first
}
