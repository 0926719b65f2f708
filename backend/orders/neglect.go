package orders

import (
	"context"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"bourse/backend/api"
	"bourse/store/facts"
)

// Anybody can post orders that nothing stands behind, for nothing, with as many keys as he likes.
// So what nobody can fill ends after a time, sooner where nothing ever stood behind it: then it is
// no longer followed, and leaves the log of facts like all that is final. It comes back by a new
// post of the same order. And there is room for so many such orders at a time.
const (
	neverPaidFor = 24 * time.Hour
	oncePaidFor  = 30 * 24 * time.Hour
	// lookedMost is how many orders a block looks at for that.
	lookedMost = 512
	// reviveAfter is when an order that is just leaving the log is worth another post.
	reviveAfter = time.Minute
)

// applyNeglect ends some of the orders that nobody could fill for long: those whose turn it is.
func (cs *changeset) applyNeglect() {
	s := cs.s
	for range min(lookedMost, int(s.index.last)) {
		if s.looked++; s.looked > s.index.last {
			s.looked = 1
		}
		if r := s.index.row(s.looked); !r.neglectedAt(cs.block.Time) {
			continue
		}
		c := cs.orderChange(s.looked)
		if c.now.state == suspended {
			c.now.apply(neglected, int64(cs.block.Time), c.record.created)
		}
	}
}

// neglectedAt tells whether nobody could fill an open order for too long at a time.
func (r *row) neglectedAt(now uint64) bool {
	keep := oncePaidFor
	if r.updated == r.created {
		keep = neverPaidFor
	}
	return r.state == suspended && uint64(r.updated)+uint64(keep/time.Second) < now
}

// isNeglected tells whether an order ended since nobody could fill it. s.mu is held.
func (s *Service) isNeglected(r *row) bool {
	return r.state == expired && len(s.recent) > 0 &&
		(r.expiry == 0 || r.expiry >= s.recent[0].Time)
}

// roomForUnpaid refuses an order that nothing stands behind where too many such are kept.
func (s *Service) roomForUnpaid() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.index.unpaid < s.cfg.MaxUnpaid {
		return nil
	}
	return api.Errorf(api.TooManyOrders, "%d orders that nobody can fill now are kept, which is "+
		"as many as there is room for: let the maker hold and allow what it sells first",
		s.cfg.MaxUnpaid)
}

// again answers the post of an order that is known: one that was neglected is open again.
func (s *Service) again(ctx context.Context, rec api.OrderRecord) (api.OrderRecord, bool, error) {
	s.mu.RLock()
	id := s.index.find(rec.Hash)
	gone := s.isNeglected(s.index.row(id))
	s.mu.RUnlock()
	if !gone {
		return rec, false, nil
	}
	body, _, err := intake{s}.Find(rec.Hash.Hex())
	if err != nil {
		return rec, false, storeError(err)
	}
	f := facts.Fact{Stream: Stream(s.chainID), Name: rec.Hash.Hex(), Body: body}
	if s.cfg.Log.Status().Shared {
		_, fresh, err := s.cfg.Log.Append(ctx, nil, f)
		if err == nil && !fresh[0] {
			e := api.Errorf(api.StoreUnavailable, "order %s ended since nobody could fill it, and "+
				"is just leaving the log of the exchange: post it again in a minute", rec.Hash)
			e.RetryAfter = reviveAfter
			err = e
		}
		if err != nil {
			return rec, false, storeError(facts.Refusal(err))
		}
	} else if err := (intake{s}).revive(ctx, []facts.Fact{f}); err != nil {
		return rec, false, err
	}
	rec, _ = s.known(rec.Hash)
	return rec, false, nil
}

// revive opens the orders of facts that are known here and were neglected, as far as the contract
// has them open.
func (s intake) revive(ctx context.Context, list []facts.Fact) error {
	var ids []uint32
	s.mu.RLock()
	for _, f := range list {
		id := s.index.find(common.HexToHash(f.Name))
		if id != 0 && s.isNeglected(s.index.row(id)) {
			ids = append(ids, id)
		}
	}
	s.mu.RUnlock()
	if len(ids) == 0 {
		return nil
	}
	return s.sweep(ctx, ids)
}
