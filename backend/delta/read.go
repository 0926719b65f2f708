package delta

import (
	"context"
	"errors"
	"maps"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/backend/delta/auction"
	"bourse/store"
)

// DeltaOrder returns an order by its id or its hash. A hash tells who knows it what the order is,
// so one that is held back is not found by it.
func (s *Service) DeltaOrder(ctx context.Context, id string) (api.DeltaRecord, error) {
	if hash, err := api.ParseHash(id); err == nil {
		r, ok, err := s.byHash(hash)
		if err != nil {
			return api.DeltaRecord{}, err
		}
		if shown := s.shown(ctx, &r); ok && !shown.Hidden {
			return shown, nil
		}
		return api.DeltaRecord{}, api.Errorf(api.NotFound, "there is no Delta order of the hash "+
			"%s", hash)
	}
	var r row
	err := s.cfg.Store.View(func(tx *store.Tx) (err error) {
		r, err = s.tables.orders.Get(tx, id)
		return err
	})
	if errors.Is(err, store.ErrNotFound) {
		return api.DeltaRecord{}, api.Errorf(api.NotFound, "there is no Delta order %s", id)
	}
	if err != nil {
		return api.DeltaRecord{}, storeError(err)
	}
	return s.shown(ctx, &r), nil
}

// DeltaOrders lists a user's orders, newest first.
func (s *Service) DeltaOrders(ctx context.Context, q api.DeltaQuery) ([]api.DeltaRecord, error) {
	list := []api.DeltaRecord{}
	take := func(r *row) { list = append(list, s.shown(ctx, r)) }
	err := s.cfg.Store.View(func(tx *store.Tx) error {
		if q.Open {
			return s.tables.openPage(tx, s.openOf(q.User), q, take)
		}
		return s.tables.page(tx, q.User, q.Page, q.Limit, take)
	})
	return list, storeError(err)
}

// openOf are the ids of an owner's open orders.
func (s *Service) openOf(owner common.Address) map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.owners[owner])
}

// openPage hands on a page of those of an owner's orders that are among some, newest first. Of the
// others it reads their ids alone.
func (t tables) openPage(tx *store.Tx, open map[string]bool, q api.DeltaQuery,
	take func(*row)) error {
	newest, n, before := store.Prefix(q.User[:]), 0, (max(q.Page, 1)-1)*q.Limit
	newest.Reverse = true
	to := min(before+q.Limit, len(open))
	if before >= to {
		return nil
	}
	return t.owners.Scan(tx, newest, func(_ ownerKey, id []byte) error {
		if !open[string(id)] {
			return nil
		}
		if n++; n > before {
			r, err := t.orders.Get(tx, string(id))
			if err != nil {
				return err
			}
			take(&r)
		}
		if n == to {
			return store.ErrStop
		}
		return nil
	})
}

// page hands on a page of an owner's orders, newest first.
func (t tables) page(tx *store.Tx, owner common.Address, page, size int, take func(*row)) error {
	n, err := t.count(tx, owner)
	limit, before := uint64(max(size, 0)), uint64(max(page, 1)-1)
	if err != nil || limit == 0 || before > n/limit {
		return err
	}
	to := n - before*limit
	keys := store.Range{
		From: ownerKeys{}.AppendKey(nil, ownerKey{owner, to - min(to, limit)}),
		To:   ownerKeys{}.AppendKey(nil, ownerKey{owner, to}), Reverse: true,
	}
	return t.owners.Scan(tx, keys, func(_ ownerKey, id []byte) error {
		r, err := t.orders.Get(tx, string(id))
		if err == nil {
			take(&r)
		}
		return err
	})
}

// judgedBy is by how many of their newest orders, of those for which a transaction was sent, owners
// are judged.
const judgedBy = 32

// Record implements auction.Orders.
func (l ledger) Record(owner common.Address) (record auction.Record) {
	err := l.cfg.Store.View(func(tx *store.Tx) error {
		newest, n := store.Prefix(owner[:]), 0
		newest.Reverse = true
		return l.tables.tried.Scan(tx, newest, func(_ string, id []byte) error {
			r, err := l.tables.orders.Get(tx, string(id))
			if err != nil {
				return err
			}
			record.Settled += r.settled()
			failed := r.failed()
			outside := min(int(r.Outside), failed)
			record.Failed, record.Outside = record.Failed+failed-outside, record.Outside+outside
			if n++; n == judgedBy {
				return store.ErrStop
			}
			return nil
		})
	})
	if err != nil {
		return auction.Record{} // as of one who is new
	}
	return record
}

// settled counts the settlements of an order.
func (r *row) settled() (n int) {
	for _, tx := range r.Transactions {
		if tx.Status != 0 {
			n++
		}
	}
	return n
}

// failed counts the settlements of an order that failed on chain, but for those by limit orders,
// whose makers can make them fail.
func (r *row) failed() (n int) {
	for _, tx := range r.reverts() {
		if tx.Agent != "book" {
			n++
		}
	}
	return n
}

// DeltaAuction tells all that happened to an order.
func (s *Service) DeltaAuction(ctx context.Context, id string) (api.DeltaAuction, error) {
	r, err := s.DeltaOrder(ctx, id)
	if err != nil {
		return api.DeltaAuction{}, err
	}
	a := api.DeltaAuction{ID: id, Status: r.Status, Rounds: []api.DeltaRoundEntry{},
		Events: []api.DeltaEvent{}}
	err = s.cfg.Store.View(func(tx *store.Tx) error {
		entries := store.Prefix([]byte(id))
		if err := s.tables.events.Scan(tx, entries, func(_ entryKey, e api.DeltaEvent) error {
			if r.Hidden {
				e = shownEvent(e)
			}
			a.Events = append(a.Events, e)
			return nil
		}); err != nil {
			return err
		}
		return s.tables.rounds.Scan(tx, entries, func(_ entryKey, e api.DeltaRoundEntry) error {
			a.Rounds = append(a.Rounds, e)
			return nil
		})
	})
	s.mu.Lock()
	last, ok := s.last[id]
	s.mu.Unlock()
	if n := len(a.Rounds); ok && n > 0 && a.Rounds[n-1].Round < last.entry.Round {
		a.Rounds = append(a.Rounds, last.entry)
	}
	return a, storeError(err)
}

// DeltaTokenSupported tells whether orders may sell or buy a token.
func (s *Service) DeltaTokenSupported(_ context.Context, token common.Address) (bool, error) {
	return token != api.NativeToken && s.supports(token), nil
}

// DeltaPartner tells what a partner charges; one that is not known charges nothing.
func (s *Service) DeltaPartner(_ context.Context, name string) (api.DeltaPartner, error) {
	return s.cfg.Partners[name], nil
}

// DeltaAgents lists the agents that bid.
func (s *Service) DeltaAgents(ctx context.Context) ([]string, error) {
	return s.auction.Agents(ctx)
}

// DeltaRound returns the round that is open for bids.
func (s *Service) DeltaRound(context.Context) (api.DeltaRound, error) {
	return s.auction.OpenRound(), nil
}

// BidDelta takes a sealed bid for the open round.
func (s *Service) BidDelta(_ context.Context, b api.DeltaBid) error { return s.auction.Bid(b) }
